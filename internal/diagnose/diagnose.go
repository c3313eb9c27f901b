// Package diagnose says what a reported number is: the answer, the answer rounded or cut
// off, what a neighbouring definition or a slip would have given, or none of these.
//
// Explanations are ranked, simplest first, and one step before two. A number of few digits
// agrees with many by chance, so each diagnosis states its odds: how likely a number that
// has nothing to do with the answer would have agreed with one of the explanations that
// were tried so far. Where the odds are poor, or several agree that differ, it says that it
// cannot tell.
package diagnose

import (
	"math"

	"github.com/assaybench/assay/internal/agree"
)

// Kind is what a reported number was found to be.
type Kind string

// The kinds of diagnosis.
const (
	Exact      Kind = "exact"       // the float64 of the answer
	Floor      Kind = "floor"       // the answer, within what honest programs differ by
	Bounds     Kind = "tolerance"   // the answer, within the declared tolerance
	Rounded    Kind = "rounded"     // the answer, rounded to the digits that are shown
	MonteCarlo Kind = "monte_carlo" // the answer, within the error of random draws
	Coarse     Kind = "coarse"      // the answer, rounded to fewer than four digits
	Cut        Kind = "truncated"   // the answer, its further digits cut off
	Variant    Kind = "variant"     // something else that has a name
	Ambiguous  Kind = "ambiguous"   // several things, or one that chance explains as well
	Optimum    Kind = "optimum"     // of a fit: as good an optimum, at other values
	None       Kind = "none"        // nothing that is known
	Unit       Kind = "unit"        // in a unit that the answer cannot have
	Shape      Kind = "shape"       // one number for many, other labels, text
	NonFinite  Kind = "non_finite"
	Absent     Kind = "absent"
)

// Right reports whether a number that is so is the answer.
func (k Kind) Right() bool {
	switch k {
	case Exact, Floor, Bounds, Rounded, MonteCarlo, Optimum:
		return true
	}
	return false
}

var kindOf = map[agree.Agreement]Kind{agree.Exact: Exact, agree.InFloor: Floor, agree.InBounds: Bounds, agree.Rounded: Rounded, agree.Chance: MonteCarlo,
	agree.Coarse: Coarse, agree.Cut: Cut, agree.Differs: None, agree.Absent: Absent, agree.NotNumber: Shape, agree.NonFinite: NonFinite}

// StepKind is what kind of slip a step is.
type StepKind string

// The kinds of steps.
const (
	Definition StepKind = "definition" // another definition, from the answer's variants
	Rounding   StepKind = "rounding"   // digits cut off
	Rows       StepKind = "rows"       // other rows of the data
	Order      StepKind = "order"      // the groups the other way round
	Sign       StepKind = "sign"
	Scale      StepKind = "scale"     // percent, powers of ten, another unit
	Stated     StepKind = "stated"    // right in the unit that is asked for, but another is stated
	Transform  StepKind = "transform" // logarithm, square, times n …
	Labels     StepKind = "labels"    // the right numbers under the wrong labels
)

// Step is one thing that stands between the answer and what was reported.
type Step struct {
	Kind StepKind `json:"kind"`
	Name string   `json:"name"`
	Note string   `json:"note"` // completes "this is …"
	then string   // the same after another step: "the median, times 100"
}

// Explanation is one way from the answer to what was reported: one step or two.
type Explanation struct {
	Steps []Step `json:"steps"`
}

// Note completes "this is …".
func (e Explanation) Note() string {
	s := e.Steps[0].Note
	for _, step := range e.Steps[1:] {
		s += ", " + step.then
	}
	return s
}

// Cell is one reported number beside what it is held against.
type Cell struct {
	agree.Cell
	Part  string // "lower end"; "" for the thing itself
	Ruler agree.Ruler
	N     float64 // how many values stand behind it; 0 where unknown
}

// Other is what a neighbour would have answered, in the cells of the question.
type Other struct {
	Step  Step
	Cells []Cell
}

// Question asks what the numbers of one field of a result are. Others are known
// neighbours, Forms gives what may have been done to the answer or to one of them; it is
// asked only where that is in question, and may be nil. Labelled is set where the cells are
// elements whose labels may have been mixed up.
type Question struct {
	Cells    []Cell
	Others   []Other
	Forms    func() []Form
	Labelled bool
}

// Distance is how far the worst reported number is from the answer.
type Distance struct {
	Abs    float64 // of the difference
	Rel    float64 // Abs over the answer; infinite where that is 0
	Digits float64 // correct significant digits, -log10 of Rel, from 0 to 17
	ULP    float64 // float64 numbers between both
	Z      float64 // Abs over the Monte-Carlo error; 0 where nothing is drawn
}

// Diagnosis is the answer to a Question.
type Diagnosis struct {
	Kind         Kind
	At           Cell          // the worst of the cells
	Bad, Of      int           // how many of the cells are not right
	Distance     Distance      // at the worst
	Explanations []Explanation // simplest first; those that differ are equally simple
	Same         bool          // whether all explanations give the same numbers here
	Odds         float64       // that a number at random agrees with something tried: 0 to 1
	Tried        int           // how many explanations were tried
}

// Diagnose answers a question.
func Diagnose(q Question) Diagnosis {
	worst, at, bad := measure(q.Cells)
	d := Diagnosis{Kind: kindOf[worst], At: at, Bad: bad, Of: len(q.Cells), Distance: distance(at)}
	switch {
	case d.Kind == Absent, d.Kind == Shape, d.Kind == NonFinite:
		return d
	case d.Kind == None, d.Kind == Cut:
		q.explain(&d)
		return d
	}
	d.Tried, d.Odds = 1, chance(q.Cells, q.Cells, nil, 1, true)
	return d
}

// measure gives the first of the worst cells, and how many are not right. No cells are
// never right.
func measure(cells []Cell) (worst agree.Agreement, at Cell, bad int) {
	if len(cells) == 0 {
		return agree.Absent, Cell{}, 0
	}
	worst = -1
	for _, c := range cells {
		a := c.Ruler.Measure(c.Got, c.Want)
		if !a.Passes() {
			bad++
		}
		if a > worst {
			worst, at = a, c
		}
	}
	return worst, at, bad
}

func distance(c Cell) Distance {
	got, ok := c.Got.Number()
	want, ok2 := c.Want.Number()
	if !ok || !ok2 || !got.Finite() || !want.Finite() {
		return Distance{}
	}
	x, o := got.F*c.Ruler.Factor, want.F
	d := Distance{Abs: math.Abs(x - o), ULP: ulps(x, o)}
	switch {
	case d.Abs == 0:
		d.Digits = 17
	case o == 0:
		d.Rel = math.Inf(1)
	default:
		d.Rel = d.Abs / math.Abs(o)
		d.Digits = math.Min(17, math.Max(0, -math.Log10(d.Rel)))
	}
	if c.Ruler.Error > 0 {
		d.Z = d.Abs / c.Ruler.Error
	}
	return d
}

// ulps counts the steps from one float64 to the other.
func ulps(a, b float64) float64 {
	order := func(x float64) int64 {
		i := int64(math.Float64bits(x))
		if i < 0 {
			return math.MinInt64 - i
		}
		return i
	}
	i, j := order(a), order(b)
	return float64(uint64(max(i, j)) - uint64(min(i, j))) // right even where the signs differ
}
