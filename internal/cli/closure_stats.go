package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assaybench/assay"
	"github.com/assaybench/assay/claims/closure/stats"
	"github.com/assaybench/assay/internal/report/levels"
	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/spec"
)

// Bounds on what may be declared.
const (
	maxDeclared  = 100_000 // tasks, or runs
	maxResamples = 1_000_000
)

// statsFiles are where the statistics go beside standard output; empty: nowhere.
type statsFiles struct{ html, csv, parquet, plots string }

func (a *app) closureStats() *cobra.Command {
	var o stats.Options
	var asJSON bool
	var files statsFiles
	c := a.command("stats FILE|DIR… --tasks N --runs N [flags]", "Statistics over scored attempts", `
Compute the statistics of scored attempts (assay/closure-score/v1): scores, closure
levels, tasks that reach RC4 in any and in every run, completion of the dimensions,
and what high scores below RC4 lack; per model, task and run, and over all. A FILE
holds one score, or one on each line (.jsonl); of a DIR all scores below it are read,
and other documents passed over.

--tasks and --runs say what was planned of each model: a run that is missing is not
RC4, and its task stays in the denominator. Superseded attempts and those that the
infrastructure spoilt add no observation. What is undecided makes figures intervals.`,
		`  0    the statistics are complete
  2    wrong arguments, or a path that does not exist or holds no score
  3    a score is invalid, two are of one run, or there are more tasks or runs than declared
  4    attempts are undecided, or none was observed: the figures are intervals, or absent
  130  interrupted`, cobra.MinimumNArgs(1), func(c *cobra.Command, args []string) error {
			for _, f := range []string{"tasks", "runs"} {
				if !c.Flags().Changed(f) {
					return usagef("say with --%s N how many %s were declared for each model: what is missing counts against it", f, f)
				}
			}
			switch {
			case o.Tasks < 1 || o.Tasks > maxDeclared || o.Runs < 1 || o.Runs > maxDeclared:
				return usagef("--tasks and --runs are from 1 to %d, not %d and %d", maxDeclared, o.Tasks, o.Runs)
			case o.Resamples != 0 && (o.Resamples < 2 || o.Resamples > maxResamples):
				return usagef("--resamples is from 2 to %d, or 0 for no intervals, not %d", maxResamples, o.Resamples)
			case !(o.Level > 0 && o.Level < 1):
				return usagef("--level is within 0 and 1, not %v", o.Level)
			}
			scores, list, err := readScores(args)
			if err != nil {
				return err
			}
			if err := list.Err(); err != nil {
				return err
			}
			s, more, err := stats.Of(c.Context(), scores, o)
			if err != nil {
				return err
			}
			if list = append(list, more...).Sort(); s == nil {
				return list.Err()
			}
			printDiagnostics(a.Err, list)
			s.Tool = assay.Version()
			if err := files.write(s); err != nil {
				return err
			}
			if asJSON {
				err = printJSON(a.Out, s)
			} else {
				err = levels.Text(a.Out, s)
				if err == nil && files.html != "" {
					fmt.Fprintf(a.Out, "\nThe full report: %s\n", files.html)
				}
			}
			if err != nil {
				return err
			}
			if !s.Complete || len(s.Attempts) == 0 {
				return exit(ExitInfra)
			}
			return nil
		})
	f := c.Flags()
	f.IntVar(&o.Tasks, "tasks", 0, "how many tasks each model was to attempt (required)")
	f.IntVar(&o.Runs, "runs", 0, "how many runs of each task (required)")
	f.IntVar(&o.Resamples, "resamples", 2000, "resamples of the bootstrap over tasks; 0: no intervals")
	f.Uint64Var(&o.Seed, "seed", 1, "of the bootstrap")
	f.Float64Var(&o.Level, "level", 0.95, "of the intervals")
	f.BoolVar(&asJSON, "json", false, "print one document, assay/closure-stats/v1")
	f.StringVar(&files.html, "html", "", "write the report as one HTML `file`")
	f.StringVar(&files.csv, "csv", "", "write attempts.csv and figures.csv into this `folder`")
	f.StringVar(&files.parquet, "parquet", "", "write the attempts as one Parquet `file`")
	f.StringVar(&files.plots, "plots", "", "write each plot as PNG and SVG into this `folder`")
	return c
}

// readScores reads files and folders in order.
func readScores(args []string) (scores []stats.Scored, list spec.Diagnostics, err error) {
	for _, arg := range args {
		before := len(scores) + len(list)
		st, err := os.Stat(arg)
		switch {
		case err != nil:
			return nil, nil, usagef("%v", err)
		case !st.IsDir():
			scores, list, err = readScore(scores, list, arg, true)
		default:
			err = filepath.WalkDir(arg, func(path string, d fs.DirEntry, err error) error {
				if err != nil || !d.Type().IsRegular() {
					return err
				}
				switch strings.ToLower(filepath.Ext(path)) {
				case ".json", ".jsonl", ".ndjson":
					scores, list, err = readScore(scores, list, path, false)
				}
				return err
			})
		}
		if err != nil {
			return nil, nil, err
		}
		if len(scores)+len(list) == before {
			return nil, nil, usagef("%s holds no score (assay/closure-score/v1); make some with assay closure score", arg)
		}
	}
	return scores, list.Sort(), nil
}

// readScore reads one file; of a folder's files only those that are scores.
func readScore(scores []stats.Scored, list spec.Diagnostics, path string, named bool) ([]stats.Scored, spec.Diagnostics, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, usagef("%v", err)
	}
	defer f.Close()
	if st, err := f.Stat(); err != nil || !st.Mode().IsRegular() {
		return nil, nil, usagef("%s is no regular file", path)
	}
	if ext := strings.ToLower(filepath.Ext(path)); ext == ".jsonl" || ext == ".ndjson" {
		if !named {
			ok, err := firstIsScore(f)
			if err != nil || !ok {
				return scores, list, err
			}
		}
		some, more, err := stats.ReadLines(path, f)
		return append(scores, some...), append(list, more...), err
	}
	data, err := io.ReadAll(io.LimitReader(f, spec.MaxJSONBytes+1))
	if err != nil || !named && !stats.IsScore(data) {
		return scores, list, err
	}
	s, more := stats.Read(path, data)
	if s != nil {
		scores = append(scores, *s)
	}
	return scores, append(list, more...), nil
}

// firstIsScore looks at the first line, and goes back to the beginning.
func firstIsScore(f *os.File) (bool, error) {
	head, err := io.ReadAll(io.LimitReader(f, spec.MaxJSONBytes+1))
	if err != nil {
		return false, err
	}
	first, _, _ := strings.Cut(strings.TrimSpace(string(head)), "\n")
	_, err = f.Seek(0, io.SeekStart)
	return stats.IsScore([]byte(first)), err
}

// write writes the files that were asked for.
func (f statsFiles) write(s *spec.ClosureStats) error {
	var todo []error
	file := func(path string, write func(io.Writer) error) { todo = append(todo, writeFile(path, write)) }
	folder := func(path string) bool {
		if path == "" {
			return false
		}
		if err := os.MkdirAll(path, 0o755); err != nil {
			todo = append(todo, usagef("%v", err))
			return false
		}
		return true
	}
	if f.html != "" {
		file(f.html, func(w io.Writer) error { return levels.HTML(w, s) })
	}
	attempts, whole := stats.AttemptRows(s)
	if folder(f.csv) {
		figures, _ := stats.FigureRows(s)
		file(filepath.Join(f.csv, "attempts.csv"), func(w io.Writer) error { return table.WriteCSV(w, attempts) })
		file(filepath.Join(f.csv, "figures.csv"), func(w io.Writer) error { return table.WriteCSV(w, figures) })
	}
	if f.parquet != "" {
		file(f.parquet, func(w io.Writer) error { return table.WriteParquet(w, attempts, whole...) })
	}
	if folder(f.plots) {
		for _, p := range levels.Pictures(s) {
			file(filepath.Join(f.plots, p.Name+".png"), p.PNG)
			file(filepath.Join(f.plots, p.Name+".svg"), p.SVG)
		}
	}
	return errors.Join(todo...)
}
