package stats_test

import (
	"fmt"
	"testing"

	"github.com/assaybench/assay/claims/closure/stats"
)

// Seven models at fifty tasks, three runs of each: 1,050 attempts, made so that the counts
// are those that were published of a benchmark of this kind. One model reaches RC4 in 49 of
// its 150 runs, in at least one run at 25 of 50 tasks, in every run at 9. Of attempts at
// 8/10 or more, 192 stay below RC4, of which 157 have an unmet I or M atom; 79 reach RC4,
// 60 of them with such an atom.
func published() []stats.Scored {
	var list []made
	low, high := 0, 0 // high attempts below RC4 and at RC4 so far
	add := func(model string, task, run, rc int) {
		m := made{model: model, task: fmt.Sprintf("task-%02d", task), run: run, rc: rc}
		switch {
		case rc == 4: // 60 of 79 lack an I or M atom, the others a V atom or none
			switch high++; {
			case high <= 40:
				m.unmet = "I"
			case high <= 60:
				m.unmet = "M"
			case high <= 70:
				m.unmet = "V"
			}
		case low < 192 && (task+run)%3 == 0: // 157 of 192
			switch low++; {
			case low <= 90:
				m.unmet = "MM"
			case low <= 157:
				m.unmet = "IM"
			default:
				m.unmet = "VV"
			}
		default:
			m.unmet = "IIIMMMVVO"
		}
		list = append(list, m)
	}
	for model := range 7 {
		name := fmt.Sprintf("model-%d", model+1)
		for task := range 50 {
			for run := range 3 {
				closed := false
				switch model {
				case 0: // 9 tasks in all three runs, 6 in two, 10 in one: 27 + 12 + 10 = 49 over 25 tasks
					closed = task < 9 || task < 15 && run < 2 || task < 25 && run < 1
				case 1: // 30 more over the other models
					closed = task < 30 && run == 1
				}
				rc := (task + run) % 4
				if closed {
					rc = 4
				}
				add(name, task, run+1, rc)
			}
		}
	}
	return scores(list...)
}

func TestPublishedArithmetic(t *testing.T) {
	all := published()
	s := compute(t, 50, 3, all)
	if len(s.Attempts) != 1050 || len(s.Groups) != 1+7+50+3 || !s.Complete {
		t.Fatalf("%d attempts in %d groups", len(s.Attempts), len(s.Groups))
	}
	m := group(t, s, "model", "model-1")
	is(t, "RC4 of the model's attempts", m.RC[4], 49, 150)
	is(t, "RC4 of its declared runs", m.RC4Declared, 49, 150)
	is(t, "any run", *m.AnyRun, 25, 50)
	is(t, "all runs", *m.AllRuns, 9, 50)
	g := group(t, s, "all", "")
	is(t, "high below RC4 with an unmet I or M atom", g.High.BelowRC4.IOrM, 157, 192)
	is(t, "high at RC4 with an unmet I or M atom", g.High.RC4.IOrM, 60, 79)
	is(t, "high at RC4", g.High.RC4Share, 79, 192+79)
	is(t, "unmet I below RC4", g.High.BelowRC4.Unmet[2].Attempts, 67, 192)
	is(t, "unmet M below RC4", g.High.BelowRC4.Unmet[3].Attempts, 157, 192)
	is(t, "unmet M atoms below RC4", g.High.BelowRC4.Unmet[3].Atoms, 90*2+67, 192*each)
	is(t, "unmet M atoms of all unmet", g.High.BelowRC4.Unmet[3].OfUnmet, 90*2+67, 2*192)
	is(t, "unmet I at RC4", g.High.RC4.Unmet[2].Attempts, 40, 79)
	is(t, "any run over models", *g.AnyRun, 25+30, 350)
	is(t, "all runs over models", *g.AllRuns, 9, 350)
	is(t, "attempts at a task", group(t, s, "task", "task-00").RC[4], 4, 21)
	is(t, "attempts in a run", group(t, s, "run", "1").RC4Declared, 25, 350)

	// The same rates where the runs that fell short were never made: they stay in the
	// denominator of what was declared.
	var kept []stats.Scored
	for _, x := range all {
		if x.Model != "model-1" || *x.RC == 4 {
			kept = append(kept, x)
		}
	}
	m = group(t, compute(t, 50, 3, kept), "model", "model-1")
	is(t, "RC4 of attempts", m.RC[4], 49, 49)
	is(t, "RC4 of declared runs", m.RC4Declared, 49, 150)
	is(t, "any run", *m.AnyRun, 25, 50)
	is(t, "all runs", *m.AllRuns, 9, 50)
	if m.Counts.Missing != 101 || m.Counts.Observed != 49 {
		t.Errorf("%+v", m.Counts)
	}
}

// Other readings of the two shares of high attempts: closure levels among them, and V atoms
// met of those that apply.
func TestSharesOfManyKinds(t *testing.T) {
	var list []made
	for i := range 192 + 79 {
		m := made{model: "m", task: fmt.Sprint(i), run: 1, rc: 3, unmet: "V"}
		switch {
		case i < 192-157:
			m.rc = 2
		case i >= 192:
			m.rc = 4
		}
		list = append(list, m)
	}
	g := group(t, compute(t, 300, 1, scores(list...)), "all", "")
	is(t, "RC3 of the high attempts below RC4", g.High.BelowRC4.RC[3], 157, 192)
	is(t, "RC2", g.High.BelowRC4.RC[2], 35, 192)
	is(t, "RC4", g.High.BelowRC4.RC[4], 0, 192)

	list = nil
	for i := range 79 { // risk-linked V atoms: the fourth is unmet only where all four are
		m := made{model: "m", task: fmt.Sprint(i), run: 1, rc: 3}
		if i >= 60 {
			m.unmet = "VVVV"
		}
		list = append(list, m)
	}
	list = append(list, made{model: "m", task: "79", run: 1, rc: 1, free: "VVVV"})
	g = group(t, compute(t, 80, 1, scores(list...)), "all", "")
	is(t, "risk-linked V", g.VCategories[2].Share, 60, 79)
	is(t, "V", g.V, 240, 316)
	if g.VCategories[2].Category != "risk_linked" {
		t.Error(g.VCategories[2].Category)
	}
}
