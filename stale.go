package assay

import (
	"bytes"
	"encoding/json"
	"image"
	_ "image/png" // the figure of the contract
	"maps"
	"slices"
	"strconv"

	"github.com/assaybench/assay/spec"
)

// staleTolerance is how far a number of a handed-in document may lie from its
// regeneration: the last digits of another processor or library build.
var staleTolerance = spec.Tolerance{Rel: 1e-9, Abs: 1e-12}

// stale says where a handed-in file differs from its regeneration: JSON documents by
// value, pictures by decoded pixels. It never changes a score.
func stale(name string, handedIn, regenerated []byte) (where string, differs bool) {
	if bytes.Equal(handedIn, regenerated) {
		return "", false
	}
	if name == spec.FileFigure {
		a, _, errA := image.Decode(bytes.NewReader(handedIn))
		b, _, errB := image.Decode(bytes.NewReader(regenerated))
		return "", errA != nil || errB != nil || !samePixels(a, b)
	}
	a, _ := spec.ParseJSON(name, handedIn)
	b, _ := spec.ParseJSON(name, regenerated)
	if a == nil || b == nil {
		return "", true
	}
	return firstDifference(a.Root, b.Root, "")
}

func samePixels(a, b image.Image) bool {
	if a.Bounds() != b.Bounds() {
		return false
	}
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			ar, ag, ab, aa := a.At(x, y).RGBA()
			br, bg, bb, ba := b.At(x, y).RGBA()
			if ar != br || ag != bg || ab != bb || aa != ba {
				return false
			}
		}
	}
	return true
}

// firstDifference is the JSON pointer of the first value that differs, in document
// order of arrays and sorted order of keys.
func firstDifference(a, b any, pointer string) (string, bool) {
	switch x := a.(type) {
	case map[string]any:
		y, ok := b.(map[string]any)
		if !ok || len(x) != len(y) {
			return pointer, true
		}
		for _, k := range slices.Sorted(maps.Keys(x)) {
			v, ok := y[k]
			if !ok {
				return pointer + "/" + k, true
			}
			if at, differs := firstDifference(x[k], v, pointer+"/"+k); differs {
				return at, true
			}
		}
		return "", false
	case []any:
		y, ok := b.([]any)
		if !ok || len(x) != len(y) {
			return pointer, true
		}
		for i := range x {
			if at, differs := firstDifference(x[i], y[i], pointer+"/"+strconv.Itoa(i)); differs {
				return at, true
			}
		}
		return "", false
	case json.Number:
		y, ok := b.(json.Number)
		if !ok {
			return pointer, true
		}
		m, errM := x.Float64()
		n, errN := y.Float64()
		return pointer, x != y && (errM != nil || errN != nil || !staleTolerance.Close(m, n))
	case string:
		// Prose may quote the last digit of a number that moved; other words may not.
		y, ok := b.(string)
		return pointer, !ok || x != y
	}
	return pointer, a != b
}
