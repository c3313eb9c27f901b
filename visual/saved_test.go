package visual_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"testing"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/visual"
)

func TestSaved(t *testing.T) {
	fig := func(path, sha string, event int64, marks ...trace.Mark) spec.Figure {
		return visual.FromFigure(trace.Figure{Path: path, SHA256: sha, Axes: []trace.Axes{{ID: "ax0", X: axis("", 0, 5), Y: axis("", 0, 5), Marks: marks}}}, event)
	}
	one, two := points([]float64{1}, []float64{2}), points([]float64{2}, []float64{3})
	for name, c := range map[string]struct {
		figs  []spec.Figure
		code  spec.Code
		event int64
	}{
		"as captured":              {[]spec.Figure{fig("figure.png", "aa", 1, one)}, "", 1},
		"dot and slash":            {[]spec.Figure{fig("./figure.png", "aa", 1, one)}, "", 1},
		"copied from another name": {[]spec.Figure{fig("tmp.png", "aa", 1, one)}, "", 1},
		"saved twice":              {[]spec.Figure{fig("figure.png", "bb", 1, one), fig("figure.png", "aa", 2, one)}, "", 2},
		"another figure later":     {[]spec.Figure{fig("figure.png", "aa", 1, one), fig("other.png", "cc", 2, two)}, "", 1},
		"saved elsewhere too":      {[]spec.Figure{fig("figure.png", "aa", 1, one), fig("copy.png", "aa", 2, one)}, "", 1},
		"drawn on afterwards":      {[]spec.Figure{fig("figure.png", "aa", 1, one), fig("", "", 2, one, two)}, spec.VisualStale, 1},
		"overwritten":              {[]spec.Figure{fig("figure.png", "bb", 1, one)}, spec.VisualForeign, 1},
		"never saved":              {[]spec.Figure{fig("other.png", "bb", 1, one)}, spec.VisualForeign, 0},
		"nothing captured":         {nil, spec.VisualForeign, 0},
	} {
		t.Run(name, func(t *testing.T) {
			f, v := visual.Saved(c.figs, "figure.png", "aa")
			var code spec.Code
			for _, k := range v.Checks {
				if !k.Pass {
					code = k.Code
				}
			}
			if code != c.code || (v.Score == 1) != (c.code == "") {
				t.Errorf("code %q, score %v, want %q", code, v.Score, c.code)
			}
			var event int64
			if f != nil {
				event = f.Event
			}
			if event != c.event {
				t.Errorf("figure of event %d, want %d", event, c.event)
			}
		})
	}
}

func encode(t testing.TB, w, h int, paint func(*image.RGBA)) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	if paint != nil {
		paint(img)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// bomb is a PNG whose header promises more pixels than anybody has memory for.
func bomb(t testing.TB, w, h uint32) []byte {
	b := encode(t, 20, 20, nil)
	binary.BigEndian.PutUint32(b[16:], w)
	binary.BigEndian.PutUint32(b[20:], h)
	binary.BigEndian.PutUint32(b[29:], crc32.ChecksumIEEE(b[12:29]))
	return b
}

func TestCheckFile(t *testing.T) {
	dot := func(i *image.RGBA) { i.Set(3, 3, color.Black) }
	good := encode(t, 100, 80, dot)
	for name, c := range map[string]struct {
		data []byte
		code spec.Code
	}{
		"a picture":    {good, ""},
		"empty":        {nil, spec.ArtifactInvalid},
		"text":         {[]byte("figure"), spec.ArtifactInvalid},
		"header only":  {good[:20], spec.ArtifactInvalid},
		"cut off":      {good[:len(good)-30], spec.ArtifactInvalid},
		"one colour":   {encode(t, 100, 80, nil), spec.VisualBlank},
		"tiny":         {encode(t, 4, 4, dot), spec.VisualBlank},
		"no pixels":    {bomb(t, 0, 10), spec.VisualBlank},
		"wide bomb":    {bomb(t, 1<<31-1, 20), spec.ArtifactRefused},
		"large bomb":   {bomb(t, 30000, 30000), spec.ArtifactRefused},
		"JPEG by name": {[]byte("\xff\xd8\xff\xe0 JFIF"), spec.ArtifactInvalid},
	} {
		t.Run(name, func(t *testing.T) {
			v := visual.CheckFile("figure.png", c.data)
			if len(v.Checks) != 1 || v.Checks[0].Code != c.code || v.Checks[0].Pass != (c.code == "") {
				t.Errorf("%+v, want %q", v.Checks, c.code)
			}
		})
	}
}

func FuzzCheckFile(f *testing.F) {
	f.Add(encode(f, 20, 20, func(i *image.RGBA) { i.Set(1, 1, color.White) }))
	f.Add(bomb(f, 30000, 30000))
	f.Add([]byte("\x89PNG\r\n\x1a\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		v := visual.CheckFile("figure.png", data)
		if len(v.Checks) != 1 || v.Checks[0].Pass != (v.Score == 1) {
			t.Errorf("%+v", v)
		}
	})
}

// Drawing on a figure after it was saved is seen in the calls of the trace, also where
// the figure is never saved again.
func TestSavedEarly(t *testing.T) {
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
		a := xyAxes()
		for _, c := range calls {
			m := points([]float64{300}, []float64{200})
			m.Call = c
			a.Marks = append(a.Marks, m)
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
		"saved empty": {func() []trace.Event {
			return []trace.Event{call(1, "pyplot.subplots"), saved(), call(3, "axes.Axes.bar", 1)}
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			seq = 0
			figs := visual.FromTrace(trace.New(c.events()))
			_, v := visual.Saved(figs, "figure.png", "aa")
			early := len(v.Checks) == 1 && v.Checks[0].Code == spec.VisualStale
			if early != c.early {
				t.Errorf("saved early: %v, want %v (%+v)", early, c.early, v.Checks)
			}
		})
	}
}

// What a figure that was saved early shows all the same is not held against it.
func TestSavedEarlyBlamesWhatIsMissing(t *testing.T) {
	slot, terms := meanSlot(), spec.NewTerms(nil)
	f := figure(good())
	f.Late, f.LateCall = 9, "Axes.bar in line 17"
	f.Path, f.SHA256 = "figure.png", "aa"
	fig, saved := visual.Saved([]spec.Figure{*f}, "figure.png", "aa")
	m := visual.MatchSlots([]spec.VisualSlot{slot}, fig, terms)["v"]
	perfect(t, visual.Shows(slot, m, expected(t, slot, meanResult()), saved, terms))
	empty := figure(trace.Axes{})
	empty.Late = 9
	if v := visual.Judge(slot, visual.MatchSlots([]spec.VisualSlot{slot}, empty, terms)["v"], expected(t, slot, meanResult()), terms); v.State != spec.StateMissing || v.Checks[0].Code != spec.VisualStale {
		t.Errorf("an empty figure: %+v", v)
	}
	a := good()
	a.Marks = a.Marks[:1]
	bare := figure(a)
	m = visual.MatchSlots([]spec.VisualSlot{slot}, bare, terms)["v"]
	in := meanResult()
	in.Value = spec.ArrayValue(scaled(means, 2))
	v := visual.Shows(slot, m, expected(t, slot, in), saved, terms)
	if got := codes(v); v.Score != 0 || len(got) != 1 || got[0] != string(spec.VisualStale) {
		t.Errorf("score %v, %v", v.Score, got)
	}
}
