package smooth

import (
	"context"
	"math"
	"runtime"
	"slices"
	"sort"
	"sync"
	"sync/atomic"
)

// Density is a kernel density estimate: the mean of kernels of one width about the data.
type Density struct {
	xs    []float64 // sorted
	k     Kernel
	h     float64 // bandwidth: the standard deviation of the scaled kernel
	width float64 // factor that scales the kernel
}

// NewDensity estimates the density of xs. The bandwidth h > 0 is the kernel's standard
// deviation, as in R, or, with support, what scales [-1, 1], as in scikit-learn.
func NewDensity(xs []float64, k Kernel, h float64, support bool) Density {
	d := Density{xs: slices.Sorted(slices.Values(xs)), k: k, h: h, width: h}
	if !support {
		d.width = h / k.SD
	}
	return d
}

// At is the density at x, by the direct sum.
func (d Density) At(x float64) float64 { return d.mean(x) / d.width }

// Below is the probability of less than x.
func (d Density) Below(x float64) float64 {
	lo, _ := slices.BinarySearch(d.xs, x-d.reach(9)) // wholly below
	s := acc{sum: float64(lo)}
	for _, v := range d.xs[lo:] {
		u := (x - v) / d.width
		if u < -1 && d.k.Bound || u < -39 {
			break
		}
		s.add(d.cumulative(u))
	}
	return math.Min(1, s.value()/float64(len(d.xs)))
}

func (d Density) cumulative(u float64) float64 {
	switch {
	case d.k.Bound && u >= 1:
		return 1
	case d.k.Bound && u <= -1:
		return 0
	}
	return d.k.below(u)
}

// reach is how far a kernel is felt: to its end, or to so many widths.
func (d Density) reach(widths float64) float64 {
	if d.k.Bound {
		return d.width
	}
	return widths * d.width
}

// mean is that of the kernels over the data about x. A Gaussian is cut where all that is
// left out cannot change the sixteenth digit.
func (d Density) mean(x float64) float64 {
	n := float64(len(d.xs))
	if d.k.Bound {
		var s acc
		for _, v := range d.near(x, d.width) {
			s.add(d.k.at((x - v) / d.width))
		}
		return s.value() / n
	}
	root := math.Sqrt(2 * math.Pi)
	for widths := 9.0; widths < 37; widths *= 1.2 {
		if s := gaussSum(d.near(x, widths*d.width), x, d.width); s > n*1e16*math.Exp(-widths*widths/2) {
			return s / n / root
		}
	}
	var s acc
	for _, v := range d.near(x, 39*d.width) {
		s.add(gauss((x - v) / d.width))
	}
	return s.value() / n
}

// near are the values no further than reach from x.
func (d Density) near(x, reach float64) []float64 {
	lo, _ := slices.BinarySearch(d.xs, x-reach)
	n := len(d.xs) - lo
	hi := sort.Search(n, func(i int) bool { return d.xs[lo+i] > x+reach })
	return d.xs[lo : lo+hi]
}

// On is the density at points, in rising order or not.
func (d Density) On(ctx context.Context, points []float64) ([]float64, error) {
	out := make([]float64, len(points))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(points)) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(points) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				out[i] = d.At(points[i])
			}
		})
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return out, nil
}

// Mode is where the density of a Gaussian kernel is largest: the best of points an eighth
// of a width apart about the data, then the root of the slope beside it.
func (d Density) Mode(ctx context.Context) (float64, error) {
	step, first := d.width/8, d.xs[0]
	best, top, last := math.NaN(), -1.0, math.Inf(-1)
	for _, v := range d.xs {
		for cell := math.Max(math.Floor((v-first)/step)-8, last+1); first+cell*step < v+d.width; cell++ {
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			last = cell
			if p := d.At(first + cell*step); p > top {
				best, top = first+cell*step, p
			}
			if first+(cell+1)*step == first+cell*step {
				return best, nil
			}
		}
	}
	lo, hi := best-step, best+step
	for range 100 {
		mid := lo + (hi-lo)/2
		if mid <= lo || mid >= hi {
			break
		}
		if d.slope(mid) > 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo + (hi-lo)/2, nil
}

// slope has the sign of the derivative of a Gaussian density.
func (d Density) slope(x float64) float64 {
	lo, _ := slices.BinarySearch(d.xs, x-39*d.width)
	var s acc
	for _, v := range d.xs[lo:] {
		u := (x - v) / d.width
		if u < -39 {
			break
		}
		s.add(-u * math.Exp(-u*u/2))
	}
	return s.value()
}

// Binned is the density that R's density() gives up to version 4.3: kernels on n bins
// (a power of two, at least 512) between four bandwidths below from and above to, by a
// convolution whose grid is longer by one part in 2n - 1 than the bins, then
// interpolated linearly at points.
func (d Density) Binned(from, to float64, n int, points []float64) []float64 {
	lo, hi := from-4*d.h, to+4*d.h
	mass := make([]float64, 2*n)
	step := (hi - lo) / float64(n-1)
	for _, x := range d.xs {
		at := (x - lo) / step
		i := int(math.Floor(at))
		f := at - float64(i)
		switch {
		case at < -1 || at > float64(n):
		case i >= 0 && i <= n-2:
			mass[i] += 1 - f
			mass[i+1] += f
		case i == -1:
			mass[0] += f
		case i == n-1:
			mass[i] += 1 - f
		}
	}
	gap := 2 * (hi - lo) / float64(2*n-1)
	kernel := make([]float64, n+1)
	for j := range kernel {
		switch u := float64(j) * gap / d.width; {
		case !d.k.Bound:
			kernel[j] = gauss(u) / d.width
		case u < 1:
			kernel[j] = d.k.at(u) / d.width
		}
	}
	dens := make([]float64, n)
	for j, m := range mass[:n] {
		if m != 0 {
			for i := range dens {
				dens[i] += m * kernel[max(i-j, j-i)]
			}
		}
	}
	for i := range dens {
		dens[i] /= float64(len(d.xs))
	}
	out := make([]float64, len(points))
	for i, x := range points {
		at := (x - lo) / step
		j := min(max(int(math.Floor(at)), 0), n-2)
		f := at - float64(j)
		out[i] = dens[j]*(1-f) + dens[j+1]*f
	}
	return out
}
