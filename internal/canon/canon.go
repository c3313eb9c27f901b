// Package canon defines, once, what it means that two documents or two sets of rows are
// the same: canonical JSON, digests of files and documents, and order-free digests of
// rows.
package canon

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
)

// maxDepth bounds the nesting of documents.
const maxDepth = 10_000

// Bytes is the SHA-256 of b in lower-case hexadecimal digits.
func Bytes(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// Reader is the SHA-256 of what r holds, and its size in bytes.
func Reader(r io.Reader) (digest string, size int64, err error) {
	h := sha256.New()
	if size, err = io.Copy(h, r); err != nil {
		return "", size, err
	}
	return hex.EncodeToString(h.Sum(nil)), size, nil
}

// File is the SHA-256 of a file, and its size in bytes.
func File(path string) (digest string, size int64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	return Reader(f)
}

// Document is the SHA-256 of the canonical form of a JSON document, so that white space
// and the order of members do not matter, while the text of numbers does.
func Document(doc []byte) (string, error) {
	c, err := JSON(doc)
	if err != nil {
		return "", err
	}
	return Bytes(c), nil
}

// JSON is the canonical form of a JSON document: no white space, members sorted by the
// bytes of their names (of two with one name the last), the text of numbers kept,
// strings escaped in one way. JSON(JSON(x)) = JSON(x).
func JSON(doc []byte) ([]byte, error) {
	d := json.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, fmt.Errorf("canonical JSON: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("canonical JSON: more than one document, the next at byte %d", d.InputOffset())
	}
	var out bytes.Buffer
	if err := write(&out, v, 0); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func write(out *bytes.Buffer, v any, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("canonical JSON: nested deeper than %d", maxDepth)
	}
	switch v := v.(type) {
	case map[string]any:
		names := make([]string, 0, len(v))
		for name := range v {
			names = append(names, name)
		}
		slices.Sort(names)
		out.WriteByte('{')
		for i, name := range names {
			if i > 0 {
				out.WriteByte(',')
			}
			text(out, name)
			out.WriteByte(':')
			if err := write(out, v[name], depth+1); err != nil {
				return err
			}
		}
		out.WriteByte('}')
	case []any:
		out.WriteByte('[')
		for i, e := range v {
			if i > 0 {
				out.WriteByte(',')
			}
			if err := write(out, e, depth+1); err != nil {
				return err
			}
		}
		out.WriteByte(']')
	case string:
		text(out, v)
	case json.Number:
		out.WriteString(v.String())
	case bool:
		fmt.Fprint(out, v)
	case nil:
		out.WriteString("null")
	}
	return nil
}

// text writes a string as encoding/json does, without escaping for HTML.
func text(out *bytes.Buffer, s string) {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	_ = e.Encode(s)             // a string always encodes, and a Buffer takes all
	out.Truncate(out.Len() - 1) // Encode ends with a line feed
}
