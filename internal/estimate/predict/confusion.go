package predict

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

var positiveArg = estimate.Arg{Name: "positive", Kind: estimate.ArgLabel, Doc: "label of truth that counts as positive; true or 1 where absent"}

// classifications are measures of predicted labels against true ones.
func classifications() []estimate.Estimator {
	labels := []estimate.Arg{{Name: "truth", Kind: estimate.ArgFactor, Required: true, Doc: "column of true labels; rows that lack truth or predicted are left out"},
		{Name: "predicted", Kind: estimate.ArgFactor, Required: true, Doc: "column of predicted labels"}}
	averaged := append(labels[:2:2], estimate.Arg{Name: "average", Kind: estimate.ArgText, Default: spec.TextValue("binary"), OneOf: []string{"binary", "micro", "macro", "weighted"},
		Doc: "of the positive label alone, over all rows (micro), the mean over labels (macro), or that weighted by true counts"}, positiveArg)
	const rule = "; macro and weighted: a label that was never predicted, or is never true, has the part 0 in the mean"
	return []estimate.Estimator{
		{Name: "accuracy", Summary: "the accuracy",
			Unit: "1", Domain: "labels of any kind, the same set in both columns; one row", Source: "Sokolova and Lapalme (2009)",
			Formula: "rows with the true label / all rows", PerRow: true, Args: labels, Compute: ofLabels(accuracy)},
		{Name: "balanced_accuracy", Summary: "the balanced accuracy",
			Unit: "1", Domain: "labels, the same set in both columns; one row",
			Formula: "mean recall of the labels that occur in truth", Source: "Brodersen et al. (2010)", PerRow: true, Args: labels, Compute: ofLabels(balancedAccuracy)},
		{Name: "precision", Summary: "the precision",
			Unit: "1", Domain: "labels, the same set in both columns; a label that is predicted",
			Formula: "TP / (TP + FP)" + rule, Source: "van Rijsbergen (1979)", PerRow: true, Args: averaged, Compute: ofLabels(precision)},
		{Name: "recall", Summary: "the recall",
			Unit: "1", Domain: "labels, the same set in both columns; a label that occurs",
			Formula: "TP / (TP + FN)" + rule, Source: "van Rijsbergen (1979)", PerRow: true, Args: averaged, Compute: ofLabels(recall)},
		{Name: "f1", Summary: "the F1 score",
			Unit: "1", Domain: "labels, the same set in both columns; a label that occurs",
			Formula: "2 TP / (2 TP + FP + FN); macro: the mean of the labels' F1", Source: "van Rijsbergen (1979)", PerRow: true, Args: averaged, Compute: ofLabels(f1)},
		{Name: "mcc", Summary: "the correlation of Matthews",
			Unit: "1", Domain: "labels, the same set in both columns; two labels in each",
			Formula: "(c s - Σ t p) / sqrt((s² - Σ p²)(s² - Σ t²)): s rows, c right ones, t and p the true and predicted counts of each label", Source: "Matthews (1975); Gorodkin (2004)",
			PerRow: true, Args: labels, Compute: ofLabels(matthews)},
		{Name: "cohen_kappa", Summary: "Cohen's kappa",
			Unit: "1", Domain: "labels, the same set in both columns; not all the same one; one row",
			Formula: "1 - Σ w O / Σ w E; w is 0 for the same label, else 1, |i - j| (linear) or (i - j)² (quadratic) of places in the sorted labels", Source: "Cohen (1960, 1968)",
			PerRow: true, Compute: ofLabels(kappa), Args: append(labels[:2:2], estimate.Arg{Name: "weights", Kind: estimate.ArgText, Default: spec.TextValue("none"), OneOf: []string{"none", "linear", "quadratic"}, Doc: "weights of disagreement"})},
	}
}

// confusion is a table of true (rows) and predicted (columns) labels, all of both.
type confusion struct {
	labels               []spec.Value
	cell                 [][]float64
	truth, predicted, ok []float64 // of each label: rows where it is true, predicted, both
	n, right             float64
}

func confusionOf(in estimate.Input) (confusion, error) {
	truth, predicted := in.Args.Text("truth"), in.Args.Text("predicted")
	if a, b := in.View.Column(truth).Kind, in.View.Column(predicted).Kind; a != b {
		return confusion{}, estimate.Undefined("%s holds %s labels and %s %s labels, which cannot be the same", truth, a, predicted, b)
	}
	t, err := sample.CountsOf(in, truth, predicted, "")
	if err != nil {
		return confusion{}, err
	}
	if t.Total == 0 {
		return confusion{}, estimate.Undefined("no row of view %q has both labels", in.View.Name)
	}
	c := confusion{labels: append(slices.Clone(t.Rows), t.Columns...), n: t.Total}
	slices.SortFunc(c.labels, func(a, b spec.Value) int {
		if a.Kind == spec.ValueNumber && b.Kind == spec.ValueNumber {
			return cmp.Compare(a.Num.F, b.Num.F)
		}
		return cmp.Compare(view.LabelText(a), view.LabelText(b))
	})
	c.labels = slices.CompactFunc(c.labels, view.SameLabel)
	k := len(c.labels)
	c.cell, c.truth, c.predicted, c.ok = make([][]float64, k), make([]float64, k), make([]float64, k), make([]float64, k)
	for i := range c.cell {
		c.cell[i] = make([]float64, k)
	}
	for i, r := range t.Cell {
		for j, x := range r {
			c.cell[c.find(t.Rows[i])][c.find(t.Columns[j])] = x
		}
	}
	for i, r := range c.cell {
		c.ok[i] = r[i]
		c.right += r[i]
		for j, x := range r {
			c.truth[i] += x
			c.predicted[j] += x
		}
	}
	return c, nil
}

func (c confusion) find(label spec.Value) int {
	return slices.IndexFunc(c.labels, func(l spec.Value) bool { return view.SameLabel(l, label) })
}

func ofLabels(f func(c confusion, in estimate.Input) (estimate.Answer, error)) sample.Computer {
	return func(_ context.Context, in estimate.Input) (estimate.Answer, error) {
		c, err := confusionOf(in)
		if err != nil {
			return estimate.Answer{}, err
		}
		return f(c, in)
	}
}

func (c confusion) answer(x float64) estimate.Answer {
	return estimate.Answer{Value: estimate.Number(x), N: answer.Count(int(c.n)), Unit: "1", Floor: answer.TestFloor}
}

// varyShare appends the slips that any share of rows invites.
func varyShare(a *estimate.Answer, x float64) {
	answer.VaryScaled(a, "percent", "the percentage (times 100), where a fraction belongs", 100)
	answer.VaryValue(a, "complement", "one less the value, the share of errors", dd.F(1-x))
}

func accuracy(c confusion, _ estimate.Input) (estimate.Answer, error) {
	x := c.right / c.n
	a := c.answer(x)
	varyShare(&a, x)
	answer.VaryValue(&a, "count", "the number of right rows, not their share", dd.F(c.right))
	answer.VaryValue(&a, "balanced", "the balanced accuracy, the mean recall", dd.F(c.balanced()))
	answer.VaryValue(&a, "majority", "the share of the most frequent true label", dd.F(slices.Max(c.truth)/c.n))
	return a, nil
}

// balanced is the mean recall of the labels that are true somewhere.
func (c confusion) balanced() float64 { return meanKnown(ratios(c.ok, c.truth)) }

// ratios are a/b, NaN where b is 0.
func ratios(a, b []float64) []float64 {
	out := make([]float64, len(a))
	for i := range a {
		out[i] = a[i] / b[i]
	}
	return out
}

// meanKnown is the mean without NaN.
func meanKnown(xs []float64) float64 {
	sum, n := 0.0, 0.0
	for _, x := range xs {
		if !math.IsNaN(x) {
			sum, n = sum+x, n+1
		}
	}
	return sum / n
}

func balancedAccuracy(c confusion, _ estimate.Input) (estimate.Answer, error) {
	x := c.balanced()
	a := c.answer(x)
	varyShare(&a, x)
	answer.VaryValue(&a, "accuracy", "the accuracy, all rows alike", dd.F(c.right/c.n))
	k := 0.0
	for _, t := range c.truth {
		if t > 0 {
			k++
		}
	}
	answer.VaryValue(&a, "adjusted", "adjusted to 0 for chance", dd.F((x-1/k)/(1-1/k)))
	answer.VaryValue(&a, "all-labels", "with a recall of 0 for labels that occur in predictions only", dd.F(x*k/float64(len(c.labels))))
	return a, nil
}

// perLabel are the values of a measure for each label; NaN where it has none.
type perLabel func(c confusion) []float64

func precisions(c confusion) []float64 { return ratios(c.ok, c.predicted) }
func recalls(c confusion) []float64    { return ratios(c.ok, c.truth) }

func f1s(c confusion) []float64 {
	out := make([]float64, len(c.ok))
	for i := range out { // a label stands in one of the columns, so the sum is not 0
		out[i] = 2 * c.ok[i] / (c.truth[i] + c.predicted[i])
	}
	return out
}

// macro is the mean over labels, weighted or not, 0 where a label has no value.
func (c confusion) macro(xs []float64, weighted bool) float64 {
	sum := 0.0
	for i, x := range xs {
		switch {
		case math.IsNaN(x):
		case weighted:
			sum += x * c.truth[i] / c.n
		default:
			sum += x / float64(len(xs))
		}
	}
	return sum
}

// positive is the place of the positive label; -1 where it does not occur.
func (c confusion) positive(in estimate.Input) (int, error) {
	if in.Args.Has("positive") {
		return c.find(in.Args["positive"]), nil
	}
	label, err := truthLabel(in)
	if err != nil {
		return 0, err
	}
	return c.find(label), nil
}

// truthLabel is the label that is positive where none is named.
func truthLabel(in estimate.Input) (spec.Value, error) {
	switch in.View.Column(in.Args.Text("truth")).Kind {
	case spec.ColumnBool:
		return spec.Value{Kind: spec.ValueBool, Bool: true}, nil
	case spec.ColumnNumber:
		return spec.NumberValue(1), nil
	}
	return spec.Value{}, estimate.BadArg("positive", "is required where truth is text")
}

// score is the answer of a measure that has a value for each label.
func (c confusion) score(in estimate.Input, of perLabel, name string) (estimate.Answer, error) {
	xs := of(c)
	means := []struct {
		name, note string
		value      float64
	}{
		{"micro", "over all rows (micro), which is the accuracy", c.right / c.n},
		{"macro", "the mean over labels (macro)", c.macro(xs, false)},
		{"weighted", "the mean over labels, weighted by true counts", c.macro(xs, true)},
	}
	average, chosen := in.Args.Text("average"), -1
	var a estimate.Answer
	if average == "binary" {
		var err error
		if chosen, err = c.positive(in); err != nil {
			return a, err
		}
		if chosen < 0 || math.IsNaN(xs[chosen]) {
			return a, estimate.Undefined("the %s of a label without rows is 0/0", name)
		}
		a = c.answer(xs[chosen])
	}
	for _, m := range means {
		if m.name == average {
			a = c.answer(m.value)
			a.What = fmt.Sprintf("the %s, %s", name, m.note)
		}
	}
	for _, m := range means {
		if m.name != average {
			answer.VaryValue(&a, m.name, m.note, dd.F(m.value))
		}
	}
	if average != "binary" {
		answer.VaryValue(&a, "known-labels", "the mean over the labels that have a value, not 0 for the others", dd.F(meanKnown(xs)))
	}
	for i, x := range xs {
		if i != chosen {
			answer.VaryValue(&a, "of-"+view.LabelText(c.labels[i]), "of the label "+view.LabelText(c.labels[i]), dd.F(x))
		}
	}
	x := answer.Float(a.Value)
	varyShare(&a, x)
	for _, other := range []struct {
		short, name string
		of          perLabel
	}{{"precision", "precision", precisions}, {"recall", "recall", recalls}, {"f1", "F1 score", f1s}} {
		ys := other.of(c)
		y := c.right / c.n
		switch average {
		case "binary":
			y = ys[chosen]
		case "macro", "weighted":
			y = c.macro(ys, average == "weighted")
		}
		if other.name != name {
			answer.VaryValue(&a, other.short, "the "+other.name, dd.F(y))
		}
	}
	return a, nil
}

func precision(c confusion, in estimate.Input) (estimate.Answer, error) {
	return c.score(in, precisions, "precision")
}

func recall(c confusion, in estimate.Input) (estimate.Answer, error) {
	a, err := c.score(in, recalls, "recall")
	if i, e := c.positive(in); err == nil && e == nil && i >= 0 && in.Args.Text("average") == "binary" {
		answer.VaryValue(&a, "specificity", "the recall of all other labels together (specificity)", dd.F((c.n-c.truth[i]-c.predicted[i]+c.ok[i])/(c.n-c.truth[i])))
	}
	return a, err
}

func f1(c confusion, in estimate.Input) (estimate.Answer, error) {
	a, err := c.score(in, f1s, "F1 score")
	if err != nil {
		return a, err
	}
	if in.Args.Text("average") == "macro" {
		p, r := c.macro(precisions(c), false), c.macro(recalls(c), false)
		answer.VaryValue(&a, "of-means", "the harmonic mean of mean precision and mean recall", dd.F(2*p*r/(p+r)))
	}
	return a, nil
}

func matthews(c confusion, _ estimate.Input) (estimate.Answer, error) {
	sum := c.right * c.n
	p, t := c.n*c.n, c.n*c.n
	for i := range c.labels {
		sum -= c.truth[i] * c.predicted[i]
		p -= c.predicted[i] * c.predicted[i]
		t -= c.truth[i] * c.truth[i]
	}
	if p <= 0 || t <= 0 {
		return estimate.Answer{}, estimate.Undefined("all true or all predicted labels are the same")
	}
	x := sum / math.Sqrt(p) / math.Sqrt(t)
	a := c.answer(x)
	answer.VaryValue(&a, "sign", "the correlation with the wrong sign", dd.F(-x))
	answer.VaryValue(&a, "normalized", "moved to the range from 0 to 1, (r + 1)/2", dd.F((x+1)/2))
	answer.VaryValue(&a, "kappa", "Cohen's kappa", dd.F(c.kappa(disagreements["none"])))
	answer.VaryValue(&a, "accuracy", "the accuracy", dd.F(c.right/c.n))
	return a, nil
}

// disagreements are the weights of kappa by the distance of labels in their order.
var disagreements = map[string]func(d float64) float64{
	"none":      func(d float64) float64 { return math.Min(1, d) },
	"linear":    func(d float64) float64 { return d },
	"quadratic": func(d float64) float64 { return d * d },
}

// kappa is NaN where chance alone explains all.
func (c confusion) kappa(weight func(d float64) float64) float64 {
	seen, chance := 0.0, 0.0
	for i, r := range c.cell {
		for j, x := range r {
			w := weight(math.Abs(float64(i - j)))
			seen += w * x
			chance += w * c.truth[i] * c.predicted[j] / c.n
		}
	}
	return 1 - seen/chance
}

func kappa(c confusion, in estimate.Input) (estimate.Answer, error) {
	taken := in.Args.Text("weights")
	x := c.kappa(disagreements[taken])
	if math.IsNaN(x) {
		return estimate.Answer{}, estimate.Undefined("all true and all predicted labels are the same one")
	}
	a := c.answer(x)
	for _, w := range []struct{ name, note string }{{"none", "without weights"}, {"linear", "with linear weights"}, {"quadratic", "with quadratic weights"}} {
		if w.name != taken {
			answer.VaryValue(&a, "weights-"+w.name, w.note, dd.F(c.kappa(disagreements[w.name])))
		}
	}
	answer.VaryValue(&a, "accuracy", "the accuracy, not corrected for chance", dd.F(c.right/c.n))
	answer.VaryValue(&a, "sign", "kappa with the wrong sign", dd.F(-x))
	// Scott's pi and Fleiss' kappa of two raters take the mean of both margins for chance.
	chance := 0.0
	for i := range c.labels {
		m := (c.truth[i] + c.predicted[i]) / (2 * c.n)
		chance += m * m
	}
	answer.VaryValue(&a, "scott", "Scott's pi, with one margin for both", dd.F((c.right/c.n-chance)/(1-chance)))
	return a, nil
}
