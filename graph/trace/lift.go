package trace

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"math"
	"math/bits"
	"sync"
)

// leastLifted is the length of base64 from which the numbers of a channel are read by
// themselves: package json goes over every byte of a line, several times, one by one.
const leastLifted = 1 << 12

// lifted begins the numbers of a channel in a line of the tracer. In valid JSON it stands
// nowhere else than at a member of this name: in a text its quotes would be escaped.
const lifted = `{"b64":"`

// standIn marks what stands in a line for numbers that were lifted out of it: base64 of 12
// bytes, which are no whole numbers, so that no channel holds it.
var standIn = [8]byte{0xa5, 's', 't', 'a', 'n', 'd', 's', 0x5a}

// lift takes the long numbers out of a line, as many as take accepts, and returns the line
// with a short text in the place of each. That line is valid JSON just where the whole one
// is, as take accepts nothing but base64.
func lift(line []byte, take func(run []byte) bool) []byte {
	var out []byte
	from, n := 0, 0
	for at := 0; ; {
		i := bytes.Index(line[at:], []byte(lifted))
		if i < 0 {
			break
		}
		start := at + i + len(lifted)
		end := bytes.IndexByte(line[start:], '"')
		if end < 0 {
			break
		}
		if at = start + end; end < leastLifted || !take(line[start:at]) {
			continue
		}
		out = append(out, line[from:start]...)
		out = base64.StdEncoding.AppendEncode(out, binary.LittleEndian.AppendUint32(standIn[:], uint32(n)))
		from = at
		n++
	}
	if n == 0 {
		return line
	}
	return append(out, line[from:]...)
}

// decode reads an event.
func decode(line []byte, e *Event) error {
	var runs [][]float64
	short := lift(line, func(run []byte) bool {
		f, ok := floatsOf(run)
		if ok {
			runs = append(runs, f)
		}
		return ok
	})
	if err := json.Unmarshal(short, e); err != nil {
		return err
	}
	if e.Figure == nil || len(runs) == 0 {
		return nil
	}
	for i := range e.Figure.Axes {
		for j := range e.Figure.Axes[i].Marks {
			m := &e.Figure.Axes[i].Marks[j]
			for name, c := range m.Channels {
				m.Channels[name] = c.restored(runs)
			}
			if m.Sample != nil {
				*m.Sample = m.Sample.restored(runs)
			}
		}
	}
	return nil
}

// restored is a channel with its own numbers.
func (c Channel) restored(runs [][]float64) Channel {
	if len(c.B64) == len(standIn)+4 && bytes.HasPrefix(c.B64, standIn[:]) {
		if n := binary.LittleEndian.Uint32(c.B64[len(standIn):]); uint64(n) < uint64(len(runs)) {
			return Channel{num: runs[n]}
		}
	}
	return c
}

// MarshalJSON writes numbers as they came: in base64.
func (c Channel) MarshalJSON() ([]byte, error) {
	type plain Channel
	if c.num != nil {
		c.B64 = EncodeFloats(c.num)
	}
	return json.Marshal(plain(c))
}

// block is how much base64 makes whole numbers: 32 digits are three of them.
const block = 32

// noDigits is what two characters are that are not both digits of base64.
const noDigits = 1 << 15

// pairs are the 12 bits that two digits of base64 stand for, by their bytes.
var pairs = sync.OnceValue(func() *[1 << 16]uint16 {
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	var out [1 << 16]uint16
	for i := range out {
		out[i] = noDigits
	}
	for i, a := range []byte(digits) {
		for j, b := range []byte(digits) {
			out[int(a)|int(b)<<8] = uint16(i<<6 | j)
		}
	}
	return &out
})

// floatsOf reads little-endian float64 in base64; false where it is not quite that.
func floatsOf(run []byte) ([]float64, bool) {
	last := max(0, len(run)-1) / block * block // where the end may be padded
	tail, err := base64.StdEncoding.Strict().DecodeString(string(run[last:]))
	if err != nil || len(tail)%8 != 0 || bytes.ContainsAny(run[last:], "\r\n") {
		return nil, false
	}
	table, bad := pairs(), uint16(0)
	out := make([]float64, 0, last/block*3+len(tail)/8)
	for b := run[:last]; len(b) >= block; b = b[block:] {
		var v [16]uint64
		for i := range v {
			d := table[binary.LittleEndian.Uint16(b[2*i:])]
			bad |= d
			v[i] = uint64(d)
		}
		out = append(out,
			number(v[0]<<52|v[1]<<40|v[2]<<28|v[3]<<16|v[4]<<4|v[5]>>8),
			number(v[5]<<56|v[6]<<44|v[7]<<32|v[8]<<20|v[9]<<8|v[10]>>4),
			number(v[10]<<60|v[11]<<48|v[12]<<36|v[13]<<24|v[14]<<12|v[15]))
	}
	return append(out, floats(tail)...), bad&noDigits == 0
}

// number is the float64 whose bytes, the lowest first, stand in a word from its top.
func number(w uint64) float64 { return math.Float64frombits(bits.ReverseBytes64(w)) }

// digitsOnly reports whether a run is nothing but base64, as far as JSON minds.
func digitsOnly(run []byte) bool {
	table, bad := pairs(), uint16(0)
	last := max(0, len(run)-3) &^ 1
	for b := run[:last]; len(b) >= 2; b = b[2:] {
		bad |= table[binary.LittleEndian.Uint16(b)]
	}
	if bad&noDigits != 0 {
		return false
	}
	for _, c := range run[last:] {
		if c != '=' && table[uint16(c)|'A'<<8]&noDigits != 0 {
			return false
		}
	}
	return true
}
