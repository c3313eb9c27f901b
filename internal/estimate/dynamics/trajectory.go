package dynamics

import (
	"context"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/track"
	"github.com/assaybench/assay/spec"
)

var trackQuantities = []string{"path_length", "net_displacement", "straightness", "mean_speed", "max_speed", "turning", "mean_curvature", "area", "max_deviation", "time_of_peak", "duration"}

// tracks are measures of sampled trajectories.
func tracks() []estimate.Estimator {
	return []estimate.Estimator{{Name: "trajectory", Summary: "the measure of the trajectory",
		Unit: "that of coordinates, with time in speeds; rad for angles, 1 for ratios", Domain: "numbers in the order of rows; two points, each time once, a track that moves",
		Missing: "rows that lack a coordinate are left out, and the track closes up",
		PerRow:  true, Compute: trajectory,
		Formula: "path_length Σ|p(i + 1) - p(i)|; net_displacement from first to last; straightness net / path; mean_speed path / duration; max_speed of a step; turning Σ of the angles between steps, in radians, without sign; mean_curvature turning / path; area between the track and the straight line from first to last, parts on its two sides with opposite signs, its absolute value; max_deviation the largest distance from that line; time_of_peak of the largest first coordinate; resampled to evenly spaced times by straight lines where points says so",
		Source:  "Benhamou (2004); Freeman and Ambady (2010) for area and deviation",
		Args: []estimate.Arg{{Name: "coordinates", Kind: estimate.ArgColumns, Required: true, Doc: "columns of 1 to 3 coordinates; rows without all of them are left out"},
			{Name: "time", Kind: estimate.ArgColumn, Doc: "column of times, by which rows are ordered; the numbers of the rows, from 0, where absent"},
			{Name: "quantity", Kind: estimate.ArgText, Required: true, OneOf: trackQuantities, Doc: "what is asked for"},
			{Name: "points", Kind: estimate.ArgNumber, Min: 2, Max: 1e6, Doc: "number of evenly spaced times that the track is resampled to; not resampled where absent"}}}}
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
func of(k track.Track, quantity string) float64 {
	last := k.N() - 1
	switch quantity {
	case "path_length":
		return k.Path()
	case "net_displacement":
		return k.Net()
	case "straightness":
		return k.Net() / k.Path()
	case "mean_speed":
		return k.Path() / (k.T[last] - k.T[0])
	case "max_speed":
		return slices.Max(k.Speeds())
	case "turning":
		return total(absolute(k.Turns()))
	case "mean_curvature":
		return total(absolute(k.Turns())) / k.Path()
	case "area":
		return math.Abs(k.Area())
	case "max_deviation":
		if k.Net() == 0 {
			return math.NaN()
		}
		return math.Abs(farthest(k.Deviations()))
	case "time_of_peak":
		return k.T[slices.Index(k.P[0], slices.Max(k.P[0]))]
	}
	return k.T[last] - k.T[0]
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
	raw := track.Track{T: count(len(columns[0])), P: columns[:len(names)]}
	if in.Args.Has("time") {
		raw.T = columns[len(names)]
	}
	if raw.N() < 2 {
		return estimate.Answer{}, estimate.Undefined("%d points are no track", raw.N())
	}
	k := raw.Ordered()
	for i := 1; i < k.N(); i++ {
		if k.T[i] == k.T[i-1] {
			return estimate.Answer{}, estimate.Undefined("two points have the time %v", k.T[i])
		}
	}
	points, err := whole(in, "points")
	if err != nil {
		return estimate.Answer{}, err
	}
	whole := k
	if points > 0 {
		k = k.Resampled(points)
	}
	v := of(k, quantity)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return estimate.Answer{}, estimate.Undefined("the track does not move, or ends where it began")
	}
	a := estimate.Answer{What: "the " + quantity + " of the trajectory", Value: estimate.Number(v), N: answer.Count(k.N()), Floor: spec.Tolerance{Rel: 1e-9}}
	length := k.Path()
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
	varyTrack(k, &a, quantity, v)
	if !slices.IsSorted(raw.T) {
		also(&a, "unordered", "of the points in the order of their rows", v, of(raw, quantity))
	}
	if points > 0 {
		also(&a, "raw", "of the points themselves, not resampled", v, of(whole, quantity))
	}
	for _, other := range []int{100, 101} {
		if other != points {
			also(&a, map[int]string{100: "resampled-100", 101: "resampled-101"}[other], "resampled to as many evenly spaced times", v, of(whole.Resampled(other), quantity))
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

// varyTrack appends what neighbouring definitions give.
func varyTrack(k track.Track, a *estimate.Answer, quantity string, v float64) {
	put := func(name, note string, x float64) { also(a, name, note, v, x) }
	last := k.N() - 1
	switch quantity {
	case "path_length":
		put("net", "the net displacement, not the path", k.Net())
		var blocks float64
		for _, p := range k.P {
			for i := 1; i < k.N(); i++ {
				blocks += math.Abs(p[i] - p[i-1])
			}
		}
		put("city-block", "the path along the axes", blocks)
		put("mean-step", "the mean length of a step", v/float64(last))
	case "net_displacement":
		put("path", "the length of the path", k.Path())
		var most float64
		for i := range k.T {
			_, l := k.Step(0, i)
			most = math.Max(most, l)
		}
		put("max-displacement", "the largest distance from the start", most)
	case "straightness":
		put("sinuosity", "path / net, the other way round", 1/v)
		put("difference", "1 less it", 1-v)
	case "mean_speed":
		put("mean-of-steps", "the mean of the speeds of the steps", total(k.Speeds())/float64(last))
		put("velocity", "net displacement over duration", k.Net()/(k.T[last]-k.T[0]))
		put("per-row", "with steps of time 1", k.Path()/float64(last))
	case "max_speed":
		put("mean", "the mean speed", of(k, "mean_speed"))
	case "turning":
		put("degrees", "in degrees", v*180/math.Pi)
		put("signed", "with left and right turns of opposite signs", total(k.Turns()))
		if n := len(k.Turns()); n > 0 {
			put("mean-angle", "the mean angle of a turn", v/float64(n))
		}
	case "mean_curvature":
		put("turning", "the turning, not divided by the path", total(absolute(k.Turns())))
		put("degrees", "in degrees", v*180/math.Pi)
		put("radius", "the radius, 1 / curvature", 1/v)
	case "area":
		put("signed", "with a sign, positive to the left", k.Area())
		put("sign", "with the other sign", -k.Area())
		put("trapezoid", "under the track by trapezoids, the second coordinate over the first", samples{k.P[0], k.P[1]}.by("trapezoid"))
		one, other := 0.0, 0.0
		d := k.Deviations()
		way, length := k.Step(0, last)
		for i := 1; i < k.N(); i++ {
			s, _ := k.Step(i-1, i)
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
		d := k.Deviations()
		put("signed", "with a sign, positive to the left", farthest(d))
		put("mean", "the mean distance from the line", total(absolute(d))/float64(k.N()))
		put("left", "the largest distance to the left", slices.Max(d))
		put("right", "the largest distance to the right", -slices.Min(d))
	case "time_of_peak":
		at := slices.Index(k.P[0], slices.Max(k.P[0]))
		put("row", "the number of the point, from 0", float64(at))
		put("row-from-1", "the number of the point, from 1", float64(at+1))
		put("time-of-minimum", "the time of the lowest value", k.T[slices.Index(k.P[0], slices.Min(k.P[0]))])
		put("largest-size", "the time of the largest absolute value", k.T[slices.Index(absolute(k.P[0]), slices.Max(absolute(k.P[0])))])
		put("since-start", "counted from the first time", v-k.T[0])
		put("value", "the largest value, not its time", k.P[0][at])
	}
}
