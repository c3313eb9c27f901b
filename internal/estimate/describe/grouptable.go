package describe

import (
	"context"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"

	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/spec"
)

var groupStatistics = []string{"mean", "sd", "se", "count", "median", "min", "max"}

// tables are answers with a row for each group.
func tables() []estimate.Estimator {
	return []estimate.Estimator{{Name: "group_table", Summary: "the table of group statistics",
		Unit: "that of value; 1 for n", Domain: "numbers; what each statistic needs in each group", Source: "those of its statistics",
		Formula: "one row for each group, one column for each statistic",
		Args: []estimate.Arg{sample.ValueArg, {Name: "by", Kind: estimate.ArgFactors, Required: true, Doc: "columns that hold the groups"},
			{Name: "statistics", Kind: estimate.ArgTexts, Required: true, OneOf: groupStatistics, Doc: "statistics, in the order of the columns"}},
		Compute: groupTable}}
}

// groupTable has the columns by…, statistics…. A statistic that a group does not have
// (the sd of one value) is a missing cell; count counts values.
func groupTable(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	by, stats, value := in.Args.Texts("by"), in.Args.Texts("statistics"), in.Args.Text("value")
	groups, err := in.View.Split(by...)
	if err != nil {
		return estimate.Answer{}, estimate.Undefined("%v", err)
	}
	if len(groups) == 0 {
		return estimate.Answer{}, estimate.Undefined("view %q has no rows", in.View.Name)
	}
	columns := append(append([]string{}, by...), stats...)
	a := estimate.Answer{Keys: by, Unit: sample.UnitOf(in, value), Value: spec.Value{Kind: spec.ValueTable, Columns: columns}}
	other := spec.Value{Kind: spec.ValueTable, Columns: columns}
	sizes := spec.Value{Kind: spec.ValueArray}
	for _, g := range groups {
		in.View = g.View
		s, err := sample.Of(in, value)
		if err != nil {
			return estimate.Answer{}, fmt.Errorf("group %s: %w", g.Label, err)
		}
		row, ddof0 := append([]spec.Value{}, g.Keys...), append([]spec.Value{}, g.Keys...)
		for _, name := range stats {
			cell := statistic(s, name, 1)
			row, ddof0 = append(row, cell), append(ddof0, statistic(s, name, 0))
		}
		a.Value.Rows, other.Rows = append(a.Value.Rows, row), append(other.Rows, ddof0)
		a.Index, sizes.Items = append(a.Index, g.Label), append(sizes.Items, answer.Count(s.M.N))
		f := s.SpreadFloor()
		a.Floor = spec.Tolerance{Rel: math.Max(a.Floor.Rel, f.Rel), Abs: math.Max(a.Floor.Abs, f.Abs)}
	}
	a.N = sizes
	answer.Vary(&a, "ddof0", "the table with population standard deviations (ddof 0)", estimate.Answer{Value: other, Index: a.Index, Keys: by})
	return a, nil
}

func statistic(s sample.Sample, name string, ddof int) spec.Value {
	sd := s.M.SD(ddof).Float()
	switch name {
	case "mean":
		return estimate.Number(s.M.Mean.Float())
	case "sd":
		return estimate.Number(sd)
	case "se":
		return estimate.Number(sd / math.Sqrt(float64(s.M.N)))
	case "count":
		return answer.Count(s.M.N)
	case "median":
		return estimate.Number(s.Median().Float())
	}
	a, _ := minOf(s, "", 0)
	if name == "max" {
		a, _ = maxOf(s, "", 0)
	}
	return a.Value
}
