package chat_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/internal/chat"
)

// One good reply: what is sent, in its place, and what comes back.
func TestAskSendsAndReads(t *testing.T) {
	s := serve(t, good("yes"))
	o := s.options()
	o.Parameters = json.RawMessage(`{"seed": 7, "max_tokens": 900, "temperature": 0.5, "response_format": {"type": "json_object"}}`)
	o.Price = chat.Price{In: 2, Out: 10}
	c := client(t, o)
	q := chat.Question{System: "be strict", Draw: 2, Pieces: []chat.Piece{{Text: "first"}, {Image: []byte("\x89PNG\r\n\x1a\n"), MIME: "image/png"}, {Text: "last"}}}
	a, err := c.Ask(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	want := chat.Answer{Text: "yes", Model: "m-1-2026", In: 100, Out: 10, Cost: 0.0003, Attempts: 1}
	if d := cmp.Diff(want, a); d != "" {
		t.Error(d)
	}
	sent := map[string]any{
		"model": "m-1", "seed": 9.0, "max_tokens": 900.0, "temperature": 0.5, "response_format": map[string]any{"type": "json_object"},
		"messages": []any{
			map[string]any{"role": "system", "content": "be strict"},
			map[string]any{"role": "user", "content": []any{
				map[string]any{"type": "text", "text": "first"},
				map[string]any{"type": "image_url", "image_url": map[string]any{"url": "data:image/png;base64,iVBORw0KGgo="}},
				map[string]any{"type": "text", "text": "last"},
			}},
		},
	}
	if d := cmp.Diff(sent, s.bodies[0]); d != "" {
		t.Error(d)
	}
	if s.auth[0] != "Bearer "+planted {
		t.Errorf("authorisation %q", s.auth[0])
	}
	for name := range s.agents[0] {
		if strings.HasPrefix(name, "X-Stainless") {
			t.Errorf("the header %s tells of this machine", name)
		}
	}
	if got, want := c.Parameters(), `{"max_tokens":900,"response_format":{"type":"json_object"},"seed":7,"temperature":0.5}`; got != want {
		t.Errorf("parameters %s, not %s", got, want)
	}
}

func TestTextAloneIsOneStringAndNoKeyNoHeader(t *testing.T) {
	s := serve(t, good("yes"))
	o := s.options()
	o.Key = chat.Secret{}
	if _, err := client(t, o).Ask(t.Context(), chat.Question{Pieces: []chat.Piece{{Text: "a"}, {Text: "b"}}}); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]any{map[string]any{"role": "user", "content": "a\n\nb"}}, s.bodies[0]["messages"]); d != "" {
		t.Error(d)
	}
	if s.auth[0] != "" {
		t.Errorf("authorisation %q without a key", s.auth[0])
	}
}

// Whatever the server does is an answer or a fault of its own kind, after as many requests
// as it deserves; what is not whole, or is out of shape, is never an answer. The key is in
// no text of it. (J02: empty, refused and cut replies each stay without a score.)
func TestJ02EveryMisbehaviourIsItsOwnFault(t *testing.T) {
	echo := `{"error":{"message":"bad key ` + planted + `","code":"invalid_api_key"}}`
	again := []step{status(503, "<html>busy</html>"), good("yes")}
	for _, tc := range []struct {
		name  string
		steps []step
		kind  chat.Kind // empty: an answer
		asked int
	}{
		{"good", []step{good("yes")}, "", 1},
		{"429 then good", []step{status(429, `{"error":{"message":"slow down"}}`, "Retry-After", "0.03"), good("yes")}, "", 2},
		{"429 without end", []step{status(429, echo)}, chat.RateLimited, 3},
		{"429 with a long wait", []step{status(429, "", "Retry-After", "3600")}, chat.RateLimited, 1},
		{"429 without quota", []step{status(429, `{"error":{"message":"pay","code":"insufficient_quota"}}`)}, chat.Rejected, 1},
		{"500 then good", []step{status(500, `{"error":{"message":"oops"}}`), status(502, ""), good("yes")}, "", 3},
		{"500 without end", []step{status(500, echo)}, chat.Unavailable, 3},
		{"503 in HTML then good", again, "", 2},
		{"529", []step{status(529, "")}, chat.Unavailable, 3},
		{"408 then good", []step{status(408, ""), good("yes")}, "", 2},
		{"400", []step{status(400, echo)}, chat.Rejected, 1},
		{"401", []step{status(401, echo)}, chat.Rejected, 1},
		{"403 plain text", []step{status(403, "no "+planted)}, chat.Rejected, 1},
		{"404", []step{status(404, "")}, chat.Rejected, 1},
		{"409", []step{status(409, "")}, chat.Rejected, 1},
		{"413", []step{status(413, "")}, chat.Rejected, 1},
		{"422", []step{status(422, `{"error":"no object"}`)}, chat.Rejected, 1},
		{"204", []step{status(204, "")}, chat.Malformed, 1},
		{"closes then good", []step{hangUp, good("yes")}, "", 2},
		{"closes", []step{hangUp}, chat.Unavailable, 3},
		{"half then good", []step{half, good("yes")}, "", 2},
		{"half a reply", []step{half}, chat.Unavailable, 3},
		{"slow", []step{slow}, chat.Timeout, 1},
		{"a word and silence", []step{drip}, chat.Timeout, 1},
		{"huge", []step{huge}, chat.TooLarge, 1},
		{"huge when unpacked", []step{bomb}, chat.TooLarge, 1},
		{"empty body", []step{says("")}, chat.Empty, 1},
		{"white body", []step{says(" \n")}, chat.Empty, 1},
		{"null content", []step{says(`{"choices":[{"finish_reason":"stop","message":{"content":null}}]}`)}, chat.Empty, 1},
		{"no content", []step{says(`{"choices":[{"finish_reason":"stop","message":{}}]}`)}, chat.Empty, 1},
		{"white content", []step{good(" \n\t")}, chat.Empty, 1},
		{"cut", []step{says(completion(`{"score": 9`, "length"))}, chat.Truncated, 1},
		{"cut before the first word", []step{says(completion("", "length"))}, chat.Truncated, 1},
		{"filter", []step{says(completion("", "content_filter"))}, chat.Refusal, 1},
		{"refusal", []step{says(`{"choices":[{"finish_reason":"stop","message":{"content":"{\"score\":90}","refusal":"I will not, ` + planted + `"}}]}`)}, chat.Refusal, 1},
		{"tool call", []step{says(completion("x", "tool_calls"))}, chat.Malformed, 1},
		{"no reason of the end", []step{says(`{"choices":[{"message":{"content":"{\"score\":90}"}}]}`)}, chat.Malformed, 1},
		{"no JSON", []step{says("<html>" + planted + "</html>")}, chat.Malformed, 1},
		{"plain text", []step{status(200, "90")}, chat.Malformed, 1},
		{"a list", []step{says(`[90]`)}, chat.Malformed, 1},
		{"half the JSON", []step{says(`{"choices":[{"finish_reason":"stop","message":{"content":"{\"sc`)}, chat.Malformed, 1},
		{"two documents", []step{says(completion("yes", "stop") + completion("no", "stop"))}, chat.Malformed, 1},
		{"a stream", []step{says("data: " + completion("yes", "stop") + "\n\ndata: [DONE]\n\n")}, chat.Malformed, 1},
		{"content is a number", []step{says(`{"choices":[{"finish_reason":"stop","message":{"content":90}}]}`)}, chat.Malformed, 1},
		{"content is a list", []step{says(`{"choices":[{"finish_reason":"stop","message":{"content":[{"text":"90"}]}}]}`)}, chat.Malformed, 1},
		{"no choice", []step{says(`{"choices":[]}`)}, chat.Malformed, 1},
		{"nothing", []step{says(`{}`)}, chat.Malformed, 1},
		{"two choices", []step{says(`{"choices":[{"finish_reason":"stop","message":{"content":"10"}},{"finish_reason":"stop","message":{"content":"90"}}]}`)}, chat.Malformed, 1},
		{"error with status 200", []step{says(echo)}, chat.Unavailable, 3},
		{"key in the answer", []step{good("the key is " + planted)}, chat.KeyEchoed, 1},
		{"key for a model", []step{says(strings.Replace(completion("yes", "stop"), "m-1-2026", planted, 1))}, "", 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, tc.steps...)
			o := s.options()
			o.Reply = 100 << 10
			if tc.kind == chat.Timeout {
				o.Timeout = 50 * time.Millisecond
			}
			a, err := client(t, o).Ask(t.Context(), question)
			var f *chat.Fault
			switch {
			case tc.kind == "" && (err != nil || a.Text != "yes" || a.Attempts != tc.asked):
				t.Errorf("%+v, %v", a, err)
			case tc.kind != "" && (!errors.As(err, &f) || f.Kind != tc.kind || a.Text != ""):
				t.Errorf("%+v, %v, not %s", a, err, tc.kind)
			}
			if s.asked() != tc.asked {
				t.Errorf("%d requests, not %d", s.asked(), tc.asked)
			}
			if said := fmt.Sprintf("%v %+v %#v %v %+v %#v", a, a, a, err, err, err); strings.Contains(said, planted) {
				t.Errorf("the key stands in %s", said)
			}
		})
	}
}

// The key of a redirected request goes nowhere.
func TestRedirectsAreNotFollowed(t *testing.T) {
	other := serve(t, good("yes"))
	s := serve(t, status(307, "", "Location", other.URL+"/v1/chat/completions"))
	_, err := client(t, s.options()).Ask(t.Context(), question)
	var f *chat.Fault
	if !errors.As(err, &f) || f.Kind != chat.Rejected || other.asked() != 0 {
		t.Errorf("%v, and the other server was asked %d times", err, other.asked())
	}
}

func TestNobodyListens(t *testing.T) {
	s := serve(t, good("yes"))
	o := s.options()
	s.Close()
	_, err := client(t, o).Ask(t.Context(), question)
	var f *chat.Fault
	if !errors.As(err, &f) || f.Kind != chat.Unavailable || strings.Contains(err.Error(), "127.0.0.1") {
		t.Errorf("%v; the address is nobody's business", err)
	}
}

func TestRetryAfterIsKept(t *testing.T) {
	s := serve(t, status(429, "", "Retry-After", "0.15"), good("yes"))
	begin := time.Now()
	if _, err := client(t, s.options()).Ask(t.Context(), question); err != nil {
		t.Fatal(err)
	}
	if d := time.Since(begin); d < 150*time.Millisecond {
		t.Errorf("asked again after %s", d)
	}
}

func TestCancelled(t *testing.T) {
	for name, do := range map[string]step{"in a call": slow, "between attempts": status(503, "")} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, do)
			o := s.options()
			o.Pause, o.LongPause = time.Minute, time.Minute
			ctx, cancel := context.WithTimeout(t.Context(), 60*time.Millisecond)
			defer cancel()
			begin := time.Now()
			_, err := client(t, o).Ask(ctx, question)
			var f *chat.Fault
			if !errors.As(err, &f) || f.Kind != chat.Cancelled || !errors.Is(err, context.DeadlineExceeded) || time.Since(begin) > 2*time.Second {
				t.Errorf("%v after %s", err, time.Since(begin))
			}
		})
	}
}

func TestCallsAtOnceAreLimited(t *testing.T) {
	var now, most atomic.Int64
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		n := now.Add(1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		time.Sleep(10 * time.Millisecond)
		now.Add(-1)
		good("yes")(w, r)
	})
	o := s.options()
	o.Parallel = 3
	c := client(t, o)
	var wg sync.WaitGroup
	for range 12 {
		wg.Go(func() {
			if _, err := c.Ask(t.Context(), question); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if m := most.Load(); m > 3 || m < 2 {
		t.Errorf("%d calls at once, not 3", m)
	}
}

// A request that could pass a limit is not sent, and those under way are waited for, not
// counted twice. A reply uses 110 tokens; at most a request could use 64+9+9+16 and 100.
func TestLimitsOnTokensAndCost(t *testing.T) {
	for name, set := range map[string]func(*chat.Options){
		"tokens": func(o *chat.Options) { o.Tokens = 3 * 110 },
		"cost":   func(o *chat.Options) { o.Cost, o.Price = 3*110e-6, chat.Price{In: 1, Out: 1} },
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, good("yes"))
			o := s.options()
			o.Parameters = json.RawMessage(`{"max_tokens":100}`)
			set(&o)
			c := client(t, o)
			var wg sync.WaitGroup
			var answers, refused atomic.Int64
			for range 6 {
				wg.Go(func() {
					_, err := c.Ask(t.Context(), question)
					var f *chat.Fault
					switch {
					case err == nil:
						answers.Add(1)
					case errors.As(err, &f) && (f.Kind == chat.TokenLimit || f.Kind == chat.CostLimit):
						refused.Add(1)
					default:
						t.Error(err)
					}
				})
			}
			wg.Wait()
			if answers.Load() != 2 || refused.Load() != 4 || s.asked() != 2 {
				t.Errorf("%d answers, %d refused, %d requests", answers.Load(), refused.Load(), s.asked())
			}
		})
	}
}

// What is lost on the way may have been charged, and is counted as if it was.
func TestLostRepliesCount(t *testing.T) {
	s := serve(t, hangUp, good("yes"))
	o := s.options()
	o.Parameters = json.RawMessage(`{"max_tokens":100}`)
	o.Price = chat.Price{In: 1e6, Out: 1e6}
	a, err := client(t, o).Ask(t.Context(), question)
	if want := float64(64+9+9+16+100) + 110; err != nil || a.Cost != want {
		t.Errorf("cost %g, %v, not %g", a.Cost, err, want)
	}
}

func TestOptionsAreChecked(t *testing.T) {
	ok := func() chat.Options {
		return chat.Options{URL: "https://host.example/v1", Model: "m", Key: chat.NewSecret(planted)}
	}
	if _, err := chat.New(ok()); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*chat.Options){
		"no address":        func(o *chat.Options) { o.URL = "" },
		"a file":            func(o *chat.Options) { o.URL = "file:///etc/passwd" },
		"user in address":   func(o *chat.Options) { o.URL = "https://u:" + planted + "@host.example/" },
		"key in query":      func(o *chat.Options) { o.URL = "https://host.example/?k=" + planted },
		"key in path":       func(o *chat.Options) { o.URL = "https://host.example/" + planted },
		"key for model":     func(o *chat.Options) { o.Model = planted },
		"no model":          func(o *chat.Options) { o.Model = " " },
		"key of two lines":  func(o *chat.Options) { o.Key = chat.NewSecret("abcdefgh\nHost: x") },
		"parameters a list": func(o *chat.Options) { o.Parameters = json.RawMessage(`[1]`) },
		"parameters null":   func(o *chat.Options) { o.Parameters = json.RawMessage(`null`) },
		"own model":         func(o *chat.Options) { o.Parameters = json.RawMessage(`{"model":"other"}`) },
		"several choices":   func(o *chat.Options) { o.Parameters = json.RawMessage(`{"n":3}`) },
		"stream":            func(o *chat.Options) { o.Parameters = json.RawMessage(`{"stream":true}`) },
		"key in parameters": func(o *chat.Options) { o.Parameters = json.RawMessage(`{"user":"` + planted + `"}`) },
		"max_tokens 0":      func(o *chat.Options) { o.Parameters = json.RawMessage(`{"max_tokens":0}`) },
		"seed a word":       func(o *chat.Options) { o.Parameters = json.RawMessage(`{"seed":"x"}`) },
		"cost, no price":    func(o *chat.Options) { o.Cost = 1 },
		"tokens, no most":   func(o *chat.Options) { o.Tokens, o.Parameters = 9, json.RawMessage(`{}`) },
		"rate NaN":          func(o *chat.Options) { o.PerMinute = nan() },
		"rate tiny":         func(o *chat.Options) { o.PerMinute = 1e-300 },
		"price below 0":     func(o *chat.Options) { o.Price.In = -1 },
		"tokens below 0":    func(o *chat.Options) { o.Tokens = -1 },
		"many at once":      func(o *chat.Options) { o.Parallel = 1 << 20 },
	} {
		o := ok()
		spoil(&o)
		if c, err := chat.New(o); err == nil {
			t.Errorf("%s: accepted: %v", name, c.Model())
		} else if strings.Contains(err.Error(), planted) {
			t.Errorf("%s: the key stands in %v", name, err)
		}
	}
}

func nan() float64 { var zero float64; return zero / zero }

func TestImagesThatEndpointsDoNotTake(t *testing.T) {
	s := serve(t, good("yes"))
	_, err := client(t, s.options()).Ask(t.Context(), chat.Question{Pieces: []chat.Piece{{Image: []byte("<svg/>"), MIME: "image/svg+xml"}}})
	var f *chat.Fault
	if !errors.As(err, &f) || f.Kind != chat.Request || s.asked() != 0 {
		t.Errorf("%v after %d requests", err, s.asked())
	}
	for image, want := range map[string]string{"\x89PNG\r\n\x1a\n": "image/png", "\xff\xd8\xff\xe0": "image/jpeg", "GIF89a": "image/gif", "RIFF\x00\x00\x00\x00WEBPVP": "image/webp", "<svg/>": "", "": "", "BM": ""} {
		if got := chat.MIME([]byte(image)); got != want {
			t.Errorf("%q is %q, not %q", image, got, want)
		}
	}
}

func TestSecretHides(t *testing.T) {
	k := struct{ Key chat.Secret }{chat.NewSecret(" " + planted + "\n")}
	b, err := json.Marshal(k)
	if said := fmt.Sprintf("%v %+v %#v %s %q %x", k, k, k, k, k, k) + fmt.Sprintf("%"+"d", k) + string(b); err != nil || strings.Contains(said, planted) ||
		strings.Contains(said, fmt.Sprintf("%x", planted)) || string(b) != `{"Key":"[key]"}` {
		t.Errorf("%s, %v", said, err)
	}
	if !k.Key.Within("a "+planted+" b") || chat.NewSecret("none").Within("none of it") {
		t.Error("a key is to be found, the word for none is not")
	}
}

func FuzzPlain(f *testing.F) {
	for _, s := range []string{"", "plain\ttext\n", "\x1b[2J\x07", "a\u202eb\u200bc", "\xff\xfe", "\u0085", "é😀"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := chat.Plain(s)
		if strings.ContainsAny(got, "\x00\x1b\x07\r\x7f\u009b\u202e\u200b\ufffd") {
			t.Errorf("%q", got)
		}
		if chat.Plain(got) != got {
			t.Errorf("%q changes once more", got)
		}
	})
}
