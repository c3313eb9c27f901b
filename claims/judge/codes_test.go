package judge_test

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Every code stands in docs/judges.md, and no other.
func TestCodesAreDocumented(t *testing.T) {
	all := func(path, pattern string) (codes []string) {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(pattern).FindAllSubmatch(b, -1) {
			codes = append(codes, string(m[1]))
		}
		slices.Sort(codes)
		return codes
	}
	code, doc := all("error.go", `Code = "(judge\.[a-z-]+)"`), all("../../docs/judges.md", "(?m)^\\| `(judge\\.[a-z-]+)` \\|")
	if len(code) < 20 {
		t.Fatalf("%d codes", len(code))
	}
	if d := cmp.Diff(code, doc); d != "" {
		t.Error(d)
	}
}
