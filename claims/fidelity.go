package claims

import (
	"fmt"
	"slices"

	"github.com/assaybench/assay/internal/direction"
	"github.com/assaybench/assay/internal/magnitude"
	"github.com/assaybench/assay/internal/prose"
	"github.com/assaybench/assay/spec"
)

// Truth is what the oracle answers for one result slot: one report for each approved
// method, every one of them an accepted alternative.
type Truth = magnitude.Truth

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
// another dimension fails. Contradicts is set where the oracle direction.Refutes direction or
// magnitude, or the text direction.Refutes the record.
func Fidelity(slot spec.ClaimSlot, c spec.Claim, truth map[string]Truth, t spec.Terms) spec.Verdict {
	j := judge{c: c}
	j.quantity(slot, t)
	j.groups(slot, t)
	j.direction(slot, truth, t)
	j.population(slot, t)
	as, known := magnitude.Answers(slot, c, truth, t)
	j.magnitude(slot, as, known)
	j.uncertainty(slot, as, known)
	text := prose.Read(c.Text, c.Groups, t)
	j.strength(slot, text, t)
	j.causal(slot, text, t)
	j.code = spec.ClaimText
	j.textLength()
	j.textAgainst(as, magnitude.Quantities(truth))
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

// textLength refuses a text that is too long to be read to its end, where it might say
// anything. It adds no check to a text of usual length.
func (j *judge) textLength() {
	if n := len(j.c.Text); n > prose.MaxText {
		j.add("text length", false, fmt.Sprintf("at most %d bytes", prose.MaxText), fmt.Sprintf("%d bytes", n),
			fmt.Sprintf("the text of %s has %d bytes, and no more than %d are read", name(j.c), n, prose.MaxText), "State the finding in a sentence or two.", "/text")
	}
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
	d := direction.Oriented(j.c.Direction, j.c.Groups, slot.Groups, t)
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
		j.add("direction", ok, string(slot.Direction), string(d), fmt.Sprintf("%s says %s, but the data say %s", name(j.c), direction.Sentence(d, order), direction.Sentence(slot.Direction, order)),
			"State the direction that the data show, for the groups in the order in which they are named.", "/direction")
		j.as(spec.ClaimDirection)
	}
}

// directionByOracle holds a direction that no slot asks for against the answers of the
// claim's quantity.
func (j *judge) directionByOracle(slot spec.ClaimSlot, truth map[string]Truth, t spec.Terms) {
	verdict, why, d := direction.Silent, "", j.c.Direction
	for _, tr := range magnitude.Relevant(slot, truth, t) {
		for _, rep := range tr.Reports {
			if s, note := direction.Of(tr.Slot, magnitude.AsResult(tr.Slot, rep), d, j.c.Groups, t); rep.Error == "" && s != direction.Silent && verdict != direction.Agrees {
				verdict, why = s, note
			}
		}
	}
	if verdict == direction.Silent {
		j.skip("direction")
		return
	}
	j.contradicts = j.contradicts || verdict == direction.Refutes
	j.add("direction", verdict == direction.Agrees, why, string(d), fmt.Sprintf("%s says %s, but by the data %s", name(j.c), d, why), "State the direction that the data show, or none.", "/direction")
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

func (j *judge) magnitude(slot spec.ClaimSlot, as []magnitude.Answer, known magnitude.Lookup) {
	const check = "magnitude"
	defer func() { j.as(spec.ClaimMagnitude) }()
	s, ok := magnitude.Read(j.c)
	required := slot.Magnitude != nil && slot.Magnitude.Required
	switch {
	case !ok:
		j.add(check, false, "finite numbers", magnitude.Show(j.c.Magnitude.Value, s.Unit), fmt.Sprintf("the magnitude of %s is not made of finite numbers: value, and either both ends or none", name(j.c)), "Give numbers.", "/magnitude")
		return
	case !s.HasValue && required:
		j.add(check, false, "a magnitude", "none", fmt.Sprintf("%s does not say how much", name(j.c)), "Give the magnitude, with its unit.", "/magnitude")
		return
	case !s.HasValue || !known.Declared && len(as) == 0:
		j.skip(check)
		return
	case known.Failed != "":
		j.undecided(check, known.Failed)
		return
	}
	var unitErr error
	for _, a := range as {
		ok, err := a.Accepts(s)
		if ok {
			j.add(check, true, a.Show(), magnitude.Show(j.c.Magnitude.Value, s.Unit), "", "", "/magnitude/value")
			return
		}
		unitErr = err
	}
	a := as[0]
	said, is := magnitude.Show(j.c.Magnitude.Value, s.Unit), a.Show()
	if !a.Open {
		said, is = magnitude.Apart(j.c.Magnitude.Value, s.Unit, a.Value, a.Unit)
	}
	note := fmt.Sprintf("%s states %s, but it is %s", name(j.c), said, is)
	if unitErr != nil {
		note = fmt.Sprintf("%s states its magnitude in %q where %s is in %q: %v", name(j.c), s.Unit, a.From, a.Unit, unitErr)
	} else {
		j.contradicts = true
	}
	j.add(check, false, a.Show(), magnitude.Show(j.c.Magnitude.Value, s.Unit), note, "Quote the computed value, with the unit it has.", "/magnitude/value")
}

func (j *judge) uncertainty(slot spec.ClaimSlot, as []magnitude.Answer, known magnitude.Lookup) {
	const check = "uncertainty"
	defer func() { j.as(spec.ClaimUncertain) }()
	s, _ := magnitude.Read(j.c)
	required := slot.Uncertainty != nil && slot.Uncertainty.Required
	hasEnds := slices.ContainsFunc(as, func(a magnitude.Answer) bool { return len(a.Ends) > 0 })
	switch {
	case !s.HasBounds && required:
		j.add(check, false, "lower and upper", "none", fmt.Sprintf("%s states no interval", name(j.c)), "Give lower and upper of the magnitude.", "/magnitude")
		return
	case s.HasBounds && known.Failed != "":
		j.undecided(check, known.Failed)
		return
	case !s.HasBounds || !hasEnds && !required:
		j.skip(check)
		return
	case !hasEnds:
		j.undecided(check, "the oracle gives no interval for this magnitude")
		return
	}
	observed := fmt.Sprintf("%s to %s", magnitude.Show(j.c.Magnitude.Lower, ""), magnitude.Show(j.c.Magnitude.Upper, s.Unit))
	var expected string
	for _, a := range as {
		if len(a.Ends) > 0 && expected == "" {
			expected = fmt.Sprintf("%s to %s", a.Ends[0].Lower.Show(""), a.Ends[0].Upper.Show(a.Unit))
		}
		if a.AcceptsEnds(s, slot.Uncertainty) {
			if level, other := otherLevel(j.c.Text, slot.Uncertainty); other {
				j.add(check, false, expected, observed, fmt.Sprintf("the text of %s speaks of a %g %% interval, but %s is one of %g %%", name(j.c), 100*level, observed, 100*slot.Uncertainty.Level), "State the level that the interval has.", "/text")
				return
			}
			j.add(check, true, expected, observed, "", "", "/magnitude/lower")
			return
		}
	}
	j.contradicts = true
	if k := slices.IndexFunc(as, func(a magnitude.Answer) bool { return len(a.Ends) > 0 }); k >= 0 {
		saidLo, isLo := magnitude.Apart(j.c.Magnitude.Lower, "", as[k].Ends[0].Lower, "")
		saidHi, isHi := magnitude.Apart(j.c.Magnitude.Upper, s.Unit, as[k].Ends[0].Upper, as[k].Unit)
		observed, expected = saidLo+" to "+saidHi, isLo+" to "+isHi
	}
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
	note := fmt.Sprintf("%s is %s, but the evidence allows %s at most", name(j.c), said, most)
	if within(spec.Strengths, said, most, t) && t.Same(most, "descriptive") && text.Inferential() {
		said, field = "inferential", "/text"
		note = fmt.Sprintf("the text of %s calls the finding significant, but the evidence allows %s at most", name(j.c), most)
	}
	j.add("strength", within(spec.Strengths, said, most, t), "at most "+most, said, note, fmt.Sprintf("Make the claim %s.", most), field)
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
func (j *judge) textAgainst(as []magnitude.Answer, known []Quantity) {
	s, _ := magnitude.Read(j.c)
	if s.Unit == "" && len(as) > 0 {
		s.Unit = as[0].Unit
	}
	if s.HasValue || s.HasBounds {
		j.textNumbers(s, known, false)
		return
	}
	var best judge
	for i, a := range as {
		if a.Open {
			continue
		}
		c := j.c
		c.Magnitude = &spec.Magnitude{Value: spec.NumberValue(a.Value.Lo + (a.Value.Hi-a.Value.Lo)/2), Unit: a.Unit}
		k := judge{c: c, code: j.code}
		k.textNumbers(magnitude.Stated{Value: a.Value, HasValue: true, Unit: a.Unit}, known, true)
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

// otherLevel finds a confidence level in a text that states levels, but not that of a rule.
func otherLevel(text string, rule *spec.UncertaintyRule) (float64, bool) {
	levels := prose.Levels(text)
	if rule == nil || rule.Level == 0 || len(levels) == 0 || slices.ContainsFunc(levels, func(l float64) bool { return spec.Tolerance{Abs: 1e-9}.Close(l, rule.Level) }) {
		return 0, false
	}
	return levels[0], true
}
