package scorer

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	_ "image/gif" // decoders of DecodeConfig
	_ "image/jpeg"
	_ "image/png"
)

// pictureType is the MIME type of an image by its bytes, whatever its name says: PNG,
// JPEG, GIF or WebP, which judges read. The header must be whole.
func pictureType(data []byte) (string, error) {
	switch {
	case len(data) == 0:
		return "", errors.New("it is empty")
	case len(data) >= 16 && bytes.HasPrefix(data, []byte("RIFF")) && string(data[8:12]) == "WEBP":
		return "image/webp", nil
	case bytes.HasPrefix(data, []byte("BM")):
		return "", errors.New("it is a BMP, which judges do not read")
	case bytes.Contains(data[:min(len(data), 1024)], []byte("<svg")):
		return "", errors.New("it is an SVG, which judges do not read")
	}
	c, format, err := image.DecodeConfig(bytes.NewReader(data))
	switch {
	case err != nil:
		return "", errors.New("it is no PNG, JPEG, GIF or WebP")
	case c.Width < 1 || c.Height < 1 || c.Width > 1<<15 || c.Height > 1<<15:
		return "", fmt.Errorf("it has %d x %d pixels", c.Width, c.Height)
	}
	return "image/" + format, nil
}
