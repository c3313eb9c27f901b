package leak

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/assaybench/assay/spec"
)

// Runs of so many words are looked for: two people do not write twelve words of prose alike
// by chance, but imports and calls of a plotting library alike over some lines.
const (
	proseRun = 12
	codeRun  = 40
)

// maxText bounds a file that is searched as a text.
const maxText = 64 << 20

// hidden is what must not be met.
type hidden struct {
	values, others []number
	short          int
	names          map[string]string // of slots and views, in lower case -> what it is
	paths          map[string]string // of files, also by their last part -> path
	digests        map[string]string // of files -> path
	prose, code    map[string]string // runs of words -> path
	claims         []spec.ClaimSlot
	terms          spec.Terms
}

func (h *hidden) count() Count {
	return Count{Values: len(h.values), Others: len(h.others), Short: h.short, Names: len(h.names), Files: len(h.digests), Passages: len(h.prose) + len(h.code)}
}

// gather collects what a case hides. What a specification needs that an author is told,
// as names of groups, bounds of filters and levels, is not hidden; nor is what source.json
// says of the origin, but for its notes.
func gather(c *spec.CaseFolder, answers []spec.OracleReport) (*hidden, error) {
	h := &hidden{names: map[string]string{}, paths: map[string]string{}, digests: map[string]string{}, prose: map[string]string{}, code: map[string]string{}, claims: c.Spec.Claims, terms: spec.NewTerms(c.Spec.Synonyms)}
	h.numbers(c, answers)
	h.slots(c)
	root := filepath.Join(c.Dir, "hidden")
	err := filepath.WalkDir(root, func(p string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		info, err := e.Info()
		if err != nil || info.Size() > maxText {
			return err
		}
		data, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(c.Dir, p)
		if err != nil {
			return err
		}
		h.file(filepath.ToSlash(rel), data, &c.Case)
		return nil
	})
	return h, err
}

func (h *hidden) numbers(c *spec.CaseFolder, answers []spec.OracleReport) {
	add := func(to *[]number, v spec.Value, what string) {
		for _, x := range flatten(v) {
			n, ok := newNumber(x, what)
			switch {
			case !ok:
				h.short++
			case !slices.ContainsFunc(*to, func(o number) bool { return o.digits == n.digits }):
				*to = append(*to, n)
			}
		}
	}
	for _, a := range answers {
		of := fmt.Sprintf("of the result %s by %s", a.Slot, a.Family)
		add(&h.values, a.Value, "the value "+of)
		for _, u := range a.Uncertainty {
			for _, v := range []spec.Value{u.Lower, u.Upper, u.Value} {
				add(&h.others, v, fmt.Sprintf("the uncertainty (%s) %s", u.Kind, of))
			}
		}
	}
	for _, cl := range c.Spec.Claims {
		if m := cl.Magnitude; m != nil {
			for _, x := range []*spec.Number{m.Value, m.Lower, m.Upper} {
				if x != nil {
					add(&h.values, spec.NumberValue(x.F), "the magnitude of the claim "+cl.ID)
				}
			}
		}
	}
}

// flatten lists the numbers of a value.
func flatten(v spec.Value) []float64 {
	var out []float64
	switch v.Kind {
	case spec.ValueNumber:
		return []float64{v.Num.F}
	case spec.ValueArray:
		for _, x := range v.Items {
			out = append(out, flatten(x)...)
		}
	case spec.ValueTable:
		for _, row := range v.Rows {
			for _, x := range row {
				out = append(out, flatten(x)...)
			}
		}
	}
	return out
}

// slots takes the names of slots and views that nobody writes by chance: of several
// words or with digits, and none that the visible case, a method or an estimator has too.
func (h *hidden) slots(c *spec.CaseFolder) {
	told := map[string]bool{}
	tell := func(words ...string) {
		for _, w := range words {
			told[strings.ToLower(w)] = true
		}
	}
	for _, a := range c.Case.Data {
		for _, col := range a.Columns {
			tell(col.Name)
		}
	}
	if v := c.Case.Vocabulary; v != nil {
		tell(slices.Concat(v.Quantities, v.Variables, v.Populations, v.Groups, v.Units, v.Methods, v.AnalysisUnits)...)
	}
	for _, r := range c.Spec.Results {
		tell(r.Estimand)
		for _, m := range r.Methods {
			tell(m.Family, m.Oracle.Estimator)
		}
	}
	add := func(id, what string) {
		id = strings.ToLower(id)
		if len(id) >= 5 && strings.ContainsAny(id, "_-.0123456789") && !told[id] {
			h.names[id] = what + " " + id
		}
	}
	for name := range c.Spec.Views {
		add(name, "the view")
	}
	for _, t := range c.Spec.Transforms {
		add(t.ID, "the transform slot")
	}
	for _, r := range c.Spec.Results {
		add(r.ID, "the result slot")
	}
	for _, v := range c.Spec.Visuals {
		add(v.ID, "the visual slot")
	}
	for _, cl := range c.Spec.Claims {
		add(cl.ID, "the claim slot")
	}
}

func (h *hidden) file(name string, data []byte, c *spec.Case) {
	h.paths[strings.ToLower(name)] = name
	for dir := path.Dir(name); dir != "hidden"; dir = path.Dir(dir) {
		h.paths[strings.ToLower(dir)] = dir
	}
	// The names of the five files are those of every submission.
	if base := path.Base(name); !slices.Contains(append(c.Contract.Outputs, append(c.Contract.Also, c.Contract.Entry)...), base) {
		h.paths[strings.ToLower(base)] = name
	}
	if len(data) > 0 {
		h.digests[digest(data)] = name
	}
	if len(data) == 0 || !utf8.Valid(data) {
		return
	}
	switch base := path.Base(name); {
	case name == "hidden/spec.json", name == "hidden/audit.json", name == "hidden/freeze.json":
		// Of names that are told and such that are not, and of the visible case.
	case name == "hidden/source.json":
		if s, _ := spec.ReadSource(name, data); s != nil {
			h.passage(h.prose, proseRun, s.Notes, name)
		}
	case path.Ext(base) == ".json":
		if doc, _ := spec.ParseJSON(name, data); doc != nil {
			for _, t := range strs(doc.Root, "", nil) {
				if t.text == c.Question || t.text == c.Context { // as a stored report quotes it
					continue
				}
				h.passage(h.prose, proseRun, t.text, name)
			}
		}
	case slices.Contains([]string{".md", ".txt", ".rst", ".tex", ".html"}, path.Ext(base)):
		h.passage(h.prose, proseRun, string(data), name)
	default:
		h.passage(h.code, codeRun, string(data), name)
	}
}

func (h *hidden) passage(into map[string]string, run int, text, from string) {
	ws := words(text)
	for i := range ws {
		if i+run <= len(ws) {
			into[key(ws[i:i+run])] = from
		}
	}
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
