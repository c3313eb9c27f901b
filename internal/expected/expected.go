// Package expected says what a visual slot shows when it is drawn rightly: the marks,
// the names they are known by and their error bars, from results (FromResult) or from the
// rows of a view (FromFrame). It knows nothing of figures.
package expected

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/assaybench/assay/internal/phrase"
	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/spec/unit"
)

// Errors that FromResult and FromFrame wrap: the slot and its input do not fit.
var (
	ErrInput = errors.New("a visual slot cannot be drawn from its input")
	ErrField = errors.New("no such field")
)

// Marks are what a slot shows when it is drawn rightly. X, Y and Group have one
// element per mark; X and Group may be nil. Where all marks stand at numbers, these may be in
// At instead, and X is nil. Exactly one of three readings applies:
// labelled marks (Keyed), each known by its X and Group; rows of a view, compared as a
// multiset; a straight line (Fit).
type Marks struct {
	X         []spec.Value // position: number, or text for a category
	At        []float64    // the same, of rows of numbers
	Y         []float64    // value; for a histogram or box the raw sample
	Group     []string
	Time      bool       // positions are days since 1970-01-01
	Keyed     bool       // X and Group name each mark once
	Source    string     // who says so, for messages: "result r1"; empty for the oracle
	Printed   bool       // the numbers are those of a report, which may have rounded them
	Intervals []Interval // accepted and other known uncertainties
	Fit       *Fit
	Unit      string // of Y and the intervals; empty where it is not known
	XUnit     string
}

// Interval is one kind of uncertainty of all marks, as ends.
type Interval struct {
	Kind   spec.UncertaintyKind
	Level  float64 // 0 where it has none
	Lo, Hi []float64
}

// Fit is the line Y = Intercept + Slope X. Where the intercept is not known (NaN) only
// the slope counts.
type Fit struct{ Slope, Intercept float64 }

// Input is one result that a slot is drawn from: a regenerated one, or the
// oracle's answer. Index labels the elements of an array.
type Input struct {
	ID          string // of a reported result, for messages; empty for the oracle
	Slot        spec.ResultSlot
	Value       spec.Value
	Index       []spec.Value
	Uncertainty []spec.Uncertainty
	Unit        string
}

// Key is what names one expected mark: texts, and a number where it stands on an axis
// of numbers.
type Key struct {
	Parts []string
	Num   float64 // NaN without one
}

// Key names mark i.
func (e Marks) Key(i int) Key {
	k := Key{Num: math.NaN()}
	if i < len(e.At) {
		k.Num = e.At[i]
	} else if i < len(e.X) {
		if n, ok := e.X[i].Number(); ok {
			k.Num = n.F
		} else if s := Label(e.X[i]); s != "" {
			k.Parts = append(k.Parts, Split(s)...)
		}
	}
	if i < len(e.Group) && e.Group[i] != "" {
		k.Parts = append(k.Parts, Split(e.Group[i])...)
	}
	return k
}

// Place is the number at which mark i stands; NaN where it stands at none.
func (e Marks) Place(i int) float64 {
	if i < len(e.At) {
		return e.At[i]
	}
	if i < len(e.X) && e.X[i].Kind == spec.ValueNumber {
		return e.X[i].Num.F
	}
	return math.NaN()
}

// Position is where mark i stands as text; empty where it stands nowhere.
func (e Marks) Position(i int) string {
	switch {
	case i < len(e.At):
		return Label(spec.NumberValue(e.At[i]))
	case i < len(e.X):
		return Label(e.X[i])
	}
	return ""
}

// Split takes a label of several levels apart: "Gentoo / male".
func Split(s string) []string {
	var out []string
	for _, p := range strings.Split(s, " / ") {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return out
}

// Text names a key in a message.
func (k Key) Text() string {
	s := strings.Join(k.Parts, ", ")
	if math.IsNaN(k.Num) {
		return s
	}
	n := phrase.Short(k.Num)
	if s != "" {
		return s + " at " + n
	}
	return n
}

// in converts values and ends to another unit, where both are known.
func (e *Marks) in(to string) error {
	if e.Unit == "" || to == "" || unit.Same(e.Unit, to) {
		return nil
	}
	lists := [][]float64{e.Y}
	for _, iv := range e.Intervals {
		lists = append(lists, iv.Lo, iv.Hi)
	}
	for _, f := range lists {
		for i := range f {
			v, err := unit.ConvertPoint(f[i], e.Unit, to)
			if err != nil {
				return err
			}
			f[i] = v
		}
	}
	e.Unit = to
	return nil
}

// Label is a label as text, numbers in their shortest form; empty where it is neither
// text nor number nor truth value.
func Label(v spec.Value) string {
	switch v.Kind {
	case spec.ValueText:
		return v.Text
	case spec.ValueNumber:
		return strconv.FormatFloat(v.Num.F, 'g', -1, 64)
	case spec.ValueBool:
		return strconv.FormatBool(v.Bool)
	}
	return ""
}
