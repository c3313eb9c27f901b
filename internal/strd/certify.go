package strd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
)

// Line says how many digits of a certified value were reached.
type Line struct {
	Set       string  `json:"set"`
	Kind      Kind    `json:"kind"`
	Start     int     `json:"start,omitempty"` // of a nonlinear set: 1 or 2
	Quantity  string  `json:"quantity"`
	Group     string  `json:"-"`
	Certified string  `json:"certified"`
	Value     string  `json:"value"` // shortest decimal of the float64; "undefined" with the reason
	Digits    float64 `json:"digits"`
}

// Asked is how many digits each kind of set is asked for.
var Asked = map[Kind]float64{Univariate: 14.5, Linear: 14, ANOVA: 14.5, Nonlinear: 9.5}

// Digits is the number of correct digits, -log10 of the relative error (of the absolute
// one where 0 is certified), from 0 to 15, or 11 for nonlinear sets, which are certified
// to 11 digits. What is not finite has none.
func Digits(kind Kind, got float64, certified string) float64 {
	want, err := strconv.ParseFloat(certified, 64)
	if err != nil || math.IsNaN(got) || math.IsInf(got, 0) || math.IsInf(want, 0) {
		return 0
	}
	most := 15.0
	if kind == Nonlinear {
		most = 11
	}
	off := math.Abs(got - want)
	if want != 0 {
		off /= math.Abs(want)
	}
	if off == 0 {
		return most
	}
	return math.Max(0, math.Min(most, -math.Log10(off)))
}

// Certify computes every certified value of the sets. Lines are sorted by kind, set and
// start, and then as in the files.
func Certify(ctx context.Context, r oracle.Registry, sets []Set) ([]Line, error) {
	sets = slices.Clone(sets)
	slices.SortStableFunc(sets, func(a, b Set) int {
		return cmp.Or(slices.Index(Kinds, a.Kind)-slices.Index(Kinds, b.Kind), strings.Compare(a.Name, b.Name))
	})
	var out []Line
	for _, s := range sets {
		c := certifier{r: r, set: s}
		lines, err := c.lines(ctx)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
		out = append(out, lines...)
	}
	return out, nil
}

type certifier struct {
	r   oracle.Registry
	set Set
}

func (c certifier) lines(ctx context.Context) ([]Line, error) {
	var out []Line
	add := func(start int, got map[string]result) error {
		for _, q := range c.set.Certified {
			v, ok := got[q.Quantity]
			if !ok {
				return fmt.Errorf("%s was not computed", q.Quantity)
			}
			l := Line{Set: c.set.Name, Kind: c.set.Kind, Start: start, Quantity: q.Quantity, Group: q.Group, Certified: q.Value, Value: v.undefined}
			switch {
			case v.undefined == "":
				l.Value, l.Digits = strconv.FormatFloat(v.value, 'g', -1, 64), Digits(c.set.Kind, v.value, q.Value)
			case q.Value == "Infinity" && strings.Contains(v.undefined, "infinite"):
				l.Digits = 15 // the estimator says what is certified
			}
			out = append(out, l)
		}
		return nil
	}
	if c.set.Kind == Nonlinear {
		for k, start := range c.set.Starts {
			got, err := c.nonlinear(ctx, start)
			if err != nil {
				return nil, err
			}
			if err := add(k+1, got); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	got, err := c.closed(ctx)
	if err != nil {
		return nil, err
	}
	return out, add(0, got)
}

// result is a number, or why there is none.
type result struct {
	value     float64
	undefined string
}

// closed computes the quantities of a set that is no search.
func (c certifier) closed(ctx context.Context) (map[string]result, error) {
	views, err := c.set.views()
	if err != nil {
		return nil, err
	}
	got := map[string]result{}
	call := func(quantity, estimator string, args map[string]spec.Value) (oracle.Answer, error) {
		a, err := c.r.Compute(ctx, spec.OracleCall{Estimator: estimator, View: "data", Args: args}, views, 0)
		var undefined *oracle.UndefinedError
		switch {
		case errors.As(err, &undefined):
			got[quantity] = result{undefined: "undefined: " + undefined.Reason}
		case err != nil:
			return a, err
		default:
			got[quantity] = result{value: a.Value.Num.F}
		}
		return a, nil
	}
	switch c.set.Kind {
	case Linear:
		return got, c.linear(call, got)
	case ANOVA:
		a, err := call("F", "anova", map[string]spec.Value{"value": spec.TextValue(c.set.Columns[1]), "group": spec.TextValue(c.set.Columns[0])})
		got["R2"] = result{undefined: "undefined: the estimator does not give eta squared"}
		got["residual sd"] = result{undefined: "undefined: the estimator does not give the mean square within"}
		for _, v := range a.Variants {
			switch v.Name {
			case "eta-squared":
				got["R2"] = result{value: v.Answer.Value.Num.F}
			case "within":
				got["residual sd"] = result{value: math.Sqrt(v.Answer.Value.Num.F)}
			}
		}
		return got, err
	}
	for _, q := range c.set.Certified { // estimators have the names of the quantities
		if _, err := call(q.Quantity, q.Quantity, map[string]spec.Value{"value": spec.TextValue("y")}); err != nil {
			return nil, err
		}
	}
	return got, nil
}

func (c certifier) linear(call func(quantity, estimator string, args map[string]spec.Value) (oracle.Answer, error), got map[string]result) error {
	s := c.set
	predictors := spec.Value{Kind: spec.ValueArray}
	for _, x := range s.Columns[1:] {
		predictors.Items = append(predictors.Items, spec.TextValue(x))
	}
	var terms []string
	if s.Intercept() {
		terms = append(terms, "intercept")
	}
	terms = append(terms, s.Columns[1:]...)
	degree := 1
	for ; len(terms) < len(s.Params); degree++ {
		terms = append(terms, fmt.Sprintf("%s^%d", s.Columns[1], degree+1))
	}
	args := func() map[string]spec.Value {
		return map[string]spec.Value{"y": spec.TextValue(s.Columns[0]), "x": predictors, "degree": spec.NumberValue(float64(degree)), "add_intercept": {Kind: spec.ValueBool, Bool: s.Intercept()}}
	}
	for i, p := range s.Params {
		with := args()
		with["term"] = spec.TextValue(terms[i])
		a, err := call(p, "ols", with)
		if err != nil {
			return err
		}
		se := result{undefined: "undefined: the estimator gives no standard error"}
		for _, u := range a.Uncertainty {
			if u.Kind == spec.UncertaintySE {
				se = result{value: u.Value.Num.F}
			}
		}
		got["se "+p] = se
	}
	for quantity, estimator := range map[string]string{"R2": "ols_r2", "residual sd": "ols_sigma", "F": "ols_f"} {
		if _, err := call(quantity, estimator, args()); err != nil {
			return err
		}
	}
	return nil
}

// nonlinear fits the set's model from a start.
func (c certifier) nonlinear(ctx context.Context, start []string) (map[string]result, error) {
	m, err := c.set.model()
	if err != nil {
		return nil, err
	}
	parse := func(texts []string) ([]dd.Num, error) {
		out := make([]dd.Num, len(texts))
		for i, t := range texts {
			if out[i], err = dd.Parse(t); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	var columns [][]dd.Num
	for _, name := range m.Columns {
		col, err := parse(c.set.Cells[slices.Index(c.set.Columns, name)])
		if err != nil {
			return nil, err
		}
		columns = append(columns, col)
	}
	at, err := parse(start)
	if err != nil {
		return nil, err
	}
	got := map[string]result{}
	f, err := m.Fit(ctx, columns, len(c.set.Cells[0]), at)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		for _, q := range c.set.Certified {
			got[q.Quantity] = result{undefined: "undefined: " + err.Error()}
		}
		return got, nil
	}
	got["RSS"] = result{value: f.RSS.Float()}
	if f.DF > 0 {
		got["residual sd"] = result{value: f.RSS.Div(dd.F(float64(f.DF))).Sqrt().Float()}
	}
	for j, p := range c.set.Params {
		got[p] = result{value: f.Params[j].Float()}
		if f.SE != nil {
			got["se "+p] = result{value: f.SE[j].Float()}
		}
	}
	return got, nil
}

// views is the set as a view named data that keeps the decimal text.
func (s Set) views() (map[string]*oracle.View, error) {
	var b strings.Builder
	b.WriteString(strings.Join(s.Columns, ",") + "\n")
	for i := range s.Cells[0] {
		for j := range s.Cells {
			if j > 0 {
				b.WriteByte(',')
			}
			b.WriteString(s.Cells[j][i])
		}
		b.WriteByte('\n')
	}
	t, err := oracle.Read(strings.NewReader(b.String()), spec.Asset{Path: s.Name + ".csv"})
	if err != nil {
		return nil, err
	}
	return oracle.Views(map[string]*oracle.Table{s.Name: t}, map[string]spec.View{"data": {Asset: s.Name}})
}
