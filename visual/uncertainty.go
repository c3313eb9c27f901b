package visual

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/compare"
	"github.com/assaybench/assay/internal/expected"
	"github.com/assaybench/assay/internal/phrase"
	"github.com/assaybench/assay/spec"
)

// uncertaintyCheck holds error bars against the known intervals. A rule that is not
// required applies only where error bars are drawn.
func (r *reading) uncertaintyCheck(name string, node bool) (spec.Check, bool) {
	rule := r.Slot.Uncertainty
	if rule == nil || r.Want.Fit != nil || r.Mark == spec.MarkBox || r.Mark == spec.MarkHistogram && r.Sampled() {
		return spec.Check{}, false
	}
	o := r.compare()
	bars := r.Bars()
	if bars == 0 && !rule.Required || !node && (bars == 0 || len(r.Want.Intervals) == 0) {
		return spec.Check{}, false
	}
	c := r.check(name, true)
	c.Expected = ruleText(*rule)
	c.Code, c.Fix = spec.VisualUncertain, fmt.Sprintf("Draw error bars that show %s.", article(ruleText(*rule)))
	if bars == 0 {
		c.Note = fmt.Sprintf("no error bars are drawn, the slot wants %s", article(c.Expected))
		return c, true
	}
	var accepted []expected.Interval
	for _, iv := range r.Want.Intervals {
		if slices.Contains(rule.Kinds, iv.Kind) && levelFits(rule.Level, iv.Level) {
			accepted = append(accepted, iv)
		}
	}
	if !node {
		accepted = r.Want.Intervals
	}
	if len(accepted) == 0 {
		c.State, c.Code, c.Fix = spec.StateUnscored, "", ""
		c.Note = fmt.Sprintf("there is no %s to compare the error bars with", c.Expected)
		return c, true
	}
	if len(o.Pairs) == 0 {
		return spec.Check{}, false // no mark has the right value: the values are to blame
	}
	var why, cause string
	for _, iv := range accepted {
		note, expected, observed := r.intervalNote(iv, o.Pairs, rule.Tolerance)
		if note == "" {
			c.Pass, c.Code, c.Fix, c.Note, c.Expected, c.Observed = true, "", "", "", intervalText(iv), intervalText(iv)
			return c, true
		}
		if why == "" {
			why, c.Expected, c.Observed = note, expected, observed
			cause = r.intervalCause(iv, o.Pairs)
		}
	}
	if cause != "" {
		why += ": " + cause
	}
	for _, iv := range accepted {
		if note := r.otherLevel(iv, o.Pairs); note != "" {
			why = note
			break
		}
	}
	for _, iv := range r.Want.Intervals {
		if note, _, _ := r.intervalNote(iv, o.Pairs, nil); note == "" {
			why = fmt.Sprintf("error bars are %s, the slot wants %s", intervalText(iv), article(ruleText(*rule)))
		}
	}
	switch e, level := r.extent(); {
	case e != "" && !slices.Contains(rule.Kinds, e):
		why = fmt.Sprintf("error bars are %s, the slot wants %s", e, article(ruleText(*rule)))
	case e == spec.UncertaintyCI && level > 0 && !levelFits(rule.Level, level):
		why = wrongLevel(level, rule.Level)
	}
	c.Note = why
	return c, true
}

// extent is the kind of the error bars, and their level, as the drawing call says.
func (r *reading) extent() (spec.UncertaintyKind, float64) {
	for _, d := range r.Data() {
		if d.Kind != "" {
			return d.Kind, d.Level
		}
	}
	return "", 0
}

func levelFits(rule, level float64) bool {
	return rule == 0 || level == 0 || spec.Tolerance{Abs: 1e-9}.Close(level, rule)
}

// intervalNote says how the error bars of the compared marks differ from an interval;
// empty where they agree end by end, relative to its width.
func (r *reading) intervalNote(iv expected.Interval, pairs [][2]int, tol *spec.Tolerance) (note, expected, observed string) {
	for _, p := range pairs {
		w, d := p[0], r.Data()[p[1]]
		if w >= len(iv.Lo) || w >= len(iv.Hi) {
			return "the interval does not cover every mark", "", ""
		}
		lo, hi := iv.Lo[w], iv.Hi[w]
		if math.IsNaN(lo) && math.IsNaN(hi) && math.IsNaN(d.Lo) && math.IsNaN(d.Hi) {
			continue // a group of one has no spread, and no bar
		}
		name := r.Want.Key(w).Text()
		expected, observed = fmt.Sprintf("%s to %s", phrase.Number(lo), phrase.Number(hi)), fmt.Sprintf("%s to %s", phrase.Number(d.Lo), phrase.Number(d.Hi))
		if math.IsNaN(d.Lo) || math.IsNaN(d.Hi) {
			return fmt.Sprintf("no error bar is drawn for %s", name), expected, "none"
		}
		t := spec.Tolerance{Rel: 1e-6}
		if tol != nil {
			t = *tol
		}
		t.Abs = math.Max(t.Abs, math.Max(t.Rel*math.Abs(hi-lo), 1e-12*math.Max(math.Abs(lo), math.Abs(hi))))
		t.Abs = math.Max(t.Abs, compare.EndsSlack(d.Value, [2]float64{d.Lo, d.Hi}, [2]float64{lo, hi}, r.Want.Printed))
		t.Rel, t.Scale = 0, 0
		if !t.Close(d.Lo, lo) || !t.Close(d.Hi, hi) {
			gotLo, wantLo := phrase.Apart(d.Lo, lo)
			gotHi, wantHi := phrase.Apart(d.Hi, hi)
			return fmt.Sprintf("the error bar for %s runs from %s to %s, %s is %s to %s", name, gotLo, gotHi, intervalText(iv), wantLo, wantHi), expected, observed
		}
	}
	return "", expected, observed
}

func intervalText(iv expected.Interval) string {
	switch iv.Kind {
	case spec.UncertaintyCI, spec.UncertaintyPI:
		s := map[spec.UncertaintyKind]string{spec.UncertaintyCI: "confidence interval", spec.UncertaintyPI: "prediction interval"}[iv.Kind]
		if iv.Level > 0 {
			return fmt.Sprintf("the %s %% %s", phrase.Short(100*iv.Level), s)
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
			s = fmt.Sprintf("%s %% %s", phrase.Short(100*rule.Level), map[spec.UncertaintyKind]string{spec.UncertaintyCI: "interval", spec.UncertaintyPI: "prediction interval"}[k])
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
