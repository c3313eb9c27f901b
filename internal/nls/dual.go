package nls

import (
	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/faddeeva"
)

// function gives its value at x and its derivative there.
type function func(x dd.Num) (value, slope dd.Num)

func named(f function) *function { return &f }

var one = dd.F(1)

var functions = map[string]*function{
	"exp": named(func(x dd.Num) (dd.Num, dd.Num) { e := x.Exp(); return e, e }),
	"log": named(func(x dd.Num) (dd.Num, dd.Num) { return x.Log(), one.Div(x) }),
	"log10": named(func(x dd.Num) (dd.Num, dd.Num) {
		ten := dd.F(10).Log()
		return x.Log().Div(ten), one.Div(x.Mul(ten))
	}),
	"sqrt": named(func(x dd.Num) (dd.Num, dd.Num) { r := x.Sqrt(); return r, dd.F(0.5).Div(r) }),
	"sin":  named(func(x dd.Num) (dd.Num, dd.Num) { s, c := x.SinCos(); return s, c }),
	"cos":  named(func(x dd.Num) (dd.Num, dd.Num) { s, c := x.SinCos(); return c, s.Neg() }),
	"tan": named(func(x dd.Num) (dd.Num, dd.Num) {
		s, c := x.SinCos()
		t := s.Div(c)
		return t, one.Add(t.Mul(t))
	}),
	"atan":   named(arctan),
	"arctan": named(arctan),
}

func arctan(x dd.Num) (dd.Num, dd.Num) { return x.Atan(), one.Div(one.Add(x.Mul(x))) }

// dual is a value with its derivatives by the parameters; those of a constant are not
// looked at.
type dual struct {
	v    dd.Num
	d    []dd.Num
	vary bool
}

// combine makes d of a the derivatives ka a' + kb b'.
func (a *dual) combine(ka dd.Num, b *dual, kb dd.Num) {
	switch {
	case a.vary && b.vary:
		for i := range a.d {
			a.d[i] = a.d[i].Mul(ka).Add(b.d[i].Mul(kb))
		}
	case a.vary:
		a.times(ka)
	case b.vary:
		for i := range a.d {
			a.d[i] = b.d[i].Mul(kb)
		}
		a.vary = true
	}
}

func (a *dual) times(k dd.Num) {
	if a.vary {
		for i := range a.d {
			a.d[i] = a.d[i].Mul(k)
		}
	}
}

// machine evaluates a formula row by row.
type machine struct {
	stack []dual
}

func newMachine(m *Model) *machine {
	s := &machine{stack: make([]dual, max(depth(m.left), depth(m.right)))}
	for i := range s.stack {
		s.stack[i].d = make([]dd.Num, len(m.Params))
	}
	return s
}

// depth is the height of the stack that a program needs.
func depth(program []op) int {
	high, now := 0, 0
	for _, o := range program {
		switch o.code {
		case opConst, opColumn, opParam:
			now++
			high = max(high, now)
		case opNeg, opCall:
		case opProfile, opChoose:
			now -= 2
		default:
			now--
		}
	}
	return high
}

// run evaluates a program at a row; its result is valid until the next run.
func (s *machine) run(program []op, columns [][]dd.Num, row int, params []dd.Num) *dual {
	top := -1
	for _, o := range program {
		switch o.code {
		case opConst, opColumn, opParam:
			top++
			x := &s.stack[top]
			x.vary = o.code == opParam
			switch o.code {
			case opConst:
				x.v = o.value
			case opColumn:
				x.v = columns[o.at][row]
			case opParam:
				x.v = params[o.at]
				clear(x.d)
				x.d[o.at] = one
			}
		case opNeg:
			x := &s.stack[top]
			x.v = x.v.Neg()
			x.times(dd.F(-1))
		case opCall:
			x := &s.stack[top]
			v, slope := (*o.f)(x.v)
			x.v = v
			x.times(slope)
		case opProfile:
			top -= 2
			s.profile(&s.stack[top], &s.stack[top+1], &s.stack[top+2])
		default:
			top--
			s.binary(o.code, &s.stack[top], &s.stack[top+1])
		}
	}
	return &s.stack[0]
}

// binary puts a (op) b into a.
func (s *machine) binary(code opcode, a, b *dual) {
	switch code {
	case opAdd:
		a.combine(one, b, one)
		a.v = a.v.Add(b.v)
	case opSub:
		a.combine(one, b, dd.F(-1))
		a.v = a.v.Sub(b.v)
	case opMul:
		a.combine(b.v, b, a.v)
		a.v = a.v.Mul(b.v)
	case opDiv:
		q := a.v.Div(b.v)
		k := one.Div(b.v)
		a.combine(k, b, q.Mul(k).Neg())
		a.v = q
	case opPow:
		v := a.v.Pow(b.v)
		var ka, kb dd.Num
		if a.vary {
			ka = b.v.Mul(a.v.Pow(b.v.Sub(one)))
		}
		if b.vary && v.Sign() != 0 { // x^b is 0 for all b near, where it is 0
			kb = v.Mul(a.v.Log())
		}
		a.combine(ka, b, kb)
		a.v = v
	}
}

// profile puts Voigt's profile of x, a, b into x.
func (s *machine) profile(x, a, b *dual) {
	v, dx, da, db := faddeeva.Voigt(x.v.Float(), a.v.Float(), b.v.Float())
	x.combine(dd.F(dx), a, dd.F(da))
	x.combine(one, b, dd.F(db))
	x.v = dd.F(v)
}
