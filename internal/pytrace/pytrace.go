// Package pytrace holds the tracer for analyses in Python: the embedded tracer itself,
// the interpreter that runs it, and how the two are called. It runs nothing by itself
// but the interpreter's own answers about itself.
package pytrace

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

//go:embed py/run.py py/assaytrace/*.py
var embedded embed.FS

// Root is where Install's folder is expected inside a sandbox.
const Root = "/assay"

// Files is the tracer: run.py and the package assaytrace.
func Files() fs.FS {
	sub, err := fs.Sub(embedded, "py")
	if err != nil {
		return embedded // the embedded folder is fixed at build time
	}
	return sub
}

// Install writes the tracer to a folder, which is made where it does not exist. Files
// that are there already are written anew.
func Install(dir string) error {
	return fs.WalkDir(Files(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		target := filepath.Join(dir, filepath.FromSlash(name))
		if d.IsDir() {
			return os.MkdirAll(target, 0o755)
		}
		b, err := fs.ReadFile(Files(), name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(target, b, 0o644); err != nil {
			return fmt.Errorf("install the tracer: %w", err)
		}
		return nil
	})
}
