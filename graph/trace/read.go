package trace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

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
		if err := decode(line, &e); err != nil {
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
	if r.chain = link(r.chain, []byte("{"), rest); !ok || r.chain != chain {
		r.broken = true
		r.note("trace.chain", "the chain of the trace breaks here: a line was changed, added or lost after it was received")
	}
}

// chained splits a line as Writer writes it into its chain and what stands in the line without
// it after the brace.
func chained(line []byte) (chain string, rest []byte, ok bool) {
	const head = `{"chain":"`
	end := len(head) + chainDigits
	if !bytes.HasPrefix(line, []byte(head)) || len(line) < end+2 || string(line[end:end+2]) != `",` {
		return "", line[min(1, len(line)):], false
	}
	return string(line[len(head):end]), line[end+2:], true
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
	r     io.Reader
	limit int
	buf   []byte // what was read
	used  int    // how much of it was given out
	err   error  // that ends the stream
}

const (
	firstRead  = 1 << 16 // room for the lines of most events
	emptyReads = 100     // after which a stream is given up
)

func newLines(r io.Reader, limit int) *lines { return &lines{r: r, limit: limit} }

// next returns a line without its end, which the next call overwrites; long says that it was
// cut at the limit.
func (l *lines) next() (line []byte, long bool, err error) {
	for looked, empty := l.used, 0; ; {
		if i := bytes.IndexByte(l.buf[looked:], '\n'); i >= 0 {
			line, l.used = l.buf[l.used:looked+i], looked+i+1
			return bytes.TrimSpace(line[:min(len(line), l.limit)]), long || len(line) > l.limit, nil
		}
		if len(l.buf)-l.used > l.limit { // the rest of a line that is too long is passed over
			l.buf, long = l.buf[:l.used+l.limit], true
		}
		if l.err != nil {
			line, l.used = l.buf[l.used:], len(l.buf)
			if len(line) == 0 || l.err != io.EOF {
				return nil, long, l.err
			}
			return bytes.TrimSpace(line), long, nil
		}
		if cap(l.buf)-len(l.buf) < firstRead/2 {
			l.room()
		}
		looked = len(l.buf)
		n, err := l.r.Read(l.buf[looked:cap(l.buf)])
		l.buf, l.err = l.buf[:looked+max(n, 0)], err
		if empty++; n > 0 {
			empty = 0
		} else if empty > emptyReads && err == nil {
			l.err = io.ErrNoProgress
		}
	}
}

// room moves what was not given out to the front, of a larger buffer where it fills half.
func (l *lines) room() {
	rest := l.buf[l.used:]
	if 2*len(rest) >= cap(l.buf) {
		size := max(firstRead, 4*cap(l.buf))
		if f, ok := l.r.(interface{ Stat() (os.FileInfo, error) }); ok && size > 1<<20 { // at once what may be needed
			st, err := f.Stat()
			if err == nil && st.Mode().IsRegular() && min(st.Size(), int64(l.limit)) > int64(cap(l.buf)) {
				size = int(min(st.Size(), int64(l.limit))) + firstRead
			}
		}
		l.buf = make([]byte, 0, min(size, l.limit+2*firstRead))
	}
	l.buf, l.used = append(l.buf[:0], rest...), 0
}
