package oracle_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
)

// randomTrials are things of two groups g and three h, in blocks of three treatments: paired
// numbers a and b, k with many ties, positive w, gap with holes, answers ok, u and v, texts,
// and p-values of tests, some of which have none.
func randomTrials(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 11))
	var b strings.Builder
	b.WriteString("id,a,b,k,w,gap,few,g,h,again,block,treat,ok,one,u,v,x,y,p\n")
	yes := func(p float64) string {
		if r.Float64() < p {
			return "yes"
		}
		return "no"
	}
	word := func() string {
		s := ""
		for range 3 + r.IntN(9) {
			s += string("abcé"[r.IntN(3)])
		}
		return s
	}
	seen := map[string]int{}
	for i := range 3 * (14 + r.IntN(20)) {
		g, h := "mf"[r.IntN(2)], "pqr"[r.IntN(3)]
		x := 2 + 1.5*r.NormFloat64() + 0.4*float64(g%2) + 0.5*float64(h-'p')
		gap, few, p := fmt.Sprintf("%.3f", 3*r.NormFloat64()+1), "", fmt.Sprintf("%.4f", math.Pow(r.Float64(), 3))
		if r.IntN(5) == 0 {
			gap, p = "", ""
		}
		if seen[string(g)]++; seen[string(g)] <= 9 {
			few = fmt.Sprintf("%.5f", x)
		}
		u := yes(0.5)
		v := u
		if r.IntN(3) == 0 {
			v = yes(0.6)
		}
		fmt.Fprintf(&b, "t%03d,%.5f,%.5f,%d,%.4f,%s,%s,%c,%c,%c,%d,%d,%s,%d,%s,%s,%s,%s,%s\n", i, x, 0.6*x+r.NormFloat64()+0.3, 1+r.IntN(4)+int(max(0, min(2, x/2))), 0.05+3*r.ExpFloat64(),
			gap, few, g, h, "pqr"[r.IntN(3)], i/3, i%3, yes(0.3+0.1*float64(g%3)), r.IntN(2), u, v, word(), word(), p)
	}
	return b.String()
}

// randomForecasts are rows with labels of two and of three kinds and what was forecast of
// them, grades, censored times of two arms, a noisy series s at even times t, gap with holes,
// and one peak.
func randomForecasts(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 12))
	n := 80 + r.IntN(120)
	var b strings.Builder
	b.WriteString("truth,guess,score,fine,kind,called,grade,given,time,event,arm,t,s,gap,day,peak\n")
	last := 0.0
	for i := range n {
		truth, guess := r.IntN(2), 0
		fine := 1 / (1 + math.Exp(-1.2*r.NormFloat64()-1.6*(float64(truth)-0.5)))
		score := math.Round(100*min(max(fine, 0.01), 0.99)) / 100
		if score > 0.5 {
			guess = 1
		}
		kind := r.IntN(3)
		called := kind
		if r.IntN(3) == 0 {
			called = r.IntN(3)
		}
		grade := 1 + r.IntN(4)
		given := min(4, max(1, grade+r.IntN(3)-1))
		arm := r.IntN(2)
		lived, event := 1+math.Floor(20*r.ExpFloat64()*(1+0.6*float64(arm))), 1
		if c := float64(1 + r.IntN(60)); c < lived {
			lived, event = c, 0
		}
		last = 0.5*last + r.NormFloat64()
		gap := fmt.Sprintf("%.4f", last+0.03*float64(i))
		if r.IntN(12) == 0 {
			gap = ""
		}
		z := float64(i-n/2) / (3 + float64(n)/20)
		peak := math.Exp(-z * z / 2)
		if i == 0 || i == n-1 {
			peak = 0
		}
		fmt.Fprintf(&b, "%d,%d,%.2f,%.9f,%c,%c,%d,%d,%v,%d,%d,%v,%.5f,%s,d%03d,%.6f\n", truth, guess, score, fine, "uvw"[kind], "uvw"[called], grade, given, lived, event, arm,
			0.25*float64(i), last+math.Sin(float64(i)/3), gap, i, peak)
	}
	return b.String()
}

// fieldsAgainst holds each number or list that a script prints against a field of the
// oracle's answer, or of one of its variants. The long tests alone ask these scripts, whose
// libraries take long to load: the ordinary ones hold the same estimators against numbers
// that scipy, statsmodels and R once gave.
func fieldsAgainst(t *testing.T, script string, atLeast int, data func(seed uint64) string) {
	t.Helper()
	if os.Getenv("ASSAY_LONG") == "" {
		t.Log("the long tests compare")
		return
	}
	type theirs struct {
		Estimator, Variant, Field string
		Args                      map[string]spec.Value
		Value                     []float64
		Rel                       float64
	}
	againstPython(t, script, atLeast, data, func(t *testing.T, views map[string]*oracle.View, c theirs) {
		a, err := oracle.Default().Compute(context.Background(), spec.OracleCall{Estimator: c.Estimator, View: "data", Args: c.Args}, views, 0)
		if err != nil {
			t.Errorf("%s %v: %v", c.Estimator, c.Args, err)
			return
		}
		if c.Variant != "" {
			a = variant(t, a, c.Variant)
		}
		v := map[string]spec.Value{"value": a.Value, "se": uncertainty(a, spec.UncertaintySE).Value, "p": a.PValue, "statistic": a.Statistic, "df": a.DF,
			"lower": uncertainty(a, spec.UncertaintyCI).Lower, "upper": uncertainty(a, spec.UncertaintyCI).Upper}[c.Field]
		if i, got := apart(v, c.Value, c.Rel); i >= 0 {
			t.Errorf("%s %v %s: %s, number %d is %v, theirs %v", c.Estimator, c.Args, c.Variant, c.Field, i, got, c.Value[min(i, len(c.Value)-1)])
		}
	})
}

// Samples, groups, tables and plans have the numbers of scipy, statsmodels and the others.
func TestClassicalAgainstPython(t *testing.T) {
	fieldsAgainst(t, "classical.py", 400, randomTrials)
}

// Labels, scores, lives and series have the numbers of scikit-learn, statsmodels and scipy.
func TestForecastsAgainstPython(t *testing.T) {
	fieldsAgainst(t, "predicted.py", 150, randomForecasts)
}
