package builtin_test

import (
	_ "embed"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/assaybench/assay/oracle"
)

var (
	//go:embed testdata/strata.txt
	strataValues string
	//go:embed testdata/onesampleks.txt
	oneSampleValues string
)

// Cox regressions with strata and exact ties against statsmodels.
func TestStrata(t *testing.T) { holds(t, lifetimesData, strataValues, 28) }

// One-sample D against scipy and statsmodels.
func TestOneSampleKS(t *testing.T) { holds(t, classicalData, oneSampleValues, 50) }

const classes = "c,u,v,w,n\nu,.6,.3,.1,1\nu,.4,.5,.1,2\nv,.3,.4,.3,3\nv,.2,.5,.3,4\nv,.5,.3,.2,5\nw,.1,.2,.7,6\nw,.3,.3,.4,7\nw,.4,.4,.2,8\nw,.2,.2,.6,9\nu,.5,.1,.4,10\n"

// Areas of several classes are those of scikit-learn 1.9 (roc_auc_score), and each mean is
// told from the others.
func TestSeveralClasses(t *testing.T) {
	c := newCaller(t, classes)
	means := map[string]float64{"ovr-macro": 0.8333333333333334, "ovr-weighted": 0.8333333333333333, "ovo-macro": 0.8263888888888888, "ovo-weighted": 0.8302083333333333, "micro": 0.8300000000000001}
	for name, want := range means {
		compare, average, two := strings.Cut(name, "-")
		if !two {
			continue
		}
		call := "roc_auc_multiclass truth=c scores=u,v,w compare=" + compare + " average=" + average
		if got := field(c.answer(call), "value"); !(math.Abs(got-want) < 1e-14) {
			t.Errorf("%s is %v, not %v", call, got, want)
		}
		for other, value := range means {
			if got := field(c.answer(call), "value:"+other); other != name && !(math.Abs(got-value) < 1e-14) {
				t.Errorf("%s, %s is %v, not %v", call, other, got, value)
			}
		}
	}
	// The pairs with the first class's score only: u of v, u of w and v of w.
	if got := field(c.answer("roc_auc_multiclass truth=c scores=u,v,w compare=ovo"), "value:one-direction"); !(math.Abs(got-(7.5/9+11.5/12+10.0/12)/3) < 1e-14) {
		t.Errorf("one direction is %v", got)
	}
}

func TestFurtherRefusals(t *testing.T) {
	const lives = "time,x,k\n1,1,1\n1,2,1\n2,3,1\n2,5,1\n3,4,1\n"
	for _, r := range []struct{ table, call, reason string }{
		{classes, "roc_auc_multiclass truth=c scores=u,v", "three classes"},
		{classes, "roc_auc_multiclass truth=c scores=u,v,n", "label w has no column"},
		{classes, "roc_auc_multiclass truth=c scores=u,v,w,n classes=u,v,w,z", "no row is of class z"},
		{classes, "roc_auc_multiclass truth=c scores=u,v,w classes=u,v", "2 classes for 3 columns"},
		{classes, "ks_one_sample value=u distribution=uniform parameters=estimated", "cannot be estimated"},
		{classes, "ks_one_sample value=u distribution=uniform lower=2", "not above lower"},
		{lives, "ks_one_sample value=k parameters=estimated", "no spread"},
		{"v\n-1\n2\n3\n", "ks_one_sample value=v distribution=exponential parameters=estimated", "negative"},
		{lives, "cox time=time x=x term=x strata=x", "rows at risk"},
		{lives, "cox time=time x=k term=k ties=exact", "constant"},
	} {
		_, err := newCaller(t, r.table).compute(r.call)
		var undefined *oracle.UndefinedError
		var bad *oracle.ArgError
		if err == nil || !strings.Contains(err.Error(), r.reason) || !errors.As(err, &undefined) && !errors.As(err, &bad) {
			t.Errorf("%s: %v, not %q", r.call, err, r.reason)
		}
	}
	// A thousand ties among two thousand rows would leave the range of float64.
	var b strings.Builder
	b.WriteString("time,x\n")
	for i := range 2000 {
		b.WriteString([]string{"1,", "2,"}[i%2] + []string{"1\n", "2\n", "4\n"}[i%3])
	}
	if _, err := newCaller(t, b.String()).compute("cox time=time x=x term=x ties=exact"); err == nil || !strings.Contains(err.Error(), "too many for the exact likelihood") {
		t.Errorf("a thousand ties: %v", err)
	}
}
