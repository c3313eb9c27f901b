package spec

// SchemaClosureAgreement is the schema of the agreement of graders.
const SchemaClosureAgreement = "assay/closure-agreement/v1"

// ClosureAgreement is how far the first passes on attempts at one task agree.
type ClosureAgreement struct {
	Schema    string           `json:"schema"`
	Rubric    string           `json:"rubric"`
	Attempts  int              `json:"attempts"` // with at least one first pass
	Bootstrap ClosureBootstrap `json:"bootstrap"`
	Groups    []Agreement      `json:"groups"` // atoms, requirements, levels
}

// Agreement is how far raters agree on words. Ratings of raters who abstained are left out
// and counted.
type Agreement struct {
	On        string          `json:"on,omitempty"` // of which decisions: atoms, requirements or levels
	Units     int             `json:"units"`        // with at least two ratings
	Single    int             `json:"single"`       // with one, which agree with nothing
	Ratings   int             `json:"ratings"`      // of those with at least two
	Clusters  int             `json:"clusters"`     // that have such units
	Words     []string        `json:"words"`
	Abstained map[string]int  `json:"abstained"` // by rater; one who never did is there with 0
	Percent   AgreementFigure `json:"percent"`   // share of pairs of ratings of one unit that agree, 0 to 100
	Alpha     AgreementFigure `json:"alpha"`     // Krippendorff's, nominal
	Pairs     []AgreementPair `json:"pairs"`     // sorted by raters
}

// AgreementPair is the agreement of two raters on the units that both rated.
type AgreementPair struct {
	Raters  [2]string       `json:"raters"`
	Units   int             `json:"units"`
	Percent AgreementFigure `json:"percent"` // of the units, 0 to 100
	Kappa   AgreementFigure `json:"kappa"`   // Cohen's
}

// AgreementFigure is a number with its interval. Value is nil where the number is not
// defined: no unit has two ratings or, of kappa and alpha, all words are the same, so that
// chance cannot be told from agreement. Interval is nil where there are fewer than two
// clusters, or where the number is not defined in more than one resample of a hundred.
type AgreementFigure struct {
	Value    *float64    `json:"value"`
	Interval *[2]float64 `json:"interval"`
}
