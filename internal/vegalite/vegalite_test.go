package vegalite_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/vegalite"
)

// read reads a view over three rows; what stands in the place of the comma-separated parts
// is its own.
func read(t *testing.T, parts string) (*trace.Figure, string) {
	t.Helper()
	fig, list := vegalite.Read("f.vl.json", []byte(`{"data": {"values": [{"g": "a", "h": "p", "x": 1, "v": 2}, {"g": "b", "h": "q", "x": 2, "v": 3}, {"g": "b", "h": "p", "x": 4, "v": 7}]}, `+parts+`}`), nil)
	var lines []string
	for _, d := range list {
		lines = append(lines, d.Pointer+": "+d.Message)
	}
	return fig, strings.Join(lines, "\n")
}

const xy = `"encoding": {"x": {"field": "x", "type": "quantitative"}, "y": {"field": "v", "type": "quantitative"}`

// What is not read is named, with its place, and nothing is drawn.
func TestUnsupported(t *testing.T) {
	for name, c := range map[string]struct{ spec, want string }{
		"mark":              {`"mark": "trail", ` + xy + `}`, `/mark: the mark "trail" is not read`},
		"property":          {`"mark": {"type": "bar", "y2Offset": 5}, ` + xy + `}`, "/mark/y2Offset: y2Offset moves the marks away from their numbers"},
		"unknown property":  {`"mark": {"type": "bar", "wobble": 5}, ` + xy + `}`, "/mark/wobble: wobble of the mark is not read"},
		"curve":             {`"mark": {"type": "line", "interpolate": "basis"}, ` + xy + `}`, "/mark/interpolate: a line of basis does not pass through its points"},
		"invalid shown":     {`"mark": {"type": "point", "invalid": null}, ` + xy + `}`, "/mark/invalid: rows without a number are drawn as if they had one"},
		"channel":           {`"mark": "point", ` + xy + `, "radius": {"field": "v"}}`, "/encoding/radius: the channel radius is not read"},
		"pixels":            {`"mark": "bar", "encoding": {"x": {"value": 5}, "y": {"field": "v", "type": "quantitative"}}`, "/encoding/x/value: a place in pixels is not read"},
		"no scale":          {`"mark": "point", "encoding": {"x": {"field": "x", "type": "quantitative", "scale": null}}`, "/encoding/x/scale: positions in pixels are not read"},
		"scale range":       {`"mark": "point", "encoding": {"x": {"field": "x", "type": "quantitative", "scale": {"range": [300, 0]}}}`, "/encoding/x/scale/range: a range of positions is not read"},
		"quantile scale":    {`"mark": "point", "encoding": {"x": {"field": "x", "type": "quantitative", "scale": {"type": "quantile"}}}`, "/encoding/x/scale/type: a quantile scale is not read"},
		"label expression":  {`"mark": "point", "encoding": {"x": {"field": "x", "type": "quantitative", "axis": {"labelExpr": "'0'"}}}`, "/encoding/x/axis/labelExpr: labels that an expression writes are not read"},
		"aggregate":         {`"mark": "point", "encoding": {"y": {"field": "v", "aggregate": "argmax"}}`, "/encoding/y/aggregate: the aggregate argmax is not read"},
		"transform":         {`"transform": [{"filter": "true"}, {"loess": "v", "on": "x"}], "mark": "point", ` + xy + `}`, "/transform/1: the transform loess is not read"},
		"expression":        {`"transform": [{"calculate": "random()", "as": "r"}], "mark": "point", ` + xy + `}`, "/transform/0/calculate: the function random is not supported in an expression"},
		"random interval":   {`"mark": {"type": "errorbar", "extent": "ci"}, "encoding": {"x": {"field": "g"}, "y": {"field": "v", "type": "quantitative"}}`, "/mark/extent: ci0 of v: a bootstrap interval is drawn from random samples, so its ends are not known"},
		"random aggregate":  {`"mark": "point", "encoding": {"y": {"field": "v", "aggregate": "ci0"}}`, "/encoding: ci0 of v: a bootstrap interval is drawn from random samples, so its ends are not known"},
		"repeat":            {`"repeat": ["x"], "spec": {}`, "/repeat: repeat is not read"},
		"selection":         {`"params": [{"name": "b", "select": "interval"}], "mark": "point", ` + xy + `}`, `/params/0/select: the selection "b" (interval) is not read`},
		"signal":            {`"mark": {"type": "point", "color": {"expr": "c"}}, ` + xy + `}`, "/mark/color: color is computed by expr, which is not read"},
		"configured extent": {`"config": {"boxplot": {"extent": 3}}, "mark": "boxplot", ` + xy + `}`, "/config/boxplot/extent: extent of the configuration of boxplot is not read"},
		"generated":         {`"data": {"sequence": {"start": 0, "stop": 5}}, "mark": "point", ` + xy + `}`, ""},
		"condition":         {`"mark": "point", ` + xy + `, "color": {"condition": {"test": "true", "field": "g"}, "value": "red"}}`, "/encoding/color/condition: a condition is read only where it gives a fixed look"},
		"kinds":             {`"layer": [{"mark": "point", "encoding": {"x": {"field": "g", "type": "nominal"}}}, {"mark": "point", "encoding": {"x": {"field": "v", "type": "quantitative"}}}]`, "/layer/1/encoding/x: this layer shows v on an axis of another kind, which it shares with /layer/0/encoding/x"},
		"log stack":         {`"mark": "bar", "encoding": {"x": {"field": "g"}, "y": {"field": "v", "type": "quantitative", "scale": {"type": "log"}}, "color": {"field": "h"}}`, "/encoding/y/scale/type: lengths that stand upon one another on a log scale have no meaning"},
		"facet bins":        {`"facet": {"row": {"field": "g"}}, "spec": {"mark": "bar", "encoding": {"x": {"field": "v", "bin": true}, "y": {"aggregate": "count"}}}`, "/spec/encoding/x/bin: the bins of a view within a facet depend on all of its panels"},
		"version":           {`"$schema": "https://vega.github.io/schema/vega-lite/v2.json", "mark": "point", ` + xy + `}`, `/$schema: the schema "https://vega.github.io/schema/vega-lite/v2.json" is neither version 5 nor 6 of Vega-Lite`},
		"nothing":           {`"title": "none"`, ": the view has neither a mark nor views within"},
	} {
		t.Run(name, func(t *testing.T) {
			if c.want == "" { // a key twice is no JSON
				c.want = ": the key"
			}
			fig, got := read(t, c.spec)
			if fig != nil || !strings.Contains(got, c.want) {
				t.Errorf("figure %v, said %s\nwant %s", fig != nil, got, c.want)
			}
		})
	}
}

// Data come from the specification or from relative paths, and from nowhere else.
func TestData(t *testing.T) {
	open := func(path string) ([]byte, error) {
		return map[string][]byte{"data/a.csv": []byte("x,v\n1,2\n3,\n"), "data/b.json": []byte(`{"in": [{"x": 1, "v": 2}]}`), "data/c.tsv": []byte("x\tv\n5\t6\n")}[path], map[bool]error{true: errors.New("not there")}[!strings.HasPrefix(path, "data/")]
	}
	for data, want := range map[string]string{
		`{"url": "data/a.csv"}`:                                "[1 3] [2 NaN]",
		`{"url": "./data/../data/a.csv"}`:                      "[1 3] [2 NaN]",
		`{"url": "data/b.json", "format": {"property": "in"}}`: "[1] [2]",
		`{"url": "data/c.tsv"}`:                                "[5] [6]",
		`{"name": "n"}`:                                        "[8] [9]",
		`{"values": "x;v\n1;2", "format": {"type": "dsv", "delimiter": ";"}}`:      "[1] [2]",
		`{"values": [{"x": "1", "v": "2"}], "format": {"parse": {"x": "number"}}}`: "[1] [2]",
		`{"url": "https://example.org/a.csv"}`:                                     "/data/url: \"https://example.org/a.csv\" is no file of the run: only relative paths are read",
		`{"url": "../a.csv"}`:                                                      "/data/url: \"../a.csv\" is no file of the run: only relative paths are read",
		`{"url": "/etc/passwd"}`:                                                   "/data/url: \"/etc/passwd\" is no file of the run: only relative paths are read",
		`{"url": "other.csv"}`:                                                     "/data/url: the rows cannot be read: not there",
		`{"name": "m"}`:                                                            "/data/name: there is no data set \"m\" in the specification",
		`{"sequence": {"start": 0}}`:                                               "/data/sequence: rows by sequence are not read",
		`{"values": 5}`:                                                            "/data/values: the data are no list of rows",
		`{"values": "x", "format": {"type": "topojson"}}`:                          "/data/format/type: data in the format \"topojson\" are not read",
		`{"values": [{"x": 1, "v": 2}], "format": {"parse": {"x": "date:'%Y'"}}}`:  "/data/format/parse/x: the format \"date:'%Y'\" of a field is not read",
	} {
		fig, list := vegalite.Read("f.vl.json", []byte(`{"datasets": {"n": [{"x": 8, "v": 9}]}, "data": `+data+`, "mark": "point", `+xy+`}}`), open)
		got := ""
		if fig != nil {
			x, _ := fig.Axes[0].Marks[0].Channels["x"].Floats()
			y, _ := fig.Axes[0].Marks[0].Channels["y"].Floats()
			got = fmt.Sprint(x, " ", y)
		} else {
			got = list[0].Pointer + ": " + list[0].Message
		}
		if got != want {
			t.Errorf("%s: %s, want %s", data, got, want)
		}
	}
}

// What an error bar spans is known where Vega-Lite computes it, and only there.
func TestExtent(t *testing.T) {
	for mark, want := range map[string]string{
		`{"type": "errorbar", "extent": "stdev"}`: "sd 0", `"errorbar"`: "se 0", `{"type": "errorbar", "extent": "iqr"}`: "iqr 0", `{"type": "errorband", "center": "median"}`: "iqr 0",
	} {
		fig, said := read(t, `"mark": `+mark+`, "encoding": {"x": {"field": "g"}, "y": {"field": "v", "type": "quantitative"}}`)
		if fig == nil {
			t.Fatal(said)
		}
		m := fig.Axes[0].Marks[0]
		if got := fmt.Sprint(m.Extent, " ", m.Level); got != want {
			t.Errorf("%s: %s, want %s", mark, got, want)
		}
	}
	// A bootstrap of equal values has but one outcome.
	fig, list := vegalite.Read("f", []byte(`{"data": {"values": [{"v": 3}, {"v": 3}]}, "mark": {"type": "errorbar", "extent": "ci"}, "encoding": {"y": {"field": "v", "type": "quantitative"}}}`), nil)
	if fig == nil {
		t.Fatal(list.Err())
	}
	m := fig.Axes[0].Marks[0]
	if lo, _ := m.Channels["lo"].Floats(); m.Extent != "ci" || m.Level != 0.95 || !cmp.Equal(lo, []float64{3}) {
		t.Errorf("%s %v %v", m.Extent, m.Level, lo)
	}
	fig, said := read(t, `"mark": "errorbar", `+xy+`, "yError": {"field": "x"}}`)
	if fig == nil || fig.Axes[0].Marks[0].Extent != "" {
		t.Errorf("error bars of given ends: %s", said)
	}
}

// Groups are named by what the legend shows; where there is none, by the code only.
func TestGroups(t *testing.T) {
	for channels, want := range map[string]string{
		`"color": {"field": "g"}`:                                 "a via legend, b via legend",
		`"color": {"field": "g", "legend": null}`:                 "a via label, b via label",
		`"color": {"field": "g"}, "shape": {"field": "h"}`:        "a / p via legend, b / q via legend, b / p via legend",
		`"color": {"field": "g"}, "shape": {"field": "g"}`:        "a via legend, b via legend",
		`"color": {"value": "red"}`:                               "none",
		`"color": {"field": "v", "type": "quantitative"}`:         "none",
		`"detail": {"field": "g"}`:                                "none",
		`"strokeDash": {"field": "h"}, "opacity": {"field": "g"}`: "p / a via legend, q / b via legend, p / b via legend",
	} {
		fig, said := read(t, `"mark": "point", `+xy+`, `+channels+`}`)
		if fig == nil {
			t.Fatal(said)
		}
		var got []string
		for _, m := range fig.Axes[0].Marks {
			if m.Group != nil {
				got = append(got, m.Group.Level+" via "+m.Group.Via)
			}
		}
		if got == nil {
			got = []string{"none"}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %v, want %s", channels, got, want)
		}
	}
}

// Marks that nobody sees are told.
func TestHidden(t *testing.T) {
	for mark, want := range map[string]float64{
		`"point"`: 1, `{"type": "point", "opacity": 0}`: 0, `{"type": "point", "color": "white"}`: 0, `{"type": "point", "color": "transparent"}`: 0, `{"type": "point", "size": 0}`: 0,
		`{"type": "point", "fill": "white", "stroke": "black"}`: 1, `{"type": "point", "color": "red"}`: 1,
	} {
		fig, said := read(t, `"mark": `+mark+`, `+xy+`}`)
		if fig == nil {
			t.Fatal(said)
		}
		if got := fig.Axes[0].Marks[0].Alpha; got != want {
			t.Errorf("%s: alpha %v", mark, got)
		}
	}
}

func TestIs(t *testing.T) {
	for text, want := range map[string]bool{
		`{"$schema": "https://vega.github.io/schema/vega-lite/v5.json"}`: true, `{"mark": "bar"}`: true, `{"layer": []}`: true,
		`{"$schema": "https://vega.github.io/schema/vega/v5.json", "mark": 1}`: false, `{"schema": "assay/results/v1"}`: false, `[]`: false, `not json`: false,
	} {
		if vegalite.Is([]byte(text)) != want {
			t.Errorf("%s", text)
		}
	}
}

// FuzzRead wants no panic and no endless reading of anything, and that what is read can be
// written down.
func FuzzRead(f *testing.F) {
	b, err := os.ReadFile("testdata/reference.json")
	if err != nil {
		f.Fatal(err)
	}
	var all []reference
	if err := json.Unmarshal(b, &all); err != nil {
		f.Fatal(err)
	}
	for _, r := range all {
		f.Add([]byte(r.Spec))
	}
	f.Add([]byte(`{"data": {"values": [{"v": 1e300}, {"v": -1e300}, {"v": 5e-324}]}, "mark": "bar", "encoding": {"x": {"field": "v", "bin": {"step": 5e-324}}, "y": {"aggregate": "count"}}}`))
	f.Add([]byte(`{"data": {"values": [{"v": "NaN"}]}, "mark": "boxplot", "encoding": {"x": {"field": "v", "type": "quantitative", "scale": {"type": "log", "base": 1}}}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		fig, list := vegalite.Read("f.vl.json", b, nil)
		if (fig == nil) != list.Errors() {
			t.Fatalf("figure %v, errors %v", fig != nil, list)
		}
		if fig == nil {
			return
		}
		for _, a := range fig.Axes {
			for _, m := range a.Marks {
				n := -1
				for name, c := range m.Channels {
					fs, ok := c.Floats()
					if !ok || n >= 0 && len(fs) != n {
						t.Fatalf("channel %s of %s", name, m.Mark)
					}
					n = len(fs)
				}
			}
			for _, v := range a.X.Limits {
				if math.IsNaN(v.F) {
					t.Fatalf("limits %v", a.X.Limits)
				}
			}
		}
	})
}
