package view

import (
	"testing"

	"github.com/assaybench/assay/spec"
)

func TestTry(t *testing.T) {
	v := OfFrame("v", &spec.Frame{Columns: []spec.Column{
		{Name: "x", Kind: spec.ColumnNumber, Num: []float64{1, 2, nan, 4}, Missing: []bool{false, false, true, false}},
		{Name: "year", Kind: spec.ColumnNumber, Num: []float64{2007, 2008, 2009, 2010}},
		{Name: "sp", Kind: spec.ColumnText, Text: []string{"A", "B", "A", "C"}},
		{Name: "a b", Kind: spec.ColumnBool, Num: []float64{0, 1, 1, 1}},
		{Name: "d", Kind: spec.ColumnTime, Num: []float64{0, 31, 365, 10000}},
	}})
	for _, e := range []string{"x > 1", "x in [1, 4]", `sp in ["A","C"]`, "year(d) == 1970", "year > 2008", "isMissing(x) || x > 1", `col("a b")`, "x", "d >= date('1970-02-01')",
		"x ? 1 : 2", "x + sp", "foo", "x |> abs()", "year + 1 / 2", "abs(-3)", "max(x, 2)", "2 ** 3 ** 1", "x > 1 and not (sp == 'B')", "map([1],#)", "let z = 1; z", "x.foo", "isMissing(3)", "date('x')", "x == nil", "1 < x < 3", "month(d) in [1,2]",
		"log(0*x)", "abs(", "year(1,2)", "sp matches 'A|B'", "x % 2", "x in 1..3", "sp contains 'A'", "$env", "sp[0]"} {
		c, err := v.Eval("r", e)
		t.Log(e, "=>", c.Kind, c.Num, c.Text, c.Missing, err)
	}
}
