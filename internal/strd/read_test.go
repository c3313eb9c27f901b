package strd_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/strd"
)

const univariate = `File Name:     Three.dat
               Data            : lines 12 to   14     (=    3)
Dataset Name:  Three
Stat Category: Univariate
               3    Observations

Sample Mean                                ybar:   10000002 (exact)
Sample Standard Deviation (denom. = n-1)      s:   1        (exact)
Sample Autocorrelation Coefficient (lag 1) r(1):   -0.5     (exact)
Data: Y
---------
10000001
10000003
10000002
`

const linear = `NIST/ITL StRD
Dataset Name:  Two (Two.dat)
               Data              (lines 19 to 21)
Procedure:     Linear Least Squares Regression
               3 Observations
        B1        0.727272727272727       0.420827318078432E-01

     Residual
     Standard Deviation   0.369274472937998

     R-Squared            0.993348115299335

Source of Degrees of    Sums of             Mean
Variation  Freedom      Squares            Squares          F Statistic
Regression    1    40.7272727272727    40.7272727272727    298.6666666666667
Residual      2    0.272727272727273   0.136363636363636

Data:     y     x
         3    4
         4    5
         4    6
`

const nonlinear = `NIST/ITL StRD
Dataset Name:  Line             (Line.dat)
               Data              (lines 21 to 23)
Procedure:     Nonlinear Least Squares Regression
               3 Observations
               2 Parameters (b1 and b2)

               y = b1 + b2*x
                      + 0  +  e

          Starting values                  Certified Values

        Start 1     Start 2           Parameter     Standard Deviation
  b1 =    1           0            6.6666666667E-01  6.2360956446E-01
  b2 =    1           0.5          5.0000000000E-01  2.8867513459E-01

Residual Sum of Squares:                    1.6666666667E-01
Residual Standard Deviation:                4.0824829046E-01
Degrees of Freedom:                                9
Data:   y  x
 1  1
 2  2
 2  3
`

func TestRead(t *testing.T) {
	for _, c := range []struct {
		text string
		kind strd.Kind
		last strd.Certified
	}{
		{univariate, strd.Univariate, strd.Certified{Quantity: "autocorrelation", Group: "autocorrelation", Value: "-0.5"}},
		{linear, strd.Linear, strd.Certified{Quantity: "F", Group: "F", Value: "298.6666666666667"}},
		{nonlinear, strd.Nonlinear, strd.Certified{Quantity: "residual sd", Group: "residual sd", Value: "4.0824829046E-01"}},
	} {
		s, err := strd.Read(strings.NewReader(strings.ReplaceAll(c.text, "\n", "\r\n")))
		if err != nil {
			t.Errorf("%s: %v", c.kind, err)
			continue
		}
		if s.Kind != c.kind || len(s.Cells[0]) != 3 || s.Certified[len(s.Certified)-1] != c.last {
			t.Errorf("%s is read as %+v", c.kind, s)
		}
	}
}

// What is not laid out as NIST's files are is refused, with the reason.
func TestReadIsStrict(t *testing.T) {
	for _, c := range []struct{ text, old, new, want string }{
		{univariate, "Dataset Name:  Three", "", "Dataset Name"},
		{univariate, "Univariate\n", "Magic\n", `"Magic" is not known`},
		{univariate, "lines 12 to   14", "lines 12 to   15", "line 15: 0 numbers"},
		{univariate, "lines 12 to   14", "lines 14 to   12", "cannot lie"},
		{univariate, "lines 12 to   14", "lines 12 to   99999999999999999999", "cannot lie"},
		{univariate, "lines 12 to   14", "lines 12 to   13", "after the data"},
		{univariate, "3    Observations", "4    Observations", "4 observations are announced, and 3 are there"},
		{univariate, "10000003", "1e", "line 13"},
		{univariate, "10000003", "1 2", "2 numbers for 1 columns"},
		{univariate, "10000003", "NaN", "is not a number"},
		{univariate, "Data: Y", "", "names of the columns"},
		{univariate, "Data: Y", "Data: Y Y", "two columns"},
		{univariate, "10000002 (exact)", "10000002 (about)", "certified mean"},
		{linear, "B1 ", "B2 ", "not in order"},
		{linear, "R-Squared", "R", "R2"},
		{linear, "298.6666666666667", "", "certified F"},
		{linear, "        B1 ", "        b1 ", "no certified coefficients"},
		{nonlinear, "2 Parameters", "3 Parameters", "3 parameters are announced"},
		{nonlinear, "  b2 =", "  b3 =", "b3 where b2"},
		{nonlinear, "+  e", "", "error term"},
		{nonlinear, "b2*x", "b2*z", `"z" is neither`},
		{nonlinear, "b2*x", "b1*x", "does not use the parameter b2"},
		{nonlinear, "1.6666666667E-01\n", "small\n", "certified RSS"},
	} {
		if !strings.Contains(c.text, c.old) {
			t.Fatalf("the sample lacks %q", c.old)
		}
		_, err := strd.Read(strings.NewReader(strings.Replace(c.text, c.old, c.new, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: %v, not %q", c.new, c.old, err, c.want)
		}
	}
	for what, text := range map[string]string{"nothing": "", "too large": strings.Repeat("x", 5<<20), "too many lines": strings.Repeat("\n", 200_000)} {
		if _, err := strd.Read(strings.NewReader(text)); err == nil {
			t.Errorf("%s is read", what)
		}
	}
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	refused := func(want string) {
		t.Helper()
		if _, err := strd.Load(dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, not %q", err, want)
		}
	}
	refused("univariate")
	write("univariate/README", "")
	refused("holds no .dat file")
	write("univariate/Other.dat", univariate)
	refused("calls itself Three")
	write("univariate/Other.dat", linear)
	refused("of the kind linear")
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{univariate, linear, nonlinear, strings.Replace(linear, "B1", "B0", 1), strings.Replace(nonlinear, "b2*x", "exp[b2*x]", 1)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := strd.Read(strings.NewReader(text))
		if err != nil {
			return
		}
		if s.Name == "" || len(s.Certified) == 0 || len(s.Cells) != len(s.Columns) || len(s.Cells[0]) == 0 {
			t.Errorf("read as %+v", s)
		}
	})
}
