package claims

import (
	"fmt"
	"slices"

	"github.com/assaybench/assay/internal/direction"
	"github.com/assaybench/assay/internal/magnitude"
	"github.com/assaybench/assay/spec"
)

// ResultEdge judges whether a claim agrees with the regenerated result that was matched to
// a result slot of its support: groups, direction, magnitude, uncertainty, and, for an
// inferential claim, an interval or p value that excludes no difference. The oracle has no
// say here: a claim that faithfully quotes a wrong result passes. It is 1 or 0; what the
// result cannot speak to (an R2 beside a slope) is not applicable, but it must at least be
// there, with a finite value. A nil result is missing. Contradicts is set where the
// result direction.Refutes direction or magnitude.
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
		j.resultStatistics(res)
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
		_, ns, ok = magnitude.Series(r.Value, r.Index)
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
	labels, _, isSeries := magnitude.Series(r.Value, r.Index)
	if len(j.c.Groups) == 0 || len(own) == 0 && !isSeries {
		j.skip("groups")
		return
	}
	ok := t.SameSet(own, j.c.Groups)
	if isSeries {
		_, inIndex := magnitude.Places(labels, j.c.Groups, t)
		_, inGroups := magnitude.Places(own, j.c.Groups, t)
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
	s, why := direction.Of(rs, r, d, j.c.Groups, t)
	if s == direction.Silent && !(d == spec.NoDifference && why != "") {
		j.skip("direction")
		return
	}
	if s == direction.Refutes {
		j.contradicts = true
	}
	j.add("direction", s == direction.Agrees, string(d), why, fmt.Sprintf("%s says %s, but %s does not show it: %s", name(j.c), d, r.ID, why),
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
		_, _, isSeries := magnitude.Series(r.Value, r.Index)
		return sameQuantity && isMean && isSeries && len(j.c.Groups) == 2 && slot.Magnitude.Item == ""
	}
	return sameQuantity
}

// turned reports whether the claim names the two groups of a scalar result in the other
// order, so that its sign is the opposite.
func (j *judge) turned(r spec.Result, t spec.Terms) bool {
	_, scalar := r.Value.Number()
	return scalar && magnitude.Reversed(j.c.Groups, r.Groups, t)
}

// itemOf is the element of an array that the magnitude of a slot is; "" where it names
// none.
func itemOf(slot spec.ClaimSlot) string {
	if slot.Magnitude == nil {
		return ""
	}
	return slot.Magnitude.Item
}

func (j *judge) resultMagnitude(slot spec.ClaimSlot, r spec.Result, t spec.Terms) {
	s, ok := magnitude.Read(j.c)
	x, how, isNumber := magnitude.Element(r.Value, r.Index, itemOf(slot), j.c.Groups, t, magnitude.Reference)
	if ok && !s.HasValue || !isNumber {
		j.skip("magnitude")
		return
	}
	if j.turned(r, t) {
		x = x.Neg()
	}
	where := r.ID
	if how != "" {
		where += " (" + how + ")"
	}
	converted, err := s.In(r.Unit)
	pass := ok && err == nil && converted.Agrees(x, magnitude.Exact, sizeOnly(slot))
	said, is := magnitude.Apart(valueOf(j.c.Magnitude), s.Unit, x, r.Unit)
	note := fmt.Sprintf("%s states %s, but %s is %s", name(j.c), said, where, is)
	switch {
	case err != nil:
		note = fmt.Sprintf("%s states its magnitude in %s, %s is in %s: %v", name(j.c), s.Unit, r.ID, r.Unit, err)
	case !ok:
		note = fmt.Sprintf("the magnitude of %s is not made of finite numbers", name(j.c))
	case !pass:
		j.contradicts = true
	}
	j.add("magnitude", pass, x.Show(r.Unit), magnitude.Show(j.c.Magnitude.Value, s.Unit), note, "Quote the number of the result, with its unit.", "/magnitude/value")
}

func (j *judge) resultBounds(slot spec.ClaimSlot, rs spec.ResultSlot, r spec.Result, t spec.Terms) {
	s, _ := magnitude.Read(j.c)
	if _, scalar := r.Value.Number(); !s.HasBounds || !scalar && itemOf(slot) == "" && len(j.c.Groups) != 1 {
		j.skip("uncertainty")
		return
	}
	lo, hi, ok := magnitude.Bounds(r.Uncertainty, r.Index, itemOf(slot), j.c.Groups, t, magnitude.Reference)
	if j.turned(r, t) {
		lo, hi = hi.Neg(), lo.Neg()
	}
	converted, err := s.In(r.Unit)
	pass := ok && err == nil && converted.EndsAgree(lo, hi, magnitude.Exact, sizeOnly(slot))
	saidLo, isLo := magnitude.Apart(j.c.Magnitude.Lower, "", lo, "")
	saidHi, isHi := magnitude.Apart(j.c.Magnitude.Upper, s.Unit, hi, r.Unit)
	note := fmt.Sprintf("%s states %s to %s, but %s has %s to %s", name(j.c), saidLo, saidHi, r.ID, isLo, isHi)
	switch {
	case !ok:
		note = fmt.Sprintf("%s states an interval, but %s has none", name(j.c), r.ID)
	case err != nil:
		note = fmt.Sprintf("%s states its interval in %s, %s is in %s: %v", name(j.c), s.Unit, rs.ID, r.Unit, err)
	case !pass:
		j.contradicts = true
	}
	j.add("uncertainty", pass, lo.Show("")+" to "+hi.Show(r.Unit), fmt.Sprintf("%s to %s", magnitude.Show(j.c.Magnitude.Lower, ""), magnitude.Show(j.c.Magnitude.Upper, s.Unit)),
		note, "Quote the interval of the result.", "/magnitude/lower")
}

// resultStrength asks an inferential claim of a direction for a result that excludes no
// difference. A result without interval and p value is silent where others share its
// support set, and is not enough where it stands alone.
func (j *judge) resultStrength(slot spec.ClaimSlot, rs spec.ResultSlot, r spec.Result, t spec.Terms) {
	null, signed := direction.Null(rs)
	_, scalar := r.Value.Number()
	if !t.Same(j.c.Strength, "inferential") || !slices.Contains([]spec.Direction{spec.Greater, spec.Less, spec.Increasing, spec.Decreasing}, j.c.Direction) || !signed || !scalar {
		j.skip("strength")
		return
	}
	sig, why := direction.Significant(r, null, direction.Alpha(r, slot.Uncertainty))
	alone := slices.ContainsFunc(slot.Support.Computational, func(set []string) bool { return len(set) == 1 && set[0] == rs.ID })
	if sig == direction.Silent && !alone {
		j.skip("strength")
		return
	}
	note := fmt.Sprintf("%s is inferential, but %s does not exclude no difference: %s", name(j.c), r.ID, why)
	if sig == direction.Silent {
		note = fmt.Sprintf("%s is inferential, but %s has neither a confidence interval nor a p value", name(j.c), r.ID)
	}
	j.add("strength", sig == direction.Agrees, "an interval or p value that excludes no difference", why, note,
		"Report the interval or p value, or make the claim descriptive.", "/strength")
}

// sizeOnly: the direction may carry the sign, so that "less by 3" and -3 are the same.
func sizeOnly(slot spec.ClaimSlot) bool { return slot.Magnitude == nil || slot.Magnitude.Absolute }
