package cli_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/assaybench/assay/internal/cli"
)

const planted = "sk-planted-0123456789abcdef"

// folder writes files below a new folder.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func run(env map[string]string, args ...string) (code int, out, errs string) {
	var o, e strings.Builder
	code = cli.Main(args, cli.Streams{Out: &o, Err: &e, In: strings.NewReader(""), Env: func(name string) string { return env[name] }})
	return code, o.String(), e.String()
}

// An endpoint scores a run; the transcript of it gives the same scoring without the
// endpoint; the key is printed and stored nowhere, whatever the server says.
func TestChecklistByEndpoint(t *testing.T) {
	dir := folder(t, map[string]string{
		"T/task_info.json":              `{"task": "Measure the slope.", "data": []}`,
		"T/target_study/checklist.json": `[{"type": "text", "content": "The slope is 2.", "path": null, "keywords": [], "weight": 0.5}, {"type": "text", "content": "The error is given.", "path": null, "keywords": [], "weight": 0.5}]`,
		"T_1/report/report.md":          "The slope is 2.",
	})
	var mu sync.Mutex
	down, asked := true, 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		asked++
		if r.Header.Get("Authorization") != "Bearer "+planted {
			t.Errorf("authorisation %q", r.Header.Get("Authorization"))
		}
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("Content-Type", "application/json")
		if down && strings.Contains(string(body), "The error is given.") {
			w.WriteHeader(http.StatusInternalServerError)
			fmt.Fprintf(w, `{"error":{"message":"no luck with %s"}}`, planted)
			return
		}
		fmt.Fprint(w, `{"model":"m-1","choices":[{"finish_reason":"stop","message":{"content":"{\"mode\":\"objective\",\"reasoning\":\"stated\",\"score\":40}"}}],"usage":{"prompt_tokens":9,"completion_tokens":9}}`)
	}))
	defer s.Close()
	env := map[string]string{"ASSAY_JUDGE_URL": s.URL, "ASSAY_JUDGE_MODEL": "m", "ASSAY_JUDGE_KEY": planted}
	score := func(judge string, more ...string) (int, string, string) {
		return run(env, append([]string{"checklist", "score", filepath.Join(dir, "T"), filepath.Join(dir, "T_1"), "--judge", judge, "--json", "--retries", "0"}, more...)...)
	}
	tape, cache := filepath.Join(dir, "tape.jsonl"), filepath.Join(dir, "cache")
	code, out, errs := score("openai", "--transcript", tape, "--cache", cache)
	if code != cli.ExitInfra || !strings.Contains(out, `"total_score": null`) || strings.Contains(out, `"score": 0`) {
		t.Errorf("an outage: exit %d\n%s%s", code, out, errs)
	}
	down = false
	code, whole, errs := score("openai", "--transcript", tape, "--cache", cache)
	if code != cli.ExitStrict || !strings.Contains(whole, `"total_score": 40`) || asked != 3 {
		t.Errorf("exit %d after %d requests\n%s%s", code, asked, whole, errs)
	}
	b, err := os.ReadFile(tape)
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(dir, "cut.jsonl")
	if err := os.WriteFile(cut, b[:len(b)-9], 0o644); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := score("openai", "--transcript", cut); code != cli.ExitUsage || !strings.Contains(errs, "is not whole") || asked != 3 {
		t.Errorf("a transcript with half a line: exit %d, %s", code, errs)
	}
	s.Close()
	code, again, more := score("replay:" + tape)
	if code != cli.ExitStrict || again != whole {
		t.Errorf("replayed: exit %d\n%s%s", code, again, more)
	}
	// J23: a damaged entry of the cache is asked again, and where that fails the exit code shows it.
	if code, cached, errs := score("openai", "--cache", cache); code != cli.ExitStrict || cached != whole || errs != "" {
		t.Errorf("from the cache: exit %d\n%s%s", code, cached, errs)
	}
	damaged := 0
	err = filepath.WalkDir(cache, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		damaged++
		return os.Truncate(path, 20)
	})
	if err != nil || damaged != 2 {
		t.Fatal(damaged, err)
	}
	code, open, warned := score("openai", "--cache", cache)
	if code != cli.ExitInfra || !strings.Contains(open, `"total_score": null`) || strings.Count(warned, "[judge.cache-corrupt]") != 2 {
		t.Errorf("a damaged cache and no endpoint: exit %d\n%s%s", code, open, warned)
	}
	kept := out + whole + again + errs + more + open + warned
	err = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			b, err := os.ReadFile(path)
			kept += string(b)
			return err
		}
		return err
	})
	if err != nil || strings.Contains(kept, planted) {
		t.Errorf("the key is kept: %v\n%s", err, kept)
	}
}

// A key that is meant for one address is not sent to another.
func TestKeyIsForItsOwnAddress(t *testing.T) {
	dir := folder(t, map[string]string{
		"T/task_info.json":              `{"task": "Measure the slope.", "data": []}`,
		"T/target_study/checklist.json": `[{"type": "text", "content": "The slope is 2.", "path": null, "keywords": [], "weight": 1}]`,
		"T_1/report/report.md":          "The slope is 2.",
	})
	sent := ""
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent = r.Header.Get("Authorization")
		w.WriteHeader(http.StatusUnauthorized)
	}))
	defer s.Close()
	for name, tc := range map[string]struct {
		env  map[string]string
		args []string
		want string
	}{
		"other address by flag":        {map[string]string{"OPENAI_API_KEY": planted}, []string{"--judge-url", s.URL}, ""},
		"other address by environment": {map[string]string{"OPENAI_API_KEY": planted, "ASSAY_JUDGE_URL": s.URL}, nil, ""},
		"its own address":              {map[string]string{"OPENAI_API_KEY": planted, "OPENAI_BASE_URL": s.URL}, nil, "Bearer " + planted},
		"the judge's key":              {map[string]string{"ASSAY_JUDGE_KEY": planted}, []string{"--judge-url", s.URL}, "Bearer " + planted},
	} {
		sent = "nothing was sent"
		code, out, errs := run(tc.env, append([]string{"checklist", "score", filepath.Join(dir, "T"), filepath.Join(dir, "T_1"), "--judge", "openai", "--model", "m"}, tc.args...)...)
		if sent != tc.want || code != cli.ExitInfra {
			t.Errorf("%s: exit %d, authorisation %q\n%s%s", name, code, sent, out, errs)
		}
	}
}
