package prose

import (
	"regexp"
	"strings"

	"github.com/assaybench/assay/spec"
)

// Statistic is a sample size or p value that a text states in signs: "n = 12", "p < 0.001".
type Statistic struct {
	Name   string  // "n" or "p"
	Sign   string  // "=", "<", ">", "≤" or "≥"
	Lo, Hi float64 // printed precision of its number
	Text   string  // as it is written
}

var (
	statistic = regexp.MustCompile(`(?:^|[^\pL\d_])(n|[pP](?:[- ]?[vV]alue)?)\s*(<=|>=|[=<>≤≥])\s*(\d[\d.,]*(?:[eE][-+]?\d{1,3}|\s?[×x*]\s?10\^?[-+]?\d{1,3})?|\.\d+)`)
	// What makes a p value one of another test than that of the finding.
	otherTest = regexp.MustCompile(`(?i)levene|shapiro|bartlett|normality|adjusted|corrected|bonferroni|holm|permutation|bootstrap|mann|wilcoxon|kruskal|anova|interaction|one-sided|one-tailed`)
	sizeEnds  = regexp.MustCompile(`^\s*(?:[.,;)\]]|$)`)
)

// Statistics finds the sample sizes and p values of a text that can be read without doubt:
// no size of something that is named behind it ("n = 12 years"), and no p value where the
// text speaks of another test.
func Statistics(text string) []Statistic {
	if len(text) > MaxText {
		text = strings.ToValidUTF8(text[:MaxText], "")
	}
	text = raised.ReplaceAllStringFunc(tidy.Replace(text), func(s string) string { return "^" + lowered.Replace(s) })
	other := otherTest.MatchString(text)
	var out []Statistic
	for _, at := range statistic.FindAllStringSubmatchIndex(text, maxNumbers) {
		s := Statistic{Name: "n", Sign: text[at[4]:at[5]], Text: strings.TrimRight(text[at[2]:at[7]], ".,")}
		tok := strings.TrimRight(text[at[6]:at[7]], ".,")
		if text[at[2]] != 'n' {
			s.Name = "p"
		}
		n, err := spec.ParseNumber(plainNumber(tok))
		if err != nil || s.Name == "p" && other || s.Name == "n" && (s.Sign != "=" || !sizeEnds.MatchString(text[at[6]+len(tok):])) {
			continue
		}
		s.Sign = strings.NewReplacer("<=", "≤", ">=", "≥").Replace(s.Sign)
		s.Lo, s.Hi = n.Interval()
		out = append(out, s)
	}
	return out
}
