package report_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/spec"
)

// The samples are reports on a case about the body mass of penguins: three groups,
// the difference of two of them, one bar chart, three claims. The numbers are those
// of the palmerpenguins data.

func ptr[T any](v T) *T { return &v }

func texts(list ...string) []spec.Value {
	out := make([]spec.Value, len(list))
	for i, s := range list {
		out[i] = spec.TextValue(s)
	}
	return out
}

func pass(name, expected, observed string) spec.Check {
	return spec.Check{Name: name, State: spec.StateScored, Pass: true, Decisive: true, Expected: expected, Observed: observed}
}

func node(id string, kind spec.NodeKind, label, candidate string, checks ...spec.Check) spec.NodeReport {
	return spec.NodeReport{ID: id, Kind: kind, Label: label, Candidate: candidate, State: spec.StateScored, Score: ptr(1.0), Checks: checks}
}

func edge(from, to string, rel spec.Relation) spec.EdgeReport {
	return spec.EdgeReport{From: from, To: to, Relation: rel, State: spec.StateScored, Pass: ptr(true),
		Checks: []spec.Check{pass(string(rel), "", "")}}
}

var species = texts("Adelie", "Chinstrap", "Gentoo")

func bars(y []float64) spec.Figure {
	return spec.Figure{Path: "figure.png", SHA256: strings.Repeat("ab", 32), Event: 61, Axes: []spec.AxesView{{
		ID:    "ax0",
		Title: "Body mass by species",
		X:     spec.AxisView{Label: "species", Scale: "linear", Kind: "category", Limits: [2]float64{-0.54, 2.54}, Categories: []string{"Adelie", "Chinstrap", "Gentoo"}},
		Y:     spec.AxisView{Label: "body mass (g)", Unit: "g", Scale: "linear", Kind: "linear", Limits: [2]float64{0, 5400}},
		Marks: []spec.MarkSet{
			{Mark: spec.MarkBar, Orient: "v", X: []float64{0, 1, 2}, Y: y, Base: []float64{0, 0, 0}, Labels: []string{"Adelie", "Chinstrap", "Gentoo"}, Via: "tick", Event: 58, Call: "bar"},
			{Mark: spec.MarkErrorbar, Orient: "v", X: []float64{0, 1, 2}, Y: y, Lo: []float64{y[0] - 73, y[1] - 93, y[2] - 90}, Hi: []float64{y[0] + 73, y[1] + 93, y[2] + 90}, Extent: spec.UncertaintyCI, Level: 0.95, Event: 58, Call: "bar"},
		},
	}}}
}

// shownBars are the bars of a figure beside the means that they should show.
func shownBars(drawn, wanted, lower, upper []float64) spec.ShownReport {
	out := spec.ShownReport{Slot: "v_bars", Interval: "the 95 % confidence interval"}
	for i, s := range []string{"Adelie", "Chinstrap", "Gentoo"} {
		state := spec.ShownAgrees
		if drawn[i] != wanted[i] {
			state = spec.ShownDiffers
		}
		out.Marks = append(out.Marks, spec.ShownMark{Axes: "ax0", Label: s, State: state, At: ptr(float64(i)), Drawn: ptr(drawn[i]), Wanted: ptr(wanted[i]), Low: ptr(lower[i]), High: ptr(upper[i])})
	}
	return out
}

// strict is a report in which everything holds.
func strict() *spec.Report {
	means := []float64{3700.662251655629, 3733.0882352941176, 5076.016260162602}
	lower, upper := []float64{3626.926, 3640.059, 4986.034}, []float64{3774.398, 3826.118, 5165.999}
	spread := []float64{458.5661259101747, 384.33508145996734, 504.1162366570917}
	level := spec.NumberValue(0.95)
	ci := spec.Uncertainty{Kind: spec.UncertaintyCI, Level: level, Lower: spec.ArrayValue(lower), Upper: spec.ArrayValue(upper)}
	diffCI := spec.Uncertainty{Kind: spec.UncertaintyCI, Level: level, Lower: spec.NumberValue(1259.525), Upper: spec.NumberValue(1491.183)}
	r := &spec.Report{
		Schema:     spec.SchemaReport,
		Tool:       spec.Tool{Name: "assay", Version: "0.1.0"},
		Case:       spec.CaseRef{ID: "penguins", Question: "How does body mass differ between the penguin species of the Palmer archipelago, and how much does it vary within each?", Digest: "sha256:" + strings.Repeat("c4", 32)},
		Submission: spec.SubmissionRef{Name: "reference", Digest: "sha256:" + strings.Repeat("5e", 32)},
		Status:     spec.StatusScored,
		Complete:   true,
		Metrics: spec.Metrics{
			Execution: 1, Strict: ptr(true),
			EC:         spec.Rate{Precision: ptr(1.0), Recall: ptr(1.0), F1: ptr(1.0), Strict: ptr(true)},
			RGEC:       spec.Rate{Precision: ptr(1.0), Recall: ptr(1.0), F1: ptr(1.0), Strict: ptr(true)},
			Fidelity:   map[string]*float64{"transform": ptr(1.0), "result": ptr(1.0), "visual": ptr(1.0), "claim": ptr(1.0)},
			Edges:      map[string]*float64{"data_transform": ptr(1.0), "transform_result": ptr(1.0), "result_visual": ptr(1.0), "result_claim": ptr(1.0), "visual_claim": ptr(1.0)},
			GatedClaim: ptr(1.0), SoftChain: ptr(1.0),
		},
		Nodes: []spec.NodeReport{
			node("c1", spec.KindClaim, "Gentoo above Adelie", "heavier", pass("direction", "Gentoo greater than Adelie", "Gentoo greater than Adelie"), pass("magnitude", "1375.35 g", "1375 g")),
			node("c2", spec.KindClaim, "order of the means", "order", pass("direction", "Gentoo greatest", "Gentoo greatest")),
			node("c3", spec.KindClaim, "spread within species", "spread", pass("magnitude", "504.116 g", "504 g")),
			node("data:data/penguins.csv", spec.KindData, "data/penguins.csv", "data/penguins.csv", pass("digest", "as in the case", "as in the case")),
			node("r_diff", spec.KindResult, "difference of means", "r2", pass("estimand", "mean_difference", "mean_difference"), pass("value", "1375.354", "1375.354"), pass("unit", "g", "g")),
			node("r_mean_by_species", spec.KindResult, "mean by species", "r1", pass("estimand", "mean", "mean"), pass("value", "[3700.66, 3733.09, 5076.02]", "[3700.66, 3733.09, 5076.02]"), pass("unit", "g", "g")),
			node("r_spread", spec.KindResult, "sd by species", "r3", pass("value", "[458.566, 384.335, 504.116]", "[458.566, 384.335, 504.116]")),
			node("t_mass", spec.KindTransform, "mass by species", "op 17", pass("view", "342 rows, 2 columns", "342 rows, 2 columns"), pass("operation family", "group", "group")),
			node("v_bars", spec.KindVisual, "means with intervals", "ax0/bar", pass("arrays", "the oracle's means", "equal"), pass("unit", "g", "g")),
		},
		Edges: []spec.EdgeReport{
			edge("data:data/penguins.csv", "t_mass", spec.DataTransform),
			edge("r_diff", "c1", spec.ResultClaim),
			edge("r_mean_by_species", "c2", spec.ResultClaim),
			edge("r_mean_by_species", "v_bars", spec.ResultVisual),
			edge("r_spread", "c3", spec.ResultClaim),
			edge("t_mass", "r_diff", spec.TransformResult),
			edge("t_mass", "r_mean_by_species", spec.TransformResult),
			edge("t_mass", "r_spread", spec.TransformResult),
			edge("v_bars", "c1", spec.VisualClaim),
			edge("v_bars", "c2", spec.VisualClaim),
			edge("v_bars", "c3", spec.VisualClaim),
		},
		Oracles: []spec.OracleReport{
			{Slot: "r_mean_by_species", Family: "mean", Estimator: "mean", Unit: "g", Value: spec.ArrayValue(means), Index: species, Uncertainty: []spec.Uncertainty{ci}},
			{Slot: "r_diff", Family: "mean_difference", Estimator: "mean_difference", Unit: "g", Value: spec.NumberValue(1375.3540085069733), Uncertainty: []spec.Uncertainty{diffCI}},
			{Slot: "r_spread", Family: "sd", Estimator: "sd", Unit: "g", Value: spec.ArrayValue(spread), Index: species},
		},
		Figures: []spec.Figure{bars(means)},
		Shown:   []spec.ShownReport{shownBars(means, means, lower, upper)},
		Records: spec.Records{
			Results: &spec.Results{Schema: spec.SchemaResults, Results: []spec.Result{
				{ID: "r1", Estimand: "mean", Variable: "body_mass_g", Unit: "g", Value: spec.ArrayValue(means), Index: species, Uncertainty: &ci},
				{ID: "r2", Estimand: "mean_difference", Variable: "body_mass_g", Groups: []string{"Gentoo", "Adelie"}, Unit: "g", Value: spec.NumberValue(1375.3540085069733), Uncertainty: &diffCI},
				{ID: "r3", Estimand: "sd", Variable: "body_mass_g", Unit: "g", Value: spec.ArrayValue(spread), Index: species},
			}},
		},
		Run: spec.RunReport{
			WallSeconds: 1.914, CPUSeconds: 1.62, PeakBytes: 187 << 20,
			Sandbox:  spec.SandboxReport{Isolated: true, Mechanisms: []string{"ipc", "landlock", "mount", "network", "pid", "pivot_root", "rlimit", "seccomp", "user", "uts"}, Tree: "cgroup-v2"},
			Versions: map[string]string{"python": "3.13.5", "numpy": "2.3.4", "pandas": "3.1.0", "matplotlib": "3.11.0"},
		},
	}
	for i, c := range []struct{ id, text string }{
		{"heavier", "Gentoo penguins are on average 1375 g heavier than Adelie penguins (95 % CI 1260 to 1491 g)."},
		{"order", "Mean body mass is highest in Gentoo; Adelie and Chinstrap are nearly equal."},
		{"spread", "Body mass varies most among Gentoo penguins, with a standard deviation of 504 g."},
	} {
		slot := fmt.Sprintf("c%d", i+1)
		result := []string{"r_diff", "r_mean_by_species", "r_spread"}[i]
		r.Claims = append(r.Claims, spec.ClaimReport{Slot: slot, Required: true, Candidate: c.id, Text: c.text, Verdict: spec.Supported, Fidelity: ptr(1.0), Support: ptr(1.0), GroundedSupport: ptr(1.0),
			Witness: []string{"data:data/penguins.csv", "data:data/penguins.csv -> t_mass", "t_mass", "t_mass -> " + result, result, result + " -> " + slot,
				"t_mass -> r_mean_by_species", "r_mean_by_species", "r_mean_by_species -> v_bars", "v_bars", "v_bars -> " + slot, slot}})
	}
	return r
}

func (f faults) node(id string) *spec.NodeReport {
	return &f.Nodes[slices.IndexFunc(f.Nodes, func(n spec.NodeReport) bool { return n.ID == id })]
}

func (f faults) edge(from, to string) *spec.EdgeReport {
	return &f.Edges[slices.IndexFunc(f.Edges, func(e spec.EdgeReport) bool { return e.From == from && e.To == to })]
}

// faults changes a report for the worse.
type faults struct{ *spec.Report }

// breakNode fails a check of a node.
func (f faults) breakNode(id string, c spec.Check, severity spec.Severity) {
	n := f.node(id)
	n.Score = ptr(0.0)
	c.State, c.Decisive = spec.StateScored, true
	n.Checks = append([]spec.Check{c}, slices.DeleteFunc(n.Checks, func(o spec.Check) bool { return o.Name == c.Name })...)
	f.Findings = append(f.Findings, spec.Finding{Code: c.Code, Severity: severity, Node: id, Place: c.Place, Message: c.Note, Expected: c.Expected, Observed: c.Observed, Fix: c.Fix})
}

func (f faults) breakEdge(from, to string, c spec.Check) {
	e := f.edge(from, to)
	e.Pass = ptr(false)
	c.State, c.Decisive = spec.StateScored, true
	e.Checks = []spec.Check{c}
	f.Findings = append(f.Findings, spec.Finding{Code: c.Code, Severity: spec.SeverityError, Node: from + " -> " + to, Place: c.Place, Message: c.Note, Expected: c.Expected, Observed: c.Observed, Fix: c.Fix})
}

func (f faults) block(by string, ids ...string) {
	for _, id := range ids {
		f.node(id).BlockedBy = []string{by}
	}
}

func (f faults) fall(slot string, v spec.ClaimVerdict, s spec.Stage, grounded float64, items ...string) {
	c := &f.Claims[slices.IndexFunc(f.Claims, func(c spec.ClaimReport) bool { return c.Slot == slot })]
	c.Verdict, c.Support, c.GroundedSupport, c.BrokenStage = v, ptr(0.0), ptr(grounded), s
	c.Bottleneck = &spec.Bottleneck{Items: items, Value: 1}
}

func (f faults) lower(fidelity, edges map[string]float64, ec, rgec float64) {
	f.Metrics.Strict = ptr(false)
	for k, v := range fidelity {
		f.Metrics.Fidelity[k] = ptr(v)
	}
	for k, v := range edges {
		f.Metrics.Edges[k] = ptr(v)
	}
	f.Metrics.EC = spec.Rate{Precision: ptr(ec), Recall: ptr(ec), F1: ptr(ec), Strict: ptr(false)}
	f.Metrics.RGEC = spec.Rate{Precision: ptr(rgec), Recall: ptr(rgec), F1: ptr(rgec), Strict: ptr(rgec == 1)}
}

// variant reports the population standard deviation.
func variant() *spec.Report {
	f := faults{strict()}
	f.Submission.Name = "population-sd"
	f.breakNode("r_spread", spec.Check{Name: "value", Code: spec.ResultVariant, Expected: "458.566", Observed: "457.045", Tolerance: "rel 1e-09",
		Note:  "r3 says 457.045 g for Adelie but the standard deviation with n - 1 is 458.566 g; 457.045 is the population standard deviation (ddof 0).",
		Fix:   "Use the sample standard deviation, ddof=1.",
		Place: spec.Place{File: "results.json", Pointer: "/results/2/value/0"}}, spec.SeverityError)
	f.Findings = append(f.Findings, spec.Finding{Code: spec.RunTraceOnly, Severity: spec.SeverityInfo, Message: "The edges from the data rest on the trace alone: no intervention was run."})
	f.block("r_spread", "c3")
	f.fall("c3", spec.Blocked, spec.StageTransformResult, 0, "r_spread")
	f.lower(map[string]float64{"result": 2.0 / 3}, nil, 2.0/3, 2.0/3)
	f.Metrics.SoftChain = ptr(0.972)
	f.Records.Results.Results[2].Value = spec.ArrayValue([]float64{457.0451, 381.4986, 502.0627})
	return f.Report
}

// detached draws numbers that are not the results.
func detached() *spec.Report {
	f := faults{strict()}
	f.Submission.Name = "other-numbers-drawn"
	drawn := []float64{3550, 3733.0882352941176, 5484.8}
	f.Figures = []spec.Figure{bars(drawn)}
	for i := range f.Shown[0].Marks {
		m := &f.Shown[0].Marks[i]
		if m.Drawn = &drawn[i]; *m.Drawn != *m.Wanted {
			m.State = spec.ShownDiffers
		}
	}
	f.breakNode("v_bars", spec.Check{Name: "arrays", Code: spec.VisualValues, Expected: "[3700.66, 3733.09, 5076.02]", Observed: "[3550, 3733.09, 5484.8]", Tolerance: "rel 1e-06",
		Note: "The bar of Gentoo stands at 5484.8 g where the mean is 5076.02 g; 2 of 3 bars differ.", Fix: "Draw the means that results.json reports.",
		Place: spec.Place{File: "analysis.py", Line: 41, Column: 5, Event: 58}}, spec.SeverityError)
	f.breakEdge("r_mean_by_species", "v_bars", spec.Check{Name: "drawn arrays", Code: spec.VisualDetached, Expected: "the values of r1", Observed: "[3550, 3733.09, 5484.8]",
		Note: "The drawn values come from a list in the code, not from the result r1.", Fix: "Pass the computed means to the drawing call.",
		Place: spec.Place{File: "analysis.py", Line: 41, Column: 5, Event: 58}})
	for _, c := range []string{"c1", "c2", "c3"} {
		f.block("v_bars", c)
		f.fall(c, spec.Blocked, spec.StageVisual, 1, "r_mean_by_species -> v_bars", "v_bars")
	}
	f.lower(map[string]float64{"visual": 0}, map[string]float64{"result_visual": 0}, 0, 1)
	f.Metrics.SoftChain = ptr(0.833)
	return f.Report
}

// timeout did not end, so nothing was regenerated.
func timeout() *spec.Report {
	r := strict()
	r.Submission.Name = "endless-loop"
	r.Status = spec.StatusFailed
	zero := func(m map[string]*float64) {
		for k := range m {
			m[k] = ptr(0.0)
		}
	}
	none := spec.Rate{Precision: ptr(0.0), Recall: ptr(0.0), F1: ptr(0.0), Strict: ptr(false)}
	r.Metrics.Execution, r.Metrics.Strict, r.Metrics.EC, r.Metrics.RGEC = 0, ptr(false), none, none
	r.Metrics.GatedClaim, r.Metrics.SoftChain = ptr(0.0), ptr(0.0)
	zero(r.Metrics.Fidelity)
	zero(r.Metrics.Edges)
	r.Nodes, r.Edges, r.Claims, r.Figures, r.Records = nil, nil, nil, nil, spec.Records{}
	r.Findings = []spec.Finding{
		{Code: spec.RunTimeout, Severity: spec.SeverityError, Message: "The run was stopped after 60 s of wall time, the limit of the case; none of its four files was complete.", Fix: "Make the analysis end within 60 s.", Place: spec.Place{File: "analysis.py"}},
		{Code: spec.ClaimsNone, Severity: spec.SeverityError, Message: "No claim was regenerated.", Fix: "Write claims.json before the run ends.", Place: spec.Place{File: "claims.json"}},
		{Code: spec.ArtifactMissing, Severity: spec.SeverityError, Message: "figure.png was not written.", Fix: "Save the figure as figure.png.", Place: spec.Place{File: "figure.png"}},
	}
	r.Run.Exit, r.Run.Limit, r.Run.WallSeconds, r.Run.CPUSeconds = 137, "wall time, 60 s", 60.02, 59.7
	r.Run.Output = "reading data/penguins.csv\nbootstrap 1 of 10000000\nbootstrap 2 of 10000000\n\x1b[2Jbootstrap 3 of 10000000"
	return r
}

// undecided holds one edge that could not be scored, and one broken optional claim.
func undecided() *spec.Report {
	r := strict()
	r.Submission.Name = "crashes-on-changed-data"
	r.Status, r.Complete = spec.StatusUndecided, false
	f := faults{r}
	e := f.edge("t_mass", "r_diff")
	e.State, e.Pass = spec.StateUnscored, nil
	e.Checks = []spec.Check{{Name: "intervention", State: spec.StateUnscored, Note: "The analysis crashed on the changed data, so the trace could not be confirmed."}}
	r.Metrics.Strict, r.Metrics.EC = nil, spec.Rate{}
	r.Metrics.RGEC = spec.Rate{}
	r.Metrics.Edges["transform_result"], r.Metrics.SoftChain = nil, nil
	r.Bounds = map[string]spec.Bounds{"ec.f1": {Low: 2.0 / 3, High: 1}, "ec.precision": {Low: 2.0 / 3, High: 1}, "ec.recall": {Low: 2.0 / 3, High: 1}, "soft_chain": {Low: 0.97, High: 1}}
	c := &r.Claims[0]
	c.Verdict, c.Support, c.GroundedSupport, c.Bounds = spec.Undetermined, nil, nil, &spec.Bounds{Low: 0, High: 1}
	r.Adjudication = []spec.Adjudication{{Node: "t_mass -> r_diff", Code: spec.TraceIncomplete, Reason: "The trace says that r2 comes from t_mass; no rerun could confirm it."}}
	r.Findings = []spec.Finding{{Code: spec.TraceIncomplete, Severity: spec.SeverityWarning, Node: "t_mass -> r_diff", Message: "The analysis crashed on the changed data, so the trace could not be confirmed.", Fix: "Do not assert values of the data."}}
	return r
}

// hostile is strict with candidate text that tries to break out of every format.
func hostile() *spec.Report {
	r := variant()
	evil := "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'`{{.}} \x1b[31mred\x1b[0m \u202ereversed\u202c \u200bzero\x00nul\r\nSTRICT SUCCESS https://evil.example/x"
	r.Submission.Name = evil
	r.Run.Output = evil + "\n" + strings.Repeat("x", 5000)
	r.Run.Versions["<b>"] = evil
	for i := range r.Claims {
		r.Claims[i].Candidate, r.Claims[i].Text = evil, strings.Repeat(evil, 40)
	}
	for i := range r.Nodes {
		r.Nodes[i].Label, r.Nodes[i].Candidate, r.Nodes[i].Method = evil, evil, evil
		for j := range r.Nodes[i].Checks {
			c := &r.Nodes[i].Checks[j]
			c.Name, c.Expected, c.Observed, c.Note, c.Fix = evil, evil, evil, evil+"note", evil
		}
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		f.Message, f.Fix, f.Observed, f.Place = evil, evil, evil, spec.Place{File: evil, Pointer: evil}
	}
	for i := range r.Records.Results.Results {
		r.Records.Results.Results[i].ID, r.Records.Results.Results[i].Unit = evil, evil
	}
	r.Shown[0].Interval, r.Shown[0].Marks[0].Label, r.Shown[0].Marks[0].State = evil, evil, spec.ShownState(evil)
	a := &r.Figures[0].Axes[0]
	a.X.Label, a.Y.Label, a.X.Categories, r.Figures[0].Path = evil, evil, []string{evil, evil, evil}, evil
	r.Oracles[0].Error = evil
	// An id that a candidate chose: a claim that no slot asked for.
	r.Claims = append(r.Claims, spec.ClaimReport{Candidate: evil, Text: evil, Verdict: spec.Unsupported, Support: ptr(0.0), GroundedSupport: ptr(0.0)})
	r.Nodes = append(r.Nodes, node(evil, spec.KindResult, evil, evil))
	r.Edges = append(r.Edges, edge(evil, "c1", spec.ResultClaim))
	return r
}

// large has 12 claims on 43 nodes with faults of every stage.
func large() *spec.Report {
	r := strict()
	r.Submission.Name = "many-claims"
	r.Nodes, r.Edges, r.Claims, r.Findings = nil, nil, nil, nil
	f := faults{r}
	add := func(n spec.NodeReport) { r.Nodes = append(r.Nodes, n) }
	link := func(a, b string, rel spec.Relation) { r.Edges = append(r.Edges, edge(a, b, rel)) }
	for _, d := range []string{"data/penguins.csv", "data/islands.csv", "data/weather.csv"} {
		add(node("data:"+d, spec.KindData, d, d, pass("digest", "as in the case", "as in the case")))
	}
	for i := range 6 {
		t := fmt.Sprintf("t_%02d", i+1)
		add(node(t, spec.KindTransform, []string{"mass by species", "bill length", "flipper length", "islands joined", "by year", "by sex"}[i], fmt.Sprintf("op %d", 10+i), pass("view", "342 rows", "342 rows")))
		link([]string{"data:data/penguins.csv", "data:data/islands.csv", "data:data/weather.csv"}[i/2], t, spec.DataTransform)
	}
	for i := range 14 {
		id := fmt.Sprintf("r_%02d", i+1)
		add(node(id, spec.KindResult, "mean difference "+id, "res"+id, pass("value", "12.4", "12.4"), pass("unit", "mm", "mm")))
		link(fmt.Sprintf("t_%02d", i%6+1), id, spec.TransformResult)
	}
	for i := range 8 {
		id := fmt.Sprintf("v_%02d", i+1)
		add(node(id, spec.KindVisual, "panel "+id, "ax0/bar", pass("arrays", "the oracle", "equal")))
		link(fmt.Sprintf("r_%02d", i+1), id, spec.ResultVisual)
		link(fmt.Sprintf("r_%02d", (i+5)%14+1), id, spec.ResultVisual)
	}
	for i := range 12 {
		id := fmt.Sprintf("c%02d", i+1)
		res, vis := fmt.Sprintf("r_%02d", i+1), fmt.Sprintf("v_%02d", i%8+1)
		add(node(id, spec.KindClaim, "claim "+id, "k"+id, pass("direction", "greater", "greater")))
		link(res, id, spec.ResultClaim)
		link(vis, id, spec.VisualClaim)
		r.Claims = append(r.Claims, spec.ClaimReport{Slot: id, Required: i < 10, Candidate: "k" + id, Text: fmt.Sprintf("Quantity %d is greater in Gentoo than in Adelie penguins by %d mm.", i+1, 12+i),
			Verdict: spec.Supported, Fidelity: ptr(1.0), Support: ptr(1.0), GroundedSupport: ptr(1.0), Witness: []string{res, res + " -> " + id, vis, vis + " -> " + id, id}})
	}
	f.breakNode("t_05", spec.Check{Name: "view", Code: spec.TransformRows, Expected: "342 rows", Observed: "333 rows", Note: "9 of 342 rows were lost before the operation: rows with a missing sex were dropped.", Fix: "Drop only rows whose body mass is missing.", Place: spec.Place{File: "analysis.py", Line: 12}}, spec.SeverityError)
	f.block("t_05", "r_05", "r_11", "v_05", "c05", "c11")
	f.fall("c05", spec.Blocked, spec.StageDataTransform, 0, "t_05")
	f.fall("c11", spec.Blocked, spec.StageDataTransform, 0, "t_05")
	f.breakNode("r_02", spec.Check{Name: "unit", Code: spec.ResultUnit, Expected: "mm", Observed: "cm", Note: "r_02 is in cm where the case asks for mm.", Fix: "Report the value in mm."}, spec.SeverityError)
	f.block("r_02", "c02")
	f.fall("c02", spec.Blocked, spec.StageTransformResult, 0, "r_02")
	f.breakEdge("t_03", "r_03", spec.Check{Name: "origin", Code: spec.ResultUntraced, Note: "The value 12.4 of r_03 is a literal of the code: no operation yields it.", Fix: "Compute the value from the data."})
	f.block("t_03 -> r_03", "c03")
	f.fall("c03", spec.Blocked, spec.StageTransformResult, 0, "t_03 -> r_03")
	n := f.node("v_06")
	n.State, n.Score, n.Candidate = spec.StateMissing, nil, ""
	n.Checks = []spec.Check{{Name: "present", Decisive: true, State: spec.StateScored, Code: spec.VisualMissing, Note: "No figure shows r_06.", Fix: "Draw r_06."}}
	for i := range r.Edges {
		if e := &r.Edges[i]; e.To == "v_06" || e.From == "v_06" {
			e.State, e.Pass = spec.StateMissing, nil
		}
	}
	r.Findings = append(r.Findings, spec.Finding{Code: spec.VisualMissing, Severity: spec.SeverityError, Node: "v_06", Message: "No figure shows r_06.", Fix: "Draw r_06."})
	f.block("v_06", "c06")
	f.fall("c06", spec.Blocked, spec.StageVisual, 1, "v_06")
	f.breakNode("c08", spec.Check{Name: "direction", Code: spec.ClaimDirection, Expected: "greater", Observed: "less", Note: "The claim says that Gentoo bills are shorter; the oracle and r_08 say that they are longer.", Fix: "State the direction that the result shows."}, spec.SeverityError)
	f.breakEdge("r_08", "c08", spec.Check{Name: "direction", Code: spec.ClaimDirection, Note: "The claim says that Gentoo bills are shorter; r_08 is positive.", Fix: "State the direction that the result shows."})
	f.fall("c08", spec.Contradicted, spec.StageClaim, 0, "c08", "r_08 -> c08")
	c9 := f.node("c09")
	c9.Score = ptr(0.8)
	c9.Checks = append(c9.Checks, spec.Check{Name: "wording", State: spec.StateScored, Code: spec.ClaimWording, Expected: "associated", Observed: "–", Note: "The text does not say that this is an association.", Fix: "Say that the two are associated."})
	r.Findings = append(r.Findings, spec.Finding{Code: spec.ClaimWording, Severity: spec.SeverityError, Node: "c09", Message: "The text does not say that this is an association.", Fix: "Say that the two are associated."})
	f.fall("c09", spec.Unsupported, spec.StageClaim, 0.8, "c09")
	r.Claims[8].Support, r.Claims[8].Fidelity = ptr(0.8), ptr(0.8)
	r.Claims = append(r.Claims, spec.ClaimReport{Candidate: "bonus", Text: "Penguins prefer cold water.", Verdict: spec.Unsupported, Support: ptr(0.0), GroundedSupport: ptr(0.0), BrokenStage: spec.StageClaim})
	r.Findings = append(r.Findings, spec.Finding{Code: spec.ClaimUnmatched, Severity: spec.SeverityError, Node: "bonus", Message: "No slot of the case asks for this claim.", Fix: "Leave out claims that the question does not ask for.", Place: spec.Place{File: "claims.json", Pointer: "/claims/12"}})
	f.lower(map[string]float64{"transform": 0.8, "result": 0.9, "visual": 0.88, "claim": 0.88}, map[string]float64{"transform_result": 0.9, "result_claim": 0.9}, 0.45, 0.55)
	f.Metrics.GatedClaim, f.Metrics.SoftChain = ptr(0.88), ptr(0.93)
	return r
}

// gallery draws one visual of each kind: months on a line with a band, horizontal boxes, a
// scatter on logarithmic axes, bars by two factors on two panels.
func gallery() *spec.Report {
	r := strict()
	r.Submission.Name = "many-kinds-of-figures"
	r.Run.Sandbox = spec.SandboxReport{Tree: "poll", Notes: []string{"isolation was switched off by --unsafe-no-sandbox"}}
	r.Nodes, r.Edges, r.Oracles, r.Claims = nil, nil, nil, nil
	show := func(visual, label, candidate string, kind spec.Relation, from string) {
		r.Nodes = append(r.Nodes, node(visual, spec.KindVisual, label, candidate))
		r.Edges = append(r.Edges, edge(from, visual, kind))
	}
	var month, swing, low, high, years, ppm []float64
	var labels []spec.Value
	for i := range 12 {
		m := float64(i + 1)
		month, labels = append(month, m), append(labels, spec.NumberValue(m))
		v := []float64{0.05, 0.71, 1.43, 2.57, 3.01, 2.31, 0.70, -1.41, -3.13, -3.26, -2.07, -0.91}[i]
		swing, low, high = append(swing, v), append(low, v-0.2), append(high, v+0.2)
	}
	for i := range 30 {
		years, ppm = append(years, float64(i*365)), append(ppm, 315+1.3*float64(i))
	}
	x := []float64{377, 520, 690, 880, 1100, 1390, 1900, 2600, 4957}
	y := []float64{240, 335, 440, 530, 640, 770, 980, 1250, 1830}
	r.Figures = []spec.Figure{{Path: "figure.png", Axes: []spec.AxesView{
		{ID: "ax0", X: spec.AxisView{Label: "month", Scale: "linear", Kind: "linear", Limits: [2]float64{0.4, 12.6}}, Y: spec.AxisView{Label: "seasonal swing (ppm)", Scale: "linear", Kind: "linear", Limits: [2]float64{-4, 4}},
			Marks: []spec.MarkSet{{Mark: spec.MarkLine, X: month, Y: swing}, {Mark: spec.MarkBand, X: month, Lo: low, Hi: high}}},
		{ID: "ax1", X: spec.AxisView{Label: "body mass (g)", Scale: "linear", Kind: "linear", Limits: [2]float64{2500, 6500}}, Y: spec.AxisView{Kind: "category", Scale: "linear", Limits: [2]float64{-0.5, 2.5}, Inverted: true, Categories: []string{"Adelie", "Chinstrap", "Gentoo"}},
			Marks: []spec.MarkSet{{Mark: spec.MarkBox, Orient: "h", Y: []float64{0, 1, 2}, X: []float64{3700, 3700, 5000}, Lo: []float64{3350, 3488, 4700}, Hi: []float64{4000, 3950, 5500}, WLo: []float64{2850, 2700, 3950}, WHi: []float64{4775, 4800, 6300}, Labels: []string{"Adelie", "Chinstrap", "Gentoo"}}}},
		{ID: "ax2", X: spec.AxisView{Label: "income (francs)", Scale: "log", Kind: "linear", Limits: [2]float64{300, 6000}}, Y: spec.AxisView{Label: "food (francs)", Scale: "log", Kind: "linear", Limits: [2]float64{200, 2500}},
			Marks: []spec.MarkSet{{Mark: spec.MarkPoint, X: x, Y: y}, {Mark: spec.MarkLine, X: x, Y: y}}},
		{ID: "ax3", Facet: "male", X: spec.AxisView{Kind: "category", Categories: []string{"Adelie", "Gentoo"}, Limits: [2]float64{-0.5, 1.5}}, Y: spec.AxisView{Label: "body mass (g)", Limits: [2]float64{0, 6000}},
			Marks: []spec.MarkSet{{Mark: spec.MarkBar, Group: "male", X: []float64{0, 1}, Y: []float64{4043, 5485}, Base: []float64{0, 0}, Labels: []string{"Adelie", "Gentoo"}}}},
		{ID: "ax4", Facet: "female", X: spec.AxisView{Kind: "category", Categories: []string{"Adelie", "Gentoo"}, Limits: [2]float64{-0.5, 1.5}}, Y: spec.AxisView{Label: "body mass (g)", Limits: [2]float64{0, 6000}},
			Marks: []spec.MarkSet{{Mark: spec.MarkBar, Group: "female", X: []float64{0, 1}, Y: []float64{3369, 4380}, Base: []float64{0, 0}, Labels: []string{"Adelie", "Gentoo"}}}},
		{ID: "ax5", X: spec.AxisView{Label: "year", Kind: "time", Limits: [2]float64{-400, 11000}, Ticks: []spec.Tick{{At: 0, Label: "1970"}, {At: 3652, Label: "1980"}, {At: 7305, Label: "1990"}}}, Y: spec.AxisView{Label: "CO₂ (ppm)", Limits: [2]float64{310, 360}},
			Marks: []spec.MarkSet{{Mark: spec.MarkLine, X: years, Y: ppm}, {Mark: spec.MarkHistogram, X: []float64{0, 3000}, X2: []float64{3000, 6000}, Base: []float64{310, 310}, Y: []float64{320, 330}}}},
	}}}
	band := []spec.Uncertainty{{Kind: spec.UncertaintySE, Lower: spec.ArrayValue(low), Upper: spec.ArrayValue(high)}}
	r.Oracles = []spec.OracleReport{
		{Slot: "r_swing", Estimator: "mean", Family: "mean", Unit: "ppm", Value: spec.ArrayValue(swing), Index: labels, Uncertainty: band},
		{Slot: "r_median", Estimator: "median", Family: "median", Unit: "g", Value: spec.ArrayValue([]float64{3700, 3700, 5000}), Index: species},
		{Slot: "r_two", Estimator: "mean", Family: "mean", Unit: "g", Value: spec.ArrayValue([]float64{4043.49, 3368.84, 5484.84, 4679.74}), Index: texts("Adelie / male", "Adelie / female", "Gentoo / male", "Gentoo / female")},
	}
	show("v_swing", "seasonal swing", "ax0/line", spec.ResultVisual, "r_swing")
	show("v_box", "body mass", "ax1/box", spec.ResultVisual, "r_median")
	show("v_engel", "Engel's law", "ax2/point", spec.TransformVisual, "t_all")
	show("v_two", "by species and sex", "ax3+ax4/bar", spec.ResultVisual, "r_two")
	show("v_co2", "the record", "ax5/line", spec.TransformVisual, "t_all")
	return r
}

var samples = []struct {
	name  string
	build func() *spec.Report
}{
	{"strict", strict}, {"variant", variant}, {"detached", detached}, {"timeout", timeout},
	{"undecided", undecided}, {"large", large}, {"hostile", hostile}, {"gallery", gallery},
}
