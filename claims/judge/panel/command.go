package panel

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/assaybench/assay/claims/judge"
	"github.com/assaybench/assay/internal/canon"
	"github.com/assaybench/assay/internal/chat"
)

// SchemaRequest is what a command reads.
const SchemaRequest = "assay/judge-request/v1"

// command is a program that is given a request on its standard input and answers on its
// standard output. No shell reads its words.
type command struct {
	words   []string
	files   []string // words that name files, with the program first
	digests string   // of the files, as they were when the judge was opened
	env     []string
	timeout time.Duration
	most    int
	slots   chan struct{}
}

// asked is the document that a command reads.
type asked struct {
	Schema  string        `json:"schema"`
	ID      string        `json:"id"`
	Draw    int           `json:"draw"`
	Request string        `json:"request_sha256"`
	System  string        `json:"system"`
	Prompt  string        `json:"prompt"` // all text as a model is shown it, what is not the evaluator's own behind fences
	Parts   []askedPart   `json:"parts"`
	Fields  []judge.Field `json:"fields,omitempty"`
}

type askedPart struct {
	judge.Label
	Text  string `json:"text,omitempty"`
	Image []byte `json:"image_base64,omitempty"`
}

// answered is the document that a command writes: a text, or an error.
type commandReply struct {
	Text  string      `json:"text"`
	Model string      `json:"model"`
	Usage judge.Usage `json:"usage"`
	Error string      `json:"error"`
}

func newCommand(words []string, o Options) (*command, error) {
	if len(words) == 0 || words[0] == "" {
		return nil, &judge.Error{Code: judge.CodeSpec, Message: "no command is given", Fix: `write command:PROGRAM ARGUMENT…, or command:["PROGRAM","ARGUMENT"] where words hold blanks`}
	}
	program, err := exec.LookPath(words[0])
	if err != nil {
		return nil, &judge.Error{Code: judge.CodeSpec, Message: fmt.Sprintf("the command %q is not found", words[0]), Fix: "give the path of a program that can be run", Err: err}
	}
	c := &command{words: append([]string{program}, words[1:]...), files: []string{program}, env: o.Env, timeout: o.Timeout, most: 8 << 20, slots: make(chan struct{}, max(o.Parallel, 1))}
	if c.timeout <= 0 {
		c.timeout = 5 * time.Minute
	}
	for _, w := range words[1:] {
		if st, err := os.Stat(w); err == nil && st.Mode().IsRegular() {
			c.files = append(c.files, w)
		}
	}
	if c.digests, err = c.digest(); err != nil {
		return nil, &judge.Error{Code: judge.CodeSpec, Message: "the command cannot be read: " + err.Error(), Err: err}
	}
	return c, nil
}

// digest is that of the files the command consists of.
func (c *command) digest() (string, error) {
	var sums []string
	for _, f := range c.files {
		sum, _, err := canon.File(f)
		if err != nil {
			return "", err
		}
		sums = append(sums, sum)
	}
	return canon.Bytes([]byte(strings.Join(sums, "\n"))), nil
}

func (c *command) Name() string { return "command:" + filepath.Base(c.words[0]) }

// Settings name the command by its words, files by their last part, and its files by what
// is in them: an edited script is another judge.
func (c *command) Settings() judge.Settings {
	words := make([]string, len(c.words))
	for i, w := range c.words {
		words[i] = w
		for _, f := range c.files {
			if w == f {
				words[i] = filepath.Base(w)
			}
		}
	}
	return judge.Settings{Kind: "command", Model: chat.Plain(strings.Join(words, " ")), Parameters: fmt.Sprintf(`{"files_sha256":%q}`, c.digests)}
}

func (c *command) Ask(ctx context.Context, r judge.Request) (judge.Reply, error) {
	if err := r.Check(); err != nil {
		return judge.Reply{}, err
	}
	doc := asked{Schema: SchemaRequest, ID: r.ID, Draw: r.Draw, Request: r.Digest(), System: r.System, Prompt: r.Prompt(), Fields: r.Fields}
	for _, p := range r.Parts {
		doc.Parts = append(doc.Parts, askedPart{p.Label(), p.Text, p.Image})
	}
	in, err := json.Marshal(doc)
	if err != nil {
		return judge.Reply{}, &judge.Error{Code: judge.CodeRequest, ID: r.ID, Message: err.Error()}
	}
	select {
	case c.slots <- struct{}{}:
		defer func() { <-c.slots }()
	case <-ctx.Done():
		return judge.Reply{}, &judge.Error{Code: judge.CodeCancelled, ID: r.ID, Message: "ended before the command ran", Err: ctx.Err()}
	}
	out, e := c.run(ctx, in)
	if e == nil {
		var reply judge.Reply
		if reply, e = c.read(out); e == nil {
			return reply, nil
		}
	}
	e.ID, e.Usage.Attempts = r.ID, 1
	return judge.Reply{}, e
}

// run runs the command once, in a group of processes that ends with it.
func (c *command) run(ctx context.Context, in []byte) ([]byte, *judge.Error) {
	call, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	cmd := exec.CommandContext(call, c.words[0], c.words[1:]...)
	out := &cappedBuffer{most: c.most, full: cancel}
	errs := &cappedBuffer{most: 4 << 10}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(in), out, errs
	cmd.Env = append([]string{}, c.env...) // never nil, which would be the whole environment
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return nil, &judge.Error{Code: judge.CodeCancelled, Message: "ended while the command ran", Err: ctx.Err()}
	case out.over():
		return nil, &judge.Error{Code: judge.CodeTooLarge, Message: fmt.Sprintf("the command wrote more than %d bytes", c.most)}
	case call.Err() != nil:
		return nil, &judge.Error{Code: judge.CodeTimeout, Message: fmt.Sprintf("the command gave no answer within %s", c.timeout), Fix: "allow more time for a call"}
	case errors.Is(err, exec.ErrWaitDelay):
		_ = cmd.Cancel() // the rest of its group
		return nil, &judge.Error{Code: judge.CodeCommand, Message: "the command ended, and processes that it left keep its output open"}
	case err != nil:
		return nil, &judge.Error{Code: judge.CodeCommand, Message: "the command failed: " + err.Error() + said(errs.text()), Fix: "run it by itself on a request and mend it"}
	}
	if now, err := c.digest(); err != nil || now != c.digests {
		return nil, &judge.Error{Code: judge.CodeCommand, Message: "the command was changed while it was in use", Fix: "start again; an edited command is another judge"}
	}
	return out.text(), nil
}

// said is the end of what a program wrote to its standard error, in one line.
func said(b []byte) string {
	s := strings.Join(strings.Fields(chat.Plain(string(b))), " ")
	if s == "" {
		return ""
	}
	if r := []rune(s); len(r) > 300 {
		s = "…" + string(r[len(r)-300:])
	}
	return ": " + s
}

func (c *command) read(out []byte) (judge.Reply, *judge.Error) {
	if len(bytes.TrimSpace(out)) == 0 {
		return judge.Reply{}, &judge.Error{Code: judge.CodeEmpty, Message: "the command wrote nothing"}
	}
	var a commandReply
	d := json.NewDecoder(bytes.NewReader(out))
	d.DisallowUnknownFields()
	err := d.Decode(&a)
	if err == nil && len(bytes.TrimSpace(out[d.InputOffset():])) > 0 {
		err = errors.New("something follows the document")
	}
	switch {
	case err != nil:
		return judge.Reply{}, &judge.Error{Code: judge.CodeMalformed, Message: "what the command wrote is no answer: " + chat.Plain(err.Error()), Fix: `write one JSON object {"text": …}, or {"error": …}`}
	case a.Error != "":
		return judge.Reply{}, &judge.Error{Code: judge.CodeCommand, Message: "the command reports" + said([]byte(a.Error)), Usage: a.Usage}
	case strings.TrimSpace(a.Text) == "":
		return judge.Reply{}, &judge.Error{Code: judge.CodeEmpty, Message: "the answer of the command has no text"}
	}
	a.Usage.Attempts = 1
	return judge.Reply{Text: a.Text, Model: chat.Plain(a.Model), Usage: a.Usage}, nil
}

// cappedBuffer keeps the first bytes that are written; full is called once there are more.
type cappedBuffer struct {
	mu   sync.Mutex
	b    []byte
	most int
	more bool
	full func()
}

func (w *cappedBuffer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	keep := min(len(p), w.most-len(w.b))
	w.b = append(w.b, p[:keep]...)
	if keep < len(p) && !w.more {
		w.more = true
		if w.full != nil {
			w.full()
		}
	}
	return len(p), nil
}

func (w *cappedBuffer) text() []byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b
}

func (w *cappedBuffer) over() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.more
}
