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
	// what goes wrong with an endpoint has a code of the same name
	for _, kind := range all("../../internal/chat/fault.go", `Kind = "([a-z-]+)"`) {
		if !slices.Contains(code, "judge."+kind) {
			t.Errorf("judge.%s is no code", kind)
		}
	}
}
