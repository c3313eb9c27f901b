package vegalite

import (
	"maps"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/vegalite/document"
	"github.com/assaybench/assay/internal/vegalite/encoding"
	"github.com/assaybench/assay/internal/vegalite/flow"
	"github.com/assaybench/assay/internal/vegalite/formula"
	"github.com/assaybench/assay/internal/vegalite/scaling"
)

// columns of intervals and boxes.
const (
	colLo, colHi, colMid = "\x00lo", "\x00hi", "\x00mid"
	colQ1, colQ3         = "\x00q1", "\x00q3"
)

// direction is the channel of the values of a composite mark: y where it stands upright.
func (l *layer) direction() string {
	x, y := l.enc["x"], l.enc["y"]
	switch cx, cy := x.Continuous(), y.Continuous(); {
	case cx && cy:
		switch {
		case x.Type == encoding.Temporal && y.Type != encoding.Temporal:
			return "y"
		case y.Type == encoding.Temporal && x.Type != encoding.Temporal:
			return "x"
		case x.Agg != "" && y.Agg == "":
			return "x"
		case l.mark.orient == "horizontal":
			return "x"
		}
		return "y"
	case cx:
		return "x"
	case cy:
		return "y"
	}
	l.r.Invalid(l.ptr, "the mark %s needs a continuous field on one of its axes", l.mark.kind)
	return ""
}

// others are the columns by which rows of a composite mark are put together.
func (l *layer) others(value string) []string {
	var by []string
	for _, f := range l.fields() {
		if f.Constant != "" || f.Channel == value || f.Channel == value+"2" || f.Channel == value+"Error" || f.Channel == value+"Error2" {
			continue
		}
		if f.Agg != "" {
			l.r.Unsupported(f.Pointer, "aggregates beside the values of the mark %s are not read", l.mark.kind)
			return nil
		}
		by = append(by, f.As)
		if f.Bin != nil || f.Unit != nil {
			by = append(by, f.End)
		}
	}
	return by
}

// interval makes an error bar or band: of raw values, of two ends, or of errors.
func (l *layer) interval() []*layer {
	ch := l.direction()
	if ch == "" {
		return nil
	}
	f := l.enc[ch]
	l.orient = map[string]string{"y": "v", "x": "h"}[ch]
	l.start, l.end = colLo, colHi
	number := func(row formula.Row, g *encoding.Field) (float64, bool) {
		if g == nil {
			return 0, false
		}
		return scaling.Position(g.Of(row))
	}
	second, err1, err2 := l.enc[ch+"2"], l.enc[ch+"Error"], l.enc[ch+"Error2"]
	switch {
	case second != nil || err1 != nil || f.Agg != "":
		if f.Agg != "" && second == nil && err1 == nil {
			l.r.Unsupported(f.Pointer+"/aggregate", "an error bar of one aggregate is not read: leave the aggregate out, or give both ends")
			return nil
		}
		if err := l.aggregate(); err != nil {
			l.r.Unsupported(l.ptr+"/encoding", "%v", err)
			return nil
		}
		l.rows = l.rows.With(colMid, func(row formula.Row) any { return f.Of(row) })
		for i, row := range l.rows {
			v, ok := number(row, f)
			lo, hi := math.NaN(), math.NaN()
			if second != nil {
				w, fine := number(row, second)
				if ok && fine {
					lo, hi = math.Min(v, w), math.Max(v, w)
				}
				l.rows[i][colMid] = nil
			} else if e, fine := number(row, err1); ok && fine {
				d := -e
				if err2 != nil {
					if d, fine = number(row, err2); !fine {
						d = math.NaN()
					}
				}
				lo, hi = math.Min(v+d, v+e), math.Max(v+d, v+e)
			}
			l.rows[i][colLo], l.rows[i][colHi] = lo, hi
		}
		return []*layer{l}
	}
	extent, _ := l.mark.extent.(string)
	center := l.mark.center
	if extent == "" {
		extent = "stderr"
		if center == "median" {
			extent = "iqr"
		}
	}
	if center == "" {
		center = "mean"
		if extent == "iqr" {
			center = "median"
		}
	}
	if center != "mean" && center != "median" {
		l.r.Unsupported(l.ptr+"/mark/center", "the centre %q is not read", center)
		return nil
	}
	aggs := []flow.Aggregate{{Op: center, Field: f.Name, As: colMid}}
	switch extent {
	case "stderr", "stdev":
		aggs = append(aggs, flow.Aggregate{Op: extent, Field: f.Name, As: colLo})
	case "ci":
		aggs = append(aggs, flow.Aggregate{Op: "ci0", Field: f.Name, As: colLo}, flow.Aggregate{Op: "ci1", Field: f.Name, As: colHi})
	case "iqr":
		aggs = append(aggs, flow.Aggregate{Op: "q1", Field: f.Name, As: colLo}, flow.Aggregate{Op: "q3", Field: f.Name, As: colHi})
	default:
		l.r.Unsupported(l.ptr+"/mark/extent", "the extent %v is not read", l.mark.extent)
		return nil
	}
	by := l.others(ch)
	rows, err := l.rows.Aggregate(by, aggs)
	if err != nil {
		l.r.Say(document.CodeUnsupported, l.ptr+"/mark/extent", "compute the ends where they can be repeated, and give them as two fields", "%v", err)
		return nil
	}
	if extent == "stderr" || extent == "stdev" {
		for i, row := range rows {
			mid, ok := scaling.Position(row[colMid])
			half, fine := scaling.Position(row[colLo])
			if !ok || !fine {
				mid, half = math.NaN(), math.NaN()
			}
			rows[i][colLo], rows[i][colHi] = mid-half, mid+half
		}
	}
	l.rows = rows
	l.spread = map[string]string{"stderr": "se", "stdev": "sd", "ci": "ci", "iqr": "iqr"}[extent]
	if extent == "ci" {
		l.level = 0.95
	}
	return []*layer{l}
}

// boxplot makes boxes and the points outside their whiskers.
func (l *layer) boxplot() []*layer {
	ch := l.direction()
	if ch == "" {
		return nil
	}
	f := l.enc[ch]
	if f.Agg != "" {
		l.r.Unsupported(f.Pointer+"/aggregate", "boxes of aggregates are not read")
		return nil
	}
	l.orient = map[string]string{"y": "v", "x": "h"}[ch]
	l.start, l.end = colLo, colHi
	reach, whole := 1.5, false
	switch e := l.mark.extent.(type) {
	case nil:
	case string:
		if whole = e == "min-max"; !whole {
			l.r.Unsupported(l.ptr+"/mark/extent", "the extent %q is not read", e)
			return nil
		}
	default:
		v, ok := document.Float(e)
		if !ok || v < 0 {
			l.r.Unsupported(l.ptr+"/mark/extent", "this extent is not read")
			return nil
		}
		reach = v
	}
	by := l.others(ch)
	valid := l.rows.Where(func(row formula.Row) bool { _, ok := scaling.Position(f.Of(row)); return ok })
	quartiles := []flow.Aggregate{{Op: "q1", Field: f.As, As: colQ1}, {Op: "q3", Field: f.As, As: colQ3}, {Op: "median", Field: f.As, As: colMid}}
	all, err := valid.JoinAggregate(by, quartiles)
	if err != nil {
		l.r.Unsupported(l.ptr, "%v", err)
		return nil
	}
	within := func(row formula.Row) bool {
		v, _ := scaling.Position(f.Of(row))
		q1, q3 := row[colQ1].(float64), row[colQ3].(float64)
		return whole || q1-reach*(q3-q1) <= v && v <= q3+reach*(q3-q1)
	}
	boxes, err := all.Where(within).Aggregate(by, []flow.Aggregate{
		{Op: "min", Field: f.As, As: colLo}, {Op: "max", Field: f.As, As: colHi}, {Op: "min", Field: colQ1, As: colQ1}, {Op: "min", Field: colQ3, As: colQ3}, {Op: "min", Field: colMid, As: colMid},
	})
	if err != nil {
		l.r.Unsupported(l.ptr, "%v", err)
		return nil
	}
	box, points := *l, *l
	box.rows = boxes
	points.rows = all.Where(func(row formula.Row) bool { return !within(row) })
	points.mark.kind, points.orient, points.part, points.start, points.end = "point", "", "flier", "", ""
	points.enc = maps.Clone(l.enc)
	if whole || len(points.rows) == 0 {
		return []*layer{&box}
	}
	return slices.Clip([]*layer{&box, &points})
}
