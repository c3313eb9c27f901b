package judge

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/assaybench/assay/internal/canon"
	"github.com/assaybench/assay/internal/chat"
)

var roles = []string{RoleInstructions, RoleCriterion, RoleSubmission, RoleReference, RoleQuestion}

// Label is a part as records keep it: digests in place of content.
type Label struct {
	Role   string `json:"role"`
	Name   string `json:"name,omitempty"`
	MIME   string `json:"mime,omitempty"`
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Label is what records keep of a part. The type of an image is that of its bytes; its
// digest is taken as the part says it, which Check holds against the bytes.
func (p Part) Label() Label {
	l := Label{Role: p.Role, Name: p.Name, Bytes: len(p.Text), SHA256: canon.Bytes([]byte(p.Text))}
	if p.Image != nil {
		l.MIME, l.Bytes, l.SHA256 = chat.MIME(p.Image), len(p.Image), p.SHA256
		if l.SHA256 == "" {
			l.SHA256 = canon.Bytes(p.Image)
		}
	}
	return l
}

// Labels are those of the parts, in their order.
func (r Request) Labels() []Label {
	out := make([]Label, len(r.Parts))
	for i, p := range r.Parts {
		out[i] = p.Label()
	}
	return out
}

// Digest is the SHA-256 of what a judge is shown: the system prompt and the parts in their
// order, each with role, name, type and digest. Neither ID nor Draw nor Fields take part.
func (r Request) Digest() string {
	b, err := json.Marshal(struct {
		System string  `json:"system"`
		Parts  []Label `json:"parts"`
	}{r.System, r.Labels()})
	if err != nil {
		panic(err) // strings and numbers
	}
	return canon.Bytes(b)
}

// Check says what is wrong with a request, as an *Error with the code
// judge.invalid-request; nil where nothing is. Every judge that shows it to somebody checks.
func (r Request) Check() error {
	if err := r.Shape(); err != nil {
		return err
	}
	for i, p := range r.Parts {
		if p.Image != nil && p.SHA256 != "" && p.SHA256 != canon.Bytes(p.Image) {
			return r.bad("part %d (%s %q) is not what its digest says", i+1, p.Role, chat.Plain(p.Name))
		}
	}
	return nil
}

func (r Request) bad(format string, args ...any) error {
	return &Error{Code: CodeRequest, ID: r.ID, Message: fmt.Sprintf(format, args...)}
}

// Shape is Check without a look at digests, which take time.
func (r Request) Shape() error {
	if r.ID == "" {
		return r.bad("the request has no identity")
	}
	if len(r.Parts) == 0 {
		return r.bad("the request has no parts")
	}
	if r.Draw < 0 {
		return r.bad("draw %d is below 0", r.Draw)
	}
	for i, p := range r.Parts {
		name := fmt.Sprintf("part %d (%s %q)", i+1, chat.Plain(p.Role), chat.Plain(p.Name))
		if !slices.Contains(roles, p.Role) {
			return r.bad("%s has a role that is none of %q", name, roles)
		}
		if p.Image == nil {
			continue
		}
		mime := chat.MIME(p.Image)
		switch {
		case p.Text != "":
			return r.bad("%s is both text and image", name)
		case mime == "":
			return r.bad("%s is no PNG, JPEG, GIF or WebP", name)
		case p.MIME != "" && p.MIME != mime:
			return r.bad("%s is labelled %q and is %s", name, chat.Plain(p.MIME), mime)
		}
	}
	for i, f := range r.Fields {
		if !slices.Contains([]string{"integer", "text", "choice", "json"}, f.Kind) || f.Name == "" || (f.Kind == "choice") != (len(f.Choices) > 0) {
			return r.bad("field %d asks for nothing that can be answered", i+1)
		}
	}
	return nil
}

// WithSystem are the settings of a judge with the system prompt of its requests, to be
// stored beside a total.
func (s Settings) WithSystem(system string) Settings {
	s.System = canon.Bytes([]byte(system))
	return s
}
