// Package oracletest is the conformance suite of estimators: the laws that each one
// obeys, and reference numbers that no one here computed. Builtin lists the cases of
// the built-in estimators; an estimator of one's own adds cases and runs them with Run.
package oracletest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
	"pgregory.net/rapid"
)

// Case is one call of an estimator with the laws that its value obeys. The suite's
// views have the columns value, x, y, t (numbers), p (from 0 to 1), pair (two rows have
// the same number), events (counts), place (each row another), bell (a peak over place), yes and guess (bool), group (text: a, b), three (text) and id (text, each once).
type Case struct {
	Estimator string
	Args      map[string]spec.Value
	// Shift says what becomes of the value when k is added to the column Moves, Scale what
	// becomes of it when that column is multiplied by k > 0. nil: no such law.
	Moves string
	Shift func(value, k float64) float64
	Scale func(value, k float64) float64
	// CountsRows is set where rows without a value change the answer, as in a count of rows.
	CountsRows bool
	// Ordered is set where the order of rows matters, as in a series.
	Ordered bool
}

func (c Case) name() string {
	s := c.Estimator
	for _, k := range []string{"by", "type", "term", "where", "equal_var", "add_intercept"} {
		if v, ok := c.Args[k]; ok {
			s += fmt.Sprintf(" %s=%v", k, v)
		}
	}
	return s
}

func (c Case) compute(r oracle.Registry, f *spec.Frame) (oracle.Answer, error) {
	views := map[string]*oracle.View{"v": oracle.ViewOf("v", f)}
	return r.Compute(context.Background(), spec.OracleCall{Estimator: c.Estimator, View: "v", Args: c.Args}, views, 0.95)
}

// Run checks every law on random data:
//
//   - the same call twice gives the same answer, bit for bit;
//   - the order of rows changes nothing, but where it is Ordered;
//   - rows in which all numbers are missing change nothing;
//   - Shift and Scale hold;
//   - no rows, one row, constant columns and columns of missing cells give a finite value
//     or an error that says what is undefined, and never a panic.
func Run(t *testing.T, r oracle.Registry, cases ...Case) {
	for _, c := range cases {
		t.Run(c.name(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { laws(t, r, c) })
			for name, f := range edges() {
				a, err := c.compute(r, f)
				if err != nil {
					var undefined *oracle.UndefinedError
					if !errors.As(err, &undefined) {
						t.Errorf("%s: an error of another kind than undefined: %v", name, err)
					}
					continue
				}
				if !finite(a) {
					t.Errorf("%s: value %v is not finite", name, a.Value)
				}
			}
		})
	}
}

func laws(t *rapid.T, r oracle.Registry, c Case) {
	f := frame(t)
	a, err := c.compute(r, f)
	if err != nil {
		t.Fatalf("defined data: %v", err)
	}
	if !finite(a) {
		t.Fatalf("value %v is not finite", a.Value)
	}
	again, err := c.compute(r, f)
	same(t, "a second time", a, again, err, nil)

	if !c.Ordered {
		order := rapid.Permutation(indices(f.Rows())).Draw(t, "order")
		shuffled, err := c.compute(r, take(f, order))
		same(t, "in another order of rows", a, shuffled, err, nil)
	}

	if !c.CountsRows {
		padded, err := c.compute(r, take(f, append(indices(f.Rows()), -1, -1)))
		same(t, "with rows without numbers", a, padded, err, nil)
	}
	k := float64(rapid.IntRange(1, 64).Draw(t, "k")) / 4
	for _, law := range []struct {
		name string
		want func(v, k float64) float64
		move func(x float64) float64
	}{{"shifted", c.Shift, func(x float64) float64 { return x + k }}, {"scaled", c.Scale, func(x float64) float64 { return x * k }}} {
		if law.want == nil {
			continue
		}
		moved, err := c.compute(r, move(f, c.Moves, law.move))
		same(t, fmt.Sprintf("%s by %v", law.name, k), a, moved, err, func(v float64) float64 { return law.want(v, k) })
	}
}

// same compares two answers to 1e-9 of the larger numbers of the data; want maps the
// first to what the second must be, nil for itself.
func same(t *rapid.T, what string, a, b oracle.Answer, err error, want func(float64) float64) {
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	x, y := flat(a.Value), flat(b.Value)
	if len(x) != len(y) {
		t.Fatalf("%s: %d numbers became %d", what, len(x), len(y))
	}
	tol := spec.Tolerance{Abs: 1e-8, Rel: 1e-9}
	for i := range x {
		w := x[i]
		if want != nil {
			w = want(w)
		}
		if !tol.Close(y[i], w) {
			t.Fatalf("%s: %v became %v, not %v", what, x[i], y[i], w)
		}
	}
}

func flat(v spec.Value) []float64 {
	var out []float64
	switch v.Kind {
	case spec.ValueNumber:
		out = append(out, v.Num.F)
	case spec.ValueArray:
		for _, it := range v.Items {
			out = append(out, flat(it)...)
		}
	case spec.ValueTable:
		for _, row := range v.Rows {
			for _, it := range row {
				out = append(out, flat(it)...)
			}
		}
	}
	return out
}

func finite(a oracle.Answer) bool {
	for _, x := range flat(a.Value) {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return !a.Value.Missing()
}

var nan = math.NaN()

// frame draws data on which every built-in estimator is defined: both groups have at
// least three different values, x is not constant, y is no straight line of x.
func frame(t *rapid.T) *spec.Frame {
	n := 2 * rapid.IntRange(4, 20).Draw(t, "pairs")
	col := func(name string) spec.Column {
		c := spec.Column{Name: name, Kind: spec.ColumnNumber, Num: make([]float64, n)}
		for i := range c.Num {
			c.Num[i] = float64(rapid.IntRange(-4000, 4000).Draw(t, name)) / 16
		}
		// Distinct leading values keep every moment away from 0.
		for i := range 8 {
			c.Num[i] = float64((i*7)%8*8+len(name)*i*i) + c.Num[i]/1024
		}
		return c
	}
	group := spec.Column{Name: "group", Kind: spec.ColumnText}
	yes := spec.Column{Name: "yes", Kind: spec.ColumnBool}
	three, id := spec.Column{Name: "three", Kind: spec.ColumnText}, spec.Column{Name: "id", Kind: spec.ColumnText}
	guess := spec.Column{Name: "guess", Kind: spec.ColumnBool}
	p, pair := spec.Column{Name: "p", Kind: spec.ColumnNumber}, spec.Column{Name: "pair", Kind: spec.ColumnNumber}
	events := spec.Column{Name: "events", Kind: spec.ColumnNumber}
	place, bell := spec.Column{Name: "place", Kind: spec.ColumnNumber}, spec.Column{Name: "bell", Kind: spec.ColumnNumber}
	for i := range n {
		group.Text = append(group.Text, string("ab"[i%2]))
		yes.Num, guess.Num = append(yes.Num, float64(i%3/2)), append(guess.Num, float64(i/2%2))
		three.Text, id.Text = append(three.Text, string("uvw"[i%3])), append(id.Text, fmt.Sprintf("test %02d", i))
		if i >= 8 { // the first ones hold both labels
			guess.Num[i] = float64(rapid.IntRange(0, 1).Draw(t, "guess"))
		}
		p.Num, pair.Num = append(p.Num, float64(rapid.IntRange(0, 1000).Draw(t, "p"))/1000), append(pair.Num, float64(i/2))
		events.Num = append(events.Num, float64(i*i*7%31)) // which vary more than Poisson's
		place.Num = append(place.Num, float64(i*(i+3))/4)
		z := (place.Num[i] - float64(n*(n+6))/16) / (float64(n*(n+3)) / 24)
		bell.Num = append(bell.Num, 5+3*math.Exp(-z*z)+float64(rapid.IntRange(-100, 100).Draw(t, "bell"))/1024)
	}
	v := col("value")
	for i := range v.Num {
		v.Num[i] += 2000
	}
	return &spec.Frame{Columns: []spec.Column{v, col("x"), named("y", col("yy")), named("t", col("time")), yes, guess, group, three, id, p, pair, place, bell, events}}
}

// edges are data on which most estimators are undefined.
func edges() map[string]*spec.Frame {
	make := func(n int, num func(i int) float64, missing bool) *spec.Frame {
		f := &spec.Frame{}
		for _, name := range []string{"value", "x", "y", "t", "p", "pair", "place", "bell", "events"} {
			c := spec.Column{Name: name, Kind: spec.ColumnNumber}
			for i := range n {
				c.Num = append(c.Num, num(i))
				if missing {
					c.Missing = append(c.Missing, true)
				}
			}
			f.Columns = append(f.Columns, c)
		}
		yes, group := spec.Column{Name: "yes", Kind: spec.ColumnBool}, spec.Column{Name: "group", Kind: spec.ColumnText}
		for i := range n {
			yes.Num, group.Text = append(yes.Num, float64(i%2)), append(group.Text, string("ab"[i%2]))
		}
		f.Columns = append(f.Columns, yes, named("guess", yes), group, named("three", group), named("id", group))
		return f
	}
	return map[string]*spec.Frame{
		"no rows":   make(0, nil, false),
		"one row":   make(1, func(int) float64 { return 3 }, false),
		"two rows":  make(2, func(i int) float64 { return float64(i) }, false),
		"constant":  make(6, func(int) float64 { return 7 }, false),
		"missing":   make(6, func(int) float64 { return nan }, true),
		"huge":      make(6, func(i int) float64 { return 1e300 * float64(i+1) }, false),
		"tiny":      make(6, func(i int) float64 { return 5e-324 * float64(i+1) }, false),
		"all zeros": make(6, func(int) float64 { return 0 }, false),
	}
}

func indices(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// take gives rows in an order; -1 is a row of group a without numbers.
func take(f *spec.Frame, rows []int) *spec.Frame {
	out := &spec.Frame{}
	for _, c := range f.Columns {
		d := spec.Column{Name: c.Name, Kind: c.Kind, Unit: c.Unit}
		for _, i := range rows {
			switch {
			case c.Kind == spec.ColumnText && i < 0:
				d.Text = append(d.Text, "a")
			case c.Kind == spec.ColumnText:
				d.Text = append(d.Text, c.Text[i])
			case i < 0:
				d.Num = append(d.Num, nan)
			default:
				d.Num = append(d.Num, c.Num[i])
			}
			d.Missing = append(d.Missing, i < 0 && c.Kind != spec.ColumnText)
		}
		out.Columns = append(out.Columns, d)
	}
	return out
}

func move(f *spec.Frame, column string, by func(float64) float64) *spec.Frame {
	out := take(f, indices(f.Rows()))
	c := out.Column(column)
	for i := range c.Num {
		c.Num[i] = by(c.Num[i])
	}
	return out
}

func named(name string, c spec.Column) spec.Column {
	c.Name = name
	return c
}
