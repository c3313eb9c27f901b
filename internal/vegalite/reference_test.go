package vegalite_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/vegalite"
)

// reference is what a renderer of Vega-Lite draws (testdata/reference.py).
type reference struct {
	Name   string          `json:"name"`
	Spec   json.RawMessage `json:"spec"`
	Panels []struct {
		Width, Height float64
		Marks         [][]any
	}
	Titles []string `json:"titles"`
	Legend []string `json:"legend"`
}

// shape is a mark in pixels: its extent, and for bars and boxes their middle. NaN goes with
// anything.
type shape struct {
	kind           string
	x, x2, y, y2   float64
	cx, cy         float64
	words          string
	slackX, slackY float64
}

var anywhere = math.NaN()

func near(a, b, slack float64) bool { return a != a || math.Abs(a-b) <= slack+1e-6*math.Abs(b) }

func (s shape) is(r shape) bool {
	return s.kind == r.kind && near(s.x, r.x, s.slackX) && near(s.x2, r.x2, s.slackX) && near(s.y, r.y, s.slackY) && near(s.y2, r.y2, s.slackY) &&
		near(s.cx, r.cx, 1) && near(s.cy, r.cy, 1) && alike(s.words, r.words)
}

// alike compares texts; numbers are written with twelve digits there.
func alike(a, b string) bool {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	return a == b || errX == nil && errY == nil && math.Abs(x-y) <= 1e-11*math.Abs(y)
}

func (s shape) String() string {
	return fmt.Sprintf("%s x %.3f..%.3f y %.3f..%.3f c %.2f,%.2f %s", s.kind, s.x, s.x2, s.y, s.y2, s.cx, s.cy, s.words)
}

// pixels maps a place on an axis to pixels.
func pixels(a trace.Axis, length float64, up bool) func(float64) float64 {
	lo, hi := a.Limits[0].F, a.Limits[1].F
	to := map[string]func(float64) float64{
		"log": math.Log, "sqrt": func(x float64) float64 { return math.Copysign(math.Sqrt(math.Abs(x)), x) },
		"pow": func(x float64) float64 { return x * math.Abs(x) }, "symlog": func(x float64) float64 { return math.Copysign(math.Log1p(math.Abs(x)), x) },
	}[a.Scale]
	if to == nil {
		to = func(x float64) float64 { return x }
	}
	return func(v float64) float64 {
		f := (to(v) - to(lo)) / (to(hi) - to(lo))
		if lo == hi {
			f = 0.5
		}
		if up {
			f = 1 - f
		}
		return f * length
	}
}

// shapes are the marks of axes as a renderer places them.
func shapes(t *testing.T, a trace.Axes, w, h float64) []shape {
	px, py := pixels(a.X, w, false), pixels(a.Y, h, true)
	var out []shape
	for _, m := range a.Marks {
		ch := map[string][]float64{}
		n := 0
		for name, c := range m.Channels {
			f, ok := c.Floats()
			if !ok {
				t.Fatalf("channel %s", name)
			}
			ch[name], n = f, max(n, len(f))
		}
		get := func(name string, i int, to func(float64) float64) float64 {
			if f, ok := ch[name]; ok {
				return to(f[i])
			}
			return anywhere
		}
		span := func(kind string, slackX, slackY float64, i int, x, x2, y, y2 string) shape {
			s := shape{kind: kind, x: get(x, i, px), x2: get(x2, i, px), y: get(y, i, py), y2: get(y2, i, py), cx: anywhere, cy: anywhere, slackX: slackX, slackY: slackY}
			s.x, s.x2 = math.Min(s.x, s.x2), math.Max(s.x, s.x2)
			s.y, s.y2 = math.Min(s.y, s.y2), math.Max(s.y, s.y2)
			return s
		}
		const free = "nothing"
		const exact = 1e-6
		for i := range n {
			flat := m.Orient == "h"
			gone := false
			for _, name := range []string{"x", "y", "lo"} {
				gone = gone || ch[name] != nil && ch[name][i] != ch[name][i]
			}
			if gone {
				continue
			}
			var s shape
			switch m.Mark {
			case "point":
				kind := "symbol"
				if strings.HasSuffix(m.Artist, "tick") {
					kind = "rect"
				}
				if s = span(kind, exact, exact, i, "x", "x", "y", "y"); kind == "rect" {
					s = shape{kind: kind, x: anywhere, x2: anywhere, y: anywhere, y2: anywhere, cx: s.x, cy: s.y}
				}
			case "line":
				s = span("line", exact, exact, i, "x", "x", "y", "y")
				if m.Marker == "o" {
					p := s
					p.kind = "symbol"
					out = append(out, p)
				}
			case "bar":
				if flat {
					s = span("rect", exact, exact, i, "x", "base", free, free)
					s.cy = get("y", i, py)
				} else {
					s = span("rect", exact, exact, i, free, free, "y", "base")
					s.cx = get("x", i, px)
					s.y2 = math.Min(s.y2, h) // where the axis has no zero the renderer begins at its end
				}
				if a.X.Kind == "time" && strings.Contains(string(a.X.Label), "(year)") {
					s.cx = anywhere // a year's bar is as wide as the year
				}
			case "histogram":
				if flat {
					s = shape{kind: "rect", x: px(ch["base"][i]), x2: px(ch["y"][i]), y: py(ch["x2"][i]), y2: py(ch["x"][i]), cx: anywhere, cy: anywhere, slackX: exact, slackY: 1.01}
				} else {
					s = span("rect", 1.01, exact, i, "x", "x2", "y", "base")
				}
			case "band":
				if s = span("area", exact, exact, i, "x", "x", "lo", "hi"); flat {
					s = span("area", exact, exact, i, free, free, "y", "y")
					s.x, s.x2 = px(ch["lo"][i]), px(ch["hi"][i])
				}
			case "errorbar":
				if flat {
					s = span("rule", exact, exact, i, "lo", "hi", free, free)
					s.x, s.x2, s.y, s.y2 = px(ch["lo"][i]), px(ch["hi"][i]), get("y", i, py), get("y", i, py)
				} else {
					s = span("rule", exact, exact, i, "x", "x", "lo", "hi")
				}
			case "rule":
				switch {
				case ch["x"] == nil:
					s = span("rule", exact, exact, i, free, free, "y", "y")
				case ch["y"] == nil:
					s = span("rule", exact, exact, i, "x", "x", free, free)
				default:
					s = span("rule", exact, exact, i, "x", "x2", "y", "y2")
				}
			case "mesh", "span":
				s = span("rect", 1.01, 1.01, i, "x", "x2", "y", "y2")
			case "text":
				s = span("text", exact, exact, i, "x", "x", "y", "y")
				s.words = m.Text
			case "arc":
				s = shape{kind: "arc", x: 2 * math.Pi * ch["y"][i], x2: 0, y: 0, y2: 0, cx: anywhere, cy: anywhere, slackX: exact}
			case "box":
				to, from, at := py, "y", get("x", i, px)
				if flat {
					to, from, at = px, "x", get("y", i, py)
				}
				_ = from
				q1, med, q3, lo, hi := to(ch["q1"][i]), to(ch["med"][i]), to(ch["q3"][i]), to(ch["wlo"][i]), to(ch["whi"][i])
				put := func(kind string, a, b float64) shape {
					v := shape{kind: kind, x: anywhere, x2: anywhere, y: math.Min(a, b), y2: math.Max(a, b), cx: at, cy: anywhere, slackY: exact}
					if flat {
						v.x, v.x2, v.y, v.y2, v.cx, v.cy, v.slackX = v.y, v.y2, v.x, v.x2, v.cy, v.cx, v.slackY
					}
					return v
				}
				line := put("rect", med, med) // the median is a rectangle of some width
				line.slackX, line.slackY = 1, 1
				out = append(out, put("rule", lo, q1), put("rule", q3, hi), line)
				s = put("rect", q1, q3)
			default:
				t.Fatalf("mark %s", m.Mark)
			}
			out = append(out, s)
		}
	}
	return out
}

func drawnThere(mark []any) shape {
	f := func(i int) float64 { v, _ := mark[i].(float64); return v }
	s := shape{kind: mark[0].(string), x: f(1), x2: f(2), y: f(3), y2: f(4)}
	s.cx, s.cy = (s.x+s.x2)/2, (s.y+s.y2)/2
	if len(mark) > 5 {
		s.words = fmt.Sprint(mark[5])
	}
	return s
}

// Each mark stands where a renderer of Vega-Lite draws it, and no other does: values, domains,
// orders, stacks, bins and panels are the same.
func TestReference(t *testing.T) {
	b, err := os.ReadFile("testdata/reference.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []reference
	if err := json.Unmarshal(b, &all); err != nil {
		t.Fatal(err)
	}
	for _, r := range all {
		t.Run(r.Name, func(t *testing.T) {
			fig, list := vegalite.Read("figure.vl.json", r.Spec, nil)
			if fig == nil {
				t.Fatalf("%v", list.Err())
			}
			var panels [][]trace.Axes
			for _, a := range fig.Axes {
				if a.TwinOf != "" {
					panels[len(panels)-1] = append(panels[len(panels)-1], a)
				} else {
					panels = append(panels, []trace.Axes{a})
				}
			}
			if len(panels) != len(r.Panels) {
				t.Fatalf("%d panels, want %d", len(panels), len(r.Panels))
			}
			for i, p := range r.Panels {
				var got, rest []shape
				for _, a := range panels[i] {
					got = append(got, shapes(t, a, p.Width, p.Height)...)
				}
				for _, m := range p.Marks {
					want := drawnThere(m)
					if k := slices.IndexFunc(got, func(s shape) bool { return s.is(want) }); k >= 0 {
						got = slices.Delete(got, k, k+1)
					} else {
						rest = append(rest, want)
					}
				}
				if len(got) > 0 || len(rest) > 0 {
					t.Errorf("panel %d (%v x %v)\nours alone %v\nreference alone %v\naxes %+v %+v", i, p.Width, p.Height, got, rest, panels[i][0].X, panels[i][0].Y)
				}
			}
			titles := []string{}
			legend := []string{}
			for _, a := range fig.Axes {
				for _, l := range []string{a.X.Label, a.Y.Label} {
					if l != "" && !slices.Contains(titles, l) {
						titles = append(titles, l)
					}
				}
				if a.Legend != nil {
					for _, e := range a.Legend.Entries {
						if !slices.Contains(legend, e.Label) {
							legend = append(legend, e.Label)
						}
					}
				}
			}
			slices.Sort(titles)
			if d := cmp.Diff(r.Titles, titles); d != "" {
				t.Errorf("titles %s", d)
			}
			if len(legend) > 0 { // legends of numbers are not read
				if d := cmp.Diff(r.Legend, legend); d != "" {
					t.Errorf("legend %s", d)
				}
			}
		})
	}
}
