package stats

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/assaybench/assay/spec"
)

// Figure is one number of a group under a name such as rc.RC4 or high.below_rc4.unmet.M.atoms.
type Figure struct {
	Name  string
	Share *spec.ClosureShare // nil for means and medians
	spec.ClosureFigure
}

// Figures are all figures of a group, in the order of the document.
func Figures(g *spec.ClosureGroup) []Figure {
	var out []Figure
	share := func(name string, s *spec.ClosureShare) {
		out = append(out, Figure{name, s, spec.ClosureFigure{Value: s.Value, Bounds: s.Bounds, Interval: s.Interval}})
	}
	levels := func(name string, list []spec.ClosureShare) {
		for rc := range list {
			share(fmt.Sprintf("%s.RC%d", name, rc), &list[rc])
		}
	}
	out = append(out, Figure{"mean_score", nil, g.MeanScore}, Figure{"median_score", nil, g.MedianScore})
	levels("rc", g.RC)
	share("rc4_declared", &g.RC4Declared)
	if g.AnyRun != nil {
		share("any_run", g.AnyRun)
		share("all_runs", g.AllRuns)
	}
	for i := range g.Bands {
		b := &g.Bands[i]
		name := fmt.Sprintf("band.%g-%g", b.From, b.To)
		share(name, &b.Share)
		levels(name, b.RC)
	}
	share("high", &g.High.Share)
	share("high.rc4_share", &g.High.RC4Share)
	for _, side := range []struct {
		name string
		part *spec.ClosurePart
	}{{"high.below_rc4", &g.High.BelowRC4}, {"high.rc4", &g.High.RC4}} {
		levels(side.name+".rc", side.part.RC)
		share(side.name+".unmet_i_or_m", &side.part.IOrM)
		for i := range side.part.Unmet {
			u := &side.part.Unmet[i]
			name := side.name + ".unmet." + string(u.Dimension)
			share(name+".attempts", &u.Attempts)
			share(name+".atoms", &u.Atoms)
			share(name+".of_unmet", &u.OfUnmet)
		}
	}
	for _, c := range g.Completion {
		out = append(out, Figure{"completion." + string(c.Dimension), nil, c.Mean})
	}
	share("v", &g.V)
	for i := range g.VCategories {
		share("v."+g.VCategories[i].Category, &g.VCategories[i].Share)
	}
	return out
}

// sheet collects columns row by row.
type sheet struct {
	cols  []spec.Column
	whole []string
	at    int
	rows  int
}

func (s *sheet) column(name string, kind spec.ColumnKind) *spec.Column {
	if s.rows == 0 {
		s.cols = append(s.cols, spec.Column{Name: name, Kind: kind, Missing: []bool{}})
	}
	s.at++
	return &s.cols[s.at-1]
}

func (s *sheet) text(name, v string) {
	c := s.column(name, spec.ColumnText)
	c.Text, c.Missing = append(c.Text, v), append(c.Missing, false)
}

func (s *sheet) flag(name string, v bool) {
	c := s.column(name, spec.ColumnBool)
	c.Num, c.Missing = append(c.Num, float64(number(v))), append(c.Missing, false)
}

// number is missing where v is nil.
func (s *sheet) number(name string, v *float64) {
	c := s.column(name, spec.ColumnNumber)
	x := math.NaN()
	if v != nil {
		x = *v
	}
	c.Num, c.Missing = append(c.Num, x), append(c.Missing, v == nil)
}

func (s *sheet) count(name string, v *int) {
	if s.rows == 0 {
		s.whole = append(s.whole, name)
	}
	var x *float64
	if v != nil {
		f := float64(*v)
		x = &f
	}
	s.number(name, x)
}

func (s *sheet) end() { s.at, s.rows = 0, s.rows+1 }

// AttemptRows are the observed attempts as columns, one row for each: what every figure is
// made of. The names of columns of whole numbers come beside. No attempt: no column.
func AttemptRows(s *spec.ClosureStats) (columns []spec.Column, whole []string) {
	var t sheet
	for i := range s.Attempts {
		o := &s.Attempts[i]
		t.text("model", o.Model)
		t.text("task", o.Task)
		t.count("run", &o.Run)
		t.text("attempt", o.Attempt)
		t.text("validity", o.Validity)
		t.flag("timed_out", o.TimedOut)
		t.flag("terminal_zero", o.TerminalZero)
		t.flag("complete", o.Complete)
		t.number("score", o.Score)
		t.count("half_points_low", &o.HalfPoints[0])
		t.count("half_points_high", &o.HalfPoints[1])
		t.count("rc", o.RC)
		t.count("rc_low", &o.RCBounds[0])
		t.count("rc_high", &o.RCBounds[1])
		for k, d := range spec.Dimensions {
			t.tally(string(d), o.Dimensions, k)
		}
		for k, c := range spec.VCategories {
			t.tally("V_"+c, o.Categories, k)
		}
		t.end()
	}
	return t.cols, t.whole
}

func (s *sheet) tally(name string, list []spec.ClosureTally, i int) {
	var met, applicable, undecided *int
	if i < len(list) {
		met, applicable, undecided = &list[i].Met, &list[i].Applicable, &list[i].Undecided
	}
	s.count(name+"_met", met)
	s.count(name+"_applicable", applicable)
	s.count(name+"_undecided", undecided)
}

// FigureRows are the figures of all groups as columns, one row for each figure. An interval
// that was not made is missing; low and high are the value where it is decided.
func FigureRows(s *spec.ClosureStats) (columns []spec.Column, whole []string) {
	var t sheet
	for i := range s.Groups {
		g := &s.Groups[i]
		for _, f := range Figures(g) {
			t.text("by", g.By)
			t.text("name", g.Name)
			t.text("figure", f.Name)
			var count, of [2]*int
			if f.Share != nil {
				count, of = [2]*int{&f.Share.Count[0], &f.Share.Count[1]}, [2]*int{&f.Share.Of[0], &f.Share.Of[1]}
			}
			t.count("count_low", count[0])
			t.count("count_high", count[1])
			t.count("of_low", of[0])
			t.count("of_high", of[1])
			t.number("value", f.Value)
			low, high := f.Value, f.Value
			if f.Bounds != nil {
				low, high = &f.Bounds.Low, &f.Bounds.High
			}
			t.number("low", low)
			t.number("high", high)
			var from, to *float64
			if f.Interval != nil {
				from, to = &f.Interval.Low, &f.Interval.High
			}
			t.number("interval_low", from)
			t.number("interval_high", to)
			t.end()
		}
	}
	return t.cols, t.whole
}

// Printed is a share as count and whole, such as 49/150; an end that is open has both of its
// numbers, such as 49…52/150.
func Printed(s spec.ClosureShare) string {
	part := func(n [2]int) string {
		if n[0] == n[1] {
			return strconv.Itoa(n[0])
		}
		return strconv.Itoa(n[0]) + "…" + strconv.Itoa(n[1])
	}
	return strings.Join([]string{part(s.Count), part(s.Of)}, "/")
}
