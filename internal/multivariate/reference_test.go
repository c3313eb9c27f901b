package multivariate_test

import (
	"context"
	_ "embed"
	"encoding/json"
	"math"
	"testing"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/multivariate"
)

//go:embed testdata/reference.json
var references []byte

// reference are the numbers that testdata/reference.py took from elsewhere.
var reference = func() (r struct {
	PCA []struct {
		X                   [][]float64
		Centre, Standardise bool
		DDof                int
		Eigenvalues, Ratios []float64
		Direction, Scores   []float64
	}
	Distances []struct {
		Metric string
		P      float64
		X, Y   []float64
		Value  float64
	}
	Wasserstein []struct {
		X, Y  []float64
		Value float64
	}
	Mahalanobis struct {
		X      [][]float64
		Values []float64
	}
}) {
	if err := json.Unmarshal(references, &r); err != nil {
		panic(err)
	}
	return r
}()

func nums(xs []float64) []dd.Num {
	out := make([]dd.Num, len(xs))
	for i, x := range xs {
		out[i] = dd.F(x)
	}
	return out
}

// columns turns rows of float64 into columns.
func columns(rows [][]float64) [][]dd.Num {
	out := make([][]dd.Num, len(rows))
	for i, r := range rows {
		out[i] = nums(r)
	}
	return multivariate.Rows(out)
}

func close(got, want, rel float64) bool {
	return math.Abs(got-want) <= rel*math.Max(math.Abs(want), 1e-3)
}

func TestComponentsReference(t *testing.T) {
	if len(reference.PCA) != 12 {
		t.Fatalf("%d cases", len(reference.PCA))
	}
	for k, c := range reference.PCA {
		p, err := multivariate.Components(context.Background(), columns(c.X), multivariate.Preparation{Centre: c.Centre, Standardise: c.Standardise, DDof: c.DDof})
		if err != nil {
			t.Fatal(err)
		}
		for i := range p.Count() {
			if got := p.Eigenvalue(i).Float(); !close(got, c.Eigenvalues[i], 1e-12) {
				t.Errorf("case %d: eigenvalue %d is %v, not %v", k, i, got, c.Eigenvalues[i])
			}
			if c.Ratios != nil && !close(p.Ratio(i).Float(), c.Ratios[i], 1e-12) {
				t.Errorf("case %d: ratio %d is %v, not %v", k, i, p.Ratio(i), c.Ratios[i])
			}
		}
		if c.Direction == nil {
			continue
		}
		v, err := p.Direction(0)
		if err != nil {
			t.Fatal(err)
		}
		s, err := p.Scores(0)
		if err != nil {
			t.Fatal(err)
		}
		sign := math.Copysign(1, v[0].Float()*c.Direction[0])
		for i := range v {
			if !close(v[i].Float(), sign*c.Direction[i], 1e-11) {
				t.Errorf("case %d: direction %v, not %v", k, v[i].Float(), c.Direction[i])
			}
		}
		for i := range s {
			if !close(s[i].Float(), sign*c.Scores[i], 1e-10) {
				t.Errorf("case %d: score %v, not %v", k, s[i].Float(), c.Scores[i])
			}
		}
	}
}

func TestDistanceReference(t *testing.T) {
	if len(reference.Distances) != 51 {
		t.Fatalf("%d cases", len(reference.Distances))
	}
	for _, c := range reference.Distances {
		d, err := multivariate.Metric{Name: c.Metric, P: c.P}.Distance(nums(c.X), nums(c.Y))
		if err != nil || !close(d.Float(), c.Value, 2e-14) {
			t.Errorf("%s %v of %d: %v, not %v (%v)", c.Metric, c.P, len(c.X), d.Float(), c.Value, err)
		}
	}
	for _, c := range reference.Wasserstein {
		d, err := multivariate.Wasserstein(nums(c.X), nums(c.Y))
		if err != nil || !close(d.Float(), c.Value, 1e-14) {
			t.Errorf("Wasserstein: %v, not %v (%v)", d.Float(), c.Value, err)
		}
	}
}

func TestMahalanobisReference(t *testing.T) {
	x := columns(reference.Mahalanobis.X)
	e, err := multivariate.NewEllipse(multivariate.Covariance(x, 1))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range reference.Mahalanobis.Values {
		d := make([]dd.Num, len(x))
		for j := range x {
			d[j] = x[j][i].Sub(dd.Of(x[j]).Mean)
		}
		if got := e.Squared(d).Sqrt().Float(); !close(got, want, 1e-12) {
			t.Errorf("row %d: %v, not %v", i, got, want)
		}
	}
}
