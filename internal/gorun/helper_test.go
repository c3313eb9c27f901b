package gorun_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/assaybench/assay/internal/gorun"
)

func toolchain(t testing.TB) gorun.Toolchain {
	t.Helper()
	g, err := gorun.Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// options build from this checkout, with a cache that is kept beside the Python
// environment of the tests.
func options(t testing.TB) gorun.Options {
	t.Helper()
	source, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	cache := filepath.Join(source, ".venv", "cache")
	if err := os.MkdirAll(cache, 0o755); err != nil {
		t.Fatal(err)
	}
	return gorun.Options{Source: source, Cache: cache}
}

func build(t testing.TB, code string, o gorun.Options) gorun.Program {
	t.Helper()
	p, err := toolchain(t).Build(t.Context(), "analysis.go", []byte(code), o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
