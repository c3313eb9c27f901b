package picture_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/picture"
	"github.com/assaybench/assay/spec"
)

func svg(attrs, body string) string {
	return `<?xml version="1.0"?><!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg" ` + attrs + `><defs><path d="M0 0"/></defs>` + body + `</svg>`
}

func pdf(box, content string) string {
	var z bytes.Buffer
	w := zlib.NewWriter(&z)
	_, _ = w.Write([]byte(content))
	_ = w.Close()
	return fmt.Sprintf("%%PDF-1.4\n1 0 obj << /Type /Page /MediaBox [ %s ] >> endobj\n2 0 obj << /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream endobj\n%%%%EOF\n", box, z.Len(), z.String())
}

func TestVectorFiles(t *testing.T) {
	const ground, bar = `<path d="M0 0h9"/>`, `<g><rect width="3"/></g>`
	for _, tt := range []struct {
		name, file, data string
		code             spec.Code
		says             string
	}{
		{"an SVG", "f.svg", svg(`width="460.8pt" height="345pt"`, ground+bar), "", ""},
		{"sized by its view", "f.SVG", svg(`viewBox="0 0 460 345"`, ground+bar), "", ""},
		{"an empty SVG", "f.svg", svg(`width="460pt" height="345pt"`, ground), spec.VisualBlank, "nothing but its background"},
		{"a pasted image", "f.svg", svg(`width="460pt" height="345pt"`, ground+`<image href="data:"/>`), spec.VisualRaster, "holds an image and no marks"},
		{"an image among marks", "f.svg", svg(`width="460pt" height="345pt"`, ground+bar+`<image href="data:"/>`), "", ""},
		{"cut off", "f.svg", svg(`width="460pt" height="345pt"`, ground+bar)[:120], spec.ArtifactInvalid, "no SVG that can be read"},
		{"another root", "f.svg", "<html></html>", spec.ArtifactInvalid, "its root is \"html\""},
		{"no size", "f.svg", svg("", ground+bar), spec.ArtifactInvalid, "without a size"},
		{"too large", "f.svg", svg(`width="1e9" height="3"`, ground+bar), spec.ArtifactRefused, "1e+09 x 3 points"},
		{"very deep", "f.svg", svg(`width="4" height="3"`, strings.Repeat("<g>", 5000)), spec.ArtifactInvalid, "more than 200 levels"},
		{"a PNG by name", "f.png", svg(`width="460pt" height="345pt"`, ground+bar), spec.ArtifactInvalid, "not a PNG"},
		{"a PDF", "f.pdf", pdf("0 0 460 345", "1 g 0 0 460 345 re f\n0 0 m 3 4 l S\n"), "", ""},
		{"an empty PDF", "f.pdf", pdf("0 0 460 345", "1 g 0 0 460 345 re f\n"), spec.VisualBlank, "nothing but its background"},
		{"a PDF with an image", "f.pdf", pdf("0 0 460 345", "1 g 0 0 460 345 re f\n/I1 Do\n") + "3 0 obj << /Subtype /Image >> endobj\n%%EOF", spec.VisualRaster, "holds an image"},
		{"a PDF cut off", "f.pdf", pdf("0 0 460 345", "S")[:90], spec.ArtifactInvalid, "cut off"},
		{"no page", "f.pdf", "%PDF-1.4\n%%EOF", spec.ArtifactInvalid, "without a page"},
		{"no size of a page", "f.pdf", pdf("0 0 0 0", "S\nS\n"), spec.ArtifactRefused, "0 x 0 points"},
		{"a broken stream", "f.pdf", strings.Replace(pdf("0 0 4 3", "S\nS\n"), "stream\nx", "stream\nq", 1), spec.ArtifactInvalid, "stream that cannot be read"},
		{"something else", "f.pdf", "PDF", spec.ArtifactInvalid, "is no PDF"},
		{"nothing", "f.svg", "", spec.ArtifactInvalid, "is empty"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := picture.Check(tt.file, []byte(tt.data)).Checks[0]
			if c.Pass != (tt.code == "") || c.Code != tt.code || !strings.Contains(c.Note, tt.says) {
				t.Errorf("pass %v, %s: %s", c.Pass, c.Code, c.Note)
			}
		})
	}
}

func FuzzVectorFiles(f *testing.F) {
	f.Add(svg(`width="460pt" height="345pt"`, `<path/><rect/>`))
	f.Add(pdf("0 0 460 345", "f\nS\n"))
	f.Add("%PDF-1.4 stream endstream %%EOF")
	f.Fuzz(func(t *testing.T, data string) {
		for _, name := range []string{"f.svg", "f.pdf", "f.png"} {
			if c := picture.Check(name, []byte(data)).Checks[0]; c.Pass == (c.Code != "") {
				t.Errorf("%s: pass %v with %q", name, c.Pass, c.Code)
			}
		}
	})
}
