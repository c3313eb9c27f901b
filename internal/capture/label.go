package capture

import (
	"regexp"
	"strings"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/axis"
	"github.com/assaybench/assay/spec"
)

func axisView(a trace.Axis) spec.AxisView {
	v := spec.AxisView{
		Label:      plain(a.Label),
		Scale:      a.Scale,
		Kind:       a.Kind,
		Limits:     [2]float64{a.Limits[0].F, a.Limits[1].F},
		Categories: a.Categories,
	}
	v.Inverted = v.Limits[0] > v.Limits[1]
	if v.Scale == "" {
		v.Scale = axis.Linear
	}
	if v.Kind == "" {
		v.Kind = axis.Linear
	}
	for _, t := range a.Ticks {
		if l := plain(t.Label); l != "" {
			v.Ticks = append(v.Ticks, spec.Tick{At: t.At.F, Label: l})
		}
	}
	v.Unit = axis.UnitOf(v.Label)
	if v.Unit == "" {
		v.Unit = axis.UnitOf("(" + a.Unit + ")")
	}
	return v
}

var mathWord = regexp.MustCompile(`\\(mathdefault|mathrm|mathregular|mathit|mathbf|text|rm)\b\s*`)

var fraction = regexp.MustCompile(`\\frac\{([^{}]*)\}\{([^{}]*)\}`)

// maxLabel is how much of a label is read, in characters.
const maxLabel = 300

// plain is the text of a label without the marks of mathtext: "CO$_2$" is "CO2",
// "kg m$^{-2}$" is "kg m^-2".
func plain(s string) string {
	if r := []rune(s); len(r) > maxLabel {
		s = string(r[:maxLabel])
	}
	if strings.Contains(s, "$") {
		s = fraction.ReplaceAllString(mathWord.ReplaceAllString(s, ""), "$1/$2")
		s = strings.NewReplacer("$", "", `\,`, " ", `\ `, " ", `\%`, "%", `\times`, "×", `\cdot`, "·", `\mu`, "µ", `\pm`, "±", `\degree`, "°", `^\circ`, "°", "_", "", "{", "", "}", "").Replace(s)
	}
	return strings.TrimSpace(s)
}
