package chat

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

// once sends a question once. after is how long the server asks to wait; sent is whether
// the request may have reached it.
func (c *Client) once(ctx context.Context, q Question) (a Answer, after time.Duration, sent bool, f *Fault) {
	call, cancel := context.WithTimeout(ctx, c.o.Timeout)
	defer cancel()
	body, f := c.body(q)
	if f != nil {
		return a, 0, false, f
	}
	var raw []byte
	var res *http.Response
	_, err := c.service.New(call, body, option.WithResponseBodyInto(&raw), option.WithResponseInto(&res))
	switch {
	case ctx.Err() != nil:
		return a, 0, true, ended(ctx)
	case call.Err() != nil:
		return a, 0, true, &Fault{Kind: Timeout, Message: fmt.Sprintf("no answer within %s", c.o.Timeout), Fix: "allow more time for a call"}
	case errors.Is(err, errTooLarge):
		return a, 0, true, &Fault{Kind: TooLarge, Message: fmt.Sprintf("the reply is larger than %d bytes", c.o.Reply)}
	case res != nil && res.StatusCode != http.StatusOK:
		after, f = c.status(res, err)
		return a, after, true, f
	case err != nil:
		return a, 0, true, &Fault{Kind: Unavailable, Message: "the connection failed: " + c.o.Key.said(cause(err)), again: true,
			Fix: "see that the endpoint is up and its address right"}
	}
	a, f = c.read(raw)
	return a, 0, true, f
}

// body is the request. Text alone is sent as one string, which all servers take.
func (c *Client) body(q Question) (openai.ChatCompletionNewParams, *Fault) {
	var parts []openai.ChatCompletionContentPartUnionParam
	var texts []string
	for i, p := range q.Pieces {
		if p.Image == nil {
			texts = append(texts, p.Text)
			parts = append(parts, openai.TextContentPart(p.Text))
			continue
		}
		if !slices.Contains(images, p.MIME) {
			return openai.ChatCompletionNewParams{}, &Fault{Kind: Request, Message: fmt.Sprintf("image %d is %q, which endpoints do not take", i+1, Plain(p.MIME)), Fix: "send PNG, JPEG, GIF or WebP"}
		}
		parts = append(parts, openai.ImageContentPart(openai.ChatCompletionContentPartImageImageURLParam{
			URL: "data:" + p.MIME + ";base64," + base64.StdEncoding.EncodeToString(p.Image)}))
	}
	if len(parts) == 0 {
		return openai.ChatCompletionNewParams{}, &Fault{Kind: Request, Message: "the question is empty"}
	}
	var messages []openai.ChatCompletionMessageParamUnion
	if q.System != "" {
		messages = append(messages, openai.SystemMessage(q.System))
	}
	if len(texts) == len(parts) {
		messages = append(messages, openai.UserMessage(strings.Join(texts, "\n\n")))
	} else {
		messages = append(messages, openai.UserMessage(parts))
	}
	body := openai.ChatCompletionNewParams{Model: c.o.Model, Messages: messages}
	extra := map[string]any{}
	for name, v := range c.params {
		extra[name] = v
	}
	var seed int64
	if v, ok := c.params["seed"]; ok && json.Unmarshal(v, &seed) == nil {
		extra["seed"] = seed + int64(q.Draw) // else every draw would be the same one
	}
	body.SetExtraFields(extra)
	return body, nil
}

// cause is what went wrong beneath the address, which may be private.
func cause(err error) string {
	for {
		u := errors.Unwrap(err)
		if u == nil {
			return err.Error()
		}
		err = u
	}
}

// status reads a reply that is not 200.
func (c *Client) status(res *http.Response, err error) (after time.Duration, f *Fault) {
	said, code := "", ""
	var api *openai.Error
	if errors.As(err, &api) {
		said, code = c.o.Key.said(api.Message), api.Code
	}
	f = &Fault{Message: fmt.Sprintf("the server answers %d %s", res.StatusCode, http.StatusText(res.StatusCode))}
	if said != "" {
		f.Message += ": " + said
	}
	switch s := res.StatusCode; {
	case s == http.StatusTooManyRequests && code == "insufficient_quota":
		f.Kind, f.Fix = Rejected, "the account has nothing left"
	case s == http.StatusTooManyRequests:
		f.Kind, f.again, f.Fix = RateLimited, true, "ask for fewer requests a minute"
		after = retryAfter(res.Header, time.Now())
	case s >= 500 || s == http.StatusRequestTimeout:
		f.Kind, f.again, f.Fix = Unavailable, true, "run again later"
		after = retryAfter(res.Header, time.Now())
	case s >= 300 && s < 400:
		f.Kind, f.Fix = Rejected, "redirects are not followed; give the final address"
	case s >= 400:
		f.Kind, f.Fix = Rejected, "see that key, model and parameters suit the endpoint"
	default:
		f.Kind = Malformed
	}
	return after, f
}

// retryAfter is how long the server asks to wait, by seconds or by date; 0 where it does
// not say, or not so that it can be read.
func retryAfter(h http.Header, now time.Time) time.Duration {
	v := strings.TrimSpace(h.Get("Retry-After"))
	if s, err := strconv.ParseFloat(v, 64); err == nil {
		if s > 0 && s < 1e9 {
			return time.Duration(s * float64(time.Second))
		}
		return 0
	}
	if t, err := http.ParseTime(v); err == nil && t.After(now) {
		return t.Sub(now)
	}
	return 0
}

// reply is the part of a completion that is read, strictly: what is of another type is no
// completion.
type reply struct {
	Model   string `json:"model"`
	Choices []struct {
		Finish  *string `json:"finish_reason"`
		Message *struct {
			Content *string `json:"content"`
			Refusal *string `json:"refusal"`
		} `json:"message"`
	} `json:"choices"`
	Usage json.RawMessage `json:"usage"`
	Error json.RawMessage `json:"error"`
}

// read takes the answer out of the body of a reply with status 200. The answer of a fault
// holds only the use.
func (c *Client) read(raw []byte) (Answer, *Fault) {
	if len(strings.TrimSpace(string(raw))) == 0 {
		return Answer{}, &Fault{Kind: Empty, Message: "the body of the reply is empty"}
	}
	var r reply
	if err := json.Unmarshal(raw, &r); err != nil {
		return Answer{}, &Fault{Kind: Malformed, Message: "the reply is no completion: " + c.o.Key.said(err.Error()), Fix: "see that the endpoint speaks the protocol of chat completions"}
	}
	use := usage(r.Usage)
	if len(r.Error) > 0 && string(r.Error) != "null" && len(r.Choices) == 0 {
		return use, &Fault{Kind: Unavailable, Message: "the server answers 200 with an error: " + c.o.Key.said(string(r.Error)), again: true}
	}
	if len(r.Choices) != 1 || r.Choices[0].Message == nil {
		return use, &Fault{Kind: Malformed, Message: fmt.Sprintf("the reply has %d choices, or one without a message, not one choice with one", len(r.Choices))}
	}
	m, finish := r.Choices[0].Message, "none"
	if r.Choices[0].Finish != nil {
		finish = *r.Choices[0].Finish
	}
	text := ""
	if m.Content != nil {
		text = *m.Content
	}
	switch {
	case m.Refusal != nil && *m.Refusal != "":
		return use, &Fault{Kind: Refusal, Message: "the model declines: " + c.o.Key.said(*m.Refusal)}
	case finish == "content_filter":
		return use, &Fault{Kind: Refusal, Message: "the answer was withheld by a content filter"}
	case finish == "length":
		return use, &Fault{Kind: Truncated, Message: fmt.Sprintf("the answer is cut after %d bytes, at its token limit", len(text)), Fix: "raise max_tokens among the parameters"}
	case finish != "stop":
		return use, &Fault{Kind: Malformed, Message: fmt.Sprintf("the answer ended by %q, not by stop", c.o.Key.said(finish))}
	case strings.TrimSpace(text) == "":
		return use, &Fault{Kind: Empty, Message: "the answer has no text"}
	case c.o.Key.Within(text):
		return use, &Fault{Kind: KeyEchoed, Message: "the answer holds the key and is thrown away", Fix: "change the key, and find out how the endpoint came to repeat it"}
	}
	use.Text, use.Model = text, c.o.Key.said(r.Model)
	return use, nil
}

// usage is zero where the server does not tell it, or tells what cannot be.
func usage(raw json.RawMessage) Answer {
	var u struct {
		In  int64 `json:"prompt_tokens"`
		Out int64 `json:"completion_tokens"`
	}
	if json.Unmarshal(raw, &u) != nil || u.In < 0 || u.Out < 0 || u.In > 1e12 || u.Out > 1e12 {
		return Answer{}
	}
	return Answer{In: u.In, Out: u.Out}
}
