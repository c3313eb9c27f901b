package claims

import (
	"fmt"
	"slices"

	"github.com/assaybench/assay/internal/prose"
	"github.com/assaybench/assay/spec"
)

// Truth is what the oracle answers for one result slot: one report for each approved
// method, every one of them an accepted alternative.
type Truth struct {
	Slot    spec.ResultSlot
	Reports []spec.OracleReport
}

// Fidelity judges whether a claim is right: the node of the claim. Checks come from the
// slot; what the slot declares and the claim omits fails, except that saying less than a
// ceiling (strength, causal word) is allowed, and a magnitude that is not required may be
// left out. What only the claim states, magnitude or direction, is held against the oracle's
// answers of the claim's quantity in its support sets. truth holds the oracle's answers by
// result slot; an answer that is needed and not there leaves the check, and the node,
// unscored.
//
// All checks but the wording are decisive: quantity, groups, direction, population,
// magnitude, uncertainty, strength, causal, text numbers, text direction. A magnitude is
// the interval of its printed precision, in its own unit or else in the slot's; a unit of
// another dimension fails. Contradicts is set where the oracle refutes direction or
// magnitude, or the text refutes the record.
func Fidelity(slot spec.ClaimSlot, c spec.Claim, truth map[string]Truth, t spec.Terms) spec.Verdict {
	j := judge{c: c}
	j.quantity(slot, t)
	j.groups(slot, t)
	j.direction(slot, truth, t)
	j.population(slot, t)
	as, known := answers(slot, c, truth, t)
	j.magnitude(slot, as, known)
	j.uncertainty(slot, as, known)
	text := prose.Read(c.Text, c.Groups, t)
	j.strength(slot, text, t)
	j.causal(slot, text, t)
	j.code = spec.ClaimText
	j.textAgainst(as, quantities(truth))
	j.textDirection(t)
	j.wording(slot, text)
	v := spec.Judge(c.ID, j.checks)
	v.Contradicts = j.contradicts
	for _, ch := range j.checks {
		if ch.Pass && ch.Note != "" && ch.Name == "text numbers" {
			v.Notes = append(v.Notes, spec.Finding{Code: spec.ResultPrecision, Severity: spec.SeverityInfo, Place: ch.Place, Message: ch.Note, Expected: ch.Expected, Observed: ch.Observed})
		}
	}
	return v
}

func (j *judge) quantity(slot spec.ClaimSlot, t spec.Terms) {
	j.add("quantity", t.Same(slot.Quantity, j.c.Quantity), slot.Quantity, j.c.Quantity,
		fmt.Sprintf("%s is about %q, not %q", name(j.c), j.c.Quantity, slot.Quantity), "Name the quantity that the question asks for.", "/quantity")
	j.as(spec.ClaimQuantity)
}

func (j *judge) groups(slot spec.ClaimSlot, t spec.Terms) {
	if len(slot.Groups) == 0 {
		j.skip("groups")
		return
	}
	j.add("groups", t.SameSet(slot.Groups, j.c.Groups), fmt.Sprintf("%q", slot.Groups), fmt.Sprintf("%q", j.c.Groups),
		fmt.Sprintf("%s names the groups %q, not %q", name(j.c), j.c.Groups, slot.Groups), "Name the groups that are compared, and no others.", "/groups")
	j.as(spec.ClaimGroups)
}

func (j *judge) direction(slot spec.ClaimSlot, truth map[string]Truth, t spec.Terms) {
	d := oriented(j.c.Direction, j.c.Groups, slot.Groups, t)
	switch {
	case slot.Direction == "" && d == "":
		j.skip("direction")
	case slot.Direction == "":
		j.directionByOracle(slot, truth, t)
	case d == "":
		j.add("direction", false, string(slot.Direction), "none", fmt.Sprintf("%s states no direction", name(j.c)), "State the direction of the finding.", "/direction")
		j.as(spec.ClaimDirection)
	default:
		ok := d == slot.Direction
		j.contradicts = j.contradicts || !ok
		order := slot.Groups
		if len(order) != 2 {
			order = nil
		}
		j.add("direction", ok, string(slot.Direction), string(d), fmt.Sprintf("%s says %s, but the data say %s", name(j.c), between(d, order), between(slot.Direction, order)),
			"State the direction that the data show, for the groups in the order in which they are named.", "/direction")
		j.as(spec.ClaimDirection)
	}
}

// between writes a direction with its two groups, where there are two.
func between(d spec.Direction, groups []string) string {
	if len(groups) != 2 {
		return string(d)
	}
	return sentence(spec.Claim{Direction: d, Groups: groups})
}

// directionByOracle holds a direction that no slot asks for against the answers of the
// claim's quantity.
func (j *judge) directionByOracle(slot spec.ClaimSlot, truth map[string]Truth, t spec.Terms) {
	verdict, why, d := silent, "", j.c.Direction
	for _, tr := range relevant(slot, truth, t) {
		for _, rep := range tr.Reports {
			if s, note := shows(tr.Slot, asResult(tr.Slot, rep), d, j.c.Groups, t); rep.Error == "" && s != silent && verdict != agrees {
				verdict, why = s, note
			}
		}
	}
	if verdict == silent {
		j.skip("direction")
		return
	}
	j.contradicts = j.contradicts || verdict == refutes
	j.add("direction", verdict == agrees, why, string(d), fmt.Sprintf("%s says %s, but by the data %s", name(j.c), d, why), "State the direction that the data show, or none.", "/direction")
	j.as(spec.ClaimDirection)
}

func (j *judge) population(slot spec.ClaimSlot, t spec.Terms) {
	if slot.Population == "" {
		j.skip("population")
		return
	}
	note := fmt.Sprintf("%s speaks of %q, but the data are of %q", name(j.c), j.c.Population, slot.Population)
	if j.c.Population == "" {
		note = fmt.Sprintf("%s does not say that it is about %q", name(j.c), slot.Population)
	}
	j.add("population", t.Same(slot.Population, j.c.Population), slot.Population, j.c.Population, note, "Name the population that was observed.", "/population")
	j.as(spec.ClaimPopulation)
}

func (j *judge) magnitude(slot spec.ClaimSlot, as []answer, known lookup) {
	const check = "magnitude"
	defer func() { j.as(spec.ClaimMagnitude) }()
	s, ok := state(j.c)
	required := slot.Magnitude != nil && slot.Magnitude.Required
	switch {
	case !ok:
		j.add(check, false, "finite numbers", show(j.c.Magnitude.Value, s.unit), fmt.Sprintf("the magnitude of %s is not made of finite numbers: value, and either both ends or none", name(j.c)), "Give numbers.", "/magnitude")
		return
	case !s.hasValue && required:
		j.add(check, false, "a magnitude", "none", fmt.Sprintf("%s does not say how much", name(j.c)), "Give the magnitude, with its unit.", "/magnitude")
		return
	case !s.hasValue || !known.declared && len(as) == 0:
		j.skip(check)
		return
	case known.failed != "":
		j.undecided(check, known.failed)
		return
	}
	var unitErr error
	for _, a := range as {
		ok, err := a.accepts(s)
		if ok {
			j.add(check, true, a.show(), show(j.c.Magnitude.Value, s.unit), "", "", "/magnitude/value")
			return
		}
		unitErr = err
	}
	a := as[0]
	note := fmt.Sprintf("%s states %s, but it is %s", name(j.c), show(j.c.Magnitude.Value, s.unit), a.show())
	if unitErr != nil {
		note = fmt.Sprintf("%s states its magnitude in %q where %s is in %q: %v", name(j.c), s.unit, a.from, a.unit, unitErr)
	} else {
		j.contradicts = true
	}
	j.add(check, false, a.show(), show(j.c.Magnitude.Value, s.unit), note, "Quote the computed value, with the unit it has.", "/magnitude/value")
}

func (j *judge) uncertainty(slot spec.ClaimSlot, as []answer, known lookup) {
	const check = "uncertainty"
	defer func() { j.as(spec.ClaimUncertain) }()
	s, _ := state(j.c)
	required := slot.Uncertainty != nil && slot.Uncertainty.Required
	hasEnds := slices.ContainsFunc(as, func(a answer) bool { return len(a.ends) > 0 })
	switch {
	case !s.hasBounds && required:
		j.add(check, false, "lower and upper", "none", fmt.Sprintf("%s states no interval", name(j.c)), "Give lower and upper of the magnitude.", "/magnitude")
		return
	case s.hasBounds && known.failed != "":
		j.undecided(check, known.failed)
		return
	case !s.hasBounds || !hasEnds && !required:
		j.skip(check)
		return
	case !hasEnds:
		j.undecided(check, "the oracle gives no interval for this magnitude")
		return
	}
	observed := fmt.Sprintf("%s to %s", show(j.c.Magnitude.Lower, ""), show(j.c.Magnitude.Upper, s.unit))
	var expected string
	for _, a := range as {
		if len(a.ends) > 0 && expected == "" {
			expected = fmt.Sprintf("%s to %s", a.ends[0][0].show(""), a.ends[0][1].show(a.unit))
		}
		if a.acceptsEnds(s, slot.Uncertainty) {
			j.add(check, true, expected, observed, "", "", "/magnitude/lower")
			return
		}
	}
	j.contradicts = true
	j.add(check, false, expected, observed, fmt.Sprintf("%s states the interval %s, but it is %s", name(j.c), observed, expected), "Quote the interval that was computed.", "/magnitude/lower")
}

// within reports whether a word is not above the highest that is allowed. No word says
// less than any; no ceiling allows all; an unknown word is above every ceiling.
func within(words []string, word, most string, t spec.Terms) bool {
	rank := func(w string) int { return slices.IndexFunc(words, func(s string) bool { return t.Same(s, w) }) }
	return word == "" || most == "" || rank(word) >= 0 && rank(word) <= rank(most)
}

func (j *judge) strength(slot spec.ClaimSlot, text prose.Text, t spec.Terms) {
	most := slot.StrengthMax
	if most == "" {
		j.skip("strength")
		return
	}
	said, field := j.c.Strength, "/strength"
	if within(spec.Strengths, said, most, t) && t.Same(most, "descriptive") && text.Has("statistically significant", "statistically significantly") {
		said, field = "inferential", "/text"
	}
	j.add("strength", within(spec.Strengths, said, most, t), "at most "+most, said,
		fmt.Sprintf("%s is %s, but the evidence allows %s at most", name(j.c), said, most), fmt.Sprintf("Make the claim %s.", most), field)
	j.as(spec.ClaimStrength)
}

// causal checks the causal word of the record against the ceiling, and a causal expression
// of the text against the ceiling and the record's own word.
func (j *judge) causal(slot spec.ClaimSlot, text prose.Text, t spec.Terms) {
	defer func() { j.as(spec.ClaimCausal) }()
	most := slot.CausalMax
	if !within(spec.CausalWords, j.c.Causal, most, t) {
		j.add("causal", false, "at most "+most, j.c.Causal, fmt.Sprintf("%s is %s, but the evidence allows %s at most", name(j.c), j.c.Causal, most),
			fmt.Sprintf("Make the claim %s.", most), "/causal")
		return
	}
	if j.c.Causal != "" { // which is at or below the ceiling
		most = j.c.Causal
	}
	said := text.CausalWord()
	if most == "" || said == "" && slot.CausalMax == "" {
		j.skip("causal")
		return
	}
	j.add("causal", said == "" || t.Same(most, "causal"), "at most "+most, said, fmt.Sprintf("the text of %s says %q, which is causal; the claim may be %s at most", name(j.c), said, most),
		"Put the text as an association.", "/text")
}

// textAgainst checks the numbers of the text against the record, or, where the record has
// no magnitude, those bound to a size against the oracle's.
func (j *judge) textAgainst(as []answer, known []Quantity) {
	s, _ := state(j.c)
	if s.unit == "" && len(as) > 0 {
		s.unit = as[0].unit
	}
	if s.hasValue || s.hasBounds {
		j.textNumbers(s, known, false)
		return
	}
	var best judge
	for i, a := range as {
		if a.open || !a.hasValue {
			continue
		}
		c := j.c
		c.Magnitude = &spec.Magnitude{Value: spec.NumberValue(a.value.lo + (a.value.hi-a.value.lo)/2), Unit: a.unit}
		k := judge{c: c, code: j.code}
		k.textNumbers(stated{value: a.value, hasValue: true, unit: a.unit}, known, true)
		if i == 0 || !k.contradicts {
			best = k
		}
	}
	if len(best.checks) == 0 {
		best.skip("text numbers")
	}
	j.checks, j.contradicts = append(j.checks, best.checks...), j.contradicts || best.contradicts
}

func (j *judge) wording(slot spec.ClaimSlot, text prose.Text) {
	if len(slot.Wording) == 0 {
		j.skip("wording")
		return
	}
	j.add("wording", text.Has(slot.Wording...), fmt.Sprintf("one of %q", slot.Wording), "", fmt.Sprintf("the text of %s uses none of the words %q", name(j.c), slot.Wording), "Use the established word for the finding.", "/text")
	j.as(spec.ClaimWording)
	j.checks[len(j.checks)-1].Decisive = false
}
