package assay

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/claims"
	"github.com/assaybench/assay/graph"
	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/visual"
)

// judge gives every node and edge of the graph its verdict. It adapts the packages that
// know how: oracle (results), visual (figure), claims, graph (lineage).
type judge struct {
	o     Options
	c     *Case
	truth *truth
	run   *run
	found *found
	pairs *pairs

	terms      spec.Terms
	transforms map[string]graph.TransformMatch
	reported   map[string]graph.Reported
	results    map[string]*spec.Result // the regenerated record that stands for a slot
	methods    map[string]string       // the approved method that a result slot was held against
	verdicts   map[string]spec.Verdict // of the result slots
	shown      map[string]spec.Verdict // whether the figure shows what was reported, by visual slot
	drawings   []spec.ShownReport      // marks beside those of the oracle, by visual slot

	interventions []spec.Intervention
	response      map[string]answered // to changed data, by result or transform slot
	follows       map[string]answered // by visual slot
	forged        []string            // what the trace of any run says of files that the kernel saw nothing of
	findings      []spec.Finding
	adjudication  []spec.Adjudication
}

// newJudge reads what a run left and pairs it with the slots of the case.
func newJudge(o Options, c *Case, s *Submission, t *truth, r *run) *judge {
	j := &judge{o: o, c: c, truth: t, run: r, found: observe(c, s, r), terms: spec.NewTerms(c.Spec.Synonyms),
		transforms: map[string]graph.TransformMatch{}, reported: map[string]graph.Reported{}, results: map[string]*spec.Result{}, methods: map[string]string{},
		verdicts: map[string]spec.Verdict{}, shown: map[string]spec.Verdict{}}
	j.pairs = match(c, t, j.found)
	j.trace()
	for _, slot := range c.Spec.Results {
		j.verdicts[slot.ID] = j.result(slot)
	}
	for _, slot := range c.Spec.Visuals {
		j.shown[slot.ID] = j.shows(slot)
	}
	return j
}

func (j *judge) nodesAndEdges(ctx context.Context, g *graph.Graph) error {
	nodes := map[string]spec.Verdict{}
	for _, a := range j.c.Case.Data {
		nodes[graph.DataNode(a.Path)] = spec.Judge(a.Path, []spec.Check{{Name: "asset", Decisive: true, State: spec.StateScored, Pass: true, Observed: a.SHA256, Expected: a.SHA256}})
	}
	for _, t := range j.c.Spec.Transforms {
		nodes[t.ID] = j.unseen(t)
	}
	for _, r := range j.c.Spec.Results {
		nodes[r.ID] = j.verdicts[r.ID]
	}
	for _, v := range j.c.Spec.Visuals {
		nodes[v.ID] = j.visual(v)
	}
	for _, c := range j.c.Spec.Claims {
		nodes[c.ID] = j.claim(c)
	}
	j.findings = append(j.findings, j.contradictions()...)
	if err := j.custom(ctx, g, nodes); err != nil {
		return err
	}
	for id, v := range nodes {
		var unused *graph.UnknownError // data that no view rests on
		if err := g.SetNode(id, "", v); err != nil && !errors.As(err, &unused) {
			return err
		}
	}
	for _, e := range g.Edges() {
		if err := g.SetEdge(e.From, e.To, j.edge(e)); err != nil {
			return err
		}
	}
	return nil
}

// trace finds where each reported value came from, and which values of the run are the
// views of the specification.
func (j *judge) trace() {
	consumers := map[string][][]int64{}
	for _, slot := range j.c.Spec.Results {
		for _, r := range j.pairs.results[slot.ID] {
			rep := j.found.lineage.Reported(spec.FileResults, r.Pointer+"/value", r.Value)
			for _, t := range slot.Inputs {
				consumers[t] = append(consumers[t], rep.Refs)
			}
		}
	}
	for _, slot := range j.c.Spec.Visuals {
		for _, in := range slot.Inputs {
			if refs := j.drawn(slot.ID); len(refs) > 0 {
				consumers[in] = append(consumers[in], refs)
			}
		}
	}
	for _, t := range j.c.Spec.Transforms {
		j.transforms[t.ID] = j.found.lineage.Transform(t, j.truth.frames[t.View], j.assets(t.View), consumers[t.ID])
	}
}

// drawn lists the operations whose values the marks of a visual slot show.
func (j *judge) drawn(slot string) []int64 {
	m := j.pairs.visuals[slot]
	if !m.Found() {
		return nil
	}
	var refs []int64
	for _, c := range m.Candidates {
		if c.Foreign {
			continue // marks of another kind show something else
		}
		for _, a := range c.Axes {
			for _, marks := range m.Figure.Axes[a].Marks {
				if marks.Mark == c.Mark {
					refs = append(refs, marks.RefOps...)
				}
			}
		}
	}
	return refs
}

// assets lists the data files that a view rests on.
func (j *judge) assets(view string) []spec.Asset {
	paths, err := graph.Assets(&j.c.Spec, view)
	if err != nil {
		return nil
	}
	var out []spec.Asset
	for _, p := range paths {
		for _, a := range j.c.Case.Data {
			if a.Path == p {
				out = append(out, a)
			}
		}
	}
	return out
}

// result judges a result slot. Of records that compete for one slot the lower counts.
func (j *judge) result(slot spec.ResultSlot) spec.Verdict {
	candidates := j.pairs.results[slot.ID]
	if len(candidates) == 0 {
		return oracle.Missing(slot)
	}
	var worst spec.Verdict
	for i := range candidates {
		r := &candidates[i]
		rep := j.found.lineage.Reported(spec.FileResults, r.Pointer+"/value", r.Value)
		v := oracle.Compare(slot, *r, j.truth.answers[slot.ID], j.observedMethod(slot, r), j.terms)
		if i == 0 || v.Score < worst.Score {
			worst = v
			j.results[slot.ID], j.reported[slot.ID], j.methods[slot.ID] = r, rep, v.Method
		}
	}
	if n := j.pairs.crowds[slot.ID]; n > 0 {
		return spec.Judge(candidates[0].ID, []spec.Check{{Name: "scope", Decisive: true, State: spec.StateScored, Code: spec.ResultAmbiguous, Expected: "one result", Observed: fmt.Sprintf("%d results", n),
			Place: spec.Place{File: spec.FileResults, Pointer: candidates[0].Pointer}, Note: fmt.Sprintf("%d results have the scope of %s, and no more than %d are compared", n, slot.ID, maxRivals), Fix: "Report each quantity once."}})
	}
	if len(candidates) > 1 {
		worst.Notes = append(worst.Notes, spec.Finding{Code: spec.ResultAmbiguous, Severity: spec.SeverityWarning, Node: slot.ID, Place: spec.Place{File: spec.FileResults, Pointer: j.results[slot.ID].Pointer},
			Message: fmt.Sprintf("%d results have the scope of %s and differ; the lower score counts", len(candidates), slot.ID), Fix: "Report each quantity once."})
	}
	return worst
}

// observedMethod is the method family that the run was seen to use for a result: for
// its value or for what it says beside it (interval, statistic, p-value). Of several
// an approved one counts, as helpers are called on the way; "" where none was seen.
func (j *judge) observedMethod(slot spec.ResultSlot, r *spec.Result) string {
	parts := map[string]spec.Value{"/value": r.Value, "/statistic": r.Statistic, "/df": r.DF, "/p_value": r.PValue}
	if u := r.Uncertainty; u != nil {
		parts["/uncertainty/lower"], parts["/uncertainty/upper"], parts["/uncertainty/value"] = u.Lower, u.Upper, u.Value
	}
	var reported []graph.Reported
	for _, p := range sortedKeys(parts) {
		if !parts[p].Missing() {
			reported = append(reported, j.found.lineage.Reported(spec.FileResults, r.Pointer+p, parts[p]))
		}
	}
	other := ""
	for _, in := range slot.Inputs {
		for _, seen := range j.found.lineage.Methods(j.transforms[in], reported...) {
			if slices.ContainsFunc(slot.Methods, func(m spec.Method) bool { return m.Family == seen }) {
				return seen
			}
			other = seen
		}
	}
	return other
}

// visual judges a visual slot against the oracle's answers, or the view.
func (j *judge) visual(slot spec.VisualSlot) spec.Verdict {
	want, err := j.oracleDrawn(slot)
	if err != nil {
		return unscored("oracle", err)
	}
	v, shown := visual.Examine(slot, j.pairs.visuals[slot.ID], want, j.terms)
	j.drawings = append(j.drawings, shown)
	return v
}

// oracleDrawn is what a slot shows when the oracle's answers are drawn.
func (j *judge) oracleDrawn(slot spec.VisualSlot) (visual.Expected, error) {
	return j.expected(slot, func(r spec.ResultSlot) (visual.ResultInput, bool) {
		a := j.truth.by(r.ID, j.methods[r.ID]).Answer
		if res := j.results[r.ID]; res != nil {
			a = oracle.Alike(a, r, *res, j.terms)
		}
		return visual.ResultInput{Slot: r, Value: a.Value, Index: a.Index, Uncertainty: a.Uncertainty, Unit: r.Unit}, true
	})
}

// expected is what a visual slot shows when its inputs are drawn rightly.
func (j *judge) expected(slot spec.VisualSlot, input func(spec.ResultSlot) (visual.ResultInput, bool)) (visual.Expected, error) {
	var inputs []visual.ResultInput
	for _, id := range slot.Inputs {
		for _, t := range j.c.Spec.Transforms {
			if t.ID == id {
				return visual.FromFrame(slot, j.truth.frames[t.View])
			}
		}
		for _, r := range j.c.Spec.Results {
			if r.ID == id {
				in, ok := input(r)
				if !ok {
					return visual.Expected{}, fmt.Errorf("no result was reported for %s", id)
				}
				inputs = append(inputs, in)
			}
		}
	}
	return visual.FromResult(slot, inputs)
}

// claim judges the local fidelity of a claim.
func (j *judge) claim(slot spec.ClaimSlot) spec.Verdict {
	c, ok := j.pairs.claims[slot.ID]
	if !ok {
		var all []spec.Claim
		if j.found.claims != nil {
			all = j.found.claims.Claims
		}
		return claims.Missing(slot, all, j.terms)
	}
	return claims.Fidelity(slot, c, j.truth.claimTruth(j.c), j.terms)
}

// edge judges one edge.
func (j *judge) edge(e graph.EdgeID) spec.Verdict {
	switch e.Relation {
	case spec.DataTransform:
		asset := strings.TrimPrefix(e.From, graph.DataNode(""))
		v, ok := j.transforms[e.To].Data[asset]
		if !ok {
			v = spec.MissingVerdict(spec.DataUnread, asset+" was not seen to reach "+e.To, "Read the declared data in the analysis.")
		}
		return j.decided(v, j.response[e.To], spec.TransformStatic)
	case spec.TransformResult:
		if j.results[e.To] == nil {
			return spec.MissingVerdict(spec.ResultMissing, "there is no result to trace", "Report the result.")
		}
		return j.decided(j.found.lineage.TransformResult(j.transforms[e.From], j.reported[e.To]), j.response[e.To], spec.ResultHardCoded)
	case spec.ResultVisual, spec.TransformVisual:
		return j.followed(j.shown[e.To], j.follows[e.To])
	case spec.ResultClaim:
		c, ok := j.pairs.claims[e.To]
		if !ok {
			return spec.MissingVerdict(spec.ClaimMissing, "there is no claim to hold against the result", "State the claim.")
		}
		return claims.ResultEdge(j.claimSlot(e.To), j.resultSlot(e.From), j.results[e.From], c, j.terms)
	case spec.VisualClaim:
		return j.visualClaim(e)
	}
	return unscored("edge", fmt.Errorf("no rule judges the relation %s", e.Relation))
}

// shows judges whether the figure shows the regenerated results, or the view.
func (j *judge) shows(slot spec.VisualSlot) spec.Verdict {
	got, err := j.expected(slot, func(r spec.ResultSlot) (visual.ResultInput, bool) {
		res := j.results[r.ID]
		if res == nil {
			return visual.ResultInput{}, false
		}
		in := visual.ResultInput{ID: res.ID, Slot: r, Value: res.Value, Index: res.Index, Unit: res.Unit}
		if res.Uncertainty != nil {
			in.Uncertainty = []spec.Uncertainty{*res.Uncertainty}
		}
		return in, true
	})
	if err != nil {
		return spec.MissingVerdict(spec.VisualDetached, "the figure cannot be held against the reported results: "+err.Error(), "Report what the figure shows.")
	}
	return visual.Shows(slot, j.pairs.visuals[slot.ID], got, j.found.saved, j.terms)
}

// visualClaim judges whether the matched marks show the claim.
func (j *judge) visualClaim(e graph.EdgeID) spec.Verdict {
	c, ok := j.pairs.claims[e.To]
	if !ok {
		return spec.MissingVerdict(spec.ClaimMissing, "there is no claim to hold against the figure", "State the claim.")
	}
	slot := j.visualSlot(e.From)
	want, err := j.oracleDrawn(slot)
	if err != nil {
		return unscored("oracle", err)
	}
	var drawn []claims.Drawn
	for _, d := range visual.Read(slot, j.pairs.visuals[slot.ID], want, j.terms) {
		drawn = append(drawn, claims.Drawn{Labels: d.Labels, At: d.At, Value: d.Value, Lo: d.Lo, Hi: d.Hi, Kind: d.Kind, Bin: d.Width, Hidden: d.Hidden})
	}
	return claims.VisualEdge(j.claimSlot(e.To), slot, drawn, c, j.terms)
}

func (j *judge) resultSlot(id string) spec.ResultSlot {
	for _, r := range j.c.Spec.Results {
		if r.ID == id {
			return r
		}
	}
	return spec.ResultSlot{ID: id}
}

func (j *judge) visualSlot(id string) spec.VisualSlot {
	for _, v := range j.c.Spec.Visuals {
		if v.ID == id {
			return v
		}
	}
	return spec.VisualSlot{ID: id}
}

func (j *judge) claimSlot(id string) spec.ClaimSlot {
	for _, c := range j.c.Spec.Claims {
		if c.ID == id {
			return c
		}
	}
	return spec.ClaimSlot{ID: id}
}

// custom lets verifiers of the caller judge the slots that name them.
func (j *judge) custom(ctx context.Context, g *graph.Graph, nodes map[string]spec.Verdict) error {
	for _, s := range g.Slots() {
		if s.Verifier == "" {
			continue
		}
		v, ok := j.o.Verifiers[s.Verifier]
		if !ok {
			return specError(j.c, "", fmt.Errorf("the slot %q names the verifier %q, which this program does not have", s.ID, s.Verifier))
		}
		verdict, err := guarded(ctx, v, s, j.evidence())
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			verdict = unscored(s.Verifier, err)
		}
		nodes[s.ID] = verdict
	}
	return nil
}

// guarded keeps a panic of foreign code from ending the program.
func guarded(ctx context.Context, v graph.Verifier, s graph.Slot, e graph.Evidence) (out spec.Verdict, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the verifier panicked: %v", r)
		}
	}()
	return v.Verify(ctx, s, e)
}

func (j *judge) evidence() graph.Evidence {
	e := graph.Evidence{Trace: j.found.trace, Results: j.found.results, Claims: j.found.claims, Figures: j.found.figures, Views: j.truth.frames}
	for _, r := range j.c.Spec.Results {
		for _, a := range j.truth.answers[r.ID] {
			e.Oracles = append(e.Oracles, oracleReport(r, a))
		}
	}
	return e
}

// unscored is the verdict of a check that could not be made.
func unscored(name string, err error) spec.Verdict {
	return spec.Judge("", []spec.Check{{Name: name, Decisive: true, State: spec.StateUnscored, Code: spec.VerifierFailed, Note: err.Error(), Fix: "Mend the specification or the verifier; this is no fault of the submission."}})
}
