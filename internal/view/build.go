package view

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/spec"
)

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
	open   map[string]bool // views under way, to see a circle
}

func (b *builder) view(name string) (*View, *Error) {
	if v, ok := b.done[name]; ok {
		return v, nil
	}
	if err, ok := b.failed[name]; ok {
		return nil, err
	}
	b.open[name] = true
	v, err := b.begin(name)
	if err == nil {
		v, err = b.run(v, b.specs[name].Steps)
	}
	delete(b.open, name)
	if err != nil {
		b.failed[name] = err
		return nil, err
	}
	v.alts = sync.OnceValue(func() []Alternative { return b.alternatives(v) })
	b.done[name] = v
	return v, nil
}

// begin is what the steps of a view work on: its asset, or the view it begins from.
func (b *builder) begin(name string) (*View, *Error) {
	s := b.specs[name]
	fail := func(kind, format string, args ...any) (*View, *Error) {
		return nil, &Error{View: name, Step: -1, Kind: kind, Msg: fmt.Sprintf(format, args...)}
	}
	if s.From == "" {
		t, ok := b.tables[s.Asset]
		if !ok {
			return fail("asset", "asset %q is not in the case's data; it has %s", s.Asset, strings.Join(slices.Sorted(maps.Keys(b.tables)), ", "))
		}
		return Of(name, t), nil
	}
	_, known := b.specs[s.From]
	switch {
	case s.Asset != "":
		return fail("from", "a view begins from an asset or from another view, not from both")
	case !known:
		return fail("from", "there is no view %q to begin from", s.From)
	case b.open[s.From]:
		return fail("from", "view %q begins from itself, through others", s.From)
	}
	base, err := b.view(s.From)
	if err != nil {
		return fail("from", "the view it begins from is wrong: %v", err)
	}
	return &View{Name: name, frame: base.frame, text: base.text}, nil
}

// run takes a view through steps.
func (b *builder) run(v *View, steps []spec.Step) (*View, *Error) {
	name := v.Name
	for i, step := range steps {
		kind, out, err := b.step(v, step)
		if err != nil {
			e, ok := err.(*Error)
			if !ok {
				e = &Error{Msg: err.Error()}
			}
			return nil, &Error{View: name, Step: i, Kind: kind, Field: e.Field, Position: e.Position, Msg: e.Msg, Known: e.Known}
		}
		v = out
	}
	if v.alts != nil || len(steps) == 0 { // a view of its own, whose alternatives are its own
		v = &View{Name: name, frame: v.frame, text: v.text}
	}
	return v, nil
}

// Apply takes a view in memory through steps; there is no other view to join. Errors are
// *Error.
func (v *View) Apply(steps ...spec.Step) (*View, error) {
	out, err := (&builder{}).run(v.own(), steps)
	if err != nil {
		return nil, err
	}
	return out, nil
}

// kind is one thing that a step can do: the field that says so, and how it is done.
type kind struct {
	name string
	in   func(s *spec.Step) bool
	run  func(b *builder, v *View, s *spec.Step) (*View, error)
}

// kinds are in the order in which messages name them.
func kinds() []kind {
	return []kind{
		{"filter", func(s *spec.Step) bool { return s.Filter != "" }, func(_ *builder, v *View, s *spec.Step) (*View, error) { return v.Filter(s.Filter) }},
		{"select", func(s *spec.Step) bool { return s.Select != nil }, func(_ *builder, v *View, s *spec.Step) (*View, error) { return v.choose(s.Select) }},
		{"derive", func(s *spec.Step) bool { return s.Derive != nil }, func(_ *builder, v *View, s *spec.Step) (*View, error) { return v.derive(*s.Derive) }},
		{"missing", func(s *spec.Step) bool { return s.Missing != nil }, func(_ *builder, v *View, s *spec.Step) (*View, error) { return v.missing(*s.Missing) }},
		{"drop_missing", func(s *spec.Step) bool { return s.DropMissing != nil }, func(_ *builder, v *View, s *spec.Step) (*View, error) { return v.complete(s.DropMissing) }},
		{"fill", func(s *spec.Step) bool { return s.Fill != nil }, func(_ *builder, v *View, s *spec.Step) (*View, error) { return v.fill(*s.Fill) }},
		{"distinct", func(s *spec.Step) bool { return s.Distinct != nil }, func(_ *builder, v *View, s *spec.Step) (*View, error) { return v.distinct(s.Distinct) }},
		{"group", func(s *spec.Step) bool { return s.Group != nil }, func(_ *builder, v *View, s *spec.Step) (*View, error) { return v.group(*s.Group) }},
		{"join", func(s *spec.Step) bool { return s.Join != nil }, func(b *builder, v *View, s *spec.Step) (*View, error) { return b.join(v, *s.Join) }},
		{"sort", func(s *spec.Step) bool { return s.Sort != nil }, func(_ *builder, v *View, s *spec.Step) (*View, error) { return v.sort(s.Sort) }},
		{"bin", func(s *spec.Step) bool { return s.Bin != nil }, func(_ *builder, v *View, s *spec.Step) (*View, error) { return v.bin(*s.Bin) }},
		{"window", func(s *spec.Step) bool { return s.Window != nil }, func(_ *builder, v *View, s *spec.Step) (*View, error) { return v.window(*s.Window) }},
		{"pivot", func(s *spec.Step) bool { return s.Pivot != nil }, func(_ *builder, v *View, s *spec.Step) (*View, error) { return v.pivot(*s.Pivot) }},
		{"unpivot", func(s *spec.Step) bool { return s.Unpivot != nil }, func(_ *builder, v *View, s *spec.Step) (*View, error) { return v.unpivot(*s.Unpivot) }},
	}
}

// kindOf is the name of the first field that a step gives.
func kindOf(s spec.Step) string {
	for _, k := range kinds() {
		if k.in(&s) {
			return k.name
		}
	}
	return "step"
}

func (b *builder) step(v *View, s spec.Step) (name string, out *View, err error) {
	var all, given []string
	var do kind
	for _, k := range kinds() {
		all = append(all, k.name)
		if k.in(&s) {
			given, do = append(given, k.name), k
		}
	}
	if len(given) != 1 {
		return "step", nil, fmt.Errorf("a step does one thing, this one %d; give it exactly one of %s", len(given), strings.Join(all, ", "))
	}
	out, err = do.run(b, v, &s)
	return given[0], out, err
}

func (v *View) has(columns []string) error { return v.hasAt("", columns...) }

// hasAt is has for the columns that a field of a step names.
func (v *View) hasAt(field string, columns ...string) error {
	for i, n := range columns {
		if v.index(n) < 0 {
			at := field
			if at != "" && len(columns) > 1 {
				at += fmt.Sprintf("/%d", i)
			}
			return &Error{Field: at, Msg: fmt.Sprintf("there is no column %q", n), Known: v.Columns()}
		}
	}
	return nil
}

// wrong is an error at a field of a step.
func wrong(field, format string, args ...any) error {
	return &Error{Field: field, Msg: fmt.Sprintf(format, args...)}
}

// fresh refuses a name for a new column that is empty or taken.
func (v *View) fresh(field, name string) error {
	if name == "" || v.index(name) >= 0 {
		return wrong(field, "the new column needs a name of its own, not %q", name)
	}
	return nil
}
