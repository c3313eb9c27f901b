// Package vegalite reads Vega-Lite specifications (version 5 and 6) as figures: what a
// renderer would draw from them, as marks with their numbers, without drawing. The rows come from
// the specification itself or from files beside it; transforms, aggregates, bins, time units and
// stacks are computed as Vega does, in UTC.
//
// It reads a subset, strictly: each property is one that it follows, one of looks only, or an
// error that names it and its place. Nothing is guessed and nothing that moves a mark is passed
// over.
package vegalite

import (
	"encoding/json"
	"strings"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/diag"
	"github.com/assaybench/assay/internal/vegalite/document"
	"github.com/assaybench/assay/internal/vegalite/encoding"
	"github.com/assaybench/assay/internal/vegalite/source"
	"github.com/assaybench/assay/spec"
)

// Codes of diagnostics.
const (
	CodeUnsupported = document.CodeUnsupported // a part of the language that is not read
	CodeInvalid     = document.CodeInvalid     // not Vega-Lite
	CodeData        = document.CodeData        // rows that cannot be had
)

// Bounds of a specification.
const (
	maxPanels = 400
	maxLayers = 200
	maxCells  = 4_000_000 // rows of all layers together
)

// Open gives the bytes of a data file by its relative path.
type Open = source.Open

// Read reads a specification. The figure is nil where there is an error in the list, which
// is sorted. Its marks have no event, call or digest: these are for whoever knows where the
// file comes from.
func Read(file string, data []byte, open Open) (*trace.Figure, diag.List) {
	doc, list := spec.ParseJSON(file, data)
	if doc == nil {
		return nil, list
	}
	r := &reader{Reader: &encoding.Reader{Reader: source.NewReader(&document.Document{JSON: doc, List: list}, open)}}
	root, ok := r.Object(doc.Root, "")
	if !ok {
		return nil, r.List.Sort()
	}
	fig := r.figure(root)
	if r.List = r.List.Sort(); r.List.Errors() {
		return nil, r.List
	}
	fig.Path, fig.Format = file, "vega-lite"
	return fig, r.List
}

// Is reports whether a document looks like a Vega-Lite specification.
func Is(data []byte) bool {
	var top struct {
		Schema string          `json:"$schema"`
		Mark   json.RawMessage `json:"mark"`
		Layer  json.RawMessage `json:"layer"`
		Concat json.RawMessage `json:"concat"`
		H      json.RawMessage `json:"hconcat"`
		V      json.RawMessage `json:"vconcat"`
		Spec   json.RawMessage `json:"spec"`
	}
	if json.Unmarshal(data, &top) != nil {
		return false
	}
	return strings.Contains(top.Schema, "/vega-lite/") || top.Schema == "" && (top.Mark != nil || top.Layer != nil || top.Concat != nil || top.H != nil || top.V != nil || top.Spec != nil)
}

// reader reads one specification.
type reader struct {
	*encoding.Reader
	width  float64 // of a view without one
	height float64
	ground string // the colour of the background
	cells  int    // rows of the layers so far
	layers int
	panels int
}
