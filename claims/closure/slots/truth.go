package slots

// Truth is a decision. Its values are ordered, so that "and" is the least and "or" the
// greatest of several, as a walk over a graph.Net takes them.
type Truth int8

// The values.
const (
	No Truth = iota
	Open
	Yes
)

// Not is the opposite; what is open stays open.
func (t Truth) Not() Truth { return Yes - t }

// Of is Yes or No.
func Of(b bool) Truth {
	if b {
		return Yes
	}
	return No
}

// Interval is a number that lies between two; they are equal where it is known.
type Interval struct{ Low, High float64 }

// Is says whether the number is at least x.
func (v Interval) Is(x float64) Truth {
	switch {
	case v.Low >= x:
		return Yes
	case v.High < x:
		return No
	}
	return Open
}
