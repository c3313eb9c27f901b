// Package depict says what a captured figure shows, without any case: its axes with
// their labels, units, scales and limits, its marks with their groups, ranges and error
// bars, and what a reader of it should be warned of. It judges nothing: a warning says
// what is there, not that it is wrong.
package depict

import "github.com/assaybench/assay/spec"

// Document is what a source of figures shows, as JSON.
type Document struct {
	Schema  string   `json:"schema"`
	Source  string   `json:"source"` // script | trace | vega-lite
	Figures []Figure `json:"figures"`
}

// Figure is one figure.
type Figure struct {
	Path     string    `json:"path,omitempty"`
	Format   string    `json:"format,omitempty"`
	SHA256   string    `json:"sha256,omitempty"`
	Event    int64     `json:"event,omitempty"`
	Size     []float64 `json:"size_px,omitempty"` // width and height of the canvas
	Axes     []Axes    `json:"axes"`
	Warnings []Warning `json:"warnings"`
}

// Axes is one pair of axes.
type Axes struct {
	ID         string   `json:"id"`
	Title      string   `json:"title,omitempty"`
	Facet      string   `json:"facet,omitempty"`
	TwinOf     string   `json:"twin_of,omitempty"`
	Parent     string   `json:"parent,omitempty"`      // axes in which these stand
	ColorbarOf string   `json:"colorbar_of,omitempty"` // axes whose colours these explain
	Projection string   `json:"projection,omitempty"`  // polar, …; empty where x and y are straight
	X          Axis     `json:"x"`
	Y          Axis     `json:"y"`
	Legend     []string `json:"legend"`
	Marks      []Marks  `json:"marks"`
	Texts      []string `json:"texts"` // what is written between the marks
}

// Axis is one axis.
type Axis struct {
	Label      string      `json:"label,omitempty"`
	Unit       string      `json:"unit,omitempty"`
	Scale      string      `json:"scale"`
	Kind       string      `json:"kind"` // linear | category | time
	From       spec.Number `json:"from"` // in the order in which the axis runs
	To         spec.Number `json:"to"`
	Inverted   bool        `json:"inverted,omitempty"`
	Categories []string    `json:"categories,omitempty"`
}

// Marks is a set of marks of one kind.
type Marks struct {
	Mark        string       `json:"mark"`
	Orient      string       `json:"orient,omitempty"`
	N           int          `json:"n"`
	Group       string       `json:"group,omitempty"`
	Via         string       `json:"via,omitempty"`
	X           *Range       `json:"x,omitempty"`
	Y           *Range       `json:"y,omitempty"`
	Base        *Range       `json:"base,omitempty"`
	Value       *Range       `json:"value,omitempty"`  // what the colour shows
	Part        string       `json:"part,omitempty"`   // of what it is a part: flier of a box, …
	Labels      []string     `json:"labels,omitempty"` // names of the places, once each, in order
	Uncertainty *Uncertainty `json:"uncertainty,omitempty"`
	Hidden      int          `json:"hidden,omitempty"`
	Values      *Values      `json:"values,omitempty"`
	Call        string       `json:"call,omitempty"`
}

// Range is the least and the greatest finite number of a channel.
type Range struct {
	Min spec.Number `json:"min"`
	Max spec.Number `json:"max"`
}

// Uncertainty is what an error bar, band or box spans.
type Uncertainty struct {
	Kind  string      `json:"kind"` // sd | se | ci | iqr | pi | unknown
	Level float64     `json:"level,omitempty"`
	Lo    spec.Number `json:"lo"` // the lowest end
	Hi    spec.Number `json:"hi"` // the highest end
}

// Values are the numbers of a small set, in the order of their places.
type Values struct {
	X  []spec.Number `json:"x,omitempty"`
	X2 []spec.Number `json:"x2,omitempty"`
	Y  []spec.Number `json:"y,omitempty"`
	Lo []spec.Number `json:"lo,omitempty"`
	Hi []spec.Number `json:"hi,omitempty"`
}

// Warning is something that a reader of the figure should know.
type Warning struct {
	Code    spec.Code `json:"code"`
	Axes    string    `json:"axes,omitempty"`
	Message string    `json:"message"`
	Fix     string    `json:"fix,omitempty"`
}
