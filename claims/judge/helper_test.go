package judge_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/assaybench/assay/claims/judge"
	"github.com/assaybench/assay/internal/diag"
)

// planted is the key of every test.
const planted = "sk-planted-0123456789abcdef"

const (
	png  = "\x89PNG\r\n\x1a\nreference"
	jpeg = "\xff\xd8\xff\xe0submission"
)

// request is one with every kind of part.
func request() judge.Request {
	return judge.Request{ID: "task/run/item-3", System: "be strict", Parts: []judge.Part{
		{Role: judge.RoleInstructions, Name: "task", Text: "Measure the slope."},
		{Role: judge.RoleCriterion, Name: "criterion", Text: "The slope is given."},
		{Role: judge.RoleReference, Name: "paper.png", Image: []byte(png)},
		{Role: judge.RoleSubmission, Name: "report.md", Text: "The slope is 3.\n"},
		{Role: judge.RoleSubmission, Name: "fig.jpg", Image: []byte(jpeg), MIME: "image/jpeg"},
		{Role: judge.RoleQuestion, Name: "question", Text: "Score it."},
	}}
}

// fake is a judge in the program: it answers by say, and keeps the requests.
type fake struct {
	say   func(r judge.Request, n int) (string, error)
	kind  judge.Settings
	mu    sync.Mutex
	asked []judge.Request
}

func (f *fake) Name() string { return "fake" }
func (f *fake) Settings() judge.Settings {
	if f.kind == (judge.Settings{}) {
		return judge.Settings{Kind: "fake", Model: "f-1", Parameters: "{}"}
	}
	return f.kind
}

func (f *fake) Ask(_ context.Context, r judge.Request) (judge.Reply, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = append(f.asked, r)
	text, err := f.say(r, len(f.asked))
	if err != nil {
		return judge.Reply{}, err
	}
	return judge.Reply{Text: text, Model: "f-1-a", Usage: judge.Usage{InputTokens: 3, OutputTokens: 2, Attempts: 1}}, nil
}

func says(text string) *fake {
	return &fake{say: func(judge.Request, int) (string, error) { return text, nil }}
}

// code fails the test unless err has the code, names the request and holds no key.
func code(t *testing.T, err error, want judge.Code) {
	t.Helper()
	if judge.CodeOf(err) != want {
		t.Errorf("%v, not %s", err, want)
	}
	if err != nil && strings.Contains(fmt.Sprintf("%v %+v %#v", err, err, err), planted) {
		t.Errorf("the key stands in %v", err)
	}
}

// warnings gathers what a cache says.
type warnings struct{ list diag.List }

func (w *warnings) add(d diag.Diagnostic) { w.list = append(w.list, d) }

func (w *warnings) codes() (out []string) {
	for _, d := range w.list {
		out = append(out, d.Code)
	}
	return out
}

// endpoint is a server on the loopback that answers by do, and the options to ask it.
func endpoint(t *testing.T, do func(n int, w http.ResponseWriter, body map[string]any)) judge.Options {
	t.Helper()
	var mu sync.Mutex
	n := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		var body map[string]any
		if err := json.Unmarshal(b, &body); err != nil {
			t.Error(err)
		}
		mu.Lock()
		n++
		m := n
		mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		do(m, w, body)
	}))
	t.Cleanup(s.Close)
	return judge.Options{URL: s.URL, Model: "m-1", Key: judge.NewSecret(planted), Retries: -1, Timeout: 5 * time.Second}
}

func completion(w io.Writer, text, finish string) {
	b, _ := json.Marshal(text)
	fmt.Fprintf(w, `{"model":"m-1-a","choices":[{"index":0,"finish_reason":%q,"message":{"role":"assistant","content":%s}}],"usage":{"prompt_tokens":7,"completion_tokens":5}}`, finish, b)
}

func open(t *testing.T, spec string, o judge.Options) judge.Judge {
	t.Helper()
	j, err := judge.Open(spec, o)
	if err != nil {
		t.Fatal(err)
	}
	return j
}
