package trace

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/assaybench/assay/spec"
)

// Families is the closed list of operation families, in the words of specifications.
var Families = []string{
	"read", "write", "select_columns", "filter_rows", "assign", "join", "concat", "group", "aggregate", "pivot",
	"sort", "sample", "resample", "arith", "compare", "transform", "cast", "test", "fit", "predict", "correlate",
	"interval", "smooth", "random", "plot", "format", "round", "call", "opaque",
}

// Opaque is the family of operations that no pattern names.
const Opaque = "opaque"

//go:embed families.tsv
var familiesTSV string

//go:embed methods.tsv
var methodsTSV string

type familyRule struct{ pattern, family string }

var familyRules = sync.OnceValue(func() []familyRule {
	var out []familyRule
	for _, f := range tsv(familiesTSV) {
		if len(f) == 2 {
			out = append(out, familyRule{f[0], f[1]})
		}
	}
	return out
})

// Family is the family of a native function name: that of the first pattern of
// families.tsv that matches. In a pattern * stands for any text.
func Family(fn string) string {
	for _, r := range familyRules() {
		if glob(r.pattern, fn) {
			return r.family
		}
	}
	return Opaque
}

// methodRule ties a native call to a method family of specifications.
type methodRule struct {
	pattern string
	params  []paramCondition
	method  string
}

// paramCondition holds where a literal argument has a value, or, negated, has not.
// An absent argument has no value.
type paramCondition struct {
	name, value string
	not         bool
}

var methodRules = sync.OnceValue(func() []methodRule {
	var out []methodRule
	for _, f := range tsv(methodsTSV) {
		if len(f) != 3 {
			continue
		}
		r := methodRule{pattern: f[0], method: f[2]}
		for _, c := range strings.Fields(f[1]) {
			if name, value, ok := strings.Cut(c, "!="); ok {
				r.params = append(r.params, paramCondition{name, value, true})
			} else if name, value, ok := strings.Cut(c, "="); ok {
				r.params = append(r.params, paramCondition{name, value, false})
			}
		}
		out = append(out, r)
	}
	return out
})

// MethodFamily is the method family, as specifications name it, of an operation: that
// of the case's rule (Trace.Apply), else of the first row of methods.tsv whose pattern and
// literal arguments match; "" where none does. It says what was called, not that the call
// was right.
func MethodFamily(op *Op) string {
	if op == nil {
		return ""
	}
	if op.Method != "" {
		return op.Method
	}
	for _, r := range methodRules() {
		if glob(r.pattern, op.Fn) && op.meets(r.params) {
			return r.method
		}
	}
	return ""
}

// Apply gives each operation the families of the first rule of a case that matches it;
// where a rule names one of the two only, the other stays as it is.
func (t *Trace) Apply(rules []spec.CallRule) {
	for _, op := range t.Order {
		for _, r := range rules {
			var conditions []paramCondition
			for name, value := range r.Params {
				conditions = append(conditions, paramCondition{name: name, value: value})
			}
			if glob(r.Function, op.Fn) && op.meets(conditions) {
				op.Fam, op.Method = cmp.Or(r.Family, op.Fam), r.Method
				break
			}
		}
	}
}

// Methods lists the method families that MethodFamily can give, sorted.
func Methods() []string {
	var out []string
	for _, r := range methodRules() {
		out = append(out, r.method)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (op *Op) meets(conditions []paramCondition) bool {
	for _, c := range conditions {
		v, ok := op.Params[c.name]
		text := strings.Trim(v.String(), `"`)
		if (ok && strings.EqualFold(text, c.value)) == c.not {
			return false
		}
	}
	return true
}

// tsv splits a table into rows of fields; empty lines and lines with # are left out.
func tsv(text string) [][]string {
	var out [][]string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if line != "" && line[0] != '#' {
			out = append(out, strings.Split(line, "\t"))
		}
	}
	return out
}

// glob reports whether the pattern, in which * stands for any text, matches all of s.
func glob(pattern, s string) bool {
	head, rest, star := strings.Cut(pattern, "*")
	s, ok := strings.CutPrefix(s, head)
	if !ok || !star {
		return ok && s == ""
	}
	for rest != "" {
		if rest == "*" {
			return true
		}
		part, more, again := strings.Cut(rest, "*")
		if !again {
			return strings.HasSuffix(s, part)
		}
		i := strings.Index(s, part)
		if i < 0 {
			return false
		}
		s, rest = s[i+len(part):], more
		if rest == "" {
			return true
		}
	}
	return true
}
