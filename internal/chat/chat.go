package chat

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

// Options of a Client. Zero values take the defaults named.
type Options struct {
	URL        string          // address below which chat/completions lies, https://host/v1
	Model      string          // asked for
	Key        Secret          // none: no authorisation is sent
	Parameters json.RawMessage // members of the request beside model and messages; empty is DefaultParameters
	Timeout    time.Duration   // of one call, 5 minutes; a call that took longer is not repeated
	Retries    int             // after the first attempt, 4; negative is none
	Pause      time.Duration   // before the second attempt, doubled for each further one, 1 second
	LongPause  time.Duration   // that is waited at most, also where the server asks for more, 2 minutes
	Parallel   int             // calls at once, 4
	PerMinute  float64         // requests a minute, with repeated ones; 0 is no limit
	Tokens     int64           // limit on input and output together; 0 is none
	Cost       float64         // limit, by Price; 0 is none
	Price      Price           // of a million tokens
	ImageTok   int64           // tokens that one image is reckoned with beforehand, 6000
	Reply      int64           // cap on the bytes of a reply, 8 MiB
	Proxy      func(*http.Request) (*url.URL, error)
}

// DefaultParameters are sent where none are given: no choice at random, and room for a
// model that thinks before it answers.
const DefaultParameters = `{"max_tokens":4096,"temperature":0}`

// Piece is a text or an image of a question.
type Piece struct {
	Text  string
	Image []byte
	MIME  string // of Image
}

// Question is what is asked. Draw is added to the parameter seed, where there is one.
type Question struct {
	System string
	Pieces []Piece
	Draw   int
}

// Answer is what came back. Tokens are zero where the server did not tell them.
type Answer struct {
	Text     string
	Model    string
	In, Out  int64
	Cost     float64 // by Price, of all attempts that were or may have been charged
	Attempts int
}

// Client asks one model at one endpoint. It may be used by several goroutines.
type Client struct {
	o       Options
	params  map[string]json.RawMessage
	canon   string
	output  int64 // tokens of a reply at most; 0 is unknown
	service openai.ChatCompletionService
	slots   chan struct{}
	pace    pace
	budget  *budget
}

// New makes a client; its error says which option is wrong, and never holds the key.
func New(o Options) (*Client, error) {
	u, err := url.Parse(o.URL)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return nil, fmt.Errorf("the address of the endpoint is no http or https address; give one like https://host/v1")
	}
	if u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("the address of the endpoint holds a user, a query or a fragment; give the key apart from it")
	}
	if o.Key.Within(o.URL) || o.Key.Within(o.Model) || o.Key.Within(string(o.Parameters)) {
		return nil, fmt.Errorf("the key stands in the address, the model or the parameters; give it apart from them")
	}
	if strings.TrimSpace(o.Model) == "" {
		return nil, fmt.Errorf("no model is named")
	}
	if strings.ContainsFunc(o.Key.value, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return nil, fmt.Errorf("the key holds white space or characters that no header can carry")
	}
	c := &Client{}
	if err := c.parameters(o.Parameters); err != nil {
		return nil, err
	}
	if err := limits(&o, c.output); err != nil {
		return nil, err
	}
	c.o = o
	c.slots = make(chan struct{}, o.Parallel)
	if o.PerMinute > 0 {
		c.pace.every = time.Duration(60 / o.PerMinute * float64(time.Second))
	}
	c.budget = newBudget(o.Tokens, o.Cost)
	opts := []option.RequestOption{option.WithBaseURL(strings.TrimRight(u.String(), "/") + "/"), option.WithMaxRetries(0), option.WithHTTPClient(httpClient(o))}
	if o.Key.value != "" {
		opts = append(opts, option.WithAPIKey(o.Key.value))
	}
	c.service = openai.NewChatCompletionService(opts...)
	return c, nil
}

// parameters reads the members that are sent beside model and messages.
func (c *Client) parameters(raw json.RawMessage) error {
	if len(bytes.TrimSpace(raw)) == 0 {
		raw = []byte(DefaultParameters)
	}
	if err := json.Unmarshal(raw, &c.params); err != nil || c.params == nil {
		return fmt.Errorf("the parameters are no JSON object; give one like %s", DefaultParameters)
	}
	for _, own := range []string{"model", "messages", "n", "stream", "tools", "functions"} {
		if _, ok := c.params[own]; ok {
			return fmt.Errorf("the parameters hold %q, which is not theirs to set", own)
		}
	}
	for _, name := range []string{"max_tokens", "max_completion_tokens"} {
		v, ok := c.params[name]
		if !ok {
			continue
		}
		var n int64
		if err := json.Unmarshal(v, &n); err != nil || n < 1 {
			return fmt.Errorf("the parameter %s is no whole number above 0", name)
		}
		c.output = max(c.output, n)
	}
	if v, ok := c.params["seed"]; ok {
		var n int64
		if err := json.Unmarshal(v, &n); err != nil {
			return fmt.Errorf("the parameter seed is no whole number")
		}
	}
	b, err := json.Marshal(c.params) // members sorted
	if err != nil {
		return err
	}
	c.canon = string(b)
	return nil
}

func limits(o *Options, output int64) error {
	for _, f := range []float64{o.PerMinute, o.Cost, o.Price.In, o.Price.Out} {
		if math.IsNaN(f) || math.IsInf(f, 0) || f < 0 {
			return fmt.Errorf("a limit or price is %g; give a number from 0", f)
		}
	}
	if o.PerMinute > 0 && o.PerMinute < 0.01 {
		return fmt.Errorf("%g requests a minute are too few to be meant; give 0.01 or more", o.PerMinute)
	}
	if o.Tokens < 0 || o.Parallel < 0 || o.Parallel > 1024 || o.Timeout < 0 {
		return fmt.Errorf("a limit is below 0, or more than 1024 calls at once are asked for")
	}
	if (o.Tokens > 0 || o.Cost > 0) && output == 0 {
		return fmt.Errorf("a limit on tokens or cost needs max_tokens or max_completion_tokens among the parameters")
	}
	if o.Cost > 0 && o.Price == (Price{}) {
		return fmt.Errorf("a limit on cost needs the price of tokens")
	}
	set(&o.Timeout, 5*time.Minute)
	set(&o.Pause, time.Second)
	set(&o.LongPause, 2*time.Minute)
	set(&o.Parallel, 4)
	set(&o.Retries, 4)
	set(&o.ImageTok, 6000)
	set(&o.Reply, 8<<20)
	return nil
}

func set[T comparable](v *T, def T) {
	var zero T
	if *v == zero {
		*v = def
	}
}

// Model is the model that is asked for, and Parameters those sent, as canonical JSON.
func (c *Client) Model() string      { return c.o.Model }
func (c *Client) Parameters() string { return c.canon }

// Ask asks until there is an answer, a fault that no repetition mends, or no attempt left.
// The answer of a fault holds only the use.
func (c *Client) Ask(ctx context.Context, q Question) (Answer, error) {
	select {
	case c.slots <- struct{}{}:
		defer func() { <-c.slots }()
	case <-ctx.Done():
		return Answer{}, ended(ctx)
	}
	most := c.most(q)
	var use Answer
	for attempt := 0; ; attempt++ {
		if f := c.budget.reserve(ctx, most); f != nil {
			return use, f
		}
		if err := c.pace.wait(ctx); err != nil {
			c.budget.settle(most, load{})
			return use, ended(ctx)
		}
		a, after, sent, f := c.once(ctx, q)
		used := c.charge(a, f, sent, most)
		c.budget.settle(most, used)
		use.Attempts++
		use.In, use.Out, use.Cost = use.In+a.In, use.Out+a.Out, use.Cost+used.cost
		if f == nil {
			a.In, a.Out, a.Cost, a.Attempts = use.In, use.Out, use.Cost, use.Attempts
			return a, nil
		}
		if !f.again || attempt >= c.o.Retries {
			if use.Attempts > 1 {
				f.Message += fmt.Sprintf(", at the last of %d attempts", use.Attempts)
			}
			return use, f
		}
		pause := min(c.o.Pause<<min(attempt, 20), c.o.LongPause)
		pause = pause/2 + rand.N(pause/2+1) // apart from others that failed at the same moment
		if after > c.o.LongPause {
			f.Message += fmt.Sprintf(", and the server asks to wait %s", after.Round(time.Second))
			return use, f
		}
		c.pace.hold(after) // this request as well as the others
		if err := sleep(ctx, pause); err != nil {
			return use, ended(ctx)
		}
	}
}

// most is what a question may use: a token has at least a byte.
func (c *Client) most(q Question) load {
	in := int64(len(q.System)) + 64
	for _, p := range q.Pieces {
		in += int64(len(p.Text)) + 16
		if p.Image != nil {
			in += c.o.ImageTok
		}
	}
	return load{in + c.output, c.o.Price.of(in, c.output)}
}

// charge is what an attempt cost: as the server says; nothing where it turned it down; and
// all that was set aside where it does not say, as what is lost may be charged.
func (c *Client) charge(a Answer, f *Fault, sent bool, most load) load {
	switch {
	case a.In+a.Out > 0:
		return load{a.In + a.Out, c.o.Price.of(a.In, a.Out)}
	case !sent, f != nil && (f.Kind == Rejected || f.Kind == RateLimited):
		return load{}
	}
	return most
}

// httpClient follows no redirects, since the key is for the address given alone, and caps
// what it reads.
func httpClient(o Options) *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.Proxy = o.Proxy
	t.MaxIdleConnsPerHost = o.Parallel
	return &http.Client{
		Transport:     &capped{base: t, most: o.Reply},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

type capped struct {
	base http.RoundTripper
	most int64
}

func (t *capped) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	for name := range r.Header { // what the client tells of this machine
		if strings.HasPrefix(name, "X-Stainless-") {
			r.Header.Del(name)
		}
	}
	r.Header.Set("User-Agent", "assay")
	res, err := t.base.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	res.Body = &cappedBody{res.Body, t.most}
	return res, nil
}

var errTooLarge = fmt.Errorf("the reply is larger than its cap")

type cappedBody struct {
	io.ReadCloser
	left int64
}

func (b *cappedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p[:min(int64(len(p)), b.left+1)])
	if b.left -= int64(n); b.left < 0 {
		return 0, errTooLarge
	}
	return n, err
}

// images that endpoints take.
var images = []string{"image/png", "image/jpeg", "image/gif", "image/webp"}

// MIME is the type of an image by its bytes, empty for what endpoints do not take.
func MIME(image []byte) string {
	if m := http.DetectContentType(image); slices.Contains(images, m) {
		return m
	}
	return ""
}
