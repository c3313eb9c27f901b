package assay

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/assaybench/assay/internal/pytrace"
	"github.com/assaybench/assay/internal/sandbox"
	"github.com/assaybench/assay/internal/warm"
)

// Diagnosis is what a machine can do for Assay.
type Diagnosis struct {
	Ready  bool          `json:"ready"` // submissions can be run in a sandbox
	Checks []DoctorCheck `json:"checks"`
}

// DoctorCheck is one thing that was looked at.
type DoctorCheck struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Detail string `json:"detail"`
	Advice string `json:"advice,omitempty"`
}

// Doctor looks at isolation, interpreter and libraries, and tries one sandboxed run.
func Doctor(ctx context.Context, o Options) Diagnosis {
	d := Diagnosis{Checks: []DoctorCheck{}}
	o.step("looking at the kernel")
	for _, c := range sandbox.Probe() {
		d.Checks = append(d.Checks, DoctorCheck{Name: c.Name, OK: c.Available, Detail: c.Detail, Advice: c.Advice})
	}
	o.step("looking for Python")
	python, err := pytrace.Find(ctx, pytrace.Places{Explicit: o.Python, Folder: "."})
	if err != nil {
		d.Checks = append(d.Checks, DoctorCheck{Name: "python", Detail: err.Error(), Advice: "install CPython 3.11 or newer, or name one with --python or ASSAY_PYTHON; make setup prepares .venv"})
		d.Checks = append(d.Checks, goCheck(ctx, o))
		return d
	}
	d.Checks = append(d.Checks, DoctorCheck{Name: "python", OK: true, Detail: fmt.Sprintf("%s (%s)", python.Version, python.Executable)})
	o.step("trying a sandboxed run")
	trial := DoctorCheck{Name: "sandboxed Python", Advice: "see the lines above"}
	cold := o
	cold.Cold = true
	r, err := start(ctx, job{entry: "trial.py", code: []byte(trialScript), limits: scriptLimits}, cold)
	switch {
	case err != nil:
		trial.Detail = err.Error()
	case !r.ok():
		trial.Detail = fmt.Sprintf("the trial script ended with exit %d%s", r.outcome.Exit, lastLine(r.outcome.Output))
		trial.Advice = "install the libraries of analyses (numpy, pandas, matplotlib) for this interpreter, or run make setup"
	default:
		trial.OK, trial.Advice = true, ""
		trial.Detail = fmt.Sprintf("works in %.1f s, limits of the tree by %s", r.outcome.Wall.Seconds(), r.outcome.Isolation.Tree)
		d.Ready = r.outcome.Isolation.Isolated
	}
	d.Checks = append(d.Checks, trial)
	if trial.OK && !o.Cold && !o.Unsafe {
		o.step("trying a warm interpreter")
		d.Checks = append(d.Checks, warmCheck(ctx, o))
	}
	d.Checks = append(d.Checks, goCheck(ctx, o))
	if o.Cache != "" {
		check := DoctorCheck{Name: "cache", OK: true, Detail: o.Cache}
		if err := os.MkdirAll(o.Cache, 0o755); err != nil {
			check = DoctorCheck{Name: "cache", Detail: err.Error(), Advice: "make the folder writable; without it every run prepares fonts again"}
		}
		d.Checks = append(d.Checks, check)
	}
	return d
}

// goCheck builds a program in Go and runs it.
func goCheck(ctx context.Context, o Options) DoctorCheck {
	o.step("trying an analysis in Go")
	check := DoctorCheck{Name: "sandboxed Go", Advice: "optional: only analyses in Go need it"}
	r, err := start(ctx, job{entry: "trial.go", code: []byte(trialProgram), limits: scriptLimits}, o)
	switch {
	case err != nil:
		check.Detail = err.Error()
	case !r.started:
		check.Detail = r.built.Diagnostics[0].String()
	case !r.ok():
		check.Detail = fmt.Sprintf("the trial program ended with exit %d%s", r.outcome.Exit, r.lastWords())
	default:
		check.OK, check.Advice = true, ""
		check.Detail = fmt.Sprintf("%s builds analyses, and they run", r.built.Version)
	}
	return check
}

const trialProgram = `package main

import "github.com/assaybench/assay/graph/trace"

func main() {
	r := trace.Record()
	r.Op("call", "trial", 1)
	if err := r.Close(); err != nil {
		panic(err)
	}
}
`

// warmCheck runs the trial script twice in forks of one interpreter.
func warmCheck(ctx context.Context, o Options) DoctorCheck {
	check := DoctorCheck{Name: "warm interpreter", Advice: "optional: runs start cold instead, which takes longer and gives the same results"}
	for range 2 {
		r, err := start(ctx, job{entry: "trial.py", code: []byte(trialScript), limits: scriptLimits}, o)
		switch {
		case err != nil:
			check.Detail = err.Error()
			return check
		case !r.ok():
			check.Detail = fmt.Sprintf("the trial script ended with exit %d%s", r.outcome.Exit, lastLine(r.outcome.Output))
			return check
		}
		for _, note := range r.outcome.Isolation.Notes {
			if strings.HasPrefix(note, warm.Cold) {
				check.Detail = note
				return check
			}
		}
		check.Detail = fmt.Sprintf("works; a run starts in %v", r.outcome.Wall.Round(time.Millisecond))
	}
	check.OK, check.Advice = true, ""
	return check
}

const trialScript = "import json, numpy, pandas, matplotlib\nnumpy.arange(3).sum()\n"
