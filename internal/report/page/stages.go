package page

import (
	"slices"

	"github.com/assaybench/assay/internal/report/reading"
	"github.com/assaybench/assay/spec"
)

// step is one of the five stages.
type step struct{ Name, State, Word string }

// steps says of each stage whether it holds. Below the first break a stage may be
// faulty on its own account, blocked, or sound where it does not rest on what broke.
func (p *page) steps(h reading.Headline) []step {
	first := slices.Index(spec.Stages, h.Stage)
	var out []step
	for i, s := range spec.Stages {
		st := step{Name: stepName(s), State: "holds", Word: "holds"}
		seen := p.standings(s)
		switch {
		case p.Status == spec.StatusInfra:
			st.State, st.Word = "open", "not judged"
		case i == first:
			st.State, st.Word = "breaks", "breaks here"
		case first >= 0 && i > first && h.State == "failed":
			st.State, st.Word = "below", "not reached"
		case first >= 0 && i > first && seen[reading.Broken]:
			st.State, st.Word = "breaks", "breaks too"
		case first >= 0 && i > first && seen[reading.Blocked]:
			st.State, st.Word = "below", "blocked"
		case first < 0 && seen[reading.Unscored]:
			st.State, st.Word = "open", "undecided"
		}
		out = append(out, st)
	}
	return out
}

// standings are those that the items of a stage have; what is faulty counts as broken.
func (p *page) standings(s spec.Stage) map[reading.Standing]bool {
	seen := map[reading.Standing]bool{}
	see := func(x reading.Standing) {
		if x.Faulty() {
			x = reading.Broken
		}
		seen[x] = true
	}
	for i := range p.Nodes {
		if stageOfKind(p.Nodes[i].Kind) == s {
			see(p.NodeStanding(&p.Nodes[i]))
		}
	}
	for i := range p.Edges {
		if stageOfRelation(p.Edges[i].Relation) == s {
			see(p.EdgeStanding(&p.Edges[i]))
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
