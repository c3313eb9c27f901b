package visual

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/spec/unit"
)

// Kinds of axes, as the trace names them.
const (
	kindLinear   = "linear"
	kindCategory = "category"
	kindTime     = "time"
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
		v.Scale = kindLinear
	}
	if v.Kind == "" {
		v.Kind = kindLinear
	}
	for _, t := range a.Ticks {
		if l := plain(t.Label); l != "" {
			v.Ticks = append(v.Ticks, spec.Tick{At: t.At.F, Label: l})
		}
	}
	v.Unit = labelUnit(v.Label)
	if v.Unit == "" {
		v.Unit = labelUnit("(" + a.Unit + ")")
	}
	return v
}

// named returns the ticks of an axis whose texts are names, not the numbers of their
// positions. A time axis has none: its texts are dates.
func named(a spec.AxisView) []spec.Tick {
	if a.Kind == kindTime {
		return nil
	}
	numbers := a.Kind != kindCategory
	for _, t := range a.Ticks {
		numbers = numbers && tickNames(t)
	}
	if numbers {
		return nil
	}
	return a.Ticks
}

// tickNames reports whether the text of a tick is the number of its position, perhaps
// rounded, or written without the power of ten that stands beside the axis.
func tickNames(t spec.Tick) bool {
	n, ok := tickNumber(t.Label)
	if !ok {
		return false
	}
	if n == 0 || t.At == 0 {
		return math.Abs(n-t.At) < 1e-9 || math.Abs(t.At) < 1e-9
	}
	p := math.Log10(t.At / n)
	power := math.Round(p)
	return math.Abs(p-power) < 0.005 && (power == 0 || math.Abs(power) >= 2)
}

var mathWord = regexp.MustCompile(`\\(mathdefault|mathrm|mathregular|mathit|mathbf|text|rm)\b\s*`)

// maxLabel is how much of a label is read, in characters.
const maxLabel = 300

// plain is the text of a label without the marks of mathtext: "CO$_2$" is "CO2",
// "kg m$^{-2}$" is "kg m^-2".
func plain(s string) string {
	if r := []rune(s); len(r) > maxLabel {
		s = string(r[:maxLabel])
	}
	if strings.Contains(s, "$") {
		s = mathWord.ReplaceAllString(s, "")
		s = strings.NewReplacer("$", "", `\,`, " ", `\ `, " ", `\%`, "%", `\times`, "×", `\cdot`, "·", `\mu`, "µ", `\pm`, "±", `\degree`, "°", `^\circ`, "°", "_", "", "{", "", "}", "").Replace(s)
	}
	return strings.TrimSpace(s)
}

// tickNumber reads the text of a tick as a number: "−2", "1,000", "10^3", "2×10^−1".
func tickNumber(s string) (float64, bool) {
	s = strings.NewReplacer("−", "-", "–", "-", "\u202f", "", "\u00a0", "", " ", "").Replace(strings.TrimSpace(s))
	if i := strings.Index(s, "10^"); i >= 0 {
		e, err := strconv.ParseFloat(s[i+3:], 64)
		if err != nil {
			return 0, false
		}
		m := 1.0
		if lead := strings.TrimSuffix(s[:i], "×"); lead == "-" {
			m = -1
		} else if lead != "" {
			if m, err = strconv.ParseFloat(lead, 64); err != nil {
				return 0, false
			}
		}
		return m * math.Pow(10, e), true
	}
	f, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", ""), 64)
	return f, err == nil && !math.IsNaN(f) && !math.IsInf(f, 0)
}

// namer finds the text that an axis shows for a position: its category, or the named
// tick nearest to it, for side-by-side marks share a tick. It finds none where the
// axis shows numbers or dates.
type namer struct {
	category   bool
	categories []string
	ticks      []spec.Tick // named ones, in order
	reach      float64     // how far from a tick its marks may stand
}

func newNamer(a spec.AxisView) namer {
	n := namer{category: a.Kind == kindCategory, ticks: slices.Clone(named(a)), reach: 0.55}
	slices.SortStableFunc(n.ticks, func(a, b spec.Tick) int { return cmp.Compare(a.At, b.At) })
	if a.Kind == kindCategory && len(a.Categories) > 0 {
		n.categories, n.reach = a.Categories, 0.25
		return n
	}
	gap := math.Inf(1)
	for i := 1; i < len(n.ticks); i++ {
		if d := n.ticks[i].At - n.ticks[i-1].At; d > 0 {
			gap = math.Min(gap, d)
		}
	}
	if !math.IsInf(gap, 1) {
		n.reach *= gap
	}
	return n
}

func (n namer) at(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	if n.categories != nil {
		x = math.Round(x)
	}
	i, _ := slices.BinarySearchFunc(n.ticks, x, func(t spec.Tick, x float64) int { return cmp.Compare(t.At, x) })
	best, label := n.reach, ""
	for _, j := range []int{i - 1, i} {
		if j >= 0 && j < len(n.ticks) && math.Abs(n.ticks[j].At-x) < best {
			best, label = math.Abs(n.ticks[j].At-x), n.ticks[j].Label
		}
	}
	if label == "" && x >= 0 && x < float64(len(n.categories)) {
		return n.categories[int(x)]
	}
	return label
}

// names reports whether there is anything to find.
func (n namer) names() bool { return n.category || len(n.ticks) > 0 }

// names reports whether an axis shows names in place of numbers.
func names(a spec.AxisView) bool { return a.Kind == kindCategory || len(named(a)) > 0 }

var (
	bracketed = regexp.MustCompile(`[(\[]([^()\[\]]*(?:\([^()]*\))?[^()\[\]]*)[)\]]`)
	splitter  = regexp.MustCompile(`[,;]`)

	percentage = regexp.MustCompile(`^±?\s*\d+(\.\d+)?\s*%`) // 95 % CI: a level, no unit
)

// unitPieces lists the parts of a label that could be a unit, the likeliest first:
// what stands in the last brackets, after a slash, after a comma, after "in".
func unitPieces(label string) []string {
	var out []string
	add := func(s string) {
		if s = strings.TrimSpace(s); s != "" && !percentage.MatchString(s) {
			out = append(out, s)
		}
	}
	groups := bracketed.FindAllStringSubmatch(label, -1)
	for i := len(groups) - 1; i >= 0; i-- {
		add(groups[i][1])
		parts := splitter.Split(groups[i][1], -1)
		for j := len(parts) - 1; j >= 0 && len(parts) > 1; j-- {
			add(parts[j])
		}
		for _, p := range parts {
			add(strings.TrimPrefix(strings.TrimSpace(p), "in "))
		}
	}
	bare := strings.TrimSpace(bracketed.ReplaceAllString(label, " "))
	if i := strings.Index(bare, "/"); i > 0 {
		add(bare[i+1:])
	}
	parts := splitter.Split(bare, -1)
	for j := len(parts) - 1; j > 0; j-- {
		add(parts[j])
		add(strings.TrimPrefix(strings.TrimSpace(parts[j]), "in "))
	}
	for _, p := range parts {
		if i := strings.LastIndex(p, " in "); i > 0 {
			add(p[i+4:])
		}
	}
	if i := strings.LastIndexByte(bare, '_'); i > 0 { // a column's name for a label: body_mass_g
		add(bare[i+1:])
	}
	return out
}

// labelUnit is the first part of a label that is a unit of the tables, in canonical
// form; empty where there is none.
func labelUnit(label string) string {
	for _, p := range unitPieces(label) {
		if u, err := unit.Parse(p); err == nil && !strings.Contains(u.Dimension(), `"`) && u.String() != "1" {
			if _, number := tickNumber(p); !number {
				return u.String()
			}
		}
	}
	return ""
}

// shownUnit is the unit that an axis shows, read with the unit in mind that it should
// show: "(a)" may be a panel's letter, "(N)" a count. Where its label has none, the
// title of the axes may.
func shownUnit(a spec.AxisView, title, want string) string {
	for _, text := range []string{a.Label, title} {
		pieces := unitPieces(text)
		for _, p := range append([]string{text}, pieces...) {
			if want != "" && unit.Same(p, want) {
				return p
			}
		}
		for _, p := range pieces {
			if want != "" && unit.Convertible(p, want) && !strings.Contains(dimension(p), `"`) {
				return p
			}
		}
	}
	if a.Unit == "" && len(a.Ticks) > 0 { // "4000 g" at the ticks
		suffix := ""
		for i, t := range a.Ticks {
			s := strings.TrimLeft(strings.TrimSpace(t.Label), "+-−0123456789., ")
			if i > 0 && s != suffix || s == t.Label {
				return ""
			}
			suffix = s
		}
		if want != "" && unit.Convertible(suffix, want) {
			return suffix
		}
	}
	return a.Unit
}

func dimension(s string) string {
	u, err := unit.Parse(s)
	if err != nil {
		return ""
	}
	return u.Dimension()
}
