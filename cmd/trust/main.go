// Command trust runs every hostile and every honest submission of the repository through
// the verifier and writes docs/trust.md. It is what make trust calls, and ends with 1
// where one of them was missed. With -only it runs those whose names begin so, and
// writes no page.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assaybench/assay"
	"github.com/assaybench/assay/internal/attack"
	"github.com/assaybench/assay/internal/attack/trust"
	"github.com/assaybench/assay/internal/honest"
)

func main() {
	only := flag.String("only", "", "run only what has a name that begins so (kind/, kind/name, case/style)")
	page := flag.String("page", "", "write the page into this file")
	python := flag.String("python", ".venv/bin/python", "the Python interpreter")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	complete, err := run(ctx, *only, *page, *python)
	assay.Close()
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "trust:", err)
		os.Exit(4)
	case !complete:
		os.Exit(1)
	}
}

func run(ctx context.Context, only, page, python string) (complete bool, err error) {
	attacks, err := attack.All()
	if err != nil {
		return false, err
	}
	styles, err := honest.All("cases/testdata/honest")
	if err != nil {
		return false, err
	}
	attacks = slices.DeleteFunc(attacks, func(a attack.Attack) bool { return !strings.HasPrefix(a.Name, only) })
	styles = slices.DeleteFunc(styles, func(s honest.Style) bool { return !strings.HasPrefix(s.Case+"/"+s.Name, only) })
	if python, err = filepath.Abs(python); err != nil {
		return false, err
	}
	if _, err := os.Stat(python); err != nil {
		return false, fmt.Errorf("%w: run make setup", err)
	}
	cache, err := filepath.Abs(".venv/cache")
	if err != nil {
		return false, err
	}
	r := attack.Runner{Cases: "cases", Options: assay.Options{Python: python, Cache: cache}}
	m, err := trust.Measure(ctx, r, attacks, styles, func(line string) { fmt.Println(line) })
	if err != nil {
		return false, err
	}
	if page != "" && only == "" {
		if err := os.WriteFile(page, []byte(m.Page()), 0o644); err != nil {
			return false, err
		}
	}
	fmt.Println(m.Rates())
	return m.Complete(), nil
}
