package gorun

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/assaybench/assay/internal/diag"
	"github.com/assaybench/assay/internal/sandbox"
	"github.com/assaybench/assay/spec"
)

// Allowed are the packages beside the standard library that an analysis may import: these,
// and for those that end in a slash all below.
var Allowed = []string{"gonum.org/v1/gonum/", "gonum.org/v1/plot", "gonum.org/v1/plot/", Module + "/graph/trace", Module + "/visual/gonumplot", Module + "/spec"}

// imported is one import of an analysis, and where it stands.
type imported struct {
	path string
	at   token.Position
}

func (i imported) refuse(name, why, fix string) spec.Diagnostic { return problem(name, i.at, why, fix) }

func problem(name string, at token.Position, message, fix string) spec.Diagnostic {
	return spec.Diagnostic{Code: CodeBuild, Severity: diag.Error, File: name, Line: at.Line, Column: at.Column, Message: message, Fix: fix}
}

// maxProblems bounds the problems of one build that are told.
const maxProblems = 20

// read parses an analysis, lists its imports and says which it may not use.
func read(name string, code []byte) ([]imported, spec.Diagnostics) {
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, name, code, parser.ParseComments|parser.SkipObjectResolution)
	var list spec.Diagnostics
	var errs scanner.ErrorList
	switch {
	case errors.As(err, &errs):
		for _, e := range errs[:min(len(errs), maxProblems)] {
			list = append(list, problem(name, e.Pos, e.Msg, "mend the error; gofmt and go vet show it too"))
		}
		return nil, list
	case err != nil:
		return nil, append(list, problem(name, token.Position{}, err.Error(), ""))
	}
	if f.Name.Name != "main" {
		list = append(list, problem(name, files.PositionFor(f.Name.Pos(), false), "the package is "+f.Name.Name+", not main", "write package main"))
	}
	var imports []imported
	for _, s := range f.Imports {
		path, err := strconv.Unquote(s.Path.Value)
		i := imported{path, files.PositionFor(s.Path.Pos(), false)}
		if why := refused(path); err != nil || why != "" {
			list = append(list, i.refuse(name, why, "import packages of the standard library, gonum, gonum/plot, or the recorders of this module"))
			continue
		}
		imports = append(imports, i)
	}
	return imports, append(list, directives(name, files, f)...)
}

// directives lists the directives of a file that reach outside it.
func directives(name string, files *token.FileSet, f *ast.File) (list spec.Diagnostics) {
	for _, group := range f.Comments {
		for _, c := range group.List {
			for _, d := range []string{"//go:linkname", "//go:embed", "//go:cgo_"} {
				if strings.HasPrefix(c.Text, d) && len(list) < maxProblems {
					list = append(list, problem(name, files.PositionFor(c.Pos(), false), d+" is not to be had in an analysis", "leave it out; read data with the recorder or with os.ReadFile"))
				}
			}
		}
	}
	return list
}

// refused says why a package may not be imported; "" where it may.
func refused(path string) string {
	parts := strings.Split(path, "/")
	switch {
	case path == "C":
		return "an analysis is built without C"
	case slices.Contains(parts, "internal") || slices.Contains(parts, "vendor"):
		return path + " is internal to another module"
	case path == "" || strings.ContainsAny(path, " \t\r\n=\\") || slices.Contains(parts, "") || slices.Contains(parts, ".") || slices.Contains(parts, ".."):
		return fmt.Sprintf("%q is no path of a package", path)
	case Standard(path):
		return ""
	}
	for _, a := range Allowed {
		if path == a || strings.HasSuffix(a, "/") && strings.HasPrefix(path, a) {
			return ""
		}
	}
	return path + " is no package that an analysis may import"
}

// Standard reports whether a path is one of the standard library: its first element has no dot.
func Standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

func paths(imports []imported) []string {
	out := []string{}
	for _, i := range imports {
		if i.path != "unsafe" {
			out = append(out, i.path)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// diagnose reads what a tool said where it made nothing.
func diagnose(name, tool string, o sandbox.Outcome, limits Options) (list spec.Diagnostics) {
	switch {
	case o.Limit != "":
		return spec.Diagnostics{problem(name, token.Position{}, fmt.Sprintf("building %s took more than its limits allow (%s)", name, o.Limit), "make the program smaller, or ask for a wider contract")}
	case o.Exit == 0:
		return nil
	}
	said := strings.ToValidUTF8(string(o.Output), "·")
	for line := range strings.Lines(said) {
		line = strings.TrimSpace(line)
		at, message, ok := place(name, line)
		switch {
		case ok && len(list) < maxProblems:
			list = append(list, problem(name, at, message, "mend the error; go vet shows it too"))
		case !ok && len(list) > 0 && line != "" && line != "too many errors" && len(list[len(list)-1].Message) < 500:
			list[len(list)-1].Message += "; " + line
		}
	}
	if len(list) == 0 {
		said = strings.Join(strings.Fields(said), " ")
		if len(said) > 500 {
			said = said[:500] + "…"
		}
		list = append(list, problem(name, token.Position{}, fmt.Sprintf("%s ended with exit %d: %s", tool, o.Exit, said), ""))
	}
	return list.Sort()
}

// place reads "analysis.go:12:5: message".
func place(name, line string) (at token.Position, message string, ok bool) {
	_, rest, ok := strings.Cut(line, name+":")
	if !ok {
		return at, "", false
	}
	row, rest, ok := strings.Cut(rest, ":")
	if at.Line, _ = strconv.Atoi(row); !ok || at.Line <= 0 {
		return at, "", false
	}
	at.Column = 1
	if col, more, found := strings.Cut(rest, ":"); found {
		if n, err := strconv.Atoi(col); err == nil {
			at.Column, rest = n, more
		}
	}
	return at, strings.TrimSpace(rest), true
}
