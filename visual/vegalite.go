package visual

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/assaybench/assay/internal/capture"
	"github.com/assaybench/assay/internal/vegalite"
	"github.com/assaybench/assay/spec"
)

// Codes of the diagnostics of FromVegaLite: a part of the language that is not read, what is
// no Vega-Lite, rows that are not to be had.
const (
	CodeVegaLiteUnsupported = vegalite.CodeUnsupported
	CodeVegaLiteInvalid     = vegalite.CodeInvalid
	CodeVegaLiteData        = vegalite.CodeData
)

// FromVegaLite reads a Vega-Lite specification (version 5 or 6) as a figure: the marks that a
// renderer draws from it, in the form in which those of plotting libraries are captured. Open
// gives the data files that it names by relative paths; nil where there are none. The figure
// is nil where the list has an error: a part that is not read is named there with its JSON
// pointer.
func FromVegaLite(file string, data []byte, open func(path string) ([]byte, error)) (*spec.Figure, spec.Diagnostics) {
	read, list := vegalite.Read(file, data, open)
	if read == nil {
		return nil, list
	}
	sum := sha256.Sum256(data)
	read.SHA256 = hex.EncodeToString(sum[:])
	fig := capture.FromFigure(*read, 0)
	return &fig, list
}

// IsVegaLite reports whether a document looks like a Vega-Lite specification.
func IsVegaLite(data []byte) bool { return vegalite.Is(data) }
