package report_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/assaybench/assay/internal/report"
)

func BenchmarkWriters(b *testing.B) {
	r := large()
	b.Run("JSON", func(b *testing.B) {
		for b.Loop() {
			if err := report.JSON(io.Discard, r); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Text", func(b *testing.B) {
		for b.Loop() {
			if err := report.Text(io.Discard, r, report.Style{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("HTML", func(b *testing.B) {
		for b.Loop() {
			if err := report.HTML(io.Discard, r); err != nil {
				b.Fatal(err)
			}
		}
	})
	var doc bytes.Buffer
	if err := report.JSON(&doc, r); err != nil {
		b.Fatal(err)
	}
	b.Run("Read", func(b *testing.B) {
		for b.Loop() {
			if _, err := report.Read(bytes.NewReader(doc.Bytes())); err != nil {
				b.Fatal(err)
			}
		}
	})
}
