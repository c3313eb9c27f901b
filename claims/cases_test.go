package claims_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assaybench/assay/claims"
	"github.com/assaybench/assay/spec"
)

// The worked cases: what their faithful submissions claim is right and agrees with what
// they report, and what is wrong with the claims of the others is found.

type worked struct {
	dir     string
	strict  bool
	codes   []spec.Code
	claims  []spec.Claim
	results []spec.Result
}

func load(t *testing.T, dir string) (w worked, ok bool) {
	t.Helper()
	read := func(name string) []byte {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		return b
	}
	c, _, cd := spec.ReadClaims("claims.json", read("claims.json"))
	r, _, rd := spec.ReadResults("results.json", read("results.json"))
	if cd.Errors() || rd.Errors() || c == nil || r == nil {
		return w, false
	}
	w = worked{dir: dir, strict: true, claims: c.Claims, results: r.Results}
	if b := read("expected.json"); b != nil {
		e, ds := spec.ReadExpected("expected.json", b)
		if ds.Errors() {
			t.Fatalf("%s: %v", dir, ds)
		}
		w.strict = e.Strict
		if e.BrokenStage == spec.StageClaim {
			w.codes = e.Findings
		}
	}
	return w, true
}

func resultOf(rs spec.ResultSlot, results []spec.Result, terms spec.Terms) *spec.Result {
	for i, r := range results {
		if terms.Same(rs.Quantity, r.Quantity) && terms.Same(rs.Estimand, r.Estimand) && (len(rs.Groups) == 0 || terms.SameSet(rs.Groups, r.Groups)) {
			return &results[i]
		}
	}
	return nil
}

func TestWorkedCases(t *testing.T) {
	specs, err := filepath.Glob("../cases/*/hidden/spec.json")
	if err != nil || len(specs) < 3 {
		t.Fatalf("%d cases (%v)", len(specs), err)
	}
	for _, path := range specs {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		s, _, ds := spec.ReadSpecification("spec.json", b)
		if ds.Errors() {
			t.Fatalf("%s: %v", path, ds)
		}
		root := filepath.Dir(filepath.Dir(path))
		terms := spec.NewTerms(s.Synonyms)
		dirs, err := filepath.Glob(filepath.Join(root, "submissions", "*"))
		if err != nil {
			t.Fatal(err)
		}
		var all []worked
		for _, dir := range append(dirs, filepath.Join(root, "hidden", "reference")) {
			if w, ok := load(t, dir); ok {
				all = append(all, w)
			}
		}
		// The faithful submissions stand for the oracle: one answer for each approved method.
		truth := map[string]claims.Truth{}
		for _, rs := range s.Results {
			tr := claims.Truth{Slot: rs}
			for _, w := range all {
				if r := resultOf(rs, w.results, terms); w.strict && r != nil {
					rep := spec.OracleReport{Slot: rs.ID, Unit: r.Unit, Value: r.Value, Index: r.Index}
					if r.Uncertainty != nil {
						rep.Uncertainty = []spec.Uncertainty{*r.Uncertainty}
					}
					tr.Reports = append(tr.Reports, rep)
				}
			}
			truth[rs.ID] = tr
		}
		faithful := 0
		for _, w := range all {
			verdict := func(i, j int) spec.Verdict { return claims.Fidelity(s.Claims[i], w.claims[j], truth, terms) }
			m := claims.Match(s.Claims, w.claims, terms, func(i, j int) float64 { return verdict(i, j).Score })
			var found []spec.Code
			for i, slot := range s.Claims {
				if m.Slots[i] < 0 {
					found = append(found, spec.ClaimMissing)
					continue
				}
				v := verdict(i, m.Slots[i])
				found = append(found, failed(v)...)
				if !w.strict {
					continue
				}
				if v.Score != 1 {
					t.Errorf("%s: %s: score %v: %s", w.dir, slot.ID, v.Score, dump(v.Checks))
				}
				for _, set := range slot.Support.Computational {
					for _, id := range set {
						r := resultOf(truth[id].Slot, w.results, terms)
						if r == nil {
							continue
						}
						if v := claims.ResultEdge(slot, truth[id].Slot, r, w.claims[m.Slots[i]], terms); v.Score != 1 {
							t.Errorf("%s: %s -> %s: %s", w.dir, id, slot.ID, dump(v.Checks))
						}
					}
				}
			}
			if w.strict {
				faithful++
			}
			for _, code := range w.codes {
				if strings.HasPrefix(string(code), "claim") && code != spec.ClaimResult && code != spec.ClaimVisual && !slices.Contains(found, code) {
					t.Errorf("%s: %s is not found, only %v", w.dir, code, found)
				}
			}
		}
		if faithful < 3 {
			t.Errorf("%s: only %d faithful submissions", root, faithful)
		}
	}
}
