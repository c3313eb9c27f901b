// Package intervene plans changed data: what becomes of the data files of a case when
// rows are put in another order, numbers get other plausible values, what the question
// does not ask about is shuffled, and labels are exchanged. Changed files have the rows,
// columns, types, ranges, spellings and missing cells of the originals, so that nothing
// but the numbers tells them apart.
package intervene

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/sheet"
	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/spec"
)

// The kinds of change, as specifications name them.
const (
	Permute = "permute" // row order changes
	Perturb = "perturb" // numbers inside the views change
	Decoy   = "decoy"   // what lies outside the views changes
	Relabel = "relabel" // two labels of a column are exchanged
	Jitter  = "jitter"  // a small perturb, for analyses that break on a larger one
)

// Source is the data of a case with the rules of its specification.
type Source struct {
	Spec   *spec.Specification
	Assets []spec.Asset
	Data   map[string][]byte       // bytes of each asset, by path
	Tables map[string]*table.Table // the same, read
}

// Plan is one change of the data.
type Plan struct {
	Kinds []string          // in the order of the constants above
	Files map[string][]byte // every asset's bytes, by path; unchanged ones too
	Moved []Move            // what was changed, sorted by asset and column
}

// Move says in words what became of a column, or of the rows of a file.
type Move struct {
	Kind   string
	Asset  string
	Column string // "" for the order of rows
	Cells  int    // that have another content
	Note   string
}

// Kinds lists the kinds of change that a specification allows, in fixed order.
func Kinds(s *spec.Specification) []string {
	var out []string
	for _, k := range []string{Permute, Perturb, Decoy, Relabel} {
		if slices.ContainsFunc(s.Interventions, func(r spec.InterventionRule) bool { return r.Kind == k }) {
			out = append(out, k)
		}
	}
	return out
}

// Series gives the kinds of the n changes of a verification: first all that the
// specification allows at once, then each by itself, then all again.
func Series(s *spec.Specification, n int) [][]string {
	all := Kinds(s)
	if len(all) == 0 {
		return nil
	}
	singles := slices.DeleteFunc([]string{Perturb, Relabel, Decoy, Permute}, func(k string) bool { return !slices.Contains(all, k) })
	var out [][]string
	for i := range n {
		if at := (i - 1) % (len(singles) + 1); i > 0 && len(all) > 1 && at < len(singles) {
			out = append(out, singles[at:at+1])
			continue
		}
		out = append(out, all)
	}
	return out
}

// New plans one change: a pure function of the source, the seed and the kinds. Errors are
// those of files that cannot be changed (*table.Error).
func New(s Source, seed []byte, kinds []string) (*Plan, error) {
	p := &Plan{Kinds: kinds, Files: map[string][]byte{}}
	for _, a := range s.Assets {
		p.Files[a.Path] = s.Data[a.Path]
		rules := rulesFor(s.Spec, a.Path, kinds)
		if len(rules) == 0 {
			continue
		}
		file, err := sheet.Open(s.Data[a.Path], a)
		if err != nil {
			return nil, err
		}
		c := change{sheet: file, table: s.Tables[a.Path], asset: a, seed: seed, mentioned: Mentioned(s.Spec, file.Names())}
		if file.Rows() != c.table.Rows() {
			return nil, fmt.Errorf("%s has %d rows as a table and %d as a file", a.Path, c.table.Rows(), file.Rows())
		}
		for _, r := range rules {
			c.apply(r)
		}
		if p.Files[a.Path], err = file.Bytes(); err != nil {
			return nil, err
		}
		p.Moved = append(p.Moved, c.moved...)
	}
	slices.SortStableFunc(p.Moved, func(a, b Move) int {
		return strings.Compare(a.Asset+"\x00"+a.Column+"\x00"+a.Kind, b.Asset+"\x00"+b.Column+"\x00"+b.Kind)
	})
	return p, nil
}

// Changed reports whether any byte is another.
func (p *Plan) Changed(s Source) bool {
	for path, data := range p.Files {
		if !bytes.Equal(data, s.Data[path]) {
			return true
		}
	}
	return false
}

// rulesFor are the rules of an asset in the order in which they are applied: values
// first, as they keep to the labels of the file, then labels, then rows.
func rulesFor(s *spec.Specification, asset string, kinds []string) []spec.InterventionRule {
	var out []spec.InterventionRule
	for _, kind := range []string{Perturb, Jitter, Decoy, Relabel, Permute} {
		if !slices.Contains(kinds, kind) {
			continue
		}
		named := kind
		if kind == Jitter {
			named = Perturb
		}
		for _, r := range s.Interventions {
			if r.Kind == named && (r.Asset == "" || r.Asset == asset) {
				r.Kind = kind
				out = append(out, r)
			}
		}
	}
	return out
}

// stream is a stream of random numbers for one purpose. ChaCha8 gives the same stream in
// every release.
func (c *change) stream(purpose ...string) *rand.Rand {
	h := sha256.New()
	for _, p := range append([]string{string(c.seed), c.asset.Path}, purpose...) {
		var n [8]byte
		binary.LittleEndian.PutUint64(n[:], uint64(len(p)))
		h.Write(n[:])
		h.Write([]byte(p))
	}
	return rand.New(rand.NewChaCha8([32]byte(h.Sum(nil))))
}
