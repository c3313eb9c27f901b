// Package strd certifies the oracle: it reads the files of NIST's Statistical Reference
// Datasets as they are published, runs the estimators on them from the decimal text, and
// says how many digits of each certified value they reach.
package strd

import (
	"fmt"
	"io"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Kind is a collection of the reference sets.
type Kind string

const (
	Univariate Kind = "univariate"
	Linear     Kind = "linear"
	ANOVA      Kind = "anova"
	Nonlinear  Kind = "nonlinear"
)

// Kinds are all, in the order of NIST's pages. Each is also the name of a folder.
var Kinds = []Kind{Univariate, Linear, ANOVA, Nonlinear}

// Set is one data set with its certified values; numbers are kept as written.
type Set struct {
	Name      string
	Kind      Kind
	Columns   []string   // names, the response first; of ANOVA the factor first
	Cells     [][]string // by column
	Certified []Certified
	Params    []string   // of linear and nonlinear sets
	Model     string     // formula of a nonlinear set
	Starts    [][]string // two of a nonlinear set: a value for each parameter
}

// Certified is one certified value.
type Certified struct {
	Quantity string // mean, B1, "se B1", F …
	Group    string // what it is shown with in a table: coefficients, se, F …
	Value    string
}

const (
	maxBytes = 4 << 20
	maxLines = 100_000
)

// Read reads one file. It is strict: what is not laid out as NIST's files are is an
// error that names the line.
func Read(r io.Reader) (Set, error) {
	b, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return Set{}, err
	}
	if len(b) > maxBytes {
		return Set{}, fmt.Errorf("the file is larger than %d bytes", maxBytes)
	}
	f := &file{lines: strings.Split(strings.ReplaceAll(string(b), "\r\n", "\n"), "\n")}
	if len(f.lines) > maxLines {
		return Set{}, fmt.Errorf("the file has more than %d lines", maxLines)
	}
	return f.read()
}

var (
	namePattern  = regexp.MustCompile(`^Dataset Name:\s+([A-Za-z0-9]+)`)
	dataPattern  = regexp.MustCompile(`^\s*(?:File Format:\s+ASCII\s+)?Data\s*:?\s*\(?lines?\s+(\d+)\s+to\s+(\d+)`)
	countPattern = regexp.MustCompile(`^(?:\s+(?:-->\s*)?|Number of Observations:\s+)(\d+)\b(?:\s+Observations\b|\s*$)`)
	kindPattern  = regexp.MustCompile(`^(?:Procedure|Stat Category):\s+(.*\S)`)
	numberText   = `([-+]?(?:\d+\.?\d*|\.\d+)(?:[Ee][-+]?\d+)?|Infinity)`
	cellPattern  = regexp.MustCompile(`^` + strings.Replace(numberText, "|Infinity", "", 1) + `$`)
)

var kindNames = map[string]Kind{
	"Univariate": Univariate, "Univariate: Summary Statistics": Univariate, "Linear Least Squares Regression": Linear,
	"Analysis of Variance": ANOVA, "Nonlinear Least Squares Regression": Nonlinear,
}

type file struct {
	lines []string
	data  int // index of the first line of data; certified values stand before it
	set   Set
}

// find is the first match of a pattern before the data.
func (f *file) find(p *regexp.Regexp, what string) ([]string, int, error) {
	end := len(f.lines)
	if f.data > 0 {
		end = f.data
	}
	for i, l := range f.lines[:end] {
		if m := p.FindStringSubmatch(l); m != nil {
			return m, i, nil
		}
	}
	return nil, 0, fmt.Errorf("there is no line with %s", what)
}

func (f *file) read() (Set, error) {
	name, _, err := f.find(namePattern, "Dataset Name")
	if err != nil {
		return Set{}, err
	}
	kind, at, err := f.find(kindPattern, "Procedure or Stat Category")
	if err != nil {
		return Set{}, err
	}
	f.set.Name = name[1]
	if f.set.Kind = kindNames[kind[1]]; f.set.Kind == "" {
		return Set{}, fmt.Errorf("line %d: the procedure %q is not known", at+1, kind[1])
	}
	if err := f.readData(); err != nil {
		return Set{}, err
	}
	read := map[Kind]func() error{Univariate: f.readUnivariate, Linear: f.readLinear, ANOVA: f.readANOVA, Nonlinear: f.readNonlinear}
	if err := read[f.set.Kind](); err != nil {
		return Set{}, err
	}
	return f.set, nil
}

// readData reads the rows that the head of the file says where they are; the line of
// names stands before them.
func (f *file) readData() error {
	where, at, err := f.find(dataPattern, "the place of the data")
	if err != nil {
		return err
	}
	first, _ := strconv.Atoi(where[1])
	last, _ := strconv.Atoi(where[2])
	if first < 2 || last < first || last > len(f.lines) {
		return fmt.Errorf("line %d: the data cannot lie on lines %d to %d of %d", at+1, first, last, len(f.lines))
	}
	f.data = first - 1
	for _, l := range f.lines[last:] {
		if strings.TrimSpace(l) != "" {
			return fmt.Errorf("a line that is not empty stands after the data, which end on line %d", last)
		}
	}
	for i := f.data - 1; i >= 0 && i >= f.data-3; i-- {
		if rest, ok := strings.CutPrefix(f.lines[i], "Data:"); ok {
			for _, c := range strings.Fields(rest) {
				f.set.Columns = append(f.set.Columns, strings.ToLower(c))
			}
		}
	}
	k := len(f.set.Columns)
	if k == 0 || k > 20 {
		return fmt.Errorf("no line with the names of the columns stands before line %d", first)
	}
	for i, c := range f.set.Columns {
		if slices.Contains(f.set.Columns[:i], c) {
			return fmt.Errorf("two columns are called %s", c)
		}
	}
	f.set.Cells = make([][]string, k)
	for i := f.data; i < last; i++ {
		cells := strings.Fields(f.lines[i])
		if len(cells) != k {
			return fmt.Errorf("line %d: %d numbers for %d columns", i+1, len(cells), k)
		}
		for j, c := range cells {
			if !cellPattern.MatchString(c) {
				return fmt.Errorf("line %d: %q is not a number", i+1, c)
			}
			f.set.Cells[j] = append(f.set.Cells[j], c)
		}
	}
	said, at, err := f.find(countPattern, "the number of observations")
	if err != nil {
		return err
	}
	if said[1] != strconv.Itoa(last-f.data) {
		return fmt.Errorf("line %d: %s observations are announced, and %d are there", at+1, said[1], last-f.data)
	}
	return nil
}

// certify adds the number of a line as a certified value.
func (f *file) certify(quantity, group, value string) error {
	if value != "Infinity" {
		if _, _, err := big.ParseFloat(value, 10, 100, big.ToNearestEven); err != nil {
			return fmt.Errorf("the certified %s, %q, is not a number", quantity, value)
		}
	}
	f.set.Certified = append(f.set.Certified, Certified{quantity, group, value})
	return nil
}

// expect certifies the one number of the first line that a pattern matches.
func (f *file) expect(pattern *regexp.Regexp, quantity string) error {
	m, _, err := f.find(pattern, "the certified "+quantity)
	if err != nil {
		return err
	}
	return f.certify(quantity, quantity, m[len(m)-1])
}

var (
	meanPattern  = regexp.MustCompile(`^Sample Mean\s+ybar:\s+` + numberText + `(?:\s+\(exact\))?\s*$`)
	sdPattern    = regexp.MustCompile(`^Sample Standard Deviation \(denom\. = n-1\)\s+s:\s+` + numberText + `(?:\s+\(exact\))?\s*$`)
	lagPattern   = regexp.MustCompile(`^Sample Autocorrelation Coefficient \(lag 1\)\s+r\(1\):\s+` + numberText + `(?:\s+\(exact\))?\s*$`)
	sigmaPattern = regexp.MustCompile(`^\s+Standard Deviation\s+` + numberText + `\s*$`)
	r2Pattern    = regexp.MustCompile(`^\s+(?:Certified )?R-Squared\s+` + numberText + `\s*$`)
)

func (f *file) readUnivariate() error {
	if len(f.set.Columns) != 1 {
		return fmt.Errorf("a univariate set has one column, not %d", len(f.set.Columns))
	}
	f.set.Columns[0] = "y"
	for _, e := range []struct {
		p *regexp.Regexp
		q string
	}{{meanPattern, "mean"}, {sdPattern, "sd"}, {lagPattern, "autocorrelation"}} {
		if err := f.expect(e.p, e.q); err != nil {
			return err
		}
	}
	return nil
}

var anovaPattern = regexp.MustCompile(`^(?:Regression|Between \w+)\s+\d+\s+` + numberText + `\s+` + numberText + `\s+` + numberText + `\s*$`)

// summary reads what linear and ANOVA sets have in common.
func (f *file) summary() error {
	for _, e := range []struct {
		p *regexp.Regexp
		q string
	}{{sigmaPattern, "residual sd"}, {r2Pattern, "R2"}, {anovaPattern, "F"}} {
		if err := f.expect(e.p, e.q); err != nil {
			return err
		}
	}
	return nil
}

func (f *file) readANOVA() error {
	if len(f.set.Columns) != 2 {
		return fmt.Errorf("an ANOVA set has two columns, not %d", len(f.set.Columns))
	}
	return f.summary()
}

var coefficientPattern = regexp.MustCompile(`^\s+(B\d+)\s+` + numberText + `\s+` + numberText + `\s*$`)

func (f *file) readLinear() error {
	for i, l := range f.lines[:f.data] {
		m := coefficientPattern.FindStringSubmatch(l)
		if m == nil {
			continue
		}
		if slices.Contains(f.set.Params, m[1]) {
			return fmt.Errorf("line %d: the coefficient %s stands twice", i+1, m[1])
		}
		f.set.Params = append(f.set.Params, m[1])
		if err := f.certify(m[1], "coefficients", m[2]); err != nil {
			return err
		}
		if err := f.certify("se "+m[1], "se", m[3]); err != nil {
			return err
		}
	}
	if len(f.set.Params) == 0 {
		return fmt.Errorf("there are no certified coefficients")
	}
	for i, p := range f.set.Params {
		first := 1
		if f.set.Params[0] == "B0" {
			first = 0
		}
		if p != fmt.Sprintf("B%d", i+first) {
			return fmt.Errorf("the coefficients are not in order: %s", strings.Join(f.set.Params, ", "))
		}
	}
	predictors, terms := len(f.set.Columns)-1, len(f.set.Params)
	if f.set.Intercept() {
		terms--
	}
	if predictors < 1 || terms < 1 || terms > 20 || predictors > 1 && terms != predictors {
		return fmt.Errorf("%d coefficients do not fit %d predictors", len(f.set.Params), predictors)
	}
	return f.summary()
}

// Intercept reports whether a linear set's model has a constant.
func (s Set) Intercept() bool { return len(s.Params) > 0 && s.Params[0] == "B0" }
