package slots_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/claims/closure/slots"
	"github.com/assaybench/assay/spec"
)

// report is of a run with one whole chain (r_good, v_good, c_good), a right number that
// came from nowhere (r_literal), one that could not be scored (r_open) and one that was
// never written (r_missing).
func report() *spec.Report {
	score := func(f float64) *float64 { return &f }
	pass, fails := true, false
	return &spec.Report{
		Status: spec.StatusScored,
		Nodes: []spec.NodeReport{
			{ID: "data:d", Kind: spec.KindData, State: spec.StateNotApplicable},
			{ID: "t", Kind: spec.KindTransform, State: spec.StateScored, Score: score(1), Candidate: "line 3"},
			{ID: "r_good", Kind: spec.KindResult, State: spec.StateScored, Score: score(1), Candidate: "b", Method: "welch_t"},
			{ID: "r_literal", Kind: spec.KindResult, State: spec.StateScored, Score: score(1), Candidate: "a"},
			{ID: "r_half", Kind: spec.KindResult, State: spec.StateScored, Score: score(0.5), Candidate: "c", Checks: []spec.Check{{State: spec.StateScored, Note: "the unit is wrong"}}},
			{ID: "r_open", Kind: spec.KindResult, State: spec.StateUnscored, Candidate: "e"},
			{ID: "r_missing", Kind: spec.KindResult, State: spec.StateMissing},
			{ID: "v-good", Kind: spec.KindVisual, State: spec.StateScored, Score: score(1), Candidate: "ax0/point"},
			{ID: "c_good", Kind: spec.KindClaim, State: spec.StateScored, Score: score(1), Candidate: "k"},
			{ID: "c_open", Kind: spec.KindClaim, State: spec.StateUnscored},
			{ID: "c_unasked", Kind: spec.KindClaim, State: spec.StateMissing},
		},
		Edges: []spec.EdgeReport{
			{From: "data:d", To: "t", Relation: spec.DataTransform, State: spec.StateScored, Pass: &pass},
			{From: "t", To: "r_good", Relation: spec.TransformResult, State: spec.StateScored, Pass: &pass},
			{From: "t", To: "r_literal", Relation: spec.TransformResult, State: spec.StateScored, Pass: &fails},
			{From: "r_good", To: "v-good", Relation: spec.ResultVisual, State: spec.StateScored, Pass: &pass},
			{From: "r_good", To: "c_good", Relation: spec.ResultClaim, State: spec.StateScored, Pass: &pass},
			{From: "r_half", To: "c_good", Relation: spec.ResultClaim, State: spec.StateScored, Pass: &fails},
		},
		Claims: []spec.ClaimReport{
			{Slot: "c_good", Verdict: spec.Supported, Support: score(1), Candidate: "k"},
			{Slot: "c_open", Verdict: spec.Undetermined, Bounds: &spec.Bounds{Low: 0, High: 1}},
			{Slot: "", Verdict: spec.Unsupported, Support: score(0)},
		},
		Records: spec.Records{
			Results: &spec.Results{Results: []spec.Result{{ID: "a", Value: spec.NumberValue(2)}, {ID: "b", Value: spec.NumberValue(-3)}, {ID: "c", Value: spec.TextValue("many")}}},
			Claims:  &spec.ClaimsFile{Claims: []spec.Claim{{ID: "k"}}},
		},
		Figures: []spec.Figure{{Path: "figure.png"}},
	}
}

func mustNew(t *testing.T, r *spec.Report) *slots.Report {
	t.Helper()
	x, err := slots.New(r)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestEval(t *testing.T) {
	x := mustNew(t, report())
	for src, want := range map[string]slots.Truth{
		"r_good":                                  slots.Yes,
		`slot("v-good")`:                          slots.Yes,
		"c_good":                                  slots.Yes,
		"r_literal":                               slots.No, // right, but of no origin
		"score(r_literal) == 1":                   slots.Yes,
		"support(r_literal) == 0":                 slots.Yes,
		"r_half":                                  slots.No,
		"score(r_half) >= 0.5":                    slots.Yes,
		"r_open":                                  slots.Open,
		"not r_open":                              slots.Open,
		"r_missing":                               slots.No,
		"c_open":                                  slots.Open,
		"c_unasked":                               slots.No,
		"nowhere":                                 slots.Open,
		"r_good and r_open":                       slots.Open,
		"r_missing and r_open":                    slots.No,
		"r_good or r_open":                        slots.Yes,
		"r_missing || r_open":                     slots.Open,
		"!(r_good && r_open)":                     slots.Open,
		"not (r_missing and r_open)":              slots.Yes,
		"met(r_good, c_good, r_open) >= 2":        slots.Yes,
		"met(r_good, r_half, r_open) >= 2":        slots.Open,
		"met(r_half, r_literal, r_open) >= 2":     slots.No,
		"present(r_literal)":                      slots.Yes,
		"present(r_missing)":                      slots.No,
		"not present(r_missing)":                  slots.Yes,
		`method(r_good) == "welch_t"`:             slots.Yes,
		`method(r_good) != "student_t"`:           slots.Yes,
		`method(r_literal) == "welch_t"`:          slots.No,
		`method(r_literal) != "welch_t"`:          slots.No, // there is none to differ
		`verdict(c_good) == "supported"`:          slots.Yes,
		`verdict(c_open) == "supported"`:          slots.Open,
		`verdict(c_unasked) == "unsupported"`:     slots.Yes,
		`verdict(nowhere) == "supported"`:         slots.Open,
		"value(r_good) < 0":                       slots.Yes,
		"value(r_literal) - value(r_good) == 5":   slots.Yes,
		"abs(value(r_good)) > value(r_literal)":   slots.Yes,
		"value(r_literal) * 2 / 4 <= 1":           slots.Yes,
		"value(r_literal) / 0 > 1":                slots.No, // no number
		"not (value(r_literal) / 0 > 1)":          slots.No,
		"value(r_half) > 0":                       slots.No, // a text
		"not (value(r_half) > 0)":                 slots.No,
		"value(r_missing) > 0":                    slots.No,
		"value(nowhere) > 0":                      slots.Open,
		"value(nowhere) + value(r_literal) == 2":  slots.Open,
		"value(nowhere) * value(r_literal) == 2":  slots.Open,
		"abs(value(nowhere)) >= 0":                slots.Yes,
		"-value(r_literal) == -2 and r_good":      slots.Yes,
		"1 > 2 or value(r_literal) != 2":          slots.No,
		"true":                                    slots.Yes,
		"r_good and not (r_half or c_unasked)":    slots.Yes,
		"support(c_open) >= 0 and c_good == true": -1,
	} {
		e, err := slots.Parse(src)
		if want == -1 {
			if err == nil {
				t.Errorf("%s was read", src)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", src, err)
		} else if got := e.Eval(x); got != want {
			t.Errorf("%s is %d, not %d", src, got, want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for src, want := range map[string]string{
		"":                           "character 1",
		"r_good and":                 "character",
		"1 + 1":                      "a number, not a condition",
		`"text"`:                     "a text, not a condition",
		"score(r) and r":             "character 1: and takes a condition, this is a number",
		"r > 1":                      "> takes a number, this is a condition",
		"method(r) == 1":             "== takes a text, this is a number",
		"r == r":                     "compares numbers or texts",
		"r in [1]":                   "not part of the language",
		"r ? r : r":                  "not part of the language",
		"r.x":                        "not part of the language",
		"len(r) > 1":                 "there is no such function",
		"met() > 1":                  "takes one argument",
		"score(r, s) > 1":            "takes one argument",
		"score(1) > 0":               "takes the name of a slot",
		`slot("")`:                   "takes the name of a slot",
		"2 ** 3 > 1":                 "the operator ** is not part",
		"map([1], {# > 0})":          "",
		"let x = r; x":               "",
		"r; r":                       "",
		"not 1":                      "not takes a condition",
		strings.Repeat("r or ", 1e4): "longer than",
		strings.Repeat("(", 9000):    "",
	} {
		if e, err := slots.Parse(src); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: %v, %v", src, e, err)
		}
	}
}

// Without a report, or with one that has no verdict, everything is open.
func TestOpen(t *testing.T) {
	infra := report()
	infra.Status = spec.StatusInfra
	for _, x := range []*slots.Report{nil, mustNew(t, infra)} {
		for _, src := range []string{"r_good", "not r_good", "score(r_good) > 0", `method(r_good) == "a"`, `verdict(c_good) == "a"`, "value(r_good) > 0", "present(r_good)"} {
			e, err := slots.Parse(src)
			if err != nil {
				t.Fatal(err)
			}
			if got := e.Eval(x); got != slots.Open {
				t.Errorf("%s is %d", src, got)
			}
		}
		if x.Why("r_good") == "" || x.Within("r_good") != slots.Open || x.Evidence("r_good") != nil {
			t.Error("an open slot is not said to be open")
		}
	}
}

func TestEvidenceAndReasons(t *testing.T) {
	x := mustNew(t, report())
	for slot, want := range map[string][]spec.EvidencePointer{
		"r_good":    {{File: "results.json", Pointer: "/results/1"}},
		"c_good":    {{File: "claims.json", Pointer: "/claims/0"}},
		"v-good":    {{File: "figure.png", Mark: "ax0/point"}},
		"r_missing": nil,
		"t":         nil,
	} {
		if d := cmp.Diff(want, x.Evidence(slot)); d != "" {
			t.Errorf("%s: %s", slot, d)
		}
	}
	for slot, want := range map[string]string{
		"r_half": "the unit is wrong", "r_literal": "what it rests on failed", "nowhere": "no slot", "r_good": "", "c_good": "",
	} {
		if got := x.Why(slot); !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%s: %q", slot, got)
		}
	}
	for slot, want := range map[string]slots.Truth{"r_good": slots.Yes, "r_half": slots.No, "c_good": slots.Yes, "c_open": slots.Open} {
		if got := x.Within(slot); got != want {
			t.Errorf("within %s: %d", slot, got)
		}
	}
}

// A report whose edges lead in a circle or to nowhere is refused; numbers that no report
// of the engine has leave their slot open.
func TestForgedReports(t *testing.T) {
	r := report()
	r.Edges = append(r.Edges, spec.EdgeReport{From: "r_good", To: "t", State: spec.StateScored})
	if _, err := slots.New(r); err == nil {
		t.Error("a circle passes")
	}
	r = report()
	r.Edges[0].From = "nowhere"
	if _, err := slots.New(r); err == nil {
		t.Error("an edge from nowhere passes")
	}
	r = report()
	*r.Claims[0].Support = 2
	if got := mustNew(t, r).Stands("c_good"); got != slots.Open {
		t.Errorf("a support of 2 is %d", got)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"r_good", "not (r and s)", `met(a, "b") >= 2`, "value(r) / 0 > abs(-1)", "r ?? s", "a[1]", "{}", "1..2", "#", "`x`", "r | abs()"} {
		f.Add(s)
	}
	x, err := slots.New(report())
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, src string) {
		if e, err := slots.Parse(src); err == nil {
			if got := e.Eval(x); got < slots.No || got > slots.Yes {
				t.Errorf("%q is %d", src, got)
			}
		}
	})
}
