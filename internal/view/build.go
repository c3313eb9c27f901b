package view

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/spec"
)

var nan = math.NaN()

// maxRows bounds what a join may make.
const maxRows = table.MaxRows

// Build makes every view. Views that fail are left out of the map and each has one
// error; errors are sorted by view.
func Build(tables map[string]*table.Table, specs map[string]spec.View) (map[string]*View, []*Error) {
	b := &builder{tables: tables, specs: specs, done: map[string]*View{}, failed: map[string]*Error{}, open: map[string]bool{}}
	var errs []*Error
	for _, name := range slices.Sorted(maps.Keys(specs)) {
		if _, err := b.view(name); err != nil {
			errs = append(errs, err)
		}
	}
	return b.done, errs
}

type builder struct {
	tables map[string]*table.Table
	specs  map[string]spec.View
	done   map[string]*View
	failed map[string]*Error
	open   map[string]bool // views under way, to see a circle of joins
}

// plan says how a view departs from its steps: Skip is the step left out, -1 for none;
// Complete drops rows with any missing cell first.
type plan struct {
	skip     int
	complete bool
}

func (b *builder) view(name string) (*View, *Error) {
	if v, ok := b.done[name]; ok {
		return v, nil
	}
	if err, ok := b.failed[name]; ok {
		return nil, err
	}
	b.open[name] = true
	v, err := b.run(name, plan{skip: -1})
	delete(b.open, name)
	if err != nil {
		b.failed[name] = err
		return nil, err
	}
	v.alts = sync.OnceValue(func() []Alternative { return b.alternatives(name, v.Rows()) })
	b.done[name] = v
	return v, nil
}

func (b *builder) run(name string, p plan) (*View, *Error) {
	s := b.specs[name]
	t, ok := b.tables[s.Asset]
	if !ok {
		known := slices.Sorted(maps.Keys(b.tables))
		return nil, &Error{View: name, Step: -1, Kind: "asset", Msg: fmt.Sprintf("asset %q is not in the case's data; it has %s", s.Asset, strings.Join(known, ", "))}
	}
	v := Of(name, t)
	if p.complete {
		v = v.dropMissing(v.Columns())
	}
	for i, step := range s.Steps {
		if i == p.skip {
			continue
		}
		kind, err := "", error(nil)
		if kind, v, err = b.step(v, step); err != nil {
			e, ok := err.(*Error)
			if !ok {
				e = &Error{Msg: err.Error()}
			}
			return nil, &Error{View: name, Step: i, Kind: kind, Position: e.Position, Msg: e.Msg, Known: e.Known}
		}
	}
	return v, nil
}

func (b *builder) step(v *View, s spec.Step) (kind string, out *View, err error) {
	set := 0
	for _, given := range []bool{s.Filter != "", s.Select != nil, s.Derive != nil, s.DropMissing != nil, s.Group != nil, s.Join != nil, s.Sort != nil} {
		if given {
			set++
		}
	}
	if set != 1 {
		return "step", v, fmt.Errorf("a step does one thing, this one %d; give it exactly one of filter, select, derive, drop_missing, group, join, sort", set)
	}
	switch {
	case s.Filter != "":
		out, err = v.Filter(s.Filter)
		return "filter", out, err
	case s.Select != nil:
		out, err = v.choose(s.Select)
		return "select", out, err
	case s.Derive != nil:
		out, err = v.derive(*s.Derive)
		return "derive", out, err
	case s.DropMissing != nil:
		if err = v.has(s.DropMissing); err == nil {
			out = v.dropMissing(s.DropMissing)
		}
		return "drop_missing", out, err
	case s.Group != nil:
		out, err = v.group(*s.Group)
		return "group", out, err
	case s.Join != nil:
		out, err = b.join(v, *s.Join)
		return "join", out, err
	}
	out, err = v.sort(s.Sort)
	return "sort", out, err
}

// alternatives leaves out the last filter, the last drop_missing, or drops every
// incomplete row first.
func (b *builder) alternatives(name string, rows int) []Alternative {
	steps := b.specs[name].Steps
	var out []Alternative
	add := func(kind, note string, p plan) {
		if v, err := b.run(name, p); err == nil && v.Rows() != rows {
			out = append(out, Alternative{kind, fmt.Sprintf(note, v.Rows(), rows), v})
		}
	}
	last := func(is func(spec.Step) bool) int {
		for i := len(steps) - 1; i >= 0; i-- {
			if is(steps[i]) {
				return i
			}
		}
		return -1
	}
	if i := last(func(s spec.Step) bool { return s.Filter != "" }); i >= 0 {
		add("rows-kept", "without the filter "+strings.ReplaceAll(steps[i].Filter, "%", "%%")+" (%d rows, not %d)", plan{skip: i})
	}
	if i := last(func(s spec.Step) bool { return s.DropMissing != nil }); i >= 0 {
		add("rows-kept", "with the rows kept that lack a value (%d rows, not %d)", plan{skip: i})
	}
	add("rows-lost", "with every row dropped that lacks any value (%d rows, not %d)", plan{skip: -1, complete: true})
	return out
}

func (v *View) has(columns []string) error {
	for _, n := range columns {
		if v.index(n) < 0 {
			return &Error{Msg: fmt.Sprintf("there is no column %q", n), Known: v.Columns()}
		}
	}
	return nil
}

func (v *View) choose(columns []string) (*View, error) {
	if err := v.has(columns); err != nil {
		return nil, err
	}
	for _, k := range v.frame.Keys {
		if !slices.Contains(columns, k) {
			return nil, fmt.Errorf("column %q groups the rows and must be selected", k)
		}
	}
	out := &View{Name: v.Name, frame: &spec.Frame{Keys: v.frame.Keys}}
	for i, n := range columns {
		if slices.Contains(columns[:i], n) {
			return nil, fmt.Errorf("column %q is selected twice", n)
		}
		j := v.index(n)
		out.frame.Columns = append(out.frame.Columns, v.frame.Columns[j])
		out.text = append(out.text, v.text[j])
	}
	if len(columns) == 0 {
		return nil, fmt.Errorf("no column is selected")
	}
	return out, nil
}

func (v *View) dropMissing(columns []string) *View {
	return v.Keep(func(i int) bool {
		return !slices.ContainsFunc(columns, func(n string) bool { return v.Column(n).IsMissing(i) })
	})
}

// Filter keeps the rows for which the expression is true; a row in which a needed
// cell is missing is dropped.
func (v *View) Filter(expr string) (*View, error) {
	c, err := v.Eval("", expr)
	if err != nil {
		return nil, err
	}
	if c.Kind != spec.ColumnBool {
		return nil, &Error{Msg: fmt.Sprintf("the expression gives a %s; a filter is true or false", c.Kind)}
	}
	return v.Keep(func(i int) bool { return !c.IsMissing(i) && c.Num[i] == 1 }), nil
}

func (v *View) derive(d spec.Derive) (*View, error) {
	if d.Name == "" || v.index(d.Name) >= 0 {
		return nil, fmt.Errorf("the new column needs a name of its own, not %q", d.Name)
	}
	c, err := v.Eval(d.Name, d.Expr)
	if err != nil {
		return nil, err
	}
	if d.Unit != "" {
		c.Unit = d.Unit
	}
	out := v.with(c)
	if i := v.index(strings.TrimSpace(d.Expr)); i >= 0 {
		out.text[len(out.text)-1] = v.text[i]
	}
	return out, nil
}

func (v *View) with(c spec.Column) *View {
	return &View{Name: v.Name, text: append(slices.Clip(v.text), nil),
		frame: &spec.Frame{Keys: v.frame.Keys, Columns: append(slices.Clip(v.frame.Columns), c)}}
}

// sort orders rows by columns, "-name" descending; stable, missing cells last.
func (v *View) sort(by []string) (*View, error) {
	type key struct {
		c    *spec.Column
		sign int
	}
	var keys []key
	for _, n := range by {
		k := key{v.Column(n), 1}
		if rest, ok := strings.CutPrefix(n, "-"); ok && k.c == nil {
			k = key{v.Column(rest), -1}
		}
		if k.c == nil {
			return nil, &Error{Msg: fmt.Sprintf("there is no column %q", n), Known: v.Columns()}
		}
		keys = append(keys, k)
	}
	rows := make([]int, v.Rows())
	for i := range rows {
		rows[i] = i
	}
	slices.SortStableFunc(rows, func(a, b int) int {
		for _, k := range keys {
			ma, mb := k.c.IsMissing(a), k.c.IsMissing(b)
			if ma || mb {
				if ma != mb {
					return map[bool]int{true: 1, false: -1}[ma]
				}
				continue
			}
			if c := compareCells(k.c, a, b); c != 0 {
				return k.sign * c
			}
		}
		return 0
	})
	return v.take(rows), nil
}

// compareCells orders two cells: numbers by value, text by code point.
func compareCells(c *spec.Column, a, b int) int {
	if c.Kind == spec.ColumnText {
		return strings.Compare(c.Text[a], c.Text[b])
	}
	return cmp.Compare(c.Num[a], c.Num[b])
}
