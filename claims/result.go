package claims

import (
	"fmt"
	"slices"

	"github.com/assaybench/assay/spec"
)

// ResultEdge judges whether a claim agrees with the regenerated result that was matched to
// a result slot of its support: groups, direction, magnitude, uncertainty, and, for an
// inferential claim, an interval or p value that excludes no difference. The oracle has no
// say here: a claim that faithfully quotes a wrong result passes. It is 1 or 0; what the
// result cannot speak to (an R2 beside a slope) is not applicable, but it must at least be
// there, with a finite value. A nil result is missing. Contradicts is set where the
// result refutes direction or magnitude.
func ResultEdge(slot spec.ClaimSlot, rs spec.ResultSlot, r *spec.Result, c spec.Claim, t spec.Terms) spec.Verdict {
	if r == nil {
		return spec.MissingVerdict(spec.ResultMissing, fmt.Sprintf("%s rests on result slot %s, to which no result was matched", name(c), rs.ID),
			"Report the result in results.json.")
	}
	j := judge{c: c, code: spec.ClaimResult}
	res := *r
	if res.Unit == "" {
		res.Unit = rs.Unit
	}
	if len(res.Groups) == 0 {
		res.Groups = rs.Groups
	}
	j.reported(res, t)
	j.resultGroups(res, t)
	j.resultDirection(rs, res, t)
	if j.speaksOfSize(slot, rs, res, t) {
		j.resultMagnitude(slot, res, t)
		j.resultBounds(slot, rs, res, t)
	}
	j.resultStrength(slot, rs, res, t)
	v := spec.Judge(r.ID, j.checks)
	v.Contradicts = j.contradicts
	return v
}

// reported asks that the result holds numbers and is of the claim's variable.
func (j *judge) reported(r spec.Result, t spec.Terms) {
	ns, ok := r.Value.Numbers()
	if r.Value.Kind == spec.ValueTable {
		_, ns, ok = series(r.Value, r.Index)
	}
	ok = ok && len(ns) > 0 && !slices.ContainsFunc(ns, func(n spec.Number) bool { return !n.Finite() })
	note := fmt.Sprintf("%s holds no finite number: %s", r.ID, r.Value)
	if ok && r.Variable != "" && j.c.Variable != "" && !t.Same(r.Variable, j.c.Variable) {
		ok, note = false, fmt.Sprintf("%s is of the variable %q, %s of %q", r.ID, r.Variable, name(j.c), j.c.Variable)
	}
	j.add("result", ok, "a result of the claim's variable", r.Value.String(), note, "Report the result that the claim rests on.", "")
}

func (j *judge) resultGroups(r spec.Result, t spec.Terms) {
	own := r.Groups
	labels, _, isSeries := series(r.Value, r.Index)
	if len(j.c.Groups) == 0 || len(own) == 0 && !isSeries {
		j.skip("groups")
		return
	}
	ok := t.SameSet(own, j.c.Groups)
	if isSeries {
		_, inIndex := places(labels, j.c.Groups, t)
		_, inGroups := places(own, j.c.Groups, t)
		ok = inIndex || inGroups
		own = append(slices.Clone(own), labels...)
	}
	j.add("groups", ok, fmt.Sprintf("%q", j.c.Groups), fmt.Sprintf("%q", own),
		fmt.Sprintf("%s compares %q, but %s is about %q", name(j.c), j.c.Groups, r.ID, own), "Let the claim name the groups of its result.", "/groups")
}

func (j *judge) resultDirection(rs spec.ResultSlot, r spec.Result, t spec.Terms) {
	d := j.c.Direction
	if d == "" {
		j.skip("direction")
		return
	}
	s, why := shows(rs, r, d, j.c.Groups, t)
	if s == silent && !(d == spec.NoDifference && why != "") {
		j.skip("direction")
		return
	}
	if s == refutes {
		j.contradicts = true
	}
	j.add("direction", s == agrees, string(d), why, fmt.Sprintf("%s says %s, but %s does not show it: %s", name(j.c), d, r.ID, why),
		"State the direction that the result shows, for the groups in its order.", "/direction")
}

// speaksOfSize reports whether this result is one that the claim's magnitude can be held
// against: the one that the slot names; where it names none, a result of the claim's
// quantity; and the group means whose difference the magnitude is.
func (j *judge) speaksOfSize(slot spec.ClaimSlot, rs spec.ResultSlot, r spec.Result, t spec.Terms) bool {
	sameQuantity := rs.Quantity != "" && t.Same(rs.Quantity, j.c.Quantity) || rs.Quantity == "" && r.Quantity != "" && t.Same(r.Quantity, j.c.Quantity)
	if slot.Magnitude != nil && slot.Magnitude.Result != "" {
		if slot.Magnitude.Result == rs.ID {
			return true
		}
		isMean := slices.ContainsFunc(rs.Methods, func(m spec.Method) bool { return m.Oracle.Estimator == "mean" })
		_, _, isSeries := series(r.Value, r.Index)
		return sameQuantity && isMean && isSeries && len(j.c.Groups) == 2 && slot.Magnitude.Item == ""
	}
	return sameQuantity
}

// stated is the magnitude of a claim as it reads for groups in the order of ref.
type stated struct {
	value, lower, upper interval
	hasValue, hasBounds bool
	unit                string
}

// state reads the magnitude of c; ok is false where something other than a finite number
// stands there.
func state(c spec.Claim) (s stated, ok bool) {
	if c.Magnitude == nil {
		return s, true
	}
	ok = true
	read := func(v spec.Value) (interval, bool) {
		n, isNumber := v.Number()
		ok = ok && (v.Missing() || isNumber && n.Finite())
		return printed(n), isNumber && n.Finite()
	}
	var hasLower, hasUpper bool
	s.unit = c.Magnitude.Unit
	s.value, s.hasValue = read(c.Magnitude.Value)
	s.lower, hasLower = read(c.Magnitude.Lower)
	s.upper, hasUpper = read(c.Magnitude.Upper)
	s.hasBounds = hasLower && hasUpper
	return s, ok && hasLower == hasUpper
}

func (s stated) neg() stated {
	s.value, s.lower, s.upper = s.value.neg(), s.upper.neg(), s.lower.neg()
	return s
}

// sized is the magnitude as a size: turned round where its value is below zero.
func (s stated) sized() stated {
	if s.hasValue && s.value.hi < 0 {
		return s.neg()
	}
	return s
}

func (s stated) in(u string) (stated, error) {
	var err error
	for _, v := range []*interval{&s.value, &s.lower, &s.upper} {
		if *v, err = v.in(s.unit, u); err != nil {
			return s, err
		}
	}
	if u != "" {
		s.unit = u
	}
	return s, nil
}

// turn brings the numbers of a result to the order in which the claim names the groups.
func turn(c spec.Claim, own []string, t spec.Terms, x, lo, hi interval) (interval, interval, interval) {
	if reversed(c.Groups, own, t) {
		return x.neg(), hi.neg(), lo.neg()
	}
	return x, lo, hi
}

func (j *judge) resultMagnitude(slot spec.ClaimSlot, r spec.Result, t spec.Terms) {
	s, ok := state(j.c)
	item := ""
	if slot.Magnitude != nil {
		item = slot.Magnitude.Item
	}
	x, how, isNumber := element(r.Value, r.Index, item, j.c.Groups, t, reference)
	if ok && !s.hasValue || !isNumber {
		j.skip("magnitude")
		return
	}
	if _, scalar := r.Value.Number(); scalar {
		x, _, _ = turn(j.c, r.Groups, t, x, x, x)
	}
	where := r.ID
	if how != "" {
		where += " (" + how + ")"
	}
	converted, err := s.in(r.Unit)
	pass := ok && err == nil && converted.value.agrees(x, exact)
	if ok && err == nil && !pass && sizeOnly(slot) {
		pass = converted.sized().value.agrees(x.abs(), exact)
	}
	note := fmt.Sprintf("%s states %s, but %s is %s", name(j.c), show(j.c.Magnitude.Value, s.unit), where, x.show(r.Unit))
	switch {
	case err != nil:
		note = fmt.Sprintf("%s states its magnitude in %s, %s is in %s: %v", name(j.c), s.unit, r.ID, r.Unit, err)
	case !ok:
		note = fmt.Sprintf("the magnitude of %s is not made of finite numbers", name(j.c))
	case !pass:
		j.contradicts = true
	}
	j.add("magnitude", pass, x.show(r.Unit), show(j.c.Magnitude.Value, s.unit), note, "Quote the number of the result, with its unit.", "/magnitude/value")
}

// sizeOnly: the direction may carry the sign, so that "less by 3" and -3 are the same.
func sizeOnly(slot spec.ClaimSlot) bool { return slot.Magnitude == nil || slot.Magnitude.Absolute }

func (j *judge) resultBounds(slot spec.ClaimSlot, rs spec.ResultSlot, r spec.Result, t spec.Terms) {
	s, _ := state(j.c)
	item := ""
	if slot.Magnitude != nil {
		item = slot.Magnitude.Item
	}
	if _, scalar := r.Value.Number(); !s.hasBounds || !scalar && item == "" && len(j.c.Groups) != 1 {
		j.skip("uncertainty")
		return
	}
	lo, hi, ok := bounds(r.Uncertainty, r.Index, item, j.c.Groups, t, reference)
	_, lo, hi = turn(j.c, r.Groups, t, lo, lo, hi)
	converted, err := s.in(r.Unit)
	pass := ok && err == nil && (sameEnds(converted, lo, hi, exact) || sizeOnly(slot) && (sameEnds(converted.sized(), lo, hi, exact) || sameEnds(converted.sized(), hi.neg(), lo.neg(), exact)))
	note := fmt.Sprintf("%s states %s to %s, but %s has %s to %s", name(j.c), show(j.c.Magnitude.Lower, ""), show(j.c.Magnitude.Upper, s.unit), r.ID, lo.show(""), hi.show(r.Unit))
	switch {
	case !ok:
		note = fmt.Sprintf("%s states an interval, but %s has none", name(j.c), r.ID)
	case err != nil:
		note = fmt.Sprintf("%s states its interval in %s, %s is in %s: %v", name(j.c), s.unit, rs.ID, r.Unit, err)
	case !pass:
		j.contradicts = true
	}
	j.add("uncertainty", pass, lo.show("")+" to "+hi.show(r.Unit), fmt.Sprintf("%s to %s", show(j.c.Magnitude.Lower, ""), show(j.c.Magnitude.Upper, s.unit)),
		note, "Quote the interval of the result.", "/magnitude/lower")
}

// sameEnds compares two intervals end by end.
func sameEnds(s stated, lo, hi interval, tol spec.Tolerance) bool {
	return s.lower.agrees(lo, tol) && s.upper.agrees(hi, tol)
}

// resultStrength asks an inferential claim of a direction for a result that excludes no
// difference. A result without interval and p value is silent where others share its
// support set, and is not enough where it stands alone.
func (j *judge) resultStrength(slot spec.ClaimSlot, rs spec.ResultSlot, r spec.Result, t spec.Terms) {
	null, signed := nullOf(rs)
	_, scalar := r.Value.Number()
	if !t.Same(j.c.Strength, "inferential") || !slices.Contains([]spec.Direction{spec.Greater, spec.Less, spec.Increasing, spec.Decreasing}, j.c.Direction) || !signed || !scalar {
		j.skip("strength")
		return
	}
	sig, why := significant(r, null, alpha(r, slot.Uncertainty))
	alone := slices.ContainsFunc(slot.Support.Computational, func(set []string) bool { return len(set) == 1 && set[0] == rs.ID })
	if sig == silent && !alone {
		j.skip("strength")
		return
	}
	note := fmt.Sprintf("%s is inferential, but %s does not exclude no difference: %s", name(j.c), r.ID, why)
	if sig == silent {
		note = fmt.Sprintf("%s is inferential, but %s has neither a confidence interval nor a p value", name(j.c), r.ID)
	}
	j.add("strength", sig == agrees, "an interval or p value that excludes no difference", why, note,
		"Report the interval or p value, or make the claim descriptive.", "/strength")
}
