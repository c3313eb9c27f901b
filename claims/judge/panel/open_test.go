package panel_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/assaybench/assay/claims/judge"
	"github.com/assaybench/assay/claims/judge/judgetest"
	"github.com/assaybench/assay/claims/judge/panel"
)

func TestOpenRefuses(t *testing.T) {
	o := panel.Options{URL: "https://host.example/v1", Model: "m", Key: panel.NewSecret(planted), In: strings.NewReader(""), Out: &strings.Builder{}}
	for spec, spoil := range map[string]func(*panel.Options){
		"": nil, "gpt": nil, "openai:m": nil, "openai:": nil, "replay": nil, "replay:": nil, "answers": nil, "answers:": nil, "command": nil, "command:": nil,
		"command: ": nil, "command:[": nil, "command:[]": nil, `command:[""]`: nil, "command:[1]": nil, "command:/none/such": nil, "person:": nil, "\x1b[2J": nil,
		"person":  func(o *panel.Options) { o.In = nil },
		"openai":  func(o *panel.Options) { o.URL = "https://" + planted + "@host.example" },
		"openai ": func(o *panel.Options) { o.Parameters = json.RawMessage(planted) },
	} {
		o := o
		if spoil != nil {
			spoil(&o)
		}
		j, err := panel.Open(spec, o)
		code(t, err, judge.CodeSpec)
		if j != nil || err != nil && strings.Contains(err.Error(), "\x1b") {
			t.Errorf("%q: %v, %v", spec, j, err)
		}
	}
}

// A transcript keeps what came out of the cache as well, so that it replays a whole run;
// files of replies are not cached.
func TestOpenPutsTheTranscriptBeforeTheCache(t *testing.T) {
	asked := 0
	o := endpoint(t, func(n int, w http.ResponseWriter, _ map[string]any) {
		asked = n
		completion(w, "x", "stop")
	})
	o.Cache = t.TempDir()
	var tapes [2]strings.Builder
	for i := range tapes {
		o.Transcript = &tapes[i]
		if _, err := open(t, "openai", o).Ask(t.Context(), judgetest.Request()); err != nil {
			t.Fatal(err)
		}
	}
	if asked != 1 || strings.Contains(tapes[0].String(), `"cached":true`) || !strings.Contains(tapes[1].String(), `"cached":true`) {
		t.Errorf("asked %d times: %s%s", asked, tapes[0].String(), tapes[1].String())
	}
	n := len(files(t, o.Cache))
	r := judgetest.Request()
	r.ID = "other"
	j := open(t, "replay:"+write(t, `{"id":"other","reply":{"text":"y"}}`), o)
	if reply, err := j.Ask(t.Context(), r); err != nil || reply.Text != "y" || len(files(t, o.Cache)) != n {
		t.Errorf("%+v, %v", reply, err)
	}
}
