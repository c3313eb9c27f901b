package oracle

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/spec/unit"
)

// MethodAnswer is one approved method with what its oracle gave.
type MethodAnswer struct {
	Method spec.Method
	Answer Answer
	Err    error
}

// Compare judges one reported result against a slot (design, section 6). Of the
// approved methods it takes the one that the run was observed to use, or that the
// result names where nothing was observed; where several bear that name, the best
// verdict counts. Decisive are estimand, analysis unit, method, value, unit, and
// uncertainty where the slot requires it; n, statistic, df and p-value are held against
// the oracle where they are given. observed is the family that the trace showed, "" where
// it shows none.
func Compare(slot spec.ResultSlot, r spec.Result, answers []MethodAnswer, observed string, t spec.Terms) spec.Verdict {
	if len(answers) == 0 {
		return spec.Verdict{State: spec.StateUnscored, Candidate: r.ID, Checks: []spec.Check{{Name: "method", Decisive: true, State: spec.StateUnscored,
			Code: spec.VerifierFailed, Note: "the slot has no approved method"}}}
	}
	var best spec.Verdict
	bestRank := -1
	for _, m := range answers {
		c := comparison{slot: slot, r: r, terms: t, method: m, all: answers, observed: observed}
		v := c.verdict()
		if rank := c.rank(v); rank > bestRank {
			best, bestRank = v, rank
		}
	}
	return best
}

// Missing is the verdict of a slot for which nothing was reported.
func Missing(slot spec.ResultSlot) spec.Verdict {
	what := slot.Estimand
	if slot.Quantity != "" {
		what += " of " + slot.Quantity
	}
	return spec.MissingVerdict(spec.ResultMissing, fmt.Sprintf("no result reports the %s that slot %s asks for", what, slot.ID),
		"Report it in results.json, with estimand, quantity, variable, population and groups.")
}

// comparison of one result with one method.
type comparison struct {
	slot     spec.ResultSlot
	r        spec.Result
	terms    spec.Terms
	method   MethodAnswer
	all      []MethodAnswer
	observed string
	checks   []spec.Check
}

// rank orders the verdicts of methods: by score, then by whether the run or the result
// names the method, then by how many checks passed.
func (c *comparison) rank(v spec.Verdict) int {
	passed := 0
	for _, k := range v.Checks {
		if k.State == spec.StateScored && k.Pass {
			passed++
		}
	}
	rank := passed + int(v.Score*1e6)*1000
	named := c.observed
	if !slices.ContainsFunc(c.all, func(m MethodAnswer) bool { return c.bears(m, named) }) {
		named = c.r.Method
	}
	if c.bears(c.method, named) {
		rank += 100
	}
	return rank
}

func (c *comparison) verdict() spec.Verdict {
	c.estimand()
	c.analysisUnit()
	c.scope()
	c.family()
	if c.method.Err != nil {
		c.checks = append(c.checks, spec.Check{Name: "value", Decisive: true, State: spec.StateUnscored, Code: spec.VerifierFailed,
			Note: fmt.Sprintf("the oracle of %s failed: %v", c.method.Method.Family, c.method.Err), Fix: "correct the specification"})
	} else if a, factor, ok := c.units(); ok {
		c.numbers(c.oriented(a), factor)
	}
	v := spec.Judge(c.r.ID, c.checks)
	if c.bears(c.method, c.r.Method) {
		v.Method = c.method.Method.Family
	}
	return v
}

// check appends one scored check and fills in its place.
func (c *comparison) check(k spec.Check, field string) {
	if k.State == "" {
		k.State = spec.StateScored
	}
	if k.Place == (spec.Place{}) {
		k.Place = spec.Place{File: spec.FileResults, Pointer: c.r.Pointer}
		if field != "" {
			k.Place.Pointer += "/" + field
		}
	}
	if k.Pass {
		k.Code, k.Note, k.Fix = "", "", ""
	}
	c.checks = append(c.checks, k)
}

func (c *comparison) estimand() {
	c.check(spec.Check{Name: "estimand", Decisive: true, Pass: c.terms.Same(c.slot.Estimand, c.r.Estimand), Expected: c.slot.Estimand, Observed: c.r.Estimand, Code: spec.ResultEstimand,
		Note: fmt.Sprintf("%s reports the estimand %q, not %q", c.r.ID, c.r.Estimand, c.slot.Estimand), Fix: "Report the quantity that the question asks for."}, "estimand")
}

func (c *comparison) analysisUnit() {
	if c.slot.AnalysisUnit == "" {
		return
	}
	k := spec.Check{Name: "analysis_unit", Decisive: true, Pass: c.terms.Same(c.slot.AnalysisUnit, c.r.AnalysisUnit), Expected: c.slot.AnalysisUnit, Observed: c.r.AnalysisUnit, Code: spec.ResultAnalysis,
		Note: fmt.Sprintf("%s counts %q as its unit of analysis, not %q", c.r.ID, c.r.AnalysisUnit, c.slot.AnalysisUnit), Fix: "Analyse the unit that the question is about, and name it."}
	if c.r.AnalysisUnit == "" {
		k.Note = fmt.Sprintf("%s does not say its unit of analysis (%s)", c.r.ID, c.slot.AnalysisUnit)
	}
	c.check(k, "analysis_unit")
}

// scope checks that no scope field of the slot is left out; what is given agrees, or
// the result would not have been matched.
func (c *comparison) scope() {
	if c.slot.Variable == "" && c.slot.Population == "" && len(c.slot.Groups) == 0 {
		return
	}
	var lacks []string
	for _, f := range []struct {
		name  string
		asked bool
		given bool
	}{
		{"variable", c.slot.Variable != "", c.r.Variable != ""},
		{"population", c.slot.Population != "", c.r.Population != ""},
		{"groups", len(c.slot.Groups) > 0, len(c.r.Groups) > 0},
	} {
		if f.asked && !f.given {
			lacks = append(lacks, f.name)
		}
	}
	c.check(spec.Check{Name: "scope", Pass: len(lacks) == 0, Expected: strings.Join(append([]string{c.slot.Variable, c.slot.Population}, c.slot.Groups...), ", "), Code: spec.ResultDetail,
		Note: fmt.Sprintf("%s does not state its %s", c.r.ID, strings.Join(lacks, " and ")), Fix: "State variable, population and groups of the result."}, "")
}

// bears reports whether a method goes by a word.
func (c *comparison) bears(m MethodAnswer, word string) bool {
	return word != "" && (c.terms.Same(m.Method.Family, word) || slices.ContainsFunc(m.Method.Labels, func(l string) bool { return c.terms.Same(l, word) }))
}

// special lists, for families of models, the methods that are cases of them: a group's
// mean is a regression on nothing, Student's t test one on an indicator, and a straight
// line can be fitted by the general routine for curves. Whether it is the case at hand
// the numbers show.
var special = map[string][]string{
	"ols":                     {"mean", "student_t"},
	"glm":                     {"mean", "student_t", "ols"},
	"nonlinear_least_squares": {"ols", "mean"},
	"anova":                   {"student_t"},
}

// contradicts reports whether the observed family speaks against a method.
func (c *comparison) contradicts(m MethodAnswer) bool {
	return c.observed != "" && !c.bears(m, c.observed) && !slices.Contains(special[c.observed], m.Method.Family)
}

// family checks the method: it is approved, and what was declared is what was observed.
func (c *comparison) family() {
	var families []string
	declared, both := false, false
	for _, m := range c.all {
		if !slices.Contains(families, m.Method.Family) {
			families = append(families, m.Method.Family)
		}
		declared = declared || c.bears(m, c.r.Method)
		both = both || c.bears(m, c.r.Method) && !c.contradicts(m)
	}
	k := spec.Check{Name: "method", Decisive: true, Expected: strings.Join(families, " or "), Observed: c.r.Method}
	switch {
	case c.r.Method == "":
		k.Code, k.Note = spec.MethodUnlisted, fmt.Sprintf("%s does not say its method; approved are %s", c.r.ID, k.Expected)
		k.Fix = "Name the method of the result."
	case !declared:
		k.Code, k.Note = spec.MethodUnlisted, fmt.Sprintf("%s names the method %q, which is not among the approved (%s)", c.r.ID, c.r.Method, k.Expected)
		k.Fix = "Use an approved method, or have this one approved by adjudication."
	case !both:
		k.Code, k.Observed = spec.MethodMislabel, c.observed
		k.Note = fmt.Sprintf("%s says that its method is %q, but the run used %q", c.r.ID, c.r.Method, c.observed)
		k.Fix = "Name the method that the analysis really uses."
	default:
		k.Pass = c.bears(c.method, c.r.Method) && !c.contradicts(c.method)
		k.Code, k.Note = spec.MethodUnlisted, fmt.Sprintf("%s used another approved method than %s", c.r.ID, c.method.Method.Family)
	}
	c.check(k, "method")
}

// oriented is the answer for groups in the result's own order: where they stand the
// other way round, the estimator's swapped variant.
func (c *comparison) oriented(a Answer) Answer {
	if len(c.slot.Groups) != 2 || c.terms.SameList(c.slot.Groups, c.r.Groups) || !c.terms.SameSet(c.slot.Groups, c.r.Groups) {
		return a
	}
	i := slices.IndexFunc(a.Variants, func(v Variant) bool { return v.Name == VariantSwapped })
	if i < 0 {
		return a
	}
	b := a.Variants[i].Answer
	b.What, b.Unit, b.Floor, b.Keys = a.What, a.Unit, a.Floor, a.Keys
	back := a
	back.Variants = nil
	b.Variants = []Variant{variantOf(VariantSwapped, fmt.Sprintf("the value for the groups in the other order (%s, %s)", c.slot.Groups[0], c.slot.Groups[1]), back)}
	return b
}

// units checks the unit and gives the answer in the unit of comparison (the slot's, or
// the data's where the slot names none) with the factor that brings reported numbers
// there. ok is false where nothing can be compared.
func (c *comparison) units() (a Answer, factor float64, ok bool) {
	a, factor = c.method.Answer, 1
	target := cmp.Or(c.slot.Unit, a.Unit)
	a, err := a.In(c.slot.Unit)
	if err != nil {
		c.checks = append(c.checks, spec.Check{Name: "unit", Decisive: true, State: spec.StateUnscored, Code: spec.VerifierFailed,
			Note: err.Error(), Fix: "correct the unit of the slot or of the column"})
		return a, 1, false
	}
	if target == "" {
		return a, 1, true
	}
	k := spec.Check{Name: "unit", Decisive: true, Pass: true, Expected: target, Observed: c.r.Unit}
	switch {
	case c.r.Unit == "":
		if c.slot.Unit == "" {
			return a, 1, true
		}
		k.Observed = target + " (inherited)"
	case c.r.Unit == target || unit.Same(c.r.Unit, target):
	default:
		f, err := unit.Convert(1, c.r.Unit, target)
		if err == nil {
			factor = f
			break
		}
		k.Pass, k.Code = false, spec.ResultUnit
		k.Note = fmt.Sprintf("%s is in %s, which cannot be a quantity in %s: %v", c.r.ID, c.r.Unit, target, err)
		k.Fix = "Report the result in " + target + "."
	}
	c.check(k, "unit")
	return a, factor, true
}

func variantOf(name, note string, a Answer) Variant {
	return Variant{Name: name, Note: note, Answer: a}
}
