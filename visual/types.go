package visual

import (
	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/capture"
	"github.com/assaybench/assay/internal/drawn"
	"github.com/assaybench/assay/internal/expected"
	"github.com/assaybench/assay/internal/legible"
	"github.com/assaybench/assay/internal/picture"
	"github.com/assaybench/assay/spec"
)

// Expected is what a slot shows when it is drawn rightly: from results by FromResult,
// from the rows of a view by FromFrame.
type Expected = expected.Marks

// Errors that FromResult and FromFrame wrap: the slot and its input do not fit.
var (
	ErrInput = expected.ErrInput
	ErrField = expected.ErrField
)

// ResultInput is one result that a slot is drawn from: a regenerated one, or the
// oracle's answer.
type ResultInput = expected.Input

// Datum is one drawn mark, read in the terms and units of a slot.
type Datum = drawn.Datum

// FromTrace returns the captured figures of a run as canonical marks, in the order in
// which they were saved.
func FromTrace(t *trace.Trace) []spec.Figure { return capture.FromTrace(t) }

// FromResult says what results look like when they are drawn: an array or table as one
// mark per label, scalars as one mark each, slope and intercept as a line (the slope
// alone where only it is given).
func FromResult(slot spec.VisualSlot, inputs []ResultInput) (Expected, error) {
	return expected.FromResult(slot, inputs)
}

// FromFrame says what rows of a view look like when they are drawn.
func FromFrame(slot spec.VisualSlot, f *spec.Frame) (Expected, error) {
	return expected.FromFrame(slot, f)
}

// CheckFile says whether the bytes of a figure file are a picture that shows something:
// not empty, a PNG, of a sane size, whole, and not of one colour.
func CheckFile(name string, data []byte) spec.Verdict { return picture.Check(name, data) }

// Ink marks as hidden the marks of a captured figure at whose place its saved picture
// shows nothing: white on white, or behind something else.
func Ink(fig *spec.Figure, data []byte) { picture.Ink(fig, data) }

// Saved finds the captured figure that wrote the final bytes of a file, and whether more
// was drawn on it afterwards; nil where no figure was saved under the name.
func Saved(figs []spec.Figure, file, sha256 string) (*spec.Figure, spec.Verdict) {
	return picture.Saved(figs, file, sha256)
}

// Legibility is advice on the texts of a figure: those below 5 pt, tick labels that overlap.
// No verdict rests on it.
func Legibility(fig spec.Figure) []spec.Finding {
	var out []spec.Finding
	for _, n := range legible.Advice(fig) {
		out = append(out, spec.Finding{Code: spec.VisualLegible, Severity: spec.SeverityInfo, Place: spec.Place{File: fig.Path, Event: fig.Event}, Message: "on " + n.Axes + ", " + n.Message, Fix: n.Fix})
	}
	return out
}
