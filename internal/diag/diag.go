// Package diag holds diagnostics: what is wrong with a document or a run, where, and
// what to do next. A Diagnostic is data; a List of them is an error only by Err.
package diag

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Severity of a diagnostic.
type Severity string

// Severities.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
)

// Diagnostic is one statement about a document or a run. Line and Column count from
// 1 (column in bytes); zero is unknown. Pointer is a JSON pointer.
type Diagnostic struct {
	Code     string   `json:"code"`
	Severity Severity `json:"severity"`
	File     string   `json:"file,omitempty"`
	Line     int      `json:"line,omitempty"`
	Column   int      `json:"column,omitempty"`
	Pointer  string   `json:"pointer,omitempty"`
	Message  string   `json:"message"`
	Fix      string   `json:"fix,omitempty"`
}

// String is "file:line:column: pointer: message [code]" with unknown parts left out.
func (d Diagnostic) String() string {
	var b strings.Builder
	b.WriteString(d.File)
	if d.Line > 0 {
		fmt.Fprintf(&b, ":%d:%d", d.Line, d.Column)
	}
	if b.Len() > 0 {
		b.WriteString(": ")
	}
	if d.Pointer != "" {
		b.WriteString(d.Pointer + ": ")
	}
	b.WriteString(d.Message)
	if d.Fix != "" {
		b.WriteString("; " + d.Fix)
	}
	return b.String() + " [" + d.Code + "]"
}

// List is a list of diagnostics; nil is a valid empty list.
type List []Diagnostic

// Sort orders by file, line, column, pointer, code and message, and drops duplicates.
func (l List) Sort() List {
	slices.SortFunc(l, func(a, b Diagnostic) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column),
			cmp.Compare(a.Pointer, b.Pointer), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(l)
}

// Errors reports whether any diagnostic is an error.
func (l List) Errors() bool {
	return slices.ContainsFunc(l, func(d Diagnostic) bool { return d.Severity == Error })
}

// Err is the list as an error, nil where no diagnostic is one.
func (l List) Err() error {
	if !l.Errors() {
		return nil
	}
	return listError(l)
}

type listError List

func (e listError) Error() string {
	lines := make([]string, len(e))
	for i, d := range e {
		lines[i] = d.String()
	}
	return strings.Join(lines, "\n")
}

// All takes the diagnostics out of an error made by Err; nil where it has none.
func All(err error) List {
	for err != nil {
		if e, ok := err.(listError); ok {
			return List(e)
		}
		u, ok := err.(interface{ Unwrap() error })
		if !ok {
			return nil
		}
		err = u.Unwrap()
	}
	return nil
}
