package peaks

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/lineshape"
	"github.com/assaybench/assay/internal/peak"
	"github.com/assaybench/assay/spec"
)

const mostModelled = 20_000 // rows

var (
	lineQuantities = []string{"centre", "height", "area", "fwhm", "hwhm", "sigma", "gamma", "fraction", "offset", "slope"}
)

// models are lines fitted to curves.
func models() []estimate.Estimator {
	return []estimate.Estimator{{Name: "peak_model", Summary: "the fitted line",
		Unit: "that of x for places and widths, of y for heights, of both for areas", Domain: "numbers; more rows than parameters, lines no wider than the rows",
		Compute: peakModel, PerRow: true,
		Gives:   []spec.UncertaintyKind{spec.UncertaintyCI, spec.UncertaintySE},
		Formula: "least squares of y = Σ lines + background. gaussian: a exp(-((x - m)/σ)²/2); lorentzian: a / (1 + ((x - m)/γ)²); voigt: A times their convolution of area 1; pseudo-voigt: A times the sum of both with one half width, f the Lorentzian's share of the area. fwhm: 2.3548 σ, 2γ, of voigt the exact one; s² = RSS / (n - k)",
		Source:  "Levenberg (1944), Marquardt (1963), with exact derivatives; Voigt (1912), Thompson, Cox and Hastings (1987)",
		Args: append([]estimate.Arg{xArg, yArg,
			{Name: "shape", Kind: estimate.ArgText, Default: spec.TextValue("gaussian"), OneOf: lineshape.Shapes, Doc: "form of the lines"},
			{Name: "background", Kind: estimate.ArgText, Default: spec.TextValue("constant"), OneOf: lineshape.Backgrounds, Doc: "what the lines stand on; offset + slope x"},
			{Name: "peaks", Kind: estimate.ArgNumber, Default: number(1), Min: 1, Max: 8, Doc: "number of lines"},
			{Name: "peak", Kind: estimate.ArgNumber, Default: number(1), Min: 1, Max: 8, Doc: "line that is asked for, 1 that with the lowest centre"},
			{Name: "quantity", Kind: estimate.ArgText, Required: true, OneOf: lineQuantities, Doc: "what is asked for; sigma of gaussian and voigt, gamma (half width at half height of the Lorentzian) of lorentzian and voigt, fraction of pseudo-voigt"},
			{Name: "centres", Kind: estimate.ArgNumbers, Min: -1e300, Max: 1e300, Doc: "starting values of the centres; found in the data where absent"}}, windowArg...)}}
}

// lineCall is a call of peak_model.
type lineCall struct {
	model    lineshape.Model
	peak     int
	quantity string
	x, y     []dd.Num
	centres  []float64
}

func lineCallOf(in estimate.Input) (lineCall, error) {
	c := lineCall{model: lineshape.Model{Shape: in.Args.Text("shape"), Background: in.Args.Text("background")}, quantity: in.Args.Text("quantity")}
	var err error
	if c.model.Peaks, err = whole(in, "peaks"); err != nil {
		return c, err
	}
	if c.peak, err = whole(in, "peak"); err != nil {
		return c, err
	}
	c.peak--
	for _, n := range in.Args.Numbers("centres") {
		c.centres = append(c.centres, n.F)
	}
	widths := lineshape.Widths(c.model.Shape)
	switch {
	case c.peak >= c.model.Peaks:
		return c, estimate.BadArg("peak", "is %d, of %d peaks", c.peak+1, c.model.Peaks)
	case len(c.centres) > 0 && len(c.centres) != c.model.Peaks:
		return c, estimate.BadArg("centres", "are %d, of %d peaks", len(c.centres), c.model.Peaks)
	case c.quantity == "sigma" && c.model.Shape != "gaussian" && c.model.Shape != "voigt",
		c.quantity == "gamma" && c.model.Shape != "lorentzian" && c.model.Shape != "voigt",
		c.quantity == "fraction" && !slices.Contains(widths, "f"),
		c.quantity == "offset" && c.model.Background == "none",
		c.quantity == "slope" && c.model.Background != "linear":
		return c, estimate.BadArg("quantity", "%s is no parameter of a %s line on the background %s", c.quantity, c.model.Shape, c.model.Background)
	}
	columns, err := in.View.Numbers(in.Args.Text("x"), in.Args.Text("y"))
	if err != nil {
		return c, err
	}
	low, high := ends(in)
	var at []int
	for i, x := range columns[0] {
		if x.Float() >= low && x.Float() <= high {
			at = append(at, i)
		}
	}
	slices.SortStableFunc(at, func(a, b int) int { return columns[0][a].Cmp(columns[0][b]) })
	for _, i := range at {
		c.x, c.y = append(c.x, columns[0][i]), append(c.y, columns[1][i])
	}
	switch n, k := len(at), len(c.model.Names()); {
	case n < k || n < 3:
		return c, estimate.Undefined("%d rows cannot determine %d parameters", n, k)
	case n > mostModelled:
		return c, estimate.Undefined("%d rows are more than the %d that are fitted; name a window", n, mostModelled)
	case c.x[0].Cmp(c.x[n-1]) == 0:
		return c, estimate.Undefined("all rows lie at %v", c.x[0].Float())
	}
	return c, nil
}

// value of a quantity with its standard error, 0 where it has none.
func (c lineCall) value(ctx context.Context, f lineshape.Fit) (v, se dd.Num) {
	k := c.peak
	scaled := func(name string, by float64) (dd.Num, dd.Num) {
		v, se := f.Param(k, name)
		return v.Mul(dd.F(by)), se.Mul(dd.F(by))
	}
	last := len(f.Params) - 1
	of := func(i int) (dd.Num, dd.Num) {
		if f.SE == nil {
			return f.Params[i], dd.Num{}
		}
		return f.Params[i], f.SE[i]
	}
	switch c.quantity {
	case "centre":
		return f.Param(k, "m")
	case "height":
		return f.Param(k, "a")
	case "area":
		if g, err := f.ByArea(ctx, c.x, c.y); err == nil {
			return g.Param(k, "a")
		}
		_, area := lineshape.Sized(f.Model.Shape, f.Widths(k))
		v, _ := f.Param(k, "a")
		return v.Mul(dd.F(area)), dd.Num{}
	case "sigma":
		return f.Param(k, "s")
	case "gamma":
		if f.Model.Shape == "voigt" {
			return f.Param(k, "g")
		}
		return f.Param(k, "s")
	case "fraction":
		return f.Param(k, "f")
	case "slope":
		return of(last)
	case "offset":
		if f.Model.Background == "linear" {
			last--
		}
		return of(last)
	}
	by := 1.0 // fwhm, hwhm
	if c.quantity == "hwhm" {
		by = 0.5
	}
	switch f.Model.Shape {
	case "gaussian":
		return scaled("s", by*lineshape.Sigmas)
	case "voigt":
		full, _ := lineshape.Sized("voigt", f.Widths(k))
		return dd.F(by * full), dd.Num{}
	}
	return scaled("s", by*2)
}

func peakModel(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	c, err := lineCallOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	f, err := c.model.Fit(ctx, c.x, c.y, c.centres, false)
	if err != nil {
		if ctx.Err() != nil {
			return estimate.Answer{}, err
		}
		return estimate.Answer{}, estimate.Undefined("%v", err)
	}
	v, se := c.value(ctx, f)
	a := estimate.Answer{What: fmt.Sprintf("the %s of line %d (%s)", c.quantity, c.peak+1, c.model.Shape), Value: estimate.Number(v.Float()), N: answer.Count(f.N), Floor: spec.Tolerance{Rel: 1e-6}}
	xUnit, yUnit := sample.UnitOf(in, in.Args.Text("x")), sample.UnitOf(in, in.Args.Text("y"))
	switch c.quantity {
	case "height", "offset":
		a.Unit = yUnit
	case "area":
		a.Unit = product(xUnit, yUnit)
	case "fraction":
		a.Unit = "1"
	case "slope":
		a.Unit = answer.Per(yUnit, xUnit)
	default:
		a.Unit = xUnit
	}
	if se.Sign() > 0 {
		a.Floor.Abs = 1e-2 * se.Float()
		df := dd.F(float64(f.DF))
		answer.Infer(&a, v, se, df, in.Level)
		answer.VaryNormal(&a, v, se, in.Level)
		ml := estimate.Answer{}
		answer.Infer(&ml, v, se.Mul(df.Div(dd.F(float64(f.N))).Sqrt()), df, in.Level)
		ml.DF = spec.Value{}
		answer.Vary(&a, "ml-variance", "with the residual variance divided by n, not by n - k", ml)
		if s2 := f.RSS.Div(df); s2.Sign() > 0 {
			unscaled := estimate.Answer{}
			answer.Infer(&unscaled, v, se.Div(s2.Sqrt()), df, in.Level)
			unscaled.DF = spec.Value{}
			answer.Vary(&a, "absolute-sigma", "with errors taken to have the standard deviation 1 (absolute_sigma), not that of the residuals", unscaled)
		}
	}
	c.vary(ctx, &a, f, v.Float())
	return a, nil
}

// vary appends other quantities of the line, and the same of other models.
func (c lineCall) vary(ctx context.Context, a *estimate.Answer, f lineshape.Fit, v float64) {
	full, area := lineshape.Sized(f.Model.Shape, f.Widths(c.peak))
	height, _ := f.Param(c.peak, "a")
	h := height.Float()
	also := func(name, note string, x float64) {
		if x != v {
			varied(a, name, note, x)
		}
	}
	switch c.quantity {
	case "sigma", "gamma", "fwhm", "hwhm":
		also("fwhm", "the full width at half height", full)
		also("hwhm", "half the width at half height", full/2)
		also("sigma", "the width as a standard deviation, fwhm / 2.3548", full/lineshape.Sigmas)
		also("gaussian-scale", "the width w of exp(-((x - m)/w)²), √2 σ", math.Sqrt2*full/lineshape.Sigmas)
		also("variance", "the square of the standard deviation", full/lineshape.Sigmas*(full/lineshape.Sigmas))
		if c.model.Shape == "voigt" {
			w := f.Widths(c.peak)
			also("gaussian-fwhm", "the full width of the Gaussian part", w[0]*lineshape.Sigmas)
			also("gaussian-sigma", "the standard deviation of the Gaussian part", w[0])
			also("lorentzian-fwhm", "the full width of the Lorentzian part", 2*w[1])
			also("lorentzian-hwhm", "half the width of the Lorentzian part", w[1])
			g, l := w[0]*lineshape.Sigmas, 2*w[1]
			also("approximate-fwhm", "the full width by the approximation 0.5346 fL + √(0.2166 fL² + fG²)", 0.5346*l+math.Sqrt(0.2166*l*l+g*g))
		}
	case "height":
		also("area", "the area, not the height", h*area)
		if c.model.Background != "none" {
			m, _ := f.Param(c.peak, "m")
			b := f.Params[len(f.Params)-1].Float()
			if c.model.Background == "linear" {
				b = f.Params[len(f.Params)-2].Float() + b*m.Float()
			}
			also("with-background", "the height above 0, background and all", h+b)
		}
	case "area":
		also("height", "the height, not the area", h)
		also("height-fwhm", "height times full width", h*full)
		var xs, ys []float64
		for i := range c.x {
			xs, ys = append(xs, c.x[i].Float()), append(ys, c.y[i].Float())
		}
		also("trapezoid", "the area under all rows by trapezoids, background and all", (peak.Line{X: xs, Y: ys}).Area())
	case "fraction":
		w := f.Widths(c.peak)
		l, g := w[1]/math.Pi, (1-w[1])*math.Sqrt(math.Ln2/math.Pi)
		also("of-height", "the share of the Lorentzian in the height, not the area", l/(l+g))
		also("gaussian-share", "the share of the Gaussian", 1-w[1])
	case "centre":
		top := 0
		for i := range c.y {
			if c.y[i].Cmp(c.y[top]) > 0 {
				top = i
			}
		}
		also("top", "the place of the highest row, not of the fitted line", c.x[top].Float())
	}
	for k := range c.model.Peaks {
		if k != c.peak && c.quantity != "offset" && c.quantity != "slope" {
			other := c
			other.peak = k
			x, _ := other.value(ctx, f)
			also(fmt.Sprintf("line-%d", k+1), fmt.Sprintf("of line %d", k+1), x.Float())
		}
	}
	c.varyModels(ctx, a, v)
}

// quick is how many rows the models of variants are fitted to.
const quick = 2000

// varyModels appends what other shapes and lineshape.Backgrounds give, where they can be fitted.
func (c lineCall) varyModels(ctx context.Context, a *estimate.Answer, v float64) {
	if len(c.x) > quick {
		return
	}
	other := func(name, note string, change func(m *lineshape.Model)) {
		d := c
		change(&d.model)
		if d.model == c.model || len(d.x) < len(d.model.Names()) {
			return
		}
		if f, err := d.model.Fit(ctx, d.x, d.y, d.centres, true); err == nil {
			if x, _ := d.value(ctx, f); x.Float() != v {
				varied(a, name, note, x.Float())
			}
		}
	}
	if c.quantity == "centre" || c.quantity == "height" || c.quantity == "area" || c.quantity == "fwhm" || c.quantity == "hwhm" {
		for _, s := range []string{"gaussian", "lorentzian"} {
			other(s, "of "+s+" lines", func(m *lineshape.Model) { m.Shape = s })
		}
	}
	if c.quantity != "offset" && c.quantity != "slope" {
		for _, b := range lineshape.Backgrounds {
			other("background-"+b, "with the background "+b, func(m *lineshape.Model) { m.Background = b })
		}
	}
}
