package agreement_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/assaybench/assay/claims/closure/agreement"
	"github.com/assaybench/assay/spec"
)

var none = agreement.Options{}

// rows makes ratings of lines of words, one line a rater; a point is no rating.
func rows(lines ...string) []agreement.Rating {
	var out []agreement.Rating
	for r, l := range lines {
		for u, w := range strings.Fields(l) {
			if w != "." {
				out = append(out, agreement.Rating{Unit: fmt.Sprintf("%03d", u), Cluster: fmt.Sprintf("%03d", u), Rater: string(rune('A' + r)), Word: w})
			}
		}
	}
	return out
}

func of(t testing.TB, ratings []agreement.Rating, o agreement.Options) *spec.Agreement {
	t.Helper()
	a, err := agreement.Of(context.Background(), ratings, o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// The worked examples of Krippendorff, Computing Krippendorff's Alpha-Reliability (2011):
// A, two observers and two words; B, two observers and five words; C, four observers with
// gaps, of which 12 is in one unit alone.
func TestKrippendorffPublished(t *testing.T) {
	for _, tt := range []struct {
		name          string
		lines         []string
		alpha         float64
		units, single int
		percent       float64
	}{
		{"A", []string{"0 1 0 0 0 0 0 0 1 0", "1 1 1 0 0 1 0 0 0 0"}, 0.095, 10, 0, 60},
		{"B", []string{"a a b b d c c c e d d a", "b a b b b c c c e d d d"}, 0.692, 12, 0, 75},
		{"C", []string{"1 2 3 3 2 1 4 1 2 . . .", "1 2 3 3 2 2 4 1 2 5 . 3", ". 3 3 3 2 3 4 2 2 5 1 .", "1 2 3 3 2 4 4 1 2 5 1 ."}, 0.743, 11, 1, math.NaN()},
	} {
		a := of(t, rows(tt.lines...), none)
		if math.Abs(*a.Alpha.Value-tt.alpha) > 0.0005 || a.Units != tt.units || a.Single != tt.single {
			t.Errorf("%s: alpha %.4f, not %.3f; %d units, %d single", tt.name, *a.Alpha.Value, tt.alpha, a.Units, a.Single)
		}
		if !math.IsNaN(tt.percent) && *a.Percent.Value != tt.percent {
			t.Errorf("%s: %v per cent", tt.name, *a.Percent.Value)
		}
	}
}

// square makes ratings of a 2 by 2 table of counts.
func square(n [4]int) []agreement.Rating {
	var a, b []string
	for i, k := range n {
		for range k {
			a, b = append(a, []string{"yes", "yes", "no", "no"}[i]), append(b, []string{"yes", "no", "yes", "no"}[i])
		}
	}
	return rows(strings.Join(a, " "), strings.Join(b, " "))
}

// Three tables that textbooks use for Cohen's kappa (50 grant proposals; the same share of
// agreement with other margins), and one of Fleiss, Levin and Paik (2003), table 18.1.
func TestCohenPublished(t *testing.T) {
	for _, tt := range []struct {
		n     [4]int
		kappa float64
	}{
		{[4]int{20, 5, 10, 15}, 0.4},
		{[4]int{45, 15, 25, 15}, 0.1304},
		{[4]int{25, 35, 5, 35}, 0.2593},
	} {
		a := of(t, square(tt.n), none)
		if p := a.Pairs[0]; math.Abs(*p.Kappa.Value-tt.kappa) > 0.00005 || p.Units != tt.n[0]+tt.n[1]+tt.n[2]+tt.n[3] {
			t.Errorf("%v: %+v, kappa %.4f", tt.n, p, *p.Kappa.Value)
		}
	}
	fleiss := [3][3]int{{75, 1, 4}, {5, 4, 1}, {0, 0, 10}}
	var a, b []string
	for i := range 3 {
		for k := range 3 {
			for range fleiss[i][k] {
				a, b = append(a, fmt.Sprint(i)), append(b, fmt.Sprint(k))
			}
		}
	}
	if p := of(t, rows(strings.Join(a, " "), strings.Join(b, " ")), none).Pairs[0]; math.Abs(*p.Kappa.Value-0.68) > 0.005 || *p.Percent.Value != 89 {
		t.Errorf("kappa %.4f, %v per cent", *p.Kappa.Value, *p.Percent.Value)
	}
}

// What cannot be told is absent, never 0 or 1.
func TestUndefined(t *testing.T) {
	for name, ratings := range map[string][]agreement.Rating{"nothing": nil, "one rater": rows("a b a"), "units apart": rows("a . b .", ". a . b")} {
		a := of(t, ratings, agreement.Options{Resamples: 100, Level: 0.95})
		if a.Percent.Value != nil || a.Alpha.Value != nil || len(a.Pairs) != 0 || a.Units != 0 || a.Words == nil {
			t.Errorf("%s: %+v", name, a)
		}
	}
	a := of(t, rows("a a a", "a a a"), agreement.Options{Resamples: 100, Level: 0.95})
	if *a.Percent.Value != 100 || a.Alpha.Value != nil || a.Pairs[0].Kappa.Value != nil {
		t.Errorf("one word alone: %+v", a)
	}
	if a := of(t, rows("a b a b", "b a b a"), none); *a.Percent.Value != 0 || *a.Alpha.Value >= 0 || *a.Pairs[0].Kappa.Value != -1 {
		t.Errorf("contrary: %+v", a)
	}
}

func TestAbstentions(t *testing.T) {
	ratings := append(rows("a b a b", "a b . ."), agreement.Rating{Unit: "002", Cluster: "002", Rater: "B"}, agreement.Rating{Unit: "003", Cluster: "003", Rater: "B"})
	a := of(t, ratings, none)
	if a.Units != 2 || a.Single != 2 || a.Abstained["B"] != 2 || a.Abstained["A"] != 0 || len(a.Abstained) != 2 {
		t.Errorf("%+v", a)
	}
	if _, err := agreement.Of(context.Background(), append(ratings, ratings[0]), none); !errors.Is(err, agreement.ErrTwice) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := agreement.Of(ctx, rows("a b a b", "a b b b"), agreement.Options{Resamples: 1000, Level: 0.95}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// Over independent units the interval of the share of agreement is that of a binomial.
func TestIntervalOfAShare(t *testing.T) {
	var a, b []string
	for i := range 100 {
		a = append(a, []string{"x", "y"}[i%2])
		b = append(b, a[i])
		if i < 20 {
			b[i] = []string{"y", "x"}[i%2]
		}
	}
	got := *of(t, rows(strings.Join(a, " "), strings.Join(b, " ")), agreement.Options{Resamples: 20_000, Seed: 1, Level: 0.95}).Percent.Interval
	if math.Abs(got[0]-72) > 1 || math.Abs(got[1]-87) > 1 { // quantiles of the binomial of 100 and 0.8: 72 and 87
		t.Errorf("%v", got)
	}
}

// Order and names change nothing; agreement grows where a rating is made to agree.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := []string{"met", "unmet", "not_applicable", ""}
		raters := rapid.IntRange(2, 4).Draw(t, "raters")
		var ratings []agreement.Rating
		for u := range rapid.IntRange(1, 15).Draw(t, "units") {
			for r := range raters {
				if rapid.IntRange(0, 4).Draw(t, "missing") > 0 {
					ratings = append(ratings, agreement.Rating{Unit: fmt.Sprint(u), Cluster: fmt.Sprint(u % 3), Rater: fmt.Sprint(r), Word: rapid.SampledFrom(words).Draw(t, "word")})
				}
			}
		}
		o := agreement.Options{Resamples: 50, Seed: 3, Level: 0.9}
		a, err := agreement.Of(context.Background(), ratings, o)
		if err != nil {
			t.Fatal(err)
		}
		other := rapid.Permutation(ratings).Draw(t, "order")
		b, err := agreement.Of(context.Background(), other, o)
		if err != nil || fmt.Sprint(show(a)) != fmt.Sprint(show(b)) {
			t.Fatalf("order shows: %v and %v", show(a), show(b))
		}
		if v := a.Percent.Value; v != nil && (*v < 0 || *v > 100) || a.Alpha.Value != nil && *a.Alpha.Value > 1 {
			t.Fatalf("%v", show(a))
		}
		same := slices.Clone(ratings)
		for i := range same {
			if same[i].Word != "" {
				same[i].Word = words[len(same[i].Unit)%2]
			}
		}
		c, err := agreement.Of(context.Background(), same, o)
		if err != nil || c.Percent.Value != nil && *c.Percent.Value != 100 || c.Alpha.Value != nil && *c.Alpha.Value != 1 {
			t.Fatalf("%v, %v", show(c), err)
		}
	})
}

func show(a *spec.Agreement) []string {
	f := func(f spec.AgreementFigure) string {
		s := "-"
		if f.Value != nil {
			s = fmt.Sprintf("%.9f", *f.Value)
		}
		if f.Interval != nil {
			s += fmt.Sprintf(" %.9f", *f.Interval)
		}
		return s
	}
	out := []string{f(a.Percent), f(a.Alpha), fmt.Sprint(a.Units, a.Single, a.Ratings, a.Abstained)}
	for _, p := range a.Pairs {
		out = append(out, fmt.Sprint(p.Raters, p.Units), f(p.Percent), f(p.Kappa))
	}
	return out
}
