package spec

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/assaybench/assay/internal/diag"
)

// Diagnostic is a statement about a document, with file, line, column and pointer.
type Diagnostic = diag.Diagnostic

// Diagnostics is a sorted list of them.
type Diagnostics = diag.List

// Codes of diagnostics about JSON documents.
const (
	CodeJSONSyntax    = "json.syntax"
	CodeJSONDuplicate = "json.duplicate-key"
	CodeJSONNonFinite = "json.non-finite"
	CodeJSONEncoding  = "json.encoding"
	CodeJSONDepth     = "json.depth"
	CodeJSONSize      = "json.size"
	CodeJSONEmpty     = "json.empty"
	CodeJSONBOM       = "json.bom"
	CodeSchema        = "schema.invalid"
	CodeDuplicateID   = "record.duplicate-id"
)

// Limits of a JSON document.
const (
	MaxJSONBytes = 16 << 20
	MaxJSONDepth = 64
	maxProblems  = 100     // diagnostics kept of one document
	maxDigits    = 10_000  // characters of a number; schemas are held against exact fractions,
	maxExponent  = 10_000  // whose cost, and failure, lies in the hand of who writes the number
	maxPlaces    = 200_000 // values whose place is kept; a later one has its parent's
)

// Document is a parsed JSON document that knows where each of its values stands.
type Document struct {
	File string
	Root any // map[string]any, []any, string, json.Number, bool or nil
	data []byte
	at   map[string]int // JSON pointer -> byte offset
}

// ParseJSON reads strict JSON: UTF-8 (a byte-order mark is tolerated with a warning),
// no duplicate keys, no NaN or Infinity tokens, integers kept exact, size and depth
// bounded. The document is nil where there is an error.
func ParseJSON(file string, data []byte) (*Document, Diagnostics) {
	p := &parser{file: file, data: data, at: map[string]int{}}
	switch {
	case len(data) > MaxJSONBytes:
		return nil, p.fail(0, CodeJSONSize, fmt.Sprintf("the document has %d bytes; at most %d are read", len(data), MaxJSONBytes), "write less, or put large tables into data files")
	case bytes.HasPrefix(data, []byte{0xFE, 0xFF}), bytes.HasPrefix(data, []byte{0xFF, 0xFE}), len(data) > 1 && (data[0] == 0 || data[1] == 0):
		return nil, p.fail(0, CodeJSONEncoding, "the document is UTF-16 or UTF-32", "write it as UTF-8")
	case !utf8.Valid(data):
		return nil, p.fail(invalidUTF8(data), CodeJSONEncoding, "the document is not valid UTF-8", "write it as UTF-8")
	}
	if bytes.HasPrefix(data, []byte("\xEF\xBB\xBF")) {
		p.list = append(p.list, diag.Diagnostic{Code: CodeJSONBOM, Severity: diag.Warning, File: file, Line: 1, Column: 1, Message: "the document starts with a byte-order mark", Fix: "write UTF-8 without it"})
		p.i = 3
	}
	p.space()
	if p.i == len(data) {
		return nil, p.fail(p.i, CodeJSONEmpty, "the document is empty", "write one JSON object")
	}
	root, ok := p.value("", 0)
	if ok {
		p.space()
		if p.i < len(data) {
			ok = p.bad(p.i, CodeJSONSyntax, "there is text after the end of the document", "keep one JSON value in the file")
		}
	}
	if !ok || p.list.Errors() {
		return nil, p.list.Sort()
	}
	return &Document{File: file, Root: root, data: data, at: p.at}, p.list.Sort()
}

// Position of the value at a JSON pointer, or of its nearest parent, from 1; a zero
// line says that it is unknown.
func (d *Document) Position(pointer string) (line, column int) {
	for {
		if off, ok := d.at[pointer]; ok {
			return position(d.data, off)
		}
		i := strings.LastIndexByte(pointer, '/')
		if i < 0 {
			return 0, 0
		}
		pointer = pointer[:i]
	}
}

// Diagnose makes a diagnostic about the value at a pointer.
func (d *Document) Diagnose(code, pointer, message, fix string) Diagnostic {
	line, column := d.Position(pointer)
	return Diagnostic{Code: code, Severity: diag.Error, File: d.File, Line: line, Column: column, Pointer: pointer, Message: message, Fix: fix}
}

type parser struct {
	file string
	data []byte
	i    int
	at   map[string]int
	list Diagnostics
}

func (p *parser) fail(off int, code, message, fix string) Diagnostics {
	p.bad(off, code, message, fix)
	return p.list.Sort()
}

func (p *parser) bad(off int, code, message, fix string) bool {
	if len(p.list) < maxProblems {
		line, column := position(p.data, off)
		p.list = append(p.list, Diagnostic{Code: code, Severity: diag.Error, File: p.file, Line: line, Column: column, Message: message, Fix: fix})
	}
	return false
}

func (p *parser) space() {
	for p.i < len(p.data) && strings.IndexByte(" \t\r\n", p.data[p.i]) >= 0 {
		p.i++
	}
}

func (p *parser) value(pointer string, depth int) (any, bool) {
	if depth > MaxJSONDepth {
		return nil, p.bad(p.i, CodeJSONDepth, fmt.Sprintf("values are nested more than %d deep", MaxJSONDepth), "flatten the document")
	}
	p.space()
	if len(p.at) < maxPlaces {
		p.at[pointer] = p.i
	}
	if p.i >= len(p.data) {
		return nil, p.bad(p.i, CodeJSONSyntax, "the document ends before a value", "write the rest; it may have been cut off")
	}
	switch c := p.data[p.i]; {
	case c == '{':
		return p.object(pointer, depth)
	case c == '[':
		return p.array(pointer, depth)
	case c == '"':
		return p.str()
	case c == '-' || c >= '0' && c <= '9':
		return p.number()
	}
	for word, v := range map[string]any{"true": true, "false": false, "null": nil} {
		if bytes.HasPrefix(p.data[p.i:], []byte(word)) {
			p.i += len(word)
			return v, true
		}
	}
	for _, word := range []string{"NaN", "Infinity", "nan", "inf"} {
		if bytes.HasPrefix(p.data[p.i:], []byte(word)) {
			return nil, p.bad(p.i, CodeJSONNonFinite, word+" is not JSON", `write null for a missing number, or the string "NaN" where the format allows it`)
		}
	}
	return nil, p.bad(p.i, CodeJSONSyntax, fmt.Sprintf("a value cannot start with %q", rune(p.data[p.i])), "")
}

func (p *parser) object(pointer string, depth int) (any, bool) {
	out := map[string]any{}
	p.i++
	for first := true; ; first = false {
		p.space()
		if p.i < len(p.data) && p.data[p.i] == '}' && first {
			p.i++
			return out, true
		}
		at := p.i
		if p.i >= len(p.data) {
			return nil, p.cut("object")
		}
		if p.data[p.i] != '"' {
			return nil, p.bad(p.i, CodeJSONSyntax, "an object needs a quoted key here", "remove a trailing comma, or write the missing part")
		}
		key, ok := p.str()
		if !ok {
			return nil, false
		}
		if _, dup := out[key.(string)]; dup {
			p.bad(at, CodeJSONDuplicate, fmt.Sprintf("the key %q stands twice in one object", key), "keep one of them")
		}
		p.space()
		if p.i >= len(p.data) {
			return nil, p.cut("object")
		}
		if p.data[p.i] != ':' {
			return nil, p.bad(p.i, CodeJSONSyntax, "a colon is missing after a key", "")
		}
		p.i++
		v, ok := p.value(pointer+"/"+escapePointer(key.(string)), depth+1)
		if !ok {
			return nil, false
		}
		out[key.(string)] = v
		if done, ok := p.next('}', "object"); done || !ok {
			return out, ok
		}
	}
}

func (p *parser) array(pointer string, depth int) (any, bool) {
	out := []any{}
	p.i++
	p.space()
	if p.i < len(p.data) && p.data[p.i] == ']' {
		p.i++
		return out, true
	}
	for {
		v, ok := p.value(pointer+"/"+strconv.Itoa(len(out)), depth+1)
		if !ok {
			return nil, false
		}
		out = append(out, v)
		if done, ok := p.next(']', "array"); done || !ok {
			return out, ok
		}
	}
}

// next reads a comma or the end of a container.
func (p *parser) next(end byte, what string) (done, ok bool) {
	p.space()
	switch {
	case p.i >= len(p.data):
		return false, p.cut(what)
	case p.data[p.i] == end:
		p.i++
		return true, true
	case p.data[p.i] == ',':
		p.i++
		return false, true
	}
	return false, p.bad(p.i, CodeJSONSyntax, fmt.Sprintf("a comma or %q is missing", end), "")
}

func (p *parser) cut(what string) bool {
	return p.bad(p.i, CodeJSONSyntax, "the document ends inside an "+what, "write the rest; it may have been cut off")
}

func (p *parser) str() (any, bool) {
	start := p.i
	for i := p.i + 1; i < len(p.data); i++ {
		switch c := p.data[i]; {
		case c == '\\':
			i++
		case c < 0x20:
			return nil, p.bad(i, CodeJSONSyntax, "a string holds a raw control character", `write it as an escape such as \n`)
		case c == '"':
			p.i = i + 1
			var s string
			if err := json.Unmarshal(p.data[start:p.i], &s); err != nil {
				return nil, p.bad(start, CodeJSONSyntax, "a string holds a wrong escape", "")
			}
			return s, true
		}
	}
	p.i = len(p.data)
	return nil, p.bad(start, CodeJSONSyntax, "a string is not closed", "write the rest; the document may have been cut off")
}

func (p *parser) number() (any, bool) {
	start := p.i
	for p.i < len(p.data) && strings.IndexByte("+-.eE0123456789", p.data[p.i]) >= 0 {
		p.i++
	}
	text := string(p.data[start:p.i])
	if strings.HasPrefix(text, "-") && bytes.HasPrefix(p.data[p.i:], []byte("Inf")) {
		return nil, p.bad(start, CodeJSONNonFinite, "-Infinity is not JSON", `write null for a missing number, or the string "-Infinity" where the format allows it`)
	}
	if !json.Valid([]byte(text)) {
		return nil, p.bad(start, CodeJSONSyntax, fmt.Sprintf("%q is not a number", clip(text)), "")
	}
	if len(text) > maxDigits || exponent(text) > maxExponent {
		return nil, p.bad(start, CodeJSONNonFinite, fmt.Sprintf("the number %s is out of all proportion", clip(text)), "write a number that a float64 can hold")
	}
	return json.Number(text), true
}

// exponent is the magnitude of the exponent of a number as written.
func exponent(text string) int {
	i := strings.IndexAny(text, "eE")
	if i < 0 {
		return 0
	}
	n, err := strconv.Atoi(strings.TrimLeft(text[i+1:], "+-"))
	if err != nil {
		return math.MaxInt
	}
	return n
}

func clip(s string) string {
	if len(s) > 40 {
		return s[:40] + "…"
	}
	return s
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

func escapePointer(s string) string { return pointerEscapes.Replace(s) }

func position(data []byte, off int) (line, column int) {
	off = min(off, len(data))
	before := data[:off]
	return bytes.Count(before, []byte{'\n'}) + 1, off - bytes.LastIndexByte(before, '\n')
}

func invalidUTF8(data []byte) int {
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n <= 1 {
			return i
		}
		i += n
	}
	return len(data)
}
