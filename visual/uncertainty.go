package visual

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/spec"
)

// uncertaintyCheck holds error bars against the known intervals. A rule that is not
// required applies only where error bars are drawn.
func (r *reading) uncertaintyCheck(name string, node bool) (spec.Check, bool) {
	rule := r.slot.Uncertainty
	if rule == nil || r.want.Fit != nil || r.cand.Mark == spec.MarkBox || r.cand.Mark == spec.MarkHistogram && r.sampled() {
		return spec.Check{}, false
	}
	o := r.compare()
	bars := 0
	for _, d := range r.data {
		if !math.IsNaN(d.Lo) && !math.IsNaN(d.Hi) {
			bars++
		}
	}
	if bars == 0 && !rule.Required || !node && (bars == 0 || len(r.want.Intervals) == 0) {
		return spec.Check{}, false
	}
	c := r.check(name, true)
	c.Expected = ruleText(*rule)
	c.Code, c.Fix = spec.VisualUncertain, fmt.Sprintf("Draw error bars that show %s.", article(ruleText(*rule)))
	if bars == 0 {
		c.Note = fmt.Sprintf("no error bars are drawn, the slot wants %s", article(c.Expected))
		return c, true
	}
	var accepted []Interval
	for _, iv := range r.want.Intervals {
		if slices.Contains(rule.Kinds, iv.Kind) && levelFits(rule.Level, iv.Level) {
			accepted = append(accepted, iv)
		}
	}
	if !node {
		accepted = r.want.Intervals
	}
	if len(accepted) == 0 {
		c.State, c.Code, c.Fix = spec.StateUnscored, "", ""
		c.Note = fmt.Sprintf("there is no %s to compare the error bars with", c.Expected)
		return c, true
	}
	if len(o.pairs) == 0 {
		return spec.Check{}, false // no mark has the right value: the values are to blame
	}
	var why string
	for _, iv := range accepted {
		note, expected, observed := r.intervalNote(iv, o.pairs, rule.Tolerance)
		if note == "" {
			c.Pass, c.Code, c.Fix, c.Note, c.Expected, c.Observed = true, "", "", "", intervalText(iv), intervalText(iv)
			return c, true
		}
		if why == "" {
			why, c.Expected, c.Observed = note, expected, observed
		}
	}
	for _, iv := range r.want.Intervals {
		if note, _, _ := r.intervalNote(iv, o.pairs, nil); note == "" {
			why = fmt.Sprintf("error bars are %s, the slot wants %s", intervalText(iv), article(ruleText(*rule)))
		}
	}
	if e := r.extent(); e != "" && !slices.Contains(rule.Kinds, e) {
		why = fmt.Sprintf("error bars are %s, the slot wants %s", e, article(ruleText(*rule)))
	}
	c.Note = why
	return c, true
}

func (r *reading) extent() spec.UncertaintyKind {
	for _, d := range r.data {
		if d.Kind != "" {
			return d.Kind
		}
	}
	return ""
}

func levelFits(rule, level float64) bool {
	return rule == 0 || level == 0 || spec.Tolerance{Abs: 1e-9}.Close(level, rule)
}

// intervalNote says how the error bars of the compared marks differ from an interval;
// empty where they agree end by end, relative to its width.
func (r *reading) intervalNote(iv Interval, pairs [][2]int, tol *spec.Tolerance) (note, expected, observed string) {
	for _, p := range pairs {
		w, d := p[0], r.data[p[1]]
		if w >= len(iv.Lo) || w >= len(iv.Hi) {
			return "the interval does not cover every mark", "", ""
		}
		lo, hi := iv.Lo[w], iv.Hi[w]
		if math.IsNaN(lo) && math.IsNaN(hi) && math.IsNaN(d.Lo) && math.IsNaN(d.Hi) {
			continue // a group of one has no spread, and no bar
		}
		name := r.want.key(w).text()
		expected, observed = fmt.Sprintf("%s to %s", number(lo), number(hi)), fmt.Sprintf("%s to %s", number(d.Lo), number(d.Hi))
		if math.IsNaN(d.Lo) || math.IsNaN(d.Hi) {
			return fmt.Sprintf("no error bar is drawn for %s", name), expected, "none"
		}
		t := spec.Tolerance{Rel: 1e-6}
		if tol != nil {
			t = *tol
		}
		t.Abs = math.Max(t.Abs, math.Max(t.Rel*math.Abs(hi-lo), 1e-12*math.Max(math.Abs(lo), math.Abs(hi))))
		t.Rel, t.Scale = 0, 0
		if !t.Close(d.Lo, lo) || !t.Close(d.Hi, hi) {
			return fmt.Sprintf("the error bar for %s runs from %s to %s, %s is %s to %s", name, short(d.Lo), short(d.Hi), intervalText(iv), short(lo), short(hi)), expected, observed
		}
	}
	return "", expected, observed
}

func intervalText(iv Interval) string {
	switch iv.Kind {
	case spec.UncertaintyCI, spec.UncertaintyPI:
		s := map[spec.UncertaintyKind]string{spec.UncertaintyCI: "confidence interval", spec.UncertaintyPI: "prediction interval"}[iv.Kind]
		if iv.Level > 0 {
			return fmt.Sprintf("the %s %% %s", short(100*iv.Level), s)
		}
		return "the " + s
	}
	return "the " + string(iv.Kind)
}

func ruleText(rule spec.UncertaintyRule) string {
	var out []string
	for _, k := range rule.Kinds {
		s := string(k)
		if (k == spec.UncertaintyCI || k == spec.UncertaintyPI) && rule.Level > 0 {
			s = fmt.Sprintf("%s %% %s", short(100*rule.Level), map[spec.UncertaintyKind]string{spec.UncertaintyCI: "interval", spec.UncertaintyPI: "prediction interval"}[k])
		}
		out = append(out, s)
	}
	if len(out) == 0 {
		return "uncertainty"
	}
	return strings.Join(out, " or ")
}

func article(s string) string {
	if strings.HasPrefix(s, "uncertainty") {
		return "an " + s
	}
	return "the " + s
}
