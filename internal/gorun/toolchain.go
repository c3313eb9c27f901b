package gorun

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// ErrNoGo is wrapped by the error of Find where there is no toolchain that will do.
var ErrNoGo = errors.New("no usable Go toolchain")

// Module is the path of the module whose recorders an analysis may import.
const Module = "github.com/assaybench/assay"

// Toolchain is an installation of Go.
type Toolchain struct {
	Version string `json:"GOVERSION"`  // go1.26.0
	Tools   string `json:"GOTOOLDIR"`  // folder of compile and link
	Cache   string `json:"GOCACHE"`    // of compiled packages
	Modules string `json:"GOMODCACHE"` // of downloaded modules
	Path    string `json:"GOPATH"`
}

// fixed is the configuration in which archives and analyses are compiled, so that the two
// go together whatever the user's own says.
var fixed = []string{"CGO_ENABLED=0", "GOEXPERIMENT=", "GOAMD64=v1", "GOARM64=v8.0", "GODEBUG=", "GOTOOLCHAIN=local"}

// Find asks the go command on the search path about itself.
func Find(ctx context.Context) (Toolchain, error) {
	var t Toolchain
	out, err := t.command(ctx, "", "env", "-json", "GOVERSION", "GOTOOLDIR", "GOCACHE", "GOMODCACHE", "GOPATH")
	if err != nil {
		if ctx.Err() != nil {
			return t, ctx.Err()
		}
		return t, fmt.Errorf("%w: %w; install Go from https://go.dev/dl and put it on the search path", ErrNoGo, err)
	}
	if err := json.Unmarshal(out, &t); err != nil {
		return t, fmt.Errorf("%w: go env: %w", ErrNoGo, err)
	}
	for _, tool := range []string{"compile", "link"} {
		if _, err := os.Stat(filepath.Join(t.Tools, tool)); err != nil {
			return t, fmt.Errorf("%w: %s has no %s: %w; install a complete distribution of Go", ErrNoGo, t.Version, tool, err)
		}
	}
	if t.language() == "" {
		return t, fmt.Errorf("%w: the version %q is none that is known; install a released version of Go", ErrNoGo, t.Version)
	}
	return t, nil
}

var release = regexp.MustCompile(`^(go1\.\d+)(\.|rc|beta|-|$| )`)

// language is the version of the language that analyses are written in: go1.26.
func (t Toolchain) language() string {
	m := release.FindStringSubmatch(t.Version)
	if m == nil {
		return ""
	}
	return m[1]
}

// command runs the go command in a folder.
func (t Toolchain) command(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = cmd.Environ()
	if t.Cache != "" { // once they are known, the user's settings no longer count
		cmd.Env = append(cmd.Env, "GOENV=off", "GOFLAGS=-mod=mod -trimpath", "GOPROXY=off", "GOWORK=off", "GO111MODULE=on", "GOOS=", "GOARCH=",
			"GOCACHE="+t.Cache, "GOMODCACHE="+t.Modules, "GOPATH="+t.Path)
		cmd.Env = append(cmd.Env, fixed...)
	}
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if text := strings.TrimSpace(said.String()); err != nil && text != "" {
		return out, fmt.Errorf("go %s: %s", args[0], text)
	}
	return out, err
}

// Sources finds the sources of this module at the running version: the folder that is
// named, the module that holds the working folder where it is this one, the cache of
// downloaded modules. version is the running one, "" where it is not known.
func (t Toolchain) Sources(named, folder, version string) (string, error) {
	if named != "" {
		dir, err := filepath.Abs(named)
		if err != nil {
			return "", err
		}
		if !isModule(dir) {
			return "", fmt.Errorf("%s does not hold the sources of %s", named, Module)
		}
		return dir, nil
	}
	dir, err := filepath.Abs(folder)
	for ; err == nil; dir = filepath.Dir(dir) {
		if isModule(dir) {
			return dir, nil
		}
		if _, e := os.Stat(filepath.Join(dir, "go.mod")); e == nil || filepath.Dir(dir) == dir {
			break
		}
	}
	if version != "" {
		if dir := filepath.Join(t.Modules, Module+"@"+version); isModule(dir) {
			return dir, nil
		}
	}
	at := version
	if at == "" {
		at = "latest"
	}
	return "", fmt.Errorf("%w: this module is not here; run go mod download %s@%s, or name a checkout (--go-source)", ErrNoSources, Module, at)
}

// ErrNoSources is wrapped by the errors of Sources and Build where the sources that analyses
// are built with are not there or not whole.
var ErrNoSources = errors.New("no sources to build analyses with")

var moduleLine = regexp.MustCompile(`(?m)^module\s+"?` + regexp.QuoteMeta(Module) + `"?\s*$`)

func isModule(dir string) bool {
	b, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	return err == nil && moduleLine.Match(b)
}
