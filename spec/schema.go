package spec

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

//go:embed schema/*.json
var schemaFiles embed.FS

const schemaBase = "https://assaybench.github.io/schema/"

// schemas compiles the embedded schemas once; they are part of the program, so an
// error in one is a defect of the build that every test would meet.
var schemas = sync.OnceValue(func() map[string]*jsonschema.Schema {
	c := jsonschema.NewCompiler()
	c.LoadURL = func(u string) (io.ReadCloser, error) { return nil, fmt.Errorf("%s is not embedded", u) }
	entries, err := schemaFiles.ReadDir("schema")
	if err != nil {
		panic(err)
	}
	for _, e := range entries {
		f, err := schemaFiles.Open("schema/" + e.Name())
		if err != nil {
			panic(err)
		}
		if err := c.AddResource(schemaBase+e.Name(), f); err != nil {
			panic(err)
		}
	}
	out := map[string]*jsonschema.Schema{}
	for _, e := range entries {
		name := strings.TrimSuffix(e.Name(), path.Ext(e.Name()))
		out[name] = c.MustCompile(schemaBase + e.Name())
	}
	for _, name := range []string{"results", "claims"} {
		out[name+"/record"] = c.MustCompile(schemaBase + name + ".json#/$defs/record")
	}
	out["closure-attempt/grade"] = c.MustCompile(schemaBase + "closure-attempt.json#/$defs/grade")
	return out
})

// Schema returns the text of an embedded JSON Schema by document name: case, spec,
// results, claims, provenance, source, expected, trace or report.
func Schema(name string) ([]byte, error) { return schemaFiles.ReadFile("schema/" + name + ".json") }

// Validate holds the value at pointer against a schema and returns every violation
// with its place.
func (d *Document) Validate(schema, pointer string) Diagnostics {
	s := schemas()[schema]
	if s == nil {
		return Diagnostics{d.Diagnose(CodeSchema, pointer, "there is no schema "+schema, "")}
	}
	v, ok := lookup(d.Root, pointer)
	if !ok {
		return Diagnostics{d.Diagnose(CodeSchema, pointer, "the value is missing", "")}
	}
	err := s.Validate(v)
	if err == nil {
		return nil
	}
	var ve *jsonschema.ValidationError
	if !errors.As(err, &ve) {
		return Diagnostics{d.Diagnose(CodeSchema, pointer, err.Error(), "")}
	}
	var list Diagnostics
	d.leaves(ve, pointer, &list)
	return list.Sort()
}

// leaves flattens a validation error to its innermost causes. The branches of a
// failed anyOf would contradict one another, so the anyOf itself is reported.
func (d *Document) leaves(e *jsonschema.ValidationError, base string, list *Diagnostics) {
	if len(e.Causes) > 0 && !strings.HasSuffix(e.KeywordLocation, "/anyOf") {
		for _, c := range e.Causes {
			d.leaves(c, base, list)
		}
		return
	}
	msg := e.Message
	if strings.HasSuffix(e.KeywordLocation, "/anyOf") {
		msg = "the value has none of the allowed forms"
		for _, c := range e.Causes {
			if c.InstanceLocation == e.InstanceLocation && len(c.Causes) == 0 {
				msg += ": " + c.Message
				break
			}
		}
	}
	if len(*list) < maxProblems {
		*list = append(*list, d.Diagnose(CodeSchema, base+e.InstanceLocation, msg, "see docs/format"))
	}
}

// Lookup is the value at a JSON pointer (RFC 6901); false where there is none.
func (d *Document) Lookup(pointer string) (any, bool) { return lookup(d.Root, pointer) }

func lookup(v any, pointer string) (any, bool) {
	if pointer == "" {
		return v, true
	}
	if pointer[0] != '/' {
		return nil, false
	}
	for _, tok := range strings.Split(pointer[1:], "/") {
		tok = strings.NewReplacer("~1", "/", "~0", "~").Replace(tok)
		switch c := v.(type) {
		case map[string]any:
			next, ok := c[tok]
			if !ok {
				return nil, false
			}
			v = next
		case []any:
			i, err := strconv.Atoi(tok)
			if err != nil || i < 0 || i >= len(c) || strconv.Itoa(i) != tok {
				return nil, false
			}
			v = c[i]
		default:
			return nil, false
		}
	}
	return v, true
}
