package report_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/assaybench/assay/spec"
)

// Every code of spec/codes.go has exactly one line in docs/findings.md with a meaning
// and a remedy, and the page names no other code.
func TestFindingsPage(t *testing.T) {
	codes := codeConstants(t)
	if len(codes) < 50 {
		t.Fatalf("only %d codes were found in spec/codes.go", len(codes))
	}
	page, err := os.ReadFile("../../docs/findings.md")
	if err != nil {
		t.Fatal(err)
	}
	var listed []string
	for line := range strings.Lines(string(page)) {
		if !strings.HasPrefix(line, "| `") {
			continue
		}
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		code := strings.Trim(strings.TrimSpace(cells[0]), "`")
		if len(cells) != 3 || strings.TrimSpace(cells[1]) == "" || strings.TrimSpace(cells[2]) == "" {
			t.Errorf("the line of %s does not hold a meaning and a remedy: %s", code, line)
		}
		if slices.Contains(listed, code) {
			t.Errorf("%s stands twice", code)
		}
		listed = append(listed, code)
	}
	for _, c := range codes {
		if !slices.Contains(listed, c) {
			t.Errorf("docs/findings.md has no line for %s", c)
		}
	}
	for _, c := range listed {
		if !slices.Contains(codes, c) {
			t.Errorf("docs/findings.md speaks of %s, which spec/codes.go does not have", c)
		}
	}
}

// codeConstants reads the values of the constants of type Code.
func codeConstants(t *testing.T) []string {
	f, err := parser.ParseFile(token.NewFileSet(), "../../spec/codes.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, s := range g.Specs {
			v := s.(*ast.ValueSpec)
			if id, ok := v.Type.(*ast.Ident); !ok || id.Name != "Code" {
				continue
			}
			for _, e := range v.Values {
				text, err := strconv.Unquote(e.(*ast.BasicLit).Value)
				if err != nil {
					t.Fatal(err)
				}
				out = append(out, text)
			}
		}
	}
	return out
}

// Every field of the report stands in docs/format/report.md.
func TestReportPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/format/report.md")
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]bool{}
	for _, w := range strings.FieldsFunc(string(page), func(r rune) bool {
		return r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}) {
		words[w] = true
	}
	seen := map[reflect.Type]bool{}
	var walk func(reflect.Type)
	walk = func(typ reflect.Type) {
		switch typ.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map:
			walk(typ.Elem())
		case reflect.Struct:
			// Values write themselves; records have pages of their own.
			if seen[typ] || typ == reflect.TypeFor[spec.Value]() || typ == reflect.TypeFor[spec.Results]() || typ == reflect.TypeFor[spec.ClaimsFile]() {
				return
			}
			seen[typ] = true
			for f := range typ.Fields() {
				name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
				if name == "-" {
					continue
				}
				if !words[name] {
					t.Errorf("docs/format/report.md does not name %s of %s", name, typ.Name())
				}
				walk(f.Type)
			}
		}
	}
	walk(reflect.TypeFor[spec.Report]())
}
