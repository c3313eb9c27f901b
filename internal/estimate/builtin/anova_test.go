package builtin_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestNISTVariance: F of the eleven sets of NIST's Statistical Reference Datasets. The
// nine simulated ones are made by NIST's rule, the values of two instruments stand here.
func TestNISTVariance(t *testing.T) {
	check := func(set, csv, certified string) {
		t.Helper()
		a := newCaller(t, csv).answer("anova value=y group=g")
		if d := digits(field(a, "value"), certified); d < 14.5 {
			t.Errorf("F of %s is %v, certified %s: %.1f digits", set, a.Value, certified, d)
		}
	}
	set := 0
	for _, whole := range []string{"1", "1000000", "1000000000000"} {
		for _, size := range []struct {
			n int
			f string
		}{{21, "21"}, {201, "201"}, {2001, "2001"}} {
			set++
			var b strings.Builder
			b.WriteString("g,y\n")
			for g, centre := range []int{4, 3, 5, 3, 5, 3, 5, 3, 5} {
				for i := range size.n {
					tenth := centre
					if i > 0 {
						tenth += 1 - i%2*2
					}
					fmt.Fprintf(&b, "%d,%s.%d\n", g+1, whole, tenth)
				}
			}
			check(fmt.Sprintf("SmLs%02d", set), b.String(), size.f)
		}
	}
	rows := func(before string, groups ...string) string {
		var b strings.Builder
		b.WriteString("g,y\n")
		for g, values := range groups {
			for _, v := range strings.Fields(values) {
				fmt.Fprintf(&b, "%d,%s%s\n", g+1, before, v)
			}
		}
		return b.String()
	}
	check("AtmWtAg", rows("107.8681",
		"568 465 572 785 446 903 526 494 616 587 519 486 419 569 508 672 385 518 662 424 360 333 610 477",
		"079 344 513 197 604 385 642 365 151 082 517 448 198 482 334 609 101 512 469 360 254 261 450 368"), "15.9467335677930")
	check("SiRstv", rows("19", "6.3052 6.1240 6.1890 6.2569 6.3403", "6.3042 6.3825 6.1669 6.3257 6.0422", "6.1303 6.2005 6.2889 6.0343 6.1811",
		"6.2795 6.1748 6.1494 6.1485 5.9885", "6.2119 6.1051 6.1850 6.0052 6.2090"), "1.18046237440255")
}
