package assay_test

import (
	"strings"
	"testing"

	"github.com/assaybench/assay/spec"
)

// A result that contradicts itself is warned of at its node; a sound one is not.
func TestContradictionsAreWarnings(t *testing.T) {
	t.Parallel()
	said := func(r *spec.Report) (out []spec.Finding) {
		for _, f := range r.Findings {
			if f.Code == spec.ResultInconsistent || f.Code == spec.ResultImpossible {
				out = append(out, f)
			}
		}
		return out
	}
	sound := verified(t, "cases/penguins", "cases/penguins/hidden/reference")
	expectStrict(t, sound)
	if fs := said(sound); len(fs) > 0 {
		t.Errorf("the reference contradicts itself: %+v", fs)
	}
	halved := made(t, func(code string) string {
		out := strings.Replace(code, `"p_value": float(test.pvalue)`, `"p_value": float(test.pvalue) / 2`, 1)
		if out == code {
			t.Fatal("the reference does not report a p-value so")
		}
		return out
	}, alone(t))
	fs := said(halved)
	if len(fs) != 3 || fs[0].Severity != spec.SeverityWarning || fs[0].Node == "" || !strings.HasSuffix(fs[0].Place.Pointer, "/p_value") || !strings.Contains(fs[0].Message, "that is the one-sided one") {
		t.Errorf("half the p-value: %+v", fs)
	}
}
