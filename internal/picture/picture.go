// Package picture judges the saved file of a figure: whether its bytes are a picture
// that shows something (Check), which captured figure wrote them (Saved), and whether
// there is ink where the capture has its marks (Ink). What the picture shows is known
// from the capture; its pixels only tell what cannot be seen.
package picture

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/png"
	"path"
	"strings"

	"github.com/assaybench/assay/spec"
)

// Bounds of a picture: its side and the memory that its pixels take.
const (
	minSide  = 16
	maxSide  = 1 << 15
	maxBytes = 256 << 20
)

const pngMagic = "\x89PNG\r\n\x1a\n"

const save = "Write it with savefig, once everything is drawn."

// Check says whether the bytes of a figure file are a picture that shows
// something: not empty, a PNG (an SVG or a PDF where the name says so), of a sane size, whole,
// and not blank. The size
// is read from the header and refused before anything is decoded. Its checks are all
// decisive: artifact.invalid where the file is no readable picture, artifact.refused
// where it is too large, visual.blank where it shows nothing, visual.raster where a file of
// lines and areas holds nothing but an image.
func Check(name string, data []byte) spec.Verdict {
	c := spec.Check{Name: "picture", Decisive: true, State: spec.StateScored, Place: spec.Place{File: name}}
	fail := func(code spec.Code, fix, format string, args ...any) spec.Verdict {
		c.Code, c.Fix, c.Note = code, fix, name+" "+fmt.Sprintf(format, args...)
		return spec.Judge(name, []spec.Check{c})
	}
	if len(data) == 0 {
		return fail(spec.ArtifactInvalid, save, "is empty (0 bytes)")
	}
	look := map[string]func([]byte) (drawing, error){".svg": readSVG, ".pdf": readPDF}[strings.ToLower(path.Ext(name))]
	if look != nil {
		d, err := look(data)
		switch {
		case err != nil:
			return fail(spec.ArtifactInvalid, save, "%v", err)
		case !(d.width >= 1 && d.height >= 1 && d.width <= maxPoints && d.height <= maxPoints):
			return fail(spec.ArtifactRefused, "Save it with an ordinary figsize.", "says it is %.4g x %.4g points", d.width, d.height)
		case d.images > 0 && d.marks <= background:
			return fail(spec.VisualRaster, "Draw the marks from the numbers.", "holds an image and no marks: pixels carry no numbers")
		case d.marks <= background:
			return fail(spec.VisualBlank, save, "shows nothing but its background")
		}
		c.Pass = true
		return spec.Judge(name, []spec.Check{c})
	}
	if !bytes.HasPrefix(data, []byte(pngMagic)) {
		return fail(spec.ArtifactInvalid, save, "is not a PNG picture")
	}
	if len(data) < 33 || string(data[12:16]) != "IHDR" {
		return fail(spec.ArtifactInvalid, save, "is a PNG that is cut off after %d bytes", len(data))
	}
	w, h := binary.BigEndian.Uint32(data[16:20]), binary.BigEndian.Uint32(data[20:24])
	depth := uint64(4)
	if data[24] == 16 {
		depth = 8
	}
	if w > maxSide || h > maxSide || uint64(w)*uint64(h)*depth > maxBytes {
		return fail(spec.ArtifactRefused, "Save it with a smaller figsize or dpi.", "says it has %d x %d pixels, more than is read", w, h)
	}
	if w < minSide || h < minSide {
		return fail(spec.VisualBlank, "Save it with a larger figsize or dpi.", "has only %d x %d pixels, too few to show anything", w, h)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return fail(spec.ArtifactInvalid, save, "cannot be decoded: %v", err)
	}
	if blank(img) {
		return fail(spec.VisualBlank, save, "shows nothing: all its %d x %d pixels have one colour", w, h)
	}
	c.Pass = true
	return spec.Judge(name, []spec.Check{c})
}

// blank reports whether all pixels look alike; what is fully transparent looks like
// any other transparent pixel.
func blank(img image.Image) bool {
	b := img.Bounds()
	r0, g0, b0, a0 := img.At(b.Min.X, b.Min.Y).RGBA()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			r, g, bl, a := img.At(x, y).RGBA()
			if r != r0 || g != g0 || bl != b0 || a != a0 {
				return false
			}
		}
	}
	return true
}
