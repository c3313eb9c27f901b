package arch_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/arch"
)

type listed struct {
	Dir, ImportPath string
	Imports         []string
	GoFiles         []string
	Module          struct{ Dir string }
}

func packages(t *testing.T) map[string]listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=Dir,ImportPath,Imports,GoFiles,Module", arch.Module+"/...")
	out, err := cmd.Output()
	if err != nil {
		var ee *exec.ExitError
		if errors.As(err, &ee) {
			t.Fatalf("go list: %s", ee.Stderr)
		}
		t.Fatal(err)
	}
	pkgs := map[string]listed{}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs
		} else if err != nil {
			t.Fatal(err)
		}
		if len(p.GoFiles) > 0 {
			pkgs[short(p.ImportPath)] = p
		}
	}
}

func short(path string) string {
	if path == arch.Module {
		return "."
	}
	return strings.TrimPrefix(path, arch.Module+"/")
}

// Every package stands in the table and imports only what its row allows.
func TestLayers(t *testing.T) {
	pkgs := packages(t)
	if len(pkgs) < 10 {
		t.Fatalf("go list found only %d packages", len(pkgs))
	}
	for name, p := range pkgs {
		layer, ok := arch.Layers[name]
		if !ok {
			t.Errorf("package %s stands in no row of the table", name)
			continue
		}
		for _, imp := range p.Imports {
			first, _, _ := strings.Cut(imp, "/")
			switch {
			case imp == arch.Module || strings.HasPrefix(imp, arch.Module+"/"):
				if !slices.ContainsFunc(layer.Us, func(us string) bool { ok, _ := path.Match(us, short(imp)); return ok || us == "*" }) {
					t.Errorf("%s may not import %s", name, short(imp))
				}
			case strings.Contains(first, "."):
				if !slices.ContainsFunc(layer.Outside, func(m string) bool { return imp == m || strings.HasPrefix(imp, m+"/") }) {
					t.Errorf("%s may not import %s", name, imp)
				}
			}
		}
	}
	for name := range arch.Layers {
		if _, ok := pkgs[name]; !ok {
			t.Errorf("the table names %s, which does not exist", name)
		}
	}
}

// The module's top level holds what the design names and nothing else.
func TestTopLevel(t *testing.T) {
	root := packages(t)["."].Module.Dir
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	allowed := strings.Fields("spec graph oracle visual claims cases cmd internal docs .ci go.mod go.sum README.md Makefile LICENSE CONTRIBUTING.md CHANGELOG.md")
	made := strings.Fields(".git .gitignore .gitattributes .venv bin out") // by git and by make
	for _, e := range entries {
		if !slices.Contains(allowed, e.Name()) && !slices.Contains(made, e.Name()) && !strings.HasSuffix(e.Name(), ".go") {
			t.Errorf("the top level holds %s", e.Name())
		}
	}
}

// Only the command line speaks: no other package touches streams, flags or the
// environment.
func TestTalkers(t *testing.T) {
	fset := token.NewFileSet()
	for name, p := range packages(t) {
		if slices.Contains(arch.Talkers, name) {
			continue
		}
		for _, f := range p.GoFiles {
			path := filepath.Join(p.Dir, f)
			file, err := parser.ParseFile(fset, path, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				sel, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				id, ok := sel.X.(*ast.Ident)
				if !ok {
					return true
				}
				word := id.Name + "." + sel.Sel.Name
				switch word {
				case "os.Stdout", "os.Stderr", "os.Stdin", "os.Args", "os.Getenv", "os.LookupEnv", "os.Environ", "os.Exit", "fmt.Print", "fmt.Println", "fmt.Printf":
					t.Errorf("%s: %s touches %s", fset.Position(n.Pos()), name, word)
				}
				return id.Name != "flag"
			})
		}
	}
}
