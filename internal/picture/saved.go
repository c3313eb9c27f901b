package picture

import (
	"fmt"
	"path"
	"slices"

	"github.com/assaybench/assay/internal/phrase"
	"github.com/assaybench/assay/spec"
)

// SaveLast is what to do about a figure that was saved before all was drawn.
const SaveLast = "Save the figure after everything is drawn."

// Saved finds the capture that wrote the final bytes of a file: the last one with its
// digest, one saved under its name before others. The verdict has one decisive check,
// "saved", that fails where no capture wrote these bytes (visual.foreign-file) and
// where more was drawn on the same figure afterwards (visual.saved-early). Where the
// file is foreign, the figure is the last one that was saved under its name, so that
// what was drawn can still be judged; nil without one.
func Saved(figs []spec.Figure, file, sha256 string) (*spec.Figure, spec.Verdict) {
	var wrote, under *spec.Figure
	for i := range figs {
		f := &figs[i]
		same := f.Path != "" && path.Clean(f.Path) == path.Clean(file)
		if same {
			under = f
		}
		if sha256 != "" && f.SHA256 == sha256 && (wrote == nil || same || path.Clean(wrote.Path) != path.Clean(file)) {
			wrote = f
		}
	}
	c := spec.Check{Name: "saved", Decisive: true, State: spec.StateScored, Place: spec.Place{File: file}}
	switch {
	case wrote == nil && under == nil:
		c.Code = spec.VisualForeign
		c.Note = fmt.Sprintf("no figure of the run was saved as %s, so nothing is known of what it shows", file)
		c.Fix = "Save the figure with matplotlib inside the analysis, straight to " + file + "."
	case wrote == nil:
		c.Code, c.Place.Event = spec.VisualForeign, under.Event
		c.Expected, c.Observed = under.SHA256, sha256
		c.Note = fmt.Sprintf("%s is not the picture that the captured figure wrote: something wrote the file again", file)
		c.Fix = "Leave " + file + " as savefig wrote it."
		return under, spec.Judge(file, []spec.Check{c})
	default:
		c.Pass, c.Place.Event = true, wrote.Event
		if later, more := drawnAgain(figs, wrote); later != nil && wrote.Late == 0 {
			f := *wrote
			f.Late, f.LateCall = later.Event, more
			wrote = &f
		}
		if wrote.Late != 0 {
			c.Pass, c.Code, c.Fix = false, spec.VisualStale, SaveLast
			c.Note = fmt.Sprintf("%s was saved before the figure was finished: before %s", file, wrote.LateCall)
		}
	}
	return wrote, spec.Judge(file, []spec.Check{c})
}

// drawnAgain finds the last later state of a figure that has all marks of the saved
// one and more.
func drawnAgain(figs []spec.Figure, saved *spec.Figure) (*spec.Figure, string) {
	for i := len(figs) - 1; i >= 0; i-- {
		f := &figs[i]
		if f.Event > saved.Event && sameFigure(saved, f) {
			if n := countMarks(f) - countMarks(saved); n > 0 {
				return f, phrase.Count(n, "mark was added", "marks were added")
			}
		}
	}
	return nil, ""
}

// sameFigure reports whether later could be the figure saved with more drawn on it:
// the same axes in the same order, each still with its marks.
func sameFigure(saved, later *spec.Figure) bool {
	if len(saved.Axes) == 0 || len(later.Axes) < len(saved.Axes) {
		return false
	}
	for i, a := range saved.Axes {
		b := later.Axes[i]
		if a.ID != b.ID || a.Title != b.Title && a.Title != "" {
			return false
		}
		for _, m := range dataMarks(a) {
			if !slices.ContainsFunc(dataMarks(b), func(n spec.MarkSet) bool { return sameMarks(m, n) }) {
				return false
			}
		}
	}
	return true
}

func dataMarks(a spec.AxesView) []spec.MarkSet {
	return slices.DeleteFunc(slices.Clone(a.Marks), func(m spec.MarkSet) bool { return m.Mark == spec.MarkText })
}

// sameMarks reports whether n has at least the marks of m, drawn alike.
func sameMarks(m, n spec.MarkSet) bool {
	return m.Mark == n.Mark && m.Orient == n.Orient && prefix(m.X, n.X) && prefix(m.Y, n.Y) && prefix(m.Lo, n.Lo) && prefix(m.Hi, n.Hi)
}

func prefix(a, b []float64) bool {
	left := map[float64]int{}
	for _, x := range b {
		left[x]++
	}
	for _, x := range a {
		if left[x]--; left[x] < 0 && x == x {
			return false
		}
	}
	return true
}

func countMarks(f *spec.Figure) int {
	n := 0
	for _, a := range f.Axes {
		for _, m := range dataMarks(a) {
			n += m.Len()
		}
	}
	return n
}
