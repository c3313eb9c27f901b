package visual_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"testing"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/visual"
)

func TestSaved(t *testing.T) {
	fig := func(path, sha string, event int64, marks ...trace.Mark) spec.Figure {
		return visual.FromFigure(trace.Figure{Path: path, SHA256: sha, Axes: []trace.Axes{{ID: "ax0", X: axis("", 0, 5), Y: axis("", 0, 5), Marks: marks}}}, event)
	}
	one, two := points([]float64{1}, []float64{2}), points([]float64{2}, []float64{3})
	for name, c := range map[string]struct {
		figs  []spec.Figure
		code  spec.Code
		event int64
	}{
		"as captured":              {[]spec.Figure{fig("figure.png", "aa", 1, one)}, "", 1},
		"dot and slash":            {[]spec.Figure{fig("./figure.png", "aa", 1, one)}, "", 1},
		"copied from another name": {[]spec.Figure{fig("tmp.png", "aa", 1, one)}, "", 1},
		"saved twice":              {[]spec.Figure{fig("figure.png", "bb", 1, one), fig("figure.png", "aa", 2, one)}, "", 2},
		"another figure later":     {[]spec.Figure{fig("figure.png", "aa", 1, one), fig("other.png", "cc", 2, two)}, "", 1},
		"saved elsewhere too":      {[]spec.Figure{fig("figure.png", "aa", 1, one), fig("copy.png", "aa", 2, one)}, "", 1},
		"drawn on afterwards":      {[]spec.Figure{fig("figure.png", "aa", 1, one), fig("", "", 2, one, two)}, spec.VisualStale, 1},
		"overwritten":              {[]spec.Figure{fig("figure.png", "bb", 1, one)}, spec.VisualForeign, 1},
		"never saved":              {[]spec.Figure{fig("other.png", "bb", 1, one)}, spec.VisualForeign, 0},
		"nothing captured":         {nil, spec.VisualForeign, 0},
	} {
		t.Run(name, func(t *testing.T) {
			f, v := visual.Saved(c.figs, "figure.png", "aa")
			var code spec.Code
			for _, k := range v.Checks {
				if !k.Pass {
					code = k.Code
				}
			}
			if code != c.code || (v.Score == 1) != (c.code == "") {
				t.Errorf("code %q, score %v, want %q", code, v.Score, c.code)
			}
			var event int64
			if f != nil {
				event = f.Event
			}
			if event != c.event {
				t.Errorf("figure of event %d, want %d", event, c.event)
			}
		})
	}
}

func encode(t testing.TB, w, h int, paint func(*image.RGBA)) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	if paint != nil {
		paint(img)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// bomb is a PNG whose header promises more pixels than anybody has memory for.
func bomb(t testing.TB, w, h uint32) []byte {
	b := encode(t, 20, 20, nil)
	binary.BigEndian.PutUint32(b[16:], w)
	binary.BigEndian.PutUint32(b[20:], h)
	binary.BigEndian.PutUint32(b[29:], crc32.ChecksumIEEE(b[12:29]))
	return b
}

func TestCheckFile(t *testing.T) {
	dot := func(i *image.RGBA) { i.Set(3, 3, color.Black) }
	good := encode(t, 100, 80, dot)
	for name, c := range map[string]struct {
		data []byte
		code spec.Code
	}{
		"a picture":    {good, ""},
		"empty":        {nil, spec.ArtifactInvalid},
		"text":         {[]byte("figure"), spec.ArtifactInvalid},
		"header only":  {good[:20], spec.ArtifactInvalid},
		"cut off":      {good[:len(good)-30], spec.ArtifactInvalid},
		"one colour":   {encode(t, 100, 80, nil), spec.VisualBlank},
		"tiny":         {encode(t, 4, 4, dot), spec.VisualBlank},
		"no pixels":    {bomb(t, 0, 10), spec.VisualBlank},
		"wide bomb":    {bomb(t, 1<<31-1, 20), spec.ArtifactRefused},
		"large bomb":   {bomb(t, 30000, 30000), spec.ArtifactRefused},
		"JPEG by name": {[]byte("\xff\xd8\xff\xe0 JFIF"), spec.ArtifactInvalid},
	} {
		t.Run(name, func(t *testing.T) {
			v := visual.CheckFile("figure.png", c.data)
			if len(v.Checks) != 1 || v.Checks[0].Code != c.code || v.Checks[0].Pass != (c.code == "") {
				t.Errorf("%+v, want %q", v.Checks, c.code)
			}
		})
	}
}

func FuzzCheckFile(f *testing.F) {
	f.Add(encode(f, 20, 20, func(i *image.RGBA) { i.Set(1, 1, color.White) }))
	f.Add(bomb(f, 30000, 30000))
	f.Add([]byte("\x89PNG\r\n\x1a\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		v := visual.CheckFile("figure.png", data)
		if len(v.Checks) != 1 || v.Checks[0].Pass != (v.Score == 1) {
			t.Errorf("%+v", v)
		}
	})
}
