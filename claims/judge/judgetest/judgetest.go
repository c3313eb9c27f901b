// Package judgetest is what the tests of judges share: a request with every kind of part,
// and a judge in the program.
package judgetest

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/assaybench/assay/claims/judge"
)

// PNG and JPEG are the images of Request, by their first bytes.
const (
	PNG  = "\x89PNG\r\n\x1a\nreference"
	JPEG = "\xff\xd8\xff\xe0submission"
)

// Request is one with every kind of part.
func Request() judge.Request {
	return judge.Request{ID: "task/run/item-3", System: "be strict", Parts: []judge.Part{
		{Role: judge.RoleInstructions, Name: "task", Text: "Measure the slope."},
		{Role: judge.RoleCriterion, Name: "criterion", Text: "The slope is given."},
		{Role: judge.RoleReference, Name: "paper.png", Image: []byte(PNG)},
		{Role: judge.RoleSubmission, Name: "report.md", Text: "The slope is 3.\n"},
		{Role: judge.RoleSubmission, Name: "fig.jpg", Image: []byte(JPEG), MIME: "image/jpeg"},
		{Role: judge.RoleQuestion, Name: "question", Text: "Score it."},
	}}
}

// Judge is a judge in the program: it answers the n-th request, from 1, by Say.
type Judge struct {
	Say func(r judge.Request, n int) (string, error)
	Is  judge.Settings // by default those of a judge of the kind "fake"

	mu    sync.Mutex
	asked int
}

// Says is a judge that always says text.
func Says(text string) *Judge {
	return &Judge{Say: func(judge.Request, int) (string, error) { return text, nil }}
}

// Name is "fake".
func (*Judge) Name() string { return "fake" }

// Settings are j.Is.
func (j *Judge) Settings() judge.Settings {
	if j.Is == (judge.Settings{}) {
		return judge.Settings{Kind: "fake", Model: "f-1", Parameters: "{}"}
	}
	return j.Is
}

// Ask answers by j.Say, one request at a time.
func (j *Judge) Ask(_ context.Context, r judge.Request) (judge.Reply, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.asked++
	text, err := j.Say(r, j.asked)
	if err != nil {
		return judge.Reply{}, err
	}
	return judge.Reply{Text: text, Model: "f-1-a", Usage: judge.Usage{InputTokens: 3, OutputTokens: 2, Attempts: 1}}, nil
}

// Code fails the test unless err has the code; empty is no error.
func Code(t testing.TB, err error, want judge.Code) {
	t.Helper()
	if judge.CodeOf(err) != want || (err == nil) != (want == "") {
		t.Errorf("%v, not %q", err, want)
	}
}

// Ends counts the lines that end a fence of a prompt, and gives its mark.
func Ends(t testing.TB, prompt string) (n int, mark string) {
	t.Helper()
	_, rest, ok := strings.Cut(prompt, `"<<`)
	mark, _, ok2 := strings.Cut(rest, `"`)
	if !ok || !ok2 || len(mark) != 24 {
		t.Fatalf("no rule of the fence in %q", prompt)
	}
	for l := range strings.Lines(prompt) {
		if strings.TrimSuffix(l, "\n") == mark+">>" {
			n++
		}
	}
	return n, mark
}
