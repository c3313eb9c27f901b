// Package compare holds the marks of a reading against those that are wanted: marks
// known by name one by one, rows of a view as a multiset, boxes and histograms against
// their raw sample, a line by its equation. It says what differs in one sentence.
package compare

import (
	"fmt"

	"github.com/assaybench/assay/internal/drawn"
	"github.com/assaybench/assay/internal/phrase"
	"github.com/assaybench/assay/spec"
)

// Outcome is what a comparison of arrays found.
type Outcome struct {
	Pass     bool
	Code     spec.Code
	Note     string
	Expected string
	Observed string
	Pairs    [][2]int // wanted mark, datum: those that agree, by name
}

func failed(code spec.Code, format string, args ...any) Outcome {
	return Outcome{Code: code, Note: fmt.Sprintf(format, args...)}
}

// Values holds the drawn numbers against those that are wanted. No mark compared is a
// failure.
func Values(r *drawn.Reading) Outcome { return comparison{r}.all() }

// Rows compares the marks as rows of a view, a multiset of (place, value) in each group.
func Rows(r *drawn.Reading) Outcome { return comparison{r}.asRows() }

// comparison compares one reading.
type comparison struct{ *drawn.Reading }

// Tolerance is that of the slot, or a millionth of the range of what is wanted: what
// drawing costs in bits, and no more.
func Tolerance(r *drawn.Reading) spec.Tolerance {
	if r.Slot.Tolerance != nil {
		return *r.Slot.Tolerance
	}
	return spec.Tolerance{Rel: 1e-6, Scale: r.Spread()}
}

func (r comparison) all() Outcome {
	hidden := r.Hidden()
	if n := r.Len(); n > 0 && len(hidden) == n && r.Want.Fit == nil {
		return failed(spec.VisualHidden, "%s", r.Gone(hidden, n))
	}
	switch {
	case r.Want.Fit != nil:
		return r.fit()
	case len(r.Want.Y) == 0:
		return nothing()
	case r.Mark == spec.MarkBox:
		return r.boxes()
	case r.Mark == spec.MarkHistogram && r.Sampled():
		return r.histograms()
	case r.Want.Keyed:
		return r.keyed()
	}
	return r.asRows()
}

// nothing is the outcome where nothing is wanted.
func nothing() Outcome {
	return failed(spec.VisualValues, "there is nothing to compare the figure with: the view or result is empty")
}

func inUnit(f float64, unit string) string { return phrase.Unit(phrase.Short(f), unit) }
