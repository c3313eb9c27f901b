package spec

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/assaybench/assay/internal/diag"
)

// CodeSpecHidden is a requirement that no visible part of the case tells.
const CodeSpecHidden = "spec.hidden-requirement"

// visible warns of what a specification demands of a submission and the visible case does
// not say: names of scope fields, units, levels, and what a figure must show. A name counts
// as told where it, or a word that the specification accepts for it, stands in question,
// context, methods, vocabulary or columns. Nobody should fail for not having guessed. That a
// figure deceives nobody (bars from zero, axes not inverted, nothing hidden) need not be told.
func (l *linter) visible(c *Case) {
	v := visible{linter: l, text: told(c), synonyms: l.s.Synonyms, terms: NewTerms(l.s.Synonyms)}
	for i, r := range l.s.Results {
		v.scope("results", i, r.ID, r.Quantity, r.Variable, r.Population, r.Groups)
		v.need(at("results", i, "analysis_unit"), r.ID, "the unit of analysis", r.AnalysisUnit)
		v.unit(at("results", i, "unit"), r.ID, r.Unit)
		v.uncertainty(at("results", i, "uncertainty"), r.ID, r.Uncertainty)
	}
	for i, s := range l.s.Visuals {
		v.uncertainty(at("visuals", i, "uncertainty"), s.ID, s.Uncertainty)
		for k, h := range s.Hard {
			pointer := at("visuals", i, "hard") + "/" + strconv.Itoa(k)
			switch {
			case h == "uncertainty_shown" && !v.tells(uncertain...):
				v.warn(pointer, s.ID, "that the figure shows the uncertainty")
			case h == "unit_shown" && !v.tells("unit", "units") && !v.namesUnits(s):
				v.warn(pointer, s.ID, "that axes name their units")
			}
		}
	}
	for i, cl := range l.s.Claims {
		if !cl.Required {
			continue
		}
		v.scope("claims", i, cl.ID, cl.Quantity, cl.Variable, cl.Population, cl.Groups)
		if cl.Magnitude != nil && cl.Magnitude.Required {
			v.unit(at("claims", i, "magnitude")+"/unit", cl.ID, cl.Magnitude.Unit)
		}
		v.uncertainty(at("claims", i, "uncertainty"), cl.ID, cl.Uncertainty)
	}
}

// uncertain are the words of which one tells that an uncertainty is asked for.
var uncertain = []string{"uncertainty", "interval", "intervals", "confidence", "error", "errors", "ci", "deviation", "deviations", "range", "quartiles"}

type visible struct {
	*linter
	text     string
	synonyms map[string][]string
	terms    Terms
}

// told is what the visible case says, as words in lower case with a space around each.
func told(c *Case) string {
	parts := append([]string{c.Question, c.Context}, c.Methods...)
	if w := c.Vocabulary; w != nil {
		parts = slices.Concat(parts, w.Quantities, w.Variables, w.Populations, w.Groups, w.Units, w.Methods, w.AnalysisUnits)
	}
	for _, a := range c.Data {
		for _, col := range a.Columns {
			parts = append(parts, col.Name, col.Meaning, col.Unit)
		}
	}
	return asWords(strings.Join(parts, " \n "))
}

// asWords folds a text as terms are folded and sets a space around each word.
func asWords(s string) string {
	words := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" \t\n\r.,;:!?\"'()[]{}%", r) })
	for i, w := range words {
		words[i] = fold(w)
	}
	return " " + strings.Join(words, " ") + " "
}

// tells reports whether one of the words stands in the visible text.
func (v visible) tells(words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(v.text, asWords(w)) })
}

// names are the words that are accepted for a term.
func (v visible) names(term string) []string {
	out := []string{term}
	for c, words := range v.synonyms {
		if v.terms.Same(c, term) {
			out = append(append(out, c), words...)
		}
	}
	return out
}

func (v visible) scope(list string, i int, id, quantity, variable, population string, groups []string) {
	v.need(at(list, i, "quantity"), id, "the quantity", quantity)
	v.need(at(list, i, "variable"), id, "the variable", variable)
	v.need(at(list, i, "population"), id, "the population", population)
	for k, g := range groups {
		v.need(at(list, i, "groups")+"/"+strconv.Itoa(k), id, "the group", g)
	}
}

func (v visible) need(pointer, id, what, term string) {
	if term != "" && !v.tells(v.names(term)...) {
		v.warn(pointer, id, fmt.Sprintf("%s %q", what, term))
	}
}

// unit needs a unit to be told as a word, or as that of a column.
func (v visible) unit(pointer, id, unit string) {
	if unit != "" && unit != "1" && unit != "%" && !v.tells(v.names(unit)...) {
		v.warn(pointer, id, fmt.Sprintf("the unit %q", unit))
	}
}

// namesUnits reports whether the units of all axes are told by name, one or many of them.
func (v visible) namesUnits(s VisualSlot) bool {
	named := 0
	for _, c := range []*Channel{s.X, s.Y} {
		if c == nil || c.Unit == "" || c.Unit == "1" {
			continue
		}
		words := strings.Fields(c.Unit)
		if !v.tells(append(v.names(c.Unit), c.Unit+"s", words[len(words)-1], words[len(words)-1]+"s")...) {
			return false
		}
		named++
	}
	return named > 0
}

func (v visible) uncertainty(pointer, id string, u *UncertaintyRule) {
	switch {
	case u == nil || !u.Required:
	case !v.tells(uncertain...):
		v.warn(pointer, id, "that the uncertainty is to be stated")
	case u.Level > 0 && !v.tells(strconv.FormatFloat(100*u.Level, 'f', -1, 64), strconv.FormatFloat(u.Level, 'f', -1, 64)):
		v.warn(pointer, id, fmt.Sprintf("the level %v", u.Level))
	}
}

func (v visible) warn(pointer, id, what string) {
	d := v.doc.Diagnose(CodeSpecHidden, pointer, fmt.Sprintf("slot %q demands what the visible case does not tell: %s", id, what), "tell it in question, context or vocabulary of case.json, or do not demand it")
	d.Severity = diag.Warning
	v.list = append(v.list, d)
}
