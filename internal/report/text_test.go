package report_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/assaybench/assay/internal/report"
)

// Whatever a candidate writes, plain text has no escape sequence, no character that
// reorders or hides, and no line wider than asked for.
func TestTextHoldsAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(), rapid.StringMatching(`([a-z]{1,60}|[ \n\t]|\x1b\[2J|\x{9b}|\x{202e}|\x{2066}|e\x{301}{1,7}|\x{feff}|企){0,12}`)).Draw(t, "text")
		r := variant()
		for i := range r.Claims {
			r.Claims[i].Candidate, r.Claims[i].Text = s, s
		}
		for i := range r.Nodes {
			n := &r.Nodes[i]
			n.Candidate, n.Method = s, s
			for j := range n.Checks {
				n.Checks[j].Note, n.Checks[j].Observed = s, s
			}
		}
		for i := range r.Findings {
			f := &r.Findings[i]
			f.Message, f.Observed, f.Place.File = s, s, s
		}
		r.Submission.Name, r.Run.Limit, r.Run.Versions[s] = s, s, s
		wide := rapid.IntRange(60, 140).Draw(t, "width")
		for name, write := range map[string]func(*bytes.Buffer) error{
			"text":    func(b *bytes.Buffer) error { return report.Text(b, r, report.Style{Width: wide}) },
			"explain": func(b *bytes.Buffer) error { return report.Explain(b, r, "", report.Style{Width: wide}) },
		} {
			var b bytes.Buffer
			if err := write(&b); err != nil {
				t.Fatal(err)
			}
			if !utf8.Valid(b.Bytes()) {
				t.Errorf("%s is not UTF-8", name)
			}
			for line := range strings.Lines(b.String()) {
				line = strings.TrimSuffix(line, "\n")
				cells := 0
				for _, r := range line {
					switch {
					case unicode.Is(unicode.Cc, r), unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d', unicode.In(r, unicode.Zl, unicode.Zp):
						t.Errorf("%s holds %U", name, r)
					case !unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
						cells++
					}
				}
				if cells > wide {
					t.Errorf("%s has a line of %d cells, not %d:\n%s", name, cells, wide, line)
				}
			}
		}
	})
}

// Colour adds nothing but escape sequences.
func TestColourSaysNothingAlone(t *testing.T) {
	strip := func(s string) string {
		for {
			i := strings.Index(s, "\x1b[")
			if i < 0 {
				return s
			}
			end := strings.IndexByte(s[i:], 'm')
			s = s[:i] + s[i+end+1:]
		}
	}
	for _, s := range samples {
		plain := render(t, func(b *bytes.Buffer) error { return report.Explain(b, s.build(), "", report.Style{}) })
		colour := render(t, func(b *bytes.Buffer) error { return report.Explain(b, s.build(), "", report.Style{Color: true}) })
		if colour == plain {
			t.Errorf("%s has no colour", s.name)
		}
		var lines []string
		for l := range strings.Lines(strip(colour)) {
			lines = append(lines, strings.TrimRight(l, " \n"))
		}
		if got := strings.Join(lines, "\n") + "\n"; got != plain {
			t.Errorf("%s says something else in colour", s.name)
		}
	}
}
