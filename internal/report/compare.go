package report

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/assaybench/assay/spec"
)

const maxTableRows = 30

// comparison is one result slot: what the submission reported beside what the oracle
// recomputed.
type comparison struct {
	Node      *spec.NodeReport // nil where the report has none
	Slot      string
	Standing  standing
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
func (v *reading) comparisons() []comparison {
	var out []comparison
	done := map[string]bool{}
	for i := range v.Oracles {
		o := &v.Oracles[i]
		if done[o.Slot] {
			continue
		}
		done[o.Slot] = true
		if best := v.oracleOf(o.Slot); best != nil {
			o = best
		}
		c := comparison{Slot: o.Slot, Node: v.nodes[o.Slot], Standing: unscored, Unit: o.Unit, Error: o.Error, Method: o.Estimator}
		if o.Family != "" && o.Family != o.Estimator {
			c.Method += ", " + o.Family
		}
		var r *spec.Result
		if c.Node != nil {
			c.Standing = v.nodeStanding(c.Node)
			r = v.result(c.Node.Candidate)
		}
		if c.Standing == outside {
			continue
		}
		if r == nil && v.failed() {
			continue
		}
		c.fill(o, r)
		for i := range c.Rows {
			d := c.Rows[i].Difference
			c.Rows[i].Off = d != "0" && d != none && c.Standing != sound
		}
		out = append(out, c)
	}
	return out
}

// result is the regenerated record of an id.
func (v *reading) result(id string) *spec.Result {
	if v.Records.Results == nil || id == "" {
		return nil
	}
	for i := range v.Records.Results.Results {
		if r := &v.Records.Results.Results[i]; r.ID == id {
			return r
		}
	}
	return nil
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
		row := compared{Reported: none, Oracle: plain(o.Value), Difference: none, OracleRange: rangeText(ou, -1), ReportedRange: none}
		if r != nil {
			row.Reported, row.ReportedRange = plain(r.Value), rangeText(ru, -1)
			a, okA := r.Value.Number()
			b, okB := o.Value.Number()
			if okA && okB {
				row.Difference = difference(a.F, b.F)
			}
		}
		c.Rows = []compared{row}
		return
	}
	used := map[int]bool{}
	for i, label := range o.Index {
		row := compared{Label: plain(label), Oracle: plain(o.Value.Items[i]), Reported: none, Difference: none, OracleRange: rangeText(ou, i), ReportedRange: none}
		if at := position(r, label, i); at >= 0 {
			used[at] = true
			row.Reported, row.ReportedRange = plain(r.Value.Items[at]), rangeText(ru, at)
			a, okA := r.Value.Items[at].Number()
			b, okB := o.Value.Items[i].Number()
			if okA && okB {
				row.Difference = difference(a.F, b.F)
			}
		}
		c.Rows = append(c.Rows, row)
	}
	if r != nil {
		for i, item := range r.Value.Items {
			if !used[i] {
				label := "item " + strconv.Itoa(i)
				if i < len(r.Index) {
					label = plain(r.Index[i])
				}
				c.Rows = append(c.Rows, compared{Label: label, Reported: plain(item), Oracle: none, Difference: none, ReportedRange: rangeText(ru, i), OracleRange: none})
			}
		}
	}
	if len(c.Rows) > maxTableRows {
		c.More = len(c.Rows) - maxTableRows
		c.Rows = c.Rows[:maxTableRows]
	}
}

// position finds an element of a reported array by its label, by place where the
// result has no labels; -1 where there is none.
func position(r *spec.Result, label spec.Value, i int) int {
	if r == nil {
		return -1
	}
	if len(r.Index) == 0 {
		if i < len(r.Value.Items) {
			return i
		}
		return -1
	}
	at := slices.IndexFunc(r.Index, func(v spec.Value) bool { return plain(v) == plain(label) || same(plain(v), plain(label)) })
	if at >= len(r.Value.Items) {
		return -1
	}
	return at
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
		return quantity(v.Num.F)
	}
	return cut(v.String(), 120)
}

// rangeText prints element i of an uncertainty (-1: of a scalar).
func rangeText(u *spec.Uncertainty, i int) string {
	if u == nil {
		return none
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
	return none
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
		s = fmt.Sprintf("%s %% %s", number(l.F*100), s)
	}
	return s
}
