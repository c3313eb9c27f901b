package prose

import (
	"slices"
	"strings"
	"unicode"

	"github.com/assaybench/assay/spec"
)

// MaxText is how many bytes of a text are read; of a longer one the rest is not.
const MaxText = 4000

// Bounds on what is read, so that the cost of a text is proportional to its length.
const (
	maxClause = 100 // words
	maxName   = 200 // bytes of a group's name
)

// word is a word, number or punctuation mark of a text, in lower case.
type word struct {
	s     string
	group int // index of the claim's group that it names or is part of, or -1
}

// upward and downward are the words of comparison, for two groups; rising and falling
// those of a course.
var (
	upward = set("heavier", "higher", "greater", "more", "larger", "bigger", "longer", "taller", "exceeds", "exceed", "exceeded", "exceeding", "above", "faster", "stronger", "wider", "steeper",
		"outweigh", "outweighs", "outweighed", "surpass", "surpasses", "surpassed")
	downward = set("lighter", "lower", "less", "smaller", "fewer", "shorter", "below", "slower", "weaker", "narrower", "shallower")
	rising   = set("increase", "increases", "increased", "increasing", "rise", "rises", "rose", "risen", "rising", "grow", "grows", "grew", "grown", "growing", "climb", "climbs", "climbed", "climbing", "upward")
	falling  = set("decrease", "decreases", "decreased", "decreasing", "decline", "declines", "declined", "declining", "fall", "falls", "fell", "fallen", "falling", "drop", "drops", "dropped", "dropping",
		"shrink", "shrinks", "shrank", "shrinking", "diminish", "diminishes", "diminished", "diminishing", "downward")

	differ    = set("differ", "differs", "differed", "different", "difference", "differences", "distinguishable")
	negations = set("not", "never", "neither", "nor", "no", "without")
	denials   = set("evidence", "indication", "sign", "support", "proof", "reason")
	softeners = set("only", "just", "merely", "simply", "necessarily", "surprisingly", "unexpectedly")
	// Words between "no" and what it denies.
	adverbs = set("significant", "significantly", "statistically", "clear", "clearly", "detectable", "detectably", "consistent", "overall", "real", "measurable", "measurably", "meaningful", "meaningfully", "systematic",
		"substantial", "substantially", "appreciable", "appreciably", "longer", "much", "any", "in", "mean", "average", "notable", "notably", "marked", "markedly")
	objects       = set("than", "versus", "vs", "against", "exceeds", "exceed", "exceeded", "exceeding", "outweigh", "outweighs", "outweighed", "surpass", "surpasses", "surpassed", "above", "below")
	clauses       = set("but", "while", "whereas", "although", "though", "however", "yet")
	contexts      = set("as", "when", "whenever", "with", "if", "where", "once", "despite", "given", "for")
	abbreviations = set("vs", "ca", "approx", "cf", "e", "g", "i", "c")
	comparing     = set("than", ",", "on", "among", "in", "for", "at", "by") // what may follow "more" and "less"
	articles      = set("the", "in", "of", "each", "every", "and")           // before "fall", the season
	causal        = set("causes", "caused", "causing", "causally", "drives", "drove", "driven")
	causalPairs   = map[string]string{"leads": "to", "led": "to", "leading": "to", "because": "of", "due": "to", "effect": "of", "effects": "of", "causal": "effect"}
	causeNouns    = set("the", "a", "an", "of", "one", "common", "root", "likely", "possible", "this", "and", "or") // before "cause", the noun
	// What explains the handling of data, not the finding.
	handling = set("missing", "dropped", "excluded", "rounding", "lack", "limited", "absent", "incomplete", "sampling", "chance", "ties", "truncation", "removed")
	// What follows "because" where it gives the evidence, not a cause.
	evidence = set("interval", "intervals", "ci", "cis", "excludes", "exclude", "includes", "include", "contains", "contain", "overlap", "overlaps", "zero", "p", "test", "error", "estimate", "data", "mean", "means", "values", "value")
	// What the subject of a comparison may be that is no group.
	contrasts = set("difference", "differences", "gap", "ratio", "contrast")
)

func set(words ...string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

// Text is a text in clauses of words: between full stops, semicolons, colons and words
// such as "but". Words that name a group are known as such.
type Text struct {
	clauses [][]word
	groups  int
}

// Read reads a text that may speak of groups.
func Read(text string, groups []string, t spec.Terms) Text {
	if len(text) > MaxText {
		text = text[:MaxText]
	}
	text = strings.NewReplacer("n’t", " not", "n't", " not", "’s", "", "'s", "", "cannot", "can not", "Cannot", "can not").Replace(text)
	var out [][]word
	var clause []word
	flush := func() {
		if len(clause) > 0 {
			out = append(out, clause)
		}
		clause = nil
	}
	rs := []rune(strings.ToLower(text))
	for i := 0; i < len(rs); {
		r, j := rs[i], i+1
		inWord := func(k int) bool {
			return k < len(rs) && (unicode.IsLetter(rs[k]) || unicode.IsDigit(rs[k]) || unicode.IsMark(rs[k]) ||
				(rs[k] == '.' || rs[k] == ',') && k+1 < len(rs) && unicode.IsDigit(rs[k-1]) && unicode.IsDigit(rs[k+1]) || rs[k] == '\'' && k+1 < len(rs) && unicode.IsLetter(rs[k+1]))
		}
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			for inWord(j) {
				j++
			}
			if len(clause) == maxClause {
				flush()
			}
			if w := string(rs[i:j]); clauses[w] {
				flush()
			} else {
				clause = append(clause, word{w, -1})
			}
		case r == '.' && len(clause) > 0 && abbreviations[clause[len(clause)-1].s]:
		case strings.ContainsRune(".;:!?\n", r):
			flush()
		case strings.ContainsRune(",()", r):
			clause = append(clause, word{",", -1})
		}
		i = j
	}
	flush()
	names := make([]string, len(groups))
	for g, group := range groups {
		if len(group) <= maxName {
			names[g] = t.Canonical(group)
		}
	}
	for _, c := range out {
		mark(c, names, t)
	}
	return Text{out, len(groups)}
}

// Downward reports whether a word of decrease or of less stands in the text.
func (t Text) Downward() bool {
	return slices.ContainsFunc(t.clauses, func(ws []word) bool {
		return slices.ContainsFunc(ws, func(w word) bool { return w.group < 0 && (downward[w.s] || falling[w.s]) })
	})
}

// mark finds the longest runs of words that name a group, in the singular or plural.
func mark(ws []word, names []string, t spec.Terms) {
	const longest = 5
	for i := 0; i < len(ws); i++ {
		for n := min(longest, len(ws)-i); n > 0; n-- {
			if g := named(ws[i:i+n], names, t); g >= 0 {
				for k := range n {
					ws[i+k].group = g
				}
				i += n - 1
				break
			}
		}
	}
}

// named is the index of the name that the words are together, -1 where they are none.
func named(ws []word, names []string, t spec.Terms) int {
	parts := make([]string, len(ws))
	for k, w := range ws {
		parts[k] = w.s
	}
	s := strings.Join(parts, " ")
	for _, form := range []string{s, strings.TrimSuffix(s, "s"), strings.TrimSuffix(s, "es")} {
		if c := t.Canonical(form); c != "" && len(s) <= maxName {
			if g := slices.Index(names, c); g >= 0 {
				return g
			}
		}
	}
	return -1
}

// negated reports whether the word at i is denied in its clause: "not heavier", "no
// significant increase", "no evidence that ... heavier".
func negated(ws []word, i int) bool {
	for k := i - 1; k >= 0 && ws[k].s != ","; k-- {
		w := ws[k].s
		if !negations[w] || softeners[ws[k+1].s] || k > 0 && ws[k-1].s == "or" {
			continue
		}
		if w == "no" || w == "without" {
			end := k + 1
			for end < i && adverbs[ws[end].s] {
				end++
			}
			if end == i || denials[ws[end].s] {
				return true
			}
			continue
		}
		if i-k <= 5 {
			return true
		}
	}
	return false
}

// Statement is one parsed comparison or course: groups[Subject] is Rel than the other, or
// the course is Rel. Said is the word that says it.
type Statement struct {
	Rel     spec.Direction
	Subject int // -1 for a course
	Negated bool
	Weak    bool // the subject is only supposed to be the other group: may agree, never contradict
	Said    string
}

// Statements are those that can be parsed without doubt; the rest of the text says nothing.
func (t Text) Statements() []Statement {
	var out []Statement
	for _, ws := range t.clauses {
		for i, w := range ws {
			if w.group >= 0 {
				continue
			}
			switch {
			case upward[w.s] || downward[w.s]:
				rel := spec.Greater
				if downward[w.s] {
					rel = spec.Less
				}
				if s, weak, ok := subject(ws, i); t.groups == 2 && ok {
					out = append(out, Statement{Rel: rel, Subject: s, Negated: negated(ws, i), Weak: weak, Said: w.s})
				}
			case rising[w.s] || falling[w.s]:
				rel := spec.Increasing
				if falling[w.s] {
					rel = spec.Decreasing
				}
				if !inContext(ws, i) {
					out = append(out, Statement{Rel: rel, Subject: -1, Negated: negated(ws, i), Said: w.s})
				}
			}
		}
	}
	return out
}

// subject finds which of two groups the comparing word at i is said of; weak where only
// what it is compared with is named.
func subject(ws []word, i int) (group int, weak, ok bool) {
	next := func(k int) string {
		if k < len(ws) {
			return ws[k].s
		}
		return ""
	}
	switch s := ws[i].s; {
	case number(next(i + 1)), next(i+1) == "than" && (number(next(i+2)) || next(i+2) == "zero"), next(i+1) == "or", i > 0 && (ws[i-1].s == "or" || ws[i-1].s == "the" && next(i+1) != "of"):
		return 0, false, false // more than 1300 g, more or less, the larger species
	case (s == "more" || s == "less") && next(i+1) != "" && !comparing[next(i+1)]:
		return 0, false, false // more frequent
	case (s == "above" || s == "below") && (i+1 >= len(ws) || !namedSoon(ws, i)):
		return 0, false, false // above average
	}
	before, object, crowd, contrast := -1, -1, false, false
	comma := false
	for k := i - 1; k >= 0; k-- {
		switch w := ws[k]; {
		case w.s == ",":
			comma = true
		case contrasts[w.s]:
			contrast = contrast || before < 0
		case w.group < 0 || k > 0 && ws[k-1].group == w.group:
		case isObject(ws, k):
			object = w.group
		case before < 0:
			before, comma = w.group, false
		case w.group != before && !comma:
			crowd = true // Gentoo and Adelie are heavier
		}
	}
	after, afterThan, than := -1, -1, false
	for k := i + 1; k < len(ws); k++ {
		than = than || ws[k].s == "than"
		if g := ws[k].group; g >= 0 {
			if than && afterThan < 0 {
				afterThan = g
			} else if !than && after < 0 {
				after = g
			}
		}
	}
	other := afterThan
	if other < 0 && objects[ws[i].s] {
		other = after
	}
	if other < 0 {
		other = object
	}
	switch {
	case contrast || crowd && other < 0:
		return 0, false, false
	case before >= 0 && before != other:
		return before, false, true
	case before < 0 && after >= 0 && afterThan >= 0 && after != afterThan:
		return after, false, true // varies more among Gentoo than among Chinstrap
	case before < 0 && other >= 0:
		return 1 - other, true, true // ", but are heavier than Adelie"
	}
	return 0, false, false
}

func number(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

// namedSoon reports whether a group is named within three words after i.
func namedSoon(ws []word, i int) bool {
	return slices.ContainsFunc(ws[i+1:min(len(ws), i+4)], func(w word) bool { return w.group >= 0 })
}

// isObject reports whether the group at k is what something is compared with: "compared
// with Adelie", "than that of Adelie".
func isObject(ws []word, k int) bool {
	for b := k - 1; b >= max(0, k-4); b-- {
		switch w := ws[b].s; {
		case objects[w], (w == "with" || w == "to") && b > 0 && (ws[b-1].s == "compared" || ws[b-1].s == "relative"):
			return true
		case w == "," || ws[b].group >= 0:
			return false
		}
	}
	return false
}

// inContext reports whether the word at i belongs to a clause of circumstances: "as income
// rises", "with falling income".
func inContext(ws []word, i int) bool {
	if ws[i].s == "fall" && i > 0 && articles[ws[i-1].s] {
		return true // the season, or a noun that may be one
	}
	for k := i - 1; k >= 0 && ws[k].s != ","; k-- {
		if contexts[ws[k].s] {
			return true
		}
	}
	return false
}

// NoDifference finds a clause that denies a difference, and whether it names a group.
func (t Text) NoDifference() (found, named bool) {
	for _, ws := range t.clauses {
		for i, w := range ws {
			if w.s == "indistinguishable" || differ[w.s] && negated(ws, i) {
				found = true
				named = named || slices.ContainsFunc(ws, func(w word) bool { return w.group >= 0 })
			}
		}
	}
	return found, named
}

// Significance finds what a text says of significance: asserted, denied, or both.
func (t Text) Significance() (asserted, denied bool) {
	for _, ws := range t.clauses {
		for i, w := range ws {
			switch {
			case w.s == "insignificant" || w.s == "nonsignificant":
				denied = true
			case w.s != "significant" && w.s != "significantly":
			case negated(ws, i) || i > 0 && ws[i-1].s == "non":
				denied = true
			default:
				asserted = true
			}
		}
	}
	return asserted, denied
}

// Inferential reports whether a text says, beyond the everyday sense of the word, that a
// finding is significant: "statistically significant", "significantly heavier",
// "differ significantly", "significantly so".
func (t Text) Inferential() bool {
	compares := func(s string) bool { return upward[s] || downward[s] || rising[s] || falling[s] || differ[s] }
	for _, ws := range t.clauses {
		for i, w := range ws {
			if w.s != "significantly" || negated(ws, i) || inContext(ws, i) || slices.ContainsFunc(ws[:i], func(w word) bool { return w.s == "whether" }) {
				continue
			}
			if i+1 < len(ws) && (ws[i+1].s == "so" || compares(ws[i+1].s)) || i > 0 && compares(ws[i-1].s) {
				return true
			}
		}
	}
	return t.Has("statistically significant", "statistically significantly")
}

// CausalWord is the first expression of a text that says that something causes something,
// "" where there is none.
func (t Text) CausalWord() string {
	for _, ws := range t.clauses {
		for i, w := range ws {
			next := ""
			if i+1 < len(ws) {
				next = ws[i+1].s
			}
			pair := causalPairs[w.s] != "" && causalPairs[w.s] == next
			why := w.s == "because" && i > 0 && !slices.ContainsFunc(ws[i:], func(w word) bool { return evidence[w.s] })
			bare := w.s == "cause" && i > 0 && !causeNouns[ws[i-1].s] && next != "of"
			if !causal[w.s] && !pair && !bare && !why || negated(ws, i) {
				continue
			}
			if slices.ContainsFunc(ws[i:min(len(ws), i+7)], func(w word) bool { return handling[w.s] }) {
				continue
			}
			if pair {
				return w.s + " " + next
			}
			return w.s
		}
	}
	return ""
}

// Has reports whether a text has one of the phrases, as whole words and not denied:
// "not significant" does not have "significant".
func (t Text) Has(phrases ...string) bool {
	for _, phrase := range phrases {
		want := strings.FieldsFunc(strings.ToLower(phrase), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' })
		for _, ws := range t.clauses {
			for i := 0; len(want) > 0 && i+len(want) <= len(ws); i++ {
				if slices.EqualFunc(ws[i:i+len(want)], want, func(w word, s string) bool { return w.s == s }) && !negated(ws, i) {
					return true
				}
			}
		}
	}
	return false
}
