package oracle_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
)

// curve is y = f(x) at x = 0, 0.25, … with an even error of up to size.
func curve(t *testing.T, n int, size float64, f func(x float64) float64) map[string]*oracle.View {
	t.Helper()
	var b strings.Builder
	b.WriteString("x,y\n")
	for i := range n {
		x := float64(i) / 4
		fmt.Fprintf(&b, "%v,%.8f\n", x, f(x)+size*math.Sin(float64(7*i*i+3*i)))
	}
	return viewsOf(t, b.String(), map[string]spec.View{"v": {Asset: "data.csv"}})
}

// params is a result that reports parameters by name.
func params(t *testing.T, names string, values ...float64) spec.Result {
	t.Helper()
	r := spec.Result{ID: "fit", Value: spec.Value{Kind: spec.ValueArray}}
	for i, name := range strings.Fields(names) {
		r.Value.Items, r.Index = append(r.Value.Items, num(values[i])), append(r.Index, spec.TextValue(name))
	}
	return r
}

func floatsOf(t *testing.T, v spec.Value) []float64 {
	t.Helper()
	ns, ok := v.Numbers()
	if !ok {
		t.Fatalf("%v are no numbers", v)
	}
	out := make([]float64, len(ns))
	for i, n := range ns {
		out[i] = n.F
	}
	return out
}

// Terms of a sum may change places: another optimum, as good, with its own standard errors.
func TestPermutedOptimum(t *testing.T) {
	views := curve(t, 60, 0.01, func(x float64) float64 { return 5*math.Exp(-0.3*x) + 2*math.Exp(-2*x) })
	a := compute(t, views, "v", "nls", "model=y=a*exp(-b*x)+c*exp(-d*x) start=a=4,b=0.2,c=3,d=3")
	p := floatsOf(t, a.Value)
	if len(p) != 4 || math.Abs(p[1]-0.3) > 0.05 || a.N.Num.F != 60 || a.DF.Num.F != 56 {
		t.Fatalf("parameters %v, n %v, df %v", p, a.N, a.DF)
	}
	se := floatsOf(t, uncertainty(a, spec.UncertaintySE).Value)
	if d := oracle.Diagnose(a, params(t, "a b c d", p...)); d.Kind != oracle.IsExact {
		t.Errorf("the parameters themselves: %s", d.Says)
	}
	r := params(t, "a b c d", p[2], p[3], p[0], p[1])
	r.Uncertainty = &spec.Uncertainty{Kind: spec.UncertaintySE, Value: spec.ArrayValue([]float64{se[2], se[3], se[0], se[1]})}
	d := oracle.Diagnose(a, r)
	if d.Kind != oracle.IsOptimum || !d.Kind.Right() || len(d.Details) != 1 || !d.Details[0].Kind.Right() || !strings.Contains(d.Says, "as good an optimum") {
		t.Errorf("exchanged terms: %s %s, %+v", d.Kind, d.Says, d.Details)
	}
	v := held(a, r)
	if v.Score != 1 {
		t.Errorf("exchanged terms score %v: %v", v.Score, v.Checks)
	}
	// Half exchanged is no optimum.
	r = params(t, "a b c d", p[2], p[1], p[0], p[3])
	if k := check(held(a, r), "value"); k.Pass || !strings.Contains(k.Note, "no optimum is there: the residual sum of squares is") {
		t.Errorf("half exchanged: %+v", k)
	}
	// Within a hundredth of a standard error programs stop; a tenth is too far.
	for off, pass := range map[float64]bool{0.005: true, 0.2: false} {
		if k := check(held(a, params(t, "a b c d", p[0]+off*se[0], p[1], p[2], p[3])), "value"); k.Pass != pass {
			t.Errorf("off by %v standard errors: %+v", off, k)
		}
	}
}

// A frequency has many local minima: the one that was found is named, and how bad it is.
func TestLocalOptimum(t *testing.T) {
	views := curve(t, 40, 0.05, func(x float64) float64 { return 3 * math.Sin(2*x) })
	a := compute(t, views, "v", "nls", "model=y=a*sin(w*x) start=a=2,w=1.9")
	p := floatsOf(t, a.Value)
	if math.Abs(p[1]-2) > 0.01 {
		t.Fatalf("parameters %v", p)
	}
	local := floatsOf(t, compute(t, views, "v", "nls", "model=y=a*sin(w*x) start=a=0.3,w=3.4").Value)
	if math.Abs(local[1]-p[1]) < 0.1 {
		t.Fatalf("there is no other minimum at %v", local)
	}
	k := check(held(a, params(t, "a w", local...)), "value")
	if k.Pass || !strings.Contains(k.Note, "they stand at a local optimum: the residual sum of squares is") || !strings.Contains(k.Note, "against 0.0") {
		t.Errorf("a local minimum: %+v", k)
	}
	// From the wrong start the oracle itself may be at the worse one: a better one passes.
	worse := compute(t, views, "v", "nls", "model=y=a*sin(w*x) start=a=0.3,w=3.4")
	if d := oracle.Diagnose(worse, params(t, "a w", p...)); d.Kind != oracle.IsOptimum {
		t.Errorf("a better optimum: %s %s", d.Kind, d.Says)
	}
	// The sign of both means nothing in a sine.
	if d := oracle.Diagnose(a, params(t, "a w", -p[0], -p[1])); d.Kind != oracle.IsOptimum {
		t.Errorf("both signs changed: %s %s", d.Kind, d.Says)
	}
	for _, strange := range [][]float64{{1e300, 1e300}, {math.NaN(), 1}, {0, 0}, {math.Inf(1), 0}} {
		if d := oracle.Diagnose(a, params(t, "a w", strange...)); d.Kind.Right() {
			t.Errorf("%v: %s", strange, d.Says)
		}
	}
	if d := oracle.Diagnose(a, params(t, "a v", p...)); d.Kind != oracle.IsWrongShape {
		t.Errorf("another name: %s", d.Says)
	}
}
