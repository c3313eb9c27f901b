package page

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/assaybench/assay/internal/report/reading"
	"github.com/assaybench/assay/internal/report/safe"
	"github.com/assaybench/assay/spec"
)

const maxTableRows = 30

// comparison is one result slot: what the submission reported beside what the oracle
// recomputed.
type comparison struct {
	Node      *spec.NodeReport // nil where the report has none
	Slot      string
	Standing  reading.Standing
	Method    string // estimator and family
	Unit      string
	Other     string // the reported unit, where it is another
	Error     string
	Rows      []compared
	More      int
	Intervals string // kind of the intervals, empty where there are none
	Indexed   bool
	Reported  bool
}

// compared is one value.
type compared struct {
	Label, Reported, Oracle, Difference string
	ReportedRange, OracleRange          string
	Off                                 bool // the values differ, on a result that is not sound
}

// comparisons lists the oracles by result slot, the matched method of each.
func (p *page) comparisons() []comparison {
	var out []comparison
	done := map[string]bool{}
	for i := range p.Oracles {
		o := &p.Oracles[i]
		if done[o.Slot] {
			continue
		}
		done[o.Slot] = true
		if best := p.Oracle(o.Slot); best != nil {
			o = best
		}
		c := comparison{Slot: o.Slot, Node: p.Node(o.Slot), Standing: reading.Unscored, Unit: o.Unit, Error: o.Error, Method: o.Estimator}
		if o.Family != "" && o.Family != o.Estimator {
			c.Method += ", " + o.Family
		}
		var r *spec.Result
		if c.Node != nil {
			c.Standing = p.NodeStanding(c.Node)
			r = p.Result(c.Node.Candidate)
		}
		if c.Standing == reading.Outside {
			continue
		}
		if r == nil && p.Failed() {
			continue
		}
		c.fill(o, r)
		for i := range c.Rows {
			d := c.Rows[i].Difference
			c.Rows[i].Off = d != "0" && d != reading.None && c.Standing != reading.Sound
		}
		out = append(out, c)
	}
	return out
}

func (c *comparison) fill(o *spec.OracleReport, r *spec.Result) {
	var ru, ou *spec.Uncertainty
	if r != nil {
		c.Reported = true
		if r.Unit != o.Unit {
			c.Other = r.Unit
		}
		ru = r.Uncertainty
	}
	for i := range o.Uncertainty {
		if ou == nil || ru != nil && o.Uncertainty[i].Kind == ru.Kind && ou.Kind != ru.Kind {
			ou = &o.Uncertainty[i]
		}
	}
	switch {
	case ru != nil && ou != nil && ru.Kind != ou.Kind:
		c.Intervals = uncertaintyName(*ru) + " reported, " + uncertaintyName(*ou) + " recomputed"
	case ou != nil:
		c.Intervals = uncertaintyName(*ou)
	case ru != nil && ru.Kind != spec.UncertaintyNone:
		c.Intervals = uncertaintyName(*ru)
	}
	c.Indexed = len(o.Index) > 0 && len(o.Index) == len(o.Value.Items)
	if !c.Indexed {
		row := compared{Reported: reading.None, Oracle: plain(o.Value), Difference: reading.None, OracleRange: rangeText(ou, -1), ReportedRange: reading.None}
		if r != nil {
			row.Reported, row.ReportedRange, row.Difference = plain(r.Value), rangeText(ru, -1), differenceOf(r.Value, o.Value)
		}
		c.Rows = []compared{row}
		return
	}
	at := position(r)
	used := map[int]bool{}
	for i, label := range o.Index {
		row := compared{Label: plain(label), Oracle: plain(o.Value.Items[i]), Reported: reading.None, Difference: reading.None, OracleRange: rangeText(ou, i), ReportedRange: reading.None}
		if k, ok := at(label, i); ok {
			used[k] = true
			row.Reported, row.ReportedRange, row.Difference = plain(r.Value.Items[k]), rangeText(ru, k), differenceOf(r.Value.Items[k], o.Value.Items[i])
		}
		c.add(row)
	}
	if r == nil {
		return
	}
	for i, item := range r.Value.Items {
		if used[i] {
			continue
		}
		label := "item " + strconv.Itoa(i)
		if i < len(r.Index) {
			label = plain(r.Index[i])
		}
		c.add(compared{Label: label, Reported: plain(item), Oracle: reading.None, Difference: reading.None, ReportedRange: rangeText(ru, i), OracleRange: reading.None})
	}
}

// differenceOf is the difference of two numbers; none of anything else.
func differenceOf(a, b spec.Value) string {
	x, okX := a.Number()
	y, okY := b.Number()
	if !okX || !okY {
		return reading.None
	}
	return difference(x.F, y.F)
}

// add appends a row; those that do not fit are counted.
func (c *comparison) add(row compared) {
	if len(c.Rows) == maxTableRows {
		c.More++
		return
	}
	c.Rows = append(c.Rows, row)
}

// position finds the elements of a reported array by label, or by place where the
// result has no labels.
func position(r *spec.Result) func(label spec.Value, i int) (int, bool) {
	if r == nil {
		return func(spec.Value, int) (int, bool) { return 0, false }
	}
	if len(r.Index) == 0 {
		return func(_ spec.Value, i int) (int, bool) { return i, i < len(r.Value.Items) }
	}
	at := map[string]int{}
	for i, v := range r.Index {
		if k := fold(plain(v)); i < len(r.Value.Items) {
			if _, known := at[k]; !known {
				at[k] = i
			}
		}
	}
	return func(label spec.Value, _ int) (int, bool) {
		i, ok := at[fold(plain(label))]
		return i, ok
	}
}

// plain prints a value for a table: numbers with six digits, text without quotes.
func plain(v spec.Value) string {
	switch v.Kind {
	case spec.ValueText:
		return v.Text
	case spec.ValueNumber:
		if len(v.Num.Text) > 0 && len(v.Num.Text) <= 9 {
			return v.Num.Text
		}
		return reading.Quantity(v.Num.F)
	}
	return safe.Cut(v.String(), 120)
}

// rangeText prints element i of an uncertainty (-1: of a scalar).
func rangeText(u *spec.Uncertainty, i int) string {
	if u == nil {
		return reading.None
	}
	part := func(v spec.Value) (string, bool) {
		if i >= 0 && v.Kind == spec.ValueArray {
			if i >= len(v.Items) {
				return "", false
			}
			v = v.Items[i]
		}
		if v.Missing() {
			return "", false
		}
		return plain(v), true
	}
	low, okLow := part(u.Lower)
	high, okHigh := part(u.Upper)
	if okLow && okHigh {
		return low + " to " + high
	}
	if s, ok := part(u.Value); ok {
		return "± " + s
	}
	return reading.None
}

func uncertaintyName(u spec.Uncertainty) string {
	s := map[spec.UncertaintyKind]string{
		spec.UncertaintySE: "standard error", spec.UncertaintySD: "standard deviation", spec.UncertaintyCI: "confidence interval",
		spec.UncertaintyIQR: "interquartile range", spec.UncertaintyPI: "prediction interval", spec.UncertaintyNone: "no uncertainty",
	}[u.Kind]
	if s == "" {
		s = string(u.Kind)
	}
	if l, ok := u.Level.Number(); ok && l.F > 0 && l.F < 1 {
		s = fmt.Sprintf("%s %% %s", reading.Number(l.F*100), s)
	}
	return s
}

// fold is the form by which labels are compared.
func fold(s string) string { return strings.ToLower(strings.TrimSpace(s)) }
