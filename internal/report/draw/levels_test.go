package draw_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/color"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/report/draw"
)

func level(counts [5]int, open int) draw.Levels {
	l := draw.Levels{Name: "a model <b>", Open: open, Mean: draw.Span{Least: 7, Greatest: 7, Low: 6, High: 8},
		AnyRun: draw.Span{Least: 0.5, Greatest: 0.6, Low: 0.3, High: 0.7}, AllRuns: draw.Span{Least: math.NaN()}}
	for rc, n := range counts {
		l.Scores[4*rc][rc] = n
	}
	return l
}

func pictures(rows []draw.Levels) []*draw.Picture {
	return []*draw.Picture{draw.Distribution(rows), draw.Stacks(rows), draw.ScoreAgainstLevel(rows[0], 8), draw.AnyAll(rows, 3)}
}

// pixels counts the pixels of each colour.
func pixels(t *testing.T, p *draw.Picture) map[color.RGBA]int {
	t.Helper()
	var b bytes.Buffer
	if err := p.PNG(&b); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	out := map[color.RGBA]int{}
	r := img.Bounds()
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			out[color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)]++
		}
	}
	return out
}

// Areas in the picture are the shares: of a stack all of them, of discs those of one level
// by another.
func TestLevelsInPixels(t *testing.T) {
	rc0, rc1, rc4, open := color.RGBA{0xd8, 0xd3, 0xc8, 255}, color.RGBA{0xb3, 0xcb, 0xc5, 255}, color.RGBA{0x0a, 0x55, 0x50, 255}, color.RGBA{0xdc, 0xb7, 0x58, 255}
	ratio := func(what string, a, b int, want float64) {
		t.Helper()
		if got := float64(a) / float64(b); math.Abs(got/want-1) > 0.06 {
			t.Errorf("%s: %.3f, want %.3f", what, got, want)
		}
	}
	ten := make([]draw.Levels, 10) // so many rows that the key counts little
	for i := range ten {
		ten[i] = level([5]int{20, 0, 0, 0, 60}, 20)
	}
	p := pixels(t, draw.Stacks(ten))
	ratio("RC4 by RC0", p[rc4], p[rc0], 3)
	ratio("undecided by RC0", p[open], p[rc0], 1)
	p = pixels(t, draw.ScoreAgainstLevel(level([5]int{25, 0, 0, 0, 100}, 0), 8))
	ratio("discs", p[rc4], p[rc0], 4)
	l := draw.Levels{Mean: draw.Span{Least: math.NaN()}}
	l.Scores[0][0], l.Scores[20][4] = 50, 100
	one := pixels(t, draw.Distribution([]draw.Levels{l}))[rc1]
	l.Scores[0][0] = 100
	ratio("bars", pixels(t, draw.Distribution([]draw.Levels{l}))[rc1], one, 2/1.5)
}

// A picture is the same twice, as a file it is well-formed and needs nothing else, and
// names stay text.
func TestPictureFiles(t *testing.T) {
	for i, p := range pictures([]draw.Levels{level([5]int{1, 2, 3, 4, 5}, 1), {Mean: draw.Span{Least: math.NaN()}, AnyRun: draw.Span{Least: math.NaN()}, AllRuns: draw.Span{Least: math.NaN()}}}) {
		var a, b bytes.Buffer
		if err := errors.Join(p.SVG(&a), p.SVG(&b)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("%s differs", p.Name)
		}
		if s := a.String(); strings.Contains(s, "<b>") || i != 2 && !strings.Contains(s, "a model &lt;b&gt;") || strings.Contains(s, "NaN") || strings.Contains(s, "href") {
			t.Errorf("%s:\n%s", p.Name, s)
		}
		for d := xml.NewDecoder(&a); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", p.Name, err)
			}
		}
		html, err := p.HTML()
		if err != nil || !strings.Contains(string(html), `role="img"`) {
			t.Error(err)
		}
	}
}
