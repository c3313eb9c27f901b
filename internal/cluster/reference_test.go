package cluster_test

import (
	"context"
	_ "embed"
	"encoding/json"
	"math"
	"testing"

	"github.com/assaybench/assay/internal/cluster"
	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/multivariate"
)

//go:embed testdata/reference.json
var references []byte

// reference are the numbers that testdata/reference.py took from elsewhere.
var reference = func() (r struct {
	Trees []struct {
		X          [][]float64
		Linkage    string
		Heights    []float64
		Cophenetic float64
		Three      []int
	}
	Groups []struct {
		X                [][]float64
		Labels           []int
		Silhouettes      []float64
		CalinskiHarabasz float64 `json:"calinski_harabasz"`
		DaviesBouldin    float64 `json:"davies_bouldin"`
		K                int
		Best             float64
	}
	Labels []struct {
		X, Y                              []int
		Rand, ARI, Homogeneity, V, V2, FM float64
		NMI, AMI                          map[string]float64
	}
}) {
	if err := json.Unmarshal(references, &r); err != nil {
		panic(err)
	}
	return r
}()

func rows(xs [][]float64) [][]dd.Num {
	out := make([][]dd.Num, len(xs))
	for i, r := range xs {
		for _, x := range r {
			out[i] = append(out[i], dd.F(x))
		}
	}
	return out
}

func among(t testing.TB, xs [][]float64) multivariate.Pairs {
	t.Helper()
	p, err := multivariate.Metric{Name: "euclidean"}.Among(context.Background(), rows(xs))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func close(got, want, rel float64) bool {
	return math.Abs(got-want) <= rel*math.Max(math.Abs(want), 1e-3)
}

func TestTreeReference(t *testing.T) {
	if len(reference.Trees) != 21 {
		t.Fatalf("%d trees", len(reference.Trees))
	}
	for _, c := range reference.Trees {
		p := among(t, c.X)
		tree, err := cluster.Link(context.Background(), p, c.Linkage)
		if err != nil {
			t.Fatal(err)
		}
		heights, err := tree.Heights()
		if err != nil || len(heights) != len(c.Heights) {
			t.Fatalf("%s of %d: %d heights, %v", c.Linkage, p.N, len(heights), err)
		}
		for i, h := range heights {
			if !close(h.Float(), c.Heights[i], 1e-13) {
				t.Errorf("%s of %d: height %d is %v, not %v", c.Linkage, p.N, i, h.Float(), c.Heights[i])
			}
		}
		if r, err := tree.Correlation(p); err != nil || !close(r.Float(), c.Cophenetic, 1e-13) {
			t.Errorf("%s of %d: cophenetic correlation %v, not %v (%v)", c.Linkage, p.N, r, c.Cophenetic, err)
		}
		if c.Three == nil {
			continue
		}
		if got, err := tree.Cut(3); err != nil || !cluster.Same(got, c.Three) {
			t.Errorf("%s of %d: three groups %v, not %v (%v)", c.Linkage, p.N, got, c.Three, err)
		}
	}
}

func TestCriteriaReference(t *testing.T) {
	for _, c := range reference.Groups {
		s, err := cluster.Silhouettes(among(t, c.X), c.Labels)
		if err != nil {
			t.Fatal(err)
		}
		for i := range s {
			if !close(s[i].Float(), c.Silhouettes[i], 1e-11) {
				t.Errorf("silhouette %d is %v, not %v", i, s[i].Float(), c.Silhouettes[i])
			}
		}
		p, err := cluster.Part(rows(c.X), c.Labels)
		if err != nil {
			t.Fatal(err)
		}
		if x, err := p.CalinskiHarabasz(); err != nil || !close(x.Float(), c.CalinskiHarabasz, 1e-12) {
			t.Errorf("Calinski-Harabasz %v, not %v (%v)", x.Float(), c.CalinskiHarabasz, err)
		}
		if x, err := p.DaviesBouldin(false); err != nil || !close(x.Float(), c.DaviesBouldin, 1e-12) {
			t.Errorf("Davies-Bouldin %v, not %v (%v)", x.Float(), c.DaviesBouldin, err)
		}
		if within := p.Inertia().Add(p.Between); math.Abs(within.Div(p.Total).Sub(dd.F(1)).Float()) > 1e-28 {
			t.Errorf("within and between are %v, total %v", within, p.Total)
		}
		labels, _, err := cluster.Best(context.Background(), rows(c.X), c.K)
		if err != nil {
			t.Fatal(err)
		}
		best, err := cluster.Part(rows(c.X), labels)
		if err != nil || best.Misplaced() != 0 || !close(best.Inertia().Float(), c.Best, 1e-12) {
			t.Errorf("best of k-means is %v with %d rows misplaced, not %v (%v)", best.Inertia().Float(), best.Misplaced(), c.Best, err)
		}
	}
}

func TestAgreementReference(t *testing.T) {
	for k, c := range reference.Labels {
		a, err := cluster.Agree(c.X, c.Y)
		if err != nil {
			t.Fatal(err)
		}
		check := func(name string, want float64, got float64, err error) {
			if err != nil || math.Abs(got-want) > 2e-13 {
				t.Errorf("case %d: %s is %v, not %v (%v)", k, name, got, want, err)
			}
		}
		got, err := a.Rand()
		check("rand", c.Rand, got, err)
		got, err = a.AdjustedRand()
		check("ari", c.ARI, got, err)
		got, err = a.Homogeneity()
		check("homogeneity", c.Homogeneity, got, err)
		got, err = a.VMeasure(1)
		check("v", c.V, got, err)
		got, err = a.VMeasure(2)
		check("v2", c.V2, got, err)
		if got, err = a.FowlkesMallows(); err == nil || c.FM != 0 {
			check("fm", c.FM, got, err)
		}
		for _, m := range cluster.Means {
			got, err = a.Normalised(m)
			check("nmi "+m, c.NMI[m], got, err)
			if got, err = a.Adjusted(m); err != nil && m == "min" && k == 3 {
				continue // a group for each thing: 0 / 0
			}
			check("ami "+m, c.AMI[m], got, err)
		}
	}
}
