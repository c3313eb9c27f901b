package spec

// Mark types of a captured figure, in Vega-Lite's words where it has one.
const (
	MarkPoint     = "point"
	MarkLine      = "line"
	MarkBar       = "bar"
	MarkRule      = "rule"
	MarkErrorbar  = "errorbar"
	MarkBand      = "band"
	MarkHistogram = "histogram"
	MarkBox       = "box"
	MarkText      = "text"
	MarkImage     = "image"   // a picture without numbers of its own
	MarkMesh      = "mesh"    // cells of a grid, each of a value shown by colour
	MarkHex       = "hex"     // hexagonal bins, likewise
	MarkContour   = "contour" // places where a surface has a level
	MarkArc       = "arc"     // wedges of a pie
	MarkArrow     = "arrow"   // vectors of a field
	MarkViolin    = "violin"
	MarkSpan      = "span" // a stripe across the axes
	MarkPolygon   = "polygon"
)

// Figure is a captured figure as canonical marks, whatever artists drew it.
type Figure struct {
	Path   string     `json:"path"`   // file the figure was saved to, relative to the run
	SHA256 string     `json:"sha256"` // bytes that the save wrote
	Event  int64      `json:"event"`  // trace event of the save
	Axes   []AxesView `json:"axes"`
	Size   [2]float64 `json:"-"` // width and height of the canvas in pixels; 0 where unknown

	Pictures []Picture `json:"-"` // that lie on it

	Late     int64  `json:"late,omitempty"`      // event of a drawing call on the figure after this save; 0 without one
	LateCall string `json:"late_call,omitempty"` // that call, for messages
}

// Picture is an array of colours on a figure. It carries no numbers, and may hide marks.
type Picture struct {
	Box    [4]float64 // left, bottom, width, height in pixels
	Opaque float64    // which part of it hides what lies behind
	Axes   string     // id of the axes on which it lies; empty for the figure itself
	Over   bool       // it lies above the marks of its axes, or of all where it has none
}

// AxesView is one pair of axes with its marks.
type AxesView struct {
	ID         string     `json:"id"`
	Title      string     `json:"title,omitempty"`
	Facet      string     `json:"facet,omitempty"`
	TwinOf     string     `json:"twin_of,omitempty"`
	Parent     string     `json:"parent,omitempty"`      // axes in which these stand: an inset, or a second scale
	Secondary  string     `json:"secondary,omitempty"`   // x | y: a second scale of that axis of the axes they stand in
	ColorbarOf string     `json:"colorbar_of,omitempty"` // axes whose colours these explain
	Projection string     `json:"projection,omitempty"`  // polar, 3d, …; empty where x and y are straight
	X          AxisView   `json:"x"`
	Y          AxisView   `json:"y"`
	Legend     []string   `json:"legend,omitempty"` // entries, as shown
	Marks      []MarkSet  `json:"marks"`
	Pt         float64    `json:"-"`                 // size of the smallest text in points; 0 where unknown
	PtOf       string     `json:"-"`                 // which text that is
	LegendPt   float64    `json:"-"`                 // size of the smallest text of the legend
	LegendBox  [4]float64 `json:"-"`                 // place of the legend, like Box
	LegendLike []int      `json:"-"`                 // of each entry: the first that looks like it, which is itself where none does
	Box        [4]float64 `json:"-"`                 // place on the canvas: left, bottom, width, height in pixels; 0 where unknown or not rectangular
	SetsOf     int        `json:"sets_of,omitempty"` // in a report: number of sets of which Marks is an even sample; 0 where all are listed
}

// AxisView is one axis.
type AxisView struct {
	Label      string     `json:"label,omitempty"`
	Unit       string     `json:"unit,omitempty"` // read from the label, in canonical form; empty where none is shown
	Scale      string     `json:"scale"`          // linear | log | symlog | ...
	Kind       string     `json:"kind"`           // linear | category | time
	Limits     [2]float64 `json:"limits"`
	Inverted   bool       `json:"inverted,omitempty"`
	Categories []string   `json:"categories,omitempty"` // label of position 0, 1, …
	Ticks      []Tick     `json:"ticks,omitempty"`
	Crowded    int        `json:"-"` // tick labels that overlap the next one
}

// Tick is a labelled position of an axis.
type Tick struct {
	At    float64 `json:"at"`
	Label string  `json:"label"`
}

// MarkSet is a group of marks of one kind that belong together: one series, one set
// of bars. All channel slices that are present have one length.
//
//   - bar: Y is the end and Base its baseline (X and Base where Orient is "h");
//   - errorbar, band: Lo and Hi are the ends; an area from a baseline is a band;
//   - histogram: Base, the edges X and X2, and Y;
//   - box: the first quartile in Lo, the third in Hi, the median in Y (X where lying), the
//     whiskers' ends in WLo and WHi, the mean in Mean where one is drawn;
//   - rule: a segment from (X, Y) to (X2, Y2), or a line across the axes at X or Y alone;
//   - span: from X to X2 or from Y to Y2, across the axes;
//   - mesh: cells from (X, Y) to (X2, Y2), or with their middles at (X, Y), of a Value;
//   - hex: bins with their middles at (X, Y), of a Value;
//   - contour: vertices of the lines (or, Filled, of the areas) of each level, which is in
//     Value (the lower one of an area); all in Levels;
//   - arc: Y is the share of the whole, Value what was given for it;
//   - arrow: from (X, Y), U and V long;
//   - violin: the outline from Lo to Hi at each place along the values, which is in Y (X
//     where lying);
//   - polygon: its vertices.
type MarkSet struct {
	Mark     string           `json:"mark"`
	Orient   string           `json:"orient,omitempty"` // v | h
	Group    string           `json:"group,omitempty"`  // the group it stands for, as shown (legend, colour, facet)
	Via      string           `json:"via,omitempty"`    // legend | colour | facet | label | tick
	X        []float64        `json:"x,omitempty"`
	X2       []float64        `json:"x2,omitempty"`
	Y        []float64        `json:"y,omitempty"`
	Base     []float64        `json:"base,omitempty"`
	Lo       []float64        `json:"lo,omitempty"`
	Hi       []float64        `json:"hi,omitempty"`
	WLo      []float64        `json:"wlo,omitempty"`
	WHi      []float64        `json:"whi,omitempty"`
	Y2       []float64        `json:"y2,omitempty"`
	U        []float64        `json:"u,omitempty"`
	V        []float64        `json:"v,omitempty"`
	Mean     []float64        `json:"mean,omitempty"`
	Size     []float64        `json:"size,omitempty"`   // area of a point in square points of print, where they differ
	Value    []float64        `json:"value,omitempty"`  // what the colour shows
	Labels   []string         `json:"labels,omitempty"` // category of each mark, where its axis has categories
	Sample   []float64        `json:"sample,omitempty"` // raw sample behind a histogram or box, where the call gave it
	Extent   UncertaintyKind  `json:"extent,omitempty"` // kind of an error bar or band, where known
	Level    float64          `json:"level,omitempty"`
	Limit    []string         `json:"limit,omitempty"`       // of each error bar: "lower" or "upper" where the value is only a bound
	Step     string           `json:"step,omitempty"`        // pre | mid | post: a line of steps
	Part     string           `json:"part,omitempty"`        // of what it is a part: flier of a box; range, mean, … of a violin; stem
	Levels   []float64        `json:"levels,omitempty"`      // of a contour
	Filled   bool             `json:"filled,omitempty"`      // areas between the levels of a contour
	Colours  []float64        `json:"value_range,omitempty"` // least and greatest Value that colours tell apart
	Said     map[string]Value `json:"said,omitempty"`        // what the drawing call said that no mark shows: stat, bandwidth, rule of the whiskers, …
	Of       int              `json:"of,omitempty"`          // in a report: number of marks of which these are an even sample; 0 where all are listed
	SampleOf int              `json:"sample_of,omitempty"`   // the same of Sample
	Hidden   int              `json:"hidden,omitempty"`      // marks that cannot be seen
	Covered  int              `json:"covered,omitempty"`     // bars wholly behind one other bar that was drawn later; not among the hidden
	Unseen   []Unseen         `json:"unseen,omitempty"`      // of each mark: why it cannot be seen; nil where all can, or no reason is known
	Event    int64            `json:"event,omitempty"`
	Call     string           `json:"call,omitempty"`    // the drawing call, for messages
	RefOps   []int64          `json:"ref_ops,omitempty"` // trace operations whose values were drawn
}

// Unseen is why a mark cannot be seen; empty where it can.
type Unseen string

// Reasons not to be seen.
const (
	UnseenOutside     Unseen = "outside"     // beyond the limits of the axes
	UnseenNotPositive Unseen = "nonpositive" // on a logarithmic axis
	UnseenInvisible   Unseen = "invisible"   // the artist or its axes are switched off
	UnseenTransparent Unseen = "transparent" // opacity 0
	UnseenSize        Unseen = "size"        // of no size or width, or with neither line nor marker
	UnseenClipped     Unseen = "clipped"     // cut off by a clip path within the axes
	UnseenBlank       Unseen = "blank"       // the saved picture shows nothing but background at its place
	UnseenCovered     Unseen = "covered"     // wholly behind one other bar: counted in Covered, not in Hidden
	UnseenUnknown     Unseen = "unknown"     // hidden, and no more is known
)

// Hides reports whether a mark counts as hidden.
func (u Unseen) Hides() bool { return u != "" && u != UnseenCovered }

// Phrase says of n marks why they cannot be seen: "lie outside the axis limits", "is
// transparent".
func (u Unseen) Phrase(n int) string {
	lie, are := "lie", "are"
	if n == 1 {
		lie, are = "lies", "is"
	}
	switch u {
	case UnseenOutside:
		return lie + " outside the axis limits"
	case UnseenNotPositive:
		return are + " not positive on a logarithmic axis"
	case UnseenInvisible:
		return are + " switched off"
	case UnseenTransparent:
		return are + " transparent"
	case UnseenSize:
		return are + " of no size"
	case UnseenClipped:
		return are + " cut off by a clip path"
	case UnseenBlank:
		return are + " of the colour of the background, or covered"
	case UnseenCovered:
		return are + " behind another bar"
	}
	return "cannot be seen"
}

// Len is the number of marks.
func (m MarkSet) Len() int { return max(len(m.X), len(m.Y), len(m.Lo)) }

// Channels are the slices that hold one number a mark, present or not.
func (m *MarkSet) Channels() []*[]float64 {
	return []*[]float64{&m.X, &m.X2, &m.Y, &m.Y2, &m.Base, &m.Lo, &m.Hi, &m.WLo, &m.WHi, &m.U, &m.V, &m.Mean, &m.Size, &m.Value}
}
