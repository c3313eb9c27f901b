package resampling

import (
	"cmp"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/resample"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// row is one row by what sets it apart, in an order that does not depend on that of the
// view.
type row struct {
	side             int // 0 in the first group, 1 in the second
	stratum, cluster string
	xs               []dd.Num
}

func (r row) compare(o row) int {
	c := cmp.Or(cmp.Compare(r.side, o.side), strings.Compare(r.stratum, o.stratum), strings.Compare(r.cluster, o.cluster))
	for i := range r.xs {
		c = cmp.Or(c, r.xs[i].Cmp(o.xs[i]))
	}
	return c
}

// data are the rows that are drawn from.
type data struct {
	rows  []row
	first int // rows of the first group, which come first
	unit  string
}

// names of the arguments that a call needs, and the error where one is lacking.
func need(in estimate.Input, why string, names ...string) error {
	for _, n := range names {
		if !in.Args.Has(n) {
			return estimate.BadArg(n, "is required by %s", why)
		}
	}
	return nil
}

// columnsOf reads rows of columns of numbers that lack none of them, nor a stratum or a
// cluster; of two groups where split is set.
func columnsOf(in estimate.Input, split bool, columns ...string) (data, error) {
	for _, name := range columns {
		if in.View.Column(name).Kind == spec.ColumnText {
			return data{}, estimate.BadArg("value", "is the column %q of text, not of numbers", name)
		}
	}
	strata := in.Args.Texts("strata")
	asked := slices.Concat(columns, strata)
	if in.Args.Has("cluster") {
		asked = append(asked, in.Args.Text("cluster"))
	}
	if split {
		asked = append(asked, in.Args.Text("group"))
		if view.SameLabel(in.Args["first"], in.Args["second"]) {
			return data{}, estimate.BadArg("second", "is the same group as first: %s", in.Args["first"])
		}
	}
	v := sample.Valued(in.View, asked...)
	d := data{unit: v.Column(columns[0]).Unit}
	nums, err := v.Numbers(columns...)
	if err != nil {
		return d, err
	}
	counts := [2]int{}
	for i := range v.Rows() {
		var r row
		if split {
			l := view.Label(v.Column(in.Args.Text("group")), i)
			switch {
			case view.SameLabel(l, in.Args["first"]):
			case view.SameLabel(l, in.Args["second"]):
				r.side = 1
			default:
				continue
			}
		}
		counts[r.side]++
		r.stratum = labels(v, i, strata)
		if in.Args.Has("cluster") {
			r.cluster = labels(v, i, []string{in.Args.Text("cluster")})
		}
		for j := range columns {
			r.xs = append(r.xs, nums[j][i])
		}
		d.rows = append(d.rows, r)
	}
	for k, name := range []string{"first", "second"}[:map[bool]int{true: 2}[split]] {
		if counts[k] == 0 {
			return d, estimate.Undefined("group %s of %s has no values in view %q", in.Args[name], in.Args.Text("group"), in.View.Name)
		}
	}
	d.first = counts[0]
	return d.sorted()
}

// flags are the rows that can be asked whether they fulfil a condition, 1 for those that do.
func flags(in estimate.Input) (data, error) {
	if err := need(in, "a proportion", "value", "equals"); err != nil {
		return data{}, err
	}
	strata, value := in.Args.Texts("strata"), in.Args.Text("value")
	asked := append([]string{value}, strata...)
	if in.Args.Has("cluster") {
		asked = append(asked, in.Args.Text("cluster"))
	}
	v := sample.Valued(in.View, asked...)
	d := data{unit: "1", first: v.Rows()}
	for i := range v.Rows() {
		r := row{stratum: labels(v, i, strata), xs: []dd.Num{{}}}
		if in.Args.Has("cluster") {
			r.cluster = labels(v, i, []string{in.Args.Text("cluster")})
		}
		if view.SameLabel(view.Label(v.Column(value), i), in.Args["equals"]) {
			r.xs[0] = dd.F(1)
		}
		d.rows = append(d.rows, r)
	}
	return d.sorted()
}

func (d data) sorted() (data, error) {
	if len(d.rows) < 2 {
		return d, estimate.Undefined("it needs two rows, there are %d", len(d.rows))
	}
	slices.SortStableFunc(d.rows, row.compare)
	return d, nil
}

func labels(v *view.View, i int, columns []string) string {
	out := make([]string, len(columns))
	for k, name := range columns {
		out[k] = view.LabelText(view.Label(v.Column(name), i))
	}
	return strings.Join(out, "\x00")
}

// column is the k-th column of all rows.
func (d data) column(k int) []dd.Num {
	out := make([]dd.Num, len(d.rows))
	for i, r := range d.rows {
		out[i] = r.xs[k]
	}
	return out
}

// design draws rows within strata, both groups being strata too; or, where there are
// clusters, clusters within strata.
func (d data) design(clustered bool) (resample.Design, error) {
	out := resample.Design{Rows: len(d.rows)}
	if !clustered {
		for i, r := range d.rows {
			if i == 0 || r.side != d.rows[i-1].side || r.stratum != d.rows[i-1].stratum {
				out.Strata = append(out.Strata, 0)
			}
			out.Strata[len(out.Strata)-1]++
		}
		return out, nil
	}
	type unit struct{ stratum, cluster string }
	members, home := map[unit][]int{}, map[string]string{}
	for i, r := range d.rows {
		u := unit{r.stratum, r.cluster}
		if s, ok := home[r.cluster]; ok && s != r.stratum {
			return out, estimate.Undefined("cluster %s lies in more than one stratum", r.cluster)
		}
		home[r.cluster] = r.stratum
		members[u] = append(members[u], i)
	}
	var units []unit
	for u := range members {
		units = append(units, u)
	}
	slices.SortFunc(units, func(a, b unit) int {
		return cmp.Or(strings.Compare(a.stratum, b.stratum), strings.Compare(a.cluster, b.cluster))
	})
	for i, u := range units {
		if i == 0 || u.stratum != units[i-1].stratum {
			out.Strata = append(out.Strata, 0)
		}
		out.Strata[len(out.Strata)-1]++
		out.Members = append(out.Members, members[u])
	}
	if len(units) < 2 {
		return out, estimate.Undefined("it needs two clusters, there is 1")
	}
	return out, nil
}
