//go:build linux && (amd64 || arm64)

package sandbox

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/sandbox/reexec"
)

// translate makes a plan for a run without isolation: paths inside, wherever they stand
// alone or in a list, become paths of the host, and what is bound below /submission is copied
// into the private folder. Nothing else keeps such a run from the host's files.
func translate(p *reexec.Plan, scratch string) {
	type alias struct{ inside, host string }
	aliases := []alias{{Work, filepath.Join(scratch, "submission")}}
	var copies []reexec.Bind
	for _, b := range p.Binds {
		below, ok := strings.CutPrefix(b.Target, Work+"/")
		if ok && b.Source != b.Target {
			copies = append(copies, reexec.Bind{Source: b.Source, Target: filepath.Join(scratch, "submission", below)})
		} else {
			aliases = append(aliases, alias{b.Target, b.Source})
		}
	}
	// The longest match counts, so that a bind below another one is found.
	slices.SortFunc(aliases, func(a, b alias) int {
		return cmp.Or(cmp.Compare(len(b.inside), len(a.inside)), cmp.Compare(a.inside, b.inside))
	})
	host := func(path string) string {
		for _, a := range aliases {
			if rest, ok := strings.CutPrefix(path, a.inside); ok && (rest == "" || rest[0] == '/') {
				return a.host + rest
			}
		}
		return path
	}
	p.Path = host(p.Path)
	args := make([]string, len(p.Args))
	for i, a := range p.Args {
		args[i] = host(a)
	}
	env := make([]string, len(p.Env))
	for i, e := range p.Env {
		name, value, found := strings.Cut(e, "=")
		parts := strings.Split(value, ":")
		for j := range parts {
			parts[j] = host(parts[j])
		}
		if env[i] = name; found {
			env[i] += "=" + strings.Join(parts, ":")
		}
	}
	p.Args, p.Env, p.Binds, p.ReadOnly, p.Scratch = args, env, copies, nil, scratch
}

// removeAll removes a folder, even where a run has taken rights off its folders.
func removeAll(dir string) {
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() {
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
	_ = os.RemoveAll(dir) // a temporary folder: what stays is the system's to clear
}
