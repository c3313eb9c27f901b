package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/assaybench/assay/claims/judge"
	"github.com/assaybench/assay/claims/judge/panel"
	"github.com/assaybench/assay/internal/diag"
)

// judgeFlags are the flags of every command that asks a judge.
type judgeFlags struct {
	spec       string
	url, model string
	parameters string
	cache      string
	transcript string
	parallel   int
	retries    int
	timeout    time.Duration
	perMinute  float64
	tokens     int64
	cost       float64
	priceIn    float64
	priceOut   float64
}

func (f *judgeFlags) add(c *cobra.Command, none string) {
	fs := c.Flags()
	fs.StringVar(&f.spec, "judge", "", "`judge`: "+panel.Kinds+"; "+none)
	fs.StringVar(&f.url, "judge-url", "", "address below which chat/completions lies (default: $ASSAY_JUDGE_URL, $OPENAI_BASE_URL, https://api.openai.com/v1)")
	fs.StringVar(&f.model, "model", "", "model of the endpoint (default: $ASSAY_JUDGE_MODEL); its key comes from $ASSAY_JUDGE_KEY, without an address of its own also from $OPENAI_API_KEY")
	fs.StringVar(&f.parameters, "parameters", "", "parameters of the model, one `JSON` object")
	fs.StringVar(&f.cache, "cache", "", "`folder` of replies that need not be asked for again")
	fs.StringVar(&f.transcript, "transcript", "", "`file` to which every reply is added; it can be replayed")
	fs.IntVar(&f.parallel, "parallel", 4, "how many requests at once")
	fs.IntVar(&f.retries, "retries", 4, "attempts after the first")
	fs.DurationVar(&f.timeout, "timeout", 5*time.Minute, "of one request")
	fs.Float64Var(&f.perMinute, "per-minute", 0, "most requests a minute; 0: no limit")
	fs.Int64Var(&f.tokens, "token-limit", 0, "most tokens in all; 0: no limit")
	fs.Float64Var(&f.cost, "cost-limit", 0, "most cost in all, by --price-in and --price-out; 0: no limit")
	fs.Float64Var(&f.priceIn, "price-in", 0, "price of a million tokens of input")
	fs.Float64Var(&f.priceOut, "price-out", 0, "price of a million tokens of output")
}

// openJudge opens the judge that the flags name; it is nil for "none". Call end after the
// last question.
func (a *app) openJudge(f judgeFlags) (j judge.Judge, end func() error, err error) {
	end = func() error { return nil }
	switch {
	case f.spec == "":
		return nil, nil, usagef("name a judge: --judge %s, or none", panel.Kinds)
	case f.spec == "none":
		return nil, end, nil
	case f.parallel < 1:
		return nil, nil, usagef("--parallel is 1 or more, not %d", f.parallel)
	}
	url, key := first(f.url, a.Env("ASSAY_JUDGE_URL")), a.Env("ASSAY_JUDGE_KEY")
	if url == "" { // else OPENAI_API_KEY would go to an address that it is not meant for
		url, key = first(a.Env("OPENAI_BASE_URL"), "https://api.openai.com/v1"), first(key, a.Env("OPENAI_API_KEY"))
	}
	o := panel.Options{URL: url, Model: first(f.model, a.Env("ASSAY_JUDGE_MODEL")),
		Key: panel.NewSecret(key), Parameters: json.RawMessage(f.parameters), Retries: f.retries, PerMinute: f.perMinute,
		Tokens: f.tokens, Cost: f.cost, PriceIn: f.priceIn, PriceOut: f.priceOut, Proxy: http.ProxyFromEnvironment, Timeout: f.timeout, Parallel: f.parallel,
		In: a.In, Out: a.Err, Cache: f.cache,
		Warn: func(d diag.Diagnostic) { fmt.Fprintf(a.Err, "%s: %s\n", d.Severity, safe(d.String())) }}
	if f.retries == 0 {
		o.Retries = -1
	}
	for _, name := range []string{"PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "USER"} { // and so no key
		if v := a.Env(name); v != "" {
			o.Env = append(o.Env, name+"="+v)
		}
	}
	var file *os.File
	if f.transcript != "" {
		if file, err = appendTo(f.transcript); err != nil {
			return nil, nil, usagef("%v", err)
		}
		o.Transcript, end = file, file.Close
	}
	if j, err = panel.Open(f.spec, o); err != nil {
		if file != nil {
			err = errors.Join(err, file.Close())
		}
		switch {
		case judge.CodeOf(err) == judge.CodeSpec, errors.Is(err, fs.ErrNotExist):
			return nil, nil, &codeError{ExitUsage, err}
		case judge.CodeOf(err) == judge.CodeFile:
			return nil, nil, &codeError{ExitInvalid, err}
		}
		return nil, nil, err
	}
	return j, end, nil
}

// appendTo opens a file of lines to add some. A last line that is not whole, as an
// interrupted run may leave it, would spoil the first that is added.
func appendTo(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	st, err := f.Stat()
	if err != nil || !st.Mode().IsRegular() || st.Size() == 0 {
		return f, nil
	}
	last := make([]byte, 1)
	if _, err := f.ReadAt(last, st.Size()-1); err == nil && last[0] != '\n' {
		return nil, errors.Join(fmt.Errorf("the last line of %s is not whole; remove it, or name another file", path), f.Close())
	}
	return f, nil
}

// ofPerson reports whether a judge can be asked only one thing at a time.
func (f judgeFlags) ofPerson() bool {
	return f.spec == "person" || strings.HasPrefix(f.spec, "person:")
}

func first(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// progressTo gives what reports steps: a line that is written over on a terminal, JSON
// lines, or nothing; nil is nothing.
func (a *app) progressTo(kind string) (func(string), error) {
	switch kind {
	case "auto":
		if a.Terminal {
			return func(step string) { fmt.Fprintf(a.Err, "\r\x1b[K%s …", step) }, nil
		}
	case "json":
		enc := json.NewEncoder(a.Err)
		return func(step string) { _ = enc.Encode(map[string]string{"progress": step}) }, nil
	case "none":
	default:
		return nil, usagef("--progress is auto, json or none, not %q", kind)
	}
	return nil, nil
}
