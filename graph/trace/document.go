package trace

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/assaybench/assay/spec"
)

// Links say which operations the numbers of a document came from, by JSON pointer:
// {"/results/0/value": mean}. The pointer of a list or an object stands for all that is
// in it.
type Links map[string]Ref

// What is recorded of one document.
const (
	maxLeaves  = 100_000
	maxNesting = 64
)

// WriteJSON writes a document as indented JSON and records where its numbers came from. A
// number that no link names is looked for, by its exact value, among what operations gave.
// NaN and infinities are an error of encoding/json: write them as the texts "NaN",
// "Infinity" and "-Infinity".
func (r *Recorder) WriteJSON(name string, doc any, links Links) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(doc); err != nil {
		return err
	}
	if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil || !r.Recording() {
		return err
	}
	var from []Ref
	seen := map[Ref]bool{0: true}
	for _, p := range sortedNames(links) {
		if !seen[links[p]] {
			seen[links[p]] = true
			from = append(from, links[p])
		}
	}
	r.wrote(name, b.Bytes(), from)
	r.leaves(name, b.Bytes(), links)
	return nil
}

// leaves records the numbers of a document that a link names.
func (r *Recorder) leaves(name string, doc []byte, links Links) {
	defer r.guard()
	d := json.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return
	}
	w := walk{path: r.path(name), links: links}
	w.visit(v, "", 0, 0)
	for i := range w.out {
		r.send(Event{Header: Header{K: KindResult}, Result: &w.out[i]})
	}
}

type walk struct {
	path  string
	links Links
	out   []ResultLeaf
}

func (w *walk) visit(v any, pointer string, inherited Ref, depth int) {
	if len(w.out) >= maxLeaves || depth > maxNesting {
		return
	}
	own, named := w.links[pointer]
	if named && own != 0 {
		inherited = own
	}
	switch v := v.(type) {
	case map[string]any:
		for _, key := range sortedNames(v) {
			w.visit(v[key], pointer+"/"+strings.NewReplacer("~", "~0", "/", "~1").Replace(key), inherited, depth+1)
		}
	case []any:
		for i, it := range v {
			w.visit(it, pointer+"/"+strconv.Itoa(i), inherited, depth+1)
		}
	case json.Number:
		n, err := spec.ParseNumber(v.String())
		if err == nil && inherited != 0 {
			w.out = append(w.out, ResultLeaf{Pointer: pointer, Value: spec.Value{Kind: spec.ValueNumber, Num: n}, Ref: int64(inherited), File: w.path, Approx: !named})
		}
	}
}

func sortedNames[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
