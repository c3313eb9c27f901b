package report

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/assaybench/assay/spec"
)

//go:embed assets/page.html
var pageText string

//go:embed assets/page.css
var pageCSS string

//go:embed assets/page.js
var pageJS string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// HTML writes one file that needs nothing else: no network, no script to be read. Its
// content security policy allows its own style sheet and script, by digest, and
// nothing more.
func HTML(w io.Writer, r *spec.Report) error {
	v, err := read(r)
	if err != nil {
		return err
	}
	return pageTemplate.Execute(w, newPage(v))
}

// policy is the content security policy of the page.
func policy() string {
	digest := func(s string) string {
		h := sha256.Sum256([]byte(s))
		return "'sha256-" + base64.StdEncoding.EncodeToString(h[:]) + "'"
	}
	return "default-src 'none'; style-src " + digest(pageCSS) + "; script-src " + digest(pageJS) + "; base-uri 'none'; form-action 'none'"
}

// page is what the template shows; every text is ready.
type page struct {
	Policy string
	CSS    template.CSS
	JS     template.JS
	*reading
	Head         headline
	Name         string
	Causes       []reasonView
	More         int // findings of severity error beyond the causes
	Steps        []step
	Figures      []figure
	Cards        []card
	Graph        drawing
	Links        []linkView
	Boxes        []boxView
	Panels       []panel
	Charts       []chart
	Compared     []comparison
	Groups       []findingGroup
	Rates        []rateRow
	Means        []meanGroup
	BoundRows    []factRow
	Facts        []factRow
	OutputLength int
}

// figure is one headline number.
type figure struct{ Name, Value, Hint string }

// step is one of the five stages.
type step struct{ Name, State, Word string }

// reasonView is a finding as shown; Anchor leads to its node or edge in the graph.
type reasonView struct {
	spec.Finding
	Claims, Place, Anchor string
}

// card is one claim.
type card struct {
	spec.ClaimReport
	Name, Mark, Quote, Anchor         string
	FidelityText, SupportText, Ground string
	Stage                             string
	Reason                            *reasonView
	SameAs                            string // the claim under which the reason is told
	Path                              []pathItem
	Extra                             int
}

type pathItem struct {
	ID, Anchor, Word string
	Standing         standing
	Edge             bool
}

type boxView struct {
	box
	Standing            standing
	Anchor, Name, Under string
	Aria                string
}

type linkView struct {
	link
	Standing       standing
	Idle           bool
	Anchor, Aria   string
	Source, Target int // indices of its ends among the nodes
}

// panel is what is said of one node or edge.
type panel struct {
	Anchor, Title, Kind, Word, Candidate, Method string
	Standing                                     standing
	BlockedBy                                    string
	Checks                                       []checkView
	Findings                                     []reasonView
	First                                        bool
}

type checkView struct {
	spec.Check
	Word, Class, At string
	Brief           string // all there is to say of a check that does not fail
}

type findingGroup struct {
	Title string
	Class string
	List  []reasonView
}

type rateRow struct{ Name, Precision, Recall, F1, Strict string }

type meanGroup struct {
	Title string
	List  []meanRow
}

type meanRow struct {
	Name, Value string
	Part        float64
	Known       bool
}

type factRow struct{ Name, Value string }

func newPage(v *reading) *page {
	p := &page{Policy: policy(), CSS: template.CSS(pageCSS), JS: template.JS(pageJS), reading: v, Head: v.headline(), Name: cut(v.Submission.Name, 60)}
	if p.Name == "" {
		p.Name = cut(v.Submission.Digest, 20)
	}
	shown := map[spec.Finding]bool{}
	for _, c := range v.causes() {
		r := v.reasonView(c.Finding)
		r.Claims = strings.Join(c.Claims, ", ")
		p.Causes = append(p.Causes, r)
		shown[c.Finding] = true
	}
	for _, f := range v.Findings {
		if f.Severity == spec.SeverityError && !shown[f] {
			p.More++
		}
	}
	p.Steps = v.steps(p.Head)
	p.figures()
	p.cards()
	p.graph()
	p.Charts = v.charts()
	p.Compared = v.comparisons()
	p.findings()
	p.scores()
	p.facts()
	return p
}

// anchor is the id of the panel of a node or edge; empty where the report has none.
// Ids of the page are made of positions, never of candidate text.
func (v *reading) anchor(id string) string {
	if i, ok := v.nodeAt[id]; ok {
		return fmt.Sprintf("node-%d", i)
	}
	if i, ok := v.edgeAt[id]; ok {
		return fmt.Sprintf("edge-%d", i)
	}
	return ""
}

func (v *reading) reasonView(f spec.Finding) reasonView {
	return reasonView{Finding: f, Place: placeText(f.Place), Anchor: v.anchor(f.Node)}
}

// steps says of each stage whether it holds. Below the first break a stage may be
// faulty on its own account, blocked, or sound where it does not rest on what broke.
func (v *reading) steps(h headline) []step {
	first := slices.Index(spec.Stages, h.Stage)
	var out []step
	for i, s := range spec.Stages {
		st := step{Name: stepName(s), State: "holds", Word: "holds"}
		seen := v.standings(s)
		switch {
		case v.Status == spec.StatusInfra:
			st.State, st.Word = "open", "not judged"
		case i == first:
			st.State, st.Word = "breaks", "breaks here"
		case first >= 0 && i > first && h.State == "failed":
			st.State, st.Word = "below", "not reached"
		case first >= 0 && i > first && seen[broken]:
			st.State, st.Word = "breaks", "breaks too"
		case first >= 0 && i > first && seen[blocked]:
			st.State, st.Word = "below", "blocked"
		case first < 0 && seen[unscored]:
			st.State, st.Word = "open", "undecided"
		}
		out = append(out, st)
	}
	return out
}

// standings are those that the items of a stage have; what is faulty counts as broken.
func (v *reading) standings(s spec.Stage) map[standing]bool {
	seen := map[standing]bool{}
	see := func(x standing) {
		if x.faulty() {
			x = broken
		}
		seen[x] = true
	}
	for i := range v.Nodes {
		if stageOfKind(v.Nodes[i].Kind) == s {
			see(v.nodeStanding(&v.Nodes[i]))
		}
	}
	for i := range v.Edges {
		if stageOfRelation(v.Edges[i].Relation) == s {
			see(v.edgeStanding(&v.Edges[i]))
		}
	}
	return seen
}

func stageOfKind(k spec.NodeKind) spec.Stage {
	switch k {
	case spec.KindTransform:
		return spec.StageDataTransform
	case spec.KindResult:
		return spec.StageTransformResult
	case spec.KindVisual:
		return spec.StageVisual
	case spec.KindClaim:
		return spec.StageClaim
	}
	return spec.StageNone
}

func stageOfRelation(r spec.Relation) spec.Stage {
	switch r {
	case spec.DataTransform:
		return spec.StageDataTransform
	case spec.TransformResult:
		return spec.StageTransformResult
	case spec.TransformVisual, spec.ResultVisual:
		return spec.StageVisual
	case spec.ResultClaim, spec.VisualClaim:
		return spec.StageClaim
	}
	return spec.StageNone
}

func stepName(s spec.Stage) string {
	switch s {
	case spec.StageExecution:
		return "Contract & execution"
	case spec.StageDataTransform:
		return "Data → Transform"
	case spec.StageTransformResult:
		return "Transform → Result"
	case spec.StageVisual:
		return "Visual"
	case spec.StageClaim:
		return "Claim"
	case spec.StageNone:
		return ""
	}
	return string(s)
}

func (p *page) figures() {
	m := p.Metrics
	p.Figures = []figure{
		{"Execution", number(m.Execution), "1: the run ended well and wrote its four files"},
		{"EC precision", p.metric(m.EC.Precision, "ec.precision"), "support of the primary claims, by both their chains"},
		{"EC recall", p.metric(m.EC.Recall, "ec.recall"), "support of the required claims, by both their chains"},
		{"EC F1", p.metric(m.EC.F1, "ec.f1"), "harmonic mean of precision and recall"},
		{"RG-EC F1", p.metric(m.RGEC.F1, "rg_ec.f1"), "the same by the computational chain alone"},
	}
}

// cards puts the claims that do not stand first. A reason that several share is told
// once.
func (p *page) cards() {
	told := map[spec.Finding]string{}
	for _, stands := range []bool{false, true} {
		for i := range p.Claims {
			if (p.Claims[i].Verdict == spec.Supported) != stands {
				continue
			}
			k := p.card(&p.Claims[i])
			if k.Reason != nil {
				if first, ok := told[k.Reason.Finding]; ok {
					k.SameAs = first
				} else {
					told[k.Reason.Finding] = k.Name
				}
			}
			p.Cards = append(p.Cards, k)
		}
	}
}

func (v *reading) card(c *spec.ClaimReport) card {
	k := card{ClaimReport: *c, Name: claimName(c), Mark: verdictMark(c.Verdict), Anchor: v.anchor(c.Slot), FidelityText: score(c.Fidelity, nil),
		SupportText: supportWord(c), Ground: groundedWord(c), Stage: stepName(c.BrokenStage), Quote: cut(c.Text, 400)}
	if c.Candidate == "" || c.Slot == "" {
		k.FidelityText = none
	}
	if f, ok := v.reason(c); ok {
		r := v.reasonView(f)
		k.Reason = &r
		for _, o := range v.findingsOf(c) {
			if o.Severity == spec.SeverityError && o != f {
				k.Extra++
			}
		}
	}
	for _, id := range v.path(c) {
		item := pathItem{ID: id, Anchor: v.anchor(id)}
		item.Standing, _ = v.item(id)
		if n := v.nodes[id]; n != nil {
			item.Word = nodeScore(n)
		} else if e := v.edges[id]; e != nil {
			item.Word, item.Edge = v.edgeState(e), true
		}
		k.Path = append(k.Path, item)
	}
	return k
}

func (p *page) findings() {
	names := map[spec.Severity][2]string{
		spec.SeverityError: {"Errors", "error"}, spec.SeverityWarning: {"Warnings, which change no score", "warning"}, spec.SeverityInfo: {"Notes", "info"},
	}
	for _, s := range severities {
		g := findingGroup{Title: names[s][0], Class: names[s][1]}
		for _, f := range p.Findings {
			if f.Severity == s {
				g.List = append(g.List, p.reasonView(f))
			}
		}
		if len(g.List) > 0 {
			p.Groups = append(p.Groups, g)
		}
	}
}

func (p *page) scores() {
	m := p.Metrics
	rate := func(name, key string, r spec.Rate) rateRow {
		return rateRow{name, p.metric(r.Precision, key+".precision"), p.metric(r.Recall, key+".recall"), p.metric(r.F1, key+".f1"), yesNo(r.Strict)}
	}
	p.Rates = []rateRow{rate("Evidence chain (EC)", "ec", m.EC), rate("Result-grounded (RG-EC)", "rg_ec", m.RGEC)}
	group := func(title string) { p.Means = append(p.Means, meanGroup{Title: title}) }
	mean := func(name, key string, f *float64) {
		row := meanRow{Name: name, Value: p.metric(f, key)}
		if f != nil && *f >= 0 && *f <= 1 {
			row.Part, row.Known = *f*100, true
		}
		g := &p.Means[len(p.Means)-1]
		g.List = append(g.List, row)
	}
	group("Mean fidelity of nodes")
	for _, k := range []string{"transform", "result", "visual", "claim"} {
		if f, ok := m.Fidelity[k]; ok {
			mean(kindTitle(spec.NodeKind(k)), "fidelity."+k, f)
		}
	}
	group("Share of edges that hold")
	for _, k := range []spec.Relation{spec.DataTransform, spec.TransformResult, spec.ResultVisual, spec.ResultClaim, spec.VisualClaim} {
		if f, ok := m.Edges[string(k)]; ok {
			mean(stepRelation(k), "edges."+string(k), f)
		}
	}
	group("Over the required claims")
	mean("Gated claim", "gated_claim", m.GatedClaim)
	mean("Soft chain", "soft_chain", m.SoftChain)
	keys := make([]string, 0, len(p.Bounds))
	for k := range p.Bounds {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		b := p.Bounds[k]
		p.BoundRows = append(p.BoundRows, factRow{k, number(b.Low) + " to " + number(b.High)})
	}
}

func (p *page) facts() {
	r := p.Run
	add := func(name, value string) {
		if value != "" {
			p.Facts = append(p.Facts, factRow{name, value})
		}
	}
	add("Status", strings.ReplaceAll(string(p.Status), "_", " "))
	add("Exit", fmt.Sprint(r.Exit))
	add("Ended by limit", r.Limit)
	add("Stopped", r.Stopped)
	add("Wall time", seconds(r.WallSeconds))
	add("CPU time", seconds(r.CPUSeconds))
	if r.PeakBytes > 0 {
		add("Peak memory", bytesText(r.PeakBytes))
	}
	box := "Isolated"
	if !r.Sandbox.Isolated {
		box = "Not isolated"
	}
	if len(r.Sandbox.Mechanisms) > 0 {
		box += ": " + strings.Join(r.Sandbox.Mechanisms, ", ")
	}
	add("Sandbox", box)
	add("Limits held by", r.Sandbox.Tree)
	for _, n := range r.Sandbox.Notes {
		add("Note", n)
	}
	add("Versions", strings.Join(versions(r.Versions), ", "))
	add("Tool", strings.TrimSpace(p.Tool.Name+" "+p.Tool.Version))
	add("Case digest", p.Case.Digest)
	add("Submission digest", p.Submission.Digest)
	p.OutputLength = len(strings.Split(r.Output, "\n"))
}
