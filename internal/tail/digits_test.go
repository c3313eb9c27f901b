package tail_test

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/tail"
)

//go:embed testdata/digits.txt
var reference string

func first(x, _ float64) float64  { return x }
func second(_, x float64) float64 { return x }

var functions = map[string]func(a []float64) float64{
	"norm_sf":  func(a []float64) float64 { return tail.Normal(a[0]) },
	"norm_cdf": func(a []float64) float64 { return tail.Normal(-a[0]) },
	"norm_q":   func(a []float64) float64 { return tail.NormalQuantile(a[0]) },
	"t_sf":     func(a []float64) float64 { return tail.T(a[0], a[1]) },
	"t_q":      func(a []float64) float64 { return tail.TQuantile(a[0], a[1]) },
	"f_sf":     func(a []float64) float64 { return tail.F(a[0], a[1], a[2]) },
	"f_q":      func(a []float64) float64 { return tail.FQuantile(a[0], a[1], a[2]) },
	"chi_sf":   func(a []float64) float64 { return tail.ChiSquared(a[0], a[1]) },
	"chi_cdf":  func(a []float64) float64 { return tail.ChiSquaredLower(a[0], a[1]) },
	"chi_q":    func(a []float64) float64 { return tail.ChiSquaredQuantile(a[0], a[1]) },
	"beta_cdf": func(a []float64) float64 { return first(tail.Beta(a[0], a[1], a[2], 1-a[2])) },
	"binom_cdf": func(a []float64) float64 {
		return first(tail.Binomial(int(a[0]), int(a[1]), a[2]))
	},
	"binom_sf": func(a []float64) float64 {
		return second(tail.Binomial(int(a[0]), int(a[1]), a[2]))
	},
	"pois_cdf":  func(a []float64) float64 { return first(tail.Poisson(int(a[0]), a[1])) },
	"pois_sf":   func(a []float64) float64 { return second(tail.Poisson(int(a[0]), a[1])) },
	"hyper_le":  func(a []float64) float64 { return first(hyper(a).Tails(int(a[0]))) },
	"hyper_ge":  func(a []float64) float64 { return second(hyper(a).Tails(int(a[0]))) },
	"ks_sf":     func(a []float64) float64 { return tail.Kolmogorov(a[0]) },
	"kstwo_sf":  func(a []float64) float64 { return tail.OneSampleKS(int(a[0]), a[1]) },
	"ksone_sf":  func(a []float64) float64 { return tail.OneSidedKS(int(a[0]), a[1]) },
	"nct_sf":    func(a []float64) float64 { return tail.NoncentralT(a[0], a[1], a[2]) },
	"ncf_sf":    func(a []float64) float64 { return tail.NoncentralF(a[0], a[1], a[2], a[3]) },
	"range_cdf": func(a []float64) float64 { return 1 - tail.StudentizedRange(a[0], int(a[1]), a[2]) },
}

func hyper(a []float64) tail.Hypergeometric {
	return tail.Hypergeometric{Marked: int(a[1]), Rest: int(a[2]), Drawn: int(a[3])}
}

// TestDigits asks for 12 correct digits, 9 of a beta distribution with a parameter from
// 1e5 up, and 11 decimals of the studentised range, which is all that its table has.
func TestDigits(t *testing.T) {
	least, rows := 16.0, 0
	for _, line := range strings.Split(reference, "\n") {
		f := strings.Fields(line)
		if len(f) != 3 || f[0] == "#" {
			continue
		}
		compute, ok := functions[f[0]]
		if !ok {
			t.Errorf("%s: there is no function for it", line)
			continue
		}
		var args []float64
		for _, s := range strings.Split(f[1], ",") {
			x, err := strconv.ParseFloat(s, 64)
			if err != nil {
				t.Fatal(err)
			}
			args = append(args, x)
		}
		want, err := strconv.ParseFloat(f[2], 64)
		if err != nil {
			t.Fatal(err)
		}
		rows++
		got, need := compute(args), 12.0
		switch f[0] {
		case "range_cdf":
			if !(math.Abs(got-want) <= 1e-11) {
				t.Errorf("%s: %.15g", line, got)
			}
			continue
		case "beta_cdf":
			if args[0] >= 1e5 || args[1] >= 1e5 {
				need = 9
			}
		}
		d := -math.Log10(math.Max(math.Abs(got-want)/math.Abs(want), 1e-16))
		least = math.Min(least, d)
		if !(d >= need) {
			t.Errorf("%s: %.17g has %.1f digits, want %v", line, got, d, need)
		}
		t.Logf("%.1f digits: %s", d, line)
	}
	t.Logf("least: %.1f digits", least)
	if rows < 100 {
		t.Fatalf("only %d reference values were read", rows)
	}
}
