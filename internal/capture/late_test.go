package capture_test

import (
	"testing"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/capture"
	"github.com/assaybench/assay/spec"
)

// Drawing on a figure after it was saved is seen in the calls of the trace, also where
// the figure is never saved again.
func TestDrawnLater(t *testing.T) {
	seq := int64(0)
	next := func(k trace.Kind) trace.Header { seq++; return trace.Header{Seq: seq, K: k} }
	call := func(id int64, fn string, in ...int64) trace.Event {
		op := &trace.Op{ID: id, Fn: "matplotlib." + fn}
		for _, r := range in {
			op.In = append(op.In, trace.Input{Ref: r, Role: "self"})
		}
		return trace.Event{Header: next(trace.KindOp), Op: op}
	}
	saved := func(calls ...int64) trace.Event {
		a := trace.Axes{ID: "ax0"}
		for _, c := range calls {
			one := trace.Channel{B64: trace.EncodeFloats([]float64{1})}
			a.Marks = append(a.Marks, trace.Mark{Mark: spec.MarkPoint, Visible: true, Alpha: 1, Call: c, Channels: map[string]trace.Channel{"x": one, "y": one}})
		}
		return trace.Event{Header: next(trace.KindFigure), Figure: &trace.Figure{Path: "figure.png", SHA256: "aa", Axes: []trace.Axes{a}}}
	}
	for name, c := range map[string]struct {
		events func() []trace.Event
		early  bool
	}{
		"saved last": {func() []trace.Event {
			return []trace.Event{call(1, "pyplot.subplots"), call(2, "axes.Axes.bar", 1), call(3, "figure.Figure.savefig", 1), saved(2)}
		}, false},
		"drawn on": {func() []trace.Event {
			return []trace.Event{call(1, "pyplot.subplots"), call(2, "axes.Axes.bar", 1), saved(2), call(4, "axes.Axes.bar", 1)}
		}, true},
		"a title only": {func() []trace.Event {
			return []trace.Event{call(1, "pyplot.subplots"), call(2, "axes.Axes.bar", 1), saved(2), call(4, "axes.Axes.set_title", 1)}
		}, false},
		"another figure": {func() []trace.Event {
			return []trace.Event{call(1, "pyplot.subplots"), call(2, "axes.Axes.bar", 1), saved(2), call(4, "pyplot.subplots"), call(5, "axes.Axes.bar", 4)}
		}, false},
		"a second figure, made before": {func() []trace.Event {
			return []trace.Event{call(1, "pyplot.subplots"), call(2, "pyplot.subplots"), call(3, "axes.Axes.bar", 1), saved(3), call(5, "axes.Axes.bar", 2)}
		}, false},
		"pyplot": {func() []trace.Event {
			return []trace.Event{call(1, "pyplot.bar"), saved(1), call(3, "pyplot.plot")}
		}, true},
		"pyplot, new figure": {func() []trace.Event {
			return []trace.Event{call(1, "pyplot.bar"), saved(1), call(3, "pyplot.figure"), call(4, "pyplot.plot")}
		}, false},
		"another figure, of data that passed by the first": {func() []trace.Event {
			other := call(5, "axes.Axes.bar", 4)
			other.Op.In = append(other.Op.In, trace.Input{Ref: 1, Role: "arg"})
			return []trace.Event{call(1, "pyplot.subplots"), call(2, "axes.Axes.bar", 1), saved(2), call(4, "pyplot.subplots"), other}
		}, false},
		"saved empty": {func() []trace.Event {
			return []trace.Event{call(1, "pyplot.subplots"), saved(), call(3, "axes.Axes.bar", 1)}
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			seq = 0
			figs := capture.FromTrace(trace.New(c.events()))
			if len(figs) != 1 || (figs[0].Late != 0) != c.early || (figs[0].LateCall != "") != c.early {
				t.Errorf("want a figure that was saved early: %v, have %+v", c.early, figs)
			}
		})
	}
}
