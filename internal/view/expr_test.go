package view_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

var nan = math.NaN()

func sample() *view.View {
	return view.OfFrame("v", &spec.Frame{Columns: []spec.Column{
		{Name: "x", Kind: spec.ColumnNumber, Num: []float64{1, 2, nan, 4}, Missing: []bool{false, false, true, false}},
		{Name: "year", Kind: spec.ColumnNumber, Num: []float64{2007, 2008, 2009, 2010}},
		{Name: "sp", Kind: spec.ColumnText, Text: []string{"A", "B", "A", ""}, Missing: []bool{false, false, false, true}},
		{Name: "is big", Kind: spec.ColumnBool, Num: []float64{0, 1, 1, 1}},
		{Name: "d", Kind: spec.ColumnTime, Num: []float64{0, 31.75, 365, -1}},
	}})
}

func TestExpressions(t *testing.T) {
	no := nan // a missing cell
	for src, want := range map[string][]float64{
		"x > 1":                           {0, 1, no, 1},
		"1 < x and x <= 4":                {0, 1, no, 1},
		"1 < x <= 2":                      {0, 1, no, 0},
		"x in [1, 4]":                     {1, 0, no, 1},
		`sp in ["A", "C"]`:                {1, 0, 1, no},
		"isMissing(x) or x > 1":           {0, 1, 1, 1},
		"not isMissing(x) && x > 1":       {0, 1, 0, 1},
		"isMissing(sp)":                   {0, 0, 0, 1},
		`col("is big")`:                   {0, 1, 1, 1},
		`isMissing(col("is big"))`:        {0, 0, 0, 0},
		`col("is big") ? x : 0`:           {0, 2, no, 4},
		"x":                               {1, 2, no, 4},
		"d >= date('1970-02-01')":         {0, 1, 1, 0},
		"year(d)":                         {1970, 1970, 1971, 1969},
		"month(d) + day(d) / 100":         {1.01, 2.01, 1.01, 12.31},
		"year + 1 / 2":                    {2007.5, 2008.5, 2009.5, 2010.5},
		"2 ** 3 - year ^ 0":               {7, 7, 7, 7},
		"abs(-3) + sqrt(4) + max(x, 2)":   {7, 7, no, 9},
		"mod(-year, 4)":                   {1, 0, 3, 2},
		"min(round(2.5), ceil(1.2))":      {2, 2, 2, 2},
		"floor(1.9) + log(1) + exp(0)":    {2, 2, 2, 2},
		"log2(8) + log10(1000)":           {6, 6, 6, 6},
		"lower(sp) == 'a'":                {1, 0, 1, no},
		"upper('b') == sp":                {0, 1, 0, no},
		"sp matches '^[AB]$'":             {1, 1, 1, no},
		"sp contains 'A' or x == 2":       {1, 1, 1, no},
		"sp startsWith 'A'":               {1, 0, 1, no},
		"sp != 'A' ? 1 : 0":               {0, 1, 0, no},
		"-x + 0.5":                        {-0.5, -1.5, no, -3.5},
		"9007199254740993 > 0 and x == 1": {1, 0, no, 0},
	} {
		c, err := sample().Eval("r", src)
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		var missing []bool
		for _, w := range want {
			missing = append(missing, math.IsNaN(w))
		}
		if c.Missing == nil {
			missing = nil
		}
		if diff := cmp.Diff(want, c.Num, cmpopts.EquateNaNs(), cmpopts.EquateApprox(0, 1e-12)); diff != "" || !cmp.Equal(missing, c.Missing) {
			t.Errorf("%s: %s (missing %v)", src, diff, c.Missing)
		}
	}
	c, err := sample().Eval("r", `isMissing(sp) ? "none" : sp + "!"`)
	if diff := cmp.Diff([]string{"A!", "B!", "A!", "none"}, c.Text); err != nil || diff != "" {
		t.Errorf("text: %v %s", err, diff)
	}
}

func TestExpressionErrors(t *testing.T) {
	for src, want := range map[string]struct {
		msg string
		at  int
	}{
		"foo > 1":          {"unknown name foo", 1},
		"x > 1 and bar":    {"unknown name bar", 11},
		"col('foo')":       {`unknown name "foo"`, 5},
		"x + sp":           {"mismatched types number and text", 3},
		"sp > 3":           {"mismatched types", 4},
		"x ? 1 : 2":        {"non-bool", 1},
		"x >":              {"unexpected token", 3},
		"abs(x, 1)":        {"too many arguments", 1},
		"abs(sp)":          {"cannot use text", 5},
		"nope(x)":          {"unknown name nope", 1},
		"x % 2":            {"operator % is not part of the language", 3},
		"x in 1..3":        {"operator .. is not part of the language", 7},
		"map([1], # + 1)":  {"not part of the language", 0},
		"let z = 1; z":     {"not part of the language", 0},
		"x.foo":            {"not part of the language", 0},
		"sp[0]":            {"not part of the language", 0},
		"x == nil":         {"not part of the language", 6},
		"{a: 1}":           {"not part of the language", 0},
		"$env":             {"neither a number, a text nor true or false", 0},
		"[1, 2]":           {"neither a number, a text nor true or false", 0},
		"isMissing(3)":     {"isMissing takes the name of a column", 0},
		"isMissing(x + 1)": {"isMissing takes the name of a column", 0},
		"date('1970-2-1')": {"not a date like 2006-01-02", 0},
		"date(sp)":         {"date takes a date in quotes", 0},
		"log(year - 2007)": {"row 1 gives -Inf", 0},
		"sqrt(-x)":         {"row 1 gives NaN", 0},
		"sp matches '('":   {"missing closing )", 0},
		"":                 {"unexpected token EOF", 0},
	} {
		_, err := sample().Eval("r", src)
		var e *view.Error
		if !errors.As(err, &e) || !strings.Contains(e.Msg, want.msg) || want.at > 0 && e.Position != want.at {
			t.Errorf("%s: %+v, want %q at %d", src, e, want.msg, want.at)
		}
	}
	_, err := sample().Eval("r", "foo")
	var e *view.Error
	if errors.As(err, &e); !cmp.Equal(e.Known, []string{"x", "year", "sp", "is big", "d"}) {
		t.Errorf("known columns: %v", e.Known)
	}
}

func FuzzEval(f *testing.F) {
	for _, s := range []string{"x > 1", "isMissing(x) || sp == 'A'", "year(d) in [1970]", "map([1], #)", "((((", "1 / 0 > x", "col(", "isMissing(isMissing(x))", "x ** 1e9 > 2", "'a' * 3", "not x", "date(date('1970-01-01'))"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v := sample()
		c, err := v.Eval("r", s)
		if err == nil && c.Len() != v.Rows() {
			t.Errorf("%q gives %d rows of %d", s, c.Len(), v.Rows())
		}
	})
}
