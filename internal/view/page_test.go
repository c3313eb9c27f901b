package view_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// The example of docs/format/views.md can be made, and the page describes every step.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/format/views.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(page), "```json\n")
	example, _, _ = strings.Cut(example, "```")
	var s spec.Specification
	if err := json.Unmarshal([]byte(example), &s); err != nil {
		t.Fatal(err)
	}
	tab, err := table.Read(strings.NewReader("site,seen,mass,birds\nn,5.3.2007,10,1\nn,6.3.2007,40,2\nn,1.1.2009,-99,1\ns,31.12.2008,7,1\n"), spec.Asset{Path: "data/visits.csv"})
	if err != nil {
		t.Fatal(err)
	}
	views, errs := view.Build(map[string]*table.Table{"data/visits.csv": tab}, s.Views)
	if len(errs) > 0 {
		t.Fatal(errs[0])
	}
	if got, want := text(views["by_year"]), "site,2007,2008,2009|n,30,-,-|s,-,7,-"; got != want {
		t.Errorf("the example is %s, not %s", got, want)
	}
	_, err = views["by_year"].Apply(spec.Step{})
	_, list, _ := strings.Cut(err.Error(), "one of ")
	for _, name := range strings.Split(list, ", ") {
		if !strings.Contains(string(page), "| `"+name+"`") {
			t.Errorf("the page has no row for the step %s", name)
		}
	}
}
