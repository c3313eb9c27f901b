package report_test

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/internal/report"
	"github.com/assaybench/assay/spec"
)

var (
	update  = flag.Bool("update", false, "write the golden files anew")
	htmlDir = flag.String("html", "", "also write the sample pages into this folder")
)

func render(t *testing.T, write func(*bytes.Buffer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s differs (run with -update to accept):\n%s", path, d)
	}
}

func TestTextGolden(t *testing.T) {
	for _, s := range samples {
		t.Run(s.name, func(t *testing.T) {
			got := render(t, func(b *bytes.Buffer) error { return report.Text(b, s.build(), report.Style{}) })
			golden(t, "text-"+s.name+".txt", got)
		})
	}
	t.Run("color", func(t *testing.T) {
		got := render(t, func(b *bytes.Buffer) error { return report.Text(b, variant(), report.Style{Color: true, Width: 80}) })
		golden(t, "text-color.txt", got)
	})
}

func TestExplainGolden(t *testing.T) {
	for _, s := range samples {
		t.Run(s.name, func(t *testing.T) {
			got := render(t, func(b *bytes.Buffer) error { return report.Explain(b, s.build(), "", report.Style{}) })
			golden(t, "explain-"+s.name+".txt", got)
		})
	}
	t.Run("one", func(t *testing.T) {
		got := render(t, func(b *bytes.Buffer) error { return report.Explain(b, variant(), "c3", report.Style{Width: 80}) })
		golden(t, "explain-one.txt", got)
		byCandidate := render(t, func(b *bytes.Buffer) error { return report.Explain(b, variant(), "spread", report.Style{Width: 80}) })
		if d := cmp.Diff(got, byCandidate); d != "" {
			t.Error("the candidate's id does not name the same claim:\n" + d)
		}
	})
}

var _ = []any{errors.New, regexp.MustCompile, slices.Sort[[]int], strings.Contains, unicode.IsControl, spec.Report{}}
