package visual_test

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/assaybench/assay/spec"
)

// truth is the text of an exhibit, its numbers written out. "by any" leaves it open what
// tells the group.
func (e exhibit) truth() ([]string, error) {
	var out []string
	for line := range strings.Lines(e.Text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		head, rest, _ := strings.Cut(line, ": ")
		if strings.HasPrefix(head, "axes") {
			parts := strings.FieldsFunc(rest, func(r rune) bool { return r == ';' })
			for i := range parts {
				parts[i] = strings.TrimSpace(parts[i])
			}
			slices.Sort(parts)
			out = append(out, strings.TrimSuffix(head, ":")+": "+strings.Join(parts, "; "))
			continue
		}
		channels, flags, _ := strings.Cut(rest, "; ")
		var parts []string
		for _, c := range strings.Split(channels, ", ") {
			name, numbers, _ := strings.Cut(c, " ")
			fs, err := e.numbers(numbers)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", line, err)
			}
			parts = append(parts, name+" "+written(fs, digits(flags)))
		}
		slices.Sort(parts)
		var said []string
		for _, f := range strings.Split(flags, "; ") {
			if word, name, ok := strings.Cut(f, " @"); ok {
				fs, err := e.numbers("@" + name)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", line, err)
				}
				f = word + " " + written(fs, exact)
			}
			if f != "" {
				said = append(said, f)
			}
		}
		slices.Sort(said)
		out = append(out, strings.TrimSuffix(head+": "+strings.Join(parts, ", ")+"; "+strings.Join(said, "; "), "; "))
	}
	return sorted(out), nil
}

// numbers reads "1 2/3 0*4 1..8 @name".
func (e exhibit) numbers(s string) ([]float64, error) {
	var out []float64
	for _, word := range strings.Fields(s) {
		if name, ok := strings.CutPrefix(word, "@"); ok {
			if e.Names[name] == nil {
				return nil, fmt.Errorf("no numbers are named %q", name)
			}
			out = append(out, e.Names[name]...)
			continue
		}
		if a, b, ok := strings.Cut(word, ".."); ok {
			from, err1 := strconv.Atoi(a)
			to, err2 := strconv.Atoi(b)
			if err1 != nil || err2 != nil {
				return nil, fmt.Errorf("%q is no range", word)
			}
			for i := from; i <= to; i++ {
				out = append(out, float64(i))
			}
			continue
		}
		word, times, repeated := strings.Cut(word, "*")
		word, over, fraction := strings.Cut(word, "/")
		f, err := strconv.ParseFloat(word, 64)
		if err != nil {
			return nil, err
		}
		if fraction {
			d, err := strconv.ParseFloat(over, 64)
			if err != nil {
				return nil, err
			}
			f /= d
		}
		n := 1
		if repeated {
			if n, err = strconv.Atoi(times); err != nil {
				return nil, err
			}
		}
		out = append(out, slices.Repeat([]float64{f}, n)...)
	}
	return out, nil
}

// exact is to how many digits numbers are compared.
const exact = 12

// digits is exact but for the places of labels of wedges, which are computed in single precision.
func digits(flags string) int {
	if strings.Contains(flags, "part label") {
		return 4
	}
	return exact
}

// written writes numbers to so many digits.
func written(fs []float64, digits int) string {
	words := make([]string, len(fs))
	for i, f := range fs {
		if math.Abs(f) < math.Pow10(-digits) {
			f = 0
		}
		words[i] = strings.ToLower(strings.TrimPrefix(strconv.FormatFloat(f, 'g', digits, 64), "+"))
	}
	return strings.Join(words, " ")
}

// sorted puts the marks of each pair of axes in order.
func sorted(lines []string) []string {
	for from := 0; from < len(lines); {
		to := from + 1
		for to < len(lines) && !strings.HasPrefix(lines[to], "axes") {
			to++
		}
		if strings.HasPrefix(lines[from], "axes") {
			from++
		}
		slices.Sort(lines[from:to])
		from = to
	}
	return lines
}

// shown is a figure as text. Axes with nothing to say are named only among several;
// limits only where the truth names them.
func shown(f spec.Figure, want []string) []string {
	var out []string
	for i, a := range f.Axes {
		number := func(id string) string {
			return strconv.Itoa(slices.IndexFunc(f.Axes, func(b spec.AxesView) bool { return b.ID == id }))
		}
		var flags []string
		axes := strings.Join(slices.DeleteFunc([]string{axisText("x", a.X, i, want), axisText("y", a.Y, i, want)}, func(s string) bool { return s == "" }), ", ")
		for _, p := range []struct {
			is   bool
			text string
		}{
			{axes != "", axes},
			{a.Projection != "", a.Projection},
			{a.Title != "" && a.Facet == "", `title "` + a.Title + `"`},
			{a.Facet != "", "facet " + a.Facet},
			{a.TwinOf != "", "twin of " + number(a.TwinOf)},
			{a.Parent != "" && a.Secondary == "", "inside " + number(a.Parent)},
			{a.Secondary != "", "second " + a.Secondary + " of " + number(a.Parent)},
			{a.ColorbarOf != "", "colours of " + number(a.ColorbarOf)},
			{len(a.Legend) > 0, "legend " + strings.Join(a.Legend, ", ")},
		} {
			if p.is {
				flags = append(flags, p.text)
			}
		}
		head := "axes"
		if len(f.Axes) > 1 {
			head += " " + strconv.Itoa(i)
		}
		if len(f.Axes) > 1 || len(flags) > 0 {
			slices.Sort(flags)
			out = append(out, head+": "+strings.Join(flags, "; "))
		}
		for _, m := range a.Marks {
			out = append(out, markText(m, want))
		}
	}
	return sorted(out)
}

func axisText(name string, a spec.AxisView, i int, want []string) string {
	words := []string{name}
	named := func(word string) bool {
		return slices.ContainsFunc(want, func(l string) bool {
			return (strings.HasPrefix(l, "axes: ") || strings.HasPrefix(l, fmt.Sprintf("axes %d: ", i))) && strings.Contains(l, name+" "+word)
		})
	}
	switch {
	case a.Kind == "category":
		if named("category ") { // seaborn names positions by categories, or by ticks
			words = append(words, "category "+strings.Join(a.Categories, " "))
		}
	case a.Kind == "time":
		words = append(words, "time")
	case a.Scale != "linear":
		words = append(words, a.Scale)
	}
	if a.Inverted {
		words = append(words, "inverted")
	}
	if named("from ") || named("function from ") {
		words = append(words, "from "+written(a.Limits[:], exact))
	}
	if a.Label != "" {
		words = append(words, `"`+a.Label+`"`)
	}
	if a.Unit != "" {
		words = append(words, "in "+a.Unit)
	}
	if len(words) == 1 {
		return ""
	}
	return strings.Join(words, " ")
}

func markText(m spec.MarkSet, want []string) string {
	head := strings.TrimSpace(m.Mark + " " + m.Orient)
	if m.Group != "" {
		open := head + " [" + m.Group + " by any]"
		if !slices.ContainsFunc(want, func(l string) bool { return strings.HasPrefix(l, open) }) {
			open = head + " [" + m.Group + " by " + m.Via + "]"
		}
		head = open
	}
	var parts []string
	for i, name := range []string{"x", "x2", "y", "y2", "base", "lo", "hi", "wlo", "whi", "u", "v", "mean", "size", "value"} {
		if c := *m.Channels()[i]; c != nil {
			parts = append(parts, name+" "+written(c, digits("part "+m.Part)))
		}
	}
	slices.Sort(parts)
	var said []string
	say := func(is bool, text string) {
		if is {
			said = append(said, text)
		}
	}
	labels := m.Labels
	if m.Mark == spec.MarkViolin && len(labels) > 0 {
		labels = labels[:1]
	}
	say(len(labels) > 0, "labels "+strings.Join(labels, ", "))
	unseen := map[spec.Unseen]int{}
	for _, why := range m.Unseen {
		unseen[why]++
	}
	for why, n := range unseen {
		say(why != "", strconv.Itoa(n)+" "+string(why))
	}
	say(m.Hidden+m.Covered+unseen[""] != len(m.Unseen) && m.Unseen != nil, "reasons that do not add up")
	say(m.Step != "", "step "+m.Step)
	say(m.Part != "", "part "+m.Part)
	say(m.Filled, "filled")
	say(len(m.Levels) > 0, "levels "+written(m.Levels, exact))
	say(len(m.Colours) > 0, "colours "+written(m.Colours, exact))
	say(m.Extent != "", strings.TrimSuffix(fmt.Sprintf("%s %v", m.Extent, m.Level), " 0"))
	if m.Limit != nil {
		limits := slices.Clone(m.Limit)
		for i := range limits {
			if limits[i] == "" {
				limits[i] = "-"
			}
		}
		say(true, "limits "+strings.Join(limits, " "))
	}
	if m.Sample != nil {
		sample := slices.Sorted(slices.Values(m.Sample))
		say(true, "sample "+written(sample, exact))
	}
	for name, v := range m.Said {
		text := v.Text
		if n, ok := v.Number(); ok {
			text = written([]float64{n.F}, exact)
		} else if v.Kind == spec.ValueBool {
			text = strconv.FormatBool(v.Bool)
		}
		say(true, name+" "+text)
	}
	slices.Sort(said)
	return strings.TrimSuffix(head+": "+strings.Join(parts, ", ")+"; "+strings.Join(said, "; "), "; ")
}
