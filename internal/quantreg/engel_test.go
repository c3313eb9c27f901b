package quantreg_test

import (
	"context"
	"encoding/csv"
	"math"
	"os"
	"testing"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/quantreg"
)

// engel reads food expenditure and income of 235 Belgian households (Engel 1857; public
// domain), and the fit at 0.1 by R's quantreg, as the tests of statsmodels 0.15.0 hold it.
func engel(t *testing.T) (columns [][]dd.Num, y, fitted []dd.Num) {
	t.Helper()
	f, err := os.Open("testdata/engel.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) != 236 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	number := func(s string) dd.Num {
		n, err := dd.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	columns = [][]dd.Num{ones(235), nil}
	for _, r := range rows[1:] {
		columns[1], y, fitted = append(columns[1], number(r[0])), append(y, number(r[1])), append(fitted, number(r[2]))
	}
	return columns, y, fitted
}

func near(t *testing.T, what string, got, want, rel float64) {
	t.Helper()
	if !(math.Abs(got-want) <= rel*math.Abs(want)) {
		t.Errorf("%s: %v, not %v", what, got, want)
	}
}

func TestEngelAtOneTenth(t *testing.T) {
	x, y, fitted := engel(t)
	f, err := quantreg.Solve(context.Background(), x, y, 0.1)
	if err != nil || !f.Unique() {
		t.Fatal(f, err)
	}
	for i := range y {
		near(t, "fitted", y[i].Sub(f.Residual[i]).Float(), fitted[i].Float(), 1e-13)
	}
}

// Coefficients, standard errors and sparsity as QuantReg(foodexp, income).fit(q, vcov,
// p_tol=1e-12, max_iter=20000) of statsmodels 0.15.0 gives them, whose search stops at
// about seven digits. Beside the median its robust errors take rows of residual 0 for
// either sign, as rounding has it: two of 235 rows.
func TestEngelErrors(t *testing.T) {
	x, y, _ := engel(t)
	sd := dd.Of(y).SD(0).Float()
	for _, c := range []struct {
		tau         float64
		coef        [2]float64
		iid, robust [2]float64
		sparsity    float64
		rel         float64
	}{
		{0.25, [2]float64{95.48353901993204, 0.4741032087015963}, [2]float64{15.515680932022361, 0.013968985597058996}, [2]float64{18.47114860120377, 0.017360176192380946}, 256.23159159585043, 2e-2},
		{0.5, [2]float64{81.48224784160975, 0.5601805506132229}, [2]float64{14.634474227286152, 0.013175622816500228}, [2]float64{14.634474227284802, 0.013175622816499342}, 209.30017429444524, 1e-6},
		{0.75, [2]float64{62.3965836827639, 0.6440141412153061}, [2]float64{13.547239615551012, 0.012196770215799537}, [2]float64{12.507762936910147, 0.010965040406859571}, 223.72403658152194, 2e-2},
		{0.9, [2]float64{67.35087080500675, 0.6862994809944655}, [2]float64{14.29076915593993, 0.012866180310411923}, [2]float64{14.55599242600212, 0.013191371524866907}, 340.64092187234644, 4e-2},
	} {
		f, err := quantreg.Solve(context.Background(), x, y, c.tau)
		if err != nil {
			t.Fatal(err)
		}
		for j := range 2 {
			near(t, "coefficient", f.Coef[j].Float(), c.coef[j], 1e-6)
			e, err := quantreg.NewErrors(x, j, f, c.tau)
			if err != nil {
				t.Fatal(err)
			}
			s := e.Sparsity(quantreg.HallSheather(len(y), c.tau), sd)
			near(t, "sparsity", s, c.sparsity, 1e-6)
			near(t, "iid", math.Sqrt(e.IID(s)), c.iid[j], 1e-6)
			near(t, "robust", math.Sqrt(e.Robust(s)), c.robust[j], c.rel)
		}
	}
}

// Median, and standard errors as R's quantreg prints them (summary of
// rq(foodexp ~ income), se = "nid" and se = "ker").
func TestEngelLocal(t *testing.T) {
	x, y, _ := engel(t)
	f, err := quantreg.Solve(context.Background(), x, y, 0.5)
	if err != nil {
		t.Fatal(err)
	}
	for j, want := range [][3]float64{{81.48225, 19.25066, 30.21532}, {0.56018, 0.02828, 0.03732}} {
		near(t, "coefficient", f.Coef[j].Float(), want[0], 1e-5)
		e, err := quantreg.NewErrors(x, j, f, 0.5)
		if err != nil {
			t.Fatal(err)
		}
		v, err := e.Local(context.Background(), x, y, quantreg.HallSheather(len(y), 0.5))
		if err != nil {
			t.Fatal(err)
		}
		near(t, "local", math.Sqrt(v), want[1], 2e-4)
		near(t, "Powell", math.Sqrt(e.Powell(quantreg.HallSheather(len(y), 0.5))), want[2], 2e-4)
	}
}

// The bandwidths for the median of 235 rows as Stata 12 gives them, in the tests of
// statsmodels 0.15.0.
func TestBandwidths(t *testing.T) {
	near(t, "Hall and Sheather", quantreg.HallSheather(235, 0.5), 0.1574393314202373, 1e-9)
	near(t, "Bofinger", quantreg.Bofinger(235, 0.5), 0.2173486679767846, 1e-9)
	for _, tau := range []float64{1e-6, 0.01, 0.5, 0.999} {
		if h := quantreg.Inside(quantreg.HallSheather(20, tau), tau); !(h > 0 && tau-h > 0 && tau+h < 1) {
			t.Errorf("bandwidth %v of %v", h, tau)
		}
	}
}
