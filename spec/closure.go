package spec

// Schemas of physics closure.
const (
	SchemaClosureRubric  = "assay/closure-rubric/v1"
	SchemaClosureAttempt = "assay/closure-attempt/v1"
	SchemaClosureScore   = "assay/closure-score/v1"
)

// AtomsOfRubric is the number of atoms of a rubric, half a point each.
const AtomsOfRubric = 20

// Dimension is what an atom is about.
type Dimension string

// The dimensions.
const (
	Formulation    Dimension = "F"
	Output         Dimension = "O"
	Identification Dimension = "I"
	Mechanism      Dimension = "M"
	Validity       Dimension = "V"
)

// Dimensions in the order of every table.
var Dimensions = []Dimension{Formulation, Output, Identification, Mechanism, Validity}

// Role is what an indispensable requirement is for; it fixes the closure level that an
// attempt cannot pass without it.
type Role string

// The roles.
const (
	RoleCentral    Role = "central"    // central calculation: RC0
	RoleComparison Role = "comparison" // comparison or coverage: RC1
	RoleConclusion Role = "conclusion" // main conclusion: RC2
	RoleValidity   Role = "validity"   // validity or applicability: RC3
)

// Cap is the closure level of an attempt whose weakest unmet requirement has the role;
// 4 for a role that is none.
func (r Role) Cap() int {
	switch r {
	case RoleCentral:
		return 0
	case RoleComparison:
		return 1
	case RoleConclusion:
		return 2
	case RoleValidity:
		return 3
	}
	return 4
}

// ClosureRubric is a rubric: twenty atoms and the indispensable requirements.
type ClosureRubric struct {
	Schema       string               `json:"schema"`
	ID           string               `json:"id"`
	Task         string               `json:"task"`
	Title        string               `json:"title,omitempty"`
	Case         string               `json:"case,omitempty"` // folder of the case whose slots are named, relative to the rubric
	Atoms        []Atom               `json:"atoms"`
	Requirements []ClosureRequirement `json:"requirements"`
}

// Atom is one binary criterion of half a point.
type Atom struct {
	ID            string    `json:"id"`
	Dimension     Dimension `json:"dimension"`
	Category      string    `json:"category,omitempty"` // of a V atom: scope | required | risk_linked
	Text          string    `json:"text"`
	Routes        []string  `json:"routes,omitempty"`        // accepted equivalent ways
	Prerequisites []string  `json:"prerequisites,omitempty"` // atoms that are logically necessary
	Trigger       *Trigger  `json:"trigger,omitempty"`       // the atom is N/A where this was decided not to fire
	Decide        Decider   `json:"decide"`
}

// Trigger is what in the method, the evidence or the conclusion activates a condition.
type Trigger struct {
	On     string  `json:"on"` // method | evidence | conclusion
	Text   string  `json:"text"`
	Decide Decider `json:"decide"`
}

// Decider says who decides: exactly one of the fields is set. Slots are those of the
// rubric's case; an expression speaks of slots and is true, false or undecided.
type Decider struct {
	Grader bool   `json:"grader,omitempty"`
	Slot   string `json:"slot,omitempty"` // result, visual or claim slot: met where it and all that it rests on is worth 1
	Expr   string `json:"expr,omitempty"`
}

// ClosureRequirement is an indispensable requirement: met where one alternative is, or
// where a grader says so.
type ClosureRequirement struct {
	ID           string        `json:"id"`
	Role         Role          `json:"role"`
	Text         string        `json:"text"`
	Alternatives []Alternative `json:"alternatives,omitempty"`
	Grader       bool          `json:"grader,omitempty"` // decided directly by graders
	Trigger      *Trigger      `json:"trigger,omitempty"`
	Gap          *ValidityGap  `json:"gap,omitempty"` // of a validity requirement: what it means that it is unmet, where no grade says so
}

// Alternative is a set that meets a requirement when all of it is met. Atoms that are
// not applicable drop out; a set left empty satisfies nothing.
type Alternative struct {
	Atoms []string `json:"atoms,omitempty"`
	Slots []string `json:"slots,omitempty"`
}

// ClosureAttempt is one attempt of a model at a task, with its grades.
type ClosureAttempt struct {
	Schema       string         `json:"schema"`
	ID           string         `json:"id"`
	Rubric       string         `json:"rubric"` // id of the rubric
	Model        string         `json:"model"`
	Task         string         `json:"task"`
	Run          int            `json:"run"`
	Validity     string         `json:"validity"`                // valid | infrastructure_invalid
	TimedOut     bool           `json:"timed_out,omitempty"`     // graded on what it left
	TerminalZero bool           `json:"terminal_zero,omitempty"` // nothing gradable was left
	Supersedes   string         `json:"supersedes,omitempty"`    // id of the attempt that this one replaces
	Submission   string         `json:"submission,omitempty"`    // folder, relative to this file
	Report       string         `json:"report,omitempty"`        // the engine's report on it, relative to this file
	Grades       []ClosureGrade `json:"grades,omitempty"`
}

// ClosureGrade is what one grader decided in one pass. A review or an adjudication
// holds only what it looked at.
type ClosureGrade struct {
	Grader       string             `json:"grader"`
	Stage        string             `json:"stage"` // first | review | adjudication
	Validity     string             `json:"validity,omitempty"`
	Atoms        []AtomGrade        `json:"atoms,omitempty"`
	Triggers     []TriggerGrade     `json:"triggers,omitempty"`
	Requirements []RequirementGrade `json:"requirements,omitempty"`
	RC           *int               `json:"rc,omitempty"`
	Rationale    string             `json:"rationale,omitempty"`
	Judge        *ClosureJudge      `json:"judge,omitempty"` // which judge it was, where a program asked one
}

// ClosureJudge says which judge gave a grade, and to what.
type ClosureJudge struct {
	Kind       string `json:"kind"`
	Model      string `json:"model,omitempty"`
	Parameters string `json:"parameters,omitempty"`
	System     string `json:"system_sha256,omitempty"`  // of the system prompt
	Request    string `json:"request_sha256,omitempty"` // of everything that the judge was shown
}

// AtomGrade is a decision on an atom.
type AtomGrade struct {
	Atom     string            `json:"atom"`
	Decision string            `json:"decision"` // met | unmet | not_applicable | abstain
	Output   *OutputChecks     `json:"output,omitempty"`
	Why      string            `json:"why,omitempty"`
	Evidence []EvidencePointer `json:"evidence,omitempty"`
}

// OutputChecks are the four that an O atom needs, all true, to be met.
type OutputChecks struct {
	ObjectCorrect   bool `json:"object_correct"`
	Reconstructible bool `json:"reconstructible"`
	Presented       bool `json:"presented"` // its relevant structure
	WithinEvidence  bool `json:"within_evidence"`
}

// TriggerGrade says whether the trigger of an atom or requirement fired.
type TriggerGrade struct {
	Of       string            `json:"of"`
	Decision string            `json:"decision"` // fired | not_fired | abstain
	Why      string            `json:"why,omitempty"`
	Evidence []EvidencePointer `json:"evidence,omitempty"`
}

// RequirementGrade is a decision on a requirement. An unmet validity requirement caps
// only with all four parts of its gap.
type RequirementGrade struct {
	Requirement string            `json:"requirement"`
	Decision    string            `json:"decision"` // met | unmet | not_applicable | abstain
	Gap         *ValidityGap      `json:"gap,omitempty"`
	Why         string            `json:"why,omitempty"`
	Evidence    []EvidencePointer `json:"evidence,omitempty"`
}

// ValidityGap is what has to be said of a validity gap before it caps at RC3.
type ValidityGap struct {
	FailureMode  string   `json:"failure_mode"` // concrete
	Threatens    string   `json:"threatens"`    // its origin and the conclusion it threatens
	Insufficient string   `json:"insufficient"` // why the evidence does not settle it
	Remedies     []string `json:"remedies"`     // equivalent ones
}

// EvidencePointer names a place in the submission: a line or cell of a file, a place
// in a document, or marks of a figure.
type EvidencePointer struct {
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"`
	Cell    int    `json:"cell,omitempty"`    // of a notebook, from 1
	Pointer string `json:"pointer,omitempty"` // JSON pointer
	Mark    string `json:"mark,omitempty"`    // of the captured figure: axes/mark/group
}

// ClosureScore is the score of one attempt under one rubric.
type ClosureScore struct {
	Schema       string              `json:"schema"`
	Rubric       string              `json:"rubric"`
	Attempt      string              `json:"attempt"`
	Model        string              `json:"model"`
	Task         string              `json:"task"`
	Run          int                 `json:"run"`
	Validity     string              `json:"validity"`
	TimedOut     bool                `json:"timed_out,omitempty"`
	TerminalZero bool                `json:"terminal_zero,omitempty"`
	Supersedes   string              `json:"supersedes,omitempty"`
	Complete     bool                `json:"complete"`    // score, level, validity and every atom are decided
	HalfPoints   [2]int              `json:"half_points"` // least and greatest; equal where complete
	Score        *float64            `json:"score"`       // half the half points; null where undecided
	RC           *int                `json:"rc"`          // null where undecided
	RCBounds     [2]int              `json:"rc_bounds"`
	Met          int                 `json:"met"`
	Applicable   int                 `json:"applicable"`
	Atoms        []AtomVerdict       `json:"atoms"`        // in the rubric's order; empty for terminal zero
	Requirements []RequirementRecord `json:"requirements"` // in the rubric's order
	Grades       []ClosureGrade      `json:"grades"`       // as they were given, by stage, then grader
	Changes      []DecisionChange    `json:"changes"`      // decisions that a later stage changed
	Review       []ReviewItem        `json:"review"`       // disagreements that could change score, closure or validity and are open
	Findings     []Finding           `json:"findings"`
}

// AtomVerdict is the effective decision on one atom.
type AtomVerdict struct {
	Atom      string            `json:"atom"`
	Dimension Dimension         `json:"dimension"`
	Category  string            `json:"category,omitempty"`
	Decision  string            `json:"decision"`             // met | unmet | not_applicable | undecided
	Blocked   []string          `json:"blocked_by,omitempty"` // prerequisites that are unmet
	By        string            `json:"by"`                   // engine | grader's name | consensus | adjudication
	Why       string            `json:"why,omitempty"`
	Evidence  []EvidencePointer `json:"evidence,omitempty"`
}

// RequirementRecord is the effective decision on one requirement.
type RequirementRecord struct {
	Requirement string `json:"requirement"`
	Role        Role   `json:"role"`
	Decision    string `json:"decision"`    // met | unmet | not_applicable | undecided
	Cap         *int   `json:"cap"`         // what it caps RC at; null where it does not
	Alternative int    `json:"alternative"` // place of the alternative that met it, from 1; 0 without one
	By          string `json:"by"`
	Why         string `json:"why,omitempty"`
}

// DecisionChange is a decision that a later stage changed; both are kept.
type DecisionChange struct {
	Of    string `json:"of"`    // atom, trigger or requirement
	Stage string `json:"stage"` // that changed it
	By    string `json:"by"`
	From  string `json:"from"`
	To    string `json:"to"`
	Why   string `json:"why,omitempty"`
	Score [2]int `json:"half_points"` // before and after
	RC    [2]int `json:"rc"`          // before and after
}

// ReviewItem is one open disagreement and what hangs on it.
type ReviewItem struct {
	Of        string            `json:"of"`   // atom, trigger, requirement, "validity" or "rc"
	Said      map[string]string `json:"said"` // decision by grader
	Points    [2]int            `json:"half_points"`
	RC        [2]int            `json:"rc"`
	Validity  bool              `json:"validity,omitempty"` // could change the attempt's validity
	Rationale string            `json:"why"`
}
