package strd

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/nls"
)

var (
	paramPattern   = regexp.MustCompile(`^\s+(b\d)\s+=\s+` + numberText + `\s+` + numberText + `\s+` + numberText + `\s+` + numberText + `\s*$`)
	rssPattern     = regexp.MustCompile(`^Residual Sum of Squares:\s+` + numberText + `\s*$`)
	rsdPattern     = regexp.MustCompile(`^Residual Standard Deviation:\s+` + numberText + `\s*$`)
	numberOfParams = regexp.MustCompile(`^\s+(\d+) Parameters \(b1 (?:to|and) b\d\)\s*$`)
	startPattern   = regexp.MustCompile(`^\s+Starting [Vv]alues\s+Certified Values\s*$`)
	piPattern      = regexp.MustCompile(`^\s+pi = 3\.14159265358979\d*E0\s*$`)
)

// readNonlinear does not read the degrees of freedom: those that Rat43 prints are not
// the number of rows less that of parameters.
func (f *file) readNonlinear() error {
	for i, l := range f.lines[:f.data] {
		m := paramPattern.FindStringSubmatch(l)
		if m == nil {
			continue
		}
		if slices.Contains(m, "Infinity") {
			return fmt.Errorf("line %d: a parameter is infinite", i+1)
		}
		if m[1] != fmt.Sprintf("b%d", len(f.set.Params)+1) {
			return fmt.Errorf("line %d: %s where b%d belongs", i+1, m[1], len(f.set.Params)+1)
		}
		f.set.Params = append(f.set.Params, m[1])
		if f.set.Starts == nil {
			f.set.Starts = make([][]string, 2)
		}
		for k := range f.set.Starts {
			f.set.Starts[k] = append(f.set.Starts[k], m[2+k])
		}
		if err := f.certify(m[1], "parameters", m[4]); err != nil {
			return err
		}
		if err := f.certify("se "+m[1], "se", m[5]); err != nil {
			return err
		}
	}
	if err := f.expect(rssPattern, "RSS"); err != nil {
		return err
	}
	if err := f.expect(rsdPattern, "residual sd"); err != nil {
		return err
	}
	return f.readModel()
}

// readModel takes the formula between the number of parameters and the starting
// values, without its error term.
func (f *file) readModel() error {
	said, first, err := f.find(numberOfParams, "the number of parameters")
	if err != nil {
		return err
	}
	if said[1] != fmt.Sprint(len(f.set.Params)) {
		return fmt.Errorf("line %d: %s parameters are announced, and %d are there", first+1, said[1], len(f.set.Params))
	}
	_, last, err := f.find(startPattern, "the starting values")
	if err != nil {
		return err
	}
	if last < first {
		return fmt.Errorf("line %d: the starting values stand before the model", last+1)
	}
	var parts []string
	for _, l := range f.lines[first+1 : last] {
		if !piPattern.MatchString(l) {
			parts = append(parts, strings.Fields(l)...)
		}
	}
	text, ok := strings.CutSuffix(strings.Join(parts, " "), "+ e")
	if !ok {
		return fmt.Errorf("line %d: the model does not end in its error term, + e", last+1)
	}
	f.set.Model = strings.TrimSpace(text)
	if _, err := f.set.model(); err != nil {
		return err
	}
	return nil
}

func (s Set) model() (*nls.Model, error) {
	return nls.Parse(s.Model, s.Params, func(name string) bool { return slices.Contains(s.Columns, name) })
}
