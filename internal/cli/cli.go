// Package cli is the command line: it reads arguments, calls the library and turns
// its outcome into text, JSON and one exit code. It alone touches streams, flags and
// the environment.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/assaybench/assay"
	"github.com/assaybench/assay/internal/diag"
)

// Exit codes. They never shift with flags (docs/scripting.md).
const (
	ExitStrict      = 0   // strict success; for other commands: done
	ExitJudged      = 1   // judged, not strict
	ExitUsage       = 2   // wrong arguments, or a path that does not exist
	ExitInvalid     = 3   // invalid case or specification
	ExitInfra       = 4   // no verdict: the infrastructure failed or left it undecided
	ExitInterrupted = 130 // ended by the user
)

// Streams is what a command may talk to.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Env      func(string) string
	Terminal bool // Err is a terminal: progress and colour are welcome
}

// System returns the streams of this process.
func System() Streams {
	return Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Env: os.Getenv, Terminal: isTerminal(os.Stderr) && isTerminal(os.Stdout)}
}

func isTerminal(f *os.File) bool {
	st, err := f.Stat()
	return err == nil && st.Mode()&os.ModeCharDevice != 0
}

// codeError is an error that knows its exit code.
type codeError struct {
	code int
	err  error
}

func (e *codeError) Error() string { return e.err.Error() }
func (e *codeError) Unwrap() error { return e.err }

// errQuiet ends a command whose output has said everything.
var errQuiet = errors.New("")

func exit(code int) error { return &codeError{code, errQuiet} }

func usagef(format string, args ...any) error {
	return &codeError{ExitUsage, fmt.Errorf(format, args...)}
}

type app struct {
	Streams
	started bool // a command's own code has begun: errors before are usage
}

// Main runs the command line and returns its exit code.
func Main(args []string, s Streams) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	defer assay.Close()
	a := &app{Streams: s}
	root := a.root()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if ctx.Err() != nil {
		fmt.Fprintln(s.Err, "assay: interrupted")
		return ExitInterrupted
	}
	return a.code(err)
}

// code prints an error once and gives its exit code.
func (a *app) code(err error) int {
	if err == nil {
		return ExitStrict
	}
	code := ExitInfra
	var ce *codeError
	switch {
	case errors.As(err, &ce):
		code = ce.code
	case !a.started:
		code = ExitUsage
	case diag.All(err).Errors():
		code = ExitInvalid
	}
	if errors.Is(err, errQuiet) {
		return code
	}
	if list := diag.All(err); list != nil {
		printDiagnostics(a.Err, list)
		return code
	}
	fmt.Fprintf(a.Err, "assay: %s\n", safe(err.Error()))
	if code == ExitUsage && !a.started {
		fmt.Fprintln(a.Err, "Run assay --help, or assay COMMAND --help.")
	}
	return code
}

func (a *app) root() *cobra.Command {
	c := &cobra.Command{
		Use:   "assay",
		Short: "Decide whether the claims of an executed analysis are supported",
		Long: `Assay runs a five-file submission (analysis.py, results.json, figure.png,
claims.json, provenance.json) in a sandbox, watches it, rebuilds the executed
graph from data to claims, recomputes the numbers and scores each claim.`,
		Version:           assay.Version(),
		SilenceUsage:      true,
		SilenceErrors:     true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
	}
	c.RunE = func(c *cobra.Command, _ []string) error {
		c.SetOut(a.Err)
		return errors.Join(c.Help(), exit(ExitUsage))
	}
	c.SetOut(a.Out)
	c.SetErr(a.Err)
	c.SetVersionTemplate("assay {{.Version}}\n")
	c.AddCommand(a.verify(), a.trace(), a.explain(), a.caseCommand(), a.oracleCommand(), a.figureCommand(), a.closureCommand(), a.checklistCommand(), a.doctor())
	return c
}

// command makes a command whose run marks the end of argument parsing and whose help
// ends with its exit codes.
func (a *app) command(use, short, long, status string, args cobra.PositionalArgs, run func(*cobra.Command, []string) error) *cobra.Command {
	return &cobra.Command{
		Use:                   use,
		Short:                 short,
		Long:                  strings.TrimSpace(long) + "\n\nExit status:\n" + status,
		Args:                  args,
		DisableFlagsInUseLine: true,
		RunE: func(c *cobra.Command, args []string) error {
			a.started = true
			return run(c, args)
		},
	}
}

func printDiagnostics(w io.Writer, list diag.List) {
	for _, d := range list {
		fmt.Fprintf(w, "%s: %s\n", d.Severity, safe(d.String()))
	}
}

// safe takes out what could speak to a terminal: control characters and the marks
// that turn the direction of text.
func safe(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r < 0x20, r >= 0x7f && r < 0xa0, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
			return '·'
		}
		return r
	}, s)
}
