package picture_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"testing"

	"github.com/assaybench/assay/internal/picture"
	"github.com/assaybench/assay/spec"
)

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

func TestCheck(t *testing.T) {
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
			v := picture.Check("figure.png", c.data)
			if len(v.Checks) != 1 || v.Checks[0].Code != c.code || v.Checks[0].Pass != (c.code == "") {
				t.Errorf("%+v, want %q", v.Checks, c.code)
			}
		})
	}
}

func FuzzCheck(f *testing.F) {
	f.Add(encode(f, 20, 20, func(i *image.RGBA) { i.Set(1, 1, color.White) }))
	f.Add(bomb(f, 30000, 30000))
	f.Add([]byte("\x89PNG\r\n\x1a\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		v := picture.Check("figure.png", data)
		if len(v.Checks) != 1 || v.Checks[0].Pass != (v.Score == 1) {
			t.Errorf("%+v", v)
		}
	})
}
