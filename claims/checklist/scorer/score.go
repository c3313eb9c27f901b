package scorer

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/assaybench/assay/claims/checklist"
	"github.com/assaybench/assay/claims/judge"
	"github.com/assaybench/assay/spec"
)

// Options of a scoring. Zero values mean: no judge, no evidence, one draw, a quorum of more
// than half of the draws, no figures, no limit on characters, one request at a time.
type Options struct {
	Judge      judge.Judge // nil: items with a slot are decided by the engine alone, the others are skipped
	Evidence   *Evidence   // nil: items with a slot stay open below what the judge says
	Digest     string      // of the report that Evidence was made of
	Agent      string      // name of the agent; empty: as the workspace says
	Draws      int
	Quorum     int
	Images     int // most figures of the submission that are shown for an item
	Characters int // most characters of the report that are shown
	Parallel   int
	Progress   func(done, all int) // called after each item, never twice at once; nil is none
}

// wideSpread is a spread of draws that is worth a warning: more than a band.
const wideSpread = 10

// Run scores a workspace. The only errors are a context that ended and a checklist that has
// no total; a judge that fails leaves its item open, and the total an interval. The same
// inputs and replies give the same scoring.
func Run(ctx context.Context, t *Task, w *Workspace, o Options) (*checklist.Scoring, error) {
	o.Draws, o.Parallel = max(o.Draws, 1), max(o.Parallel, 1)
	if o.Quorum < 1 {
		o.Quorum = o.Draws/2 + 1
	}
	s := &checklist.Scoring{Schema: checklist.SchemaScore, RunID: w.RunID, TaskID: t.ID, AgentName: o.Agent, Findings: w.Findings,
		Inputs: &checklist.Inputs{Report: w.Report, SHA256: w.SHA256, Evidence: o.Digest}}
	if s.AgentName == "" {
		s.AgentName = w.Agent
	}
	_, s.Inputs.Characters = cut(w.Text, 0)
	s.Settings = &checklist.Settings{Task: t.Digest, Prompt: PromptDigest(), Images: o.Images, Characters: o.Characters, Draws: o.Draws, Quorum: o.Quorum}
	if o.Judge != nil {
		s.Settings.Judge = o.Judge.Settings().WithSystem(System())
	} else {
		s.Settings.Judge = judge.Settings{Kind: "none"}
	}
	r := &run{Task: t, Workspace: w, Options: o, scoring: s}
	r.limits()
	if err := r.items(ctx); err != nil {
		return nil, err
	}
	return s, s.Finish()
}

type run struct {
	*Task
	*Workspace
	Options
	shown   []Figure
	scoring *checklist.Scoring
}

func (r *run) find(code spec.Code, severity spec.Severity, item int, message, fix string) {
	f := spec.Finding{Code: code, Severity: severity, Message: message, Fix: fix}
	if item >= 0 {
		f.Node = fmt.Sprintf("item-%d", item)
	}
	r.scoring.Findings = append(r.scoring.Findings, f)
}

// limits chooses the figures and says what the judge will not see.
func (r *run) limits() {
	pictures := false
	for _, it := range r.Checklist.Items {
		pictures = pictures || it.Kind == checklist.Image
	}
	r.shown = r.Figures
	if r.Judge == nil || r.Report == "" {
		return
	}
	if len(r.shown) > r.Images {
		r.shown = r.shown[:max(r.Images, 0)]
		if pictures {
			r.find(spec.ChecklistFigures, spec.SeverityWarning, -1, fmt.Sprintf("Of %d figures the judge is shown %d, those that the report shows first.", len(r.Figures), len(r.shown)), "Raise --images, or show in the report what matters.")
		}
	}
	if text, all := cut(r.Text, r.Characters); len(text) < len(r.Text) {
		r.find(spec.ChecklistCut, spec.SeverityWarning, -1, fmt.Sprintf("Of the report's %d characters the judge is shown the first %d.", all, r.Characters), "Raise --characters, or write a shorter report.")
	}
}

// items scores every item, several at once, and keeps them in order.
func (r *run) items(ctx context.Context) error {
	type one struct {
		record   checklist.Record
		findings []spec.Finding
	}
	out := make([]one, len(r.Checklist.Items))
	var next atomic.Int64
	var group sync.WaitGroup
	var mu sync.Mutex
	done := 0
	for range min(r.Parallel, len(out)) {
		group.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(out) {
					return
				}
				part := &run{Task: r.Task, Workspace: r.Workspace, Options: r.Options, shown: r.shown, scoring: &checklist.Scoring{}}
				out[i].record = part.item(ctx, i)
				out[i].findings = part.scoring.Findings
				if r.Progress != nil {
					mu.Lock()
					done++
					r.Progress(done, len(out))
					mu.Unlock()
				}
			}
		})
	}
	group.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, o := range out {
		r.scoring.Items = append(r.scoring.Items, o.record)
		r.scoring.Findings = append(r.scoring.Findings, o.findings...)
	}
	return nil
}

// item scores one item: the engine first, then the judge, the lower of both.
func (r *run) item(ctx context.Context, i int) checklist.Record {
	it := r.Checklist.Items[i]
	rec := checklist.Record{Index: i, Kind: it.Kind, Content: checklist.Clip(it.Content), Weight: it.Weight}
	ceiling := spec.Bounds{Low: 100, High: 100}
	if it.Slot != "" {
		e := r.Evidence.Decide(it.Slot)
		rec.Engine, ceiling = &e, spec.Bounds{Low: points(e.Low), High: points(e.High)}
	}
	judged := spec.Bounds{High: 100}
	switch {
	case r.Report == "":
		judged.High = 0
		rec.State, rec.Reasoning = checklist.Scored, "The run left no report."
	case ceiling.High == 0:
		rec.State, rec.Reasoning = checklist.Scored, "The engine's report decides it: "+string(rec.Engine.Verdict)+", "+orElse(rec.Engine.Note, "support 0")+"."
	case r.Judge == nil && it.Slot == "":
		rec.State, rec.Reasoning = checklist.Skipped, "No judge was asked."
	case r.Judge == nil:
		judged.Low = 100
		rec.State, rec.Reasoning = checklist.Scored, "The engine's report decides it: "+string(rec.Engine.Verdict)+"."
	default:
		judged = r.judge(ctx, i, &rec)
	}
	low, high := min(judged.Low, ceiling.Low), min(judged.High, ceiling.High)
	if low == high {
		rec.State, rec.Score = checklist.Scored, &low
		if r.Judge != nil && low < judged.Low {
			rec.Reasoning = fmt.Sprintf("Held at %g of the judge's %g by the engine's report: %s, %s. %s", low, judged.Low, rec.Engine.Verdict, orElse(rec.Engine.Note, "its support is below 1"), rec.Reasoning)
			r.find(spec.ChecklistCapped, spec.SeverityError, i, fmt.Sprintf("The judge's %g counts as %g: the slot %s is %s.", judged.Low, low, it.Slot, rec.Engine.Verdict), "Mend what the engine's report says of the slot; a judge cannot raise it.")
		}
		return rec
	}
	rec.Bounds = &spec.Bounds{Low: low, High: high}
	if rec.State == checklist.Scored { // the judge has spoken; the engine has not
		rec.State = checklist.Missing
		r.find(spec.ChecklistUndecided, spec.SeverityError, i, fmt.Sprintf("The slot %s is undecided: %s.", it.Slot, orElse(rec.Engine.Note, "the report has only bounds")), "Give the report that decides it: --report FILE.")
	}
	if low == 0 && high == 100 {
		rec.Bounds = nil
	}
	return rec
}

// judge draws and combines; what it could not learn is 0 to 100.
func (r *run) judge(ctx context.Context, i int, rec *checklist.Record) spec.Bounds {
	open := spec.Bounds{High: 100}
	q, err := request(r.Task, r.Workspace, i, r.Options, r.shown)
	if err != nil {
		rec.State, rec.Reasoning = checklist.JudgeFailed, "The judge could not be asked: "+err.Error()
		r.find(spec.ChecklistJudgeFailed, spec.SeverityError, i, rec.Reasoning+".", "Score the run again.")
		return open
	}
	for _, p := range q.Parts {
		sum := p.SHA256
		if p.Image == nil {
			sum = digest([]byte(p.Text))
		}
		rec.Shown = append(rec.Shown, checklist.Shown{Role: p.Role, Name: p.Name, SHA256: sum})
	}
	for d := range r.Draws {
		q.Draw = d
		rec.Draws = append(rec.Draws, draw(ctx, r.Judge, q))
		if ctx.Err() != nil {
			return open
		}
	}
	drawn, err := checklist.Combine(rec.Draws, r.Quorum)
	if err != nil {
		rec.State, rec.Reasoning = checklist.JudgeFailed, err.Error()
		return open
	}
	rec.State, rec.Mode, rec.Spread = drawn.State, drawn.Mode, drawn.Spread
	if drawn.State == checklist.Scored {
		rec.Reasoning = nearest(rec.Draws, drawn.Score)
		if drawn.Spread > wideSpread {
			r.find(spec.ChecklistSpread, spec.SeverityWarning, i, fmt.Sprintf("%d draws lie %g points apart; the median %g counts.", drawn.Valid, drawn.Spread, drawn.Score), "Ask for more draws before reading much into a difference.")
		}
		return spec.Bounds{Low: drawn.Score, High: drawn.Score}
	}
	why := ""
	for _, d := range rec.Draws {
		if d.State == drawn.State {
			why = d.Note
			break
		}
	}
	rec.Reasoning = fmt.Sprintf("%d of %d draws have a score, %d are needed: %s", drawn.Valid, r.Draws, r.Quorum, why)
	if drawn.State == checklist.Unparseable {
		r.find(spec.ChecklistUnparseable, spec.SeverityError, i, rec.Reasoning, "Ask again, or another judge; an answer that is not one score is never read as one.")
	} else {
		r.find(spec.ChecklistJudgeFailed, spec.SeverityError, i, rec.Reasoning, "Ask again; the item has no score until then, and not a 0.")
	}
	return open
}

// draw asks once.
func draw(ctx context.Context, j judge.Judge, q judge.Request) checklist.Draw {
	reply, err := j.Ask(ctx, q)
	if err != nil {
		return checklist.Draw{State: stateOf(judge.CodeOf(err)), Note: err.Error()}
	}
	parsed, err := checklist.ParseReply(reply.Text)
	if err != nil {
		return checklist.Draw{State: checklist.Unparseable, Model: reply.Model, Note: err.Error()}
	}
	return checklist.Draw{State: checklist.Scored, Score: &parsed.Score, Mode: parsed.Mode, Model: reply.Model, Reasoning: parsed.Reasoning}
}

// stateOf is the state of an item whose judge returned an error: it answered, but not
// with one score; or a person passed it over; or there is no record; or it failed.
func stateOf(c judge.Code) checklist.State {
	switch c {
	case judge.CodeRefusal, judge.CodeTruncated, judge.CodeEmpty:
		return checklist.Unparseable
	case judge.CodeAbstained:
		return checklist.Skipped
	case judge.CodeNoRecord:
		return checklist.Missing
	}
	return checklist.JudgeFailed
}

// nearest is the reasoning of the first draw whose score is nearest to the median.
func nearest(draws []checklist.Draw, score float64) string {
	best, text := 101.0, ""
	for _, d := range draws {
		if d.State != checklist.Scored {
			continue
		}
		off := float64(*d.Score) - score
		if off = max(off, -off); off < best {
			best, text = off, d.Reasoning
		}
	}
	return text
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
