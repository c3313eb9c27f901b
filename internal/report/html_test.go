package report_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"github.com/assaybench/assay/internal/report"
	"github.com/assaybench/assay/spec"
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
			if again := render(t, func(b *bytes.Buffer) error { return report.HTML(b, s.build()) }); again != page {
				t.Error("the same report gives two pages")
			}
			closed(t, page)
			if s.name != "hostile" && strings.Contains(page, "://") {
				t.Error("the page names an address")
			}
		})
	}
}

// elements collects the elements of a page in order.
func elements(t interface{ Fatal(...any) }, page string) []*html.Node {
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	var out []*html.Node
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode {
			out = append(out, n)
		}
	}
	return out
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func content(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}

func find(list []*html.Node, match func(*html.Node) bool) []*html.Node {
	var out []*html.Node
	for _, n := range list {
		if match(n) {
			out = append(out, n)
		}
	}
	return out
}

func hasClass(n *html.Node, class string) bool {
	return slices.Contains(strings.Fields(attr(n, "class")), class)
}

// closed holds a page to what makes it safe: it loads nothing, it runs its own script
// alone, and its links lead inside it.
func closed(t interface {
	Helper()
	Fatal(...any)
	Errorf(string, ...any)
}, page string) {
	t.Helper()
	allowed := strings.Fields(`html head meta title style body a svg defs symbol path circle rect text g use header p bdi span nav main section strong h1 h2 h3 ol ul li
		article code div dl dt dd blockquote details summary figure figcaption table thead tbody tr th td small b pre script`)
	ids, targets := map[string]bool{}, []string{}
	var policy, script, style string
	scripts, styles := 0, 0
	for _, n := range elements(t, page) {
		if !slices.Contains(allowed, n.Data) {
			t.Errorf("the page has an element %s", n.Data)
		}
		switch n.Data {
		case "script":
			scripts++
			script = content(n)
		case "style":
			styles++
			style = content(n)
		case "meta":
			if attr(n, "http-equiv") == "Content-Security-Policy" {
				policy = attr(n, "content")
			}
		}
		for _, a := range n.Attr {
			switch {
			case strings.HasPrefix(a.Key, "on"), a.Key == "style", a.Key == "src", a.Key == "srcset", a.Key == "action":
				t.Errorf("%s has an attribute %s", n.Data, a.Key)
			case a.Key == "href" && !strings.HasPrefix(a.Val, "#"):
				t.Errorf("a link leads to %q", a.Val)
			case a.Key == "href":
				targets = append(targets, a.Val[1:])
			case a.Key == "id":
				if ids[a.Val] {
					t.Errorf("the id %q stands twice", a.Val)
				}
				ids[a.Val] = true
			}
		}
	}
	for _, x := range targets {
		if !ids[x] {
			t.Errorf("a link leads to #%s, which is not there", x)
		}
	}
	if scripts != 1 || styles != 1 {
		t.Errorf("the page has %d scripts and %d style sheets", scripts, styles)
	}
	for name, text := range map[string]string{"script-src": script, "style-src": style} {
		h := sha256.Sum256([]byte(text))
		if want := name + " 'sha256-" + base64.StdEncoding.EncodeToString(h[:]) + "'"; !strings.Contains(policy, want) {
			t.Errorf("the policy %q does not allow the page's own %s", policy, name)
		}
	}
	if !strings.HasPrefix(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
		t.Errorf("the policy is %q", policy)
	}
	for _, r := range page {
		if r != '\n' && r != '\u200c' && r != '\u200d' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
			t.Errorf("the page holds the invisible character %U", r)
			break
		}
	}
}

// No text of a candidate opens an element or reaches a script, wherever it stands.
func TestHTMLHoldsAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(), rapid.StringMatching(`(<!--|-->|</?(script|style|svg|title|bdi|math)>|["'<>&/=]|\]\]>|\{\{|javascript:|\x1b\[1m|\x{202e}|[a-c ]){0,20}`)).Draw(t, "text")
		r := detached()
		for i := range r.Nodes {
			r.Nodes[i].Label, r.Nodes[i].Candidate = s, s
		}
		for i := range r.Claims {
			r.Claims[i].Candidate, r.Claims[i].Text = s, s
		}
		for i := range r.Findings {
			r.Findings[i].Message, r.Findings[i].Fix = s, s
		}
		a := &r.Figures[0].Axes[0]
		a.X.Label, a.Y.Label, a.X.Categories, a.Marks[0].Labels = s, s, []string{s, s, s}, []string{s, s, s}
		r.Submission.Name, r.Run.Output, r.Oracles[0].Index = s, s, []spec.Value{spec.TextValue(s), spec.TextValue(s), spec.TextValue(s)}
		var b bytes.Buffer
		if err := report.HTML(&b, r); err != nil {
			t.Fatal(err)
		}
		closed(t, b.String())
	})
}

func TestHTMLShowsVerdictFirst(t *testing.T) {
	for name, want := range map[string]struct {
		build func() *spec.Report
		title string
	}{
		"strict":  {strict, "Strict success"},
		"variant": {variant, "1 of 3 required claims does not stand"},
		"timeout": {timeout, "The submission did not execute"},
		"open":    {undecided, "Undecided"},
		"infra": {func() *spec.Report {
			r := timeout()
			r.Status = spec.StatusInfra
			return r
		}, "No verdict: the infrastructure failed"},
	} {
		all := elements(t, render(t, func(b *bytes.Buffer) error { return report.HTML(b, want.build()) }))
		h := find(all, func(n *html.Node) bool {
			return len(n.Data) == 2 && n.Data[0] == 'h' && n.Data[1] >= '1' && n.Data[1] <= '6'
		})
		if len(h) == 0 || h[0].Data != "h1" || content(h[0]) != want.title {
			t.Errorf("%s: the first heading is %q, want %q", name, content(h[0]), want.title)
		}
	}
}

// Broken edges differ by sign and line as well as by colour; blocked nodes are not
// shown as broken; each item leads to a panel with its reason.
func TestHTMLGraph(t *testing.T) {
	page := render(t, func(b *bytes.Buffer) error { return report.HTML(b, detached()) })
	all := elements(t, page)
	links := find(all, func(n *html.Node) bool { return hasClass(n, "link") })
	boxes := find(all, func(n *html.Node) bool { return hasClass(n, "box") })
	if len(links) != len(detached().Edges) || len(boxes) != len(detached().Nodes) {
		t.Fatalf("%d edges and %d nodes are drawn", len(links), len(boxes))
	}
	cuts := 0
	for _, l := range links {
		var below []*html.Node
		for d := range l.Descendants() {
			below = append(below, d)
		}
		cut := len(find(below, func(n *html.Node) bool { return hasClass(n, "cut") })) > 0
		if cut != hasClass(l, "s-broken") {
			t.Errorf("the edge %s has a cut: %v", attr(l, "aria-label"), cut)
		}
		if cut {
			cuts++
		}
	}
	if cuts != 1 {
		t.Errorf("%d edges are cut, want 1", cuts)
	}
	css, err := os.ReadFile("page/assets/page.css")
	if err != nil {
		t.Fatal(err)
	}
	if i := strings.Index(string(css), ".wire.s-broken"); i < 0 || !strings.Contains(strings.SplitN(string(css)[i:], "}", 2)[0], "stroke-dasharray") {
		t.Error("a broken edge is not dashed")
	}
	standing := map[string]string{}
	for _, b := range boxes {
		name, _, _ := strings.Cut(attr(b, "aria-label"), ",")
		standing[name] = attr(b, "class")
		panel := find(all, func(n *html.Node) bool { return attr(n, "id") == attr(b, "href")[1:] })
		if len(panel) != 1 || !hasClass(panel[0], "panel") {
			t.Errorf("%s leads to no panel", name)
		}
	}
	for name, want := range map[string]string{"v_bars": "box s-broken", "c1": "box s-blocked", "r_diff": "box s-sound"} {
		if standing[name] != want {
			t.Errorf("%s is drawn as %q, want %q", name, standing[name], want)
		}
	}
	for _, reason := range []string{"The drawn values come from a list in the code", "Pass the computed means to the drawing call."} {
		if !strings.Contains(page, reason) {
			t.Errorf("the page does not say %q", reason)
		}
	}
}

func TestHTMLDrawsMarksBesideOracle(t *testing.T) {
	all := elements(t, render(t, func(b *bytes.Buffer) error { return report.HTML(b, detached()) }))
	chart := find(all, func(n *html.Node) bool { return hasClass(n, "chart") })
	if len(chart) != 1 {
		t.Fatalf("%d charts are drawn", len(chart))
	}
	count := map[string]int{}
	for d := range chart[0].Descendants() {
		if d.Type == html.ElementNode {
			count[attr(d, "class")]++
		}
	}
	// Three diamonds, and three intervals of a line and two caps each; two of them off, each
	// with a ring and a line to it.
	if count["p-bar"] != 3 || count["p-oracle"] != 1+3 || count["p-off"] != 2*(1+3)+2*2 || count["p-hole"] != 3 {
		t.Errorf("drawn: %v", count)
	}
	cells := find(all, func(n *html.Node) bool { return n.Data == "tr" && hasClass(n, "off") })
	if len(cells) == 0 || !strings.Contains(content(cells[0]), "3550") || !strings.Contains(content(cells[0]), "3700.66") || !strings.Contains(content(cells[0]), "-150.7") {
		t.Error("the table does not set 3550 against 3700.66")
	}
}

// Every kind of mark and axis is drawn, and none stops the page.
func TestHTMLDrawsAnyMarks(t *testing.T) {
	number := rapid.OneOf(rapid.Float64(), rapid.Float64Range(-10, 10), rapid.SampledFrom([]float64{0, 1, 2}))
	kinds := []string{spec.MarkPoint, spec.MarkLine, spec.MarkBar, spec.MarkRule, spec.MarkErrorbar, spec.MarkBand, spec.MarkHistogram, spec.MarkBox, spec.MarkText, spec.MarkImage, "other"}
	rapid.Check(t, func(t *rapid.T) {
		r := strict()
		a := &r.Figures[0].Axes[0]
		a.Marks = nil
		axis := func(name string) spec.AxisView {
			return spec.AxisView{
				Label: name, Scale: rapid.SampledFrom([]string{"linear", "log", "symlog", ""}).Draw(t, name+" scale"), Kind: rapid.SampledFrom([]string{"linear", "category", "time"}).Draw(t, name+" kind"),
				Limits: [2]float64{number.Draw(t, "low"), number.Draw(t, "high")}, Inverted: rapid.Bool().Draw(t, "inverted"),
				Categories: rapid.SliceOfN(rapid.SampledFrom([]string{"Adelie", "Gentoo", "x"}), 0, 20).Draw(t, "categories"),
				Ticks:      []spec.Tick{{At: number.Draw(t, "tick"), Label: "2001"}},
			}
		}
		a.X, a.Y = axis("x"), axis("y")
		for range rapid.IntRange(1, 3).Draw(t, "sets") {
			channel := func() []float64 {
				return rapid.SliceOfN(number, 0, 4).Draw(t, "channel")
			}
			a.Marks = append(a.Marks, spec.MarkSet{
				Mark: rapid.SampledFrom(kinds).Draw(t, "mark"), Orient: rapid.SampledFrom([]string{"", "v", "h"}).Draw(t, "orient"), Group: "Gentoo",
				X: channel(), X2: channel(), Y: channel(), Base: channel(), Lo: channel(), Hi: channel(), WLo: channel(), WHi: channel(),
			})
		}
		some := func(name string) *float64 {
			if rapid.Bool().Draw(t, name+" is known") {
				return ptr(number.Draw(t, name))
			}
			return nil
		}
		for range rapid.IntRange(0, 50).Draw(t, "shown") {
			r.Shown[0].Marks = append(r.Shown[0].Marks, spec.ShownMark{Axes: rapid.SampledFrom([]string{"ax0", "ax9", ""}).Draw(t, "axes"), Label: "<b>", State: rapid.SampledFrom([]spec.ShownState{spec.ShownAgrees, spec.ShownDiffers, spec.ShownHidden, spec.ShownAbsent, spec.ShownSurplus, "other"}).Draw(t, "state"),
				At: some("at"), Drawn: some("drawn"), Wanted: some("wanted"), Low: some("low"), High: some("high")})
		}
		var b bytes.Buffer
		if err := report.HTML(&b, r); err != nil {
			t.Fatal(err)
		}
		closed(t, b.String())
	})
}

// A graph of thousands of nodes is drawn in part, quickly, and the page says so.
func TestHTMLOfManyNodes(t *testing.T) {
	r := strict()
	for i := range 4000 {
		id := fmt.Sprintf("r_%05d", i)
		r.Nodes = append(r.Nodes, node(id, spec.KindResult, "", ""))
		r.Edges = append(r.Edges, edge("t_mass", id, spec.TransformResult))
	}
	start := time.Now()
	page := render(t, func(b *bytes.Buffer) error { return report.HTML(b, r) })
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("it takes %v", d)
	}
	closed(t, page)
	if !strings.Contains(page, "9 of 4009 nodes are drawn") {
		t.Error("the page does not say that it draws a part")
	}
}
