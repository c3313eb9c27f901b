// Package track is the geometry of sampled trajectories in one to three dimensions.
package track

import (
	"math"
	"slices"
)

// Track is a trajectory: times, and the positions of each coordinate.
type Track struct {
	T []float64
	P [][]float64
}

// N is the number of points.
func (k Track) N() int { return len(k.T) }

// Ordered is in the order of time.
func (k Track) Ordered() Track {
	at := make([]int, k.N())
	for i := range at {
		at[i] = i
	}
	slices.SortStableFunc(at, func(a, b int) int {
		switch {
		case k.T[a] < k.T[b]:
			return -1
		case k.T[a] > k.T[b]:
			return 1
		}
		return 0
	})
	out := Track{P: make([][]float64, len(k.P))}
	for _, i := range at {
		out.T = append(out.T, k.T[i])
		for j := range k.P {
			out.P[j] = append(out.P[j], k.P[j][i])
		}
	}
	return out
}

// Resampled is the track at 2 or more evenly spaced times. It is in the order of time, with
// no time twice.
func (k Track) Resampled(points int) Track {
	out := Track{P: make([][]float64, len(k.P))}
	first, last, i := k.T[0], k.T[k.N()-1], 0
	for m := range points {
		share := float64(m) / float64(points-1)
		t := first*(1-share) + last*share
		for i+2 < k.N() && k.T[i+1] < t {
			i++
		}
		w := (t - k.T[i]) / (k.T[i+1] - k.T[i])
		w = math.Min(1, math.Max(0, w))
		out.T = append(out.T, t)
		for j := range k.P {
			out.P[j] = append(out.P[j], k.P[j][i]*(1-w)+k.P[j][i+1]*w)
		}
	}
	return out
}

// Step is the vector from one point to another, and its length.
func (k Track) Step(i, j int) (d []float64, length float64) {
	for _, p := range k.P {
		d = append(d, p[j]-p[i])
		length = math.Hypot(length, p[j]-p[i])
	}
	return d, length
}

// Path is the length of the way.
func (k Track) Path() float64 {
	var sum float64
	for i := 1; i < k.N(); i++ {
		_, l := k.Step(i-1, i)
		sum += l
	}
	return sum
}

// Net is the distance from the first to the last point.
func (k Track) Net() float64 {
	_, l := k.Step(0, k.N()-1)
	return l
}

// Speeds of the steps.
func (k Track) Speeds() []float64 {
	var out []float64
	for i := 1; i < k.N(); i++ {
		_, l := k.Step(i-1, i)
		out = append(out, l/(k.T[i]-k.T[i-1]))
	}
	return out
}

// Turns are the angles between steps, positive to the left in a plane, else not negative;
// steps without length have no direction and are passed over.
func (k Track) Turns() []float64 {
	var out, last []float64
	for i := 1; i < k.N(); i++ {
		d, l := k.Step(i-1, i)
		if l == 0 {
			continue
		}
		for j := range d {
			d[j] /= l
		}
		if last != nil {
			var dot, minus, plus float64
			for j := range d {
				dot += d[j] * last[j]
				minus += (d[j] - last[j]) * (d[j] - last[j])
				plus += (d[j] + last[j]) * (d[j] + last[j])
			}
			a := 2 * math.Atan2(math.Sqrt(minus), math.Sqrt(plus))
			if len(d) == 2 && last[0]*d[1]-last[1]*d[0] < 0 {
				a = -a
			}
			out = append(out, a)
		}
		last = d
	}
	return out
}

// Area between a track in a plane and the straight line from its first point to its last: by the sum of triangles, positive to the left.
func (k Track) Area() float64 {
	var sum float64
	x0, y0 := k.P[0][0], k.P[1][0]
	for i := 1; i < k.N(); i++ {
		sum += (k.P[0][i-1]-x0)*(k.P[1][i]-y0) - (k.P[0][i]-x0)*(k.P[1][i-1]-y0)
	}
	return -sum / 2
}

// Deviations of the points from the straight line from first to last, NaN where those are
// one place; positive to the left in a plane.
func (k Track) Deviations() []float64 {
	way, length := k.Step(0, k.N()-1)
	out := make([]float64, k.N())
	for i := range out {
		d, l := k.Step(0, i)
		if len(d) == 2 {
			out[i] = (way[0]*d[1] - way[1]*d[0]) / length
			continue
		}
		var dot float64
		for j := range d {
			dot += d[j] * way[j] / length
		}
		out[i] = math.Sqrt(math.Max(0, l*l-dot*dot))
	}
	return out
}
