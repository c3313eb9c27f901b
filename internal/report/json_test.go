package report_test

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assaybench/assay/internal/report"
	"github.com/assaybench/assay/spec"
)

func TestJSONRoundTrip(t *testing.T) {
	for _, s := range samples {
		t.Run(s.name, func(t *testing.T) {
			r := s.build()
			first := render(t, func(b *bytes.Buffer) error { return report.JSON(b, r) })
			if !strings.HasSuffix(first, "}\n") {
				t.Error("the document does not end in one line break")
			}
			if d := cmp.Diff(s.build(), r); d != "" {
				t.Error("writing changed the report:\n" + d)
			}
			back, err := report.Read(strings.NewReader(first))
			if err != nil {
				t.Fatal(err)
			}
			second := render(t, func(b *bytes.Buffer) error { return report.JSON(b, back) })
			if d := cmp.Diff(first, second); d != "" {
				t.Error("reading and writing again gives other bytes:\n" + d)
			}
		})
	}
}

// Text is not escaped for HTML, whichever type it passes through.
func TestJSONKeepsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(), rapid.StringMatching(`(\\|u003c|u0026|<|>|&|"|\\u003e|\x7f|\x{9b}|\x{202e}|\x{e0041}|é){0,12}`)).Draw(t, "text")
		r := strict()
		r.Claims[0].Text = s
		r.Oracles[0].Index = []spec.Value{spec.TextValue(s)}
		var b bytes.Buffer
		if err := report.JSON(&b, r); err != nil {
			t.Fatal(err)
		}
		if i := strings.IndexFunc(b.String(), func(c rune) bool { return c != '\n' && (unicode.Is(unicode.Cc, c) || unicode.Is(unicode.Cf, c)) }); i >= 0 {
			t.Errorf("%q is written with a control character: %q", s, b.String()[i:i+4])
		}
		var back struct {
			Claims  []struct{ Text string }
			Oracles []struct{ Index []string }
		}
		if err := json.Unmarshal(b.Bytes(), &back); err != nil {
			t.Fatal(err)
		}
		if s = strings.ToValidUTF8(s, "\ufffd"); back.Claims[0].Text != s || back.Oracles[0].Index[0] != s {
			t.Errorf("%q came back as %q and %q", s, back.Claims[0].Text, back.Oracles[0].Index[0])
		}
	})
	r := strict()
	r.Oracles[0].Index = []spec.Value{spec.TextValue("a<b>&c")}
	if got := render(t, func(b *bytes.Buffer) error { return report.JSON(b, r) }); !strings.Contains(got, `"a<b>&c"`) {
		t.Error("a text inside a value is escaped for HTML")
	}
}

// Lists and maps are never null, whoever built the report.
func TestJSONHasNoNullLists(t *testing.T) {
	got := render(t, func(b *bytes.Buffer) error { return report.JSON(b, &spec.Report{Schema: spec.SchemaReport}) })
	for _, field := range []string{"claims", "nodes", "edges", "adjudication", "findings", "interventions", "oracles", "figures", "mechanisms"} {
		if !strings.Contains(got, `"`+field+`": []`) {
			t.Errorf("%s is not an empty list in\n%s", field, got)
		}
	}
	for _, field := range []string{"bounds", "fidelity", "edges", "versions"} {
		if !strings.Contains(got, `"`+field+`": {}`) {
			t.Errorf("%s is not an empty map in\n%s", field, got)
		}
	}
}

// An undecided number stays null beside its state: it never becomes 0 on the way.
func TestN21_UndecidedStaysNull(t *testing.T) {
	first := render(t, func(b *bytes.Buffer) error { return report.JSON(b, undecided()) })
	back, err := report.Read(strings.NewReader(first))
	if err != nil {
		t.Fatal(err)
	}
	if back.Metrics.Strict != nil || back.Metrics.EC.F1 != nil || back.Claims[0].Support != nil || back.Claims[1].Support == nil {
		t.Errorf("undecided numbers came back as %+v", back.Metrics)
	}
	if d := cmp.Diff(undecided().Bounds, back.Bounds); d != "" {
		t.Error(d)
	}
}

// A candidate may draw NaN: such marks cannot be seen and must not stop the report.
func TestJSONOfUnseenMarks(t *testing.T) {
	r := strict()
	a := &r.Figures[0].Axes[0]
	a.Y.Limits = [2]float64{math.NaN(), math.Inf(1)}
	a.Y.Ticks = []spec.Tick{{At: math.NaN(), Label: "x"}, {At: 1, Label: "1"}}
	a.Marks[0].Y = []float64{1, math.NaN(), 3}
	a.Marks[1].Hi = []float64{1, 2, math.Inf(1)}
	got := render(t, func(b *bytes.Buffer) error { return report.JSON(b, r) })
	back, err := report.Read(strings.NewReader(got))
	if err != nil {
		t.Fatal(err)
	}
	m := back.Figures[0].Axes[0].Marks
	if d := cmp.Diff([]string{"Adelie", "Gentoo"}, m[0].Labels); d != "" || m[0].Hidden != 1 || m[0].Len() != 2 || m[1].Hidden != 1 || len(m[1].Lo) != 2 {
		t.Errorf("got %+v", m)
	}
	if len(back.Figures[0].Axes[0].Y.Ticks) != 1 {
		t.Error("the tick at NaN was kept")
	}
}

func TestReadRefuses(t *testing.T) {
	for name, text := range map[string]string{
		"empty": "", "not JSON": "verdict: fine", "other schema": `{"schema":"assay/claims/v1","claims":[]}`, "truncated": `{"schema":"assay/report/v1",`,
		"two documents": "{}\n{}", "deep": strings.Repeat("[", 100_000),
	} {
		if _, err := report.Read(strings.NewReader(text)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// Whatever can be read can be written in every form.
func FuzzRead(f *testing.F) {
	for _, s := range samples {
		var b bytes.Buffer
		if err := report.JSON(&b, s.build()); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Add([]byte(`{}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := report.Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		var b bytes.Buffer
		for name, err := range map[string]error{
			"JSON": report.JSON(&b, r), "Text": report.Text(&b, r, report.Style{}), "Explain": report.Explain(&b, r, "", report.Style{}), "HTML": report.HTML(&b, r),
		} {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}
