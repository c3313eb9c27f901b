package vegalite

import (
	"slices"

	"github.com/assaybench/assay/internal/vegalite/flow"
	"github.com/assaybench/assay/internal/vegalite/formula"
)

// zero says whether the scale of a field begins at zero where nothing else is said.
func (l *layer) zero(f *field, channel string) bool {
	if channel != "x" && channel != "y" || f.bin != nil {
		return false
	}
	if d := f.scale.domain; len(d) >= 2 {
		lo, ok := position(d[0])
		hi, fine := position(d[len(d)-1])
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
		if f == nil || f.constant == "value" {
			continue
		}
		if !s.meet(f, l, ch) {
			r.Unsupported(f.ptr, "this layer shows %s on an axis of another kind, which it shares with %s", f.words(), s.ptr)
			continue
		}
		s.length = l.width
		if ch == "y" {
			s.length = l.height
		}
		if l.mark.kind == "bar" && f.bin == nil && f.unit == nil && !f.binned && !f.discrete() && ch != l.value() && l.enc[ch+"2"] == nil {
			s.pad = max(s.pad, l.mark.continued)
		}
		if s.kind == names && l.enc[ch+"Offset"].discrete() {
			s.margin = 0.1
		}
		l.values(ch, f, s)
		l.ranked(f, s)
	}
	for _, ch := range groupings {
		f := l.enc[ch]
		if f == nil || f.constant != "" || !f.discrete() {
			continue
		}
		s := l.scales[ch]
		if !s.meet(f, l, ch) {
			r.Unsupported(f.ptr, "layers share the scale of %s, and are of different kinds", ch)
			continue
		}
		s.off = s.off || f.legendOff
		for _, row := range l.rows {
			s.add(f.of(row))
		}
		l.ranked(f, s)
	}
}

// values puts the numbers of a position channel onto its scale.
func (l *layer) values(ch string, f *field, s *scale) {
	second := l.enc[ch+"2"]
	ranged := l.start != "" && (l.stack == "" && ch == l.value() || l.stack == ch)
	solid := l.mark.kind == "bar" || l.mark.kind == "rect"
	for _, row := range l.rows {
		switch {
		case ranged:
			s.add(row[l.start])
			s.add(row[l.end])
			if len(row) > 0 && l.stack == "" {
				s.add(row[colMid])
			}
		default:
			v := f.of(row)
			s.add(v)
			if f.bin != nil || f.unit != nil && solid && s.kind == times {
				s.add(row[f.end])
			}
		}
		if second != nil && s.kind != names {
			s.add(second.of(row))
		}
	}
}

// ranked gives each name the number by which its scale is sorted.
func (l *layer) ranked(f *field, s *scale) {
	if s.kind != names || s.rank != nil || !f.sort.given || f.sort.kind != sortBy && f.sort.kind != sortChannel {
		return
	}
	op, column := f.sort.op, f.sort.field
	if f.sort.kind == sortChannel {
		g := l.enc[f.sort.channel]
		if g == nil || g.constant != "" {
			l.r.Unsupported(f.ptr+"/sort", "the order follows the channel %q, which is not there", f.sort.channel)
			return
		}
		if column = g.as; g.agg != "" {
			op, column = g.agg, g.name
		}
	}
	if op == "" {
		op = "min"
		if l.stack != "" {
			op = "sum"
		}
	}
	rows, err := l.raw.Aggregate([]string{f.as}, []flow.Aggregate{{Op: op, Field: column, As: "\x00rank"}})
	if err != nil {
		l.r.Unsupported(f.ptr+"/sort", "%v", err)
		return
	}
	s.rank = map[string]float64{}
	for _, row := range rows {
		s.rank[formula.Text(f.of(row))] = formula.Number(row["\x00rank"])
	}
}

// settle finds the domains of the layer's scales.
func (l *layer) settle() {
	for _, ch := range scaled {
		if s := l.scales[ch]; s != nil {
			s.settle()
		}
	}
}
