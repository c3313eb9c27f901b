package picture

import (
	"bytes"
	"compress/zlib"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// drawing is what a file of lines and areas holds.
type drawing struct {
	width, height float64 // in points
	marks         int     // elements, or operators, that paint
	images        int
}

const (
	maxPoints  = 1e5      // of a side
	background = 1        // what an empty figure paints
	maxDepth   = 200      // of elements
	maxStream  = 64 << 20 // bytes of a PDF's streams that are looked at
)

var painting = map[string]bool{"path": true, "line": true, "rect": true, "circle": true, "ellipse": true, "polyline": true, "polygon": true, "use": true, "text": true}

// readSVG reads an SVG to its end: it must be well formed, with a root that has a size. What
// stands in definitions paints nothing by itself.
func readSVG(data []byte) (drawing, error) {
	var d drawing
	in := xml.NewDecoder(bytes.NewReader(data))
	var open []string
	for {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return d, fmt.Errorf("is no SVG that can be read: %w", err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			name := t.Name.Local
			switch {
			case len(open) == 0 && name != "svg":
				return d, fmt.Errorf("is no SVG: its root is %q", name)
			case len(open) == 0:
				d.width, d.height = size(t.Attr)
			case len(open) > maxDepth:
				return d, fmt.Errorf("is an SVG of more than %d levels", maxDepth)
			case inside(open, "defs", "clipPath", "symbol"):
			case name == "image":
				d.images++
			case painting[name]:
				d.marks++
			}
			open = append(open, name)
		case xml.EndElement:
			open = open[:len(open)-1]
		}
	}
	if d.width == 0 && d.height == 0 {
		return d, errors.New("is an SVG without a size")
	}
	return d, nil
}

func inside(open []string, names ...string) bool {
	for _, o := range open {
		for _, n := range names {
			if o == n {
				return true
			}
		}
	}
	return false
}

// size is that of an SVG's root in points: its width and height, else those of its view.
func size(attrs []xml.Attr) (w, h float64) {
	var view []string
	for _, a := range attrs {
		f := strings.TrimRight(strings.TrimSpace(a.Value), "abcdefghijklmnopqrstuvwxyz%")
		v, _ := strconv.ParseFloat(f, 64)
		switch a.Name.Local {
		case "width":
			w = v
		case "height":
			h = v
		case "viewBox":
			view = strings.FieldsFunc(a.Value, func(r rune) bool { return r == ' ' || r == ',' })
		}
	}
	if (w == 0 || h == 0) && len(view) == 4 {
		w, _ = strconv.ParseFloat(view[2], 64)
		h, _ = strconv.ParseFloat(view[3], 64)
	}
	return w, h
}

var (
	pageBox  = regexp.MustCompile(`/MediaBox\s*\[\s*([-\d.]+)\s+([-\d.]+)\s+([-\d.]+)\s+([-\d.]+)\s*\]`)
	page     = regexp.MustCompile(`/Type\s*/Page\b`)
	anImage  = regexp.MustCompile(`/Subtype\s*/Image\b`)
	noText   = regexp.MustCompile(`/(Length1|FontFile|Subtype|Predictor)\b`) // streams that are no page: fonts, images, tables
	painters = regexp.MustCompile(`(?:^|\s)(?:S|s|f|F|f\*|B|B\*|b|b\*|Tj|TJ|sh)(?:\s|$)`)
)

// readPDF looks at the structure of a PDF: its header and end, the size of its page, and the
// operators that paint in streams that it can inflate.
func readPDF(data []byte) (drawing, error) {
	var d drawing
	if !bytes.HasPrefix(data, []byte("%PDF-")) {
		return d, errors.New("is no PDF")
	}
	if !bytes.Contains(data[max(0, len(data)-1024):], []byte("%%EOF")) {
		return d, fmt.Errorf("is a PDF that is cut off after %d bytes", len(data))
	}
	box := pageBox.FindSubmatch(data)
	if box == nil || !page.Match(data) {
		return d, errors.New("is a PDF without a page")
	}
	var at [4]float64
	for i := range at {
		at[i], _ = strconv.ParseFloat(string(box[i+1]), 64)
	}
	d.width, d.height = at[2]-at[0], at[3]-at[1]
	d.images = len(anImage.FindAll(data, 1000))
	left := int64(maxStream)
	for rest := data; left > 0; {
		i := bytes.Index(rest, []byte("stream"))
		if i < 0 {
			break
		}
		head := rest[max(0, bytes.LastIndex(rest[:i], []byte("obj"))):i]
		body := bytes.TrimLeft(rest[i+len("stream"):], "\r\n")
		j := bytes.Index(body, []byte("endstream"))
		if j < 0 {
			return d, errors.New("is a PDF with a stream that has no end")
		}
		rest = body[j+len("endstream"):]
		if noText.Match(head) {
			continue
		}
		text := body[:j]
		if bytes.Contains(head, []byte("FlateDecode")) {
			in, err := zlib.NewReader(bytes.NewReader(text))
			if err != nil {
				return d, fmt.Errorf("is a PDF with a stream that cannot be read: %w", err)
			}
			if text, err = io.ReadAll(io.LimitReader(in, left)); err != nil {
				return d, fmt.Errorf("is a PDF with a stream that cannot be read: %w", err)
			}
		}
		left -= int64(len(text))
		d.marks += len(painters.FindAll(text, -1))
	}
	return d, nil
}
