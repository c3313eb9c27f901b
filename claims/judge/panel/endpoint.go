package panel

import (
	"context"
	"errors"

	"github.com/assaybench/assay/claims/judge"
	"github.com/assaybench/assay/internal/chat"
)

// endpoint asks a model behind an OpenAI-compatible address.
type endpoint struct{ client *chat.Client }

func (e endpoint) Name() string { return "openai:" + e.client.Model() }

func (e endpoint) Settings() judge.Settings {
	return judge.Settings{Kind: "openai", Model: e.client.Model(), Parameters: e.client.Parameters()}
}

func (e endpoint) Ask(ctx context.Context, r judge.Request) (judge.Reply, error) {
	if err := r.Check(); err != nil {
		return judge.Reply{}, err
	}
	var pieces []chat.Piece
	for _, p := range r.Show() {
		pieces = append(pieces, chat.Piece(p))
	}
	a, err := e.client.Ask(ctx, chat.Question{System: r.System, Pieces: pieces, Draw: r.Draw})
	use := judge.Usage{InputTokens: a.In, OutputTokens: a.Out, Cost: a.Cost, Attempts: a.Attempts}
	if err != nil {
		return judge.Reply{}, failed(r, use, err)
	}
	return judge.Reply{Text: a.Text, Model: a.Model, Usage: use}, nil
}

// failed turns a fault of the chat into an error with the code of the same name.
func failed(r judge.Request, use judge.Usage, err error) error {
	e := &judge.Error{Code: judge.CodeUnavailable, ID: r.ID, Message: err.Error(), Usage: use}
	var f *chat.Fault
	if errors.As(err, &f) {
		e.Code, e.Message, e.Fix, e.Err = judge.Code("judge."+string(f.Kind)), f.Message, f.Fix, f.Err
	}
	return e
}
