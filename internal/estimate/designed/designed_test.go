package designed_test

import (
	"context"
	_ "embed"
	"encoding/csv"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/designed"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

var (
	//go:embed testdata/grouped.csv
	groupedData string
	//go:embed testdata/grouped.txt
	groupedValues string
)

// viewOf reads columns of numbers and of text.
func viewOf(t *testing.T, text string) *view.View {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	f := &spec.Frame{}
	for j, name := range rows[0] {
		c := spec.Column{Name: name, Kind: spec.ColumnNumber, Unit: map[string]string{"y": "kg", "x": "s"}[name]}
		for _, r := range rows[1:] {
			x, err := strconv.ParseFloat(r[j], 64)
			if err != nil {
				c.Kind = spec.ColumnText
			}
			c.Num, c.Text = append(c.Num, x), append(c.Text, r[j])
		}
		if c.Kind == spec.ColumnText {
			c.Num = nil
		} else {
			c.Text = nil
		}
		f.Columns = append(f.Columns, c)
	}
	return view.OfFrame("data", f)
}

// run computes "estimator name=value …"; lists have commas, or a semicolon at their end.
func run(v *view.View, call string) (estimate.Answer, error) {
	words := strings.Fields(call)
	all := designed.Estimators()
	i := slices.IndexFunc(all, func(e estimate.Estimator) bool { return e.Name == words[0] })
	args := map[string]spec.Value{}
	for _, w := range words[1:] {
		name, text, _ := strings.Cut(w, "=")
		switch parts := strings.Split(text, ","); {
		case text == "true" || text == "false":
			args[name] = spec.Value{Kind: spec.ValueBool, Bool: text == "true"}
		case len(parts) > 1:
			list := spec.Value{Kind: spec.ValueArray}
			for _, p := range parts {
				list.Items = append(list.Items, spec.TextValue(p))
			}
			args[name] = list
		default:
			args[name] = spec.TextValue(text)
		}
	}
	checked, bad := estimate.Check(all[i], args, v)
	if len(bad) > 0 {
		return estimate.Answer{}, bad[0]
	}
	return estimate.Run(context.Background(), all[i], estimate.Input{View: v, Args: checked, Level: 0.95})
}

func answerOf(t *testing.T, v *view.View, call string) estimate.Answer {
	t.Helper()
	a, err := run(v, call)
	if err != nil {
		t.Fatalf("%s: %v", call, err)
	}
	return a
}

// field of an answer, or of its variant after a colon; NaN where it has none.
func field(a estimate.Answer, name string) float64 {
	name, variant, has := strings.Cut(name, ":")
	if has {
		i := slices.IndexFunc(a.Variants, func(v estimate.Variant) bool { return v.Name == variant })
		if i < 0 {
			return math.NaN()
		}
		a = a.Variants[i].Answer
	}
	var v spec.Value
	switch name {
	case "value":
		v = a.Value
	case "p":
		v = a.PValue
	case "df":
		v = a.DF
	case "se":
		u, _ := estimate.Find(a.Uncertainty, spec.UncertaintySE)
		v = u.Value
	case "lower", "upper":
		u, _ := estimate.Find(a.Uncertainty, spec.UncertaintyCI)
		if v = u.Lower; name == "upper" {
			v = u.Upper
		}
	}
	if v.Kind != spec.ValueNumber {
		return math.NaN()
	}
	return v.Num.F
}

// Mixed models against statsmodels. The classes are those of agreement between
// programs that search: 1e-6 of coefficients and of the log-likelihood, 1e-3 of standard
// errors, 5e-3 of variances.
func TestMixedReference(t *testing.T) {
	v := viewOf(t, groupedData)
	count, worst := 0, map[string]float64{}
	for line := range strings.Lines(groupedValues) {
		p := strings.Split(strings.TrimSpace(line), " | ")
		if strings.HasPrefix(line, "#") {
			continue
		}
		count++
		want, err := strconv.ParseFloat(p[3], 64)
		if err != nil {
			t.Fatal(err)
		}
		a := answerOf(t, v, p[0]+" "+p[1])
		got, class, tol := field(a, p[2]), p[0], 5e-3
		switch {
		case p[0] == "mixed_loglik" || p[0] == "mixed_model" && p[2] == "value":
			tol = 1e-6
		case p[0] == "mixed_model":
			class, tol = "uncertainty", 1e-3
		}
		e := math.Abs(got-want) / math.Abs(want)
		if p[2] == "p" {
			e = math.Abs(math.Log(got)/math.Log(want) - 1)
		}
		worst[class] = max(worst[class], e)
		if !(e <= tol) {
			t.Errorf("%s: %s is %.12g, by statsmodels %.12g", p[0]+" "+p[1], p[2], got, want)
		}
		if p[2] == "value" && !a.Floor.Close(want, got) {
			t.Errorf("%s: %.12g is outside the floor %v of %.12g", p[0]+" "+p[1], want, a.Floor, got)
		}
	}
	if count < 100 {
		t.Errorf("only %d reference values were read", count)
	}
	t.Logf("largest relative differences: %v", worst)
}

// What the slips of a mixed model are called, and that none passes the floor.
func TestMixedVariants(t *testing.T) {
	v := viewOf(t, groupedData)
	for call, names := range map[string]string{
		"mixed_model y=y x=x,z group=s random=x term=x":                                          "ml uncorrelated random-intercept pooled fixed-effects group-means sign",
		"mixed_model y=y x=x,z group=s term=x method=ml":                                         "reml random-slope pooled fixed-effects group-means sign",
		"mixed_variance y=y x=x group=s random=x component=x":                                    "ml uncorrelated sd relative of-intercept of-residual",
		"mixed_variance y=y group=s component=intercept":                                         "ml sd relative of-residual anova of-means",
		"mixed_variance y=y group=s component=residual":                                          "ml sd of-intercept anova",
		"mixed_variance y=y group=s component=intercept measure=sd":                              "ml variance relative of-residual anova of-means",
		"mixed_correlation y=y x=x group=s random=x first=intercept second=x":                    "ml covariance sign squared",
		"mixed_correlation y=y x=x group=s random=x first=x second=intercept measure=covariance": "ml correlation sign",
		"mixed_icc y=y x=x group=s":                                                              "ml complement of-sds ratio percent anova unadjusted",
		"mixed_loglik y=y x=x group=s":                                                           "ml deviance aic bic sign pooled",
	} {
		a := answerOf(t, v, call)
		for _, name := range strings.Fields(names) {
			x := field(a, "value:"+name)
			if math.IsNaN(x) || a.Floor.Close(x, field(a, "value")) {
				t.Errorf("%s: the variant %s is %v beside %v, floor %v", call, name, x, field(a, "value"), a.Floor)
			}
		}
	}
	// REML and ML agree in the coefficient of a balanced design; their standard errors tell.
	a := answerOf(t, v, "mixed_model y=y x=x,z group=s term=z")
	se, ml := field(a, "se"), field(a, "se:ml")
	if a.Floor.Close(ml, se) {
		t.Errorf("se %v by REML and %v by ML are within the floor %v", se, ml, a.Floor)
	}
	if p := field(a, "p:satterthwaite"); !(p > field(a, "p")) || !(field(a, "df:satterthwaite") > 1) {
		t.Errorf("p by Satterthwaite %v, normal %v", p, field(a, "p"))
	}
	b := answerOf(t, v, "mixed_model y=y x=x,z group=s term=z inference=satterthwaite")
	if field(b, "p") != field(a, "p:satterthwaite") || field(b, "p:normal") != field(a, "p") || a.Unit != "" && b.Unit != a.Unit {
		t.Error("the two kinds of inference are not each other's variants")
	}
}

// Fixed effects by group are what least squares with an indicator for each group gives;
// pooled is least squares. By statsmodels 0.15.0: ols("y ~ x + z + C(s)") and ols("y ~ x + z").
func TestMixedNeighbours(t *testing.T) {
	a := answerOf(t, viewOf(t, groupedData), "mixed_model y=y x=x,z group=s term=x")
	for name, want := range map[string]float64{"value:fixed-effects": 2.0444349661291814, "se:fixed-effects": 0.15790419698002067, "value:pooled": 1.9183945993599028, "se:pooled": 0.20020498240969287} {
		if got := field(a, name); !(math.Abs(got-want) <= 1e-11*math.Abs(want)) {
			t.Errorf("%s is %.16g, not %.16g", name, got, want)
		}
	}
	if a.Unit != "kg/s" && a.Unit != "kg s^-1" && a.Unit != "kg·s⁻¹" {
		t.Errorf("the unit is %q", a.Unit)
	}
}

// Groups that differ by nothing have no variance, and the fit says so.
func TestSingular(t *testing.T) {
	v := viewOf(t, "s,x,y\na,1,1\na,2,-1\nb,1,2\nb,3,-2\nc,2,3\nc,2,-3\n")
	a := answerOf(t, v, "mixed_variance y=y group=s component=intercept")
	if field(a, "value") != 0 || !strings.Contains(a.What, "singular") || !a.Floor.Close(1e-6, 0) {
		t.Errorf("%s: %v, floor %v", a.What, a.Value, a.Floor)
	}
	if a := answerOf(t, v, "mixed_icc y=y group=s"); field(a, "value") != 0 {
		t.Errorf("ICC %v", a.Value)
	}
	if a := answerOf(t, v, "mixed_model y=y group=s term=intercept"); !strings.Contains(a.What, "singular") || math.Abs(field(a, "se")-math.Sqrt(28.0/5/6)) > 1e-12 {
		t.Errorf("%s: se %v", a.What, field(a, "se"))
	}
}

const crossed = "a,b,x,y\n1,u,1.5,3\n1,u,2.5,4.5\n1,v,1,5\n1,v,4,9\n1,v,2,6\n2,u,3,6\n2,u,1,4\n2,u,2,7\n2,v,2,7\n2,v,3,8.5\n3,u,4,8\n3,u,1,6\n3,v,3,4\n3,v,2,5.5\n3,v,2,3\n"

// Of an unbalanced design every type is another number, and each has its name.
func TestAnovaVariants(t *testing.T) {
	v := viewOf(t, crossed)
	a := answerOf(t, v, "factorial_anova y=y factors=a,b type=III term=a")
	for _, name := range []string{"type-I", "type-II", "treatment-contrasts", "alone", "no-interactions", "numeric-factors", "sum-of-squares", "mean-square", "eta-squared", "partial-eta-squared"} {
		x := field(a, "value:"+name)
		if math.IsNaN(x) || a.Floor.Close(x, field(a, "value")) {
			t.Errorf("the variant %s is %v beside %v", name, x, field(a, "value"))
		}
	}
	a = answerOf(t, v, "factorial_anova y=y factors=a,b terms=a,b type=I term=a")
	for _, name := range []string{"type-I-reversed", "cell-means", "alone"} {
		if x := field(a, "value:"+name); math.IsNaN(x) || a.Floor.Close(x, field(a, "value")) {
			t.Errorf("the variant %s is %v beside %v", name, x, field(a, "value"))
		}
	}
	// The same term under another name, and an analysis of covariance.
	if x, y := answerOf(t, v, "factorial_anova y=y factors=a,b x=x type=II term=b:a"), answerOf(t, v, "factorial_anova y=y factors=a,b terms=x,a*b x=x type=II term=a:b"); field(x, "value") != field(y, "value") {
		t.Errorf("%v and %v", x.Value, y.Value)
	}
	b := answerOf(t, v, "factorial_anova y=y factors=b type=I term=b quantity=sum_of_squares")
	if b.Unit != "kg^2" || len(b.DF.Items) != 2 || b.DF.Items[1].Num.F != 13 {
		t.Errorf("unit %q, df %v", b.Unit, b.DF)
	}
}

func TestAnovaTable(t *testing.T) {
	v := viewOf(t, crossed)
	a := answerOf(t, v, "factorial_anova_table y=y factors=a,b type=II statistics=df,sum_of_squares,f,p")
	if len(a.Value.Rows) != 4 || a.Value.Rows[3][0].Text != "residual" || !a.Value.Rows[3][3].Missing() || a.Value.Rows[2][1].Num.F != 2 {
		t.Fatalf("the table is %v", a.Value)
	}
	for i, term := range []string{"a", "b", "a:b"} {
		one := answerOf(t, v, "factorial_anova y=y factors=a,b type=II term="+term)
		if a.Value.Rows[i][3].Num.F != field(one, "value") || a.Value.Rows[i][4].Num.F != field(one, "p") {
			t.Errorf("row %v is not what the term has alone: %v", a.Value.Rows[i], one.Value)
		}
	}
}

// What has no answer says why, in words that name the arguments.
func TestRefusals(t *testing.T) {
	v := viewOf(t, crossed)
	empty := viewOf(t, "a,b,x,y\np,u,1,1\np,u,2,2\np,v,3,4\np,v,1,5\nq,u,1,3\nq,u,1,7\n")
	for _, c := range []struct {
		v          *view.View
		call, says string
		undefined  bool
	}{
		{v, "factorial_anova y=y type=I term=a", "factors", false},
		{v, "factorial_anova y=y factors=a x=a type=I term=a", "is a factor", false},
		{v, "factorial_anova y=y factors=a,b type=I term=c", `"c"`, false},
		{v, "factorial_anova y=y factors=a,b terms=a type=I term=b", "no term", false},
		{v, "factorial_anova y=y factors=a,b terms=a,c type=I term=a", `"c"`, false},
		{empty, "factorial_anova y=y factors=a,b type=III term=a", "type III is not defined", true},
		{empty, "factorial_anova y=y factors=a,b type=II term=a:b", "aliased", true},
		{viewOf(t, "a,y\np,1\nq,2\n"), "factorial_anova y=y factors=a type=I term=a", "no degree of freedom", true},
		{viewOf(t, "a,y\np,1\np,1\nq,2\nq,2\n"), "factorial_anova y=y factors=a type=I term=a", "no residual", true},
		{v, "mixed_model y=y x=x group=b random_intercept=false term=x", "vary by group", false},
		{v, "mixed_model y=y group=b add_intercept=false term=x", "needs a fixed effect", false},
		{v, "mixed_model y=y x=x group=b term=z", `no term "z"`, false},
		{v, "mixed_variance y=y group=b component=x", "components are intercept, residual", false},
		{v, "mixed_correlation y=y group=a random=x first=x second=x", "same effect", false},
		{v, "mixed_correlation y=y group=a random=x correlated=false first=x second=intercept", "no correlation", false},
		{v, "mixed_icc y=y group=a random=x", "random intercept alone", false},
		{viewOf(t, "s,y\na,1\nb,2\nc,4\n"), "mixed_icc y=y group=s", "cannot tell 3 random effects", true},
		{viewOf(t, "s,y\na,1\na,2\na,4\n"), "mixed_icc y=y group=s", "two groups", true},
		{viewOf(t, "s,x,y\na,1,1\na,1,2\nb,1,4\nb,1,3\n"), "mixed_model y=y x=x group=s term=x", "linear combination", true},
	} {
		_, err := run(c.v, c.call)
		var undefined *estimate.UndefinedError
		if err == nil || !strings.Contains(err.Error(), c.says) || errors.As(err, &undefined) != c.undefined {
			t.Errorf("%s: %v; it should say %q", c.call, err, c.says)
		}
	}
}
