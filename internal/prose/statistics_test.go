package prose_test

import (
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/prose"
)

func TestStatistics(t *testing.T) {
	for text, want := range map[string]string{
		"":                                       "",
		"by 5 g (n = 12)":                        "n = 12",
		"by 5 g, p < 0.001, n=1,234.":            "p < 0.001; n=1,234",
		"P = .03; p-value <= 2 × 10⁻³":           "P = .03; p-value <= 2 × 10^-3",
		"n = 12 years, N = 40, n < 5":            "",
		"after Bonferroni's correction p = 0.4":  "",
		"ln = 3, cap = 2, mean = 4, n1 = 5, p 3": "",
	} {
		var got []string
		for _, s := range prose.Statistics(text) {
			got = append(got, s.Text)
		}
		if got := strings.Join(got, "; "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
