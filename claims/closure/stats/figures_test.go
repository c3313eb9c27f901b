package stats_test

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/claims/closure/stats"
	"github.com/assaybench/assay/spec"
)

// at is a cell as text or number; nil where it is missing.
func at(t *testing.T, cols []spec.Column, name string, row int) any {
	t.Helper()
	i := slices.IndexFunc(cols, func(c spec.Column) bool { return c.Name == name })
	switch {
	case i < 0:
		t.Fatalf("there is no column %s", name)
		return nil
	case cols[i].IsMissing(row):
		return nil
	case cols[i].Kind == spec.ColumnText:
		return cols[i].Text[row]
	}
	return cols[i].Num[row]
}

func TestRows(t *testing.T) {
	s := with(t, stats.Options{Tasks: 2, Runs: 1, Resamples: 50, Level: 0.9}, scores(
		made{model: "m", task: "a", run: 1, rc: 4, unmet: "V", free: "V"},
		made{model: "m", task: "b", run: 1, rc: 2, un: "M"},
		made{model: "n", task: "a", run: 1, edit: zero}))
	cols, whole := stats.AttemptRows(s)
	row := func(cols []spec.Column, i int, names ...string) (out []any) {
		for _, n := range names {
			out = append(out, at(t, cols, n, i))
		}
		return out
	}
	names := []string{"model", "score", "rc", "half_points_low", "half_points_high", "V_met", "V_applicable", "V_scope_met", "M_undecided", "terminal_zero"}
	for i, want := range [][]any{
		{"m", 9.5, 4.0, 19.0, 19.0, 2.0, 3.0, 1.0, 0.0, 0.0},
		{"m", nil, 2.0, 19.0, 20.0, 4.0, 4.0, 1.0, 1.0, 0.0},
		{"n", 0.0, 0.0, 0.0, 0.0, nil, nil, nil, nil, 1.0},
	} {
		if d := cmp.Diff(want, row(cols, i, names...)); d != "" {
			t.Errorf("row %d: %s", i, d)
		}
	}
	if !slices.Contains(whole, "V_risk_linked_undecided") || slices.Contains(whole, "score") {
		t.Error(whole)
	}
	cols, _ = stats.FigureRows(s)
	n := 0
	for i := range cols[0].Len() {
		if at(t, cols, "figure", i) == "mean_score" && at(t, cols, "by", i) != "task" {
			n++
			want := map[any][]any{"": {nil, 19.0 / 3, 6.5}, "m": {nil, 9.5, 9.75}, "n": {0.0, 0.0, 0.0}, "1": {nil, 19.0 / 3, 6.5}}[at(t, cols, "name", i)]
			if d := cmp.Diff(want, row(cols, i, "value", "low", "high"), cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-12 })); d != "" {
				t.Error(d)
			}
		}
	}
	if n != 4 || cols[0].Len() != 92*3+90+2*92 {
		t.Errorf("%d rows, %d means", cols[0].Len(), n)
	}
	if s := stats.Printed(spec.ClosureShare{Count: [2]int{49, 52}, Of: [2]int{150, 150}}); s != "49…52/150" {
		t.Error(s)
	}
}

// The document fits its schema and is read back as it was, decided or not.
func TestDocument(t *testing.T) {
	open := scores(made{model: "m", task: "a", run: 1, rc: 4, un: "MV"}, made{model: "m", task: "b", run: 1, edit: broken}, made{model: "n", task: "a", run: 1, edit: zero})
	for name, list := range map[string][]stats.Scored{"open": open, "decided": published()[:60], "nothing": nil} {
		s := with(t, stats.Options{Tasks: 50, Runs: 3, Resamples: 20, Level: 0.95}, list)
		data, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		back, problems := spec.ReadClosureStats("stats.json", data)
		if problems != nil {
			t.Fatal(name, problems)
		}
		if d := cmp.Diff(s, back); d != "" {
			t.Error(name, d)
		}
	}
}
