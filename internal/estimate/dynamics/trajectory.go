package dynamics

import (
	"context"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/spec"
)

var trackQuantities = []string{"path_length", "net_displacement", "straightness", "mean_speed", "max_speed", "turning", "mean_curvature", "area", "max_deviation", "time_of_peak", "duration"}

// tracks are measures of sampled trajectories.
func tracks() []estimate.Estimator {
	return []estimate.Estimator{{Name: "trajectory", Summary: "the measure of the trajectory", PerRow: true, Compute: trajectory,
		Formula: "path_length Σ|p(i + 1) - p(i)|; net_displacement from first to last; straightness net / path; mean_speed path / duration; max_speed of a step; turning Σ of the angles between steps, in radians, without sign; mean_curvature turning / path; area between the track and the straight line from first to last, parts on its two sides with opposite signs, its absolute value; max_deviation the largest distance from that line; time_of_peak of the largest first coordinate; resampled to evenly spaced times by straight lines where points says so",
		Source:  "Benhamou (2004); Freeman and Ambady (2010) for area and deviation",
		Args: []estimate.Arg{{Name: "coordinates", Kind: estimate.ArgColumns, Required: true, Doc: "columns of 1 to 3 coordinates; rows without all of them are left out"},
			{Name: "time", Kind: estimate.ArgColumn, Doc: "column of times, by which rows are ordered; the numbers of the rows, from 0, where absent"},
			{Name: "quantity", Kind: estimate.ArgText, Required: true, OneOf: trackQuantities, Doc: "what is asked for"},
			{Name: "points", Kind: estimate.ArgNumber, Min: 2, Max: 1e6, Doc: "number of evenly spaced times that the track is resampled to; not resampled where absent"}}}}
}

// track is a trajectory in the order of time: a slice of positions for each coordinate.
type track struct {
	t []float64
	p [][]float64
}

func (k track) n() int { return len(k.t) }

// ordered is in the order of time.
func (k track) ordered() track {
	at := make([]int, k.n())
	for i := range at {
		at[i] = i
	}
	slices.SortStableFunc(at, func(a, b int) int {
		switch {
		case k.t[a] < k.t[b]:
			return -1
		case k.t[a] > k.t[b]:
			return 1
		}
		return 0
	})
	out := track{p: make([][]float64, len(k.p))}
	for _, i := range at {
		out.t = append(out.t, k.t[i])
		for j := range k.p {
			out.p[j] = append(out.p[j], k.p[j][i])
		}
	}
	return out
}

// resampled is the track at evenly spaced times.
func (k track) resampled(points int) track {
	out := track{p: make([][]float64, len(k.p))}
	first, last, i := k.t[0], k.t[k.n()-1], 0
	for m := range points {
		share := float64(m) / float64(points-1)
		t := first*(1-share) + last*share
		for i+2 < k.n() && k.t[i+1] < t {
			i++
		}
		w := (t - k.t[i]) / (k.t[i+1] - k.t[i])
		w = math.Min(1, math.Max(0, w))
		out.t = append(out.t, t)
		for j := range k.p {
			out.p[j] = append(out.p[j], k.p[j][i]*(1-w)+k.p[j][i+1]*w)
		}
	}
	return out
}

// step is the vector from one point to another, and its length.
func (k track) step(i, j int) (d []float64, length float64) {
	for _, p := range k.p {
		d = append(d, p[j]-p[i])
		length = math.Hypot(length, p[j]-p[i])
	}
	return d, length
}

func (k track) path() float64 {
	var sum float64
	for i := 1; i < k.n(); i++ {
		_, l := k.step(i-1, i)
		sum += l
	}
	return sum
}

func (k track) net() float64 {
	_, l := k.step(0, k.n()-1)
	return l
}

// speeds of the steps.
func (k track) speeds() []float64 {
	var out []float64
	for i := 1; i < k.n(); i++ {
		_, l := k.step(i-1, i)
		out = append(out, l/(k.t[i]-k.t[i-1]))
	}
	return out
}

// turns are the angles between steps, positive to the left in a plane, else not negative;
// steps without length have no direction and are passed over.
func (k track) turns() []float64 {
	var out, last []float64
	for i := 1; i < k.n(); i++ {
		d, l := k.step(i-1, i)
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

// area between track and straight line: by the sum of triangles, positive to the left.
func (k track) area() float64 {
	var sum float64
	x0, y0 := k.p[0][0], k.p[1][0]
	for i := 1; i < k.n(); i++ {
		sum += (k.p[0][i-1]-x0)*(k.p[1][i]-y0) - (k.p[0][i]-x0)*(k.p[1][i-1]-y0)
	}
	return -sum / 2
}

// deviations of the points from the straight line, positive to the left in a plane.
func (k track) deviations() []float64 {
	way, length := k.step(0, k.n()-1)
	out := make([]float64, k.n())
	for i := range out {
		d, l := k.step(0, i)
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

func farthest(xs []float64) float64 {
	var most float64
	for _, x := range xs {
		if math.Abs(x) > math.Abs(most) {
			most = x
		}
	}
	return most
}

func absolute(xs []float64) []float64 {
	out := make([]float64, len(xs))
	for i, x := range xs {
		out[i] = math.Abs(x)
	}
	return out
}

func total(xs []float64) float64 {
	var sum float64
	for _, x := range xs {
		sum += x
	}
	return sum
}

// of is a quantity; NaN where it has no value.
func (k track) of(quantity string) float64 {
	last := k.n() - 1
	switch quantity {
	case "path_length":
		return k.path()
	case "net_displacement":
		return k.net()
	case "straightness":
		return k.net() / k.path()
	case "mean_speed":
		return k.path() / (k.t[last] - k.t[0])
	case "max_speed":
		return slices.Max(k.speeds())
	case "turning":
		return total(absolute(k.turns()))
	case "mean_curvature":
		return total(absolute(k.turns())) / k.path()
	case "area":
		return math.Abs(k.area())
	case "max_deviation":
		if k.net() == 0 {
			return math.NaN()
		}
		return math.Abs(farthest(k.deviations()))
	case "time_of_peak":
		return k.t[slices.Index(k.p[0], slices.Max(k.p[0]))]
	}
	return k.t[last] - k.t[0]
}

func trajectory(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	names, quantity := in.Args.Texts("coordinates"), in.Args.Text("quantity")
	if len(names) > 3 {
		return estimate.Answer{}, estimate.BadArg("coordinates", "are %d, not 1 to 3", len(names))
	}
	if quantity == "area" && len(names) != 2 {
		return estimate.Answer{}, estimate.BadArg("coordinates", "are %d; an area takes 2", len(names))
	}
	if quantity == "max_deviation" && len(names) < 2 {
		return estimate.Answer{}, estimate.BadArg("coordinates", "is one; a deviation takes 2 or 3")
	}
	unit, timeUnit := sample.UnitOf(in, names[0]), ""
	all := slices.Clone(names)
	if in.Args.Has("time") {
		all = append(all, in.Args.Text("time"))
		timeUnit = sample.UnitOf(in, in.Args.Text("time"))
	}
	columns, err := in.View.Floats(all...)
	if err != nil {
		return estimate.Answer{}, err
	}
	raw := track{count(len(columns[0])), columns[:len(names)]}
	if in.Args.Has("time") {
		raw.t = columns[len(names)]
	}
	if raw.n() < 2 {
		return estimate.Answer{}, estimate.Undefined("%d points are no track", raw.n())
	}
	k := raw.ordered()
	for i := 1; i < k.n(); i++ {
		if k.t[i] == k.t[i-1] {
			return estimate.Answer{}, estimate.Undefined("two points have the time %v", k.t[i])
		}
	}
	points, err := whole(in, "points")
	if err != nil {
		return estimate.Answer{}, err
	}
	whole := k
	if points > 0 {
		k = k.resampled(points)
	}
	v := k.of(quantity)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return estimate.Answer{}, estimate.Undefined("the track does not move, or ends where it began")
	}
	a := estimate.Answer{What: "the " + quantity + " of the trajectory", Value: estimate.Number(v), N: answer.Count(k.n()), Floor: spec.Tolerance{Rel: 1e-9}}
	length := k.path()
	switch quantity {
	case "path_length", "net_displacement", "max_deviation":
		a.Unit, a.Floor.Abs = unit, 1e-13*length
	case "mean_speed", "max_speed":
		a.Unit = answer.Per(unit, timeUnit)
	case "straightness":
		a.Unit, a.Floor.Abs = "1", 1e-13
	case "turning":
		a.Unit, a.Floor.Abs = "rad", 1e-7 // the arc cosine of a straight track loses half of the digits
	case "mean_curvature":
		a.Unit, a.Floor.Abs = answer.Power(unit, -1), 1e-7/length
	case "area":
		a.Unit, a.Floor.Abs = answer.Power(unit, 2), 1e-13*length*length
	default:
		a.Unit = timeUnit
	}
	k.vary(&a, quantity, v)
	if !slices.IsSorted(raw.t) {
		also(&a, "unordered", "of the points in the order of their rows", v, raw.of(quantity))
	}
	if points > 0 {
		also(&a, "raw", "of the points themselves, not resampled", v, whole.of(quantity))
	}
	for _, other := range []int{100, 101} {
		if other != points {
			also(&a, map[int]string{100: "resampled-100", 101: "resampled-101"}[other], "resampled to as many evenly spaced times", v, whole.resampled(other).of(quantity))
		}
	}
	return a, nil
}

// also appends a variant that differs from the answer.
func also(a *estimate.Answer, name, note string, v, x float64) {
	if x != v {
		varied(a, name, note, x)
	}
}

// vary appends what neighbouring definitions give.
func (k track) vary(a *estimate.Answer, quantity string, v float64) {
	put := func(name, note string, x float64) { also(a, name, note, v, x) }
	last := k.n() - 1
	switch quantity {
	case "path_length":
		put("net", "the net displacement, not the path", k.net())
		var blocks float64
		for _, p := range k.p {
			for i := 1; i < k.n(); i++ {
				blocks += math.Abs(p[i] - p[i-1])
			}
		}
		put("city-block", "the path along the axes", blocks)
		put("mean-step", "the mean length of a step", v/float64(last))
	case "net_displacement":
		put("path", "the length of the path", k.path())
		var most float64
		for i := range k.t {
			_, l := k.step(0, i)
			most = math.Max(most, l)
		}
		put("max-displacement", "the largest distance from the start", most)
	case "straightness":
		put("sinuosity", "path / net, the other way round", 1/v)
		put("difference", "1 less it", 1-v)
	case "mean_speed":
		put("mean-of-steps", "the mean of the speeds of the steps", total(k.speeds())/float64(last))
		put("velocity", "net displacement over duration", k.net()/(k.t[last]-k.t[0]))
		put("per-row", "with steps of time 1", k.path()/float64(last))
	case "max_speed":
		put("mean", "the mean speed", k.of("mean_speed"))
	case "turning":
		put("degrees", "in degrees", v*180/math.Pi)
		put("signed", "with left and right turns of opposite signs", total(k.turns()))
		if n := len(k.turns()); n > 0 {
			put("mean-angle", "the mean angle of a turn", v/float64(n))
		}
	case "mean_curvature":
		put("turning", "the turning, not divided by the path", total(absolute(k.turns())))
		put("degrees", "in degrees", v*180/math.Pi)
		put("radius", "the radius, 1 / curvature", 1/v)
	case "area":
		put("signed", "with a sign, positive to the left", k.area())
		put("sign", "with the other sign", -k.area())
		put("trapezoid", "under the track by trapezoids, the second coordinate over the first", samples{k.p[0], k.p[1]}.by("trapezoid"))
		one, other := 0.0, 0.0
		d := k.deviations()
		way, length := k.step(0, last)
		for i := 1; i < k.n(); i++ {
			s, _ := k.step(i-1, i)
			part := (d[i] + d[i-1]) / 2 * (s[0]*way[0] + s[1]*way[1]) / length
			if part > 0 {
				one += part
			} else {
				other -= part
			}
		}
		put("both-sides", "with the parts on both sides added up", one+other)
		put("larger-side", "of the side with more", math.Max(one, other))
	case "max_deviation":
		d := k.deviations()
		put("signed", "with a sign, positive to the left", farthest(d))
		put("mean", "the mean distance from the line", total(absolute(d))/float64(k.n()))
		put("left", "the largest distance to the left", slices.Max(d))
		put("right", "the largest distance to the right", -slices.Min(d))
	case "time_of_peak":
		at := slices.Index(k.p[0], slices.Max(k.p[0]))
		put("row", "the number of the point, from 0", float64(at))
		put("row-from-1", "the number of the point, from 1", float64(at+1))
		put("time-of-minimum", "the time of the lowest value", k.t[slices.Index(k.p[0], slices.Min(k.p[0]))])
		put("largest-size", "the time of the largest absolute value", k.t[slices.Index(absolute(k.p[0]), slices.Max(absolute(k.p[0])))])
		put("since-start", "counted from the first time", v-k.t[0])
		put("value", "the largest value, not its time", k.p[0][at])
	}
}
