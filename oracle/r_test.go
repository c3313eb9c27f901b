package oracle_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
)

// rFolder holds results of R 4.2.2 and the data sets of R that they are of, beside the
// repository; definitions.R there says what each key is.
const rFolder = "../../shared/data/r422"

// rCall is what answers for one key: a call for each of terms, written in place of $, and
// of each answer the fields. A field is value, statistic, df, p, se, lower or upper, after
// the name of a variant and a slash where it is that of one; with | in front its amount.
type rCall struct {
	view, call, terms, fields string
	rel, abs                  float64
}

// Tolerances by class, as docs/accuracy.md measures R against other programs: closed forms
// and exact tests; least squares and its covariances; likelihoods by iteration; what R
// itself stops early at.
const (
	rClosed    = 1e-9
	rLinear    = 1e-8
	rIterated  = 1e-6
	rMixed     = 1e-3
	rSpecial   = 1e-4
	rSmoothing = 1e-8
)

var rCalls = map[string]rCall{
	"t_student":        {view: "mtcars", call: "mean_difference value=mpg group=am first=1 second=0 equal_var=true", fields: "statistic p lower upper", rel: rClosed},
	"t_welch":          {view: "mtcars", call: "mean_difference value=mpg group=am first=1 second=0", fields: "statistic df p lower upper", rel: rClosed},
	"f_var":            {view: "mtcars", call: "variance_ratio value=mpg group=am first=1 second=0", fields: "value p", rel: rClosed},
	"mwu_exact":        {view: "ranks", call: "mann_whitney value=x group=g first=a second=b", fields: "value p", rel: rClosed},
	"mwu_asym_cc":      {view: "mtcars", call: "mann_whitney value=mpg group=am first=1 second=0", fields: "value p", rel: rClosed},
	"mwu_asym":         {view: "mtcars", call: "mann_whitney value=mpg group=am first=1 second=0", fields: "value no-continuity/p", rel: rClosed},
	"mcnemar":          {view: "approval", call: "mcnemar row=first column=second count=n", fields: "value p", rel: rClosed},
	"signedrank_exact": {view: "depression", call: "wilcoxon x=x y=y", fields: "value p", rel: rClosed},
	"kruskal":          {view: "chickwts", call: "kruskal_wallis value=weight group=feed", fields: "value p", rel: rClosed},
	"friedman":         {view: "bases", call: "friedman value=x group=g block=b", fields: "value p", rel: rClosed, abs: 1e-12},
	"ks1_exact":        {view: "normal", call: "ks_one_sample value=x", fields: "value p", rel: rClosed},
	"shapiro":          {view: "mtcars", call: "shapiro_wilk value=mpg", fields: "value p", rel: rSpecial},
	"bartlett":         {view: "InsectSprays", call: "bartlett value=count group=spray", fields: "value p", rel: rClosed},
	"chi2":             {view: "mtcars", call: "chi_square row=cyl column=gear", fields: "value p", rel: rClosed},
	"chi2_yates":       {view: "mtcars", call: "chi_square row=am column=vs yates=true", fields: "value p", rel: rClosed},
	"fisher2x2":        {view: "mtcars", call: "fisher_exact row=am column=vs odds=conditional", fields: "p value lower upper", rel: rSpecial},
	"kendall_b":        {view: "mtcars", call: "kendall x=mpg y=wt", fields: "value p", rel: rClosed},
	"anova2_F":         {view: "warpbreaks", call: "factorial_anova y=breaks factors=wool,tension type=I term=$", terms: "wool tension wool:tension", fields: "value", rel: rLinear},
	"tukey_padj":       {view: "chickwts", call: "tukey_hsd value=weight group=feed $", terms: feeds, fields: "p", rel: rSpecial, abs: 1e-10},
	"tukey_lwr":        {view: "chickwts", call: "tukey_hsd value=weight group=feed $", terms: feeds, fields: "lower", rel: rSpecial},
	"ols_se":           {view: "mtcars", call: "ols y=mpg x=wt,hp,qsec term=$", terms: "intercept wt hp qsec", fields: "se", rel: rLinear},
	"ols_p":            {view: "mtcars", call: "ols y=mpg x=wt,hp,qsec term=$", terms: "intercept wt hp qsec", fields: "p", rel: rLinear},
	"ols_HC1":          {view: "mtcars", call: "ols_robust covariance=HC1 y=mpg x=wt,hp,qsec term=$", terms: "intercept wt hp qsec", fields: "se", rel: rLinear},
	"ols_nw":           {view: "mtcars", call: "ols_robust covariance=newey-west lag=2 y=mpg x=wt,hp,qsec term=$", terms: "intercept wt hp qsec", fields: "se", rel: rLinear},
	"ols_cook":         {view: "mtcars", call: "row_influence y=mpg x=wt,hp,qsec", fields: "value", rel: rLinear},
	"bp":               {view: "mtcars", call: "breusch_pagan y=mpg x=wt,hp,qsec", fields: "value p", rel: rLinear},
	"dw":               {view: "mtcars", call: "durbin_watson y=mpg x=wt,hp,qsec", fields: "value", rel: rLinear},
	"logit_se":         {view: "mtcars", call: "logit y=am x=wt,hp term=$", terms: "intercept wt hp", fields: "se", rel: rIterated},
	"logit_tight_b":    {view: "mtcars", call: "logit y=am x=wt,hp term=$", terms: "intercept wt hp", fields: "value", rel: rLinear},
	"pois_b":           {view: "warpbreaks", call: "poisson y=breaks x=B,M,H term=$", terms: "intercept B M H", fields: "value", rel: rIterated},
	"pois_se":          {view: "warpbreaks", call: "poisson y=breaks x=B,M,H term=$", terms: "intercept B M H", fields: "se", rel: 10 * rIterated}, // R takes the weights of a step before its last
	"nb_b":             {view: "quine", call: "$", terms: "negative_binomial\ty=Days\tx=M,F1,F2,F3\tterm=intercept negative_binomial\ty=Days\tx=M,F1,F2,F3\tterm=M negative_binomial\ty=Days\tx=M,F1,F2,F3\tterm=F1 negative_binomial\ty=Days\tx=M,F1,F2,F3\tterm=F2 negative_binomial\ty=Days\tx=M,F1,F2,F3\tterm=F3 negative_binomial_alpha\ty=Days\tx=M,F1,F2,F3", fields: "value", rel: rMixed},
	"km":               {view: "lung", call: "kaplan_meier time=time event=dead at=$", terms: "100 200 400 600", fields: "value", rel: rClosed},
	"km_se":            {view: "lung", call: "kaplan_meier time=time event=dead at=$", terms: "100 200 400 600", fields: "se", rel: rClosed},
	"lmer_ll":          {view: "sleepstudy", call: "mixed_loglik y=Reaction x=Days group=Subject random=Days", fields: "value", rel: rLinear},
	"acf":              {view: "LakeHuron", call: "autocorrelation value=v lag=$", terms: "1 2 3 4 5 6 7 8 9 10", fields: "value", rel: rClosed},
	"pacf":             {view: "LakeHuron", call: "partial_autocorrelation value=v lag=$", terms: "1 2 3 4 5", fields: "value", rel: rClosed},
	"ar_yw":            {view: "LakeHuron", call: "autoregression value=v order=2 lag=$", terms: "1 2", fields: "value", rel: rClosed},
	"lb":               {view: "LakeHuron", call: "ljung_box value=v lags=5", fields: "value p", rel: rClosed, abs: 1e-15}, // R's p is 1 - P and so 0
	"pca_sdev":         {view: "USArrests", call: "pca_variance columns=Murder,Assault,UrbanPop,Rape standardise=true give=sd component=$", terms: "1 2 3 4", fields: "value", rel: rClosed},
	"pca_absload1":     {view: "USArrests", call: "pca_loadings columns=Murder,Assault,UrbanPop,Rape standardise=true component=1", fields: "|value", rel: rClosed},
	"cmd":              {view: "cities", call: "mds metric=given label=city columns=" + cities, fields: "|value", rel: rClosed},
	"tukeyq":           {view: "ps", call: "$", terms: "studentized_range_p\tq=3.5\tgroups=4\tdf=20 studentized_range_quantile\tgroups=4\tdf=20", fields: "value", rel: rSpecial}, // R's quantile stops within 1e-4
	"power_t":          {view: "ps", call: "t_power n=20 delta=1", fields: "near-tail/value", rel: rClosed},                                                                       // R leaves out the far tail unless it is asked for
	"quant1":           {view: "mtcars", call: "quantile value=mpg type=1 p=$", terms: probabilities, fields: "value", rel: rClosed},
	"quant3":           {view: "mtcars", call: "quantile value=mpg type=3 p=$", terms: probabilities, fields: "value", rel: rClosed},
	"quant4":           {view: "mtcars", call: "quantile value=mpg type=4 p=$", terms: probabilities, fields: "value", rel: rClosed},
	"quant5":           {view: "mtcars", call: "quantile value=mpg type=5 p=$", terms: probabilities, fields: "value", rel: rClosed},
	"quant6":           {view: "mtcars", call: "quantile value=mpg type=6 p=$", terms: probabilities, fields: "value", rel: rClosed},
	"quant9":           {view: "mtcars", call: "quantile value=mpg type=9 p=$", terms: probabilities, fields: "value", rel: rClosed},
	"mad":              {view: "mtcars", call: "mad value=mpg", fields: "constant-1.4826/value", rel: rClosed},
	"trim":             {view: "mtcars", call: "trimmed_mean value=mpg cut=0.1", fields: "value", rel: rClosed},
	"kde_nrd0_bw":      {view: "faithful", call: "kde_bandwidth value=eruptions rule=nrd0", fields: "value", rel: rClosed},
	"fd":               {view: "mtcars", call: "histogram_bins value=mpg rule=fd", fields: "value"},
	"scott":            {view: "mtcars", call: "histogram_bins value=mpg rule=scott-r", fields: "value"},
	"loess_direct":     {view: "mtcars", call: "loess x=wt y=mpg at=$", terms: weights, fields: "value", rel: rSmoothing},
	"loess_interp":     {view: "mtcars", call: "loess x=wt y=mpg at=$", terms: weights, fields: "interpolate/value", rel: rSmoothing},
	"spline_mono":      {view: "women", call: "spline x=height y=weight method=monoH.FC at=$", terms: "58.5 60.3 65.7 71.9", fields: "value", rel: rClosed},
	"nls_tight_b":      {view: "Puromycin", call: "nls model=rate_=_Vm*conc/(K+conc) start=Vm=200,K=0.05 term=$", terms: "Vm K", fields: "value", rel: rIterated},
	"padj_holm":        {view: "ps", call: "adjusted_p value=p label=id method=holm", fields: "value", rel: rClosed},
	"padj_hommel":      {view: "ps", call: "adjusted_p value=p label=id method=hommel", fields: "value", rel: rClosed},
	"padj_bonferroni":  {view: "ps", call: "adjusted_p value=p label=id method=bonferroni", fields: "value", rel: rClosed},
	"theta_sinteg":     {view: "ps", call: "integral expression=exp(-x^2/2) variable=x from=-10 to=10", fields: "value", rel: rClosed},
	"rlm_huber":        {view: "stackloss", call: "huber_regression y=stack.loss x=Air.Flow,Water.Temp,Acid.Conc. term=$", terms: "intercept Air.Flow Water.Temp Acid.Conc.", fields: "value", rel: rSpecial},
}

const (
	probabilities = "0.05 0.1 0.25 0.33 0.5 0.75 0.9"
	weights       = "2.62 2.875 2.32 3.215 3.44 3.46 3.57 3.19 3.15 3.44" // of the first ten cars
	feeds         = "first=horsebean\tsecond=casein first=linseed\tsecond=casein first=meatmeal\tsecond=casein first=soybean\tsecond=casein first=sunflower\tsecond=casein " +
		"first=linseed\tsecond=horsebean first=meatmeal\tsecond=horsebean first=soybean\tsecond=horsebean first=sunflower\tsecond=horsebean " +
		"first=meatmeal\tsecond=linseed first=soybean\tsecond=linseed first=sunflower\tsecond=linseed first=soybean\tsecond=meatmeal first=sunflower\tsecond=meatmeal first=sunflower\tsecond=soybean"
)

// cities are those of the distances by road, in kilometres, that cmdscale scales
// (eurodist; from a table in The Cambridge Encyclopaedia); below each the distances to
// those before it.
const cities = "Athens,Barcelona,Brussels,Calais,Cherbourg,Cologne,Copenhagen,Geneva,Gibraltar,Hamburg,Hook,Lisbon,Lyons,Madrid,Marseilles,Milan,Munich,Paris,Rome,Stockholm,Vienna"

const roads = `
3313
2963 1318
3175 1326 204
3339 1294 583 460
2762 1498 206 409 785
3276 2218 966 1136 1545 760
2610 803 677 747 853 1662 1418
4485 1172 2256 2224 2047 2436 3196 1975
2977 2018 597 714 1115 460 460 1118 2897
3030 1490 172 330 731 269 269 895 2428 550
4532 1305 2084 2052 1827 2290 2971 1936 676 2671 2280
2753 645 690 739 789 714 1458 158 1817 1159 863 1178
3949 636 1558 1550 1347 1764 2498 1439 698 2198 1730 668 1281
2865 521 1011 1059 1101 1035 1778 425 1693 1479 1183 1762 320 1157
2282 1014 925 1077 1209 911 1537 328 2185 1238 1098 2250 328 1724 618
2179 1365 747 977 1160 583 1104 591 2565 805 851 2507 724 2010 1109 331
3000 1033 285 280 340 465 1176 513 1971 877 457 1799 471 1273 792 856 821
817 1460 1511 1662 1794 1497 2050 995 2631 1751 1683 2700 1048 2097 1011 586 946 1476
3927 2868 1616 1786 2196 1403 650 2068 3886 949 1500 3231 2108 3188 2428 2187 1754 1827 2707
1991 1802 1175 1381 1588 937 1455 1019 2974 1155 1205 2937 1157 2409 1363 898 428 1249 1209 2105`

// roadTable is the whole table of distances.
func roadTable() string {
	names, lines := strings.Split(cities, ","), strings.Split(roads, "\n")
	table := make([][]string, len(names))
	for i := range table {
		table[i] = make([]string, len(names))
		table[i][i] = "0"
		for j, d := range strings.Fields(lines[i]) {
			table[i][j], table[j][i] = d, d
		}
	}
	out := "city," + cities + "\n"
	for i, name := range names {
		out += name + "," + strings.Join(table[i], ",") + "\n"
	}
	return out
}

// rStated are the data that definitions.R states in its calls.
var rStated = map[string]string{
	"ranks":      "x,g\n1.1,a\n2.2,a\n3.3,a\n4.4,a\n5.5,a\n2.1,b\n4.1,b\n6.1,b\n8.1,b\n9.9,b\n10.2,b\n",
	"depression": "x,y\n1.83,0.878\n0.5,0.647\n1.62,0.598\n2.48,2.05\n1.68,1.06\n1.88,1.29\n1.55,1.06\n3.06,3.14\n1.30,1.29\n",
	"bases":      "x,g,b\n5.40,1,1\n5.50,2,1\n5.55,3,1\n5.85,1,2\n5.70,2,2\n5.75,3,2\n5.20,1,3\n5.60,2,3\n5.50,3,3\n5.55,1,4\n5.50,2,4\n5.40,3,4\n5.90,1,5\n5.85,2,5\n5.70,3,5\n5.45,1,6\n5.55,2,6\n5.60,3,6\n",
	"normal":     "x\n.61\n.29\n.06\n.59\n-1.73\n-.74\n.51\n-.56\n.39\n1.64\n.05\n-.06\n.64\n-.82\n.37\n1.77\n1.09\n-1.28\n2.36\n1.31\n",
	"approval":   "first,second,n\nyes,yes,794\nyes,no,150\nno,yes,86\nno,no,570\n",
	"cities":     roadTable(),
	"ps":         "p,id\n.01,a\n.02,b\n.03,c\n.04,d\n.05,e\n.001,f\n.2,g\n",
}

// rSteps are what a call needs of a data set beyond its columns.
var rSteps = map[string][]spec.Step{
	"warpbreaks": {{Derive: &spec.Derive{Name: "B", Expr: `wool == "B"`}}, {Derive: &spec.Derive{Name: "M", Expr: `tension == "M"`}}, {Derive: &spec.Derive{Name: "H", Expr: `tension == "H"`}}},
	"quine": {{Derive: &spec.Derive{Name: "M", Expr: `Sex == "M"`}}, {Derive: &spec.Derive{Name: "F1", Expr: `Age == "F1"`}}, {Derive: &spec.Derive{Name: "F2", Expr: `Age == "F2"`}},
		{Derive: &spec.Derive{Name: "F3", Expr: `Age == "F3"`}}},
	"lung":      {{Derive: &spec.Derive{Name: "dead", Expr: "status == 2"}}},
	"Puromycin": {{Filter: `state == "treated"`}},
}

// TestR answers every number of R's, within the tolerance of its class.
func TestR(t *testing.T) {
	if _, err := os.Stat(filepath.Dir(rFolder)); os.IsNotExist(err) {
		t.Logf("there is no folder %s: the numbers of R are not tried", rFolder)
		return
	}
	text, err := os.ReadFile(filepath.Join(rFolder, "values.json"))
	if err != nil {
		t.Fatal(err)
	}
	var want map[string][]float64
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatalf("values.json: %v", err)
	}
	if len(want) == 0 {
		t.Fatal("values.json holds no key")
	}
	views := map[string]map[string]*oracle.View{}
	for _, key := range slices.Sorted(maps.Keys(want)) {
		c, called := rCalls[key]
		if !called {
			t.Errorf("%s: no call answers this key", key)
			continue
		}
		if views[c.view] == nil {
			views[c.view] = rView(t, c.view)
		}
		rHolds(t, key, c, want[key], views[c.view])
	}
	for key := range rCalls {
		if want[key] == nil {
			t.Errorf("%s is no key of values.json", key)
		}
	}
}

func rView(t *testing.T, name string) map[string]*oracle.View {
	t.Helper()
	if csv, ok := rStated[name]; ok {
		return viewsOf(t, csv, map[string]spec.View{name: {Asset: "data.csv"}})
	}
	file := name + ".csv"
	tab, err := oracle.Load(filepath.Join(rFolder, file), spec.Asset{Path: file})
	if err != nil {
		t.Fatal(err)
	}
	out, err := oracle.Views(map[string]*oracle.Table{file: tab}, map[string]spec.View{name: {Asset: file, Steps: rSteps[name]}})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// rHolds makes the calls of a key and compares their numbers with R's, one after another.
func rHolds(t *testing.T, key string, c rCall, want []float64, views map[string]*oracle.View) {
	t.Helper()
	terms := strings.Split(c.terms, " ")
	var got []float64
	for _, term := range terms {
		name, words, _ := strings.Cut(strings.ReplaceAll(strings.ReplaceAll(c.call, "$", term), "\t", " "), " ")
		a, err := oracle.Default().Compute(context.Background(), spec.OracleCall{Estimator: name, View: c.view, Args: args(words)}, views, 0.95)
		if err != nil {
			t.Errorf("%s: %v", key, err)
			return
		}
		for _, field := range strings.Fields(c.fields) {
			xs, err := rField(a, field)
			if err != nil {
				t.Errorf("%s: %v", key, err)
				return
			}
			got = append(got, xs...)
		}
	}
	if key == "nb_b" { // R reports theta, the inverse of the dispersion
		got[len(got)-1] = 1 / got[len(got)-1]
	}
	if len(got) != len(want) {
		t.Errorf("%s: %d numbers, not %d", key, len(got), len(want))
		return
	}
	for i, w := range want {
		if !(spec.Tolerance{Rel: c.rel, Abs: c.abs}).Close(got[i], w) {
			t.Errorf("%s: number %d is %.15g, by R %.15g", key, i, got[i], w)
		}
	}
}

// rField are the numbers of a field of an answer.
func rField(a oracle.Answer, field string) ([]float64, error) {
	field, amount := strings.CutPrefix(field, "|")
	if name, rest, ok := strings.Cut(field, "/"); ok {
		i := slices.IndexFunc(a.Variants, func(v oracle.Variant) bool { return v.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("%s has no variant %s", a.What, name)
		}
		a, field = a.Variants[i].Answer, rest
	}
	v := map[string]spec.Value{"value": a.Value, "statistic": a.Statistic, "df": a.DF, "p": a.PValue, "se": uncertainty(a, spec.UncertaintySE).Value,
		"lower": uncertainty(a, spec.UncertaintyCI).Lower, "upper": uncertainty(a, spec.UncertaintyCI).Upper}[field]
	ns, ok := v.Numbers()
	if !ok {
		return nil, fmt.Errorf("%s has no %s", a.What, field)
	}
	out := make([]float64, len(ns))
	for i, n := range ns {
		if out[i] = n.F; amount {
			out[i] = math.Abs(n.F)
		}
	}
	return out, nil
}
