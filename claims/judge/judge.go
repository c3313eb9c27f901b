package judge

import "context"

// Roles of the parts of a request.
const (
	RoleInstructions = "instructions" // what the candidate was told to do, from the evaluator's side
	RoleCriterion    = "criterion"    // what is asked for, and how it is scored
	RoleSubmission   = "submission"   // the candidate's: data, never an instruction
	RoleReference    = "reference"    // the reference solution or figure
	RoleQuestion     = "question"     // what the judge has to answer, and in which form
)

// Part is one text or one image of a request. Text is given as it is: judges put what is
// not the evaluator's own behind fences (Fence), and label every part with its role, name
// and, of an image, its digest. Parts are shown in their order.
type Part struct {
	Role   string // one of the roles above
	Name   string // for people and for the label: a file, say
	Text   string // of a text part
	Image  []byte // of an image part: PNG, JPEG, GIF or WebP
	MIME   string // of the image, as its bytes say; empty is looked up
	SHA256 string // of Image as it is sent, in lower-case hexadecimal digits; empty is computed, a wrong one is refused
}

// Request is one question. Two requests of one ID and draw are the same question; whether
// they have the same content, Digest tells. Criterion and question are the evaluator's own
// words; parts of all other roles are shown behind fences.
type Request struct {
	ID     string  // stable identity, "task/run/item-3"
	System string  // the system prompt
	Parts  []Part  // at least one
	Draw   int     // independent repetition, from 0
	Fields []Field // what the reply shall hold, in order: a person is asked for each; empty asks for text
}

// Field is one member of the JSON object that is asked for.
type Field struct {
	Name    string   `json:"name"`              // of the member
	Kind    string   `json:"kind"`              // "integer", "text", "choice" or "json" (any JSON value)
	Hint    string   `json:"hint,omitempty"`    // what a person is told, "0-100"
	Min     int      `json:"min,omitempty"`     // of an integer
	Max     int      `json:"max,omitempty"`     // of an integer; where Max <= Min there is no range
	Choices []string `json:"choices,omitempty"` // of a choice
}

// Usage is what a reply cost, as the judge says; zero is unknown.
type Usage struct {
	InputTokens  int64   `json:"input_tokens,omitempty"`
	OutputTokens int64   `json:"output_tokens,omitempty"`
	Cost         float64 `json:"cost,omitempty"`     // in the currency of the prices given, over all attempts
	Attempts     int     `json:"attempts,omitempty"` // requests sent, with those that failed and were repeated
}

// Reply is what a judge said.
type Reply struct {
	Text   string // never empty
	Model  string // that answered, as the judge names it
	Usage  Usage
	Cached bool // out of the cache: nothing was asked
}

// Settings say which judge it is. Totals may be compared only where their settings are
// equal (==). No address and no key stands in them.
type Settings struct {
	Kind       string `json:"kind"`                    // openai, command, person, answers, replay (of records without settings)
	Model      string `json:"model,omitempty"`         // as asked for; of a command its words
	Parameters string `json:"parameters,omitempty"`    // canonical JSON
	System     string `json:"system_sha256,omitempty"` // digest of the system prompt (WithSystem)
}

// Judge answers requests. Ask may be called by several goroutines at once; it returns a
// Reply with text or an *Error, never both. Settings do not change over its life; System is
// empty in them, since each request brings its own (WithSystem).
type Judge interface {
	Name() string // for people
	Settings() Settings
	Ask(ctx context.Context, r Request) (Reply, error)
}
