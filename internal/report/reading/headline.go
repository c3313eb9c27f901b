package reading

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/spec"
)

// Headline is the verdict in two lines.
type Headline struct {
	State   string // strict | fallen | failed | open
	Strict  string // yes | no | undecided
	Title   string
	Line    string
	Stage   spec.Stage // earliest broken stage
	Need    int        // required claims
	Stand   int        // of these, supported
	Outside int        // primary or secondary claims that no slot asked for
}

// Headline is what a report says first.
func (v *Reading) Headline() Headline {
	h := Headline{Stage: v.firstStage(), State: "fallen", Strict: "no"}
	for _, c := range v.Claims {
		switch {
		case c.Slot == "":
			h.Outside++
		case c.Required:
			h.Need++
			if c.Verdict == spec.Supported {
				h.Stand++
			}
		}
	}
	breaks := ""
	if h.Stage != spec.StageNone {
		breaks = " The evidence breaks first at " + StageName(h.Stage) + "."
	}
	fallen := h.Need - h.Stand
	switch strict := v.Metrics.Strict; {
	case v.Status == spec.StatusInfra:
		h.State, h.Strict, h.Title = "open", "undecided", "No verdict: the infrastructure failed"
		h.Line = "The submission was not judged, and nothing here speaks against it."
		if v.Run.Stopped != "" {
			h.Line += " " + sentence(v.Run.Stopped)
		}
	case v.Failed() && v.Run.Stopped != "":
		h.State, h.Title, h.Stage = "failed", "Nothing was run", spec.StageExecution
		h.Line = sentence(v.Run.Stopped) + " Every score is 0."
	case v.Failed():
		h.State, h.Title, h.Stage = "failed", "The submission did not execute", spec.StageExecution
		if v.Run.Exit == 0 && v.Run.Limit == "" {
			h.Title = "The run did not meet its contract"
		}
		h.Line = "A run that does not end well and write its four files supports nothing: every score is 0."
	case strict == nil || v.Status == spec.StatusUndecided:
		h.State, h.Strict, h.Title = "open", "undecided", "Undecided"
		h.Line = fmt.Sprintf("%s of %s could be shown to stand; something that decides the rest could not be scored.", count(h.Stand), Counted(h.Need, "required claim"))
	case *strict && h.Need == 0:
		h.State, h.Strict, h.Title = "open", "undecided", "No required claim was judged"
		h.Line = "The report speaks of strict success, but holds no required claim to which it could apply."
	case *strict:
		h.State, h.Strict, h.Title = "strict", "yes", "Strict success"
		h.Line = "The required claim is supported by evidence that this run produced."
		if h.Need != 1 {
			h.Line = fmt.Sprintf("All %d required claims are supported by evidence that this run produced.", h.Need)
		}
	case h.Need > 0 && fallen == 0:
		h.Title = "Not a strict success"
		h.Line = "Every required claim stands, but another condition of strict success fails." + breaks
	case fallen == h.Need && h.Need == 1:
		h.Title = "The required claim does not stand"
		h.Line = strings.TrimSpace(breaks)
	default:
		verb := "do"
		if fallen == 1 {
			verb = "does"
		}
		h.Title = fmt.Sprintf("%d of %s %s not stand", fallen, Counted(h.Need, "required claim"), verb)
		h.Line = strings.TrimSpace(breaks)
	}
	return h
}

// firstStage is the earliest broken stage over the required claims, else over all.
func (v *Reading) firstStage() spec.Stage {
	best, bestAny := len(spec.Stages), len(spec.Stages)
	for _, c := range v.Claims {
		if i := slices.Index(spec.Stages, c.BrokenStage); i >= 0 {
			bestAny = min(bestAny, i)
			if c.Required {
				best = min(best, i)
			}
		}
	}
	if best == len(spec.Stages) {
		best = bestAny
	}
	if best == len(spec.Stages) {
		return spec.StageNone
	}
	return spec.Stages[best]
}

// StageName is a stage as a phrase.
func StageName(s spec.Stage) string {
	switch s {
	case spec.StageExecution:
		return "contract and execution"
	case spec.StageDataTransform:
		return "data → transform"
	case spec.StageTransformResult:
		return "transform → result"
	case spec.StageVisual:
		return "the visual"
	case spec.StageClaim:
		return "the claim"
	case spec.StageNone:
		return ""
	}
	return string(s)
}
