package judge

import (
	"context"
	"errors"

	"github.com/assaybench/assay/internal/chat"
)

// Secret is a key that never prints.
type Secret = chat.Secret

// NewSecret hides a key.
func NewSecret(key string) Secret { return chat.NewSecret(key) }

// endpoint asks a model behind an OpenAI-compatible address.
type endpoint struct{ client *chat.Client }

func (e endpoint) Name() string { return "openai:" + e.client.Model() }

func (e endpoint) Settings() Settings {
	return Settings{Kind: "openai", Model: e.client.Model(), Parameters: e.client.Parameters()}
}

func (e endpoint) Ask(ctx context.Context, r Request) (Reply, error) {
	if err := r.Check(); err != nil {
		return Reply{}, err
	}
	a, err := e.client.Ask(ctx, chat.Question{System: r.System, Pieces: r.show(), Draw: r.Draw})
	use := Usage{InputTokens: a.In, OutputTokens: a.Out, Cost: a.Cost, Attempts: a.Attempts}
	if err != nil {
		return Reply{}, failed(r, use, err)
	}
	return Reply{Text: a.Text, Model: a.Model, Usage: use}, nil
}

// failed turns a fault of the chat into an error with the code of the same name.
func failed(r Request, use Usage, err error) error {
	e := &Error{Code: CodeUnavailable, ID: r.ID, Message: err.Error(), Usage: use}
	var f *chat.Fault
	if errors.As(err, &f) {
		e.Code, e.Message, e.Fix, e.Err = Code("judge."+string(f.Kind)), f.Message, f.Fix, f.Err
	}
	return e
}
