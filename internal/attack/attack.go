package attack

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/assaybench/assay/spec"
)

// Attack is one hostile submission, and what it should lose.
type Attack struct {
	Name  string // group/name
	Tries string
	Case  string
	Loses []string // claim slots; nil for none, ["all"] for all
	Open  []string
	Stage spec.Stage
	By    []spec.Code
	// Review are codes of adjudications that a person must be asked for.
	Review   []spec.Code
	Contract map[string]float64
	Reruns   int
	Gone     string
	Print    string
	edits    []edit
}

// edit is one change of the reference submission.
type edit struct {
	kind       string // before, after, instead, swap, add, link
	name, text string // swap: the old piece and the new
}

//go:embed suite
var suite embed.FS

// All lists the attacks of the suite, by name. An error names the file that cannot be read.
func All() ([]Attack, error) {
	var out []Attack
	err := fs.WalkDir(suite, "suite", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := suite.ReadFile(file)
		if err != nil {
			return err
		}
		a, err := parse(data)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		a.Name = strings.TrimSuffix(strings.TrimPrefix(file, "suite/"), path.Ext(file))
		out = append(out, a)
		return nil
	})
	slices.SortFunc(out, func(a, b Attack) int { return strings.Compare(a.Name, b.Name) })
	return out, err
}

func parse(data []byte) (Attack, error) {
	archive := txtar.Parse(data)
	a := Attack{Reruns: 1, Contract: map[string]float64{}}
	for line := range strings.Lines(string(archive.Comment)) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		key, value, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok {
			return a, fmt.Errorf("no key in the line %q", line)
		}
		if err := a.head(key, strings.TrimSpace(value)); err != nil {
			return a, fmt.Errorf("%s: %w", key, err)
		}
	}
	for i := 0; i < len(archive.Files); i++ {
		f := archive.Files[i]
		kind, name, _ := strings.Cut(f.Name, " ")
		text := string(f.Data)
		switch kind {
		case "before", "after", "instead":
		case "old":
			if i+1 == len(archive.Files) || archive.Files[i+1].Name != "new" {
				return a, fmt.Errorf("an old piece of code without a new one")
			}
			i++
			kind, name, text = "swap", strings.TrimSuffix(text, "\n"), strings.TrimSuffix(string(archive.Files[i].Data), "\n")
		case "add", "link":
			var err error
			if name, err = strconv.Unquote(name); err != nil || name == "" || strings.Contains(name, "/") {
				return a, fmt.Errorf("%s: give a plain quoted name", f.Name)
			}
			text = strings.TrimSuffix(text, "\n")
		default:
			return a, fmt.Errorf("no such edit: %s", f.Name)
		}
		a.edits = append(a.edits, edit{kind, name, text})
	}
	return a, a.sound()
}

func (a *Attack) head(key, value string) error {
	switch key {
	case "tries":
		a.Tries = value
	case "case":
		a.Case = value
	case "loses":
		if value != "none" {
			a.Loses = strings.Fields(value)
		}
	case "open":
		a.Open = strings.Fields(value)
	case "stage":
		a.Stage = spec.Stage(value)
	case "by", "review":
		for _, c := range strings.Fields(value) {
			if key == "by" {
				a.By = append(a.By, spec.Code(c))
			} else {
				a.Review = append(a.Review, spec.Code(c))
			}
		}
	case "contract":
		name, number, _ := strings.Cut(value, " ")
		n, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return err
		}
		a.Contract[name] = n
	case "reruns":
		n, err := strconv.Atoi(value)
		if err != nil {
			return err
		}
		a.Reruns = n
	case "gone":
		a.Gone = value
	case "print":
		a.Print = value
	default:
		return fmt.Errorf("no such key")
	}
	return nil
}

// sound refuses an attack that could not fail to be caught, or says nothing.
func (a *Attack) sound() error {
	switch {
	case a.Tries == "" || a.Case == "":
		return fmt.Errorf("say what it tries, and the case")
	case len(a.edits) == 0:
		return fmt.Errorf("it does not edit the reference")
	case len(a.Loses) == 0 && len(a.Open) == 0 && len(a.Review) == 0 && len(a.By) == 0 && a.Gone == "" && a.Print == "":
		return fmt.Errorf("nothing says that it was made: name a finding, or what it prints")
	case len(a.Loses) > 0 && len(a.By) == 0:
		return fmt.Errorf("name the finding by which it loses")
	case (len(a.Loses) > 0) != (a.Stage != ""):
		return fmt.Errorf("a claim that is lost breaks at a stage")
	case a.Stage != "" && !slices.Contains(spec.Stages, a.Stage):
		return fmt.Errorf("no stage is called %s", a.Stage)
	}
	return nil
}
