package strd_test

import (
	_ "embed"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/strd"
	"github.com/google/go-cmp/cmp"
)

// The numbers of NIST's nonlinear sets in a compact form.
//
//go:embed testdata/nonlinear.json
var carriedJSON []byte

type carried struct {
	Name      string      `json:"name"`
	Model     string      `json:"model"`
	Columns   []string    `json:"columns"`
	Data      []string    `json:"data"`   // of each column, separated by spaces
	Params    [][4]string `json:"params"` // start 1, start 2, certified, standard error
	RSS       string      `json:"rss"`
	Deviation string      `json:"residual_sd"`
}

func carry(s strd.Set) carried {
	c := carried{Name: s.Name, Model: s.Model, Columns: s.Columns}
	for _, col := range s.Cells {
		c.Data = append(c.Data, strings.Join(col, " "))
	}
	for i := range s.Params {
		c.Params = append(c.Params, [4]string{s.Starts[0][i], s.Starts[1][i], s.Certified[2*i].Value, s.Certified[2*i+1].Value})
	}
	n := len(s.Certified)
	c.RSS, c.Deviation = s.Certified[n-2].Value, s.Certified[n-1].Value
	return c
}

func (c carried) set() strd.Set {
	s := strd.Set{Name: c.Name, Kind: strd.Nonlinear, Columns: c.Columns, Model: c.Model, Starts: make([][]string, 2)}
	for _, d := range c.Data {
		s.Cells = append(s.Cells, strings.Fields(d))
	}
	for i, p := range c.Params {
		name := "b" + string(rune('1'+i))
		s.Params = append(s.Params, name)
		s.Starts[0], s.Starts[1] = append(s.Starts[0], p[0]), append(s.Starts[1], p[1])
		s.Certified = append(s.Certified, strd.Certified{Quantity: name, Group: "parameters", Value: p[2]}, strd.Certified{Quantity: "se " + name, Group: "se", Value: p[3]})
	}
	s.Certified = append(s.Certified, strd.Certified{Quantity: "RSS", Group: "RSS", Value: c.RSS}, strd.Certified{Quantity: "residual sd", Group: "residual sd", Value: c.Deviation})
	return s
}

func carriedSets(t testing.TB) []strd.Set {
	t.Helper()
	var f struct {
		Source string
		Sets   []carried
	}
	if err := json.Unmarshal(carriedJSON, &f); err != nil {
		t.Fatal(err)
	}
	var out []strd.Set
	for _, c := range f.Sets {
		out = append(out, c.set())
	}
	return out
}

// folder holds the files as NIST publishes them, beside the repository.
const folder = "../../../shared/data/nist"

// published are the sets of the folder; nil, said aloud, where there is none.
func published(t testing.TB) []strd.Set {
	t.Helper()
	if _, err := os.Stat(filepath.Dir(filepath.Dir(folder))); os.IsNotExist(err) {
		t.Logf("there is no folder %s: only the carried numbers are tried", folder)
		return nil
	}
	sets, err := strd.Load(folder)
	if err != nil {
		t.Fatal(err)
	}
	return sets
}

var update = flag.Bool("update", false, "write testdata/nonlinear.json anew from the published files")

// What is carried is what NIST publishes.
func TestCarriedIsPublished(t *testing.T) {
	want := map[string]strd.Set{}
	var lines []string
	for _, s := range published(t) {
		if want[s.Name] = s; s.Kind == strd.Nonlinear {
			b, err := json.Marshal(carry(s))
			if err != nil {
				t.Fatal(err)
			}
			lines = append(lines, string(b))
		}
	}
	if *update && len(lines) > 0 {
		const source = "NIST Statistical Reference Datasets, nonlinear regression, https://www.itl.nist.gov/div898/strd/"
		text := `{"source": "` + source + `", "sets": [` + "\n" + strings.Join(lines, ",\n") + "\n]}\n"
		if err := os.WriteFile("testdata/nonlinear.json", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	sets := carriedSets(t)
	if len(sets) != 27 {
		t.Fatalf("%d sets are carried, not 27", len(sets))
	}
	for _, s := range sets {
		if len(want) == 0 {
			break
		}
		if d := cmp.Diff(want[s.Name], s); d != "" {
			t.Errorf("%s (-published +carried); go test ./internal/strd -update writes it anew:\n%s", s.Name, d)
		}
	}
}
