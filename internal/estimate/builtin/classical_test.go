package builtin_test

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
)

var (
	//go:embed testdata/classical.csv
	classicalData string
	//go:embed testdata/classical.txt
	classicalValues string
)

// caller computes "estimator name=value …" on one table.
type caller struct {
	t     *testing.T
	views map[string]*oracle.View
	done  map[string]oracle.Answer
}

func newCaller(t *testing.T, csv string) caller {
	t.Helper()
	tab, err := oracle.Read(strings.NewReader(csv), spec.Asset{Path: "data.csv"})
	if err != nil {
		t.Fatal(err)
	}
	views, err := oracle.Views(map[string]*oracle.Table{"data.csv": tab}, map[string]spec.View{"data": {Asset: "data.csv"}})
	if err != nil {
		t.Fatal(err)
	}
	return caller{t, views, map[string]oracle.Answer{}}
}

func (c caller) answer(call string) oracle.Answer {
	c.t.Helper()
	if a, ok := c.done[call]; ok {
		return a
	}
	a, err := c.compute(call)
	if err != nil {
		c.t.Fatalf("%s: %v", call, err)
	}
	c.done[call] = a
	return a
}

// arguments reads "name=value" words: numbers, true and false, lists with commas, text.
func arguments(words []string) map[string]spec.Value {
	args := map[string]spec.Value{}
	for _, w := range words {
		name, text, _ := strings.Cut(w, "=")
		args[name] = valueOf(text)
		if parts := strings.Split(text, ","); len(parts) > 1 {
			v := spec.Value{Kind: spec.ValueArray}
			for _, p := range parts {
				v.Items = append(v.Items, valueOf(p))
			}
			args[name] = v
		}
		if name == "base" || name == "constant" { // texts that look like numbers
			args[name] = spec.TextValue(text)
		}
	}
	return args
}

func valueOf(s string) spec.Value {
	if n, err := spec.ParseNumber(s); err == nil {
		return spec.Value{Kind: spec.ValueNumber, Num: n}
	}
	if s == "true" || s == "false" {
		return spec.Value{Kind: spec.ValueBool, Bool: s == "true"}
	}
	return spec.TextValue(s)
}

// field picks value, p, statistic, df, df2, se, lower, upper or itemN of an answer, or of its
// variant where ":NAME" follows. NaN where it has none.
func field(a oracle.Answer, name string) float64 {
	name, variant, has := strings.Cut(name, ":")
	if has {
		found := false
		for _, v := range a.Variants {
			if v.Name == variant {
				a, found = v.Answer, true
				break
			}
		}
		if !found {
			return math.NaN()
		}
	}
	number := func(v spec.Value) float64 {
		if n, ok := v.Number(); ok {
			return n.F
		}
		return math.NaN()
	}
	item := func(v spec.Value, i int) float64 {
		if i >= len(v.Items) {
			return math.NaN()
		}
		return number(v.Items[i])
	}
	switch name {
	case "value":
		return number(a.Value)
	case "p":
		return number(a.PValue)
	case "statistic":
		return number(a.Statistic)
	case "df":
		return number(a.DF)
	case "se":
		for _, u := range a.Uncertainty {
			if u.Kind == spec.UncertaintySE {
				return number(u.Value)
			}
		}
		return math.NaN()
	case "df2":
		return item(a.DF, 1)
	case "lower", "upper":
		for _, u := range a.Uncertainty {
			if u.Kind == spec.UncertaintyCI && name == "lower" {
				return number(u.Lower)
			} else if u.Kind == spec.UncertaintyCI {
				return number(u.Upper)
			}
		}
		return math.NaN()
	}
	i, err := strconv.Atoi(strings.TrimPrefix(name, "item"))
	if err != nil {
		return math.NaN()
	}
	return item(a.Value, i)
}

// loose are the calls whose reference is itself no closer: approximations (Shapiro and
// Wilk's p), roots and optima found to a tolerance, integrals.
var loose = map[string]float64{"shapiro_wilk": 1e-5, "tukey_hsd": 1e-7, "fisher_exact": 1e-7, "quantile_regression": 1e-5, "negative_binomial": 1e-8, "negative_binomial_alpha": 1e-8, "gamma_regression": 1e-8, "iv_2sls": 1e-9}

// TestClassical holds every family against values that scipy, statsmodels and R gave.
func TestClassical(t *testing.T) { holds(t, classicalData, classicalValues, 150) }

// holds compares each "call | field | value | origin" on one table with what is computed;
// there must be at least so many.
func holds(t *testing.T, csv, values string, least int) {
	t.Helper()
	c := newCaller(t, csv)
	rows := 0
	for _, line := range strings.Split(values, "\n") {
		parts := strings.Split(line, " | ")
		if len(parts) != 4 || strings.HasPrefix(line, "#") {
			continue
		}
		want, err := strconv.ParseFloat(parts[2], 64)
		if err != nil {
			t.Fatal(err)
		}
		rows++
		tol := 1e-10
		if l, ok := loose[strings.Fields(parts[0])[0]]; ok {
			tol = l
		}
		if parts[3] == "R" { // as printed
			tol = 1e-13
		}
		if got := field(c.answer(parts[0]), parts[1]); !(math.Abs(got-want) <= tol*math.Max(math.Abs(want), 1e-3)) {
			t.Errorf("%s: %s is %.15g, by %s %.15g", parts[0], parts[1], got, parts[3], want)
		}
	}
	if rows < least {
		t.Fatalf("only %d reference values were read", rows)
	}
}
