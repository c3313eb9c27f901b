package trace

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/assaybench/assay/internal/diag"
)

// MaxLine is the longest line that is read, in bytes. A longer one is malformed.
const MaxLine = 32 << 20

// Reader reads the events of a trace line by line. Malformed lines are counted,
// described in Diagnostics (the first maxDiagnostics of them) and passed over; they
// are never an error and never a panic.
type Reader struct {
	src       *lines
	line      int64
	chain     string
	chained   bool
	broken    bool
	Malformed int64
	Diags     diag.List
}

const maxDiagnostics = 100

// NewReader returns a Reader of r.
func NewReader(r io.Reader) *Reader { return &Reader{src: newLines(r, MaxLine)} }

// Next returns the next event, and io.EOF after the last. Its Seq is the number that
// the parent gave, or the number of the line where it gave none.
func (r *Reader) Next() (Event, error) {
	for {
		line, long, err := r.src.next()
		if err != nil {
			return Event{}, err
		}
		r.line++
		if len(line) == 0 {
			continue
		}
		if long {
			r.bad("the line is longer than %d bytes", MaxLine)
			continue
		}
		r.check(line)
		var e Event
		if err := json.Unmarshal(line, &e); err != nil {
			r.bad("%v", err)
			continue
		}
		if e.Audit != nil && e.Audit.Event == EventMalformed {
			r.bad("the run sent a line that is no JSON object: %.80q", e.Audit.Detail)
		}
		if e.Seq == 0 {
			e.Seq = r.line
		}
		return e, nil
	}
}

// check verifies the chain of a line, once any line has one; the first break is
// reported.
func (r *Reader) check(line []byte) {
	chain, rest, ok := chained(line)
	if r.broken || !ok && !r.chained {
		return
	}
	r.chained = true
	if r.chain = link(r.chain, rest); !ok || r.chain != chain {
		r.broken = true
		r.note("trace.chain", "the chain of the trace breaks here: a line was changed, added or lost after it was received")
	}
}

// chained splits a line as Writer writes it into its chain and the line without it.
func chained(line []byte) (chain string, rest []byte, ok bool) {
	const head = `{"chain":"`
	end := len(head) + chainDigits
	if !bytes.HasPrefix(line, []byte(head)) || len(line) < end+2 || string(line[end:end+2]) != `",` {
		return "", line, false
	}
	return string(line[len(head):end]), append([]byte("{"), line[end+2:]...), true
}

func (r *Reader) bad(format string, args ...any) {
	r.Malformed++
	r.note("trace.malformed", fmt.Sprintf(format, args...))
}

func (r *Reader) note(code, message string) {
	if len(r.Diags) < maxDiagnostics {
		r.Diags = append(r.Diags, diag.Diagnostic{Code: code, Severity: diag.Warning, File: "trace", Line: int(r.line), Column: 1, Message: message})
	}
}

// Read reads a whole trace and indexes it. Only a failure of r is an error.
func Read(r io.Reader) (*Trace, error) {
	rd := NewReader(r)
	var events []Event
	for {
		e, err := rd.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("read trace: %w", err)
		}
		events = append(events, e)
	}
	t := New(events)
	t.Malformed = rd.Malformed
	t.Diagnostics = append(rd.Diags, t.Diagnostics...)
	return t, nil
}

// lines splits a stream into lines of bounded length.
type lines struct {
	r     *bufio.Reader
	limit int
}

func newLines(r io.Reader, limit int) *lines { return &lines{bufio.NewReaderSize(r, 1<<16), limit} }

// next returns a line without its end; long says that it was cut at the limit.
func (l *lines) next() (line []byte, long bool, err error) {
	for {
		part, err := l.r.ReadSlice('\n')
		if room := l.limit - len(line); len(part) > room {
			line, long = append(line, part[:room]...), true
		} else {
			line = append(line, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && len(line) > 0:
			err = nil
		}
		return bytes.TrimSpace(line), long, err
	}
}
