package spec_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/spec"
)

func utf16le(s string) []byte {
	b := []byte{0xFF, 0xFE}
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return b
}

func TestParseJSONRefusals(t *testing.T) {
	for _, tt := range []struct {
		name, in, code string
		line, column   int
	}{
		{"empty", "", spec.CodeJSONEmpty, 1, 1},
		{"blank", " \n ", spec.CodeJSONEmpty, 2, 2},
		{"truncated object", "{\n  \"a\": 1,", spec.CodeJSONSyntax, 2, 10},
		{"truncated string", `{"a": "b`, spec.CodeJSONSyntax, 1, 7},
		{"S10 duplicate key", `{"auc":0.9,"auc":0.7}`, spec.CodeJSONDuplicate, 1, 12},
		{"duplicate key by escape", `{"a":1,"\u0061":2}`, spec.CodeJSONDuplicate, 1, 8},
		{"NaN token", "{\"a\":\n NaN}", spec.CodeJSONNonFinite, 2, 2},
		{"Infinity token", `[Infinity]`, spec.CodeJSONNonFinite, 1, 2},
		{"minus Infinity token", `[-Infinity]`, spec.CodeJSONNonFinite, 1, 2},
		{"exponent that no schema can be held against", `{"a":1e99999999}`, spec.CodeJSONNonFinite, 1, 6},
		{"exponent beyond int", `[1E-99999999999999999999]`, spec.CodeJSONNonFinite, 1, 2},
		{"digits without end", `[` + strings.Repeat("9", 20_000) + `]`, spec.CodeJSONNonFinite, 1, 2},
		{"trailing comma", `{"a":1,}`, spec.CodeJSONSyntax, 1, 8},
		{"trailing comma in array", `[1,]`, spec.CodeJSONSyntax, 1, 4},
		{"two values", `{} {}`, spec.CodeJSONSyntax, 1, 4},
		{"leading zero", `[01]`, spec.CodeJSONSyntax, 1, 2},
		{"single quotes", `{'a':1}`, spec.CodeJSONSyntax, 1, 2},
		{"comment", `{"a":1 // x` + "\n}", spec.CodeJSONSyntax, 1, 8},
		{"raw newline in string", "[\"a\nb\"]", spec.CodeJSONSyntax, 1, 4},
		{"UTF-16", string(utf16le(`{"a":1}`)), spec.CodeJSONEncoding, 1, 1},
		{"bad UTF-8", "{\"a\": \"\xff\"}", spec.CodeJSONEncoding, 1, 8},
		{"depth 100,000", strings.Repeat("[", 100_000), spec.CodeJSONDepth, 1, spec.MaxJSONDepth + 2},
		{"too large", `"` + strings.Repeat("a", spec.MaxJSONBytes) + `"`, spec.CodeJSONSize, 1, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			doc, list := spec.ParseJSON("x.json", []byte(tt.in))
			if doc != nil || len(list) == 0 {
				t.Fatalf("accepted, diagnostics %v", list)
			}
			d := list[0]
			if d.Code != tt.code || d.Line != tt.line || d.Column != tt.column || d.File != "x.json" {
				t.Errorf("got %s at %d:%d, want %s at %d:%d", d.Code, d.Line, d.Column, tt.code, tt.line, tt.column)
			}
		})
	}
}

func TestParseJSONAccepts(t *testing.T) {
	doc, list := spec.ParseJSON("x.json", []byte("\xEF\xBB\xBF{\"n\": 9223372036854775808, \"x\": 0.10}"))
	if doc == nil {
		t.Fatal(list)
	}
	if len(list) != 1 || list[0].Code != spec.CodeJSONBOM || list.Errors() {
		t.Errorf("a byte-order mark is a warning, got %v", list)
	}
	got := doc.Root.(map[string]any)
	if got["n"] != json.Number("9223372036854775808") || got["x"] != json.Number("0.10") {
		t.Errorf("numbers lost their text: %v", got)
	}
	if l, c := doc.Position("/x"); l != 1 || c != 36 {
		t.Errorf("position of /x is %d:%d", l, c)
	}
	if l, c := doc.Position("/x/deeper/still"); l != 1 || c != 36 {
		t.Errorf("position of a missing child is its parent's, got %d:%d", l, c)
	}
}

func TestS09_BigIntegersStayExact(t *testing.T) {
	res, bad, list := spec.ReadResults("results.json", []byte(`{"schema":"assay/results/v1","results":[
	 {"id":"r","estimand":"count","value":9223372036854775808,"n":9223372036854775809}]}`))
	if list.Errors() || len(bad) > 0 {
		t.Fatal(list, bad)
	}
	if got := res.Results[0].Value.Num.Text; got != "9223372036854775808" {
		t.Errorf("value reads %s", got)
	}
	out, err := json.Marshal(res)
	if err != nil || !strings.Contains(string(out), "9223372036854775809") {
		t.Errorf("n was not kept: %s %v", out, err)
	}
}

func TestReadResultsKeepsGoodRecords(t *testing.T) {
	res, bad, list := spec.ReadResults("results.json", []byte(`{"schema":"assay/results/v1","results":[
  {"id":"a","estimand":"mean","value":1},
  {"id":"b","estimand":"mean"},
  {"id":"c","estimand":"mean","value":"NaN","uncertainty":{"kind":"spread"}},
  {"id":"a","estimand":"mean","value":2},
  7]}`))
	if res == nil {
		t.Fatal(list)
	}
	if len(res.Results) != 1 || res.Results[0].Pointer != "/results/0" {
		t.Errorf("good records: %+v", res.Results)
	}
	type row struct {
		ID, Pointer, Code string
		Line              int
	}
	var got []row
	for _, b := range bad {
		got = append(got, row{b.ID, b.Pointer, b.Diagnostics[0].Code, b.Diagnostics[0].Line})
	}
	want := []row{{"b", "/results/1", spec.CodeSchema, 3}, {"c", "/results/2", spec.CodeSchema, 4}, {"a", "/results/3", spec.CodeDuplicateID, 5}, {"", "/results/4", spec.CodeSchema, 6}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestReadResultsEnvelope(t *testing.T) {
	for _, in := range []string{`[]`, `{}`, `{"schema":"assay/results/v2","results":[]}`, `{"schema":"assay/results/v1","results":{}}`, `null`, `3`} {
		if res, _, list := spec.ReadResults("results.json", []byte(in)); res != nil || !list.Errors() {
			t.Errorf("%s was accepted", in)
		}
	}
}

// Every schema error is reported, in order, each with its place.
func TestSchemaErrorsAllAtOnce(t *testing.T) {
	in := []byte(`{"schema":"assay/case/v1","id":"Bad Id","domain":"",
 "question":"q","data":[{"path":"../x","sha256":"1"}],
 "contract":{"entry":"run.sh","outputs":[],"wall_seconds":0,"cpu_seconds":1,"memory_bytes":1},"more":1}`)
	var first spec.Diagnostics
	for range 20 {
		_, list := spec.ReadCase("case.json", in)
		if first == nil {
			first = list
		}
		if d := cmp.Diff(first, list); d != "" {
			t.Fatal("the order changes between runs", d)
		}
	}
	var got []string
	for _, d := range first {
		got = append(got, d.Pointer)
		if d.Line == 0 || d.Column == 0 {
			t.Errorf("no place: %v", d)
		}
	}
	want := []string{"", "/id", "/domain", "/data/0/path", "/data/0/sha256", "/contract/entry", "/contract/outputs", "/contract/wall_seconds", "/contract/memory_bytes"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func FuzzParseJSON(f *testing.F) {
	for _, s := range []string{`{}`, `{"a":[1,2.5e3,"x",null,true]}`, `{"a":1,"a":2}`, `[[[[`, "\xEF\xBB\xBF1", `"\ud800"`, "\x00", `-`, `{"schema":"assay/results/v1","results":[{"id":"a","estimand":"m","value":{"columns":["a"],"rows":[[1]]}}]}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		doc, list := spec.ParseJSON("f.json", in)
		if (doc == nil) != list.Errors() {
			t.Fatalf("document %v, diagnostics %v", doc, list)
		}
		if doc != nil && !json.Valid([]byte(strings.TrimPrefix(string(in), "\xEF\xBB\xBF"))) {
			t.Fatal("accepted what is not JSON")
		}
		spec.ReadResults("f.json", in)
		spec.ReadClaims("f.json", in)
		spec.ReadProvenance("f.json", in)
		spec.ReadCase("f.json", in)
		spec.ReadSpecification("f.json", in)
	})
}
