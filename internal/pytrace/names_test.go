package pytrace_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Functions that one decorator wrapped keep names of their own.
func TestWrappedFunctionsKeepTheirNames(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put(t, dir, "main.py", `from scipy import stats
stats.ttest_ind([1.0, 2.0, 4.0], [2.0, 3.0, 7.0])
stats.sem([1.0, 2.0, 4.0])
`)
	r := forked(t, dir, "main.py")
	if r.exit != 0 {
		t.Fatal(r.stderr)
	}
	want := map[string]bool{"scipy.stats.ttest_ind": true, "scipy.stats.sem": true}
	got := map[string]bool{}
	for _, op := range r.trace.Order {
		if want[op.Fn] {
			got[op.Fn] = true
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
