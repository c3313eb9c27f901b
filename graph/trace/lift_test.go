package trace_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assaybench/assay/graph/trace"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

func figureLine(channels string) string {
	return `{"k":"figure","src":"interp","path":"a.png","axes":[{"id":"ax0","x":{"scale":"linear","kind":"linear","limits":[0,1]},"y":{"scale":"linear","kind":"linear","limits":[0,1]},"marks":[` +
		`{"mark":"point","artist":"PathCollection","channels":{` + channels + `},"label":"\"b64\":\"AAAA","visible":true,"alpha":1}]}]}`
}

func b64(f []float64) string { return base64.StdEncoding.EncodeToString(trace.EncodeFloats(f)) }

// received is what a reader makes of one line, straight or through a Writer.
func received(t interface{ Fatal(...any) }, line string, written bool) (trace.Event, int64) {
	if written {
		var out bytes.Buffer
		if _, err := trace.NewWriter(&out).Copy(strings.NewReader(line)); err != nil {
			t.Fatal(err)
		}
		line = out.String()
	}
	r := trace.NewReader(strings.NewReader(line))
	e, err := r.Next()
	if err != nil && r.Malformed == 0 {
		t.Fatal(err)
	}
	return e, r.Malformed
}

// Long channels are the numbers that package json reads of them, and are written as they came.
func TestLawLongChannels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 1200).Draw(t, "n")
		x, y := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i] = rapid.Float64().Draw(t, "x")
			y[i] = float64(i)
		}
		if rapid.Bool().Draw(t, "gap") {
			x[n/2] = math.NaN()
		}
		line := figureLine(`"x":{"b64":"` + b64(x) + `"},"y":{"b64":"` + b64(y) + `"}`)
		var want trace.Event
		if err := json.Unmarshal([]byte(line), &want); err != nil {
			t.Fatal(err)
		}
		e, bad := received(t, line, rapid.Bool().Draw(t, "written"))
		if bad != 0 || e.Figure == nil {
			t.Fatalf("%d malformed", bad)
		}
		for name, f := range map[string][]float64{"x": x, "y": y} {
			for _, c := range []trace.Channel{e.Figure.Axes[0].Marks[0].Channels[name], want.Figure.Axes[0].Marks[0].Channels[name]} {
				if got, ok := c.Floats(); !ok || !cmp.Equal(got, f, cmpopts.EquateNaNs()) {
					t.Fatalf("%s is not what was sent", name)
				}
			}
		}
		again, err := json.Marshal(e.Figure)
		if whole, _ := json.Marshal(want.Figure); err != nil || !bytes.Equal(again, whole) {
			t.Fatalf("written again as %.200s: %v", again, err)
		}
	})
}

// What is not quite base64 of whole numbers is taken as package json takes it.
func TestOddChannels(t *testing.T) {
	long := b64(make([]float64, 900))
	for name, c := range map[string]struct {
		text string
		bad  bool
	}{
		"whole":             {long, false},
		"not whole numbers": {long[:len(long)-4], false},
		"cut off":           {long[:len(long)-1], true},
		"no digit":          {long[:2000] + "-" + long[2001:], true},
		"no digit at last":  {long[:len(long)-6] + "*" + long[len(long)-5:], true},
		"padded within":     {long[:2000] + "=" + long[2001:], true},
		"a control":         {long[:2000] + "\x01" + long[2001:], true},
		"not ASCII":         {long[:2000] + "é" + long[2002:], true},
		"a stand-in":        {base64.StdEncoding.EncodeToString([]byte("\xa5stands\x5a\x07\x00\x00\x00")), false},
	} {
		for _, written := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s %v", name, written), func(t *testing.T) {
				line := figureLine(`"x":{"b64":"` + c.text + `"},"y":{"b64":"` + long + `"}`)
				e, bad := received(t, line, written)
				if (bad > 0) != c.bad {
					t.Fatalf("%d malformed", bad)
				}
				var want trace.Event
				if json.Unmarshal([]byte(line), &want) != nil {
					return
				}
				got, ok := e.Figure.Axes[0].Marks[0].Channels["x"].Floats()
				as, wantOK := want.Figure.Axes[0].Marks[0].Channels["x"].Floats()
				if ok != wantOK || ok && !cmp.Equal(got, as) {
					t.Errorf("%d numbers, %v; want %d, %v", len(got), ok, len(as), wantOK)
				}
				if e.Figure.Axes[0].Marks[0].Label != `"b64":"AAAA` {
					t.Errorf("label %q", e.Figure.Axes[0].Marks[0].Label)
				}
			})
		}
	}
}

// Lines come one by one however the stream is cut, and one that is too long costs no other.
func TestLongLines(t *testing.T) {
	var text strings.Builder
	sizes := []int{10, 70_000, 0, 300_000, 5, trace.MaxLine + 10, 40, 1 << 20}
	for i, n := range sizes {
		fmt.Fprintf(&text, `{"k":"audit","src":"os","event":"e%d","detail":"%s"}`+"\n", i, strings.Repeat("x", n))
	}
	r := trace.NewReader(strings.NewReader(text.String()))
	for i, n := range sizes {
		if n > trace.MaxLine {
			continue
		}
		e, err := r.Next()
		if err != nil || e.Audit.Event != fmt.Sprintf("e%d", i) || len(e.Audit.Detail) != n {
			t.Fatalf("line %d: %v, %+.80v", i, err, e.Audit)
		}
	}
	if r.Malformed != 1 {
		t.Errorf("%d malformed", r.Malformed)
	}
}

// A long line comes through a pipe and out of a file as it is.
func TestLongLineOfFile(t *testing.T) {
	line := fmt.Sprintf(`{"k":"audit","src":"os","event":"e","detail":"%s"}`, strings.Repeat("x", 5<<20))
	name := filepath.Join(t.TempDir(), "trace")
	if err := os.WriteFile(name, []byte(line+"\n"+line+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	from, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		io.WriteString(to, line+"\n"+line)
		to.Close()
	}()
	for _, r := range []io.Reader{file, from} {
		events := trace.NewReader(r)
		for range 2 {
			if e, err := events.Next(); err != nil || len(e.Audit.Detail) != 5<<20 {
				t.Fatal(err)
			}
		}
		if _, err := events.Next(); err != io.EOF {
			t.Fatal(err)
		}
	}
}

// A line whose long numbers are read by themselves is taken just where package json takes it,
// and as the same numbers.
func FuzzLongChannels(f *testing.F) {
	long := b64(make([]float64, 600))
	for _, s := range []string{
		`"x":{"b64":"` + long + `"}`, `"x":{"b64":"` + long, `"x":{"b64":"` + long + `="}`, `"x":{"b64":"` + long + `","v":[1]},"y":{"b64":"` + long + `"}`,
		`"x":{"b64":"` + long + `"}},"said":{"a":{"b64":"` + long + `"}},"channels":{`, `"a\"{\"b64\":\"":{"b64":"` + long + `"}`, `"x":{"v":["{\"b64\":\"` + long + `"]}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, channels string) {
		line := figureLine(channels)
		if strings.ContainsAny(line, "\n") {
			return
		}
		e, bad := received(t, line, false)
		var want trace.Event
		if err := json.Unmarshal([]byte(line), &want); (err != nil) != (bad > 0) {
			t.Fatalf("%d malformed, package json says %v", bad, err)
		}
		if want.Figure == nil || bad > 0 {
			return
		}
		for i, a := range want.Figure.Axes {
			for j, m := range a.Marks {
				for name, c := range m.Channels {
					as, wantOK := c.Floats()
					got, ok := e.Figure.Axes[i].Marks[j].Channels[name].Floats()
					if ok != wantOK || !cmp.Equal(got, as, cmpopts.EquateNaNs(), cmpopts.EquateEmpty()) {
						t.Fatalf("%s: %d numbers, want %d", name, len(got), len(as))
					}
				}
			}
		}
	})
}
