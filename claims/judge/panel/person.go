package panel

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/assaybench/assay/claims/judge"
)

// skipWord passes a question over.
const skipWord = "/skip"

// person is asked on a terminal, one question at a time. What is shown of the submission
// has no control characters, and every line of it a mark at its beginning.
type person struct {
	who   string
	in    io.Reader
	out   io.Writer
	turn  chan struct{} // held by the question that is asked
	once  sync.Once
	lines chan string // closed when the input ends
}

func newPerson(who string, in io.Reader, out io.Writer) *person {
	return &person{who: who, in: in, out: out, turn: make(chan struct{}, 1), lines: make(chan string)}
}

func (p *person) Name() string {
	if p.who == "" {
		return "person"
	}
	return "person:" + p.who
}

func (p *person) Settings() judge.Settings { return judge.Settings{Kind: "person", Model: p.who} }

func (p *person) Ask(ctx context.Context, r judge.Request) (judge.Reply, error) {
	if err := r.Check(); err != nil {
		return judge.Reply{}, err
	}
	cancelled := &judge.Error{Code: judge.CodeCancelled, ID: r.ID, Message: "ended before the answer", Err: context.Canceled}
	select {
	case p.turn <- struct{}{}:
		defer func() { <-p.turn }()
	case <-ctx.Done():
		return judge.Reply{}, cancelled
	}
	p.once.Do(func() { go p.read() })
	if _, err := io.WriteString(p.out, page(r)); err != nil {
		return judge.Reply{}, &judge.Error{Code: judge.CodeNoAnswer, ID: r.ID, Message: "the question could not be shown: " + err.Error(), Err: err}
	}
	text, err := p.answer(ctx, r)
	if err != nil {
		err.ID = r.ID
		return judge.Reply{}, err
	}
	return judge.Reply{Text: text, Model: p.who}, nil
}

// read hands on the lines of the input; it ends with the input, or with the program.
func (p *person) read() {
	defer close(p.lines)
	s := bufio.NewScanner(p.in)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		p.lines <- strings.TrimSuffix(s.Text(), "\r")
	}
}

func (p *person) line(ctx context.Context, prompt string) (string, *judge.Error) {
	if _, err := io.WriteString(p.out, prompt); err != nil {
		return "", &judge.Error{Code: judge.CodeNoAnswer, Message: "the question could not be shown: " + err.Error(), Err: err}
	}
	select {
	case l, ok := <-p.lines:
		switch {
		case !ok:
			return "", &judge.Error{Code: judge.CodeNoAnswer, Message: "the input ended before the answer", Fix: "answer at a terminal, or from a file (answers:FILE)"}
		case strings.TrimSpace(l) == skipWord:
			return "", &judge.Error{Code: judge.CodeAbstained, Message: "the person passed the question over"}
		}
		return l, nil
	case <-ctx.Done():
		return "", &judge.Error{Code: judge.CodeCancelled, Message: "ended before the answer", Err: ctx.Err()}
	}
}

// answer asks for each field until the line suits it, or for free text up to a line with
// a single full stop.
func (p *person) answer(ctx context.Context, r judge.Request) (string, *judge.Error) {
	if len(r.Fields) == 0 {
		var lines []string
		for prompt := "answer, ending with a line \".\" (" + skipWord + " passes over)\n> "; ; prompt = "> " {
			l, err := p.line(ctx, prompt)
			if err != nil {
				return "", err
			}
			if l != "." {
				lines = append(lines, l)
			} else if text := strings.TrimSpace(strings.Join(lines, "\n")); text != "" {
				return text, nil
			}
		}
	}
	var members []string
	for _, f := range r.Fields {
		for {
			l, err := p.line(ctx, prompt(f))
			if err != nil {
				return "", err
			}
			if v, ok := value(f, strings.TrimSpace(l)); ok {
				name, _ := json.Marshal(f.Name)
				members = append(members, string(name)+":"+v)
				break
			}
		}
	}
	return "{" + strings.Join(members, ",") + "}", nil
}

func prompt(f judge.Field) string {
	want := map[string]string{"integer": "whole number", "text": "one line", "choice": strings.Join(f.Choices, " | "), "json": "JSON"}[f.Kind]
	if f.Kind == "integer" && f.Max > f.Min {
		want += fmt.Sprintf(" from %d to %d", f.Min, f.Max)
	}
	if f.Hint != "" {
		want += ", " + f.Hint
	}
	return fmt.Sprintf("%s (%s): ", f.Name, want)
}

// value is what a line says of a field, as JSON; ok is whether it says it exactly.
func value(f judge.Field, l string) (v string, ok bool) {
	switch f.Kind {
	case "integer":
		n, err := strconv.Atoi(l)
		return strconv.Itoa(n), err == nil && (f.Max <= f.Min || n >= f.Min && n <= f.Max)
	case "json":
		return l, json.Valid([]byte(l))
	case "choice":
		if !slices.Contains(f.Choices, l) {
			return "", false
		}
	}
	b, err := json.Marshal(l)
	return string(b), err == nil && l != ""
}

// page is a request on a terminal. The marks before the lines of a part are ours, so that
// nothing in it can pass for a question of the program.
func page(r judge.Request) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n== %s, draw %d ==\n", judge.Line(r.ID), r.Draw)
	for _, p := range r.Parts {
		fmt.Fprintf(&b, "-- %s %q\n", p.Role, judge.Line(p.Name))
		if p.Image != nil {
			l := p.Label()
			fmt.Fprintf(&b, "   image, %s, %d bytes, SHA-256 %s\n", l.MIME, l.Bytes, l.SHA256)
			continue
		}
		for l := range strings.Lines(judge.Neutral(p.Text)) {
			b.WriteString(" | " + strings.TrimSuffix(l, "\n") + "\n")
		}
	}
	return b.String()
}
