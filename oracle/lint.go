package oracle

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/diag"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// Codes of what Lint finds.
const (
	CodeView      = "spec.view"
	CodeEstimator = "spec.estimator"
	CodeArgument  = "spec.argument"
)

// Lint checks what a specification asks of the oracle against the columns of the
// manifest, without data: every view can be made, every estimator exists, every
// argument is known and of its type, and can give the uncertainty that its slot wants.
// doc places the findings in its text; it may be nil.
func Lint(s *spec.Specification, assets []spec.Asset, r Registry, doc *spec.Document) diag.List {
	l := linter{doc: doc}
	tables := map[string]*Table{}
	for i, a := range assets {
		t, err := table.Empty(a)
		if err != nil {
			l.list = append(l.list, diag.Diagnostic{Code: CodeView, Severity: diag.Error, File: "case.json", Pointer: fmt.Sprintf("/data/%d/columns", i),
				Message: err.Error(), Fix: "describe the columns of the file with names and types"})
			continue
		}
		tables[a.Path] = t
	}
	views, bad := view.Build(tables, s.Views)
	for _, e := range bad {
		l.add(CodeView, viewPointer(e), e.Error(), "correct the step")
	}
	for i, slot := range s.Results {
		for j, m := range slot.Methods {
			l.method(r, views, s.Views, slot, m, fmt.Sprintf("/results/%d/methods/%d", i, j))
		}
	}
	return l.list.Sort()
}

type linter struct {
	doc  *spec.Document
	list diag.List
}

func (l *linter) add(code, pointer, message, fix string) {
	if l.doc != nil {
		l.list = append(l.list, l.doc.Diagnose(code, pointer, message, fix))
		return
	}
	l.list = append(l.list, diag.Diagnostic{Code: code, Severity: diag.Error, Pointer: pointer, Message: message, Fix: fix})
}

func (l *linter) method(r Registry, views map[string]*View, specs map[string]spec.View, slot spec.ResultSlot, m spec.Method, at string) {
	call := m.Oracle
	e, ok := r.Find(call.Estimator)
	if !ok {
		var all []string
		for _, e := range r.All() {
			all = append(all, e.Name)
		}
		l.add(CodeEstimator, at+"/oracle/estimator", fmt.Sprintf("estimator %q is not known; there are %s", call.Estimator, strings.Join(all, ", ")), "name one of them")
		return
	}
	if u := slot.Uncertainty; u != nil && u.Required && !slices.ContainsFunc(u.Kinds, func(k spec.UncertaintyKind) bool { return slices.Contains(e.Gives, k) }) {
		l.add(CodeEstimator, at+"/oracle/estimator", fmt.Sprintf("slot %q requires an uncertainty of kind %v, which %s cannot give", slot.ID, u.Kinds, e.Name), "require another kind or none")
	}
	v, ok := views[call.View]
	if !ok {
		if _, named := specs[call.View]; !named {
			l.add(CodeEstimator, at+"/oracle/view", fmt.Sprintf("there is no view %q", call.View), "name one of the views")
		}
		return
	}
	_, wrong := estimate.Check(e, call.Args, v)
	for _, w := range wrong {
		l.add(CodeArgument, at+"/oracle/args/"+escape(w.Arg), w.Error(), "correct the argument")
	}
}

func viewPointer(e *view.Error) string {
	p := "/views/" + escape(e.View)
	switch {
	case e.Step < 0:
		return p + "/" + e.Kind
	case e.Kind == "step":
		return fmt.Sprintf("%s/steps/%d", p, e.Step)
	case e.Kind == "derive" && e.Position > 0:
		return fmt.Sprintf("%s/steps/%d/derive/expr", p, e.Step)
	}
	p = fmt.Sprintf("%s/steps/%d/%s", p, e.Step, e.Kind)
	if e.Field != "" {
		p += "/" + e.Field
	}
	return p
}

// escape writes a name as a token of a JSON pointer.
func escape(s string) string { return strings.NewReplacer("~", "~0", "/", "~1").Replace(s) }
