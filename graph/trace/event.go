// Package trace is the trace of one run (assay/trace/v1): what the analysis did, as
// JSON lines that the parent numbers and chains. The trace is structure, never
// authority: it is written by the candidate's own process.
package trace

import "github.com/assaybench/assay/spec"

// Kind is the kind of a line.
type Kind string

// Kinds of lines (design, section 12; "array" carries the content of a value once).
const (
	KindRun    Kind = "run"
	KindFile   Kind = "file"
	KindOp     Kind = "op"
	KindBind   Kind = "bind"
	KindSlot   Kind = "slot"
	KindLoop   Kind = "loop"
	KindBranch Kind = "branch"
	KindResult Kind = "result"
	KindFigure Kind = "figure"
	KindAudit  Kind = "audit"
	KindArray  Kind = "array"
	KindEnd    Kind = "end"
)

// Where a line comes from: what the run sends is never of the outside, whatever it says.
const (
	SrcRun     = "interp"
	SrcOutside = "os"
)

// Header stands on every line. Seq, Chain and Src are set by the parent, never by the
// candidate's process.
type Header struct {
	Seq   int64  `json:"seq"`
	Chain string `json:"chain,omitempty"`
	K     Kind   `json:"k"`
	Src   string `json:"src"` // SrcRun | SrcOutside
	PID   int    `json:"pid,omitempty"`
	TID   int64  `json:"tid,omitempty"`
	Site  *Site  `json:"site,omitempty"`
}

// Site is a place in the candidate's code.
type Site struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Col  int    `json:"col"` // from 0, in bytes, as Python counts
}

// Run opens a trace.
type Run struct {
	Version   string            `json:"version"` // assay/trace/v1
	Language  string            `json:"language"`
	Runtime   string            `json:"runtime"`
	Libraries map[string]string `json:"libraries"`
	Scripts   []Script          `json:"scripts"`
	Caps      map[string]int64  `json:"caps,omitempty"`
}

// Script is a file of candidate code.
type Script struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

// File is an access to a file. ID shares the number space of Op, so that operations
// can name the file they read as an input; what was seen from outside has none.
type File struct {
	ID     int64  `json:"id,omitempty"`
	Op     string `json:"op"`           // read | write; from outside also open | exec | socket | connect | unlink | rename | link
	Path   string `json:"path"`         // relative to the run's folder where inside it, else absolute
	To     string `json:"to,omitempty"` // the new name of a rename or link; where a link leads
	Mode   string `json:"mode,omitempty"`
	Err    string `json:"err,omitempty"` // how it failed, as far as could be told before: ENOENT, EROFS …
	SHA256 string `json:"sha256,omitempty"`
	Size   int64  `json:"size,omitempty"`
}

// Op is one operation: a call, an operator, a selection, a literal container.
type Op struct {
	ID     int64                 `json:"id"`
	Fam    string                `json:"fam,omitempty"` // set by the reader from Families where the tracer left it empty
	Fn     string                `json:"fn"`            // native name: pandas.DataFrame.mean, numpy.mean, builtins.sum, operator.sub
	Lib    *Lib                  `json:"lib,omitempty"`
	In     []Input               `json:"in,omitempty"`
	Params map[string]spec.Value `json:"params,omitempty"` // literal arguments: keywords by name, positions as "0", "1"
	Sel    *Selection            `json:"sel,omitempty"`
	Out    *Value                `json:"out,omitempty"`
	N      int64                 `json:"n,omitempty"` // for a summary: how many runs it stands for
	Err    string                `json:"err,omitempty"`
	Method string                `json:"-"` // method family by a rule of the case
}

// Lib is the library that an operation's function is from.
type Lib struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	Origin  string `json:"origin"` // lib | user | unknown
}

// Input is one dependency of an operation. Ref is the id of an earlier Op or File;
// Role is self, arg, the keyword's name, iter, mask, key, closure, file.
type Input struct {
	Ref    int64  `json:"ref"`
	Role   string `json:"role,omitempty"`
	Via    string `json:"via,omitempty"` // id | slot | name | loop | fp | ctx | file
	Approx bool   `json:"approx,omitempty"`
	FP     string `json:"fp,omitempty"` // fingerprint of the argument as it was passed
}

// Selection is what a selecting operation did to rows and columns.
type Selection struct {
	ColsRead    []string `json:"cols_read,omitempty"`
	ColsWritten []string `json:"cols_written,omitempty"`
	RowsIn      int64    `json:"rows_in,omitempty"`
	RowsOut     int64    `json:"rows_out,omitempty"`
	Mask        string   `json:"mask,omitempty"`
	Keys        []string `json:"keys,omitempty"`
}

// Value describes a value of the run. Its content, where it was small enough to send,
// stands in V, or under FP (and each column's FP) among the trace's arrays.
type Value struct {
	Type      string       `json:"type"` // scalar|array|table|series|groups|model|text|map|list|figure|opaque
	Shape     []int        `json:"shape,omitempty"`
	DType     string       `json:"dtype,omitempty"`
	V         []spec.Value `json:"v,omitempty"` // up to 64, exact
	FP        string       `json:"fp,omitempty"`
	FPSampled bool         `json:"fp_sampled,omitempty"`
	Mix       string       `json:"mix,omitempty"` // order-free digest (canon.Rows, 16 hex digits) where the content is too large to send
	Cols      []Col        `json:"cols,omitempty"`
	Unit      string       `json:"unit,omitempty"`
}

// Col is a column of a table (or the single column of a named series).
type Col struct {
	Name  string       `json:"name"`
	DType string       `json:"dtype"`
	FP    string       `json:"fp"`
	V     []spec.Value `json:"v,omitempty"`
	Mix   string       `json:"mix,omitempty"`   // as Value.Mix
	Index bool         `json:"index,omitempty"` // a named level of the table's row labels
}

// Array carries the content of a value once per fingerprint. Numbers (DType f8) come
// as little-endian float64 in base64 (B64); text (DType U) as a list, null for missing.
type Array struct {
	FP    string    `json:"fp"`
	DType string    `json:"dtype"` // f8 | U
	Shape []int     `json:"shape"`
	B64   []byte    `json:"b64,omitempty"`
	Text  []*string `json:"text,omitempty"`
}

// Bind says that a name was bound to the output of an operation (0: to none).
type Bind struct {
	Name  string `json:"name"`
	Scope string `json:"scope,omitempty"`
	Ref   int64  `json:"ref"`
}

// Slot says that an element of a container came from an operation.
type Slot struct {
	Ref int64      `json:"ref"`
	Key spec.Value `json:"key"`
	Val int64      `json:"val"`
}

// Loop sums up a loop after its traced iterations.
type Loop struct {
	Iterations int64    `json:"iterations"`
	Traced     int64    `json:"traced"`
	Writes     []string `json:"writes,omitempty"`
}

// Branch is the outcome of a condition at the top level of the program.
type Branch struct {
	Outcome  bool    `json:"outcome"`
	Operands []int64 `json:"operands,omitempty"`
}

// ResultLeaf ties one leaf of a JSON document that was written to the operation its
// value came from. Ref is 0 where the value came from no observed operation (a
// literal).
type ResultLeaf struct {
	Pointer string     `json:"pointer"`
	Value   spec.Value `json:"value"`
	Ref     int64      `json:"ref"`
	File    string     `json:"file"`
	Approx  bool       `json:"approx,omitempty"` // the operation made the text or container that holds the leaf, not the leaf itself
}

// Audit is a notable event: an import, use of ctypes, a child process.
type Audit struct {
	Event  string           `json:"event"`
	Detail string           `json:"detail,omitempty"`
	Counts map[string]int64 `json:"counts,omitempty"`
}

// End closes a trace.
type End struct {
	Events  int64   `json:"events"`
	Dropped int64   `json:"dropped"`
	Exit    int     `json:"exit"`
	CPU     float64 `json:"cpu"`
	Error   string  `json:"error,omitempty"` // the tracer's own failure, after which it was off
}

// Figure is a figure as it was when it was saved.
type Figure struct {
	Path   string    `json:"path"`
	Format string    `json:"format,omitempty"`
	SHA256 string    `json:"sha256,omitempty"` // of the bytes written
	DPI    float64   `json:"dpi,omitempty"`
	SizePx []float64 `json:"size_px,omitempty"` // width and height of the canvas
	Axes   []Axes    `json:"axes"`

	Pictures []Picture `json:"pictures,omitempty"`
}

// Picture is an array of colours that lies on a figure; it carries no numbers.
type Picture struct {
	BBoxPx []float64 `json:"bbox_px"` // left, bottom, width, height
	Z      float64   `json:"z,omitempty"`
	Opaque float64   `json:"opaque"`         // which part of it hides what lies behind
	Axes   string    `json:"axes,omitempty"` // on which it lies; empty for the figure itself
}

// Axes is one pair of axes.
type Axes struct {
	ID         string    `json:"id"`
	Parent     string    `json:"parent,omitempty"`
	TwinOf     string    `json:"twin_of,omitempty"`
	ColorbarOf string    `json:"colorbar_of,omitempty"` // axes whose colours these explain
	Secondary  string    `json:"secondary,omitempty"`   // x | y: a second scale of that axis of the parent
	Projection string    `json:"projection,omitempty"`
	Title      string    `json:"title,omitempty"`
	BBoxPx     []float64 `json:"bbox_px,omitempty"` // left, bottom, width, height
	X          Axis      `json:"x"`
	Y          Axis      `json:"y"`
	Facet      string    `json:"facet,omitempty"`
	Marks      []Mark    `json:"marks"`
	Legend     *Legend   `json:"legend,omitempty"`
	Pt         float64   `json:"pt,omitempty"`    // size of the smallest text
	PtOf       string    `json:"pt_of,omitempty"` // which text that is
}

// Axis is one axis.
type Axis struct {
	Label      string         `json:"label,omitempty"`
	Scale      string         `json:"scale"`
	Limits     [2]spec.Number `json:"limits"`
	Kind       string         `json:"kind"`                 // linear | category | time
	Categories []string       `json:"categories,omitempty"` // label of position 0, 1, …
	Ticks      []Tick         `json:"ticks,omitempty"`
	Unit       string         `json:"unit,omitempty"`
	Crowded    int            `json:"crowded,omitempty"` // tick labels that overlap the next one
}

// Tick is a labelled position.
type Tick struct {
	At    spec.Number `json:"at"`
	Label string      `json:"label"`
}

// Legend lists entries in order; RGBA is the colour of the entry's handle.
type Legend struct {
	Title   string        `json:"title,omitempty"`
	Entries []LegendEntry `json:"entries"`
	Pt      float64       `json:"pt,omitempty"`      // size of its smallest text
	BBoxPx  []float64     `json:"bbox_px,omitempty"` // left, bottom, width, height
}

// LegendEntry is one entry of a legend. Look stands for all that its handle looks like but
// the colour: entries of one colour and one look cannot be told apart.
type LegendEntry struct {
	Label string    `json:"label"`
	RGBA  []float64 `json:"rgba,omitempty"`
	Look  string    `json:"look,omitempty"`
}

// Mark is one artist or container as captured. Artist is the matplotlib class or the
// container's: Line2D, PathCollection, BarContainer, ErrorbarContainer, FillBetween,
// StepPatch, BoxContainer, AxesImage, Rectangle, Text, QuadMesh, ContourSet, Wedge, Quiver, …
// Channels hold the drawn numbers in data coordinates: x, y, and for bars base (bottom, or
// left where Orient is h) and width, for error bars and bands lo, hi, for boxes q1, med, q3,
// wlo, whi, size and color where they vary (docs/format/trace.md has them all). All channels
// of a mark have one length but where Shape is given.
type Mark struct {
	Mark      string                `json:"mark"`
	Artist    string                `json:"artist"`
	Orient    string                `json:"orient,omitempty"`
	Coords    string                `json:"coords,omitempty"` // data | axes | figure | blended
	Channels  map[string]Channel    `json:"channels"`
	Extent    string                `json:"extent,omitempty"` // sd|se|ci|iqr|unknown
	Level     float64               `json:"level,omitempty"`
	N         int                   `json:"n,omitempty"`
	Bins      int                   `json:"bins,omitempty"`
	Group     *MarkGroup            `json:"group,omitempty"`
	Label     string                `json:"label,omitempty"`
	RGBA      []float64             `json:"rgba,omitempty"`
	RGBAs     [][]float64           `json:"rgbas,omitempty"` // one per mark where they differ
	Visible   bool                  `json:"visible"`
	Gone      []int                 `json:"gone,omitempty"` // marks of it that are switched off
	Alpha     float64               `json:"alpha"`
	LineWidth float64               `json:"linewidth,omitempty"`
	LineStyle string                `json:"linestyle,omitempty"`
	Marker    string                `json:"marker,omitempty"`
	Z         float64               `json:"z,omitempty"`
	Text      string                `json:"text,omitempty"`
	Call      int64                 `json:"call,omitempty"`   // op id of the drawing call
	Fn        string                `json:"fn,omitempty"`     // native name of the drawing call
	Refs      []int64               `json:"refs,omitempty"`   // op ids of the values passed to it
	Shape     []int                 `json:"shape,omitempty"`  // of a mesh: rows and columns of color; x and y are then the edges
	Step      string                `json:"step,omitempty"`   // pre | mid | post
	Part      string                `json:"part,omitempty"`   // flier, stem, range, mean, …
	Levels    []spec.Number         `json:"levels,omitempty"` // of a contour
	Filled    bool                  `json:"filled,omitempty"`
	Labels    []string              `json:"labels,omitempty"` // one per mark: wedges of a pie
	CLim      []spec.Number         `json:"clim,omitempty"`   // least and greatest color that the colour map tells apart
	Clip      []float64             `json:"clip,omitempty"`   // left, right, bottom, top of what is shown, where that is not the axes
	Sample    *Channel              `json:"sample,omitempty"` // what a histogram, box or violin was drawn from
	Said      map[string]spec.Value `json:"said,omitempty"`   // words and numbers of the call that no artist holds
}

// MarkGroup is the group a mark stands for.
type MarkGroup struct {
	Variable string `json:"variable,omitempty"`
	Level    string `json:"level"`
	Via      string `json:"via"`
}

// Channel is the numbers of one visual channel: float64 in base64, or values where
// they are not numbers.
type Channel struct {
	B64 []byte       `json:"b64,omitempty"`
	V   []spec.Value `json:"v,omitempty"`

	num []float64 // the numbers of B64, where they were too many to be read twice; B64 is then empty
}
