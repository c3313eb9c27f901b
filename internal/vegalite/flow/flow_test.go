package flow_test

import (
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assaybench/assay/internal/vegalite/flow"
	"github.com/assaybench/assay/internal/vegalite/formula"
)

func TestPath(t *testing.T) {
	for field, want := range map[string][]string{"a": {"a"}, "a.b": {"a", "b"}, `a\.b`: {"a.b"}, "[a.b]": {"a.b"}, "a['b c']": {"a", "b c"}, "a[": {"a["}, "": {""}} {
		if d := cmp.Diff(want, flow.Path(field)); d != "" {
			t.Errorf("%s: %s", field, d)
		}
	}
}

// The moments and quantiles of 2, 4, 4, 5, 5, 7, 9 and 4, in closed form: mean 5, squares 32.
func TestAggregates(t *testing.T) {
	rows := flow.Rows{{"v": nil}, {"v": ""}, {"v": "text"}}
	for _, x := range []float64{2, 4, 4, 4, 5, 5, 7, 9} {
		rows = append(rows, formula.Row{"v": x})
	}
	for op, want := range map[string]float64{
		"count": 11, "valid": 8, "missing": 2, "distinct": 8, "sum": 40, "mean": 5, "average": 5, "variance": 32.0 / 7, "variancep": 4, "stdev": math.Sqrt(32.0 / 7), "stdevp": 2, "stderr": math.Sqrt(32.0 / 56),
		"median": 4.5, "q1": 4, "q3": 5.5, "min": 2, "max": 9, "product": 2 * 64 * 25 * 63,
	} {
		out, err := rows.Aggregate(nil, []flow.Aggregate{{Op: op, Field: "v", As: "r"}})
		if err != nil {
			t.Fatal(err)
		}
		if got := out[0]["r"]; math.Abs(got.(float64)-want) > 1e-12*want {
			t.Errorf("%s: %v, want %v", op, got, want)
		}
	}
	if _, err := rows.Aggregate(nil, []flow.Aggregate{{Op: "ci1", Field: "v", As: "r"}}); !errors.Is(err, flow.ErrRandom) {
		t.Errorf("a bootstrap: %v", err)
	}
	one := flow.Rows{{"v": 1.0}}
	for _, op := range []string{"variance", "stdev", "stderr"} {
		out, err := one.Aggregate(nil, []flow.Aggregate{{Op: op, Field: "v", As: "r"}})
		if _, none := out[0]["r"].(formula.Undefined); err != nil || !none {
			t.Errorf("%s of one number: %v %v", op, out[0]["r"], err)
		}
	}
}

func numbers(t *rapid.T) flow.Rows {
	var rows flow.Rows
	for range rapid.IntRange(1, 30).Draw(t, "n") {
		rows = append(rows, formula.Row{"v": float64(rapid.IntRange(-1000, 1000).Draw(t, "v")) / 8, "g": rapid.SampledFrom([]string{"a", "b"}).Draw(t, "g")})
	}
	return rows
}

// A stack loses nothing: its lengths are the values, and shares end at 1.
func TestLawStack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := numbers(t)
		for i, r := range rows.Stack([]string{"g"}, "v", flow.Sort{}, "zero", "s", "e") {
			if d := r["e"].(float64) - r["s"].(float64) - rows[i]["v"].(float64); math.Abs(d) > 1e-9 {
				t.Fatalf("length %v of %v", r["e"].(float64)-r["s"].(float64), rows[i]["v"])
			}
		}
		top := map[string]float64{}
		sum := map[string]float64{}
		for _, r := range rows.Stack([]string{"g"}, "v", flow.Sort{}, "normalize", "s", "e") {
			g := r["g"].(string)
			top[g], sum[g] = math.Max(top[g], r["e"].(float64)), sum[g]+math.Abs(r["v"].(float64))
		}
		for g, v := range top {
			if sum[g] > 0 && math.Abs(v-1) > 1e-9 {
				t.Fatalf("the shares of %s end at %v", g, v)
			}
		}
	})
}

// Each number lies in its bin, and there are no more bins than were asked for, but for the one
// that rounding the ends may add.
func TestLawBins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := numbers(t)
		most := rapid.IntRange(1, 40).Draw(t, "most")
		out, ok := rows.Bin("v", flow.Bins{MaxBins: float64(most)}, "lo", "hi")
		if !ok {
			t.Fatal("no bins")
		}
		seen := map[float64]bool{}
		for _, r := range out {
			v, lo, hi := r["v"].(float64), r["lo"].(float64), r["hi"].(float64)
			if slack := 1e-9 * (1 + math.Abs(v)); v < lo-slack || v > hi+slack {
				t.Fatalf("%v is not in %v to %v", v, lo, hi)
			}
			seen[lo] = true
		}
		if len(seen) > most+1 {
			t.Fatalf("%d bins, asked for %d", len(seen), most)
		}
	})
}

// No setting makes bins without end.
func TestBinsBounded(t *testing.T) {
	for _, b := range []flow.Bins{{Step: 5e-324}, {Step: -1}, {MaxBins: -3}, {Base: 1}, {Base: 0.5}, {MaxBins: 1e300}, {MinStep: math.Inf(1)}, {Divide: []float64{0}}, {Divide: []float64{math.NaN()}}, {Steps: []float64{0}}, {Extent: &[2]float64{5, -5}}} {
		if e, ok := b.For(-1e300, 1e300); ok && !((e.Stop-e.Start)/e.Step <= 10_000) {
			t.Errorf("%+v: %+v", b, e)
		}
	}
}

func TestUnits(t *testing.T) {
	d := formula.ParseDate("2007-11-13T14:15:16Z").(formula.Date)
	for name, want := range map[string]string{
		"year": "2007-01-01T00:00:00.000Z 2007", "month": "2012-11-01T00:00:00.000Z Nov", "yearmonth": "2007-11-01T00:00:00.000Z Nov 2007", "quarter": "2012-10-01T00:00:00.000Z Q4", "yearmonthdate": "2007-11-13T00:00:00.000Z Nov 13, 2007",
		"day": "2012-01-03T00:00:00.000Z Tue", "hours": "2012-01-01T14:00:00.000Z 14:00", "utcyear": "2007-01-01T00:00:00.000Z 2007", "dayofyear": "2012-11-12T00:00:00.000Z 317", "hoursminutes": "2012-01-01T14:15:00.000Z 14:15",
	} {
		u, ok := flow.ParseUnit(name)
		if !ok {
			t.Errorf("%s is not read", name)
			continue
		}
		f := u.Floor(d)
		if got := formula.Text(f) + " " + u.Label(f); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
		if n := u.Next(f); !(n > f) {
			t.Errorf("%s: the next is %v", name, n)
		}
	}
	for _, name := range []string{"", "week", "monthyear", "yearyear", "century"} {
		if u, ok := flow.ParseUnit(name); ok {
			t.Errorf("%s: %v", name, u)
		}
	}
}

func TestBoundedWork(t *testing.T) {
	rows := make(flow.Rows, 10_000)
	for i := range rows {
		rows[i] = formula.Row{"v": 1.0}
	}
	if _, err := rows.Window(nil, flow.Sort{}, flow.Frame{}, []flow.Window{{Op: "sum", Field: "v", As: "s"}}); err == nil {
		t.Error("a hundred million sums are computed")
	}
	if _, err := rows.Fold(make([]string, 1000), "k", "v"); !errors.Is(err, flow.ErrRows) {
		t.Errorf("ten million rows: %v", err)
	}
}
