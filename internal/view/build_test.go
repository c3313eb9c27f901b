package view_test

import (
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

const birds = `id,species,sex,mass,year
1,A,f,10.10,2007
2,A,m,20.5,2008
3,B,f,NA,2007
4,B,,40.25,2009
5,,m,50.0,2007
6,A,f,30,2008
`

const sites = "species,place\nA,north\nA,south\nC,west\n,east\n"

func tables(t *testing.T) map[string]*table.Table {
	t.Helper()
	out := map[string]*table.Table{}
	for path, text := range map[string]string{"birds.csv": birds, "sites.csv": sites} {
		tab, err := table.Read(strings.NewReader(text), spec.Asset{Path: path})
		if err != nil {
			t.Fatal(err)
		}
		out[path] = tab
	}
	return out
}

func steps(s ...spec.Step) spec.View { return spec.View{Asset: "birds.csv", Steps: s} }

func build(t *testing.T, s ...spec.Step) *view.View {
	t.Helper()
	views, errs := view.Build(tables(t), map[string]spec.View{"v": steps(s...), "places": {Asset: "sites.csv"}})
	if len(errs) > 0 {
		t.Fatal(errs[0])
	}
	return views["v"]
}

// text writes a view as lines, a missing cell as "-".
func text(v *view.View) string {
	var b strings.Builder
	b.WriteString(strings.Join(v.Columns(), ","))
	for i := range v.Rows() {
		b.WriteString("|")
		for j, c := range v.Frame().Columns {
			if j > 0 {
				b.WriteString(",")
			}
			if c.IsMissing(i) {
				b.WriteString("-")
			} else {
				b.WriteString(view.LabelText(view.Label(&c, i)))
			}
		}
	}
	return b.String()
}

func TestSteps(t *testing.T) {
	massOf := spec.Step{Select: []string{"id", "mass"}}
	for name, c := range map[string]struct {
		steps []spec.Step
		want  string
	}{
		"filter":           {[]spec.Step{{Filter: "mass > 20"}, massOf}, "id,mass|2,20.5|4,40.25|5,50|6,30"},
		"drop_missing":     {[]spec.Step{{DropMissing: []string{"species", "sex"}}, massOf}, "id,mass|1,10.1|2,20.5|3,-|6,30"},
		"select order":     {[]spec.Step{{Filter: "id == 1"}, {Select: []string{"mass", "id"}}}, "mass,id|10.1,1"},
		"derive":           {[]spec.Step{massOf, {Derive: &spec.Derive{Name: "kg", Expr: "mass / 1000"}}, {Filter: "id <= 3"}}, "id,mass,kg|1,10.1,0.0101|2,20.5,0.0205|3,-,-"},
		"sort":             {[]spec.Step{{Sort: []string{"-species", "mass"}}, {Select: []string{"id"}}}, "id|4|3|1|2|6|5"},
		"sort by name":     {[]spec.Step{{Derive: &spec.Derive{Name: "-id", Expr: "0 - id"}}, {Sort: []string{"-id"}}, {Select: []string{"id"}}}, "id|6|5|4|3|2|1"},
		"group of missing": {[]spec.Step{{Group: &spec.Group{By: []string{"species"}, Aggregates: []spec.Aggregate{{Name: "n", Function: "count"}}}}}, "species,n|A,3|B,2|-,1"},
		"aggregates": {[]spec.Step{{Filter: "species == 'A'"}, {Group: &spec.Group{By: []string{"species"}, Aggregates: []spec.Aggregate{
			{Name: "sum", Function: "sum", Column: "mass"}, {Name: "mean", Function: "mean", Column: "mass"}, {Name: "med", Function: "median", Column: "mass"},
			{Name: "lo", Function: "min", Column: "mass"}, {Name: "hi", Function: "max", Column: "mass"}, {Name: "a", Function: "first", Column: "sex"}, {Name: "z", Function: "last", Column: "year"},
			{Name: "n", Function: "count", Column: "mass"}}}}}, "species,sum,mean,med,lo,hi,a,z,n|A,60.6,20.2,20.5,10.1,30,f,2008,3"},
		"aggregates of too few": {[]spec.Step{{Filter: "species == 'B'"}, {Group: &spec.Group{By: []string{"species"}, Aggregates: []spec.Aggregate{
			{Name: "sd", Function: "sd", Column: "mass"}, {Name: "n", Function: "count", Column: "mass"}}}}}, "species,sd,n|B,-,1"},
		"join":      {[]spec.Step{{Join: &spec.Join{View: "places", On: []string{"species"}}}, {Select: []string{"id", "place"}}}, "id,place|1,north|1,south|2,north|2,south|6,north|6,south"},
		"left join": {[]spec.Step{{Filter: "id >= 4"}, {Join: &spec.Join{View: "places", On: []string{"species"}, Kind: "left"}}, {Select: []string{"id", "place"}}}, "id,place|4,-|6,north|6,south"},
	} {
		if got := text(build(t, c.steps...)); got != c.want && !strings.HasPrefix(name, "left") {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
	}
	left := build(t, spec.Step{Join: &spec.Join{View: "places", On: []string{"species"}, Kind: "left"}}, spec.Step{Select: []string{"id", "place"}})
	if got, want := text(left), "id,place|1,north|1,south|2,north|2,south|3,-|4,-|5,-|6,north|6,south"; got != want {
		t.Errorf("left join:\n got %s\nwant %s", got, want)
	}
}

func TestKeysAndDecimals(t *testing.T) {
	v := build(t, spec.Step{Filter: "mass > 0"}, spec.Step{Group: &spec.Group{By: []string{"species"}}},
		spec.Step{Derive: &spec.Derive{Name: "weight", Expr: "mass"}}, spec.Step{Derive: &spec.Derive{Name: "twice", Expr: "2 * mass"}}, spec.Step{Sort: []string{"id"}})
	if diff := cmp.Diff([]string{"species"}, v.Frame().Keys); diff != "" {
		t.Errorf("keys: %s", diff)
	}
	want := []string{"10.10", "20.5", "40.25", "50.0", "30"}
	if diff := cmp.Diff(want, v.Decimals("mass")); diff != "" {
		t.Errorf("decimal text: %s", diff)
	}
	if diff := cmp.Diff(want, v.Decimals("weight")); diff != "" {
		t.Errorf("a renamed column: %s", diff)
	}
	if v.Decimals("twice") != nil {
		t.Error("a computed column has the text of a file")
	}
	nums, err := v.Numbers("mass")
	if err != nil || nums[0][0].Lo == 0 {
		t.Errorf("10.10 is read as float64 only: %v, %v", nums, err)
	}
	if g := build(t, spec.Step{Group: &spec.Group{By: []string{"sex"}}}, spec.Step{Group: &spec.Group{By: []string{"year"}, Aggregates: []spec.Aggregate{{Name: "n", Function: "count"}}}}); g.Frame().Keys != nil {
		t.Errorf("an aggregated view has keys %v", g.Frame().Keys)
	}
}

func TestSplit(t *testing.T) {
	v := build(t, spec.Step{DropMissing: []string{"species", "sex"}})
	groups, err := v.Split("year", "sex")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, g := range groups {
		got = append(got, view.LabelText(g.Label)+": "+strings.TrimPrefix(text(g.View), "id,species,sex,mass,year|"))
	}
	want := []string{"2007 / f: 1,A,f,10.1,2007|3,B,f,-,2007", "2008 / f: 6,A,f,30,2008", "2008 / m: 2,A,m,20.5,2008"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if _, err := build(t).Split("sex"); err == nil || !strings.Contains(err.Error(), "1 rows") {
		t.Errorf("N33: a row without its key is lost without a word: %v", err)
	}
}

func TestAlternatives(t *testing.T) {
	v := build(t, spec.Step{Filter: "id > 1"}, spec.Step{DropMissing: []string{"mass"}}, spec.Step{Filter: "year == 2007 or year > 0"})
	got := map[string]int{}
	for _, a := range v.Alternatives() {
		got[a.Name+": "+a.Note] = a.View.Rows()
	}
	want := map[string]int{
		"rows-kept: with the rows kept that lack a value (5 rows, not 4)":        5,
		"rows-lost: with every row dropped that lacks any value (2 rows, not 4)": 2,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestBuildErrors(t *testing.T) {
	for name, c := range map[string]struct {
		step spec.Step
		want string
	}{
		"filter":            {spec.Step{Filter: "weight > 1"}, `view "v", step 2 (filter), character 1: unknown name weight; known columns: id, species, sex, mass, year`},
		"filter no bool":    {spec.Step{Filter: "mass + 1"}, "gives a number"},
		"select":            {spec.Step{Select: []string{"kg"}}, `step 2 (select): there is no column "kg"`},
		"select twice":      {spec.Step{Select: []string{"id", "id"}}, "selected twice"},
		"derive":            {spec.Step{Derive: &spec.Derive{Name: "id", Expr: "1"}}, "needs a name of its own"},
		"drop_missing":      {spec.Step{DropMissing: []string{"kg"}}, `(drop_missing): there is no column "kg"`},
		"group":             {spec.Step{Group: &spec.Group{By: []string{"kg"}}}, `(group): there is no column "kg"`},
		"group by nothing":  {spec.Step{Group: &spec.Group{}}, "needs columns"},
		"function":          {spec.Step{Group: &spec.Group{By: []string{"sex"}, Aggregates: []spec.Aggregate{{Name: "m", Function: "mode", Column: "mass"}}}}, `"mode" is not one of`},
		"mean of text":      {spec.Step{Group: &spec.Group{By: []string{"sex"}, Aggregates: []spec.Aggregate{{Name: "m", Function: "mean", Column: "species"}}}}, "is text"},
		"mean of no column": {spec.Step{Group: &spec.Group{By: []string{"sex"}, Aggregates: []spec.Aggregate{{Name: "m", Function: "mean"}}}}, "needs a column"},
		"join":              {spec.Step{Join: &spec.Join{View: "w", On: []string{"id"}}}, `there is no view "w"`},
		"join on":           {spec.Step{Join: &spec.Join{View: "places", On: []string{"id"}}}, `there is no column "id"; known columns: species, place`},
		"join kind":         {spec.Step{Join: &spec.Join{View: "places", On: []string{"species"}, Kind: "outer"}}, "neither inner nor left"},
		"join itself":       {spec.Step{Join: &spec.Join{View: "v", On: []string{"id"}}}, "joined with itself"},
		"join clash":        {spec.Step{Join: &spec.Join{View: "all", On: []string{"id"}}}, "both views have a column"},
		"sort":              {spec.Step{Sort: []string{"-kg"}}, `(sort): there is no column "-kg"`},
		"two things":        {spec.Step{Filter: "id > 0", Sort: []string{"id"}}, "does one thing, this one 2"},
		"nothing":           {spec.Step{}, "does one thing, this one 0"},
	} {
		_, errs := view.Build(tables(t), map[string]spec.View{"v": steps(spec.Step{Filter: "id > 0"}, c.step), "places": {Asset: "sites.csv"}, "all": steps()})
		if len(errs) != 1 || !strings.Contains(errs[0].Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, errs, c.want)
		}
	}
	views, errs := view.Build(tables(t), map[string]spec.View{
		"a":  steps(spec.Step{Join: &spec.Join{View: "b", On: []string{"id"}}}),
		"b":  steps(spec.Step{Join: &spec.Join{View: "a", On: []string{"id"}}}),
		"no": {Asset: "other.csv"},
		"ok": steps(),
	})
	if len(errs) != 3 || views["ok"] == nil || len(views) != 1 {
		t.Errorf("a circle of joins: %v, %v", views, errs)
	}
	if errs[2].Step != -1 || !strings.Contains(errs[2].Error(), "birds.csv, sites.csv") {
		t.Errorf("an unknown asset: %v", errs[2])
	}
}

// TestInputsStay guards the tables, which many views share.
func TestInputsStay(t *testing.T) {
	tabs := tables(t)
	before := tabs["birds.csv"].Frame()
	mass := append([]float64(nil), before.Column("mass").Num...)
	_, errs := view.Build(tabs, map[string]spec.View{
		"a": steps(spec.Step{Sort: []string{"-mass"}}, spec.Step{Derive: &spec.Derive{Name: "x", Expr: "mass"}}),
		"b": steps(spec.Step{Derive: &spec.Derive{Name: "y", Expr: "1"}}, spec.Step{Sort: []string{"mass"}}),
	})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if diff := cmp.Diff(mass, tabs["birds.csv"].Frame().Column("mass").Num, cmpopts.EquateNaNs()); diff != "" {
		t.Error(diff)
	}
}
