package chat_test

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/assaybench/assay/internal/chat"
)

// planted is the key of every test: it may appear in one header of a request and nowhere
// else.
const planted = "sk-planted-0123456789abcdef"

// step is how the server answers one request.
type step func(w http.ResponseWriter, r *http.Request)

// server is an endpoint on the loopback that answers by its steps, the last again and
// again, and keeps what it was sent.
type server struct {
	*httptest.Server
	mu     sync.Mutex
	steps  []step
	bodies []map[string]any
	auth   []string
	agents []http.Header
}

func serve(t *testing.T, steps ...step) *server {
	t.Helper()
	s := &server{steps: steps}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		var body map[string]any
		if err := json.Unmarshal(b, &body); err != nil {
			t.Errorf("the request is no JSON object: %v", err)
		}
		if r.URL.Path != "/v1/chat/completions" || r.Method != http.MethodPost {
			t.Errorf("%s %s was asked for", r.Method, r.URL.Path)
		}
		s.mu.Lock()
		do := s.steps[min(len(s.bodies), len(s.steps)-1)]
		s.bodies = append(s.bodies, body)
		s.auth = append(s.auth, r.Header.Get("Authorization"))
		s.agents = append(s.agents, r.Header)
		s.mu.Unlock()
		do(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *server) asked() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.bodies)
}

// options are those of a client of s, in a hurry.
func (s *server) options() chat.Options {
	return chat.Options{URL: s.URL + "/v1", Model: "m-1", Key: chat.NewSecret(planted), Timeout: 5 * time.Second,
		Retries: 2, Pause: time.Millisecond, LongPause: 200 * time.Millisecond}
}

func client(t *testing.T, o chat.Options) *chat.Client {
	t.Helper()
	c, err := chat.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var question = chat.Question{System: "be strict", Pieces: []chat.Piece{{Text: "is it so?"}}}

func says(body string) step {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, body)
	}
}

func good(text string) step { return says(completion(text, "stop")) }

func completion(text, finish string) string {
	t, _ := json.Marshal(text)
	return fmt.Sprintf(`{"id":"x","object":"chat.completion","model":"m-1-2026","choices":[{"index":0,"finish_reason":%q,"message":{"role":"assistant","content":%s}}],"usage":{"prompt_tokens":100,"completion_tokens":10,"total_tokens":110}}`, finish, t)
}

func status(code int, body string, header ...string) step {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(code)
		io.WriteString(w, body)
	}
}

// hangUp closes the connection without a word.
func hangUp(w http.ResponseWriter, _ *http.Request) {
	c, _, err := w.(http.Hijacker).Hijack()
	if err == nil {
		c.Close()
	}
}

// half promises a whole reply, sends its first half and closes the connection.
func half(w http.ResponseWriter, _ *http.Request) {
	c, rw, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	defer c.Close()
	body := completion("all of it", "stop")
	fmt.Fprintf(rw, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body[:len(body)/2])
	rw.Flush()
}

// slow answers when nobody waits any more.
func slow(_ http.ResponseWriter, r *http.Request) {
	select {
	case <-r.Context().Done():
	case <-time.After(3 * time.Second):
	}
}

func huge(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	io.WriteString(w, `{"choices":"`)
	for range 200 {
		if _, err := io.WriteString(w, strings.Repeat("x", 1<<10)); err != nil {
			return
		}
	}
}

// bomb is a small body that unpacks to a large one.
func bomb(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Encoding", "gzip")
	z := gzip.NewWriter(w)
	defer z.Close()
	io.WriteString(z, `{"choices":"`)
	z.Write(make([]byte, 4<<20))
}

// drip begins an answer and does not go on.
func drip(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	io.WriteString(w, `{"choices":[`)
	w.(http.Flusher).Flush()
	slow(w, r)
}
