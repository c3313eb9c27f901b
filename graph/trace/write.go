package trace

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/assaybench/assay/internal/canon"
)

// chainDigits is the length of a line's chain in hexadecimal digits: 96 bits.
const chainDigits = 24

// link returns the chain of a line whose text without the chain is body:
//
//	chain(i) = hex(sha256(chain(i-1) + body(i)))[:24],  chain(0) = ""
func link(prev string, body ...[]byte) string {
	h := sha256.New()
	io.WriteString(h, prev)
	for _, b := range body {
		h.Write(b)
	}
	return hex.EncodeToString(h.Sum(nil))[:chainDigits]
}

// Writer is the parent's side of a trace: it takes the lines that the run sends and what
// is seen of it from outside, numbers them from 1 and chains each to the one before, so
// that a line which was received can no longer be changed. What a line of the run says of
// its own number, chain or source is dropped. A Writer is safe for concurrent use.
type Writer struct {
	mu    sync.Mutex
	w     io.Writer
	seq   int64
	chain string
	buf   bytes.Buffer
}

// NewWriter returns a Writer to w.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Line writes one line as received, without its end of line. What is not a JSON
// object is kept as an audit event "trace.malformed" with the first 200 bytes.
func (w *Writer) Line(line []byte) error {
	line = bytes.TrimSpace(line)
	if len(line) == 0 {
		return nil
	}
	line = unnumbered(line)
	if line == nil {
		return errors.New("a line of the trace cannot be re-encoded")
	}
	return w.put(line)
}

// put writes a line that is the parent's own, or was made so.
func (w *Writer) put(line []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seq++
	w.buf.Reset()
	w.buf.WriteString(`{"seq":`)
	w.buf.WriteString(strconv.FormatInt(w.seq, 10))
	if len(line) > 2 {
		w.buf.WriteByte(',')
	}
	w.buf.Write(line[1:])
	w.chain = link(w.chain, w.buf.Bytes())
	out := make([]byte, 0, w.buf.Len()+chainDigits+16)
	out = append(out, `{"chain":"`+w.chain+`",`...)
	out = append(append(out, w.buf.Bytes()[1:]...), '\n')
	_, err := w.w.Write(out)
	return err
}

// Event writes an event of the parent's own.
func (w *Writer) Event(e Event) error {
	b, err := encoded(e)
	if err != nil {
		return err
	}
	return w.put(b)
}

// encoded is an event without its number and chain.
func encoded(e Event) ([]byte, error) {
	e.Seq, e.Chain = 0, ""
	b, err := json.Marshal(e)
	if err != nil {
		return nil, err
	}
	return append([]byte("{"), bytes.TrimPrefix(canon.Printable(b), []byte(`{"seq":0,`))...), nil
}

// headRoom is what a Writer may add to a line, so that none grows beyond MaxLine.
const headRoom = 128

// Copy reads lines from r until its end and writes them; one that is too long for a
// Reader is kept as "trace.malformed". It returns the number of lines written.
func (w *Writer) Copy(r io.Reader) (int64, error) {
	var n int64
	sc := newLines(r, MaxLine-headRoom)
	for {
		line, long, err := sc.next()
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, err
		}
		switch {
		case long:
			err = w.put(malformed(line))
		case len(line) > 0:
			err = w.Line(line)
		default:
			continue
		}
		if err != nil {
			return n, err
		}
		n++
	}
}

// source is how a line of the run says where it is from.
const source = `"src":"` + SrcRun + `"`

// unnumbered returns the line as a JSON object in compact form without seq and chain, with
// the run as its source and nothing in it that a terminal would obey.
func unnumbered(line []byte) []byte {
	short := lift(line, digitsOnly)
	if line[0] != '{' || !json.Valid(short) {
		return malformed(line)
	}
	if plain(short) {
		return line
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(line, &fields) != nil {
		return nil
	}
	for k := range fields {
		// Names are read without regard to case.
		if strings.EqualFold(k, "seq") || strings.EqualFold(k, "chain") || strings.EqualFold(k, "src") {
			delete(fields, k)
		}
	}
	fields["src"] = json.RawMessage(`"` + SrcRun + `"`)
	out, err := json.Marshal(fields)
	if err != nil {
		return nil
	}
	return canon.Printable(out)
}

// plain reports that no name in the line can be read as seq or chain, in any case,
// escaped or in letters that fold to ASCII, and the only one that can be read as src is the
// run's own.
func plain(line []byte) bool {
	for _, b := range line {
		if b == '\\' || b >= 0x7f {
			return false
		}
	}
	low := bytes.ToLower(line)
	return !bytes.Contains(low, []byte(`"seq"`)) && !bytes.Contains(low, []byte(`"chain"`)) &&
		bytes.Count(low, []byte(`"src"`)) == 1 && bytes.Contains(line, []byte(source))
}

func malformed(line []byte) []byte {
	b, _ := encoded(Event{
		Header: Header{K: KindAudit, Src: SrcOutside},
		Audit:  &Audit{Event: EventMalformed, Detail: string(line[:min(len(line), 200)])},
	})
	return b
}

// EventMalformed is the audit event that stands for a line which was no JSON object.
const EventMalformed = "trace.malformed"
