package smooth

import (
	"math"
	"slices"

	"github.com/assaybench/assay/internal/dd"
)

// Spread is what rules of bandwidth and of bins are made of.
type Spread struct {
	N              float64
	SD, SD0, IQR   float64 // n - 1, n, type 7
	MAD            float64 // times 1.4826
	Min, Max, Skew float64 // g1
	First          float64
}

// SpreadOf measures xs, which are not empty.
func SpreadOf(xs []dd.Num) Spread {
	m, sorted := dd.Of(xs), dd.Sorted(xs)
	q := func(p float64) dd.Num { return dd.Quantile(sorted, p, 7) }
	mid := q(0.5)
	away := make([]dd.Num, len(xs))
	var cubes dd.Num
	for i, x := range xs {
		away[i] = x.Sub(mid).Abs()
		d := x.Sub(m.Mean)
		cubes = cubes.Add(d.Mul(d).Mul(d))
	}
	n, v := float64(len(xs)), m.Var(0)
	return Spread{N: n, SD: m.SD(1).Float(), SD0: v.Sqrt().Float(), IQR: q(0.75).Sub(q(0.25)).Float(), MAD: 1.4826 * dd.Quantile(dd.Sorted(away), 0.5, 7).Float(),
		Min: sorted[0].Float(), Max: sorted[len(sorted)-1].Float(), Skew: cubes.Div(dd.F(n)).Div(v.Mul(v.Sqrt())).Float(), First: xs[0].Float()}
}

// Scott is scipy's default, sd n^(-1/5).
func (s Spread) Scott() float64 { return s.SD * math.Pow(s.N, -0.2) }

// Silverman is scipy's, sd (3n/4)^(-1/5).
func (s Spread) Silverman() float64 { return s.SD * math.Pow(0.75*s.N, -0.2) }

// NRD0 is R's default, 0.9 min(sd, IQR/1.34) n^(-1/5).
func (s Spread) NRD0() float64 {
	low := math.Min(s.SD, s.IQR/1.34)
	for _, x := range []float64{s.SD, math.Abs(s.First), 1} {
		if low == 0 {
			low = x
		}
	}
	return 0.9 * low * math.Pow(s.N, -0.2)
}

// NRD is R's bw.nrd, 1.06 min(sd, IQR/1.34) n^(-1/5).
func (s Spread) NRD() float64 { return 1.06 * math.Min(s.SD, s.IQR/1.34) * math.Pow(s.N, -0.2) }

// distances are the numbers of pairs whose distance is so many of 1000 bins, as R's
// bw.SJ and bw.ucv count them.
type distances struct {
	n     float64
	width float64
	count []float64
}

const distanceBins = 1000

func distancesOf(xs []float64) distances {
	lo, hi := slices.Min(xs), slices.Max(xs)
	d := distances{n: float64(len(xs)), width: (hi - lo) * 1.01 / distanceBins, count: make([]float64, distanceBins+1)}
	in := map[int64]float64{}
	for _, x := range xs {
		in[int64(x/d.width)]++ // towards 0, as there
	}
	cells := make([]int64, 0, len(in))
	for c := range in {
		cells = append(cells, c)
	}
	slices.Sort(cells)
	for i, a := range cells {
		d.count[0] += in[a] * (in[a] - 1) / 2
		for _, b := range cells[:i] {
			if a-b < int64(len(d.count)) {
				d.count[a-b] += in[a] * in[b]
			}
		}
	}
	return d
}

// functional is 2 Σ count · f(δ) + n · zero over squared distances δ in bandwidths.
func (d distances) functional(h, zero float64, f func(delta float64) float64) float64 {
	var s acc
	for i, c := range d.count[:distanceBins] {
		if c == 0 {
			continue
		}
		delta := float64(i) * d.width / h
		if delta *= delta; delta >= 1000 {
			break
		}
		s.add(c * f(delta))
	}
	return 2*s.value() + d.n*zero
}

func (d distances) phi4(h float64) float64 {
	s := d.functional(h, 3, func(q float64) float64 { return math.Exp(-q/2) * (q*q - 6*q + 3) })
	return s / (d.n * (d.n - 1) * math.Pow(h, 5) * math.Sqrt(2*math.Pi))
}

func (d distances) phi6(h float64) float64 {
	s := d.functional(h, -15, func(q float64) float64 { return math.Exp(-q/2) * (q*q*q - 15*q*q + 45*q - 15) })
	return s / (d.n * (d.n - 1) * math.Pow(h, 7) * math.Sqrt(2*math.Pi))
}

// SheatherJones solves the equation of Sheather and Jones (1991) on pairwise distances in
// 1000 bins, as R's bw.SJ, which stops within a hundredth of the largest bandwidth that
// it tries (slack). NaN where there is no root.
func SheatherJones(xs []float64, s Spread) (h, slack float64) {
	scale := math.Min(s.SD, s.IQR/1.349)
	if !(scale > 0) {
		return math.NaN(), 0
	}
	d := distancesOf(xs)
	td := -d.phi6(1.23 * scale * math.Pow(s.N, -1.0/9))
	alpha := 1.357 * math.Pow(d.phi4(1.24*scale*math.Pow(s.N, -1.0/7))/td, 1.0/7)
	f := func(h float64) float64 {
		return math.Pow(1/(2*math.Sqrt(math.Pi)*s.N)/d.phi4(alpha*math.Pow(h, 5.0/7)), 0.2) - h
	}
	top := 1.144 * scale * math.Pow(s.N, -0.2)
	lo, hi := 0.1*top, top
	for range 99 { // R widens its range in the same steps
		if f(lo)*f(hi) <= 0 {
			break
		}
		lo, hi = lo/1.2, hi*1.2
	}
	return root(lo, hi, f), 0.01 * top
}

// root is one of f, which differs in sign at lo and hi, by false position with the kept
// end halved; NaN where the signs do not differ.
func root(lo, hi float64, f func(float64) float64) float64 {
	a, b := f(lo), f(hi)
	if !(a*b <= 0) {
		return math.NaN()
	}
	for range 200 {
		x := (lo*b - hi*a) / (b - a)
		if !(x > lo && x < hi) {
			if x = lo + (hi-lo)/2; x <= lo || x >= hi {
				break
			}
		}
		switch v := f(x); {
		case v == 0:
			return x
		case v*a > 0:
			lo, a, b = x, v, b/2
		default:
			hi, b, a = x, v, a/2
		}
		if hi-lo <= 1e-13*hi {
			break
		}
	}
	return lo + (hi-lo)/2
}

// CrossValidated minimises the unbiased estimate of the squared error (Bowman 1984) on
// distances in 1000 bins, as R's bw.ucv, between a tenth of its largest bandwidth and
// that one; slack is where R stops. NaN where the least lies at an end.
func CrossValidated(xs []float64, s Spread) (h, slack float64) {
	top := 1.144 * s.SD * math.Pow(s.N, -0.2)
	if !(top > 0) {
		return math.NaN(), 0
	}
	d := distancesOf(xs)
	f := func(h float64) float64 {
		v := d.functional(h, 0, func(q float64) float64 { e := math.Exp(-q / 4); return e - math.Sqrt(8)*e*e })
		return (0.5 + v/2/d.n) / (d.n * h * math.Sqrt(math.Pi))
	}
	lo, hi := 0.1*top, top
	h, at := golden(lo, hi, f), 0.005*(hi-lo)
	if h-lo < at || hi-h < at {
		return math.NaN(), 0
	}
	return h, 0.01 * top
}

// golden is where f is least: the best of 61 places from lo to hi, then golden section.
func golden(lo, hi float64, f func(float64) float64) float64 {
	const grid = 60
	step := (hi - lo) / grid
	best, least := 0, math.Inf(1)
	for i := range grid + 1 {
		if v := f(lo + float64(i)*step); v < least {
			best, least = i, v
		}
	}
	a, b := lo+float64(max(best-1, 0))*step, lo+float64(min(best+1, grid))*step
	r := (math.Sqrt(5) - 1) / 2
	p, q := b-r*(b-a), a+r*(b-a)
	fp, fq := f(p), f(q)
	for range 60 {
		if fp <= fq {
			b, q, fq = q, p, fp
			p = b - r*(b-a)
			fp = f(p)
		} else {
			a, p, fp = p, q, fq
			q = a + r*(b-a)
			fq = f(q)
		}
	}
	return (a + b) / 2
}
