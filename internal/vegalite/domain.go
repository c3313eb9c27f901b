package vegalite

import (
	"slices"

	"github.com/assaybench/assay/internal/vegalite/encoding"
	"github.com/assaybench/assay/internal/vegalite/flow"
	"github.com/assaybench/assay/internal/vegalite/formula"
	"github.com/assaybench/assay/internal/vegalite/scaling"
)

// zero says whether the scale of a field begins at zero where nothing else is said.
func (l *layer) zero(f *encoding.Field, channel string) bool {
	if channel != "x" && channel != "y" || f.Bin != nil {
		return false
	}
	if d := f.Scale.Domain; len(d) >= 2 {
		lo, ok := scaling.Position(d[0])
		hi, fine := scaling.Position(d[len(d)-1])
		return ok && fine && lo <= 0 && hi >= 0
	}
	if slices.Contains([]string{"bar", "area", "line"}, l.mark.kind) && (l.orient == "h" && channel == "y" || l.orient == "v" && channel == "x") {
		return false
	}
	return true
}

// contribute puts what a layer shows onto its scales.
func (l *layer) contribute() {
	r := l.r
	for _, ch := range []string{"x", "y", "xOffset", "yOffset"} {
		f, s := l.enc[ch], l.scales[ch]
		if f == nil || f.Constant == "value" {
			continue
		}
		if !s.Meet(f, l.zero(f, ch), ch) {
			r.Unsupported(f.Pointer, "this layer shows %s on an axis of another kind, which it shares with %s", f.Words(), s.Pointer)
			continue
		}
		s.Length = l.width
		if ch == "y" {
			s.Length = l.height
		}
		if l.mark.kind == "bar" && f.Bin == nil && f.Unit == nil && !f.Binned && !f.Discrete() && ch != l.value() && l.enc[ch+"2"] == nil {
			s.Pad = max(s.Pad, l.mark.continued)
		}
		if s.Kind == scaling.Names && l.enc[ch+"Offset"].Discrete() {
			s.Margin = 0.1
		}
		l.values(ch, f, s)
		l.ranked(f, s)
	}
	for _, ch := range groupings {
		f := l.enc[ch]
		if f == nil || f.Constant != "" || !f.Discrete() {
			continue
		}
		s := l.scales[ch]
		if !s.Meet(f, l.zero(f, ch), ch) {
			r.Unsupported(f.Pointer, "layers share the scale of %s, and are of different kinds", ch)
			continue
		}
		s.Off = s.Off || f.LegendOff
		for _, row := range l.rows {
			s.Add(f.Of(row))
		}
		l.ranked(f, s)
	}
}

// values puts the numbers of a position channel onto its scale.
func (l *layer) values(ch string, f *encoding.Field, s *scaling.Scale) {
	second := l.enc[ch+"2"]
	ranged := l.start != "" && (l.stack == "" && ch == l.value() || l.stack == ch)
	solid := l.mark.kind == "bar" || l.mark.kind == "rect"
	for _, row := range l.rows {
		switch {
		case ranged:
			s.Add(row[l.start])
			s.Add(row[l.end])
			if len(row) > 0 && l.stack == "" {
				s.Add(row[colMid])
			}
		default:
			v := f.Of(row)
			s.Add(v)
			if f.Bin != nil || f.Unit != nil && solid && s.Kind == scaling.Times {
				s.Add(row[f.End])
			}
		}
		if second != nil && s.Kind != scaling.Names {
			s.Add(second.Of(row))
		}
	}
}

// ranked gives each name the number by which its scale is sorted.
func (l *layer) ranked(f *encoding.Field, s *scaling.Scale) {
	if s.Kind != scaling.Names || s.Rank != nil || !f.Sort.Given || f.Sort.Kind != encoding.SortBy && f.Sort.Kind != encoding.SortChannel {
		return
	}
	op, column := f.Sort.Op, f.Sort.Field
	if f.Sort.Kind == encoding.SortChannel {
		g := l.enc[f.Sort.Channel]
		if g == nil || g.Constant != "" {
			l.r.Unsupported(f.Pointer+"/sort", "the order follows the channel %q, which is not there", f.Sort.Channel)
			return
		}
		if column = g.As; g.Agg != "" {
			op, column = g.Agg, g.Name
		}
	}
	if op == "" {
		op = "min"
		if l.stack != "" {
			op = "sum"
		}
	}
	rows, err := l.raw.Aggregate([]string{f.As}, []flow.Aggregate{{Op: op, Field: column, As: "\x00rank"}})
	if err != nil {
		l.r.Unsupported(f.Pointer+"/sort", "%v", err)
		return
	}
	s.Rank = map[string]float64{}
	for _, row := range rows {
		s.Rank[formula.Text(f.Of(row))] = formula.Number(row["\x00rank"])
	}
}

// settle finds the domains of the layer's scales.
func (l *layer) settle() {
	for _, ch := range scaling.Scaled {
		if s := l.scales[ch]; s != nil {
			s.Settle()
		}
	}
}
