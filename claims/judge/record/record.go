package record

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/assaybench/assay/claims/judge"
	"github.com/assaybench/assay/internal/canon"
	"github.com/assaybench/assay/internal/chat"
)

// SchemaRecord is the form of one line of a transcript, which is also a file of replies
// (docs/judges.md).
const SchemaRecord = "assay/judge-record/v1"

// record is one ask: what was asked, by digests, of whom, and what came of it. A line
// written by hand needs id and one of reply, error and answer.
type record struct {
	Schema   string          `json:"schema,omitempty"`
	ID       string          `json:"id"`
	Draw     int             `json:"draw"`
	Request  string          `json:"request_sha256,omitempty"` // empty: any content
	Who      string          `json:"who,omitempty"`            // of an answer: the person
	Settings *judge.Settings `json:"settings,omitempty"`
	Parts    []judge.Label   `json:"parts,omitempty"`
	Reply    *saidReply      `json:"reply,omitempty"`
	Error    *saidError      `json:"error,omitempty"`
	Answer   json.RawMessage `json:"answer,omitempty"` // a person's: an object, or a text
}

type saidReply struct {
	Text   string      `json:"text"`
	Model  string      `json:"model,omitempty"`
	Usage  judge.Usage `json:"usage,omitzero"`
	Cached bool        `json:"cached,omitempty"`
}

type saidError struct {
	Code    judge.Code  `json:"code"`
	Message string      `json:"message,omitempty"`
	Usage   judge.Usage `json:"usage,omitzero"`
}

// longest is the cap on one line of a file of records, in bytes.
const longest = 32 << 20

// readRecords reads JSON Lines; empty lines are passed over. name is the file's, for
// errors, which say line and column.
func readRecords(name string, in io.Reader) ([]record, error) {
	r := bufio.NewReaderSize(in, 64<<10)
	var out []record
	for n := 1; ; n++ {
		b, err := readLine(r)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, fileError(name, n, 0, "%v", err)
		}
		if len(bytes.TrimSpace(b)) > 0 {
			rec, column, bad := parseRecord(b)
			if bad != nil {
				return nil, fileError(name, n, column, "%s", chat.Plain(bad.Error()))
			}
			out = append(out, rec)
		}
		if err != nil {
			return out, nil
		}
	}
}

func readLine(r *bufio.Reader) ([]byte, error) {
	var b []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(b)+len(part) > longest {
			return nil, fmt.Errorf("the line is longer than %d bytes", longest)
		}
		b = append(b, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return b, err
		}
	}
}

func fileError(name string, line, column int, format string, args ...any) error {
	at := fmt.Sprintf("%s:%d", name, line)
	if column > 0 {
		at += fmt.Sprintf(":%d", column)
	}
	return &judge.Error{Code: judge.CodeFile, Message: at + ": " + fmt.Sprintf(format, args...), Fix: "mend or remove the line; a record is one JSON object with id and one of reply, error and answer"}
}

// parseRecord reads one line; column is where it goes wrong, from 1, 0 where unknown.
func parseRecord(b []byte) (rec record, column int, err error) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&rec); err != nil {
		var s *json.SyntaxError
		var t *json.UnmarshalTypeError
		switch {
		case errors.As(err, &s):
			column = int(s.Offset)
		case errors.As(err, &t):
			column = int(t.Offset)
		case errors.Is(err, io.ErrUnexpectedEOF):
			return rec, len(b), errors.New("the line ends within the record")
		}
		return rec, column, err
	}
	if rest := bytes.TrimLeft(b[d.InputOffset():], " \t\r\n"); len(rest) > 0 {
		return rec, len(b) - len(rest) + 1, errors.New("the line goes on after the record")
	}
	said := 0
	for _, is := range []bool{rec.Reply != nil, rec.Error != nil, len(rec.Answer) > 0 && string(rec.Answer) != "null"} {
		if is {
			said++
		}
	}
	switch {
	case rec.Schema != "" && rec.Schema != SchemaRecord:
		err = fmt.Errorf("the schema is %q, not %s", rec.Schema, SchemaRecord)
	case rec.ID == "":
		err = errors.New("the record has no id")
	case rec.Draw < 0:
		err = fmt.Errorf("draw %d is below 0", rec.Draw)
	case said != 1:
		err = fmt.Errorf("the record has %d of reply, error and answer, not one", said)
	case rec.Error != nil && !strings.HasPrefix(string(rec.Error.Code), "judge."):
		err = fmt.Errorf("the error has the code %q, which is none of a judge", rec.Error.Code)
	case rec.Reply != nil && strings.TrimSpace(rec.Reply.Text) == "":
		err = errors.New("the reply has no text")
	case rec.Reply == nil && rec.Error == nil:
		err = rec.answered()
	}
	return rec, 0, err
}

// answered turns the answer of a person into a reply: a text as it is, all else as JSON.
func (r *record) answered() error {
	text := string(bytes.TrimSpace(r.Answer))
	if strings.HasPrefix(text, `"`) {
		if err := json.Unmarshal(r.Answer, &text); err != nil {
			return err
		}
	}
	if strings.TrimSpace(text) == "" {
		return errors.New("the answer is empty")
	}
	r.Reply, r.Answer = &saidReply{Text: text, Model: r.Who}, nil
	return nil
}

// key is what a record is found by.
type key struct {
	id   string
	draw int
}

// replay answers out of a file of records.
type replay struct {
	name     string
	settings judge.Settings
	records  map[key][]record // of one question, at most one of each content
}

// Replay is a judge that answers out of a file of records, called name, by identity and
// draw; where the record says what it was given to, also by content. kind is that of the
// settings where the records have none of their own: "replay", or "person" for answers
// written by hand. What is not recorded is judge.no-record or judge.stale-record.
func Replay(name, kind string, in io.Reader) (judge.Judge, error) {
	content, err := io.ReadAll(io.LimitReader(in, maxFile+1))
	if err != nil {
		return nil, &judge.Error{Code: judge.CodeFile, Message: name + " cannot be read: " + err.Error(), Err: err}
	}
	if len(content) > maxFile {
		return nil, &judge.Error{Code: judge.CodeFile, Message: fmt.Sprintf("%s is larger than %d bytes", name, maxFile)}
	}
	all, err := readRecords(name, bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, &judge.Error{Code: judge.CodeFile, Message: name + " has no records", Fix: "record a transcript, or write answers by hand"}
	}
	p := &replay{name: name, records: map[key][]record{}}
	if p.settings, err = whose(name, kind, all, content); err != nil {
		return nil, err
	}
	for _, rec := range all {
		if err := p.add(rec); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// maxFile is the cap on a file of records, in bytes.
const maxFile = 1 << 30

// whose are the settings of the judge that gave all records. Where they are not said, only
// the same file is the same judge.
func whose(name, kind string, all []record, content []byte) (judge.Settings, error) {
	var first *judge.Settings
	file := fmt.Sprintf(`{"file_sha256":%q}`, canon.Bytes(content))
	for i := range all {
		s := judge.Settings{Kind: kind, Model: all[i].Who}
		switch {
		case all[i].Settings != nil:
			s = *all[i].Settings
			s.System = ""
		case kind == "replay":
			s.Parameters = file
		}
		if first == nil {
			first = &s
		}
		if *first != s {
			return s, &judge.Error{Code: judge.CodeFile, Message: fmt.Sprintf("%s holds replies of two judges, %s and %s", name, words(*first), words(s)),
				Fix: "keep one file for each judge"}
		}
	}
	return *first, nil
}

func words(s judge.Settings) string {
	return chat.Plain(fmt.Sprintf("%s %s %s", s.Kind, cmp.Or(s.Model, "without a model"), s.Parameters))
}

// add keeps a record. A reply takes the place of an error that was recorded for the same
// content, before or after it; two different replies are a fault of the file.
func (p *replay) add(rec record) error {
	k := key{rec.ID, rec.Draw}
	for i, old := range p.records[k] {
		if old.Request != rec.Request {
			continue
		}
		switch {
		case old.Reply == nil:
			p.records[k][i] = rec
		case rec.Reply != nil && rec.Reply.Text != old.Reply.Text:
			return &judge.Error{Code: judge.CodeFile, ID: rec.ID, Message: fmt.Sprintf("%s has two different replies for draw %d", p.name, rec.Draw), Fix: "remove the one that is not meant"}
		}
		return nil
	}
	p.records[k] = append(p.records[k], rec)
	return nil
}

func (p *replay) Name() string             { return p.settings.Kind + ":" + p.name }
func (p *replay) Settings() judge.Settings { return p.settings }

func (p *replay) Ask(ctx context.Context, r judge.Request) (judge.Reply, error) {
	if err := r.Shape(); err != nil {
		return judge.Reply{}, err
	}
	if err := ctx.Err(); err != nil {
		return judge.Reply{}, &judge.Error{Code: judge.CodeCancelled, ID: r.ID, Message: "ended before the reply was read", Err: err}
	}
	found := p.records[key{r.ID, r.Draw}]
	var rec *record
	digest := ""
	for i := range found {
		if digest == "" && found[i].Request != "" { // not before it is needed: images are large
			digest = r.Digest()
		}
		if found[i].Request == digest || found[i].Request == "" && rec == nil {
			rec = &found[i]
		}
	}
	switch {
	case len(found) == 0:
		return judge.Reply{}, &judge.Error{Code: judge.CodeNoRecord, ID: r.ID, Message: fmt.Sprintf("%s has no reply for draw %d", p.name, r.Draw), Fix: "record one: ask a judge with a transcript, or write an answer by hand"}
	case rec == nil:
		return judge.Reply{}, &judge.Error{Code: judge.CodeStaleRecord, ID: r.ID, Message: fmt.Sprintf("the reply in %s was given to other content than is asked now", p.name), Fix: "ask a judge again: what it saw has changed since"}
	case rec.Error != nil:
		return judge.Reply{}, &judge.Error{Code: rec.Error.Code, ID: r.ID, Message: chat.Plain(rec.Error.Message), Usage: rec.Error.Usage}
	}
	s := rec.Reply
	return judge.Reply{Text: s.Text, Model: s.Model, Usage: s.Usage, Cached: s.Cached}, nil
}
