package assay

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/assaybench/assay/claims"
	"github.com/assaybench/assay/internal/diag"
	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
)

// truth is what the case's own data say: every view, and the answer of the oracle of
// every approved method.
type truth struct {
	tables  map[string]*oracle.Table // by path of the asset
	views   map[string]*oracle.View
	frames  map[string]*spec.Frame
	answers map[string][]oracle.MethodAnswer // by result slot, in the order of its methods
}

// data are the bytes of the case's data files, by path.
type data = map[string][]byte

// read takes the data files of a case into memory.
func read(c *Case) (data, error) {
	d := data{}
	for i, a := range c.Case.Data {
		b, err := os.ReadFile(filepath.Join(c.Dir, filepath.FromSlash(a.Path)))
		if err != nil {
			return nil, dataError(i, err)
		}
		d[a.Path] = b
	}
	return d, nil
}

func dataError(asset int, err error) error {
	code := spec.CodeCaseFile
	var bad *table.Error
	if errors.As(err, &bad) {
		code = bad.Code
	}
	return diag.List{{Code: code, Severity: diag.Error, File: "case.json", Pointer: "/data/" + strconv.Itoa(asset), Message: err.Error(), Fix: "correct the manifest's columns or the data file"}}.Err()
}

// recompute works out views and oracles. An oracle that cannot be computed makes the
// specification invalid, as nothing could be held against it.
func recompute(ctx context.Context, c *Case, d data, o Options) (*truth, error) {
	t := &truth{tables: map[string]*oracle.Table{}, frames: map[string]*spec.Frame{}, answers: map[string][]oracle.MethodAnswer{}}
	for i, a := range c.Case.Data {
		table, err := oracle.Read(bytes.NewReader(d[a.Path]), a)
		if err != nil {
			return nil, dataError(i, err)
		}
		t.tables[a.Path] = table
	}
	views, err := oracle.Views(t.tables, c.Spec.Views)
	if err != nil {
		return nil, specError(c, "/views", err)
	}
	t.views = views
	for _, name := range slices.Sorted(maps.Keys(views)) {
		t.frames[name] = views[name].Frame()
	}
	registry := o.registry()
	var list diag.List
	for i, slot := range c.Spec.Results {
		for j, m := range slot.Methods {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			answer, err := registry.Compute(ctx, m.Oracle, views, level(slot))
			if err == nil {
				answer, err = answer.In(slot.Unit)
			}
			if err != nil {
				list = append(list, c.Doc.Diagnose("spec.oracle", fmt.Sprintf("/results/%d/methods/%d/oracle", i, j), fmt.Sprintf("the oracle of %s by %s cannot be computed: %v", slot.ID, m.Family, err), "correct the view or the arguments"))
			}
			t.answers[slot.ID] = append(t.answers[slot.ID], oracle.MethodAnswer{Method: m, Answer: answer, Err: err})
		}
	}
	if err := list.Sort().Err(); err != nil {
		return nil, err
	}
	return t, nil
}

func (o Options) registry() oracle.Registry { return oracle.Default().With(o.Oracles...) }

// level is the confidence level that a result slot asks for, 0.95 where it names none.
func level(slot spec.ResultSlot) float64 {
	if slot.Uncertainty != nil && slot.Uncertainty.Level > 0 {
		return slot.Uncertainty.Level
	}
	return 0.95
}

func specError(c *Case, pointer string, err error) error {
	if list := diag.All(err); list != nil {
		return err
	}
	return diag.List{c.Doc.Diagnose("spec.view", pointer, err.Error(), "")}.Err()
}

// by returns the answer of a method family of a slot, or of its first method.
func (t *truth) by(slot, family string) oracle.MethodAnswer {
	all := t.answers[slot]
	for _, a := range all {
		if a.Method.Family == family {
			return a
		}
	}
	return all[0]
}

// claimTruth is what claims are held against: the answers of every approved method.
func (t *truth) claimTruth(c *Case) map[string]claims.Truth {
	out := map[string]claims.Truth{}
	for _, slot := range c.Spec.Results {
		ct := claims.Truth{Slot: slot}
		for _, a := range t.answers[slot.ID] {
			ct.Reports = append(ct.Reports, oracleReport(slot, a))
		}
		out[slot.ID] = ct
	}
	return out
}

// oracleReport is an answer as the report shows it.
func oracleReport(slot spec.ResultSlot, a oracle.MethodAnswer) spec.OracleReport {
	r := spec.OracleReport{Slot: slot.ID, Family: a.Method.Family, Estimator: a.Method.Oracle.Estimator, Unit: slot.Unit,
		Value: a.Answer.Value, Index: a.Answer.Index, Uncertainty: a.Answer.Uncertainty, N: a.Answer.N}
	if a.Err != nil {
		r.Error = a.Err.Error()
	}
	return r
}

// LintCase reads a case folder and reports everything that is wrong with it: schemas,
// references, chains, data, views, estimators, and oracles that cannot be computed. An
// error means that the folder cannot be read.
func LintCase(ctx context.Context, dir string) (spec.Diagnostics, error) {
	c, list, err := spec.LoadCase(dir)
	if err != nil || c == nil {
		return list, err
	}
	list = append(list, c.LintSource()...)
	list = append(list, oracle.Lint(&c.Spec, c.Case.Data, oracle.Default(), c.Doc)...)
	if !list.Errors() {
		d, err := read(c)
		if err == nil {
			_, err = recompute(ctx, c, d, Options{})
		}
		if err != nil {
			more := diag.All(err)
			if more == nil {
				return nil, errors.Join(ctx.Err(), err)
			}
			list = append(list, more...)
		}
	}
	return list.Sort(), nil
}
