package assay

import (
	"context"
	"maps"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/assaybench/assay/internal/gorun"
	"github.com/assaybench/assay/internal/pytrace"
	"github.com/assaybench/assay/internal/sandbox"
	"github.com/assaybench/assay/spec"
)

// program is what runs a job: the interpreter with the tracer, or the analysis itself,
// where its language is compiled.
type program struct {
	call   sandbox.Command // path, arguments, environment, binds
	python pytrace.Interpreter
	built  *gorun.Program // nil for Python
}

// program finds or makes what runs a job.
func (o Options) program(ctx context.Context, j job) (program, error) {
	cache := o.Cache
	if cache == "" {
		var err error
		if cache, err = prepared.dir(); err != nil {
			return program{}, err
		}
	}
	cache, err := filepath.Abs(cache)
	if err != nil {
		return program{}, err
	}
	if strings.HasSuffix(j.entry, gorun.Ending) {
		return o.compiled(ctx, j, cache)
	}
	return o.interpreted(ctx, j, cache)
}

func (o Options) interpreted(ctx context.Context, j job, cache string) (program, error) {
	python, err := pytrace.Find(ctx, pytrace.Places{Explicit: o.Python, Folder: "."})
	if err != nil {
		return program{}, err
	}
	fonts, err := python.Prepare(ctx, cache)
	if err != nil {
		return program{}, err
	}
	tracer, err := python.Tracer(ctx, cache)
	if err != nil {
		return program{}, err
	}
	options := pytrace.Options{Script: sandbox.Work + "/" + j.entry, TraceFD: sandbox.TraceFD}
	binds := []sandbox.Bind{{Source: tracer, Target: pytrace.Root}}
	if fonts != "" {
		options.Fonts = fontsTarget
		binds = append(binds, sandbox.Bind{Source: fonts, Target: fontsTarget})
	}
	for _, b := range python.Binds() {
		binds = append(binds, sandbox.Bind{Source: b.Source, Target: b.Target})
	}
	call := python.Command(options)
	return program{call: sandbox.Command{Path: call.Path, Args: call.Args, Env: call.Env, Binds: binds}, python: python}, nil
}

func (o Options) compiled(ctx context.Context, j job, cache string) (program, error) {
	tools, err := gorun.Find(ctx)
	if err != nil {
		return program{}, err
	}
	source, err := tools.Sources(o.GoSource, ".", release())
	if err != nil {
		return program{}, err
	}
	built, err := tools.Build(ctx, j.entry, j.code, gorun.Options{Source: source, Cache: cache, Time: j.buildTime, Memory: j.buildMemory, Unsafe: o.Unsafe})
	if err != nil {
		return program{}, err
	}
	call := built.Command()
	return program{call: sandbox.Command{Path: call.Path, Env: call.Env, Binds: []sandbox.Bind{call.Bind}}, built: &built}, nil
}

// release is the version of this module in the running program; "" where it is none of
// those that are published.
func release() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, m := range append([]*debug.Module{&info.Main}, info.Deps...) {
		if m.Path == gorun.Module && strings.HasPrefix(m.Version, "v") && m.Replace == nil {
			return m.Version
		}
	}
	return ""
}

// unbuilt reports whether the analysis did not become a program.
func (p program) unbuilt() bool { return p.built != nil && len(p.built.Diagnostics) > 0 }

// versions are those of the language and of what the analysis is linked with or loaded.
func (r *run) versions() map[string]string {
	out := map[string]string{}
	switch {
	case r.built != nil:
		maps.Copy(out, r.built.Modules)
		out["go"] = strings.TrimPrefix(r.built.Version, "go")
	case r.trace.Run != nil:
		maps.Copy(out, r.trace.Run.Libraries)
		out["python"] = r.python.Version
	}
	return out
}

// buildFindings say why an analysis could not be compiled.
func (r *run) buildFindings() []spec.Finding {
	var out []spec.Finding
	for _, d := range r.built.Diagnostics {
		out = append(out, spec.Finding{Code: spec.RunBuild, Severity: spec.SeverityError, Place: place(d), Message: "the analysis cannot be built: " + d.Message, Fix: d.Fix})
	}
	return out
}

// foreignImports lists the packages that an analysis in Go imports and its contract does not
// allow: beside the standard library and the recorders, those that the contract names by a
// prefix of their path.
func (r *run) foreignImports(allowed []string) []string {
	allowed = slices.DeleteFunc(slices.Clone(allowed), gorun.Standard) // modules of Python
	if len(allowed) == 0 {
		return nil
	}
	allowed = append(allowed, gorun.Module)
	return slices.DeleteFunc(slices.Clone(r.built.Imports), func(path string) bool {
		return gorun.Standard(path) || slices.ContainsFunc(allowed, func(a string) bool { return path == a || strings.HasPrefix(path, strings.TrimSuffix(a, "/")+"/") })
	})
}

// lastWords is what a run says last: of a panic in Go its reason, not its frames.
func (r *run) lastWords() string {
	if r.built != nil {
		for line := range strings.Lines(string(r.outcome.Output)) {
			if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
				return lastLine([]byte(line))
			}
		}
	}
	return lastLine(r.outcome.Output)
}

// panicked is the innermost line of an analysis in Go that a panic names.
func (r *run) panicked(entry string) spec.Place {
	p := spec.Place{File: entry}
	for line := range strings.Lines(string(r.outcome.Output)) {
		if rest, ok := strings.CutPrefix(line, "\t"+entry+":"); ok {
			number, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
			p.Line, _ = strconv.Atoi(number) // no number is no line
			return p
		}
	}
	return p
}
