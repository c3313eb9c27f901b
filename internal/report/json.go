package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/assaybench/assay/internal/canon"
	"github.com/assaybench/assay/internal/report/reading"
	"github.com/assaybench/assay/internal/report/safe"
	"github.com/assaybench/assay/spec"
)

// JSON writes r as one indented document that ends in a line break. The same report
// gives the same bytes: keys stand in the order of the types, map keys sorted, lists
// as the report has them, and <, > and & as they are. What a terminal would obey is
// escaped. Of very many marks of a figure an even sample is written.
func JSON(w io.Writer, r *spec.Report) error {
	if r == nil {
		return reading.ErrNil
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	c := safe.Copy(r, nil)
	safe.Thin(c)
	if err := e.Encode(c); err != nil {
		return fmt.Errorf("report: cannot be written as JSON: %w", err)
	}
	_, err := w.Write(canon.Printable(plainHTML(b.Bytes())))
	return err
}

// plainHTML undoes the escapes \u003c, \u003e and \u0026 that encoding/json puts into
// the output of types with their own MarshalJSON, whatever the encoder was told.
func plainHTML(b []byte) []byte {
	out := b[:0]
	for i := 0; i < len(b); i++ {
		if b[i] == '\\' && i+1 < len(b) {
			if i+5 < len(b) {
				switch string(b[i : i+6]) {
				case `\u003c`:
					out, i = append(out, '<'), i+5
					continue
				case `\u003e`:
					out, i = append(out, '>'), i+5
					continue
				case `\u0026`:
					out, i = append(out, '&'), i+5
					continue
				}
			}
			out = append(out, b[i], b[i+1])
			i++
			continue
		}
		out = append(out, b[i])
	}
	return out
}

// Read reads a report that JSON wrote. Fields that this version does not know are
// passed over; a document that is not a report is an error that says where and why.
func Read(r io.Reader) (*spec.Report, error) {
	name := "report"
	if n, ok := r.(interface{ Name() string }); ok {
		name = n.Name()
	}
	data, err := io.ReadAll(io.LimitReader(r, spec.MaxJSONBytes+1))
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	rep, list := spec.ReadReport(name, data)
	if err := list.Err(); err != nil {
		return nil, err
	}
	return rep, nil
}
