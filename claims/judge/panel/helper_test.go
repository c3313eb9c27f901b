package panel_test

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/assaybench/assay/claims/judge"
	"github.com/assaybench/assay/claims/judge/judgetest"
	"github.com/assaybench/assay/claims/judge/panel"
)

// planted is the key of every test.
const planted = "sk-planted-0123456789abcdef"

// code fails the test unless err has the code and holds no key.
func code(t *testing.T, err error, want judge.Code) {
	t.Helper()
	judgetest.Code(t, err, want)
	if strings.Contains(fmt.Sprintf("%v %+v %#v", err, err, err), planted) {
		t.Errorf("the key stands in %v", err)
	}
}

// endpoint is a server on the loopback that answers by do, and the options to ask it.
func endpoint(t *testing.T, do func(n int, w http.ResponseWriter, body map[string]any)) panel.Options {
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
	return panel.Options{URL: s.URL, Model: "m-1", Key: panel.NewSecret(planted), Retries: -1, Timeout: 5 * time.Second}
}

func completion(w io.Writer, text, finish string) {
	b, _ := json.Marshal(text)
	fmt.Fprintf(w, `{"model":"m-1-a","choices":[{"index":0,"finish_reason":%q,"message":{"role":"assistant","content":%s}}],"usage":{"prompt_tokens":7,"completion_tokens":5}}`, finish, b)
}

func open(t *testing.T, spec string, o panel.Options) judge.Judge {
	t.Helper()
	j, err := panel.Open(spec, o)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func write(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "replies.jsonl")
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// files is the content of all files in a folder, by path.
func files(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			b, err := os.ReadFile(path)
			all[path] = string(b)
			return err
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// full takes nothing.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }
