package spec_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/spec"
)

// A field that stands in a schema and in no Go type would be read and forgotten; one
// that stands in the type only could never be given.
func TestSchemasAndTypesAgree(t *testing.T) {
	for _, tt := range []struct {
		schema, pointer string
		value           any
	}{
		{"case", "", spec.Case{}},
		{"spec", "", spec.Specification{}},
		{"source", "", spec.Source{}},
		{"expected", "", spec.Expected{}},
		{"provenance", "", spec.Provenance{}},
		{"results", "", spec.Results{}},
		{"results", "/$defs/record", spec.Result{}},
		{"claims", "", spec.ClaimsFile{}},
		{"claims", "/$defs/record", spec.Claim{}},
		{"closure-rubric", "", spec.ClosureRubric{}},
		{"closure-attempt", "", spec.ClosureAttempt{}},
		{"closure-score", "", spec.ClosureScore{}},
		{"closure-agreement", "", spec.ClosureAgreement{}},
		{"closure-stats", "", spec.ClosureStats{}},
		{"spec", "/$defs/uncertainty", spec.UncertaintyRule{}},
		{"spec", "/$defs/channel", spec.Channel{}},
		{"spec", "/$defs/tolerance", spec.Tolerance{}},
	} {
		t.Run(tt.schema+tt.pointer, func(t *testing.T) {
			data, err := spec.Schema(tt.schema)
			if err != nil {
				t.Fatal(err)
			}
			var root map[string]any
			if err := json.Unmarshal(data, &root); err != nil {
				t.Fatal(err)
			}
			node := root
			for _, tok := range strings.Split(tt.pointer, "/")[min(1, len(tt.pointer)):] {
				if tok != "" {
					node = node[tok].(map[string]any)
				}
			}
			agree(t, root, node, reflect.TypeOf(tt.value), tt.schema+tt.pointer)
		})
	}
}

func agree(t *testing.T, root, node map[string]any, typ reflect.Type, at string) {
	t.Helper()
	for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice || typ.Kind() == reflect.Map {
		next, ok := node["items"].(map[string]any)
		if typ.Kind() == reflect.Map {
			next, ok = node["additionalProperties"].(map[string]any)
		}
		if typ.Kind() != reflect.Pointer {
			if !ok {
				return
			}
			node = next
		}
		typ = typ.Elem()
	}
	if ref, ok := node["$ref"].(string); ok {
		node = root["$defs"].(map[string]any)[ref[strings.LastIndexByte(ref, '/')+1:]].(map[string]any)
	}
	if forms, ok := node["anyOf"].([]any); ok {
		node = forms[0].(map[string]any)
	}
	props, ok := node["properties"].(map[string]any)
	if !ok || typ.Kind() != reflect.Struct || typ == reflect.TypeOf(spec.Value{}) {
		return
	}
	fields := map[string]reflect.Type{}
	for i := range typ.NumField() {
		if name, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ","); name != "-" {
			fields[name] = typ.Field(i).Type
		}
	}
	if d := cmp.Diff(slices.Sorted(maps.Keys(fields)), slices.Sorted(maps.Keys(props))); d != "" {
		t.Errorf("%s: type %s and schema differ (-type +schema):\n%s", at, typ, d)
	}
	for name, sub := range props {
		if m, ok := sub.(map[string]any); ok && fields[name] != nil {
			agree(t, root, m, fields[name], at+"/"+name)
		}
	}
}

// Every document of the worked cases fits its schema, strictly read.
func TestWorkedCasesFitTheirSchemas(t *testing.T) {
	read := map[string]func(string, []byte) spec.Diagnostics{
		"case.json":     func(f string, b []byte) spec.Diagnostics { _, l := spec.ReadCase(f, b); return l },
		"spec.json":     func(f string, b []byte) spec.Diagnostics { _, _, l := spec.ReadSpecification(f, b); return l },
		"source.json":   func(f string, b []byte) spec.Diagnostics { _, l := spec.ReadSource(f, b); return l },
		"expected.json": func(f string, b []byte) spec.Diagnostics { _, l := spec.ReadExpected(f, b); return l },
	}
	n := 0
	for _, pattern := range []string{"*/case.json", "*/hidden/spec.json", "*/hidden/source.json", "*/submissions/*/expected.json"} {
		files, err := filepath.Glob("../cases/" + pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			data, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			if list := read[filepath.Base(f)](f, data); len(list) > 0 {
				t.Error(list)
			}
			n++
		}
	}
	if n < 40 {
		t.Errorf("only %d documents were found", n)
	}
}

// Every code of the worked cases' expectations exists.
func TestExpectedCodesExist(t *testing.T) {
	source, err := os.ReadFile("codes.go")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../cases/*/submissions/*/expected.json")
	if err != nil || len(files) == 0 {
		t.Fatal(len(files), err)
	}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		e, list := spec.ReadExpected(f, data)
		if e == nil {
			t.Fatal(list)
		}
		if e.Strict != (e.BrokenStage == spec.StageNone) || e.Strict != (len(e.Findings) == 0) {
			t.Errorf("%s: strict %v, stage %q, findings %v", f, e.Strict, e.BrokenStage, e.Findings)
		}
		for _, c := range e.Findings {
			if !strings.Contains(string(source), `"`+string(c)+`"`) {
				t.Errorf("%s: there is no code %s", f, c)
			}
		}
	}
}
