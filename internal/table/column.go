package table

import (
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/assaybench/assay/spec"
)

// build types the columns by the manifest, several at a time.
func build(r *raw, a spec.Asset) (*Table, error) {
	t := &Table{path: a.Path, rows: r.rows, cols: make([]column, len(r.cols))}
	declared := map[string]spec.AssetColumn{}
	for _, c := range a.Columns {
		declared[c.Name] = c
	}
	codes := newCodes(a.Missing)
	errs := make([]error, len(r.cols))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(r.cols)) {
		wg.Go(func() {
			for j := int(next.Add(1)) - 1; j < len(r.cols); j = int(next.Add(1)) - 1 {
				t.cols[j], errs[j] = typed(r, j, declared[r.cols[j].name], codes)
			}
		})
	}
	wg.Wait()
	for j, err := range errs {
		if err != nil {
			return nil, err
		}
		delete(declared, r.cols[j].name)
	}
	for _, c := range a.Columns {
		if _, lacking := declared[c.Name]; lacking {
			return nil, &Error{Code: CodeInvalid, File: a.Path, Column: c.Name, Msg: "is in the manifest but not in the file"}
		}
	}
	if len(t.cols) == 0 {
		return nil, &Error{Code: CodeInvalid, File: a.Path, Msg: "has no columns"}
	}
	return t, nil
}

// codes are the texts that mean missing. Those that are decimal numbers also mean every
// number of their value.
type codes struct {
	texts  []string
	first  [256]bool // bytes that one of them begins with
	values []float64
}

func newCodes(texts []string) *codes {
	if len(texts) == 0 {
		texts = []string{"", "NA"}
	}
	c := &codes{texts: texts}
	for _, s := range texts {
		if s != "" {
			c.first[s[0]] = true
		}
		if f, _, ok := decimal(s); ok {
			c.values = append(c.values, f)
		}
	}
	return c
}

func (c *codes) has(s string) bool {
	return (s == "" || c.first[s[0]]) && slices.Contains(c.texts, s)
}

// typed gives a column its declared type, or the first of bool, number and date that
// every cell has, or else text. No cell has two of these types, so the first one that is
// not missing says which could be the column's.
func typed(r *raw, col int, d spec.AssetColumn, codes *codes) (column, error) {
	p := &typing{r: r, col: col, from: &r.cols[col], codes: codes, declared: d.Type != ""}
	kind := d.Type
	if kind == "" {
		kind = p.guess()
	}
	out, misfit, err := p.as(kind)
	if misfit && !p.declared {
		out, _, err = p.as("text")
	}
	out.Name, out.Unit = p.from.name, d.Unit
	return out, err
}

// typing is a column under way.
type typing struct {
	r        *raw
	col      int
	from     *rawColumn
	codes    *codes
	declared bool
}

func (p *typing) guess() string {
	for i, c := range p.from.cells {
		_, s := c.trimmed(p.from.src)
		if p.absent(i, s) {
			continue
		}
		for _, kind := range []string{"number", "bool", "date"} {
			if p.fits(i, s, kind) {
				return kind
			}
		}
		return "text"
	}
	return "number"
}

// absent reports whether a trimmed cell is missing, but for numbers by their value.
func (p *typing) absent(i int, s string) bool {
	f := p.from.form(i)
	return f == formNull || f == formText && p.codes.has(s)
}

// fits reports whether a cell has a type. A declared type is read more widely than an
// undeclared one: 0 and 1 are then bools, 19580329 is then a date.
func (p *typing) fits(i int, s, kind string) bool {
	switch f := p.from.form(i); {
	case f == formNumber && kind == "bool", f == formNumber && kind == "date" && !p.declared, f == formBool && kind != "bool":
		return false
	}
	switch kind {
	case "number":
		_, _, ok := decimal(s)
		return ok
	case "integer":
		return integer(s)
	case "bool":
		_, ok := truth(s)
		return ok && (p.declared || len(s) > 1)
	case "date":
		_, ok := days(s)
		return ok && (p.declared || strings.Contains(s, "-"))
	}
	return true
}

// as reads the column as a type. misfit says that a cell has another one.
func (p *typing) as(kind string) (out column, misfit bool, err error) {
	switch kind {
	case "text":
		return p.texts()
	case "number", "integer":
		return p.numbers(kind == "integer")
	case "bool", "date":
		return p.others(kind)
	}
	return out, false, p.r.fail(p.col, -1, "type %q is not one of number, integer, text, bool, date", kind)
}

// blank makes a cell missing.
func (c *column) blank(i, n int) {
	if c.Missing == nil {
		c.Missing = make([]bool, n)
	}
	c.Missing[i] = true
}

func (p *typing) texts() (out column, misfit bool, err error) {
	out.Kind, out.Text = spec.ColumnText, p.from.Strings()
	for i, s := range out.Text {
		if !bare(s) {
			s = strings.TrimSpace(s)
		}
		if p.absent(i, s) {
			out.blank(i, len(out.Text))
			out.Text[i] = ""
		} else if p.from.form(i) != formText {
			return out, true, p.r.fail(p.col, i, "%s is not text, as other cells of the column are", quote(s))
		}
	}
	return out, false, nil
}

// numbers keeps the text of the cells, which it shares with the file.
func (p *typing) numbers(whole bool) (out column, misfit bool, err error) {
	n, src := len(p.from.cells), p.from.src
	out.Kind = spec.ColumnNumber
	early := p.from.early
	if whole || early == nil || len(p.codes.values) > 0 {
		out.Num, early = make([]float64, n), nil
	} else {
		out.Num = early.nums
	}
	cells, own := p.from.cells, false
	set := func(i int, c piece) {
		if !own { // the cells may yet be read as text
			cells, own = slices.Clone(cells), true
		}
		cells[i] = c
	}
	most, greatest := 0, 0.0 // digits after the point, size
	if early != nil {
		most, greatest = early.places, early.greatest
	}
	for i := range p.from.cells {
		if early != nil && out.Num[i] == out.Num[i] {
			continue
		}
		c := p.from.cells[i]
		at, s := c.trimmed(src)
		f, places, ok := 0.0, 0, false
		if !p.absent(i, s) {
			if f, places, ok = decimal(s); !ok || whole && !integer(s) || p.from.form(i) == formBool {
				return out, true, p.misfit(i, s, map[bool]string{true: "integer", false: "number"}[whole])
			}
			if math.IsInf(f, 0) {
				return out, false, p.r.fail(p.col, i, "%s is too large a number", quote(s))
			}
		}
		if !ok || len(p.codes.values) > 0 && slices.Contains(p.codes.values, f) {
			out.blank(i, n)
			f, at = math.NaN(), 0
		} else {
			most, greatest = max(most, places), max(greatest, math.Abs(f))
		}
		out.Num[i] = f
		if at != c {
			set(i, at)
		}
	}
	out.text = &Texts{src: src, cells: cells}
	if most < len(powers) && greatest*powers[most] < 1<<50 {
		out.text.places = most + 1
	}
	return out, false, nil
}

func (p *typing) others(kind string) (out column, misfit bool, err error) {
	n := len(p.from.cells)
	out.Kind, out.Num = spec.ColumnTime, make([]float64, n)
	if kind == "bool" {
		out.Kind = spec.ColumnBool
	}
	for i, c := range p.from.cells {
		_, s := c.trimmed(p.from.src)
		switch {
		case p.absent(i, s):
			out.blank(i, n)
			out.Num[i] = math.NaN()
		case !p.fits(i, s, kind):
			return out, true, p.misfit(i, s, kind)
		case kind == "date":
			out.Num[i], _ = days(s)
		default:
			if yes, _ := truth(s); yes {
				out.Num[i] = 1
			}
		}
	}
	return out, false, nil
}

func (p *typing) misfit(i int, s, kind string) error {
	return p.r.fail(p.col, i, "%s is not %s; correct the cell or declare it missing", quote(s), wants[kind])
}

var wants = map[string]string{
	"number":  "a decimal number such as 12.5 or 1e-3 (no NaN, no thousands separator)",
	"integer": "an integer",
	"bool":    "true or false",
	"date":    "a date: 2006-01-02, 20060102 or 2006-01-02T15:04:05Z",
}

func truth(s string) (value, ok bool) {
	switch strings.ToLower(s) {
	case "true", "1":
		return true, true
	case "false", "0":
		return false, true
	}
	return false, false
}

// days counts days since 1970-01-01T00:00Z.
func days(s string) (float64, bool) {
	if len(s) < len("20060102") || len(s) > 40 {
		return 0, false
	}
	if d, ok := plainDay(s); ok {
		return d, true
	}
	for _, layout := range []string{time.DateOnly, "20060102", time.RFC3339} {
		if t, err := time.Parse(layout, s); err == nil {
			return float64(t.Unix())/86400 + float64(t.Nanosecond())/86400e9, true
		}
	}
	return 0, false
}

// plainDay reads 2006-01-02 in the years from 1900 to 2099, up to the 28th of the month, as
// most dates are; others are left to package time.
func plainDay(s string) (float64, bool) {
	if len(s) != len(time.DateOnly) || s[4] != '-' || s[7] != '-' || !allDigits(s[:4]) || !allDigits(s[5:7]) || !allDigits(s[8:]) {
		return 0, false
	}
	two := func(i int) int { return 10*int(s[i]-'0') + int(s[i+1]-'0') }
	y, m, d := 100*two(0)+two(2), two(5), two(8)
	if y < 1900 || y > 2099 || m < 1 || m > 12 || d < 1 || d > 28 {
		return 0, false
	}
	if m < 3 { // the year begins in March, so that the leap day is its last
		y, m = y-1, m+12
	}
	days := 365*y + y/4 - y/100 + y/400 + (153*(m-3)+2)/5 + d - 1
	return float64(days - 719_468), true
}

func quote(s string) string {
	if len(s) > 40 {
		s = strings.ToValidUTF8(s[:40], "") + "…"
	}
	return strconv.Quote(s)
}
