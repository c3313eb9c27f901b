package oracle_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
)

// randomLives are censored times with ties, in two strata of unlike hazards; three classes
// with their scores; and columns of known distributions.
func randomLives(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 3))
	n := 60 + r.IntN(60)
	var b strings.Builder
	b.WriteString("time,event,x,z,s,truth,pu,pv,pw,n,e,q\n")
	for range n {
		x, z, s := r.NormFloat64(), 2*r.Float64(), r.IntN(2)
		t := 1 + math.Floor(12*r.ExpFloat64()*math.Exp(-0.5*x+0.3*z-0.7*float64(s)))
		event := 1
		if c := float64(1 + r.IntN(30)); c < t {
			t, event = c, 0
		}
		class := r.IntN(3)
		p := [3]float64{r.Float64(), r.Float64(), r.Float64()}
		p[class] += 0.5
		sum := p[0] + p[1] + p[2]
		u, v := math.Round(p[0]/sum*100)/100, math.Round(p[1]/sum*100)/100
		fmt.Fprintf(&b, "%v,%d,%.3f,%.3f,%d,%c,%.2f,%.2f,%.2f,%.4f,%.4f,%.4f\n", t, event, x, z, s, "uvw"[class], u, v, 1-u-v, r.NormFloat64(), 2*r.ExpFloat64(), r.Float64())
	}
	return b.String()
}

// Stratified and exact Cox regressions, areas of several classes and one-sample D have the
// numbers of statsmodels, scikit-learn and scipy.
func TestLivesAgainstPython(t *testing.T) { numbersAgainst(t, "resampling.py", 50, randomLives) }

// Intervals, standard errors and drawn p-values of scipy's own draws pass: they lie within
// four Monte-Carlo errors.
func TestResamplingAgainstPython(t *testing.T) {
	type theirs struct {
		Estimator           string
		Args                map[string]spec.Value
		Lower, Upper, SE, P float64
	}
	againstPython(t, "bootstrap.py", 28, randomLives, func(t *testing.T, views map[string]*oracle.View, c theirs) {
		c.Args["draws"] = spec.NumberValue(20_000)
		method := spec.Method{Family: c.Estimator, Oracle: spec.OracleCall{Estimator: c.Estimator, View: "data", Args: c.Args}}
		a, err := oracle.Default().Compute(context.Background(), method.Oracle, views, 0.95)
		if err != nil {
			t.Errorf("%v: %v", c.Args, err)
			return
		}
		slot := spec.ResultSlot{ID: "r", Estimand: "it", Methods: []spec.Method{method}}
		r := spec.Result{ID: "r1", Estimand: "it", Method: c.Estimator, Value: a.Value}
		rivals := []spec.Result{r}
		if c.Estimator == "permutation_test" {
			r.PValue = spec.NumberValue(c.P)
			rivals[0].PValue = spec.NumberValue(0)
			wrong := r
			wrong.PValue = spec.NumberValue(1.2*c.P + 0.05)
			rivals = append(rivals, wrong)
		} else {
			level := spec.NumberValue(0.95)
			r.Uncertainty = &spec.Uncertainty{Kind: spec.UncertaintyCI, Level: level, Lower: spec.NumberValue(c.Lower), Upper: spec.NumberValue(c.Upper)}
			rivals[0].Uncertainty = &spec.Uncertainty{Kind: spec.UncertaintyCI, Level: level, Lower: spec.NumberValue(c.Lower - 4*c.SE), Upper: spec.NumberValue(c.Upper)}
			wrong := r
			wrong.Uncertainty = &spec.Uncertainty{Kind: spec.UncertaintySE, Value: spec.NumberValue(1.2 * c.SE)}
			rivals = append(rivals, wrong)
			right := r
			right.Uncertainty = &spec.Uncertainty{Kind: spec.UncertaintySE, Value: spec.NumberValue(c.SE)}
			judged(t, slot, right, method, a, true)
		}
		judged(t, slot, r, method, a, true)
		for _, w := range rivals {
			judged(t, slot, w, method, a, false)
		}
	})
}

// judged says whether all checks of a result pass.
func judged(t *testing.T, slot spec.ResultSlot, r spec.Result, m spec.Method, a oracle.Answer, want bool) {
	t.Helper()
	v := oracle.Compare(slot, r, []oracle.MethodAnswer{{Method: m, Answer: a}}, "", spec.Terms{})
	pass, notes := true, ""
	for _, k := range v.Checks {
		if pass = pass && k.Pass; !k.Pass {
			notes += k.Note + "; "
		}
	}
	if pass != want {
		t.Errorf("%v with %v and p %v passes: %v (%s)", m.Oracle.Args, r.Uncertainty, r.PValue, pass, notes)
	}
}
