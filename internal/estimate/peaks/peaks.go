package peaks

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/lineshape"
	"github.com/assaybench/assay/internal/peak"
	"github.com/assaybench/assay/spec"
)

var peakQuantities = []string{"count", "position", "height", "prominence", "width"}

// found are local maxima of sampled curves.
func found() []estimate.Estimator {
	at := func(name, doc string, most float64) estimate.Arg {
		return estimate.Arg{Name: name, Kind: estimate.ArgNumber, Min: -most, Max: most, Doc: doc}
	}
	return []estimate.Estimator{{Name: "peaks", Summary: "the peaks",
		Unit: "that of x, of y, or 1, by quantity", Domain: "numbers in the order of rows; three rows, as many peaks as asked",
		Missing: "rows without a value are left out, and the curve closes up",
		Compute: peaksCompute,
		Formula: "rows higher than their neighbours, or the middle of a flat top that falls on both sides; of these by turns: as high as height, threshold above both neighbours, distance rows apart (of two that are closer the lower goes), with that prominence (height above the higher of the two lowest points on the ways to higher ground) and width (between the crossings of the level rel_height of the prominence below the top)",
		Source:  "as scipy.signal.find_peaks; prominence as in topography",
		Args: []estimate.Arg{{Name: "y", Kind: estimate.ArgColumn, Required: true, Doc: "column of the curve, in the order of the rows; rows without a number are left out"},
			{Name: "x", Kind: estimate.ArgColumn, Doc: "column of places, for positions and widths; the numbers of the rows, from 0, where absent"},
			{Name: "quantity", Kind: estimate.ArgText, Default: spec.TextValue("position"), OneOf: peakQuantities, Doc: "what is asked for: count is one number, the others one of each peak"},
			{Name: "rank", Kind: estimate.ArgNumber, Min: 1, Max: 1e6, Doc: "only of the peak of this rank, 1 the first"},
			{Name: "rank_by", Kind: estimate.ArgText, Default: spec.TextValue("position"), OneOf: []string{"position", "height", "prominence"}, Doc: "what ranks go by: rows upwards, or the largest first"},
			at("height", "least height", 1e300), at("threshold", "least height above both neighbours", 1e300), at("prominence", "least prominence", 1e300),
			{Name: "distance", Kind: estimate.ArgNumber, Min: 1, Max: 1e9, Doc: "least distance in rows"},
			{Name: "width", Kind: estimate.ArgNumber, Min: 0, Max: 1e9, Doc: "least width in rows"},
			{Name: "rel_height", Kind: estimate.ArgNumber, Default: number(0.5), Min: 0.001, Max: 1, Doc: "share of the prominence below the top at which the width is taken; 0.5 is full width at half prominence"}}}}
}

// curve is a sampled curve, x nil where it has no places.
type curve struct {
	x, y         []float64
	xUnit, yUnit string
}

func curveOf(in estimate.Input) (curve, error) {
	c := curve{yUnit: sample.UnitOf(in, in.Args.Text("y"))}
	names := []string{in.Args.Text("y")}
	if in.Args.Has("x") {
		names = append(names, in.Args.Text("x"))
		c.xUnit = sample.UnitOf(in, names[1])
	}
	columns, err := in.View.Floats(names...)
	if err != nil {
		return c, err
	}
	if c.y = columns[0]; len(names) > 1 {
		c.x = columns[1]
	}
	if len(c.y) < 3 {
		return c, estimate.Undefined("%d rows have no peak between others", len(c.y))
	}
	if len(c.y) > mostRows {
		return c, estimate.Undefined("%d rows are more than the %d that are looked at", len(c.y), mostRows)
	}
	return c, nil
}

func (c curve) place(at float64) float64 {
	if c.x == nil {
		return at
	}
	return peak.Place(c.x, at)
}

// of is a quantity of a peak.
func (c curve) of(p peak.Peak, quantity string) float64 {
	switch quantity {
	case "height":
		return p.Height
	case "prominence":
		return p.Prominence
	case "width":
		return math.Abs(c.place(p.Right) - c.place(p.Left))
	}
	return c.place(float64(p.At))
}

// pick gives the quantity of all peaks, or of one; missing where there is none.
func pick(ps []peak.Peak, rank int, by string, f func(p peak.Peak) float64) spec.Value {
	if rank == 0 {
		v := spec.Value{Kind: spec.ValueArray}
		for _, p := range ps {
			v.Items = append(v.Items, estimate.Number(f(p)))
		}
		return v
	}
	ps = slices.Clone(ps)
	key := map[string]func(p peak.Peak) float64{"position": func(p peak.Peak) float64 { return -float64(p.At) },
		"height": func(p peak.Peak) float64 { return p.Height }, "prominence": func(p peak.Peak) float64 { return p.Prominence }}[by]
	slices.SortStableFunc(ps, func(a, b peak.Peak) int {
		switch ka, kb := key(a), key(b); {
		case ka > kb:
			return -1
		case ka < kb:
			return 1
		}
		return 0
	})
	if rank > len(ps) {
		return spec.Value{}
	}
	return estimate.Number(f(ps[rank-1]))
}

func criteriaOf(in estimate.Input) (peak.Criteria, error) {
	distance, err := whole(in, "distance")
	return peak.Criteria{HasHeight: in.Args.Has("height"), Height: in.Args.Number("height"), Threshold: in.Args.Number("threshold"), Distance: distance,
		Prominence: in.Args.Number("prominence"), Width: in.Args.Number("width"), RelHeight: in.Args.Number("rel_height")}, err
}

func peaksCompute(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	c, err := curveOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	want, err := criteriaOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	rank, err := whole(in, "rank")
	if err != nil {
		return estimate.Answer{}, err
	}
	quantity, by := in.Args.Text("quantity"), in.Args.Text("rank_by")
	ps := peak.Find(c.y, want)
	give := func(ps []peak.Peak, f func(p peak.Peak) float64) estimate.Answer {
		if quantity == "count" {
			return estimate.Answer{Value: answer.Count(len(ps))}
		}
		a := estimate.Answer{Value: pick(ps, rank, by, f)}
		if rank == 0 && quantity != "position" {
			for _, p := range ps {
				a.Index = append(a.Index, estimate.Number(c.place(float64(p.At))))
			}
		}
		return a
	}
	plain := func(p peak.Peak) float64 { return c.of(p, quantity) }
	a := give(ps, plain)
	a.N, a.Floor = answer.Count(len(c.y)), spec.Tolerance{Rel: 1e-9}
	switch quantity {
	case "count":
		a.What, a.Unit, a.Floor = "the number of peaks", "1", spec.Tolerance{}
	case "height", "prominence":
		a.What, a.Unit, a.Floor.Abs = "the "+quantity+" of the peaks", c.yUnit, 1e-12*largest(c.y)
	default:
		a.What, a.Unit, a.Floor.Abs = "the "+quantity+" of the peaks", c.xUnit, 1e-12*largest(c.x)
	}
	if rank > 0 && quantity != "count" {
		a.What = fmt.Sprintf("the %s of peak %d by %s", quantity, rank, by)
	}
	if a.Value.Missing() || a.Value.Kind == spec.ValueArray && len(a.Value.Items) == 0 {
		return estimate.Answer{}, estimate.Undefined("there are %d peaks", len(ps))
	}
	c.vary(&a, in, want, ps, give)
	return a, nil
}

func largest(xs []float64) float64 {
	big := 0.0
	for _, x := range xs {
		big = math.Max(big, math.Abs(x))
	}
	return big
}

// vary appends what is found with one criterion left out, and what is measured otherwise.
func (c curve) vary(a *estimate.Answer, in estimate.Input, want peak.Criteria, ps []peak.Peak, give func([]peak.Peak, func(peak.Peak) float64) estimate.Answer) {
	quantity := in.Args.Text("quantity")
	also := func(name, note string, ps []peak.Peak, f func(peak.Peak) float64) {
		b := give(ps, f)
		if b.Value.Missing() || b.Value.Kind == spec.ValueArray && (len(b.Value.Items) == 0 || slices.ContainsFunc(b.Value.Items, spec.Value.Missing)) {
			return
		}
		answer.Vary(a, name, note, b)
	}
	plain := func(p peak.Peak) float64 { return c.of(p, quantity) }
	for _, name := range []string{"height", "threshold", "distance", "prominence", "width"} {
		if !in.Args.Has(name) {
			continue
		}
		less := want
		switch name {
		case "height":
			less.HasHeight = false
		case "threshold":
			less.Threshold = 0
		case "distance":
			less.Distance = 0
		case "prominence":
			less.Prominence = 0
		case "width":
			less.Width = 0
		}
		also("no-"+name, "without the least "+name, peak.Find(c.y, less), plain)
	}
	if in.Args.Has("height") && !in.Args.Has("prominence") {
		less := want
		less.HasHeight, less.Prominence = false, want.Height
		also("height-as-prominence", "with the least height taken as a least prominence", peak.Find(c.y, less), plain)
	}
	if in.Args.Has("prominence") && !in.Args.Has("height") {
		less := want
		less.HasHeight, less.Height, less.Prominence = true, want.Prominence, 0
		also("prominence-as-height", "with the least prominence taken as a least height", peak.Find(c.y, less), plain)
	}
	down := make([]float64, len(c.y))
	for i, y := range c.y {
		down[i] = -y
	}
	minima := peak.Find(down, peak.Criteria{Distance: want.Distance, Prominence: want.Prominence})
	switch quantity {
	case "count":
		also("minima", "of the minima, not the peaks", minima, plain)
		return
	case "position":
		if c.x != nil {
			also("row", "the number of the row, from 0", ps, func(p peak.Peak) float64 { return float64(p.At) })
		}
		also("row-from-1", "the number of the row, from 1", ps, func(p peak.Peak) float64 { return float64(p.At + 1) })
		also("parabola", "the top of the parabola through the peak and its neighbours", ps, func(p peak.Peak) float64 {
			x := make([]float64, 3)
			for k := range x {
				x[k] = c.place(float64(p.At + k - 1))
			}
			return peak.Line{X: x, Y: c.y[p.At-1 : p.At+2]}.Vertex()
		})
		also("minima", "of the minima, not the peaks", minima, plain)
	case "height":
		also("prominence", "the prominence, not the height", ps, func(p peak.Peak) float64 { return p.Prominence })
	case "prominence":
		also("height", "the height, not the prominence", ps, func(p peak.Peak) float64 { return p.Height })
		also("left", "the height above the lowest point on the left way alone", ps, func(p peak.Peak) float64 { return p.Height - c.y[p.LeftBase] })
		also("right", "the height above the lowest point on the right way alone", ps, func(p peak.Peak) float64 { return p.Height - c.y[p.RightBase] })
	case "width":
		if c.x != nil {
			also("rows", "the width in rows", ps, peak.Peak.Width)
		}
		also("sigma", "the standard deviation of a normal curve of this width, width / 2.3548", ps, func(p peak.Peak) float64 { return plain(p) / lineshape.Sigmas })
		also("half", "half the width", ps, func(p peak.Peak) float64 { return plain(p) / 2 })
		also("half-height", "the width at half the height above 0, not half the prominence", ps, func(p peak.Peak) float64 { return c.widthAt(p, p.Height*(1-want.RelHeight)) })
		if want.RelHeight != 1 {
			base := want
			base.RelHeight = 1
			also("base", "the width at the base", peak.Find(c.y, base), plain)
		}
	}
}

// widthAt is the width of a peak at a level, NaN where the curve does not fall to it.
func (c curve) widthAt(p peak.Peak, level float64) float64 {
	cross := func(step int) float64 {
		for i := p.At; i+step >= 0 && i+step < len(c.y); i += step {
			if y := c.y[i+step]; y <= level {
				return c.place(float64(i) + float64(step)*(c.y[i]-level)/(c.y[i]-y))
			}
		}
		return math.NaN()
	}
	return math.Abs(cross(1) - cross(-1))
}
