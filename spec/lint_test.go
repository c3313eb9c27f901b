package spec_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/spec"
)

const penguins = "../cases/penguins"

// edited returns the penguin specification after one edit of its tree.
func edited(t *testing.T, edit func(map[string]any)) (*spec.Specification, *spec.Document, spec.Diagnostics) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(penguins, "hidden/spec.json"))
	if err != nil {
		t.Fatal(err)
	}
	var tree map[string]any
	if err := json.Unmarshal(data, &tree); err != nil {
		t.Fatal(err)
	}
	edit(tree)
	out, err := json.MarshalIndent(tree, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return spec.ReadSpecification("spec.json", out)
}

func item(tree map[string]any, list string, i int) map[string]any {
	return tree[list].([]any)[i].(map[string]any)
}

func TestLint(t *testing.T) {
	cs, list, err := spec.LoadCase(penguins)
	if err != nil || list.Errors() {
		t.Fatal(err, list)
	}
	for _, tt := range []struct {
		name, code, pointer string
		edit                func(map[string]any)
	}{
		{"duplicate id", spec.CodeSpecID, "/results/1/id", func(m map[string]any) { item(m, "results", 1)["id"] = item(m, "results", 0)["id"] }},
		{"other case", spec.CodeSpecCase, "/case", func(m map[string]any) { m["case"] = "x" }},
		{"undeclared asset", spec.CodeSpecChain, "/views/sexed/asset", func(m map[string]any) {
			m["views"].(map[string]any)["sexed"].(map[string]any)["asset"] = "data/other.csv"
		}},
		{"view unknown", spec.CodeSpecChain, "/transforms/0/view", func(m map[string]any) { item(m, "transforms", 0)["view"] = "nope" }},
		{"input unknown", spec.CodeSpecChain, "/results/0/inputs/0", func(m map[string]any) { item(m, "results", 0)["inputs"] = []any{"nope"} }},
		{"input of the wrong kind", spec.CodeSpecChain, "/results/0/inputs/0", func(m map[string]any) { item(m, "results", 0)["inputs"] = []any{"v_species_box"} }},
		{"oracle view", spec.CodeSpecReference, "/results/0/methods/0/oracle/view", func(m map[string]any) {
			item(m, "results", 0)["methods"].([]any)[0].(map[string]any)["oracle"].(map[string]any)["view"] = "nope"
		}},
		{"self join", spec.CodeSpecReference, "/views/sexed/steps/0/join/view", func(m map[string]any) {
			m["views"].(map[string]any)["sexed"].(map[string]any)["steps"] = []any{map[string]any{"join": map[string]any{"view": "sexed", "on": []any{"sex"}}}}
		}},
		{"begins from itself", spec.CodeSpecReference, "/views/sexed/from", func(m map[string]any) {
			m["views"].(map[string]any)["sexed"] = map[string]any{"from": "sexed"}
		}},
		{"begins from nothing", spec.CodeSpecReference, "/views/sexed/from", func(m map[string]any) {
			m["views"].(map[string]any)["sexed"] = map[string]any{"from": "nope"}
		}},
		{"no computational set", spec.CodeSpecSupport, "/claims/0/support/computational", func(m map[string]any) {
			item(m, "claims", 0)["support"].(map[string]any)["computational"] = []any{}
		}},
		{"no visual set", spec.CodeSpecSupport, "/claims/0/support/visual", func(m map[string]any) {
			item(m, "claims", 0)["support"].(map[string]any)["visual"] = []any{}
		}},
		{"visual set without a visual", spec.CodeSpecSupport, "/claims/0/support/visual/0", func(m map[string]any) {
			item(m, "claims", 0)["support"].(map[string]any)["visual"] = []any{[]any{"r_species_means"}}
		}},
		{"no such slot", spec.CodeSpecReference, "/claims/0/support/visual/0/0", func(m map[string]any) {
			item(m, "claims", 0)["support"].(map[string]any)["visual"] = []any{[]any{"nope", "v_species_box"}}
		}},
		{"D11 nothing is required", spec.CodeSpecSupport, "/claims", func(m map[string]any) {
			for i := range m["claims"].([]any) {
				item(m, "claims", i)["required"] = false
			}
		}},
		{"direction without groups", spec.CodeSpecRule, "/claims/0/direction", func(m map[string]any) { delete(item(m, "claims", 0), "groups") }},
		{"magnitude of no result", spec.CodeSpecReference, "/claims/0/magnitude/result", func(m map[string]any) {
			item(m, "claims", 0)["magnitude"] = map[string]any{"result": "t_sexed"}
		}},
		{"empty magnitude", spec.CodeSpecRule, "/claims/0/magnitude", func(m map[string]any) { item(m, "claims", 0)["magnitude"] = map[string]any{"unit": "g"} }},
		{"visual without channels", spec.CodeSpecRule, "/visuals/0", func(m map[string]any) { delete(item(m, "visuals", 0), "x"); delete(item(m, "visuals", 0), "y") }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, doc, list := edited(t, tt.edit)
			if s == nil {
				t.Fatal(list)
			}
			list = spec.Lint(s, &cs.Case, doc)
			if len(list) == 0 {
				t.Fatal("nothing was found")
			}
			found := false
			for _, d := range list {
				found = found || d.Code == tt.code && d.Pointer == tt.pointer
				if d.Line == 0 || d.Message == "" {
					t.Errorf("no place or no message: %+v", d)
				}
			}
			if !found {
				t.Errorf("no %s at %s in\n%v", tt.code, tt.pointer, list)
			}
		})
	}
	t.Run("sound", func(t *testing.T) {
		s, doc, _ := edited(t, func(map[string]any) {})
		if list := spec.Lint(s, &cs.Case, doc); len(list) > 0 {
			t.Error(list)
		}
	})
}

// TestG05_DemandsAreTold: what a specification demands and the visible case does not tell is
// a warning, at its place.
func TestG05_DemandsAreTold(t *testing.T) {
	cs, _, err := spec.LoadCase(penguins)
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		pointer string
		edit    func(map[string]any)
		hide    string // a phrase that is taken from the visible text
	}{
		"quantity":   {"/results/0/quantity", func(m map[string]any) { item(m, "results", 0)["quantity"] = "girth" }, ""},
		"group":      {"/results/2/groups/1", func(m map[string]any) { item(m, "results", 2)["groups"] = []any{"Gentoo", "Emperor"} }, ""},
		"unit":       {"/results/0/unit", func(m map[string]any) { item(m, "results", 0)["unit"] = "lb" }, ""},
		"of a claim": {"/claims/0/population", func(m map[string]any) { item(m, "claims", 0)["population"] = "birds" }, ""},
		"level": {"/results/0/uncertainty", func(m map[string]any) {
			item(m, "results", 0)["uncertainty"] = map[string]any{"required": true, "kinds": []any{"ci"}, "level": 0.99}
		}, ""},
		"units shown": {"/visuals/0/hard/0", func(m map[string]any) {
			item(m, "visuals", 0)["hard"] = []any{"unit_shown"}
			item(m, "visuals", 0)["y"].(map[string]any)["unit"] = "lb"
		}, "with its unit"},
		"not demanded": {"", func(m map[string]any) { item(m, "visuals", 0)["hard"] = []any{"baseline_zero", "no_hidden_marks"} }, ""},
	} {
		s, doc, list := edited(t, tt.edit)
		if s == nil {
			t.Fatal(name, list)
		}
		c := cs.Case
		c.Context = strings.ReplaceAll(c.Context, tt.hide, "")
		found := false
		for _, d := range spec.Lint(s, &c, doc) {
			found = found || d.Code == spec.CodeSpecHidden && d.Pointer == tt.pointer && d.Severity == "warning" && d.Line > 0
			if d.Code == spec.CodeSpecHidden && tt.pointer == "" {
				t.Errorf("%s: %v", name, d)
			}
		}
		if found != (tt.pointer != "") {
			t.Errorf("%s: a warning at %s is %v: %v", name, tt.pointer, found, spec.Lint(s, &c, doc))
		}
	}
}

func TestSpecificationSchemaRefuses(t *testing.T) {
	for name, edit := range map[string]func(map[string]any){
		"unknown field":      func(m map[string]any) { m["clams"] = 1 },
		"negative tolerance": func(m map[string]any) { item(m, "results", 0)["tolerance"] = map[string]any{"rel": -1} },
		"no methods":         func(m map[string]any) { item(m, "results", 0)["methods"] = []any{} },
		"two-field step": func(m map[string]any) {
			m["views"].(map[string]any)["sexed"].(map[string]any)["steps"] = []any{map[string]any{"filter": "a", "sort": []any{"a"}}}
		},
		"bin by width 0": func(m map[string]any) {
			m["views"].(map[string]any)["sexed"].(map[string]any)["steps"] = []any{map[string]any{"bin": map[string]any{"name": "b", "column": "x", "width": 0, "closed": "left"}}}
		},
		"bin closed at the top": func(m map[string]any) {
			m["views"].(map[string]any)["sexed"].(map[string]any)["steps"] = []any{map[string]any{"bin": map[string]any{"name": "b", "column": "x", "width": 1, "closed": "top"}}}
		},
		"pivot without columns": func(m map[string]any) {
			m["views"].(map[string]any)["sexed"].(map[string]any)["steps"] = []any{map[string]any{"pivot": map[string]any{"by": []any{"a"}, "names": "b", "values": "c"}}}
		},
		"fill by guess": func(m map[string]any) {
			m["views"].(map[string]any)["sexed"].(map[string]any)["steps"] = []any{map[string]any{"fill": map[string]any{"columns": []any{"a"}, "method": "guess"}}}
		},
		"fill with an array": func(m map[string]any) {
			m["views"].(map[string]any)["sexed"].(map[string]any)["steps"] = []any{map[string]any{"fill": map[string]any{"columns": []any{"a"}, "method": "constant", "value": []any{1}}}}
		},
		"window of nothing known": func(m map[string]any) {
			m["views"].(map[string]any)["sexed"].(map[string]any)["steps"] = []any{map[string]any{"window": map[string]any{"name": "a", "function": "sum"}}}
		},
		"distinct in nothing": func(m map[string]any) {
			m["views"].(map[string]any)["sexed"].(map[string]any)["steps"] = []any{map[string]any{"distinct": []any{}}}
		},
		"missing nothing": func(m map[string]any) {
			m["views"].(map[string]any)["sexed"].(map[string]any)["steps"] = []any{map[string]any{"missing": map[string]any{"values": []any{}}}}
		},
		"view of an asset and a view": func(m map[string]any) { m["views"].(map[string]any)["sexed"].(map[string]any)["from"] = "weighed" },
		"view of nothing":             func(m map[string]any) { delete(m["views"].(map[string]any)["sexed"].(map[string]any), "asset") },
		"unknown mark":                func(m map[string]any) { item(m, "visuals", 0)["marks"] = []any{"pie"} },
		"climbing path": func(m map[string]any) {
			m["views"].(map[string]any)["sexed"].(map[string]any)["asset"] = "data/../../etc/passwd"
		},
	} {
		if s, _, list := edited(t, edit); s != nil || !list.Errors() {
			t.Errorf("%s was accepted", name)
		}
	}
}

func TestLoadCaseDigest(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(penguins)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "data/penguins.csv"), []byte("species\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, list, err := spec.LoadCase(dir)
	if err != nil || !list.Errors() || list[0].Code != spec.CodeCaseDigest {
		t.Errorf("altered data: %v %v", list, err)
	}
	if err := os.Remove(filepath.Join(dir, "hidden/spec.json")); err != nil {
		t.Fatal(err)
	}
	cs, list, err := spec.LoadCase(dir)
	if cs != nil || err != nil || list[0].Code != spec.CodeCaseFile {
		t.Errorf("missing specification: %v %v", list, err)
	}
	if _, _, err := spec.LoadCase(filepath.Join(dir, "nowhere")); err == nil {
		t.Error("a folder that does not exist was read")
	}
}

func TestLoadSubmissionBadFiles(t *testing.T) {
	cs, _, err := spec.LoadCase(penguins)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, file, says string
		spoil            func(path string) error
	}{
		{"missing", "results.json", "is missing", os.Remove},
		{"link", "results.json", "it is a link", func(p string) error { os.Remove(p); return os.Symlink("claims.json", p) }},
		{"H20 link out of the folder", "claims.json", "it is a link", func(p string) error { os.Remove(p); return os.Symlink("/etc/passwd", p) }},
		{"directory", "results.json", "it is a directory", func(p string) error { os.Remove(p); return os.Mkdir(p, 0o755) }},
		{"pipe", "claims.json", "it is a pipe", func(p string) error { os.Remove(p); return syscall.Mkfifo(p, 0o644) }},
		{"empty figure", "figure.png", "is empty", func(p string) error { return os.WriteFile(p, nil, 0o644) }},
		{"100 MB", "results.json", "is too large", func(p string) error { return os.Truncate(p, 100<<20) }},
		{"truncated JSON", "claims.json", "not closed", func(p string) error { return os.Truncate(p, 100) }},
		{"UTF-16", "results.json", "UTF-16", func(p string) error { return os.WriteFile(p, utf16le(`{"a":1}`), 0o644) }},
		{"depth", "provenance.json", "nested", func(p string) error { return os.WriteFile(p, []byte(strings.Repeat(`{"a":`, 100_000)), 0o644) }},
		{"NaN", "results.json", "NaN is not JSON", func(p string) error { return os.WriteFile(p, []byte(`{"a":NaN}`), 0o644) }},
		{"duplicate key", "results.json", "stands twice", func(p string) error { return os.WriteFile(p, []byte(`{"a":1,"a":1}`), 0o644) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(penguins+"/hidden/reference")); err != nil {
				t.Fatal(err)
			}
			if err := tt.spoil(filepath.Join(dir, tt.file)); err != nil {
				t.Fatal(err)
			}
			s, err := spec.LoadSubmission(dir, &cs.Case)
			if err != nil {
				t.Fatal(err)
			}
			if !s.Problems.Errors() || s.Problems[0].File != tt.file || !strings.Contains(s.Problems[0].Message, tt.says) {
				t.Errorf("problems: %v", s.Problems)
			}
		})
	}
}

// Of the entries that a contract allows the one that was handed in is read, its own first.
func TestLoadSubmissionEntry(t *testing.T) {
	cs, list, err := spec.LoadCase("../cases/engel")
	if err != nil || list.Errors() {
		t.Fatal(err, list)
	}
	other := cs.Case
	other.Contract.Also = nil
	for name, c := range map[string]struct {
		files []string
		of    *spec.Case
		want  string
		ok    bool
	}{
		"Go":                    {[]string{"analysis.go"}, &cs.Case, "analysis.go", true},
		"Python":                {[]string{"analysis.py"}, &cs.Case, "analysis.py", true},
		"both":                  {[]string{"analysis.go", "analysis.py"}, &cs.Case, "analysis.py", true},
		"none":                  {nil, &cs.Case, "analysis.py", false},
		"Go that may not stand": {[]string{"analysis.go"}, &other, "analysis.py", false},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS("../cases/engel/submissions/go-analysis")); err != nil {
				t.Fatal(err)
			}
			if err := os.Remove(filepath.Join(dir, "analysis.go")); err != nil {
				t.Fatal(err)
			}
			for _, f := range c.files {
				if err := os.WriteFile(filepath.Join(dir, f), []byte("x"), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			s, err := spec.LoadSubmission(dir, c.of)
			if err != nil || s.Entry != c.want || s.Problems.Errors() == c.ok || (s.Files[c.want] != nil) != c.ok {
				t.Errorf("%v: entry %q, %v", err, s.Entry, s.Problems)
			}
			if got := cs.For(s).Case.Contract.Entry; got != c.want || cs.Case.Contract.Entry != "analysis.py" {
				t.Errorf("the contract names %q", got)
			}
		})
	}
}

func TestLoadSubmissionExtraFiles(t *testing.T) {
	cs, _, err := spec.LoadCase(penguins)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(penguins+"/hidden/reference")); err != nil {
		t.Fatal(err)
	}
	before, err := spec.LoadSubmission(dir, &cs.Case)
	if err != nil || before.Problems.Errors() || len(before.Extra) > 0 {
		t.Fatal(err, before.Problems, before.Extra)
	}
	if err := os.WriteFile(filepath.Join(dir, "cache.json"), []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	after, err := spec.LoadSubmission(dir, &cs.Case)
	if err != nil || after.Digest != before.Digest {
		t.Error("a sixth file changes the digest")
	}
	if d := cmp.Diff([]string{"cache.json"}, after.Extra); d != "" {
		t.Error(d)
	}
}

// One changed character is another submission, whatever its path and times are.
func TestE14_E15_DigestIsOfTheContent(t *testing.T) {
	cs, _, err := spec.LoadCase(penguins)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(penguins+"/hidden/reference")); err != nil {
		t.Fatal(err)
	}
	before, err := spec.LoadSubmission(dir, &cs.Case)
	if err != nil {
		t.Fatal(err)
	}
	same, err := spec.LoadSubmission(penguins+"/hidden/reference", &cs.Case)
	if err != nil || same.Digest != before.Digest {
		t.Errorf("the digest depends on the path: %v", err)
	}
	path := filepath.Join(dir, "analysis.py")
	code, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(code), "0.95", "0.94", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	after, err := spec.LoadSubmission(dir, &cs.Case)
	if err != nil || after.Digest == before.Digest {
		t.Errorf("an edited literal leaves the digest as it was: %v", err)
	}
}

// Every step can be written in JSON and is read as it was written.
func TestStepsInJSON(t *testing.T) {
	steps := []any{
		map[string]any{"missing": map[string]any{"columns": []any{"x"}, "values": []any{-99.0, "n/a", true}}},
		map[string]any{"fill": map[string]any{"columns": []any{"x"}, "method": "constant", "value": 0.0}},
		map[string]any{"fill": map[string]any{"columns": []any{"x"}, "method": "interpolate", "by": []any{"g"}, "along": "t"}},
		map[string]any{"distinct": []any{"g"}},
		map[string]any{"bin": map[string]any{"name": "b", "column": "x", "breaks": []any{0.0, 1.5}, "closed": "right", "edge": true, "labels": []any{"low"}}},
		map[string]any{"bin": map[string]any{"name": "b", "column": "x", "width": 0.5, "origin": 0.25, "closed": "left", "give": "middle"}},
		map[string]any{"bin": map[string]any{"name": "q", "column": "x", "quantiles": 4.0, "closed": "right"}},
		map[string]any{"bin": map[string]any{"name": "m", "column": "d", "period": "month"}},
		map[string]any{"window": map[string]any{"name": "l", "function": "lag", "column": "x", "by": []any{"g"}, "offset": -1.0}},
		map[string]any{"window": map[string]any{"name": "r", "function": "rank", "column": "x", "ties": "dense", "descending": true}},
		map[string]any{"pivot": map[string]any{"by": []any{"g"}, "names": "k", "values": "x", "columns": []any{"a", "b"}, "function": "sum", "fill": 0.0}},
		map[string]any{"unpivot": map[string]any{"columns": []any{"a", "b"}, "names": "k", "values": "x"}},
		map[string]any{"group": map[string]any{"by": []any{"g"}, "aggregates": []any{map[string]any{"name": "m", "function": "mean", "column": "x", "weight": "w"}}}},
	}
	s, _, list := edited(t, func(m map[string]any) {
		m["views"].(map[string]any)["sexed"].(map[string]any)["steps"] = steps
	})
	if s == nil {
		t.Fatal(list)
	}
	text, err := json.Marshal(s.Views["sexed"].Steps)
	if err != nil {
		t.Fatal(err)
	}
	var got []any
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(steps, got); diff != "" {
		t.Error(diff)
	}
}
