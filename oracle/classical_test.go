package oracle_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
)

// Engine shape (1: in line) of the 32 cars, in their order.
const vs = "0 0 1 1 0 1 0 1 1 1 1 0 0 0 0 0 0 1 1 1 1 0 0 0 0 1 0 1 0 0 0 1"

// moreCars are the cars with their engine shape.
func moreCars(t testing.TB) map[string]*oracle.View {
	t.Helper()
	var rows [33]string
	for _, line := range append(strings.Split(cars, "\n"), "vs "+vs) {
		for i, cell := range strings.Fields(line) {
			if rows[i] != "" {
				rows[i] += ","
			}
			rows[i] += cell
		}
	}
	return viewsOf(t, strings.Join(rows[:], "\n")+"\n", map[string]spec.View{"cars": {Asset: "data.csv"}})
}

func variant(t testing.TB, a oracle.Answer, name string) oracle.Answer {
	t.Helper()
	for _, v := range a.Variants {
		if v.Name == name {
			return v.Answer
		}
	}
	t.Fatalf("%s has no variant %s", a.What, name)
	return oracle.Answer{}
}

func plain(v spec.Value) float64 {
	if n, ok := v.Number(); ok {
		return n.F
	}
	return math.NaN()
}

// Numbers of R 4.2.2 to 15 digits: var.test, wilcox.test, shapiro.test, chisq.test,
// fisher.test, cor.test, mad, mean(trim =).
func TestClassicalInR(t *testing.T) {
	views := moreCars(t)
	check := func(what string, got, want, rel float64) {
		t.Helper()
		if !(spec.Tolerance{Rel: rel}).Close(got, want) {
			t.Errorf("%s is %.15g, by R %.15g", what, got, want)
		}
	}
	two := "value=mpg group=am first=1 second=0"
	f := compute(t, views, "cars", "variance_ratio", two)
	check("F of variances", plain(f.Value), 2.58691051745381, 1e-13)
	check("p of it", plain(f.PValue), 0.0669059242158738, 1e-12)
	u := compute(t, views, "cars", "mann_whitney", two)
	check("U", plain(u.Value), 205, 1e-15)
	check("p with correction", plain(u.PValue), 0.00187139133317856, 1e-12)
	check("p without", plain(variant(t, u, "no-continuity").PValue), 0.00175333511065127, 1e-12)
	w := compute(t, views, "cars", "shapiro_wilk", "value=mpg")
	check("W", plain(w.Value), 0.947564726479274, 1e-9)
	check("p of W", plain(w.PValue), 0.122881358539443, 1e-6)
	chi := compute(t, views, "cars", "chi_square", "row=am column=vs yates=true")
	check("chi-square with Yates", plain(chi.Value), 0.347535505430242, 1e-13)
	check("p of it", plain(chi.PValue), 0.55551154701315, 1e-12)
	fisher := compute(t, views, "cars", "fisher_exact", "row=am column=vs odds=conditional")
	ci := uncertainty(fisher, spec.UncertaintyCI)
	for i, got := range []spec.Value{fisher.PValue, fisher.Value, ci.Lower, ci.Upper} {
		check("fisher.test", plain(got), []float64{0.47269744160178, 1.95605539937289, 0.38253417984464, 10.5916086729883}[i], 1e-4)
	}
	check("p of Fisher", plain(fisher.PValue), 0.47269744160178, 1e-13)
	tau := compute(t, views, "cars", "kendall", "x=mpg y=wt")
	check("tau-b", plain(tau.Value), -0.727832149528431, 1e-13)
	check("p of tau", plain(tau.PValue), 6.70577040559586e-09, 1e-10)
	check("mad", plain(variant(t, compute(t, views, "cars", "mad", "value=mpg"), "constant-1.4826").Value), 5.41149, 1e-14)
	check("trimmed mean", plain(compute(t, views, "cars", "trimmed_mean", "value=mpg").Value), 19.6961538461538, 1e-13)
}

// R 4.2.2 on numbers that are stated with the call.
func TestRankTestsInR(t *testing.T) {
	views := viewsOf(t, "x,g\n1.1,a\n2.2,a\n3.3,a\n4.4,a\n5.5,a\n2.1,b\n4.1,b\n6.1,b\n8.1,b\n9.9,b\n10.2,b\n", map[string]spec.View{"v": {Asset: "data.csv"}})
	u := compute(t, views, "v", "mann_whitney", "value=x group=g first=a second=b")
	if plain(u.Value) != 6 || math.Abs(plain(u.PValue)-0.125541125541126) > 1e-14 {
		t.Errorf("U %v, p %v", u.Value, u.PValue)
	}
	views = viewsOf(t, "x,y\n1.83,0.878\n0.5,0.647\n1.62,0.598\n2.48,2.05\n1.68,1.06\n1.88,1.29\n1.55,1.06\n3.06,3.14\n1.30,1.29\n", map[string]spec.View{"v": {Asset: "data.csv"}})
	v := compute(t, views, "v", "wilcoxon", "x=x y=y")
	if plain(v.Value) != 40 || plain(v.PValue) != 0.0390625 {
		t.Errorf("V %v, p %v", v.Value, v.PValue)
	}
}

// held compares a result of one slot with one method.
func held(a oracle.Answer, r spec.Result) spec.Verdict {
	r.ID, r.Estimand, r.Method = "r", "e", "m"
	return oracle.Compare(spec.ResultSlot{ID: "s", Estimand: "e"}, r, []oracle.MethodAnswer{{Method: spec.Method{Family: "m"}, Answer: a}}, "", spec.Terms{})
}

// written is a number as a program prints it.
func written(t testing.TB, v spec.Value) spec.Value {
	t.Helper()
	n, err := spec.ParseNumber(v.String())
	if err != nil {
		t.Fatalf("%v is no number: %v", v, err)
	}
	return spec.Value{Kind: spec.ValueNumber, Num: n}
}

// U of many values, which are ranked by both processors, is that of a count: of float64s,
// and of decimal texts that are none.
func TestManyRanks(t *testing.T) {
	const n = 40_000
	r := rand.New(rand.NewPCG(5, 6))
	f := &spec.Frame{Columns: []spec.Column{{Name: "x", Kind: spec.ColumnNumber}, {Name: "g", Kind: spec.ColumnText}}}
	var csv strings.Builder
	csv.WriteString("x,g\n")
	var count [2][2001]float64
	for range n {
		k, g := int(250*math.Abs(r.NormFloat64()))+r.IntN(2), r.IntN(2)
		k = min(k, 2000)
		count[g][k]++
		f.Columns[0].Num, f.Columns[1].Text = append(f.Columns[0].Num, float64(k)), append(f.Columns[1].Text, string("ab"[g]))
		fmt.Fprintf(&csv, "%d.1,%c\n", k, "ab"[g])
	}
	u, below := 0.0, 0.0
	for k, c := range count[0] {
		u += c * (below + count[1][k]/2)
		below += count[1][k]
	}
	texts := viewsOf(t, csv.String(), map[string]spec.View{"v": {Asset: "data.csv"}})
	for _, views := range []map[string]*oracle.View{{"v": oracle.ViewOf("v", f)}, texts} {
		a := compute(t, views, "v", "mann_whitney", "value=x group=g first=a second=b")
		if plain(a.Value) != u {
			t.Errorf("U is %v, by counting %v", plain(a.Value), u)
		}
		if b := compute(t, views, "v", "mann_whitney", "value=x group=g first=b second=a"); plain(b.Value) != plain(variant(t, a, "swapped").Value) || math.Abs(plain(b.PValue)/plain(a.PValue)-1) > 1e-12 {
			t.Errorf("exchanged: %v with p %v, not %v with %v", plain(b.Value), plain(b.PValue), plain(variant(t, a, "swapped").Value), plain(a.PValue))
		}
	}
}
