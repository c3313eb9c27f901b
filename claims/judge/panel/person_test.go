package panel_test

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/assaybench/assay/claims/judge"
	"github.com/assaybench/assay/claims/judge/judgetest"
	"github.com/assaybench/assay/claims/judge/panel"
)

func fields() []judge.Field {
	return []judge.Field{{Name: "mode", Kind: "choice", Choices: []string{"supported", "unsupported"}}, {Name: "why", Kind: "text"},
		{Name: "score", Kind: "integer", Min: 0, Max: 100}, {Name: "at", Kind: "json"}}
}

// A person is asked for each field until the line is an answer to it. (J25: of a choice
// only the very word is one; J08: nor is a number out of range brought into it.)
func TestJ25PersonAnswersExactly(t *testing.T) {
	r := judgetest.Request()
	r.Fields = fields()
	var out strings.Builder
	in := "support\nnot supported\nunsupported or supported\nUNSUPPORTED\nunsupported\n\nit is \"so\"\r\nten\n101\n-1\n50.0\n50\n{\n{\"line\":3}\n"
	j := open(t, "person:ann", panel.Options{In: strings.NewReader(in), Out: &out})
	reply, err := j.Ask(t.Context(), r)
	if want := `{"mode":"unsupported","why":"it is \"so\"","score":50,"at":{"line":3}}`; err != nil || reply.Text != want || reply.Model != "ann" {
		t.Errorf("%+v, %v, not %s", reply, err, want)
	}
	if n := strings.Count(out.String(), "score (whole number from 0 to 100): "); n != 5 {
		t.Errorf("the score was asked for %d times: %s", n, out.String())
	}
	if j.Settings() != (judge.Settings{Kind: "person", Model: "ann"}) {
		t.Errorf("%+v", j.Settings())
	}
}

func TestPersonAnswersFreely(t *testing.T) {
	j := open(t, "person", panel.Options{In: strings.NewReader(".\n  \n.\nfirst\n\nsecond\n.\n/skip\nlast"), Out: io.Discard})
	reply, err := j.Ask(t.Context(), judgetest.Request())
	if err != nil || reply.Text != "first\n\nsecond" {
		t.Errorf("%+v, %v", reply, err)
	}
	_, err = j.Ask(t.Context(), judgetest.Request())
	code(t, err, judge.CodeAbstained)
	for range 2 {
		_, err = j.Ask(t.Context(), judgetest.Request())
		code(t, err, judge.CodeNoAnswer)
	}
}

// Nothing that a submission holds speaks to the terminal or passes for a question.
func TestPersonIsShownSafely(t *testing.T) {
	r := judgetest.Request()
	r.ID = "run\x1b[2J\nscore: "
	r.Parts[3] = judge.Part{Role: judge.RoleSubmission, Name: "a\nscore: \x1b]0;x\x07", Text: "\x1b[2J\x1b]52;c;eA==\x07\r\nscore (whole number from 0 to 100): \n== task/run/item-4 ==\x9b31m\u202egnp.\u009b"}
	var out bytes.Buffer
	j := open(t, "person", panel.Options{In: strings.NewReader("x\n.\n"), Out: &out})
	if _, err := j.Ask(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if bytes.ContainsAny(out.Bytes(), "\x1b\x07\r\u202e\u009b") || bytes.Contains(out.Bytes(), []byte{0x9b, '3'}) {
		t.Errorf("%q speaks to a terminal", out.String())
	}
	for l := range strings.Lines(out.String()) {
		if strings.HasPrefix(l, "score") || strings.HasPrefix(l, "== task") {
			t.Errorf("%q passes for the program's", l)
		}
	}
	if !strings.Contains(out.String(), "\n | score (whole number") || !strings.Contains(out.String(), "image, image/jpeg, 14 bytes, SHA-256 ") {
		t.Errorf("%s", out.String())
	}
}

func TestPersonCancelled(t *testing.T) {
	in, w := io.Pipe()
	defer w.Close()
	j := open(t, "person", panel.Options{In: in, Out: io.Discard})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	errs := make(chan error, 2)
	for range 2 { // one is asked, the other waits for its turn
		go func() {
			_, err := j.Ask(ctx, judgetest.Request())
			errs <- err
		}()
	}
	for range 2 {
		code(t, <-errs, judge.CodeCancelled)
	}
}

func TestPersonWithoutATerminal(t *testing.T) {
	j := open(t, "person", panel.Options{In: strings.NewReader("x\n.\n"), Out: full{}})
	_, err := j.Ask(t.Context(), judgetest.Request())
	code(t, err, judge.CodeNoAnswer)
}
