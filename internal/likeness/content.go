package likeness

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/spec"
)

// Vector is a column of observed content. Where the trace holds only its order-free
// digest, Col is empty and Mix is set.
type Vector struct {
	Name string
	Col  spec.Column
	Rows int
	Mix  string
}

// Sheet is observed content whose vectors have one length: a table, a series with its
// named labels, an array, or one list.
type Sheet []Vector

// maxWidth bounds the columns that an unnamed matrix is split into.
const maxWidth = 64

// Sheets is the content of a value; nil for scalars and what the trace does not hold.
// A map of lists of different lengths is a sheet for each list and one of all their
// elements, a matrix one of its columns and, where it is wide, one of its rows.
func Sheets(t *trace.Trace, v *trace.Value) []Sheet {
	if v == nil {
		return nil
	}
	switch v.Type {
	case "scalar", "model", "text", "figure", "opaque", "groups":
		return nil
	case "series":
		s := columns(t, v)
		if len(v.Cols) == 0 || v.Cols[0].Index {
			if col, ok := t.Content(*v); ok {
				s = append(Sheet{{Col: col, Rows: col.Len()}}, s...)
			} else if v.Mix != "" && len(v.Shape) > 0 {
				s = append(Sheet{{Rows: v.Shape[0], Mix: v.Mix}}, s...)
			}
		}
		return nonEmpty(s)
	case "map":
		if len(v.Cols) > 0 {
			var out []Sheet
			all := columns(t, v)
			for _, c := range all {
				out = append(out, Sheet{c})
			}
			return append(out, joined(all)...)
		}
	case "table":
		return nonEmpty(columns(t, v))
	}
	if len(v.Cols) > 0 {
		return nonEmpty(columns(t, v))
	}
	if col, ok := t.Content(*v); ok {
		return matrix(col, v.Shape)
	}
	if v.Mix != "" && len(v.Shape) == 1 {
		return []Sheet{{{Rows: v.Shape[0], Mix: v.Mix}}}
	}
	return nil
}

// joined is one list of the elements of several, such as rows that were divided by a key;
// nil where they are of different kinds or not all there.
func joined(lists Sheet) []Sheet {
	if len(lists) < 2 {
		return nil
	}
	var all spec.Column
	all.Kind = lists[0].Col.Kind
	for _, l := range lists {
		if l.Mix != "" || l.Col.Kind != all.Kind {
			return nil
		}
		all.Num = append(all.Num, l.Col.Num...)
		all.Text = append(all.Text, l.Col.Text...)
		for i := range l.Rows {
			all.Missing = append(all.Missing, l.Col.IsMissing(i))
		}
	}
	return []Sheet{{{Col: all, Rows: all.Len()}}}
}

func nonEmpty(s Sheet) []Sheet {
	if len(s) == 0 {
		return nil
	}
	return []Sheet{s}
}

func columns(t *trace.Trace, v *trace.Value) (out Sheet) {
	rows := 0
	if len(v.Shape) > 0 {
		rows = v.Shape[0]
	}
	for _, c := range v.Cols {
		if col, ok := t.Column(c); ok {
			out = append(out, Vector{Name: c.Name, Col: col, Rows: col.Len()})
		} else if c.Mix != "" {
			out = append(out, Vector{Name: c.Name, Rows: rows, Mix: c.Mix})
		}
	}
	return out
}

// ArgumentSheets is the content of an argument, of which only the fingerprint is known.
func ArgumentSheets(t *trace.Trace, fp string) []Sheet {
	a := t.Arrays[fp]
	if a == nil {
		return nil
	}
	col, ok := t.Column(trace.Col{FP: fp, DType: a.DType})
	if !ok {
		return nil
	}
	return matrix(col, a.Shape)
}

// matrix splits the content of an array, row by row, into the vectors of its columns
// and, where it is wide, of its rows.
func matrix(col spec.Column, shape []int) []Sheet {
	n := col.Len()
	switch {
	case n == 0:
		return nil
	case len(shape) != 2 || shape[0] < 1 || n%shape[0] != 0 || n/shape[0] != shape[1]:
		return []Sheet{{{Col: col, Rows: n}}}
	}
	take := func(count, length int, at func(i, j int) int) Sheet {
		out := make(Sheet, count)
		for i := range out {
			c := spec.Column{Kind: col.Kind}
			for j := range length {
				k := at(i, j)
				if col.Kind == spec.ColumnText {
					c.Text = append(c.Text, col.Text[k])
				} else {
					c.Num = append(c.Num, col.Num[k])
				}
				c.Missing = append(c.Missing, col.IsMissing(k))
			}
			out[i] = Vector{Col: c, Rows: length}
		}
		return out
	}
	var out []Sheet
	if shape[1] <= maxWidth {
		out = append(out, take(shape[1], shape[0], func(i, j int) int { return j*shape[1] + i }))
	}
	if shape[0] <= maxWidth {
		out = append(out, take(shape[0], shape[1], func(i, j int) int { return i*shape[1] + j }))
	}
	return out
}

// cells is a column in the form in which it is compared with a column of a view:
// numbers, or texts; missing cells are NaN or marked.
type cells struct {
	num     []float64
	text    []string
	missing []bool
}

func (c cells) len() int { return max(len(c.num), len(c.text)) }

// absent are the texts that mean missing where an asset names none.
var absent = map[string]bool{"": true, "NA": true, "nan": true, "NaN": true, "None": true}

// like brings observed content into the form of a column of a view; false where it
// cannot be compared with it. Numeric text counts as its number; a date counts as
// its day number or as yyyymmdd, whichever the view holds.
func like(ref *spec.Column, col spec.Column) (cells, bool) {
	n := col.Len()
	out := cells{missing: make([]bool, n)}
	switch {
	case ref.Kind == spec.ColumnText && col.Kind == spec.ColumnText:
		out.text = col.Text
		for i := range out.missing {
			out.missing[i] = col.IsMissing(i)
		}
		return out, true
	case ref.Kind == spec.ColumnText:
		out.text = make([]string, n)
		for i, f := range col.Num {
			out.text[i], out.missing[i] = label(col.Kind, f), math.IsNaN(f)
		}
		return out, true
	case col.Kind != spec.ColumnText:
		out.num = col.Num
		if col.Kind == spec.ColumnTime && ref.Kind == spec.ColumnNumber {
			out.num = calendar(col.Num)
		}
		for i, f := range out.num {
			out.missing[i] = math.IsNaN(f) || col.IsMissing(i)
		}
		return out, true
	}
	out.num = make([]float64, n)
	for i, s := range col.Text {
		s = strings.TrimSpace(s)
		if out.missing[i] = col.IsMissing(i) || absent[s]; out.missing[i] {
			out.num[i] = math.NaN()
			continue
		}
		f, ok := number(ref.Kind, s)
		if !ok {
			return cells{}, false
		}
		out.num[i] = f
	}
	return out, true
}

func number(kind spec.ColumnKind, s string) (float64, bool) {
	if kind == spec.ColumnTime {
		for _, layout := range []string{time.DateOnly, time.RFC3339, time.DateTime} {
			if t, err := time.Parse(layout, s); err == nil {
				return float64(t.Unix()) / 86400, true
			}
		}
		return 0, false
	}
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil
}

// calendar turns days since 1970-01-01 into numbers yyyymmdd.
func calendar(days []float64) []float64 {
	out := make([]float64, len(days))
	for i, d := range days {
		if out[i] = d; !math.IsNaN(d) && math.Abs(d) < 1e7 {
			y, m, day := time.Unix(int64(math.Floor(d))*86400, 0).UTC().Date()
			out[i] = float64(y*10000 + int(m)*100 + day)
		}
	}
	return out
}

// label is a number as the text of a group.
func label(kind spec.ColumnKind, f float64) string {
	switch {
	case kind == spec.ColumnBool:
		return fmt.Sprint(f != 0)
	case kind == spec.ColumnTime:
		return time.Unix(int64(math.Floor(f))*86400, 0).UTC().Format(time.DateOnly)
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}
