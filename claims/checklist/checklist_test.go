package checklist_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assaybench/assay/claims/checklist"
	"github.com/assaybench/assay/claims/judge"
	"github.com/assaybench/assay/spec"
)

func item(kind, content, path, weight string) string {
	return fmt.Sprintf(`{"type":%q,"content":%q,"path":%s,"keywords":["k"],"weight":%s}`, kind, content, path, weight)
}

func TestReadChecklist(t *testing.T) {
	for name, c := range map[string]struct {
		text, code, pointer string
	}{
		"good":              {item("text", "a", "null", "1"), "", ""},
		"J15 weights 0":     {item("text", "a", "null", "0") + "," + item("text", "b", "null", "0"), checklist.CodeWeights, ""},
		"J15 weight NaN":    {item("text", "a", "null", "NaN"), "json.non-finite", ""},
		"J15 weight -1":     {item("text", "a", "null", "-1") + "," + item("text", "b", "null", "2"), checklist.CodeWeight, "/0/weight"},
		"J15 weight inf":    {item("text", "a", "null", "1e999"), checklist.CodeWeight, "/0/weight"},
		"weight as text":    {item("text", "a", "null", `"1"`), "schema.invalid", "/0/weight"},
		"duplicate":         {item("text", "a  b", "null", "0.5") + "," + item("text", "a b", "null", "0.5"), checklist.CodeDuplicate, "/1"},
		"no content":        {item("text", " ", "null", "1"), checklist.CodeEmptyText, "/0/content"},
		"text with path":    {item("text", "a", `"x.png"`, "1"), checklist.CodePath, "/0/path"},
		"image, no path":    {item("image", "a", "null", "1"), checklist.CodePath, "/0/path"},
		"path leaves":       {item("image", "a", `"../x.png"`, "1"), checklist.CodePath, "/0/path"},
		"path absolute":     {item("image", "a", `"/etc/x.png"`, "1"), checklist.CodePath, "/0/path"},
		"path of windows":   {item("image", "a", `"..\\x.png"`, "1"), checklist.CodePath, "/0/path"},
		"unknown kind":      {item("video", "a", "null", "1"), "schema.invalid", "/0/type"},
		"empty":             {"", "schema.invalid", ""},
		"not to 1, warning": {item("text", "a", "null", "2"), checklist.CodeWeights, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got, list := checklist.ReadChecklist("c.json", []byte("["+c.text+"]"))
			if c.code == "" {
				if got == nil || len(list) > 0 {
					t.Fatal(list)
				}
				return
			}
			if len(list) != 1 || list[0].Code != c.code || list[0].Pointer != c.pointer || list[0].Line != 1 {
				t.Fatalf("want %s at %q, got %+v", c.code, c.pointer, list)
			}
			if (got == nil) != list.Errors() {
				t.Error("a checklist with an error must be nil")
			}
		})
	}
}

func TestFolder(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("out/secret.png", "x")
	write("t/task_info.json", `{"task":"x","data":[{"name":"a","path":"./data/a","type":"t","description":"d"},{"name":"b","path":"./../b","type":"t","description":"d"}]}`)
	write("t/data/a", "1")
	write("t/target_study/checklist.json", "["+item("image", "a", `"ok.png"`, "0.5")+","+item("image", "b", `"link.png"`, "0.3")+","+item("image", "c", `"gone.png"`, "0.2")+"]")
	write("t/target_study/ok.png", "x")
	if err := os.Symlink("../../out/secret.png", filepath.Join(dir, "t/target_study/link.png")); err != nil {
		t.Fatal(err)
	}
	_, list, err := checklist.LoadFolder(filepath.Join(dir, "t"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range list {
		got = append(got, d.Code+" "+d.Pointer)
	}
	want := []string{checklist.CodeImage + " /1/path", checklist.CodeImage + " /2/path", checklist.CodePath + " /data/1/path"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if f, list, _ := checklist.LoadFolder(filepath.Join(dir, "out")); f != nil || !list.Errors() {
		t.Error("a folder without documents is no task")
	}
}

func TestReadScoring(t *testing.T) {
	for text, ok := range map[string]bool{
		`{"items":[{"index":0,"weight":1,"score":5,"new":1}]}`:                                          true,
		`{"items":[{"index":0,"weight":1,"score":101}]}`:                                                false,
		`{"items":[{"index":0,"weight":1,"score":5.5}]}`:                                                true, // median of an even number of draws
		`{"items":[{"index":0,"weight":1,"score":5.2}]}`:                                                false,
		`{"items":[{"index":0,"weight":1,"score":1e99999999}]}`:                                         false,
		`{"items":[{"index":0,"weight":1,"score":null,"state":"scored"}]}`:                              false,
		`{"items":[{"index":0,"weight":1,"score":null,"state":"skipped"}]}`:                             true,
		`{"items":[{"index":0,"weight":1,"score":0,"state":"judge_failed"}]}`:                           false,
		`{"items":[{"index":0,"weight":1,"score":null,"state":"missing","bounds":{"low":9,"high":8}}]}`: false,
		`{"items":[{"index":0,"weight":1,"score":null}]}`:                                               false,
		`{"items":[{"index":0,"weight":-1,"score":5}]}`:                                                 false,
		`{"items":[{"index":0,"weight":1,"score":5},{"index":0,"weight":1,"score":9}]}`:                 false,
		`{"items":[]}`:          false,
		`{}`:                    false,
		`{"error":"no report"}`: true,
	} {
		if s, list := checklist.ReadScoring("_score.json", []byte(text)); (s != nil) != ok {
			t.Errorf("%s: %v", text, list)
		}
	}
	s, _ := checklist.ReadScoring("_score.json", []byte(`{"error":"no report"}`))
	if _, err := s.Published(); err == nil {
		t.Error("an error file has no total")
	}
}

func TestSum(t *testing.T) {
	known := func(score, w float64) checklist.Outcome {
		return checklist.Outcome{State: checklist.Scored, Score: score, Weight: w}
	}
	lost := func(s checklist.State, w float64) checklist.Outcome { return checklist.Outcome{State: s, Weight: w} }
	for name, c := range map[string]struct {
		items     []checklist.Outcome
		stock     bool
		low, high float64
		complete  bool
	}{
		"published 40.5":           {[]checklist.Outcome{known(55, .2), known(35, .3), known(38, .5)}, true, 40.5, 40.5, true},
		"published 26.5":           {[]checklist.Outcome{known(60, .2), known(40, .3), known(5, .5)}, true, 26.5, 26.5, true},
		"J13 a failed half":        {[]checklist.Outcome{known(100, 1), lost(checklist.JudgeFailed, 1)}, false, 50, 100, false},
		"J13 stock":                {[]checklist.Outcome{known(100, 1), lost(checklist.JudgeFailed, 1)}, true, 50, 50, false},
		"J01 nothing scored":       {[]checklist.Outcome{lost(checklist.Unparseable, 1), lost(checklist.Missing, 1), lost(checklist.Skipped, 1)}, false, 0, 100, false},
		"zero weights, stock":      {[]checklist.Outcome{known(50, 0)}, true, 0, 0, true},
		"absent is a real zero":    {[]checklist.Outcome{known(0, 1)}, false, 0, 0, true},
		"J07 the mean is computed": {[]checklist.Outcome{known(90, 1), known(95, 1), known(100, 1)}, false, 95, 95, true},
	} {
		got, err := checklist.Sum(c.items, c.stock)
		if err != nil || got.Low != c.low || got.High != c.high || got.Complete != c.complete || (got.Score != nil) != (c.complete || c.stock) {
			t.Errorf("%s: %+v %v", name, got, err)
		}
	}
	bounded := lost(checklist.JudgeFailed, 1)
	bounded.Bounds = &spec.Bounds{Low: 0, High: 40}
	if got, err := checklist.Sum([]checklist.Outcome{known(100, 1), bounded}, false); err != nil || got.Low != 50 || got.High != 70 || got.Complete {
		t.Errorf("%+v %v", got, err)
	}
	bounded.Bounds = &spec.Bounds{Low: 60, High: 40}
	if _, err := checklist.Sum([]checklist.Outcome{bounded}, false); err == nil {
		t.Error("bounds in the wrong order have a total")
	}
	if _, err := checklist.Sum([]checklist.Outcome{known(50, 0)}, false); !errors.Is(err, checklist.ErrNoWeight) {
		t.Error(err)
	}
	for _, bad := range [][]checklist.Outcome{nil, {known(101, 1)}, {known(-1, 1)}, {known(1, -1)}} {
		if _, err := checklist.Sum(bad, true); err == nil {
			t.Errorf("%v has a total", bad)
		}
	}
}

// The true total of any scores lies between the bounds that remain when some are lost.
func TestSumLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "n")
		full, part := make([]checklist.Outcome, n), make([]checklist.Outcome, n)
		for i := range full {
			full[i] = checklist.Outcome{Index: i, State: checklist.Scored, Score: float64(rapid.IntRange(0, 100).Draw(t, "score")), Weight: rapid.Float64Range(0.01, 1).Draw(t, "w")}
			part[i] = full[i]
			if rapid.Bool().Draw(t, "lost") {
				part[i].State, part[i].Score = checklist.JudgeFailed, 0
			}
		}
		a, err1 := checklist.Sum(full, false)
		b, err2 := checklist.Sum(part, false)
		s, err3 := checklist.Sum(full, true)
		if err := errors.Join(err1, err2, err3); err != nil {
			t.Fatal(err)
		}
		if *a.Score < b.Low || *a.Score > b.High || b.Low < 0 || b.High > 100 {
			t.Fatalf("%g outside %g to %g", *a.Score, b.Low, b.High)
		}
		if *a.Score != *s.Score || a.Weight != s.Weight || b.Complete != (b.Covered == 1) {
			t.Fatalf("%+v %+v %+v", a, b, s)
		}
	})
}

func TestOutcomes(t *testing.T) {
	c, list := checklist.ReadChecklist("c.json", []byte("["+item("text", strings.Repeat("é", 300), "null", "0.5")+","+item("text", "b", "null", "0.25")+","+item("text", "c", "null", "0.25")+"]"))
	if c == nil {
		t.Fatal(list)
	}
	s, list := checklist.ReadScoring("s.json", []byte(`{"items":[{"index":0,"type":"text","content":"`+strings.Repeat("é", 200)+`","weight":0.5,"score":40,"reasoning":""},{"index":2,"weight":0.25,"score":0,"reasoning":"Scoring failed."}]}`))
	if s == nil {
		t.Fatal(list)
	}
	got, err := s.Outcomes(c)
	if err != nil {
		t.Fatal(err)
	}
	want := []checklist.Outcome{{Index: 0, State: checklist.Scored, Score: 40, Weight: 0.5}, {Index: 1, State: checklist.Missing, Weight: 0.25}, {Index: 2, State: checklist.JudgeFailed, Weight: 0.25}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	s.Items[0].Weight = "0.4"
	if _, err := s.Outcomes(c); err == nil {
		t.Error("a record of another weight was taken")
	}
}

func TestCombine(t *testing.T) {
	ok := func(n int) checklist.Draw {
		return checklist.Draw{State: checklist.Scored, Score: &n, Mode: checklist.Objective}
	}
	other := func(n int) checklist.Draw { d := ok(n); d.Mode = checklist.Subjective; return d }
	bad := checklist.Draw{State: checklist.Unparseable}
	for name, c := range map[string]struct {
		draws  []checklist.Draw
		quorum int
		want   checklist.Drawn
	}{
		"J09 one of three lost": {[]checklist.Draw{ok(80), bad, ok(84)}, 2, checklist.Drawn{State: checklist.Scored, Score: 82, Spread: 4, Mode: checklist.Objective, Valid: 2, Failed: 1}},
		"below the quorum":      {[]checklist.Draw{ok(80), bad, bad}, 2, checklist.Drawn{State: checklist.Unparseable, Valid: 1, Failed: 2}},
		"odd":                   {[]checklist.Draw{ok(9), ok(1), ok(5)}, 1, checklist.Drawn{State: checklist.Scored, Score: 5, Spread: 8, Mode: checklist.Objective, Valid: 3}},
		"modes differ, halves":  {[]checklist.Draw{ok(4), other(5)}, 2, checklist.Drawn{State: checklist.Scored, Score: 4.5, Spread: 1, Valid: 2}},
		"none":                  {nil, 1, checklist.Drawn{State: checklist.Missing}},
	} {
		got, err := checklist.Combine(c.draws, c.quorum)
		if diff := cmp.Diff(c.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v %s", name, err, diff)
		}
	}
	for _, c := range []struct {
		d []checklist.Draw
		q int
	}{{nil, 0}, {[]checklist.Draw{ok(850)}, 1}, {[]checklist.Draw{{State: checklist.Scored}}, 1}} {
		if _, err := checklist.Combine(c.d, c.q); err == nil {
			t.Errorf("%v", c)
		}
	}
}

func TestDifference(t *testing.T) {
	x, y := 40.0, 42.5
	a := checklist.Measured{Settings: checklist.Settings{Judge: judge.Settings{Kind: "replay", Model: "m"}, Images: 5}, Total: checklist.Total{Score: &x}}
	b := a
	b.Total.Score = &y
	if d, err := checklist.Difference(a, b); err != nil || d != 2.5 {
		t.Error(d, err)
	}
	b.Settings.Images = 15
	if _, err := checklist.Difference(a, b); err == nil || !strings.Contains(err.Error(), "images (5, 15)") {
		t.Error(err)
	}
	b = a
	b.Total.Score = nil
	if _, err := checklist.Difference(a, b); err == nil {
		t.Error("an incomplete total was compared")
	}
}

func TestParseReply(t *testing.T) {
	for text, want := range map[string]int{
		`{"score":9}`: 9, // J03
		` {"score": 100, "mode": "objective", "reasoning": "x"} `: 100,
		`{"score":0}`:                           0,
		`5 reasons support a score of 9`:        -1, // J03
		``:                                      -1, // J02
		`I cannot help with that.`:              -1, // J02
		`{"score":4`:                            -1, // J02
		`{"score":850}`:                         -1, // J08
		`{"score":-3}`:                          -1,
		`{"score":45.9}`:                        -1,
		`{"score":45.0}`:                        -1,
		`{"score":1e2}`:                         -1,
		`{"score":-0}`:                          -1,
		`{"score":"45"}`:                        -1,
		`{"score":true}`:                        -1,
		`{"score":null}`:                        -1,
		`{"score":NaN}`:                         -1,
		`{"Score":45}`:                          -1,
		`{"score":1,"score":2}`:                 -1,
		`{"score":1}{"score":2}`:                -1,
		`[{"score":1}]`:                         -1,
		"```json\n{\"score\":45}\n```":          -1,
		`{"score":45,"total":2.85}`:             -1, // J07
		`{"score":45,"mode":"not objective"}`:   -1, // J25
		`{'score': 12}`:                         -1,
		`<think>{"score":1}</think>{"score":2}`: -1,
	} {
		got, err := checklist.ParseReply(text)
		if want < 0 && err == nil || want >= 0 && (err != nil || got.Score != want) {
			t.Errorf("%q: %+v %v", text, got, err)
		}
	}
}

func TestBands(t *testing.T) {
	for _, m := range []checklist.Mode{checklist.Objective, checklist.Subjective} {
		bands, next := checklist.Bands(m), 0
		for _, b := range bands {
			if b.Low != next || b.High < b.Low || b.Meaning == "" {
				t.Errorf("%s: %+v", m, b)
			}
			next = b.High + 1
		}
		if len(bands) != 11 || next != 101 {
			t.Errorf("%s has %d bands up to %d", m, len(bands), next-1)
		}
		if b, ok := checklist.BandOf(m, 45); !ok || b.Low != 41 {
			t.Errorf("%+v", b)
		}
	}
	if _, ok := checklist.BandOf("other", 5); ok || checklist.Bands("other") != nil {
		t.Error("an unknown mode has bands")
	}
}

func FuzzParseReply(f *testing.F) {
	f.Add(`{"score":9,"mode":"objective","reasoning":"x"}`)
	f.Add("```{\"score\":1e2}```")
	f.Fuzz(func(t *testing.T, s string) {
		if r, err := checklist.ParseReply(s); err == nil && (r.Score < 0 || r.Score > 100 || !strings.Contains(s, fmt.Sprint(r.Score))) {
			t.Errorf("%q gave %+v", s, r)
		}
	})
}

func FuzzReadChecklist(f *testing.F) {
	f.Add([]byte("[" + item("image", "a", `"x.png"`, "0.5") + "]"))
	f.Add([]byte("[\r\n  " + item("text", "é", "null", "1e-3") + "\r\n]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, list := checklist.ReadChecklist("c.json", data)
		if (c == nil) != list.Errors() {
			t.Fatal(list)
		}
		if c == nil {
			return
		}
		out, err := c.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		again, list := checklist.ReadChecklist("c.json", out)
		if again == nil {
			t.Fatal(list)
		}
		if diff := cmp.Diff(c.Items, again.Items); diff != "" {
			t.Error(diff)
		}
	})
}

func FuzzReadScoring(f *testing.F) {
	f.Add([]byte(`{"items":[{"index":0,"weight":1,"score":5}],"total_score":5.0,"total_weight":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, list := checklist.ReadScoring("s.json", data)
		if (s == nil) != list.Errors() {
			t.Fatal(list)
		}
		if s == nil || s.Failure != "" {
			return
		}
		items, err := s.Outcomes(nil)
		if err != nil {
			t.Fatal(err)
		}
		if total, err := checklist.Sum(items, false); err == nil && !(total.Low >= 0 && total.Low <= total.High && total.High <= 100) {
			t.Errorf("%+v", total)
		}
	})
}
