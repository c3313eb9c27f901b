package report_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/assaybench/assay/internal/report"
)

func TestHTML(t *testing.T) {
	for _, s := range samples {
		t.Run(s.name, func(t *testing.T) {
			page := render(t, func(b *bytes.Buffer) error { return report.HTML(b, s.build()) })
			if *htmlDir != "" {
				if err := os.WriteFile(filepath.Join(*htmlDir, s.name+".html"), []byte(page), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}
