package mixed_test

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/mixed"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

const folder = "../../../shared/data/r422"

// sleepstudy is the data of Belenky et al. (2003) in lme4's order, nil, said aloud,
// where the folder beside the repository is not there.
func sleepstudy(t *testing.T) *mixed.Model {
	t.Helper()
	if _, err := os.Stat(filepath.Dir(folder)); os.IsNotExist(err) {
		t.Logf("there is no folder %s: the data of R are not tried", folder)
		return nil
	}
	f, err := os.Open(filepath.Join(folder, "sleepstudy.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	m, at := &mixed.Model{X: make([][]dd.Num, 2)}, map[string]int{}
	for _, r := range rows[1:] {
		for j, s := range r[:2] {
			x, err := dd.Parse(s)
			if err != nil {
				t.Fatal(err)
			}
			if j == 0 {
				m.Y = append(m.Y, x)
			} else {
				m.X[1] = append(m.X[1], x)
			}
		}
		m.X[0] = append(m.X[0], dd.F(1))
		if _, ok := at[r[2]]; !ok {
			at[r[2]] = len(at)
		}
		m.Group = append(m.Group, at[r[2]])
	}
	m.Groups = len(at)
	return m
}

func fit(t *testing.T, m mixed.Model, o mixed.Options) mixed.Fit {
	t.Helper()
	f, err := m.Fit(context.Background(), o)
	if err != nil {
		t.Fatalf("%+v: %v", o, err)
	}
	return f
}

func near(t *testing.T, what string, got, want, rel float64) {
	t.Helper()
	if !(math.Abs(got-want) <= rel*math.Abs(want)) {
		t.Errorf("%s is %.12g, not %.12g", what, got, want)
	}
}

// As printed in Bates, Mächler, Bolker, Walker (2015), sections 1.2, 5.2.2 and table 8,
// and the log-likelihood that R 4.2.2 gives. The degrees of freedom of this balanced
// design are those of the mean of 18 slopes.
func TestSleepstudy(t *testing.T) {
	m := sleepstudy(t)
	if m == nil {
		return
	}
	m.Z = m.X
	f := fit(t, *m, mixed.Options{})
	near(t, "intercept", f.Coef[0].Float(), 251.405, 2e-6)
	near(t, "slope", f.Coef[1].Float(), 10.467, 3e-5)
	near(t, "its se", f.Cov[1][1].Sqrt().Float(), 1.546, 3e-4)
	near(t, "variance of intercepts", f.Random[0][0].Float(), 612.09, 1e-5)
	near(t, "variance of slopes", f.Random[1][1].Float(), 35.07, 1e-4)
	near(t, "residual variance", f.Residual.Float(), 654.94, 1e-5)
	near(t, "REML criterion", -2*f.LogLik.Float(), 1743.628, 1e-6)
	near(t, "df", f.DF[1], 17, 1e-9)
	if f.Singular {
		t.Error("the fit is singular")
	}
	text, err := os.ReadFile(filepath.Join(folder, "values.json"))
	if err != nil {
		t.Fatal(err)
	}
	var r struct {
		LL []float64 `json:"lmer_ll"`
	}
	if err := json.Unmarshal(text, &r); err != nil || len(r.LL) != 1 {
		t.Fatalf("%v, %v", err, r.LL)
	}
	if ll := f.LogLik.Float(); ll < r.LL[0] || ll > r.LL[0]+1e-8 {
		t.Errorf("log-likelihood %.12f, R's optimum %.12f", ll, r.LL[0])
	}
	f = fit(t, *m, mixed.Options{Independent: true})
	near(t, "independent: variance of intercepts", f.Random[0][0].Float(), 627.57, 1e-5)
	near(t, "independent: variance of slopes", f.Random[1][1].Float(), 35.86, 1e-4)
	near(t, "independent: residual variance", f.Residual.Float(), 653.58, 1e-5)
	if f.Random[0][1].Sign() != 0 {
		t.Error("independent effects are correlated")
	}
}

// oneWay is a balanced design of k groups of n.
func oneWay(y [][]float64) mixed.Model {
	m := mixed.Model{X: make([][]dd.Num, 1), Groups: len(y)}
	for g, ys := range y {
		for _, v := range ys {
			m.Y, m.X[0], m.Group = append(m.Y, dd.F(v)), append(m.X[0], dd.F(1)), append(m.Group, g)
		}
	}
	m.Z = m.X
	return m
}

// Balanced one-way designs have closed forms: REML gives the estimators of the analysis
// of variance, and where that of the groups is negative, none at all to the groups.
func TestBalanced(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, n := rapid.IntRange(2, 8).Draw(t, "k"), rapid.IntRange(2, 6).Draw(t, "n")
		spread := rapid.SampledFrom([]float64{0, 0.1, 1, 30}).Draw(t, "spread")
		y, all := make([][]float64, k), 0.0
		for g := range y {
			centre := spread * rapid.Float64Range(-4, 4).Draw(t, "centre")
			for range n {
				v := 100 + centre + rapid.Float64Range(-2, 2).Draw(t, "y")
				y[g], all = append(y[g], v), all+v
			}
		}
		N := float64(k * n)
		grand, between, within := all/N, 0.0, 0.0
		for _, ys := range y {
			mean := 0.0
			for _, v := range ys {
				mean += v / float64(n)
			}
			between += float64(n) * (mean - grand) * (mean - grand)
			for _, v := range ys {
				within += (v - mean) * (v - mean)
			}
		}
		if within < 1e-3 {
			t.Skip("a draw that the closed form does not cover: no spread within")
		}
		for _, ml := range []bool{false, true} {
			groups := float64(k)
			if !ml {
				groups--
			}
			msb, msw := between/groups, within/(N-float64(k))
			residual, variance := msw, (msb-msw)/float64(n)
			if math.Abs(msb-msw) < 1e-3*msw {
				t.Skip("a draw on the edge between two closed forms")
			}
			if variance < 0 {
				residual, variance = (between+within)/(N-float64(k)+groups), 0
			}
			f, err := oneWay(y).Fit(context.Background(), mixed.Options{ML: ml})
			if err != nil {
				t.Fatal(err)
			}
			if e := math.Abs(f.Random[0][0].Float() - variance); e > 1e-9*(variance+residual) {
				t.Fatalf("ml %v: variance %v, not %v", ml, f.Random[0][0].Float(), variance)
			}
			if e := math.Abs(f.Residual.Float() - residual); e > 1e-9*residual {
				t.Fatalf("ml %v: residual variance %v, not %v", ml, f.Residual.Float(), residual)
			}
			if e := math.Abs(f.Coef[0].Float() - grand); e > 1e-10*math.Abs(grand) {
				t.Fatalf("mean %v, not %v", f.Coef[0].Float(), grand)
			}
			if se := f.Cov[0][0].Float(); variance > 0 && math.Abs(se-msb/N) > 1e-9*se {
				t.Fatalf("variance of the mean %v, not %v", se, msb/N)
			}
			if want := groups; variance > 0 && !ml && math.Abs(f.DF[0]-want) > 1e-6*want {
				t.Fatalf("df %v, not %v", f.DF[0], want)
			}
			if tiny := variance < 1e-7*residual; tiny != f.Singular {
				t.Fatalf("variance %v, singular %v", variance, f.Singular)
			}
		}
	})
}

// dense is the log-likelihood by the n by n covariance itself.
func dense(m mixed.Model, f mixed.Fit, random *mat.Dense, residual float64, ml bool) float64 {
	n, p, q := len(m.Y), len(m.X), len(m.Z)
	v := mat.NewSymDense(n, nil)
	x, y := mat.NewDense(n, p, nil), mat.NewVecDense(n, nil)
	for i := range n {
		y.SetVec(i, m.Y[i].Float())
		for j := range p {
			x.Set(i, j, m.X[j][i].Float())
		}
		for h := range i + 1 {
			c := 0.0
			if m.Group[h] == m.Group[i] {
				for k := range q {
					for l := range q {
						c += m.Z[k][i].Float() * random.At(k, l) * m.Z[l][h].Float()
					}
				}
			}
			if h == i {
				c += residual
			}
			v.SetSym(i, h, c)
		}
	}
	var ch mat.Cholesky
	if !ch.Factorize(v) {
		return math.Inf(-1)
	}
	var vx, xvx mat.Dense
	_ = ch.SolveTo(&vx, x)
	xvx.Mul(x.T(), &vx)
	var vy, rhs, b, r mat.VecDense
	_ = ch.SolveVecTo(&vy, y)
	rhs.MulVec(x.T(), &vy)
	_ = b.SolveVec(&xvx, &rhs)
	r.MulVec(x, &b)
	r.SubVec(y, &r)
	_ = ch.SolveVecTo(&vy, &r)
	d := ch.LogDet() + mat.Dot(&r, &vy)
	if ml {
		return -(d + float64(n)*math.Log(2*math.Pi)) / 2
	}
	det, _ := mat.LogDet(&xvx)
	return -(d + det + float64(n-p)*math.Log(2*math.Pi)) / 2
}

// The log-likelihood is that of the definition, and no other variances near the fitted
// ones have a larger one.
func TestMaximum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, q := rapid.IntRange(4, 7).Draw(t, "groups"), rapid.IntRange(1, 3).Draw(t, "q")
		o := mixed.Options{ML: rapid.Bool().Draw(t, "ml"), Independent: rapid.Bool().Draw(t, "independent")}
		m := mixed.Model{Groups: k, X: make([][]dd.Num, 3)}
		value := rapid.Float64Range(-1, 1)
		for g := range k {
			a, b, c := value.Draw(t, "a"), value.Draw(t, "b"), value.Draw(t, "c")
			for range rapid.IntRange(4, 8).Draw(t, "n") {
				x, z := 3*value.Draw(t, "x"), value.Draw(t, "z")
				y := 50 + 2*x + 3*a + 2*b*x + c*z + value.Draw(t, "e")
				m.Y = append(m.Y, dd.F(y))
				for j, v := range []float64{1, x, z} {
					m.X[j] = append(m.X[j], dd.F(v))
				}
				m.Group = append(m.Group, g)
			}
		}
		m.Z = m.X[:q]
		f, err := m.Fit(context.Background(), o)
		if err != nil {
			if errors.Is(err, mixed.ErrDependent) || errors.Is(err, mixed.ErrExact) {
				t.Skip("a draw of dependent columns, which the fit refuses as it should")
			}
			t.Fatal(err)
		}
		random := mat.NewDense(q, q, nil)
		for i := range q {
			for j := range q {
				random.Set(i, j, f.Random[i][j].Float())
			}
		}
		s2, ll := f.Residual.Float(), f.LogLik.Float()
		if d := dense(m, f, random, s2, o.ML); math.Abs(d-ll) > 1e-8*math.Abs(ll)+1e-8 {
			t.Fatalf("log-likelihood %v, by definition %v", ll, d)
		}
		// Λ + δ, entry by entry, keeps the covariance positive.
		var ch mat.Dense
		ch.CloneFrom(root(random))
		for i := range q {
			for j := range q {
				for _, d := range []float64{1e-2, -1e-2} {
					if o.Independent && i != j {
						continue
					}
					var l, other mat.Dense
					l.CloneFrom(&ch)
					l.Set(i, j, l.At(i, j)+d)
					other.Mul(&l, l.T())
					if o.Independent && !diagonal(&other) {
						continue
					}
					if w := dense(m, f, &other, s2, o.ML); w > ll+1e-8 {
						t.Fatalf("%+v: %v is larger than the maximum %v", o, w, ll)
					}
				}
			}
		}
		for _, k := range []float64{0.98, 1.02} {
			if w := dense(m, f, random, s2*k, o.ML); w > ll+1e-8 {
				t.Fatalf("%+v: residual variance times %v: %v is larger than the maximum %v", o, k, w, ll)
			}
		}
	})
}

func diagonal(a *mat.Dense) bool {
	n, _ := a.Dims()
	for i := range n {
		for j := range n {
			if i != j && a.At(i, j) != 0 {
				return false
			}
		}
	}
	return true
}

// root is a matrix L with L L' = a, a positive semidefinite.
func root(a *mat.Dense) *mat.Dense {
	n, _ := a.Dims()
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			s.SetSym(i, j, a.At(i, j))
		}
	}
	var e mat.EigenSym
	e.Factorize(s, true)
	var v, out mat.Dense
	e.VectorsTo(&v)
	w := mat.NewDense(n, n, nil)
	for i, x := range e.Values(nil) {
		w.Set(i, i, math.Sqrt(max(x, 0)))
	}
	out.Mul(&v, w)
	return &out
}

func constant(n int, x float64) []dd.Num {
	out := make([]dd.Num, n)
	for i := range out {
		out[i] = dd.F(x)
	}
	return out
}

func TestRefusals(t *testing.T) {
	good := oneWay([][]float64{{1, 2, 4}, {5, 7, 6}, {2, 2.5, 3}})
	change := func(f func(m *mixed.Model)) mixed.Model {
		m := good
		f(&m)
		return m
	}
	nine := []dd.Num{dd.F(1), dd.F(1), dd.F(1), {}, {}, {}, {}, {}, {}}
	other := []dd.Num{{}, {}, {}, dd.F(1), dd.F(1), dd.F(1), {}, {}, {}}
	for name, c := range map[string]struct {
		m    mixed.Model
		want error
	}{
		"one row each":          {oneWay([][]float64{{1}, {2}, {4}}), mixed.ErrFewRows},
		"one group":             {oneWay([][]float64{{1, 2, 4, 3}}), mixed.ErrFewRows},
		"nothing":               {mixed.Model{X: make([][]dd.Num, 1), Z: make([][]dd.Num, 1)}, mixed.ErrFewRows},
		"constant":              {oneWay([][]float64{{1, 1}, {1, 1}}), mixed.ErrExact},
		"no spread within":      {oneWay([][]float64{{1, 1}, {2, 2}, {4, 4}}), mixed.ErrExact},
		"x twice":               {change(func(m *mixed.Model) { m.X = [][]dd.Num{m.X[0], m.X[0]} }), mixed.RankError{Column: 1}},
		"z twice":               {change(func(m *mixed.Model) { m.Z = [][]dd.Num{m.X[0], m.X[0]} }), mixed.ErrDependent},
		"z of zeros":            {change(func(m *mixed.Model) { m.Z = [][]dd.Num{constant(9, 0)} }), mixed.ErrDependent},
		"not numbers":           {change(func(m *mixed.Model) { m.Y = constant(9, math.NaN()) }), nil},
		"infinite":              {change(func(m *mixed.Model) { m.Y = constant(9, math.Inf(1)) }), nil},
		"infinite x":            {change(func(m *mixed.Model) { m.X = [][]dd.Num{constant(9, math.Inf(1))} }), nil},
		"groups as fixed terms": {change(func(m *mixed.Model) { m.X = [][]dd.Num{m.X[0], nine, other} }), mixed.ErrUndetermined},
	} {
		f, err := c.m.Fit(context.Background(), mixed.Options{})
		if err == nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %v, error %v, not %v", name, f.Random, err, c.want)
		}
	}
	for _, size := range []float64{1e300, 5e-324 * 1000} {
		m := good
		m.Y = nil
		for i := range 9 {
			m.Y = append(m.Y, dd.F(size*float64(i*i%7)))
		}
		if f, err := m.Fit(context.Background(), mixed.Options{}); err == nil && !f.Coef[0].Finite() {
			t.Errorf("values of size %g: coefficient %v", size, f.Coef[0])
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := good.Fit(ctx, mixed.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
