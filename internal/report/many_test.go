package report_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/assaybench/assay/internal/report"
	"github.com/assaybench/assay/spec"
)

// figureOf draws n points in sets of size each, with a label for every mark.
func figureOf(n, size int) *spec.Report {
	r := strict()
	a := &r.Figures[0].Axes[0]
	for k := 0; k < n; k += size {
		m := spec.MarkSet{Mark: spec.MarkPoint}
		for i := k; i < min(n, k+size); i++ {
			m.X, m.Y, m.Labels = append(m.X, float64(i%977)), append(m.Y, 3000+math.Sqrt(float64(i))), append(m.Labels, fmt.Sprintf("penguin %d", i))
		}
		a.Marks = append(a.Marks, m)
	}
	return r
}

// A figure of very many marks (a million in the long tests) makes no report huge or slow: an even sample is written
// and drawn, and both say of how many.
func TestManyMarks(t *testing.T) {
	sizes := []struct{ marks, size int }{{200_000, 200_000}, {200_000, 1000}, {20_000, 1}}
	if os.Getenv("ASSAY_LONG") != "" {
		sizes = []struct{ marks, size int }{{1_000_000, 1_000_000}, {1_000_000, 1000}, {50_000, 1}}
	}
	for _, x := range sizes {
		r := figureOf(x.marks, x.size)
		start := time.Now()
		page := render(t, func(b *bytes.Buffer) error { return report.HTML(b, r) })
		drawn := time.Since(start)
		doc := render(t, func(b *bytes.Buffer) error { return report.JSON(b, r) })
		written := time.Since(start) - drawn
		text := render(t, func(b *bytes.Buffer) error { return report.Text(b, r, report.Style{}) })
		t.Logf("%d in sets of %d: page %d KiB in %v, JSON %d KiB in %v, text in %v", x.marks, x.size, len(page)>>10, drawn.Round(time.Millisecond), len(doc)>>10, written.Round(time.Millisecond), (time.Since(start) - drawn - written).Round(time.Millisecond))
		if len(page) > 2<<20 || len(doc) > spec.MaxJSONBytes/2 || len(text) > 1<<16 {
			t.Errorf("%d marks in sets of %d: the page has %d bytes, JSON %d, text %d", x.marks, x.size, len(page), len(doc), len(text))
		}
		if d := time.Since(start); d > 20*time.Second {
			t.Errorf("%d marks in sets of %d take %v", x.marks, x.size, d)
		}
		if !strings.Contains(page, fmt.Sprintf("Of %d marks an even sample", x.marks+6)) {
			t.Error("the page does not say that it draws a sample")
		}
		if !strings.Contains(page, "3700.66") {
			t.Error("the drawn means are no longer found beside the oracle's")
		}
		back, err := report.Read(strings.NewReader(doc))
		if err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		a := back.Figures[0].Axes[0]
		if x.size == 1 {
			if len(a.Marks) > 10_000 || a.SetsOf != x.marks+2 {
				t.Errorf("JSON has %d of %d sets", len(a.Marks), a.SetsOf)
			}
			continue
		}
		all := 0
		for _, m := range a.Marks {
			if m.Of > 0 && m.Of <= m.Len() {
				t.Errorf("%d marks are a sample of %d", m.Len(), m.Of)
			}
			all += max(m.Of, m.Len())
		}
		if all != x.marks+6 {
			t.Errorf("JSON speaks of %d marks, not %d", all, x.marks+6)
		}
	}
}

// The sample behind a histogram is thinned as its marks are.
func TestManyOfASample(t *testing.T) {
	r := strict()
	a := &r.Figures[0].Axes[0]
	a.Marks = []spec.MarkSet{{Mark: spec.MarkHistogram, X: []float64{0, 1}, X2: []float64{1, 2}, Y: []float64{5, 6}, Base: []float64{0, 0}, Sample: make([]float64, 1_000_000)}}
	back, err := report.Read(strings.NewReader(render(t, func(b *bytes.Buffer) error { return report.JSON(b, r) })))
	if err != nil {
		t.Fatal(err)
	}
	m := back.Figures[0].Axes[0].Marks[0]
	if m.SampleOf != 1_000_000 || len(m.Sample) == 0 || len(m.Sample) > 200_000 || m.Of != 0 || m.Len() != 2 {
		t.Errorf("%d of %d values, %d of %d marks", len(m.Sample), m.SampleOf, m.Len(), m.Of)
	}
}
