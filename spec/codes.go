package spec

// Schema names. Every document that is read or written names one of these.
const (
	SchemaCase       = "assay/case/v1"
	SchemaSpec       = "assay/spec/v1"
	SchemaResults    = "assay/results/v1"
	SchemaClaims     = "assay/claims/v1"
	SchemaProvenance = "assay/provenance/v1"
	SchemaTrace      = "assay/trace/v1"
	SchemaReport     = "assay/report/v1"
	SchemaFigure     = "assay/figure/v1" // what assay figure describe prints
	SchemaSource     = "assay/source/v1"
	SchemaExpected   = "assay/expected/v1"
)

// Status is the state of a whole report.
type Status string

const (
	StatusScored    Status = "scored"
	StatusFailed    Status = "candidate_failed"
	StatusInfra     Status = "infrastructure_failed"
	StatusUndecided Status = "undecided"
)

// State is the state of one node, edge or check beside its score; a score means
// something only where the state is StateScored.
type State string

const (
	StateScored        State = "scored"
	StateUnscored      State = "unscored"       // could not be decided; bounds stand for it
	StateMissing       State = "missing"        // nothing was matched to the slot: score 0
	StateNotApplicable State = "not_applicable" // takes no part in the score
)

// ShownState is how a mark that a figure draws stands to the one that is wanted.
type ShownState string

const (
	ShownAgrees  ShownState = "agrees"
	ShownDiffers ShownState = "differs"
	ShownHidden  ShownState = "hidden"  // drawn, and cannot be seen
	ShownAbsent  ShownState = "absent"  // wanted, and not drawn
	ShownSurplus ShownState = "surplus" // drawn, and not wanted
)

// ClaimVerdict is what is said of one claim (design, section 8).
type ClaimVerdict string

const (
	Supported    ClaimVerdict = "supported"
	Contradicted ClaimVerdict = "contradicted"
	Unsupported  ClaimVerdict = "unsupported"
	Undetermined ClaimVerdict = "undetermined"
	Blocked      ClaimVerdict = "blocked"
)

// Stage is the earliest layer at which the support of a claim breaks.
type Stage string

const (
	StageNone            Stage = ""
	StageExecution       Stage = "contract_execution"
	StageDataTransform   Stage = "data_transform"
	StageTransformResult Stage = "transform_result"
	StageVisual          Stage = "visual"
	StageClaim           Stage = "claim"
)

// Stages lists the broken stages from the earliest to the latest.
var Stages = []Stage{StageExecution, StageDataTransform, StageTransformResult, StageVisual, StageClaim}

// NodeKind is the layer of a vertex of the evidence graph.
type NodeKind string

const (
	KindData      NodeKind = "data"
	KindTransform NodeKind = "transform"
	KindResult    NodeKind = "result"
	KindVisual    NodeKind = "visual"
	KindClaim     NodeKind = "claim"
)

// Relation is the kind of an edge of the evidence graph.
type Relation string

const (
	DataTransform   Relation = "data_transform"
	TransformResult Relation = "transform_result"
	TransformVisual Relation = "transform_visual" // counted with result_visual
	ResultVisual    Relation = "result_visual"
	ResultClaim     Relation = "result_claim"
	VisualClaim     Relation = "visual_claim"
)

// Severity of a finding.
type Severity string

const (
	SeverityError   Severity = "error"   // lowers or could lower a score
	SeverityWarning Severity = "warning" // a defect that changes no score
	SeverityInfo    Severity = "info"
)

// Code is a stable finding code: area.defect. Every code stands in Codes, with its
// meaning and its remedy, and has a line in docs/findings.md.
type Code string

// Finding codes.
const (
	RunBuild            Code = "run.build"
	RunExit             Code = "run.exit"
	RunTimeout          Code = "run.timeout"
	RunCPU              Code = "run.cpu-limit"
	RunMemory           Code = "run.memory-limit"
	RunOutput           Code = "run.output-limit"
	RunProcesses        Code = "run.process-limit"
	RunUnsandboxed      Code = "run.unsandboxed"
	RunTraceOnly        Code = "run.trace-only"
	RunUndeclared       Code = "run.undeclared-input"
	RunModule           Code = "run.module-not-allowed"
	RunUnwatched        Code = "run.unwatched"
	RunExec             Code = "run.exec"
	RunNetwork          Code = "run.network"
	RunRefused          Code = "run.refused"
	RunNative           Code = "run.native-access"
	RunGated            Code = "run.data-gated"
	RunNondeterministic Code = "run.nondeterministic"
	InterventionCrashed Code = "intervention.crashed"
	InterventionSilent  Code = "intervention.silent"
	InterventionOff     Code = "intervention.impossible"
	SubmissionFile      Code = "submission.file"
	SubmissionExtra     Code = "submission.extra-file"
	ArtifactMissing     Code = "artifact.missing"
	ArtifactInvalid     Code = "artifact.invalid"
	ArtifactRefused     Code = "artifact.refused"
	ArtifactStale       Code = "artifact.stale"
	RecordInvalid       Code = "record.invalid"
	TraceIncomplete     Code = "trace.incomplete"
	TraceEmpty          Code = "trace.empty"
	TraceForged         Code = "trace.forged"
	DataUnread          Code = "data.unread"
	DataUnopened        Code = "data.unopened"
	DataAltered         Code = "data.altered"
	TransformMissing    Code = "transform.unobserved"
	TransformView       Code = "transform.wrong-view"
	TransformRows       Code = "transform.rows-lost"
	TransformFamily     Code = "transform.family"
	TransformParam      Code = "transform.parameters"
	TransformStatic     Code = "transform.static"
	ResultMissing       Code = "result.missing"
	ResultAmbiguous     Code = "result.ambiguous"
	ResultUntraced      Code = "result.untraced"
	ResultDetached      Code = "result.detached"
	ResultHardCoded     Code = "result.hard-coded"
	ResultStray         Code = "result.strays"
	ResultValue         Code = "result.value"
	ResultVariant       Code = "result.variant"
	ResultShape         Code = "result.shape"
	ResultNonFinite     Code = "result.non-finite"
	ResultUnit          Code = "result.unit"
	ResultEstimand      Code = "result.estimand"
	ResultAnalysis      Code = "result.analysis-unit"
	ResultUncertain     Code = "result.uncertainty"
	ResultDetail        Code = "result.detail"
	ResultPrecision     Code = "result.precision"
	ResultInconsistent  Code = "result.inconsistent"
	ResultImpossible    Code = "result.impossible"
	MethodUnlisted      Code = "method.unlisted"
	MethodMislabel      Code = "method.mislabelled"
	VisualMissing       Code = "visual.missing"
	VisualValues        Code = "visual.values"
	VisualDetached      Code = "visual.detached"
	VisualStale         Code = "visual.saved-early"
	VisualForeign       Code = "visual.foreign-file"
	VisualStatic        Code = "visual.static"
	VisualEncoding      Code = "visual.encoding"
	VisualGroups        Code = "visual.groups"
	VisualUnit          Code = "visual.unit"
	VisualScale         Code = "visual.scale"
	VisualUncertain     Code = "visual.uncertainty"
	VisualLabel         Code = "visual.label"
	VisualHidden        Code = "visual.hidden-marks"
	VisualHard          Code = "visual.hard-constraint"
	VisualBlank         Code = "visual.blank"
	VisualRaster        Code = "visual.raster"
	VisualLegible       Code = "visual.legibility"
	ClaimsNone          Code = "claims.none"
	ClaimMissing        Code = "claim.missing"
	ClaimUnmatched      Code = "claim.unmatched"
	ClaimQuantity       Code = "claim.quantity"
	ClaimGroups         Code = "claim.groups"
	ClaimDirection      Code = "claim.direction"
	ClaimPopulation     Code = "claim.population"
	ClaimMagnitude      Code = "claim.magnitude"
	ClaimStrength       Code = "claim.strength"
	ClaimCausal         Code = "claim.causal"
	ClaimText           Code = "claim.text"
	ClaimUncertain      Code = "claim.uncertainty"
	ClaimWording        Code = "claim.wording"
	ClaimResult         Code = "claim.result-disagrees"
	ClaimVisual         Code = "claim.visual-disagrees"
	ClaimStatic         Code = "claim.static"
	ProvenanceLink      Code = "provenance.link"
	SupportBlocked      Code = "support.blocked"
	VerifierFailed      Code = "verifier.failed"
	ClosureEvidence     Code = "closure.evidence-missing"
	ClosurePointer      Code = "closure.evidence-pointer"
	ClosureUnchecked    Code = "closure.evidence-unchecked"
	ClosureOutput       Code = "closure.output-checks"
	ClosureInapplicable Code = "closure.not-applicable"
	ClosureOverruled    Code = "closure.overruled"
	ClosureGap          Code = "closure.gap"
	ClosureScope        Code = "closure.rc3-without-v"
	ClosureUndecided    Code = "closure.undecided"
	ClosureBlocked      Code = "closure.blocked"
	ClosureUnanswered   Code = "closure.judge-failed"
	ClosureIgnored      Code = "closure.ignored"
	ClosureCut          Code = "closure.material-cut"
	ClosureStale        Code = "closure.stale-report"
	ClosureCriterion    Code = "closure.unmet"

	// Of a scoring by a checklist.
	ChecklistNoReport    Code = "checklist.no-report"
	ChecklistTampered    Code = "checklist.tampered"
	ChecklistCut         Code = "checklist.text-cut"
	ChecklistFigures     Code = "checklist.figures"
	ChecklistJudgeFailed Code = "checklist.judge-failed"
	ChecklistUnparseable Code = "checklist.unparseable"
	ChecklistSpread      Code = "checklist.spread"
	ChecklistCapped      Code = "checklist.capped"
	ChecklistUndecided   Code = "checklist.undecided"

	// Of a search for leaks: codes of diagnostics.
	LeakNumber     Code = "leak.number"
	LeakColumn     Code = "leak.column"
	LeakName       Code = "leak.name"
	LeakPath       Code = "leak.path"
	LeakDigest     Code = "leak.digest"
	LeakText       Code = "leak.text"
	LeakAnswer     Code = "leak.answer"
	LeakHistory    Code = "leak.history"
	LeakUndeclared Code = "leak.undeclared"
)
