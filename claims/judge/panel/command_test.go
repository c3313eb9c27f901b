package panel_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/claims/judge"
	"github.com/assaybench/assay/claims/judge/judgetest"
	"github.com/assaybench/assay/claims/judge/panel"
)

// shell is a judge that runs a script of the shell.
func shell(t *testing.T, script string, o panel.Options) judge.Judge {
	t.Helper()
	words, err := json.Marshal([]string{"/bin/sh", "-c", script})
	if err != nil {
		t.Fatal(err)
	}
	return open(t, "command:"+string(words), o)
}

func TestCommand(t *testing.T) {
	o := panel.Options{Env: []string{"SAYS=fine"}}
	for script, want := range map[string]struct {
		text string
		code judge.Code
	}{
		`printf '{"text":"%s"}' "$SAYS"`:            {"fine", ""},
		`cat >/dev/null; printf '{"text":"a"}\n\n'`: {"a", ""},
		`:`:                                       {"", judge.CodeEmpty},
		`printf '{"text":" "}'`:                   {"", judge.CodeEmpty},
		`printf '{}'`:                             {"", judge.CodeEmpty},
		`printf 90`:                               {"", judge.CodeMalformed},
		`printf '{"score":90}'`:                   {"", judge.CodeMalformed},
		`printf '{"text":90}'`:                    {"", judge.CodeMalformed},
		`printf '{"text":"a"} 90'`:                {"", judge.CodeMalformed},
		`printf '{"text":"a'`:                     {"", judge.CodeMalformed},
		`printf '{"error":"busy"}'`:               {"", judge.CodeCommand},
		`printf '{"text":"a","error":"busy"}'`:    {"", judge.CodeCommand},
		`printf '{"text":"a"}'; exit 3`:           {"", judge.CodeCommand},
		`printf '{"text":"a"}'; kill -9 $$`:       {"", judge.CodeCommand},
		`head -c 9000000 /dev/zero; sleep 5`:      {"", judge.CodeTooLarge},
		`printf '{"text":"a"}'; sleep 5 &`:        {"", judge.CodeCommand},
		`printf 'no \033[2J\007 key' >&2; exit 1`: {"", judge.CodeCommand},
		`test -z "$HOME$ASSAY_JUDGE_KEY" || exit 1; printf '{"text":"nothing else"}'`: {"nothing else", ""},
	} {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			reply, err := shell(t, script, o).Ask(t.Context(), judgetest.Request())
			code(t, err, want.code)
			if reply.Text != want.text {
				t.Errorf("%+v, not %q", reply, want.text)
			}
			if err != nil && strings.ContainsAny(err.Error(), "\x1b\x07") {
				t.Errorf("%q speaks to a terminal", err)
			}
			if strings.Contains(script, ">&2") && !strings.Contains(err.Error(), "exit status 1: no ·[2J· key") {
				t.Errorf("%v does not say what the command said", err)
			}
		})
	}
}

// The command reads the whole request.
func TestCommandReads(t *testing.T) {
	r := judgetest.Request()
	r.Draw, r.Fields = 2, []judge.Field{{Name: "score", Kind: "integer", Max: 100}}
	out := filepath.Join(t.TempDir(), "request.json")
	words, _ := json.Marshal([]string{"/bin/sh", "-c", `cat >"$0"; printf '{"text":"x","model":"m\\u001b[2J","usage":{"input_tokens":5}}'`, out})
	reply, err := open(t, "command:"+string(words), panel.Options{Env: []string{"PATH=" + os.Getenv("PATH")}}).Ask(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(judge.Reply{Text: "x", Model: "m·[2J", Usage: judge.Usage{InputTokens: 5, Attempts: 1}}, reply); d != "" {
		t.Error(d)
	}
	b, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Schema, ID, System, Prompt string
		Draw                       int
		Request                    string `json:"request_sha256"`
		Parts                      []struct {
			Role, Name, MIME, SHA256, Text string
			Image                          []byte `json:"image_base64"`
		}
		Fields []map[string]any
	}
	if err := json.Unmarshal(b, &got); err != nil {
		t.Fatal(err)
	}
	if got.Schema != panel.SchemaRequest || got.ID != r.ID || got.Draw != 2 || got.System != r.System || got.Prompt != r.Prompt() || got.Request != r.Digest() || len(got.Parts) != 6 ||
		got.Parts[3].Text != "The slope is 3.\n" || string(got.Parts[4].Image) != judgetest.JPEG || got.Parts[4].MIME != "image/jpeg" || len(got.Fields) != 1 || got.Fields[0]["name"] != "score" {
		t.Errorf("%s", b)
	}
}

func TestCommandEndsInTime(t *testing.T) {
	marker := filepath.Join(t.TempDir(), "late")
	script := `(sleep 0.4; touch ` + marker + `) & sleep 5; printf '{"text":"a"}'`
	begin := time.Now()
	_, err := shell(t, script, panel.Options{Timeout: 50 * time.Millisecond, Env: []string{"PATH=" + os.Getenv("PATH")}}).Ask(t.Context(), judgetest.Request())
	code(t, err, judge.CodeTimeout)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err = shell(t, "sleep 5", panel.Options{Env: []string{"PATH=" + os.Getenv("PATH")}}).Ask(ctx, judgetest.Request())
	code(t, err, judge.CodeCancelled)
	if d := time.Since(begin); d > 4*time.Second {
		t.Errorf("after %s", d)
	}
	time.Sleep(time.Until(begin.Add(700 * time.Millisecond)))
	if _, err := os.Stat(marker); err == nil {
		t.Error("a process of the command went on after its end")
	}
}

// An edited script is another judge, and one that is edited while it is in use is none.
func TestCommandIsWhatItsFilesAre(t *testing.T) {
	script := filepath.Join(t.TempDir(), "judge.sh")
	write := func(text string) {
		if err := os.WriteFile(script, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(`printf '{"text":"a"}'`)
	first := open(t, "command:/bin/sh "+script, panel.Options{})
	s := first.Settings()
	if s.Kind != "command" || s.Model != "sh judge.sh" || strings.Contains(s.Parameters, script) {
		t.Errorf("%+v", s)
	}
	write(`printf '{"text":"b"}'`)
	if second := open(t, "command:/bin/sh "+script, panel.Options{}).Settings(); second == s {
		t.Error("the edited script has the same settings")
	}
	_, err := first.Ask(t.Context(), judgetest.Request())
	code(t, err, judge.CodeCommand)
}
