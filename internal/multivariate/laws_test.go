package multivariate_test

import (
	"context"
	"math"
	"testing"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/multivariate"
	"pgregory.net/rapid"
)

// The triangle of ones of size n has the singular values 1 / (2 sin((2k - 1) pi / (4n + 2))).
func TestSingularClosedForm(t *testing.T) {
	for _, n := range []int{1, 2, 3, 10, 40} {
		x := make([][]dd.Num, n)
		for j := range x {
			x[j] = make([]dd.Num, n)
			for i := j; i < n; i++ {
				x[j][i] = dd.F(1)
			}
		}
		values, vectors, err := multivariate.Singular(context.Background(), x)
		if err != nil {
			t.Fatal(err)
		}
		for k, v := range values {
			if want := 1 / (2 * math.Sin((2*float64(k)+1)*math.Pi/(4*float64(n)+2))); math.Abs(v.Float()/want-1) > 1e-15 {
				t.Errorf("n = %d: value %d is %v, not %v", n, k, v.Float(), want)
			}
			length := dd.F(0)
			for _, a := range vectors[k] {
				length = length.Add(a.Mul(a))
			}
			if math.Abs(length.Sub(dd.F(1)).Float()) > 1e-28 {
				t.Errorf("n = %d: vector %d has the squared length %v", n, k, length)
			}
		}
	}
}

// matrix draws columns with entries of two decimals.
func matrix(t *rapid.T) [][]dd.Num {
	n, p := rapid.IntRange(2, 12).Draw(t, "rows"), rapid.IntRange(1, 6).Draw(t, "columns")
	x := make([][]dd.Num, p)
	for j := range x {
		for range n {
			x[j] = append(x[j], dd.F(float64(rapid.IntRange(-9999, 9999).Draw(t, "x"))/128))
		}
	}
	return x
}

// Variances of the components sum to that of the data, and the directions give the data back.
func TestComponentsRebuild(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := matrix(t)
		p, err := multivariate.Components(context.Background(), x, multivariate.Preparation{Centre: true, DDof: 1})
		if err != nil {
			return // nothing varies
		}
		var sum, total dd.Num
		for k := range p.Count() {
			sum = sum.Add(p.Ratio(k))
		}
		if math.Abs(sum.Sub(dd.F(1)).Float()) > 1e-26 {
			t.Fatalf("ratios sum to %v", sum)
		}
		rest := make([][]dd.Num, len(x))
		for j := range x {
			mean := dd.Of(x[j]).Mean
			for _, v := range x[j] {
				rest[j] = append(rest[j], v.Sub(mean))
				total = total.Add(v.Sub(mean).Mul(v.Sub(mean)))
			}
		}
		for k := range p.Count() {
			v, err := p.Direction(k)
			if err != nil {
				return // not defined
			}
			s, err := p.Scores(k)
			if err != nil {
				t.Fatal(err)
			}
			for j := range rest {
				for i := range rest[j] {
					rest[j][i] = rest[j][i].Sub(s[i].Mul(v[j]))
				}
			}
		}
		for j := range rest {
			for i := range rest[j] {
				if r := rest[j][i].Abs().Float(); r > 1e-24*math.Sqrt(total.Float()) {
					t.Fatalf("%v is left in row %d of column %d", r, i, j)
				}
			}
		}
	})
}

// Distances are symmetric but for the divergence, 0 for a vector with itself, and, where
// they are metrics, obey the triangle.
func TestMetricLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := multivariate.Metric{Name: rapid.SampledFrom(multivariate.Metrics()).Draw(t, "metric"), P: 3}
		n := rapid.IntRange(2, 8).Draw(t, "n")
		vector := func() []dd.Num {
			x := make([]dd.Num, n)
			for i := range x {
				x[i] = dd.F(float64(rapid.IntRange(0, 40).Draw(t, "x")) / 4)
			}
			return x
		}
		x, y, z := vector(), vector(), vector()
		xy, err := m.Distance(x, y)
		if self, e := m.Distance(x, x); e == nil && self.Abs().Float() > 1e-14 {
			t.Fatalf("%s of a vector with itself is %v", m.Name, self)
		}
		yx, err2 := m.Distance(y, x)
		yz, err3 := m.Distance(y, z)
		xz, err4 := m.Distance(x, z)
		if err != nil || err2 != nil || err3 != nil || err4 != nil {
			return
		}
		if xy.Sign() < 0 || m.Name != "kullbackleibler" && math.Abs(xy.Sub(yx).Float()) > 1e-25 {
			t.Fatalf("%s: %v one way and %v the other", m.Name, xy, yx)
		}
		switch m.Name {
		case "sqeuclidean", "cosine", "correlation", "kullbackleibler", "braycurtis":
		default:
			if xz.Sub(xy).Sub(yz).Float() > 1e-14 {
				t.Fatalf("%s: %v is longer than %v and %v", m.Name, xz, xy, yz)
			}
		}
	})
}

// Warping of a series with itself, or with itself played slowly, costs nothing; one point
// costs all differences from it.
func TestWarping(t *testing.T) {
	ctx, w := context.Background(), multivariate.Warping{Window: -1}
	x, slow := nums([]float64{1, 3, 2, 5}), nums([]float64{1, 1, 3, 2, 2, 2, 5})
	for _, c := range []struct {
		x, y []float64
		w    multivariate.Warping
		want float64
	}{
		{[]float64{1, 3, 2, 5}, []float64{1, 1, 3, 2, 2, 2, 5}, w, 0},
		{[]float64{4}, []float64{1, 2, 7}, w, 8},
		{[]float64{4}, []float64{1, 2, 7}, multivariate.Warping{Window: -1, Squared: true}, math.Sqrt(9 + 4 + 9)},
		{[]float64{0, 1, 2}, []float64{1, 2, 3}, multivariate.Warping{Window: 0}, 3},
		{[]float64{0, 1, 2}, []float64{1, 2, 3}, w, 2},
	} {
		if d, err := c.w.Distance(ctx, nums(c.x), nums(c.y)); err != nil || math.Abs(d.Float()-c.want) > 1e-15 {
			t.Errorf("%v and %v: %v, not %v (%v)", c.x, c.y, d, c.want, err)
		}
	}
	if _, err := (multivariate.Warping{Window: 1}).Distance(ctx, x, slow); err == nil {
		t.Error("a window of 1 reaches over 3 places")
	}
	if _, err := w.Distance(ctx, nil, x); err == nil {
		t.Error("an empty series has a distance")
	}
}

func TestEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"kitten", "sitting", 3}, {"", "abc", 3}, {"flaw", "lawn", 2}, {"größe", "grösse", 2}, {"same", "same", 0}, {"saturday", "sunday", 3}} {
		if got, err := multivariate.Edits(context.Background(), c.a, c.b); err != nil || got != c.want {
			t.Errorf("%s to %s: %d, not %d (%v)", c.a, c.b, got, c.want, err)
		}
	}
}

// What has no meaning is refused with a reason, whatever the numbers.
func TestRefusals(t *testing.T) {
	ctx := context.Background()
	nan := math.NaN()
	for name, c := range map[string]struct{ x, y []float64 }{
		"cosine": {[]float64{0, 0}, []float64{1, 2}}, "correlation": {[]float64{3, 3}, []float64{1, 2}}, "jaccard": {[]float64{0, 0}, []float64{0, 0}},
		"kullbackleibler": {[]float64{1, 1}, []float64{1, 0}}, "hellinger": {[]float64{-1, 1}, []float64{1, 0}}, "braycurtis": {[]float64{0, 0}, []float64{0, 0}},
		"jensenshannon": {[]float64{0, 0}, []float64{1, 0}}, "euclidean": {[]float64{nan}, []float64{1}}, "manhattan": {nil, nil}, "hamming": {[]float64{1}, []float64{1, 2}},
		"minkowski": {[]float64{1}, []float64{2}}, "none": {[]float64{1}, []float64{2}}, "sqeuclidean": {[]float64{1e300}, []float64{-1e300}},
	} {
		if d, err := (multivariate.Metric{Name: name}).Distance(nums(c.x), nums(c.y)); err == nil {
			t.Errorf("%s of %v and %v is %v", name, c.x, c.y, d)
		}
	}
	for _, rows := range [][][]float64{nil, {{1, 2}}, {{1, 2}, {1, 2}}, {{nan}, {1}}, {{math.Inf(1)}, {1}}} {
		if _, err := multivariate.Components(ctx, columns(rows), multivariate.Preparation{Centre: true, DDof: 1}); err == nil {
			t.Errorf("%v has components", rows)
		}
	}
	p, err := multivariate.Components(ctx, columns([][]float64{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}), multivariate.Preparation{Centre: true, DDof: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Direction(0); err == nil {
		t.Error("two components of the same variance have directions")
	}
	if p, err = multivariate.Components(ctx, columns([][]float64{{1e300, 2}, {2e300, 1}, {4e300, 7}}), multivariate.Preparation{Centre: true, DDof: 1}); err != nil || math.Abs(p.Ratio(0).Float()-1) > 1e-15 {
		t.Errorf("huge numbers: %v, %v", p.Ratio(0), err)
	}
	if _, err := multivariate.NewEllipse(multivariate.Covariance(columns([][]float64{{1, 2}, {2, 4}, {3, 6}}), 1)); err == nil {
		t.Error("columns that depend on each other have an inverse covariance")
	}
	stopped, stop := context.WithCancel(ctx)
	stop()
	if _, err := (multivariate.Metric{Name: "euclidean"}).Among(stopped, [][]dd.Num{nums([]float64{1}), nums([]float64{2})}); err == nil {
		t.Error("a cancelled context is not heard")
	}
}

// Kendall's tau is what the definition gives, pair by pair.
func TestKendall(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 30).Draw(t, "n")
		column := func() []dd.Num {
			x := make([]dd.Num, n)
			for i := range x {
				x[i] = dd.F(float64(rapid.IntRange(0, 6).Draw(t, "x")))
			}
			return x
		}
		x, y := column(), column()
		var s, all, inX, inY float64
		for i := range n {
			for j := range i {
				a, b := float64(x[i].Cmp(x[j])), float64(y[i].Cmp(y[j]))
				s, all, inX, inY = s+a*b, all+1, inX+a*a, inY+b*b
			}
		}
		if got := multivariate.Kendall(x, y, false).Float(); math.Abs(got-s/all) > 1e-15 {
			t.Fatalf("tau-a is %v, not %v", got, s/all)
		}
		want := s / math.Sqrt(inX*inY)
		if got := multivariate.Kendall(x, y, true).Float(); math.IsNaN(want) != math.IsNaN(got) || math.Abs(got-want) > 1e-15 {
			t.Fatalf("tau-b is %v, not %v", got, want)
		}
	})
}

// A map in as many dimensions as there are has the distances it was made from; those of a line
// need one.
func TestScalingKeepsDistances(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := multivariate.Rows(matrix(t))
		ctx := context.Background()
		p, err := multivariate.Metric{Name: "euclidean"}.Among(ctx, x)
		if err != nil {
			t.Fatal(err)
		}
		m, err := multivariate.Scaling(ctx, p)
		if err != nil {
			return // all rows are the same
		}
		points := make([][]dd.Num, len(x))
		for k, v := range m.Values {
			if v.Float() <= 1e-13*m.Values[0].Float() {
				break
			}
			c, err := m.Coordinates(k)
			if err != nil {
				return // not defined
			}
			for i := range points {
				points[i] = append(points[i], c[i])
			}
		}
		q, err := multivariate.Metric{Name: "euclidean"}.Among(ctx, points)
		if err != nil {
			t.Fatal(err)
		}
		for i := range p.D {
			if d := p.D[i].Sub(q.D[i]).Abs().Float(); d > 1e-6*m.Values[0].Sqrt().Float() {
				t.Fatalf("distance %d was %v and is %v", i, p.D[i], q.D[i])
			}
		}
	})
}

// Canonical correlations of single columns are Pearson's; a set shares 1 with what it spans.
func TestCanonical(t *testing.T) {
	ctx := context.Background()
	x := columns([][]float64{{1, 2}, {2, 1}, {4, 5}, {3, 9}, {7, 3}})
	y := [][]dd.Num{make([]dd.Num, 5), nums([]float64{2, 7, 1, 8, 2})}
	for i := range y[0] {
		y[0][i] = x[0][i].Add(x[1][i].Mul(dd.F(3)))
	}
	r, err := multivariate.Canonical(ctx, x, y)
	if err != nil || len(r) != 2 || math.Abs(r[0].Sub(dd.F(1)).Float()) > 1e-28 || !(r[1].Float() < 1) {
		t.Errorf("a sum is shared by %v (%v)", r, err)
	}
	one, err := multivariate.Canonical(ctx, x[:1], y[1:])
	want := dd.Cross(x[0], y[1]).Abs().Div(dd.Of(x[0]).SS.Mul(dd.Of(y[1]).SS).Sqrt())
	if err != nil || one[0].Sub(want).Abs().Float() > 1e-28 {
		t.Errorf("one column with one: %v, not %v (%v)", one, want, err)
	}
	for name, c := range map[string]struct{ x, y [][]dd.Num }{
		"constant": {[][]dd.Num{nums([]float64{1, 1, 1})}, [][]dd.Num{nums([]float64{1, 2, 3})}}, "few": {x[:1], [][]dd.Num{}},
		"dependent": {append(x[:2:2], y[0]), y[1:]}, "no number": {[][]dd.Num{nums([]float64{1, math.NaN(), 2, 3})}, [][]dd.Num{nums([]float64{1, 2, 3, 5})}},
	} {
		if r, err := multivariate.Canonical(ctx, c.x, c.y); err == nil {
			t.Errorf("%s: %v", name, r)
		}
	}
}
