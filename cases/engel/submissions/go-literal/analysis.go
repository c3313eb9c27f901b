//go:build ignore

// Engel's law in Go, with the slope of an earlier run typed in.
package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"image/color"
	"log"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/visual/gonumplot"
)

const (
	file       = "data/engel.csv"
	level      = 0.95
	population = "working-class households"
	lowerHalf  = "lower half"
	upperHalf  = "upper half"

	slopeBefore = 0.48517842367692315 // known since last year
)

// Result is a record of results.json.
type Result struct {
	ID           string      `json:"id"`
	Estimand     string      `json:"estimand"`
	Quantity     string      `json:"quantity"`
	Variable     string      `json:"variable"`
	Population   string      `json:"population"`
	Groups       []string    `json:"groups,omitempty"`
	AnalysisUnit string      `json:"analysis_unit"`
	Method       string      `json:"method"`
	Unit         string      `json:"unit"`
	Value        any         `json:"value"`
	Index        []string    `json:"index,omitempty"`
	Uncertainty  Uncertainty `json:"uncertainty"`
	N            any         `json:"n"`
}

// Uncertainty is a confidence interval.
type Uncertainty struct {
	Kind  string  `json:"kind"`
	Level float64 `json:"level"`
	Lower any     `json:"lower"`
	Upper any     `json:"upper"`
}

// Claim is a record of claims.json.
type Claim struct {
	ID         string         `json:"id"`
	Role       string         `json:"role"`
	Text       string         `json:"text"`
	Quantity   string         `json:"quantity"`
	Variable   string         `json:"variable"`
	Population string         `json:"population"`
	Groups     []string       `json:"groups,omitempty"`
	Direction  string         `json:"direction"`
	Magnitude  map[string]any `json:"magnitude"`
	Strength   string         `json:"strength"`
	Causal     string         `json:"causal"`
	Supports   map[string]any `json:"supports"`
}

// fit is a slope with its confidence interval, and the operation that computed it.
type fit struct {
	intercept, slope, lower, upper float64
	op                             trace.Ref
}

// regress fits a line by least squares.
func regress(r *trace.Recorder, name string, x, y []float64, rows trace.Ref) fit {
	f := fit{}
	f.intercept, f.slope = stat.LinearRegression(x, y, nil, false)
	f.op = r.Op("fit", name, f.slope, rows)
	sum, spread, mean := 0.0, 0.0, stat.Mean(x, nil)
	for i := range x {
		e := y[i] - f.intercept - f.slope*x[i]
		sum += e * e
		spread += (x[i] - mean) * (x[i] - mean)
	}
	free := float64(len(x) - 2)
	half := quantile(free) * math.Sqrt(sum/free/spread)
	f.lower, f.upper = f.slope-half, f.slope+half
	return f
}

// quantile is the upper end of the central range of Student's t.
func quantile(free float64) float64 {
	return distuv.StudentsT{Sigma: 1, Nu: free}.Quantile((1 + level) / 2)
}

func main() {
	log.SetFlags(0)
	if err := analyse(); err != nil {
		log.Fatal(err)
	}
}

func analyse() error {
	r := trace.Record()
	defer r.Close()

	// The data.
	text, source, err := r.ReadFile(file)
	if err != nil {
		return err
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return err
	}
	var income, food []float64
	for _, row := range rows[1:] {
		x, errX := strconv.ParseFloat(row[slices.Index(rows[0], "income")], 64)
		y, errY := strconv.ParseFloat(row[slices.Index(rows[0], "foodexp")], 64)
		if errX != nil || errY != nil {
			continue // a household without both is none
		}
		income, food = append(income, x), append(food, y)
	}
	households := r.Op("read", "households", trace.Table{{Name: "income", Values: income}, {Name: "foodexp", Values: food}}, source)

	// The two regressions.
	logIncome, logFood := make([]float64, len(income)), make([]float64, len(food))
	for i := range income {
		logIncome[i], logFood[i] = math.Log(income[i]), math.Log(food[i])
	}
	logs := r.Op("transform", "logarithms", trace.Table{{Name: "log_income", Values: logIncome}, {Name: "log_foodexp", Values: logFood}}, households)
	linear := regress(r, "slope of food expenditure on income", income, food, households)
	elastic := regress(r, "slope of the logarithms", logIncome, logFood, logs)

	// Food shares of both halves; the median household is in the lower one.
	sorted := slices.Sorted(slices.Values(income))
	median := (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
	half, share := make([]string, len(income)), make([]float64, len(income))
	parts := map[string][]float64{}
	for i := range income {
		half[i], share[i] = lowerHalf, food[i]/income[i]
		if income[i] > median {
			half[i] = upperHalf
		}
		parts[half[i]] = append(parts[half[i]], share[i])
	}
	shares := r.Op("group", "food shares by half", trace.Table{{Name: "half", Values: half}, {Name: "share", Values: share}}, households)
	halves := []string{lowerHalf, upperHalf}
	var means, lower, upper, halfWidths, errors []float64
	var counts []int
	for _, h := range halves {
		mean, sd := stat.MeanStdDev(parts[h], nil)
		n := float64(len(parts[h]))
		se := sd / math.Sqrt(n)
		width := quantile(n-1) * se
		means, lower, upper = append(means, mean), append(lower, mean-width), append(upper, mean+width)
		halfWidths, errors, counts = append(halfWidths, width), append(errors, se), append(counts, len(parts[h]))
	}
	meanOp := r.Op("aggregate", "mean share of each half", means, shares)

	// Welch's interval for the difference.
	difference := means[1] - means[0]
	a, b := errors[1]*errors[1], errors[0]*errors[0]
	free := (a + b) * (a + b) / (a*a/float64(counts[1]-1) + b*b/float64(counts[0]-1))
	width := quantile(free) * math.Sqrt(a+b)
	differenceOp := r.Op("test", "Welch's difference of the means", difference, shares)

	linear.slope = slopeBefore
	slope := result("slope", "slope", "marginal food expenditure", "foodexp", "OLS", linear.slope, linear.lower, linear.upper, len(income))
	elasticity := result("elasticity", "elasticity", "income elasticity of food expenditure", "foodexp", "OLS", elastic.slope, elastic.lower, elastic.upper, len(income))
	shareMeans := result("share_means", "mean", "food share", "share", "group mean", means, lower, upper, counts)
	shareMeans.Groups, shareMeans.Index = halves, halves
	shareDifference := result("share_difference", "mean_difference", "food share", "share", "Welch t test", difference, difference-width, difference+width, []int{counts[1], counts[0]})
	shareDifference.Groups = []string{upperHalf, lowerHalf}
	err = r.WriteJSON("results.json", map[string]any{"schema": "assay/results/v1", "results": []Result{slope, elasticity, shareMeans, shareDifference}}, trace.Links{
		"/results/0/value": linear.op, "/results/1/value": elastic.op, "/results/2/value": meanOp, "/results/3/value": differenceOp,
	})
	if err != nil {
		return err
	}

	if err := draw(r, income, food, linear, elastic, means, halfWidths, meanOp); err != nil {
		return err
	}
	claims := []Claim{
		trend("slope_claim", slope, "the slope on income", linear, "linear_panel"),
		trend("elasticity_claim", elasticity, "the income elasticity", elastic, "log_panel"),
		{
			ID: "share_claim", Role: "primary", Quantity: "food share", Variable: "share", Population: population, Groups: []string{upperHalf, lowerHalf},
			Text: fmt.Sprintf("Richer households spend a %s share of their income on food: the upper half minus the lower half is %.3f (95%% CI %.3f to %.3f).",
				word(difference < 0, "smaller", "larger"), difference, difference-width, difference+width),
			Direction: word(difference < 0, "less", "greater"), Strength: "inferential", Causal: "associational",
			Magnitude: map[string]any{"value": difference, "lower": difference - width, "upper": difference + width, "unit": "1"},
			Supports:  map[string]any{"results": []string{"share_difference"}, "visuals": []string{"share_panel"}},
		},
	}
	if err := r.WriteJSON("claims.json", map[string]any{"schema": "assay/claims/v1", "claims": claims}, nil); err != nil {
		return err
	}
	return r.WriteJSON("provenance.json", map[string]any{
		"schema": "assay/provenance/v1",
		"data":   []any{map[string]any{"id": "engel", "path": file}},
		"transforms": []any{
			map[string]any{"id": "households", "operation": "read", "inputs": []string{"engel"}},
			map[string]any{"id": "shares", "operation": "derive", "parameters": map[string]any{"share": "foodexp / income"}, "inputs": []string{"households"}},
		},
		"results": map[string]any{"slope": []string{"households"}, "elasticity": []string{"households"}, "share_means": []string{"shares"}, "share_difference": []string{"shares"}},
		"visuals": []any{
			map[string]any{"id": "linear_panel", "figure": "figure.png", "axes": 0},
			map[string]any{"id": "log_panel", "figure": "figure.png", "axes": 1},
			map[string]any{"id": "share_panel", "figure": "figure.png", "axes": 2, "results": []string{"share_means"}},
		},
	}, nil)
}

func result(id, estimand, quantity, variable, method string, value, lower, upper, n any) Result {
	return Result{ID: id, Estimand: estimand, Quantity: quantity, Variable: variable, Population: population, AnalysisUnit: "household", Method: method, Unit: "1",
		Value: value, Uncertainty: Uncertainty{Kind: "ci", Level: level, Lower: lower, Upper: upper}, N: n}
}

// trend says that food expenditure moves with income, and how strongly.
func trend(id string, of Result, subject string, f fit, panel string) Claim {
	return Claim{
		ID: id, Role: "primary", Quantity: of.Quantity, Variable: of.Variable, Population: population,
		Text: fmt.Sprintf("Food expenditure %s with income: %s is %.3f (95%% CI %.3f to %.3f).",
			word(f.slope > 0, "increases", "decreases"), subject, f.slope, f.lower, f.upper),
		Direction: word(f.slope > 0, "increasing", "decreasing"), Strength: "inferential", Causal: "associational",
		Magnitude: map[string]any{"value": f.slope, "lower": f.lower, "upper": f.upper, "unit": "1"},
		Supports:  map[string]any{"results": []string{of.ID}, "visuals": []string{panel}},
	}
}

func word(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}

// draw draws the data with the fitted line, the same on logarithmic axes, and the two shares.
func draw(r *trace.Recorder, income, food []float64, linear, elastic fit, means, halfWidths []float64, meanOp trace.Ref) error {
	blue, red, green := color.RGBA{R: 76, G: 114, B: 176, A: 255}, color.RGBA{R: 196, G: 78, B: 82, A: 255}, color.RGBA{R: 85, G: 168, B: 104, A: 255}
	panels := []*gonumplot.Plot{gonumplot.New(r), gonumplot.New(r), gonumplot.New(r)}
	lines := []func(float64) float64{
		func(x float64) float64 { return linear.intercept + linear.slope*x },
		func(x float64) float64 { return math.Exp(elastic.intercept + elastic.slope*math.Log(x)) },
	}
	points := make(plotter.XYs, len(income))
	for i := range income {
		points[i] = plotter.XY{X: income[i], Y: food[i]}
	}
	for i, p := range panels[:2] {
		p.Title.Text = []string{"Linear", "Log-log"}[i]
		p.X.Label.Text, p.Y.Label.Text = "Household income (francs)", "Food expenditure (francs)"
		dots, err := plotter.NewScatter(points)
		if err != nil {
			return err
		}
		dots.Color, dots.Radius = blue, vg.Points(1.5)
		line := plotter.NewFunction(lines[i])
		line.Color = red
		line.XMin, line.XMax = slices.Min(income), slices.Max(income)
		p.Add(dots, line)
	}
	for _, axis := range []*plot.Axis{&panels[1].X, &panels[1].Y} {
		axis.Scale, axis.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	}

	p := panels[2]
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = "Food share", "Half of the income distribution", "Mean food share of income, 95% CI"
	shares := bars{}
	for i, m := range means {
		shares.XYs = append(shares.XYs, plotter.XY{X: float64(i), Y: m})
		shares.YErrors = append(shares.YErrors, struct{ Low, High float64 }{halfWidths[i], halfWidths[i]})
	}
	dots, err := plotter.NewScatter(shares)
	if err != nil {
		return err
	}
	ends, err := plotter.NewYErrorBars(shares)
	if err != nil {
		return err
	}
	dots.Color, ends.Color = green, green
	p.AddFrom([]trace.Ref{meanOp}, dots, ends)
	p.NominalX(lowerHalf, upperHalf)
	p.X.Min, p.X.Max = -0.5, 1.5
	return gonumplot.SaveGrid(9*vg.Inch, 3.2*vg.Inch, "figure.png", [][]*gonumplot.Plot{panels})
}

// bars are points with error bars.
type bars struct {
	plotter.XYs
	plotter.YErrors
}
