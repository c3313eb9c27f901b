package scorer_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/assaybench/assay/claims/checklist"
	"github.com/assaybench/assay/claims/checklist/scorer"
	"github.com/assaybench/assay/claims/judge/panel"
	"github.com/assaybench/assay/spec"
)

// Over the wire: the first image is the reference, the submission is behind its fence, one
// item is answered, and the one that the server fails on is open.
func TestEndpoint(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body struct {
			Messages []struct {
				Role    string
				Content json.RawMessage
			}
		}
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil || len(body.Messages) != 2 {
			http.Error(w, "bad", http.StatusBadRequest)
			return
		}
		var parts []struct {
			Type  string
			Text  string
			Image struct{ URL string } `json:"image_url"`
		}
		if strings.HasPrefix(string(body.Messages[1].Content), "[") { // otherwise a text alone
			if err := json.Unmarshal(body.Messages[1].Content, &parts); err != nil {
				http.Error(w, err.Error(), http.StatusBadRequest)
				return
			}
		}
		score := -1
		for _, p := range parts {
			if p.Type == "image_url" {
				score = 10
				if p.Image.URL == "data:image/png;base64,"+base64.StdEncoding.EncodeToString([]byte(picture(t, 200))) {
					score = 90
				}
				break
			}
		}
		if score < 0 {
			http.Error(w, `{"error":{"message":"overloaded"}}`, http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintf(w, `{"id":"1","object":"chat.completion","model":"m-1","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":%q}}],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}`,
			fmt.Sprintf(`{"mode":"objective","reasoning":"seen","score":%d}`, score))
	}))
	defer server.Close()
	j, err := panel.Open("openai", panel.Options{URL: server.URL, Model: "m", Retries: -1})
	if err != nil {
		t.Fatal(err)
	}
	task, w := folders(t, []string{textItem, imageItem}, map[string]string{"report/report.md": "![](images/a.png)", "report/images/a.png": picture(t, 3)})
	s := score(t, task, w, scorer.Options{Judge: j, Images: 15, Parallel: 2})
	if *s.Bounds != (spec.Bounds{Low: 45, High: 95}) || s.Items[0].State != checklist.JudgeFailed || *s.Items[1].Score != 90 || s.Items[1].Draws[0].Model != "m-1" {
		t.Errorf("%v %+v", s.Bounds, s.Items)
	}
	if !strings.Contains(s.Items[0].Reasoning, "judge.unavailable") {
		t.Error(s.Items[0].Reasoning)
	}
}
