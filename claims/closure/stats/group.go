package stats

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"

	"github.com/assaybench/assay/internal/diag"
	"github.com/assaybench/assay/spec"
)

// Options say what was declared before any attempt was made, and how intervals are drawn.
type Options struct {
	Tasks     int // that every model was to attempt
	Runs      int // of each model at each task
	Resamples int // of the bootstrap; below 2 no interval is made
	Seed      uint64
	Level     float64 // of the intervals, within 0 and 1
}

// HighScore is the score from which attempts count as high.
const HighScore = 8

// bands of the score: from each to below the next, the last to 10.
var bands = []float64{0, 2, 4, 6, 8, 10}

// Of computes the statistics. What is wrong with the scores, or goes beyond what was
// declared, is in the list as errors, and there are no statistics; its warnings stand in
// their notes as well. The error is the context's.
func Of(ctx context.Context, scores []Scored, o Options) (*spec.ClosureStats, diag.List, error) {
	seen, excluded, list := final(scores)
	c := &computer{Options: o, seen: seen, excluded: excluded, task: map[string]int{}, boot: &bootstrap{ctx: ctx, resamples: o.Resamples, seed: o.Seed, level: o.Level}}
	list = append(list, c.name()...).Sort()
	if list.Errors() {
		return nil, list, nil
	}
	c.sort()
	s := &spec.ClosureStats{Schema: spec.SchemaClosureStats, Tasks: o.Tasks, Runs: o.Runs, Models: c.models, Complete: true, Attempts: seen, Excluded: excluded,
		Bootstrap: spec.ClosureBootstrap{Unit: "task", Method: "percentile", Resamples: o.Resamples, Seed: o.Seed, Level: o.Level}, Notes: append(diag.List{}, list...)}
	add := func(by, name string, models []string, tasks, runs int) {
		s.Groups = append(s.Groups, c.group(scope{by: by, name: name, models: models, tasks: tasks, runs: runs}))
	}
	add("all", "", c.models, o.Tasks, o.Runs)
	for _, m := range c.models {
		add("model", m, []string{m}, o.Tasks, o.Runs)
	}
	for _, t := range c.tasks {
		add("task", t, c.models, 1, o.Runs)
	}
	for _, r := range c.runs {
		add("run", strconv.Itoa(r), c.models, o.Tasks, 1)
	}
	s.Complete = s.Groups[0].Complete
	return s, list, c.boot.err
}

type computer struct {
	Options
	seen     []spec.ClosureObservation
	excluded []spec.ClosureExcluded
	models   []string
	tasks    []string
	task     map[string]int // number of each task; tasks that nobody attempted follow
	runs     []int
	buckets  map[[2]string]*bucket
	boot     *bootstrap
}

// name lists models, tasks and runs, those of excluded attempts too, and holds them
// against what was declared.
func (c *computer) name() diag.List {
	models, tasks, runs := map[string]bool{}, map[string]bool{}, map[int]bool{}
	add := func(model, task string, run int) { models[model], tasks[task], runs[run] = true, true, true }
	for _, o := range c.seen {
		add(o.Model, o.Task, o.Run)
	}
	for _, x := range c.excluded {
		add(x.Model, x.Task, x.Run)
	}
	c.models, c.tasks, c.runs = append([]string{}, slices.Sorted(keys(models))...), slices.Sorted(keys(tasks)), slices.Sorted(keys(runs))
	for i, t := range c.tasks {
		c.task[t] = i
	}
	var list diag.List
	over := func(what, flag string, found, declared int, which string) {
		if found > declared {
			list = append(list, diag.Diagnostic{Code: CodeDeclared, Severity: diag.Error, Message: fmt.Sprintf("the attempts are at %d %s (%s), but %d %s declared", found, what, which, declared, were(declared)),
				Fix: "declare what was planned with " + flag + ", or take out what does not belong"})
		}
	}
	over("tasks", "--tasks", len(c.tasks), c.Tasks, brief(c.tasks))
	var numbers []string
	for _, r := range c.runs {
		numbers = append(numbers, strconv.Itoa(r))
	}
	over("runs", "--runs", len(c.runs), c.Runs, brief(numbers))
	return list
}

func were(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

// brief lists the first few of many.
func brief(names []string) string {
	const few = 6
	s := ""
	for i, n := range names {
		if i == few {
			return s + fmt.Sprintf(" and %d more", len(names)-few)
		}
		if i > 0 {
			s += ", "
		}
		s += n
	}
	return s
}

// scope is what a group is about.
type scope struct {
	by, name    string
	models      []string
	tasks, runs int // declared
}

// in are the groups of an attempt.
func in(model, task string, run int) []scope {
	return []scope{{by: "all"}, {by: "model", name: model}, {by: "task", name: task}, {by: "run", name: strconv.Itoa(run)}}
}

// bucket is what belongs to a group.
type bucket struct {
	seen                []attempt
	superseded, invalid int
}

func (c *computer) sort() {
	c.buckets = map[[2]string]*bucket{}
	each := func(model, task string, run int, do func(*bucket)) {
		for _, s := range in(model, task, run) {
			k := [2]string{s.by, s.name}
			if c.buckets[k] == nil {
				c.buckets[k] = &bucket{}
			}
			do(c.buckets[k])
		}
	}
	for i := range c.seen {
		o := &c.seen[i]
		each(o.Model, o.Task, o.Run, func(b *bucket) { b.seen = append(b.seen, attempt{o, c.task[o.Task], o.Validity != valid}) })
	}
	for _, x := range c.excluded {
		each(x.Model, x.Task, x.Run, func(b *bucket) {
			b.invalid += number(x.Why == invalid)
			b.superseded += number(x.Why != invalid)
		})
	}
}

func (c *computer) group(s scope) spec.ClosureGroup {
	b := c.buckets[[2]string{s.by, s.name}]
	if b == nil {
		b = &bucket{}
	}
	g := spec.ClosureGroup{By: s.by, Name: s.name, Complete: true}
	g.Counts = spec.ClosureCounts{Declared: len(s.models) * s.tasks * s.runs, Observed: len(b.seen), Superseded: b.superseded, Invalid: b.invalid}
	g.Counts.Missing = g.Counts.Declared - g.Counts.Observed
	for _, a := range b.seen {
		g.Counts.TimedOut += number(a.TimedOut)
		g.Counts.TerminalZero += number(a.TerminalZero)
		g.Counts.Incomplete += number(!a.Complete)
		g.Counts.OpenValidity += number(a.maybe)
		g.Complete = g.Complete && a.Complete
	}
	c.scores(&g, b.seen)
	c.levels(&g, b.seen, s)
	c.high(&g, b.seen)
	c.completion(&g, b.seen)
	return g
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// attempt is an observation in a group.
type attempt struct {
	*spec.ClosureObservation
	unit  int
	maybe bool // its validity is open
}

// item of a property that the attempt has for certain, or may have.
func (a attempt) item(certain, possible bool) item {
	return a.value(float64(number(certain)), float64(number(possible)))
}

// value is an item of a mean over attempts.
func (a attempt) value(low, high float64) item { return one(a.unit, low, high, 1, a.maybe) }

// one is an item with a denominator that is known.
func one(unit int, low, high, of float64, maybe bool) item {
	return item{unit: unit, low: ratio{low, of}, high: ratio{high, of}, of: [2]float64{of, of}, maybe: maybe}
}

func (a attempt) level(rc int) (certain, possible bool) {
	return a.RCBounds == [2]int{rc, rc}, a.RCBounds[0] <= rc && rc <= a.RCBounds[1]
}

// within tells whether the score lies from from to below to; 10 is within the last band.
func (a attempt) within(from, to float64) (certain, possible bool) {
	in := func(half int) bool { x := float64(half) / 2; return x >= from && (x < to || to == 10 && x == 10) }
	certain = in(a.HalfPoints[0]) && in(a.HalfPoints[1])
	for half := a.HalfPoints[0]; half <= a.HalfPoints[1]; half++ {
		possible = possible || in(half)
	}
	return certain, possible
}

// share of a list of items, with an interval where wanted.
func (c *computer) share(items []item, interval bool) spec.ClosureShare {
	var s spec.ClosureShare
	s.Count, s.Of = counts(items)
	f := c.figure(items, interval)
	s.Value, s.Bounds, s.Interval = f.Value, f.Bounds, f.Interval
	return s
}

func (c *computer) figure(items []item, interval bool) spec.ClosureFigure {
	low, least, sure := extreme(items, false)
	high, greatest, _ := extreme(items, true)
	var f spec.ClosureFigure
	f.Value, f.Bounds = bounded(least, greatest, sure)
	if interval {
		f.Interval = c.boot.of(low, high, f.Bounds == nil, ratioMaker)
	}
	return f
}

func (c *computer) scores(g *spec.ClosureGroup, seen []attempt) {
	var items []item
	for _, a := range seen {
		items = append(items, a.value(float64(a.HalfPoints[0])/2, float64(a.HalfPoints[1])/2))
	}
	g.MeanScore = c.figure(items, true)
	low, high := medians(items)
	sure := slices.ContainsFunc(items, func(i item) bool { return !i.maybe })
	g.MedianScore.Value, g.MedianScore.Bounds = bounded(median(low), median(high), sure)
	g.MedianScore.Interval = c.boot.of(low, high, g.MedianScore.Bounds == nil, medianMaker)
	for i := 1; i < len(bands); i++ {
		band := spec.ClosureBand{From: bands[i-1], To: bands[i]}
		var all []item
		rcs := make([][]item, 5)
		for _, a := range seen {
			in, may := a.within(band.From, band.To)
			all = append(all, a.item(in, may))
			for rc := range rcs {
				at, could := a.level(rc)
				rcs[rc] = append(rcs[rc], a.item(in && at, may && could))
			}
		}
		band.Share = c.share(all, false)
		for rc := range rcs {
			band.RC = append(band.RC, c.share(rcs[rc], false))
		}
		g.Bands = append(g.Bands, band)
	}
}

// levels are the RC distribution of attempts, and what of the declared runs and tasks
// reaches RC4. A run without an attempt does not; its task stays in the denominator.
func (c *computer) levels(g *spec.ClosureGroup, seen []attempt, s scope) {
	type cell struct {
		model string
		unit  int
	}
	reached := map[cell][2]int{}
	rcs := make([][]item, 5)
	for _, a := range seen {
		for rc := range rcs {
			rcs[rc] = append(rcs[rc], a.item(a.level(rc)))
		}
		certain, possible := a.level(4)
		n := reached[cell{a.Model, a.unit}]
		reached[cell{a.Model, a.unit}] = [2]int{n[0] + number(certain && !a.maybe), n[1] + number(possible)}
	}
	for rc := range rcs {
		g.RC = append(g.RC, c.share(rcs[rc], true))
	}
	var declared, anyRun, allRuns []item
	for _, m := range s.models {
		for u := range s.tasks {
			if s.by == "task" {
				u = c.task[s.name]
			}
			n := reached[cell{m, u}]
			declared = append(declared, one(u, float64(n[0]), float64(n[1]), float64(s.runs), false))
			anyRun = append(anyRun, one(u, float64(number(n[0] > 0)), float64(number(n[1] > 0)), 1, false))
			allRuns = append(allRuns, one(u, float64(number(n[0] == s.runs)), float64(number(n[1] == s.runs)), 1, false))
		}
	}
	g.RC4Declared = c.share(declared, true)
	if s.by != "run" {
		one, all := c.share(anyRun, true), c.share(allRuns, true)
		g.AnyRun, g.AllRuns = &one, &all
	}
}

// completion of F, O, I and M is a mean over attempts, of V a ratio of sums. A terminal
// zero without atom records completes nothing of the four, and has no V to speak of.
func (c *computer) completion(g *spec.ClosureGroup, seen []attempt) {
	for i, d := range spec.Dimensions[:4] {
		var items []item
		for _, a := range seen {
			if len(a.Dimensions) == 0 {
				items = append(items, a.value(0, 0))
				continue
			}
			t := a.Dimensions[i]
			if all := float64(t.Applicable + t.Undecided); all > 0 {
				a.maybe = a.maybe || t.Applicable == 0
				items = append(items, a.value(float64(t.Met)/all, float64(t.Met+t.Undecided)/all))
			}
		}
		_, of := counts(items)
		g.Completion = append(g.Completion, spec.ClosureCompletion{Dimension: d, Attempts: of, Mean: c.figure(items, true)})
	}
	g.V = c.share(tallies(seen, func(a attempt) []spec.ClosureTally { return a.Dimensions }, 4), true)
	for i, name := range spec.VCategories {
		g.VCategories = append(g.VCategories, spec.ClosureCategory{Category: name, Share: c.share(tallies(seen, func(a attempt) []spec.ClosureTally { return a.Categories }, i), true)})
	}
}

// tallies are the atoms of one name in each attempt that has records: met of applicable.
func tallies(seen []attempt, of func(attempt) []spec.ClosureTally, i int) []item {
	var items []item
	for _, a := range seen {
		if list := of(a); len(list) > i {
			t := list[i]
			items = append(items, atoms(a, t, t.Met))
		}
	}
	return items
}

// atoms is the item of a number of a tally's atoms, of those that apply. An undecided atom
// may count or not; where it does not apply the ratio lies between.
func atoms(a attempt, t spec.ClosureTally, n int) item {
	it := one(a.unit, float64(n), float64(n+t.Undecided), float64(t.Applicable+t.Undecided), a.maybe)
	it.of[0] = float64(t.Applicable)
	return it
}

func keys[K cmp.Ordered | place, V any](m map[K]V) iter.Seq[K] { return maps.Keys(m) }
