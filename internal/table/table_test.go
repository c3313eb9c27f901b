package table_test

import (
	"bytes"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
	"github.com/apache/arrow/go/v17/parquet/pqarrow"
	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/spec"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

var nan = math.NaN()

func read(t *testing.T, text string, a spec.Asset) *table.Table {
	t.Helper()
	tab, err := table.Read(strings.NewReader(text), a)
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

func TestInferredTypes(t *testing.T) {
	want := []spec.Column{
		{Name: "n", Kind: spec.ColumnNumber, Num: []float64{1.50, nan}, Missing: []bool{false, true}},
		{Name: "s", Kind: spec.ColumnText, Text: []string{"a, b", "2 "}},
		{Name: "ok", Kind: spec.ColumnBool, Num: []float64{1, 0}},
		{Name: "d", Kind: spec.ColumnTime, Num: []float64{0, 365}},
		{Name: "mixed", Kind: spec.ColumnText, Text: []string{"7", "x"}},
		{Name: "none", Kind: spec.ColumnNumber, Num: []float64{nan, nan}, Missing: []bool{true, true}},
	}
	for format, text := range map[string]string{
		"csv":          "n,s,ok,d,mixed,none\r\n1.50,\"a, b\",true,1970-01-01,7,NA\r\nNA,2 ,False,1971-01-01,x,\r\n",
		"tsv":          "n\ts\tok\td\tmixed\tnone\n 1.50\ta, b\ttrue\t1970-01-01\t7\tNA\n\t2 \tfalse\t1971-01-01\tx\t\n",
		"json":         `[{"n":1.50,"s":"a, b","ok":true,"d":"1970-01-01","mixed":"7","none":null},{"s":"2 ","ok":false,"d":"1971-01-01","mixed":"x"}]`,
		"ndjson":       `{"n":1.50,"s":"a, b","ok":true,"d":"1970-01-01","mixed":"7","none":null}` + "\n" + `{"n":null,"s":"2 ","ok":false,"d":"1971-01-01","mixed":"x","none":null}`,
		"tab":          "n\ts\tok\td\tmixed\tnone\n1.50\ta, b\ttrue\t1970-01-01\t7\t\n\t2 \tfalse\t1971-01-01\tx\t\n",
		"jsonl":        "\ufeff{\"n\":1.50,\"s\":\"a, b\",\"ok\":true,\"d\":\"1970-01-01\",\"mixed\":\"7\",\"none\":null}\n\n{\"s\":\"2 \",\"ok\":false,\"d\":\"1971-01-01\",\"mixed\":\"x\"}\n",
		"columns.json": `{"n":[1.50,null],"s":["a, b","2 "],"ok":[true,false],"d":["1970-01-01","1971-01-01"],"mixed":["7","x"],"none":[null,null]}`,
	} {
		tab := read(t, text, spec.Asset{Path: "data/x." + format})
		if diff := cmp.Diff(want, tab.Frame().Columns, cmpopts.EquateNaNs()); diff != "" {
			t.Errorf("%s: %s", format, diff)
		}
		if diff := cmp.Diff([]string{"1.50", ""}, tab.Decimals("n")); diff != "" {
			t.Errorf("%s: decimal text: %s", format, diff)
		}
		if tab.Decimals("s") != nil || tab.Decimals("no") != nil {
			t.Errorf("%s: text columns have decimals", format)
		}
	}
}

func TestDeclaredTypes(t *testing.T) {
	a := spec.Asset{Path: "x.csv", Missing: []string{"-"}, Columns: []spec.AssetColumn{
		{Name: "id", Type: "text"}, {Name: "k", Type: "integer", Unit: "g"}, {Name: "yes", Type: "bool"}, {Name: "day", Type: "date"}}}
	tab := read(t, "id,k,yes,day,extra\n007,12345678901234567890,1,19700103,NA\nNA,-,0,1970-01-01T12:00:00Z,x\n", a)
	want := []spec.Column{
		{Name: "id", Kind: spec.ColumnText, Text: []string{"007", "NA"}},
		{Name: "k", Kind: spec.ColumnNumber, Unit: "g", Num: []float64{12345678901234567890, nan}, Missing: []bool{false, true}},
		{Name: "yes", Kind: spec.ColumnBool, Num: []float64{1, 0}},
		{Name: "day", Kind: spec.ColumnTime, Num: []float64{2, 0.5}},
		{Name: "extra", Kind: spec.ColumnText, Text: []string{"NA", "x"}},
	}
	if diff := cmp.Diff(want, tab.Frame().Columns, cmpopts.EquateNaNs()); diff != "" {
		t.Error(diff)
	}
	if got := tab.Decimals("k")[0]; got != "12345678901234567890" {
		t.Errorf("the integer's text is %s", got)
	}
	empty, err := table.Empty(a)
	if err != nil || empty.Rows() != 0 || empty.Frame().Column("k").Unit != "g" {
		t.Errorf("Empty: %v %v", empty, err)
	}
}

func TestRefused(t *testing.T) {
	number := []spec.AssetColumn{{Name: "n", Type: "number"}}
	for name, c := range map[string]struct {
		text, want string
		columns    []spec.AssetColumn
		format     string
	}{
		"empty":                         {"", "x.csv: is empty", nil, "csv"},
		"duplicate header":              {"a,b,a\n1,2,3\n", `x.csv:1: column "a": occurs twice`, nil, "csv"},
		"no name":                       {"a,,c\n", "x.csv:1: column 2 has no name", nil, "csv"},
		"long row":                      {"a,b\n1,2\n\n3,4,5\n", "x.csv:4: the row has 1 more cells", nil, "csv"},
		"short row":                     {"a,b\n1\n", "x.csv:2: the row has 1 fewer cells", nil, "csv"},
		"open quote":                    {"a\n\"x\n", "x.csv:2: ", nil, "csv"},
		"bare quote":                    {"a\nx\"y\n", "x.csv:2: ", nil, "csv"},
		"utf-16":                        {"\xff\xfea\x00", "x.csv:1: is UTF-16", nil, "csv"},
		"zero byte":                     {"a\n1\n\x00", "x.csv:3: holds a zero byte", nil, "csv"},
		"latin-1":                       {"a\nM\xfcnchen\n", "x.csv:2: is not UTF-8", nil, "csv"},
		"N20_a comma for a point":       {"n\n\"1,5\"\n", `x.csv:2: column "n": "1,5" is not a decimal number`, number, "csv"},
		"N20_a thousands separator":     {"n\n\"1,234.56\"\n", `column "n": "1,234.56" is not a decimal number`, number, "csv"},
		"NaN token":                     {"n\n1\nNaN\n", `x.csv:3: column "n": "NaN" is not a decimal number`, number, "csv"},
		"hexadecimal":                   {"n\n0x1F\n", "is not a decimal number", number, "csv"},
		"too large":                     {"n\n1e999\n", `x.csv:2: column "n": "1e999" is too large`, number, "csv"},
		"not an integer":                {"n\n1.0\n", "is not an integer", []spec.AssetColumn{{Name: "n", Type: "integer"}}, "csv"},
		"no such date":                  {"n\n1970-02-30\n", "is not a date", []spec.AssetColumn{{Name: "n", Type: "date"}}, "csv"},
		"unknown type":                  {"n\n1\n", `type "real" is not one of`, []spec.AssetColumn{{Name: "n", Type: "real"}}, "csv"},
		"column lacking":                {"m\n1\n", `x.csv: column "n": is in the manifest but not in the file`, number, "csv"},
		"unknown format":                {"", `format "xls" is not known`, nil, "xls"},
		"not an array":                  {`{"a":1}`, `x.json:1: column "a": a table in JSON is an array`, nil, "json"},
		"columns of two lengths":        {"{\"a\":[1,2],\n\"b\":[1]}", `x.json:2: column "b": the column has 1 cells, the first one 2`, nil, "json"},
		"column of objects":             {`{"a":[{}]}`, `column "a": a cell is a number`, nil, "json"},
		"column twice":                  {`{"a":[1],"a":[1]}`, `column "a": the key occurs twice`, nil, "json"},
		"open column":                   {`{"a":[1`, "x.json:1:", nil, "json"},
		"open array":                    {"[{\"a\":1},\n{\"a\":2}", "x.json:2: the array is not closed", nil, "json"},
		"something after":               {`[{"a":1}] 2`, "something follows", nil, "json"},
		"duplicate key":                 {"[{\"a\":1,\n\"a\":2}]", `x.json:2: column "a": the key occurs twice`, nil, "json"},
		"nested":                        {`[{"a":{"b":1}}]`, "not an array or object", nil, "json"},
		"NaN in JSON":                   {`[{"a":NaN}]`, "x.json:1:", nil, "json"},
		"number in text":                {`[{"a":"x"},{"a":3}]`, "is not text", nil, "json"},
		"row no object":                 {`[[1]]`, "each row is an object", nil, "json"},
		"empty array":                   {`[]`, "has no columns", nil, "json"},
		"bracket in lines":              {"{\"a\":1}\n]", "x.jsonl:2:", nil, "jsonl"},
		"not parquet":                   {"PAR1 and so on PAR1", "is not a readable Parquet file", nil, "parquet"},
		"quoted number for type bool":   {`[{"a":"1"}]`, "not", []spec.AssetColumn{{Name: "a", Type: "text"}, {Name: "b", Type: "bool"}}, "json"},
		"number where bool is promised": {`[{"a":1}]`, "is not true or false", []spec.AssetColumn{{Name: "a", Type: "bool"}}, "json"},
	} {
		_, err := table.Read(strings.NewReader(c.text), spec.Asset{Path: "x." + c.format, Columns: c.columns})
		var e *table.Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.csv")
	if err := os.WriteFile(path, []byte("a\n1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	tab, err := table.Load(path, spec.Asset{Path: "data/x.csv"})
	if err != nil || tab.Path() != "data/x.csv" || tab.Rows() != 1 || !cmp.Equal(tab.Names(), []string{"a"}) {
		t.Errorf("%v, %v", tab, err)
	}
	if _, err := table.Load(filepath.Join(dir, "y.csv"), spec.Asset{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	if _, err := table.Load(dir, spec.Asset{Path: "x.csv"}); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a folder: %v", err)
	}
}

func parquetFile(t testing.TB) []byte {
	t.Helper()
	mem := memory.DefaultAllocator
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "f", Type: arrow.PrimitiveTypes.Float64, Nullable: true}, {Name: "i", Type: arrow.PrimitiveTypes.Int64},
		{Name: "s", Type: arrow.BinaryTypes.String, Nullable: true}, {Name: "b", Type: arrow.FixedWidthTypes.Boolean},
		{Name: "d", Type: arrow.FixedWidthTypes.Date32}, {Name: "t", Type: arrow.FixedWidthTypes.Timestamp_ms},
	}, nil)
	b := array.NewRecordBuilder(mem, schema)
	b.Field(0).(*array.Float64Builder).AppendValues([]float64{0.1, nan, 3}, []bool{true, true, false})
	b.Field(1).(*array.Int64Builder).AppendValues([]int64{1<<53 + 1, 2, 3}, nil)
	b.Field(2).(*array.StringBuilder).AppendValues([]string{"x", "", "z"}, []bool{true, false, true})
	b.Field(3).(*array.BooleanBuilder).AppendValues([]bool{true, false, true}, nil)
	b.Field(4).(*array.Date32Builder).AppendValues([]arrow.Date32{0, 1, 365}, nil)
	b.Field(5).(*array.TimestampBuilder).AppendValues([]arrow.Timestamp{0, 43200000, 86400000}, nil)
	rec := b.NewRecord()
	var buf bytes.Buffer
	w, err := pqarrow.NewFileWriter(schema, &buf, nil, pqarrow.DefaultWriterProps())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Write(rec), w.Close()); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func TestParquet(t *testing.T) {
	tab, err := table.Read(bytes.NewReader(parquetFile(t)), spec.Asset{Path: "x.parquet"})
	if err != nil {
		t.Fatal(err)
	}
	want := []spec.Column{
		{Name: "f", Kind: spec.ColumnNumber, Num: []float64{0.1, nan, nan}, Missing: []bool{false, true, true}},
		{Name: "i", Kind: spec.ColumnNumber, Num: []float64{1 << 53, 2, 3}},
		{Name: "s", Kind: spec.ColumnText, Text: []string{"x", "", "z"}, Missing: []bool{false, true, false}},
		{Name: "b", Kind: spec.ColumnBool, Num: []float64{1, 0, 1}},
		{Name: "d", Kind: spec.ColumnTime, Num: []float64{0, 1, 365}},
		{Name: "t", Kind: spec.ColumnTime, Num: []float64{0, 0.5, 1}},
	}
	if diff := cmp.Diff(want, tab.Frame().Columns, cmpopts.EquateNaNs()); diff != "" {
		t.Error(diff)
	}
	if got := tab.Decimals("i")[0]; got != "9007199254740993" {
		t.Errorf("the integer's text is %s", got)
	}
}

func TestCutParquet(t *testing.T) {
	whole := parquetFile(t)
	for n := range whole {
		if _, err := table.Read(bytes.NewReader(whole[:n]), spec.Asset{Path: "x.parquet"}); err == nil {
			t.Fatalf("the first %d of %d bytes are read", n, len(whole))
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"a,b\n1,2\n", "a\n\"x\"\n", "", "\xef\xbb\xbfa\n1", "a\tb\n1\t2\n", "\xff\xfe"} {
		f.Add(0, []byte(s))
		f.Add(1, []byte(s))
	}
	for _, s := range []string{`{"a":[1,null],"b":["x",true]}`, `{"a":[`, `[{"a":1}]`, `[]`, `[{"a":{}}]`, "{\"a\":1}\n{\"b\":null}", `[{"a":1e999}]`, "[{", "]"} {
		f.Add(2, []byte(s))
		f.Add(3, []byte(s))
	}
	f.Fuzz(func(t *testing.T, format int, data []byte) {
		a := spec.Asset{Path: "x", Format: []string{"csv", "tsv", "json", "jsonl"}[uint(format)%4]}
		tab, err := table.Read(bytes.NewReader(data), a)
		if err != nil {
			return
		}
		for _, c := range tab.Frame().Columns {
			if c.Len() != tab.Rows() {
				t.Fatalf("column %q has %d rows of %d", c.Name, c.Len(), tab.Rows())
			}
			for i, x := range c.Num {
				if math.IsInf(x, 0) || math.IsNaN(x) != c.IsMissing(i) {
					t.Fatalf("column %q, row %d: %v, missing %v", c.Name, i, x, c.IsMissing(i))
				}
			}
		}
	})
}
