package record

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"sync"

	"github.com/assaybench/assay/claims/judge"
)

// Transcript is a judge that writes a line for every ask of j: digests of what was shown,
// the settings, and the reply or the error, in the order in which they come. Neither
// content nor key stands in it. A reply whose line cannot be written is not given out. The
// lines are a file of replies. A request that Check refuses is no ask and has no line.
func Transcript(j judge.Judge, w io.Writer) judge.Judge {
	return &transcript{Judge: j, w: w}
}

type transcript struct {
	judge.Judge
	mu     sync.Mutex
	w      io.Writer
	broken bool
}

func (t *transcript) Ask(ctx context.Context, r judge.Request) (judge.Reply, error) {
	if err := r.Check(); err != nil {
		return judge.Reply{}, err
	}
	settings := t.Settings().WithSystem(r.System)
	rec := record{Schema: SchemaRecord, ID: r.ID, Draw: r.Draw, Request: r.Digest(), Settings: &settings, Parts: r.Labels()}
	reply, err := t.Judge.Ask(ctx, r)
	if err == nil && strings.TrimSpace(reply.Text) == "" {
		err = &judge.Error{Code: judge.CodeEmpty, ID: r.ID, Message: "the reply has no text"}
	}
	if err != nil {
		reply = judge.Reply{}
		rec.Error = &saidError{Code: judge.CodeOf(err), Message: err.Error()}
		var e *judge.Error
		if errors.As(err, &e) {
			rec.Error.Message, rec.Error.Usage = e.Message, e.Usage
		}
		if rec.Error.Code == "" {
			rec.Error.Code = judge.CodeUnavailable
		}
	} else {
		rec.Reply = &saidReply{Text: reply.Text, Model: reply.Model, Usage: reply.Usage, Cached: reply.Cached}
	}
	if werr := t.write(rec); werr != nil {
		return judge.Reply{}, &judge.Error{Code: judge.CodeTranscript, ID: r.ID, Message: "the transcript could not be written: " + werr.Error(), Fix: "make room, or write it elsewhere", Err: werr, Usage: reply.Usage}
	}
	return reply, err
}

func (t *transcript) write(rec record) error {
	b, err := json.Marshal(rec)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.broken { // the last line may be half
		return errors.New("an earlier line of it was lost")
	}
	if _, err = t.w.Write(append(b, '\n')); err != nil {
		t.broken = true
	}
	return err
}
