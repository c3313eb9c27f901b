package predict

import (
	"context"
	"fmt"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// multiclass are areas under ROC curves of more than two classes.
func multiclass() []estimate.Estimator {
	return []estimate.Estimator{{Name: "roc_auc_multiclass", Summary: "the area under the ROC curve of several classes",
		Unit: "1", Domain: "labels and a column of scores for each; a row of each class",
		PerRow: true, Compute: rocAUCMulticlass,
		Formula: "ovr: mean over classes of the area of the class, by its score, against all others; ovo: mean over pairs of classes of (A(i|j) + A(j|i))/2, where A(i|j) is the area of i against j by the score of i. " +
			"Weighted means count a class by its rows, a pair by the rows of both",
		Source: "Hand and Till (2001); Fawcett (2006)",
		Args: []estimate.Arg{{Name: "truth", Kind: estimate.ArgFactor, Required: true, Doc: "column of true labels; rows that lack truth or a score are left out"},
			{Name: "scores", Kind: estimate.ArgColumns, Required: true, Doc: "columns of scores, one for each class, large ones for its rows"},
			{Name: "classes", Kind: estimate.ArgTexts, Doc: "labels of the classes in the order of scores; the names of those columns where absent"},
			{Name: "compare", Kind: estimate.ArgText, Default: spec.TextValue("ovr"), OneOf: []string{"ovr", "ovo"}, Doc: "one class against the rest, or each pair of classes"},
			{Name: "average", Kind: estimate.ArgText, Default: spec.TextValue("macro"), OneOf: []string{"macro", "weighted"}, Doc: "mean over classes or pairs"}}}}
}

// classes are the scores of rows by class.
type classes struct {
	labels []string
	scores [][]dd.Num // by column, then row
	rows   [][]int    // of each class
	n      int
}

func classesOf(in estimate.Input) (classes, error) {
	truth, columns := in.Args.Text("truth"), in.Args.Texts("scores")
	c := classes{labels: columns, rows: make([][]int, len(columns))}
	if in.Args.Has("classes") {
		if c.labels = in.Args.Texts("classes"); len(c.labels) != len(columns) {
			return c, estimate.BadArg("classes", "names %d classes for %d columns of scores", len(c.labels), len(columns))
		}
	}
	if len(columns) < 3 {
		return c, estimate.BadArg("scores", "names %d columns; it needs three classes (of two, roc_auc is the area)", len(columns))
	}
	v := sample.Valued(in.View, append([]string{truth}, columns...)...)
	var err error
	if c.scores, err = v.Numbers(columns...); err != nil {
		return c, err
	}
	at := map[string]int{}
	for k, l := range c.labels {
		at[l] = k
	}
	for i := range v.Rows() {
		l := view.LabelText(view.Label(v.Column(truth), i))
		k, ok := at[l]
		if !ok {
			return c, estimate.Undefined("the label %s has no column of scores", l)
		}
		c.rows[k] = append(c.rows[k], i)
		c.n++
	}
	for k, rows := range c.rows {
		if len(rows) == 0 {
			return c, estimate.Undefined("no row is of class %s", c.labels[k])
		}
	}
	return c, nil
}

func (c classes) pick(column int, rows []int) []dd.Num {
	out := make([]dd.Num, len(rows))
	for k, i := range rows {
		out[k] = c.scores[column][i]
	}
	return out
}

// area is P(first > second) + P(equal)/2.
func area(first, second []dd.Num) dd.Num {
	n, m := float64(len(first)), float64(len(second))
	sum := dd.F(-n * (n + 1) / 2)
	for _, r := range sample.Ranks(append(append([]dd.Num{}, first...), second...))[:len(first)] {
		sum = sum.Add(r)
	}
	return sum.Div(dd.F(n * m))
}

// averaged is a mean of areas with weights.
type averaged struct{ plain, weighted, weights, count dd.Num }

func (m *averaged) add(x dd.Num, weight int) {
	w := dd.F(float64(weight))
	m.plain, m.weighted = m.plain.Add(x), m.weighted.Add(x.Mul(w))
	m.weights, m.count = m.weights.Add(w), m.count.Add(dd.F(1))
}

func (m averaged) by(average string) dd.Num {
	if average == "weighted" {
		return m.weighted.Div(m.weights)
	}
	return m.plain.Div(m.count)
}

// means are the areas by comparison; forward has of each pair A(i|j) only, i before j.
func (c classes) means() (rest, pairs, forward averaged) {
	for i, own := range c.rows {
		var others []int
		for j, rows := range c.rows {
			if j != i {
				others = append(others, rows...)
			}
			if j > i {
				there := area(c.pick(i, own), c.pick(i, rows))
				back := area(c.pick(j, rows), c.pick(j, own))
				pairs.add(there.Add(back).Div(dd.F(2)), len(own)+len(rows))
				forward.add(there, len(own)+len(rows))
			}
		}
		rest.add(area(c.pick(i, own), c.pick(i, others)), len(own))
	}
	return rest, pairs, forward
}

// micro is the area of all pairs of a row and a class: own classes against others.
func (c classes) micro() dd.Num {
	var own, others []dd.Num
	for k, rows := range c.rows {
		for j := range c.scores {
			if j == k {
				own = append(own, c.pick(j, rows)...)
			} else {
				others = append(others, c.pick(j, rows)...)
			}
		}
	}
	return area(own, others)
}

func rocAUCMulticlass(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	c, err := classesOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	rest, pairs, forward := c.means()
	compare, average := in.Args.Text("compare"), in.Args.Text("average")
	all := map[string]averaged{"ovr": rest, "ovo": pairs}
	a := estimate.Answer{Value: estimate.Number(all[compare].by(average).Float()), N: answer.Count(c.n), Unit: "1", Floor: answer.TestFloor}
	words := map[string]string{"ovr": "each class against the rest", "ovo": "each pair of classes (Hand and Till)"}
	for _, k := range []string{"ovr", "ovo"} {
		for _, m := range []string{"macro", "weighted"} {
			if k != compare || m != average {
				answer.VaryValue(&a, k+"-"+m, fmt.Sprintf("the %s mean of the areas of %s", m, words[k]), all[k].by(m))
			}
		}
	}
	if compare == "ovo" {
		answer.VaryValue(&a, "one-direction", "the mean over pairs with the score of the first class only, not of both", forward.by(average))
	}
	answer.VaryValue(&a, "micro", "the area over all pairs of a row and a class (micro)", c.micro())
	answer.VaryScaled(&a, "percent", "the percentage (times 100), where a fraction belongs", 100)
	return a, nil
}
