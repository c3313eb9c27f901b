package gorun

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// archives are the compiled packages that an analysis is built with.
type archives struct {
	key     string
	Files   map[string]string // package -> file in the folder of archives
	Modules map[string]string // module -> version
	Of      map[string]string // package -> module
	Failed  map[string]string // package -> why it is not to be had
}

// folder holds the archives of all analyses, each under the digest of its content.
func (a archives) folder(o Options) string { return filepath.Join(o.Cache, "go-archives") }

// config is what compiler and linker are told of where packages lie.
func (a archives) config(o Options) []byte {
	folder := archiveFolder
	if o.Unsafe {
		folder = a.folder(o)
	}
	var b bytes.Buffer
	for _, path := range sorted(a.Files) {
		fmt.Fprintf(&b, "packagefile %s=%s/%s\n", path, folder, a.Files[path])
	}
	return b.Bytes()
}

// archives compiles the packages of some imports and all they rest on, where that was not
// done before.
func (t Toolchain) archives(ctx context.Context, imports []string, o Options) (archives, error) {
	var a archives
	version, err := fingerprint(o.Source)
	if err != nil {
		return a, fmt.Errorf("sources of %s: %w", Module, err)
	}
	a.key = digest(t.Version, t.Tools, o.Source, version, strings.Join(imports, "\n"))
	list := filepath.Join(o.Cache, "go-list-"+a.key+".json")
	defer lock(list)()
	if known, err := t.known(list, a, o); err == nil {
		return known, nil
	}
	if err := t.downloaded(imports, o); err != nil {
		return a, err
	}
	out, err := t.list(ctx, imports, o)
	if err != nil {
		return a, err
	}
	if err := a.take(out, imports, o); err != nil {
		return a, err
	}
	doc, err := json.Marshal(a)
	if err != nil {
		return a, err
	}
	return a, whole(list, doc)
}

// known reads the list that was made before, where all its archives are still there.
func (t Toolchain) known(list string, a archives, o Options) (archives, error) {
	doc, err := os.ReadFile(list)
	if err != nil {
		return a, err
	}
	if err := json.Unmarshal(doc, &a); err != nil {
		return a, err
	}
	for _, f := range a.Files {
		if _, err := os.Stat(filepath.Join(a.folder(o), f)); err != nil {
			return a, err
		}
	}
	return a, nil
}

// listed is what go list says of one package.
type listed struct {
	ImportPath, Export string
	Module             *struct{ Path, Version string }
	Error              *struct{ Err string }
}

// list compiles packages, in a module of its own that rests on the sources of this one.
func (t Toolchain) list(ctx context.Context, imports []string, o Options) ([]listed, error) {
	dir, err := os.MkdirTemp(o.Cache, "go-module-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	own, err := os.ReadFile(filepath.Join(o.Source, "go.mod"))
	if err != nil {
		return nil, err
	}
	sums, err := os.ReadFile(filepath.Join(o.Source, "go.sum"))
	if err != nil {
		return nil, err
	}
	language := "go " + strings.TrimPrefix(t.language(), "go")
	if m := goLine.FindSubmatch(own); m != nil {
		language = string(m[0])
	}
	mod := fmt.Sprintf("module analysis\n\n%s\n\nrequire %s v0.0.0\n\nreplace %s => %q\n", language, Module, Module, o.Source)
	if err := errors.Join(os.WriteFile(filepath.Join(dir, "go.mod"), []byte(mod), 0o644), os.WriteFile(filepath.Join(dir, "go.sum"), sums, 0o644)); err != nil {
		return nil, err
	}
	args := append([]string{"list", "-e", "-export", "-deps", "-json=ImportPath,Export,Module,Error", "runtime"}, imports...)
	out, err := t.command(ctx, dir, args...)
	if err != nil {
		return nil, fmt.Errorf("compiling what analyses are built with: %w", err)
	}
	var all []listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		switch err := d.Decode(&p); {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, fmt.Errorf("go list: %w", err)
		}
		all = append(all, p)
	}
}

var goLine = regexp.MustCompile(`(?m)^go \d+\.\d+(\.\d+)?$`)

// downloaded makes sure that what the imports need of other modules is on this machine: where
// it is not, the analysis is not to blame.
func (t Toolchain) downloaded(imports []string, o Options) error {
	own, err := os.ReadFile(filepath.Join(o.Source, "go.mod"))
	if err != nil {
		return err
	}
	for _, module := range []string{"gonum.org/v1/gonum", "gonum.org/v1/plot"} {
		if !slices.ContainsFunc(imports, func(path string) bool { return path == module || strings.HasPrefix(path, module+"/") }) {
			continue
		}
		m := regexp.MustCompile(`(?m)^(?:require)?\s+` + regexp.QuoteMeta(module) + `\s+(v\S+)`).FindSubmatch(own)
		if m == nil {
			return fmt.Errorf("%w: %s does not require %s", ErrNoSources, o.Source, module)
		}
		if _, err := os.Stat(filepath.Join(t.Modules, module+"@"+string(m[1]))); err != nil {
			return fmt.Errorf("%w: %s %s is not downloaded; run go mod download in %s", ErrNoSources, module, m[1], o.Source)
		}
	}
	return nil
}

// take links the archives into the cache, each under the name that the build cache gave it:
// the digest of its content. What is wrong with an import itself is the analysis' own fault;
// anything else that cannot be compiled is an error.
func (a *archives) take(all []listed, imports []string, o Options) error {
	a.Files, a.Modules, a.Of, a.Failed = map[string]string{}, map[string]string{}, map[string]string{}, map[string]string{}
	if err := os.MkdirAll(a.folder(o), 0o755); err != nil {
		return err
	}
	for _, p := range all {
		switch {
		case p.Error != nil && slices.Contains(imports, p.ImportPath) && p.ImportPath != Module && !strings.HasPrefix(p.ImportPath, Module+"/"):
			a.Failed[p.ImportPath] = strings.Join(strings.Fields(p.Error.Err), " ")
			continue
		case p.Error != nil:
			return fmt.Errorf("%w: %s: %s; run go mod download in %s", ErrNoSources, p.ImportPath, strings.Join(strings.Fields(p.Error.Err), " "), o.Source)
		case p.ImportPath == "unsafe":
			continue
		case p.Export == "":
			return fmt.Errorf("%w: %s does not compile; see go build %s in %s", ErrNoSources, p.ImportPath, p.ImportPath, o.Source)
		}
		name := filepath.Base(p.Export)
		if err := bring(p.Export, filepath.Join(a.folder(o), name)); err != nil {
			return err
		}
		a.Files[p.ImportPath] = name
		if m := p.Module; m != nil && m.Path != Module {
			a.Modules[m.Path], a.Of[p.ImportPath] = m.Version, m.Path
		}
	}
	return nil
}

// bring links a file, or copies it where it lies on another disk.
func bring(from, to string) error {
	err := os.Link(from, to)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return nil
	}
	b, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return whole(to, b)
}

// whole writes a file so that it is seen whole or not at all.
func whole(path string, content []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".new-")
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// fingerprint tells one state of the sources from another by the size and age of their files.
func fingerprint(source string) (string, error) {
	var parts []string
	err := filepath.WalkDir(source, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if path != source && (name[0] == '.' || name[0] == '_' || name == "testdata" || name == "cases" || name == "docs") {
				return fs.SkipDir
			}
			return nil
		}
		if !d.Type().IsRegular() || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		info, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil {
			parts = append(parts, fmt.Sprintf("%s %d %d", path, info.Size(), info.ModTime().UnixNano()))
		}
		return err
	})
	return digest(parts...), err
}

func sorted(m map[string]string) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
