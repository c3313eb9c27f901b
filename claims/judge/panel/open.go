package panel

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/assaybench/assay/claims/judge"
	"github.com/assaybench/assay/claims/judge/record"
	"github.com/assaybench/assay/internal/chat"
	"github.com/assaybench/assay/internal/diag"
)

// Secret is a key that never prints.
type Secret = chat.Secret

// NewSecret hides a key.
func NewSecret(key string) Secret { return chat.NewSecret(key) }

// Options of Open. What a kind of judge does not need is not read; zero values take the
// defaults named.
type Options struct {
	URL        string          // openai: address below which chat/completions lies
	Model      string          // openai
	Key        Secret          // openai; none where the endpoint wants none
	Parameters json.RawMessage // openai: members of the request beside model and messages; {"max_tokens":4096,"temperature":0}
	Retries    int             // openai: after the first attempt, 4; negative is none
	PerMinute  float64         // openai: requests a minute; 0 is no limit
	Tokens     int64           // openai: limit on the tokens of all replies and requests; 0 is none
	Cost       float64         // openai: limit on the cost, by the prices; 0 is none
	PriceIn    float64         // openai: of a million tokens of input, in any one currency
	PriceOut   float64         // openai: of a million tokens of output
	Proxy      func(*http.Request) (*url.URL, error)
	Timeout    time.Duration // openai, command: of one call, 5 minutes
	Parallel   int           // openai, command: calls at once, 4
	Env        []string      // command: its environment, without the key
	In         io.Reader     // person
	Out        io.Writer     // person

	Cache      string                // folder of the cache, empty for none; replies and answers out of files are not cached
	Transcript io.Writer             // nil for none
	Warn       func(diag.Diagnostic) // of the cache; may be called by several goroutines, but not at once
}

// Kinds names the judges of Open, for help and messages.
const Kinds = "openai, replay:FILE, command:PROGRAM ARGUMENT…, person[:NAME] or answers:FILE"

// Open opens the judge that spec names: openai, replay:FILE, command:PROGRAM ARGUMENT… (or
// command:["PROGRAM","ARGUMENT"]), person[:NAME] or answers:FILE. Errors have the codes
// judge.spec and judge.invalid-file; of a file that does not exist it is fs.ErrNotExist.
func Open(spec string, o Options) (judge.Judge, error) {
	if o.Parallel == 0 {
		o.Parallel = 4
	}
	j, cached, err := open(spec, o)
	if err != nil {
		return nil, err
	}
	if cached && o.Cache != "" {
		j = record.Cache(j, o.Cache, o.Warn)
	}
	if o.Transcript != nil {
		j = record.Transcript(j, o.Transcript)
	}
	return j, nil
}

func open(spec string, o Options) (j judge.Judge, cached bool, err error) {
	kind, rest, has := strings.Cut(spec, ":")
	switch {
	case kind == "openai" && !has:
		c, err := chat.New(chat.Options{URL: o.URL, Model: o.Model, Key: o.Key, Parameters: o.Parameters, Timeout: o.Timeout, Retries: o.Retries, Parallel: o.Parallel,
			PerMinute: o.PerMinute, Tokens: o.Tokens, Cost: o.Cost, Price: chat.Price{In: o.PriceIn, Out: o.PriceOut}, Proxy: o.Proxy})
		if err != nil {
			return nil, false, &judge.Error{Code: judge.CodeSpec, Message: err.Error()}
		}
		return endpoint{c}, true, nil
	case (kind == "replay" || kind == "answers") && rest != "":
		f, err := os.Open(rest)
		if err != nil {
			return nil, false, &judge.Error{Code: judge.CodeSpec, Message: err.Error(), Err: err}
		}
		defer f.Close()
		if kind == "answers" {
			kind = "person"
		}
		j, err := record.Replay(rest, kind, f)
		if err != nil {
			return nil, false, err
		}
		return j, false, nil
	case kind == "command" && rest != "":
		words := strings.Fields(rest)
		if strings.HasPrefix(rest, "[") {
			words = nil
			if json.Unmarshal([]byte(rest), &words) != nil {
				return nil, false, &judge.Error{Code: judge.CodeSpec, Message: "the words of the command are no JSON list of strings"}
			}
		}
		j, err := newCommand(words, o)
		if err != nil {
			return nil, false, err
		}
		return j, true, nil
	case kind == "person" && has == (rest != ""):
		if o.In == nil || o.Out == nil {
			return nil, false, &judge.Error{Code: judge.CodeSpec, Message: "there is nobody to ask", Fix: "ask at a terminal, or give a file of answers (answers:FILE)"}
		}
		return newPerson(judge.Line(rest), o.In, o.Out), true, nil
	}
	return nil, false, &judge.Error{Code: judge.CodeSpec, Message: fmt.Sprintf("%q names no judge", chat.Plain(spec)), Fix: "give " + Kinds}
}
