package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assaybench/assay"
	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/depict"
	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/visual"
)

func (a *app) figureCommand() *cobra.Command {
	c := &cobra.Command{Use: "figure", Short: "Read figures as data", Args: cobra.NoArgs, RunE: func(c *cobra.Command, _ []string) error {
		return usagef("name what to do with the figure: assay figure describe SCRIPT.py")
	}}
	c.AddCommand(a.describeFigure())
	return c
}

func (a *app) describeFigure() *cobra.Command {
	var flags runFlags
	var asJSON bool
	c := a.command("describe SCRIPT.py | TRACE | FILE.vl.json [flags]", "Say what figures show", `
Print what each figure shows: its axes with labels, units, scales and limits, its
marks with their number, groups, ranges and error bars, its legend, and what a
reader should be warned of: marks that cannot be seen, bars that do not begin at
zero, two scales over one another, names that only the code knows. No case is
needed, and nothing is judged.

A SCRIPT.py runs in the sandbox as by assay trace; each figure that it saves is
read at that moment from what matplotlib drew. A TRACE is what assay trace --out
wrote. A FILE.vl.json is a specification in Vega-Lite (version 5 or 6), which is
read without drawing it, with data files beside it; what is not read is named with
its place. A PNG, SVG or PDF is refused: a picture does not carry its numbers.`,
		`  0    the figures are described
  1    the script did not end well, or there is no figure
  2    wrong arguments, a path that does not exist, or a file without numbers
  3    the specification in Vega-Lite is invalid, or holds what is not read
  4    the machine could not run the script
  130  interrupted`, cobra.ExactArgs(1), func(c *cobra.Command, args []string) error {
			doc, ok, err := a.described(c.Context(), args[0], flags)
			if err != nil {
				return err
			}
			if asJSON {
				err = printJSON(a.Out, doc)
			} else {
				err = doc.Text(a.Out, safe)
			}
			if err != nil {
				return err
			}
			if !ok || len(doc.Figures) == 0 {
				return exit(ExitJudged)
			}
			return nil
		})
	flags.add(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print one document, assay/figure/v1")
	return c
}

// described reads the figures of a file, whatever it is; ok is false where it is a script
// that did not end well.
func (a *app) described(ctx context.Context, path string, flags runFlags) (depict.Document, bool, error) {
	none := depict.Document{}
	st, err := os.Stat(path)
	if err != nil {
		return none, false, usagef("%v", err)
	}
	if !st.Mode().IsRegular() {
		return none, false, usagef("%s is no file: give a script or a trace", path)
	}
	head, err := begin(path)
	if err != nil {
		return none, false, err
	}
	if kind := pictureKind(path, head); kind != "" {
		return none, false, usagef("%s is a %s: a picture does not carry its numbers, so nothing can be read from it for certain; "+
			"give the script that draws it (assay figure describe SCRIPT.py), the trace of its run (assay trace --out) or a specification in Vega-Lite", path, kind)
	}
	switch {
	case strings.EqualFold(filepath.Ext(path), ".py"):
		o, err := a.options(flags)
		if err != nil {
			return none, false, err
		}
		rec, err := assay.RecordScript(ctx, path, o)
		if err != nil {
			return none, false, err
		}
		a.endProgress(flags)
		if !rec.OK() {
			fmt.Fprintf(a.Err, "assay: the script did not end well; the end of what it printed:\n%s\n", safe(rec.Run.Output))
		}
		return depict.New("script", visual.FromTrace(rec.Trace)), rec.OK(), nil
	case bytes.HasPrefix(bytes.TrimSpace(head), []byte("{")) && bytes.Contains(head, []byte(`"k":`)):
		f, err := os.Open(path)
		if err != nil {
			return none, false, err
		}
		defer f.Close()
		t, err := trace.Read(f)
		if err != nil {
			return none, false, err
		}
		for _, d := range t.Diagnostics {
			fmt.Fprintf(a.Err, "%s: %s\n", d.Severity, safe(d.String()))
		}
		return depict.New("trace", visual.FromTrace(t)), true, nil
	}
	return a.vegaLite(path)
}

// maxData bounds the data files of a specification.
const maxData = 64 << 20

// vegaLite reads a specification, with the data files beside it.
func (a *app) vegaLite(path string) (depict.Document, bool, error) {
	data, err := readUpTo(path, spec.MaxJSONBytes+1)
	if err != nil {
		return depict.Document{}, false, err
	}
	if !strings.HasSuffix(strings.ToLower(path), ".vl.json") && !visual.IsVegaLite(data) {
		return depict.Document{}, false, usagef("%s is neither a Python script, nor a trace (assay trace --out FILE), nor a specification in Vega-Lite", path)
	}
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return depict.Document{}, false, err
	}
	defer root.Close()
	fig, list := visual.FromVegaLite(filepath.Base(path), data, func(name string) ([]byte, error) {
		f, err := root.Open(filepath.FromSlash(name))
		if err != nil {
			return nil, err
		}
		defer f.Close()
		return limited(f, name, maxData)
	})
	if fig == nil {
		return depict.Document{}, false, list.Err()
	}
	printDiagnostics(a.Err, list)
	return depict.New("vega-lite", []spec.Figure{*fig}), true, nil
}

func readUpTo(path string, most int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return limited(f, path, most)
}

// limited reads a regular file that is not too large.
func limited(f *os.File, name string, most int64) ([]byte, error) {
	st, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !st.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no regular file", name)
	case st.Size() > most:
		return nil, fmt.Errorf("%s has %d bytes; at most %d are read", name, st.Size(), most)
	}
	return io.ReadAll(io.LimitReader(f, most))
}

// begin is the beginning of a file.
func begin(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head := make([]byte, 1024)
	n, err := io.ReadFull(f, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	return head[:n], nil
}

// pictureKind names a file that is a picture, by its first bytes or its ending.
func pictureKind(path string, head []byte) string {
	for _, k := range []struct{ magic, kind string }{
		{"\x89PNG", "PNG picture"}, {"%PDF", "PDF"}, {"\xff\xd8\xff", "JPEG picture"}, {"GIF8", "GIF picture"}, {"%!PS", "PostScript file"}, {"RIFF", "WebP picture"}, {"II*\x00", "TIFF picture"}, {"MM\x00*", "TIFF picture"},
	} {
		if bytes.HasPrefix(head, []byte(k.magic)) {
			return k.kind
		}
	}
	if bytes.Contains(head, []byte("<svg")) {
		return "SVG picture"
	}
	kinds := map[string]string{".png": "PNG picture", ".svg": "SVG picture", ".pdf": "PDF", ".jpg": "JPEG picture", ".jpeg": "JPEG picture", ".gif": "GIF picture", ".webp": "WebP picture", ".eps": "PostScript file"}
	return kinds[strings.ToLower(filepath.Ext(path))]
}
