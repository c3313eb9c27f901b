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
	MarkImage     = "image"
)

// Figure is a captured figure as canonical marks, whatever artists drew it.
type Figure struct {
	Path   string     `json:"path"`   // file the figure was saved to, relative to the run
	SHA256 string     `json:"sha256"` // bytes that the save wrote
	Event  int64      `json:"event"`  // trace event of the save
	Axes   []AxesView `json:"axes"`
	Size   [2]float64 `json:"-"` // width and height of the canvas in pixels; 0 where unknown

	Late     int64  `json:"late,omitempty"`      // event of a drawing call on the figure after this save; 0 without one
	LateCall string `json:"late_call,omitempty"` // that call, for messages
}

// AxesView is one pair of axes with its marks.
type AxesView struct {
	ID     string     `json:"id"`
	Title  string     `json:"title,omitempty"`
	Facet  string     `json:"facet,omitempty"`
	TwinOf string     `json:"twin_of,omitempty"`
	X      AxisView   `json:"x"`
	Y      AxisView   `json:"y"`
	Legend []string   `json:"legend,omitempty"` // entries, as shown
	Marks  []MarkSet  `json:"marks"`
	Box    [4]float64 `json:"-"`                 // place on the canvas: left, bottom, width, height in pixels; 0 where unknown or not rectangular
	SetsOf int        `json:"sets_of,omitempty"` // in a report: number of sets of which Marks is an even sample; 0 where all are listed
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
}

// Tick is a labelled position of an axis.
type Tick struct {
	At    float64 `json:"at"`
	Label string  `json:"label"`
}

// MarkSet is a group of marks of one kind that belong together: one series, one set
// of bars. All channel slices that are present have one length. For a bar Y is the
// end and Base its baseline (X and Base where Orient is "h"); for an error bar or
// band Lo and Hi are the ends; a histogram has Base, X, X2 edges and Y; a box has Q1
// in Lo, Q3 in Hi, the median in Y, the whiskers' ends in WLo and WHi.
type MarkSet struct {
	Mark     string          `json:"mark"`
	Orient   string          `json:"orient,omitempty"` // v | h
	Group    string          `json:"group,omitempty"`  // the group it stands for, as shown (legend, colour, facet)
	Via      string          `json:"via,omitempty"`    // legend | colour | facet | label | tick
	X        []float64       `json:"x,omitempty"`
	X2       []float64       `json:"x2,omitempty"`
	Y        []float64       `json:"y,omitempty"`
	Base     []float64       `json:"base,omitempty"`
	Lo       []float64       `json:"lo,omitempty"`
	Hi       []float64       `json:"hi,omitempty"`
	WLo      []float64       `json:"wlo,omitempty"`
	WHi      []float64       `json:"whi,omitempty"`
	Labels   []string        `json:"labels,omitempty"` // category of each mark, where its axis has categories
	Sample   []float64       `json:"sample,omitempty"` // raw sample behind a histogram or box, where the call gave it
	Extent   UncertaintyKind `json:"extent,omitempty"` // kind of an error bar or band, where known
	Level    float64         `json:"level,omitempty"`
	Of       int             `json:"of,omitempty"`        // in a report: number of marks of which these are an even sample; 0 where all are listed
	SampleOf int             `json:"sample_of,omitempty"` // the same of Sample
	Hidden   int             `json:"hidden,omitempty"`    // marks that cannot be seen: invisible, transparent, of no size, or outside the axes
	Event    int64           `json:"event,omitempty"`
	Call     string          `json:"call,omitempty"`    // the drawing call, for messages
	RefOps   []int64         `json:"ref_ops,omitempty"` // trace operations whose values were drawn
}

// Len is the number of marks.
func (m MarkSet) Len() int { return max(len(m.X), len(m.Y), len(m.Lo)) }
