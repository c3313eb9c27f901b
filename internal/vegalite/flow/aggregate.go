package flow

import (
	"fmt"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/vegalite/formula"
)

// Aggregate is one number of a group: an operation on a field, and the name of its result.
type Aggregate struct {
	Op, Field, As string
}

// Ops lists the operations of aggregates.
var Ops = []string{"count", "valid", "missing", "distinct", "sum", "product", "mean", "average", "variance", "variancep", "stdev", "stdevp", "stderr", "median", "q1", "q3", "ci0", "ci1", "min", "max"}

// Aggregate gives one row a group, with the fields that group and those of the aggregates. Rows
// without fields to group by are one group.
func (rows Rows) Aggregate(by []string, aggs []Aggregate) (Rows, error) {
	groups := rows.Groups(by)
	out := make(Rows, 0, len(groups))
	ps := paths(by)
	for _, g := range groups {
		row := formula.Row{}
		for i, p := range ps {
			row[by[i]] = Get(g.Rows[0], p)
			if len(p) == 1 {
				row[p[0]] = Get(g.Rows[0], p)
			}
		}
		if err := g.Rows.summed(aggs, row); err != nil {
			return nil, err
		}
		out = append(out, row)
	}
	return out, nil
}

// JoinAggregate gives each row the aggregates of its group.
func (rows Rows) JoinAggregate(by []string, aggs []Aggregate) (Rows, error) {
	out := make(Rows, len(rows))
	for _, g := range rows.Groups(by) {
		all := formula.Row{}
		if err := g.Rows.summed(aggs, all); err != nil {
			return nil, err
		}
		for _, i := range g.At {
			row := rows[i]
			for k, v := range all {
				row = with(row, k, v)
			}
			out[i] = row
		}
	}
	return out, nil
}

func (rows Rows) summed(aggs []Aggregate, into formula.Row) error {
	samples := map[string]*sample{}
	for _, a := range aggs {
		s := samples[a.Field]
		if s == nil {
			s = newSample(rows, a.Field)
			samples[a.Field] = s
		}
		v, err := s.value(a.Op)
		if err != nil {
			return fmt.Errorf("%s of %s: %w", a.Op, a.Field, err)
		}
		into[a.As] = v
	}
	return nil
}

// sample is the values of one field in one group.
type sample struct {
	rows    int
	missing int
	numbers []float64 // those that are numbers, in order
	sorted  []float64
	texts   map[string]bool
	dates   bool
}

func newSample(rows Rows, field string) *sample {
	s := &sample{rows: len(rows), texts: map[string]bool{}}
	if field == "" {
		return s
	}
	p := Path(field)
	for _, r := range rows {
		v := Get(r, p)
		s.texts[formula.Text(v)] = true
		if formula.None(v) || v == "" {
			s.missing++
			continue
		}
		if _, ok := v.(formula.Date); ok {
			s.dates = true
		}
		if f := formula.Number(v); !math.IsNaN(f) {
			s.numbers = append(s.numbers, f)
		}
	}
	return s
}

// value is the result of an operation; Undefined where the sample has none.
func (s *sample) value(op string) (any, error) {
	n := float64(len(s.numbers))
	switch op {
	case "count":
		return float64(s.rows), nil
	case "valid":
		return n, nil
	case "missing":
		return float64(s.missing), nil
	case "distinct":
		return float64(len(s.texts)), nil
	}
	if n == 0 {
		return formula.Undefined{}, nil
	}
	spread := func(by float64) any {
		if n < 2 {
			return formula.Undefined{}
		}
		return s.squares() / by
	}
	root := func(v any) any {
		if f, ok := v.(float64); ok {
			return math.Sqrt(f)
		}
		return v
	}
	switch op {
	case "sum":
		return s.sum(), nil
	case "product":
		p := 1.0
		for _, x := range s.numbers {
			p *= x
		}
		return p, nil
	case "mean", "average":
		return s.sum() / n, nil
	case "variance":
		return spread(n - 1), nil
	case "variancep":
		return spread(n), nil
	case "stdev":
		return root(spread(n - 1)), nil
	case "stdevp":
		return root(spread(n)), nil
	case "stderr":
		return root(spread(n * (n - 1))), nil
	case "median":
		return s.quantile(0.5), nil
	case "q1":
		return s.quantile(0.25), nil
	case "q3":
		return s.quantile(0.75), nil
	case "min", "max":
		f := slices.Min(s.numbers)
		if op == "max" {
			f = slices.Max(s.numbers)
		}
		if s.dates {
			return formula.Date(f), nil
		}
		return f, nil
	case "ci0", "ci1":
		if slices.Min(s.numbers) != slices.Max(s.numbers) {
			return nil, ErrRandom
		}
		return s.numbers[0], nil
	}
	return nil, fmt.Errorf("the aggregate is not known")
}

// sum is compensated (Neumaier).
func (s *sample) sum() float64 {
	sum, lost := 0.0, 0.0
	for _, x := range s.numbers {
		t := sum + x
		if math.Abs(sum) >= math.Abs(x) {
			lost += (sum - t) + x
		} else {
			lost += (x - t) + sum
		}
		sum = t
	}
	if math.IsNaN(lost) || math.IsInf(lost, 0) {
		return sum
	}
	return sum + lost
}

func (s *sample) squares() float64 {
	mean, sum := s.sum()/float64(len(s.numbers)), 0.0
	for _, x := range s.numbers {
		sum += (x - mean) * (x - mean)
	}
	return sum
}

// quantile is of type 7: linear between the order statistics.
func (s *sample) quantile(p float64) float64 {
	if s.sorted == nil {
		s.sorted = slices.Sorted(slices.Values(s.numbers))
	}
	h := float64(len(s.sorted)-1) * p
	i := int(math.Floor(h))
	lo := s.sorted[i]
	if i+1 == len(s.sorted) {
		return lo
	}
	return lo + (s.sorted[i+1]-lo)*(h-float64(i))
}
