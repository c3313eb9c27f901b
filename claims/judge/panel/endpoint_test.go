package panel_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/claims/judge"
	"github.com/assaybench/assay/claims/judge/judgetest"
	"github.com/assaybench/assay/claims/judge/panel"
	"github.com/assaybench/assay/internal/diag"
)

// The endpoint is shown each part in its order, and says who it is without address or key.
func TestEndpoint(t *testing.T) {
	var sent []any
	o := endpoint(t, func(_ int, w http.ResponseWriter, body map[string]any) {
		sent = body["messages"].([]any)
		completion(w, `{"score":9}`, "stop")
	})
	o.PriceIn, o.PriceOut = 1, 2
	j := open(t, "openai", o)
	r := judgetest.Request()
	got, err := j.Ask(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	want := judge.Reply{Text: `{"score":9}`, Model: "m-1-a", Usage: judge.Usage{InputTokens: 7, OutputTokens: 5, Cost: 17e-6, Attempts: 1}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(judge.Settings{Kind: "openai", Model: "m-1", Parameters: `{"max_tokens":4096,"temperature":0}`}, j.Settings()); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(map[string]any{"role": "system", "content": "be strict"}, sent[0]); d != "" {
		t.Error(d)
	}
	var kinds, texts []string
	for _, p := range sent[1].(map[string]any)["content"].([]any) {
		p := p.(map[string]any)
		kinds = append(kinds, p["type"].(string))
		if p["type"] == "text" {
			texts = append(texts, p["text"].(string))
		} else if url := p["image_url"].(map[string]any)["url"].(string); !strings.HasPrefix(url, []string{"data:image/png;base64,", "data:image/jpeg;base64,"}[strings.Count(strings.Join(kinds, " "), "image_url")-1]) {
			t.Errorf("an image is labelled %.30s", url)
		}
	}
	if d := cmp.Diff(strings.Fields("text text text text image_url text text image_url text"), kinds); d != "" {
		t.Error(d)
	}
	if strings.Join(texts, "\n\n") != r.Prompt() {
		t.Errorf("%q was shown, not %q", texts, r.Prompt())
	}
}

// A judge that says nothing usable is an error with its own code, and no reply: never a
// score of the caller's making.
func TestJ02NoReplyIsAnErrorWithItsCode(t *testing.T) {
	for want, do := range map[judge.Code]func(http.ResponseWriter){
		judge.CodeEmpty:       func(w http.ResponseWriter) {},
		judge.CodeRefusal:     func(w http.ResponseWriter) { completion(w, "", "content_filter") },
		judge.CodeTruncated:   func(w http.ResponseWriter) { completion(w, `{"score": 1`, "length") },
		judge.CodeMalformed:   func(w http.ResponseWriter) { io.WriteString(w, `{"choices":[{"finish_reason":"stop","mess`) },
		judge.CodeRateLimited: func(w http.ResponseWriter) { w.WriteHeader(429); fmt.Fprintf(w, `{"error":{"message":%q}}`, planted) },
		judge.CodeRejected:    func(w http.ResponseWriter) { w.WriteHeader(401); fmt.Fprintf(w, `{"error":{"message":%q}}`, planted) },
		judge.CodeUnavailable: func(w http.ResponseWriter) { w.WriteHeader(500); fmt.Fprintf(w, `{"error":{"message":%q}}`, planted) },
		judge.CodeKeyEchoed:   func(w http.ResponseWriter) { completion(w, planted, "stop") },
	} {
		t.Run(string(want), func(t *testing.T) {
			o := endpoint(t, func(_ int, w http.ResponseWriter, _ map[string]any) { do(w) })
			var tape strings.Builder
			o.Transcript = &tape
			j := open(t, "openai", o)
			reply, err := j.Ask(t.Context(), judgetest.Request())
			code(t, err, want)
			if reply != (judge.Reply{}) {
				t.Errorf("a reply beside the error: %+v", reply)
			}
			if !strings.Contains(tape.String(), `"code":"`+string(want)+`"`) || strings.Contains(tape.String(), planted) {
				t.Errorf("transcript %s", tape.String())
			}
			again := open(t, "replay:"+write(t, tape.String()), panel.Options{})
			_, err = again.Ask(t.Context(), judgetest.Request())
			code(t, err, want)
		})
	}
}

func TestEndpointCancelled(t *testing.T) {
	o := endpoint(t, func(_ int, w http.ResponseWriter, _ map[string]any) { completion(w, "x", "stop") })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := open(t, "openai", o).Ask(ctx, judgetest.Request())
	code(t, err, judge.CodeCancelled)
}

// The key is in no error, reply, transcript, cache or printed option, whatever the server
// says with it.
func TestKeyStaysWhereItIs(t *testing.T) {
	echo := []func(http.ResponseWriter){
		func(w http.ResponseWriter) { completion(w, "fine", "stop") },
		func(w http.ResponseWriter) { completion(w, "Bearer "+planted, "stop") },
		func(w http.ResponseWriter) {
			fmt.Fprintf(w, `{"model":%q,"choices":[{"finish_reason":"stop","message":{"content":"x"}}]}`, planted)
		},
		func(w http.ResponseWriter) {
			fmt.Fprintf(w, `{"choices":[{"finish_reason":%q,"message":{"content":"x"}}]}`, planted)
		},
		func(w http.ResponseWriter) { fmt.Fprintf(w, `{"error":{"message":"Bearer %s"}}`, planted) },
		func(w http.ResponseWriter) { io.WriteString(w, planted) },
		func(w http.ResponseWriter) {
			w.Header().Set("Location", "https://host.invalid/"+planted)
			w.WriteHeader(302)
		},
		func(w http.ResponseWriter) { w.WriteHeader(400); io.WriteString(w, planted) },
		func(w http.ResponseWriter) {
			w.WriteHeader(403)
			fmt.Fprintf(w, `{"error":{"message":%q,"code":%q,"type":%q,"param":%q}}`, strings.Repeat("x", 280)+planted, planted, planted, planted)
		},
	}
	o := endpoint(t, func(n int, w http.ResponseWriter, _ map[string]any) { echo[n-1](w) })
	var tape strings.Builder
	var warned diag.List
	o.Transcript, o.Cache, o.Warn = &tape, t.TempDir(), func(d diag.Diagnostic) { warned = append(warned, d) }
	j := open(t, "openai", o)
	var all strings.Builder
	for draw := range echo {
		r := judgetest.Request()
		r.Draw = draw
		reply, err := j.Ask(t.Context(), r)
		fmt.Fprintf(&all, "%v %+v %#v %v %+v %#v\n", reply, reply, reply, err, err, err)
	}
	fmt.Fprintf(&all, "%v %+v %#v %s\n", o.Key, o, j.Settings(), j.Name())
	all.WriteString(tape.String() + fmt.Sprint(files(t, o.Cache), warned))
	for _, part := range []string{planted, planted[:len(planted)-1], planted[1:]} {
		if strings.Contains(all.String(), part) {
			t.Errorf("the key is somewhere in %s", all.String())
		}
	}
	if n := strings.Count(tape.String(), "\n"); n != len(echo) {
		t.Errorf("%d of %d asks are in the transcript", n, len(echo))
	}
}
