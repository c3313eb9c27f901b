package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/assaybench/assay/claims/checklist"
	"github.com/assaybench/assay/claims/checklist/scorer"
	"github.com/assaybench/assay/internal/report/tally"
	"github.com/assaybench/assay/spec"
)

func (a *app) checklistCommand() *cobra.Command {
	c := &cobra.Command{Use: "checklist", Short: "Score reports by weighted checklists", Args: cobra.NoArgs, RunE: func(c *cobra.Command, _ []string) error {
		return usagef("name what to do: assay checklist lint DIR, score TASK WORKSPACE, total FILE or board DIR")
	}}
	c.AddCommand(a.checklistLint(), a.checklistScore(), a.checklistTotal(), a.checklistBoard())
	return c
}

func (a *app) checklistLint() *cobra.Command {
	var asJSON bool
	c := a.command("lint DIR… [flags]", "Check task folders", `
Check task folders as ResearchClawBench lays them out: task_info.json,
target_study/checklist.json, target images and data. A DIR is a task folder, or a
folder of task folders. Weights must be finite, not negative, and sum to more than
0; what a judge would be shown must be there before a judge is paid. Data that are
missing, and weights that do not sum to 1, are warnings.`,
		`  0  every folder is sound
  2  wrong arguments, or a path that does not exist
  3  a folder is invalid`,
		cobra.MinimumNArgs(1), func(c *cobra.Command, args []string) error {
			list, folders, items, err := lintTasks(args)
			if err != nil {
				return err
			}
			if asJSON {
				if list == nil {
					list = spec.Diagnostics{}
				}
				err = printJSON(a.Out, list)
			} else {
				printDiagnostics(a.Out, list)
				if !list.Errors() {
					are := "task folders are"
					if folders == 1 {
						are = "task folder is"
					}
					fmt.Fprintf(a.Out, "%d %s sound: %d items, %d text and %d image\n", folders, are, items[checklist.Text]+items[checklist.Image], items[checklist.Text], items[checklist.Image])
				}
			}
			if err != nil {
				return err
			}
			if list.Errors() {
				return exit(ExitInvalid)
			}
			return nil
		})
	c.Flags().BoolVar(&asJSON, "json", false, "print the diagnostics as a JSON array")
	return c
}

// lintTasks checks folders, and counts their items by kind.
func lintTasks(dirs []string) (list spec.Diagnostics, folders int, items map[checklist.Kind]int, err error) {
	items = map[checklist.Kind]int{}
	for _, dir := range dirs {
		names, err := checklist.TaskNames(dir)
		if err != nil {
			return nil, 0, nil, pathError(err, "task")
		}
		if _, err := os.Stat(filepath.Join(dir, "task_info.json")); err == nil || len(names) == 0 {
			names = []string{"."}
		}
		for _, name := range names {
			path := filepath.Join(dir, name)
			task, more, err := scorer.LoadTask(path)
			if err != nil {
				return nil, 0, nil, pathError(err, "task")
			}
			for i := range more {
				more[i].File = filepath.Join(path, filepath.FromSlash(more[i].File))
			}
			list = append(list, more...)
			folders++
			if task != nil {
				for _, it := range task.Checklist.Items {
					items[it.Kind]++
				}
			}
		}
	}
	return list.Sort(), folders, items, nil
}

// printedTotal is the total of one file.
type printedTotal struct {
	File  string `json:"file"`
	Run   string `json:"run_id"`
	Task  string `json:"task_id"`
	Agent string `json:"agent_name"`
	checklist.Total
	Stated     *float64 `json:"stated"`               // total_score as the file says; null where it says none
	Problem    string   `json:"problem,omitempty"`    // why a stated total is not that of the items
	Difference *float64 `json:"difference,omitempty"` // with --compare: less the first
}

func (a *app) checklistTotal() *cobra.Command {
	var asJSON, stock, compare bool
	c := a.command("total FILE… [flags]", "Recompute totals from scored items", `
Recompute the totals of _score.json files from their items: the weighted mean of the
scores. An item whose judge failed is no 0: it opens an interval around the total.
With --stock it counts as 0, as in the benchmark's own program, and the totals are
those that were published, to the bit.`,
		`  0  every total is complete, and as stated
  1  a stated total is not that of its items
  2  wrong arguments, or a path that does not exist
  3  a file is no scoring, or --compare: totals of different settings
  4  an item has no score, whatever --stock makes of it`,
		cobra.MinimumNArgs(1), func(c *cobra.Command, args []string) error {
			totals, err := totalsOf(args, stock, compare)
			if err != nil {
				return err
			}
			if asJSON {
				err = printJSON(a.Out, map[string]any{"schema": "assay/checklist-total/v1", "totals": totals})
			} else {
				err = printTotals(a.Out, totals)
			}
			if err != nil {
				return err
			}
			open := false
			for _, t := range totals {
				if t.Problem != "" {
					return exit(ExitJudged)
				}
				open = open || !t.Complete
			}
			if open {
				return exit(ExitInfra)
			}
			return nil
		})
	c.Flags().BoolVar(&asJSON, "json", false, "print one document, assay/checklist-total/v1")
	c.Flags().BoolVar(&stock, "stock", false, "count items without a score as 0, as the benchmark's own program does")
	c.Flags().BoolVar(&compare, "compare", false, "print each total less the first; different settings are refused")
	return c
}

func totalsOf(files []string, stock, compare bool) ([]printedTotal, error) {
	var out []printedTotal
	var measured []checklist.Measured
	for _, file := range files {
		data, err := readDocument(file, "scoring")
		if err != nil {
			return nil, err
		}
		s, list := checklist.ReadScoring(file, data)
		if s == nil {
			return nil, list.Err()
		}
		t := printedTotal{File: file, Run: s.RunID, Task: s.TaskID, Agent: s.AgentName, Stated: s.TotalScore}
		items, err := s.Outcomes(nil)
		if err == nil {
			t.Total, err = checklist.Sum(items, stock)
		}
		if err != nil {
			return nil, &codeError{ExitInvalid, fmt.Errorf("%s: %w", file, err)}
		}
		if s.TotalScore != nil || s.TotalWeight != nil {
			if _, err := s.Published(); err != nil {
				t.Problem = err.Error()
			}
		}
		out = append(out, t)
		m := checklist.Measured{Total: t.Total}
		if s.Settings != nil {
			m.Settings = *s.Settings
		} else if compare {
			return nil, &codeError{ExitInvalid, fmt.Errorf("%s: %s: it does not say by which judge and settings it was scored, so it cannot be compared", file, checklist.CodeSettings)}
		}
		measured = append(measured, m)
	}
	for i := 1; compare && i < len(out); i++ {
		d, err := checklist.Difference(measured[0], measured[i])
		if err != nil {
			return nil, &codeError{ExitInvalid, fmt.Errorf("%s and %s: %w", files[0], files[i], err)}
		}
		out[i].Difference = &d
	}
	return out, nil
}

func printTotals(w io.Writer, totals []printedTotal) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "run\tagent\ttotal\tcovered\tstated\tfile")
	for _, t := range totals {
		total, stated := fmt.Sprintf("%g to %g (%s)", t.Low, t.High, t.Missing()), "–"
		if t.Score != nil {
			total = fmt.Sprintf("%g", *t.Score)
			if !t.Complete {
				total += fmt.Sprintf(" (stock: %s as 0)", t.Missing())
			}
		}
		if t.Difference != nil {
			total += fmt.Sprintf(" (%+g)", *t.Difference)
		}
		if t.Stated != nil {
			stated = fmt.Sprintf("%g", *t.Stated)
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\t%.4g %%\t%s\t%s\n", oneLine(t.Run), oneLine(t.Agent), total, 100*t.Covered, stated, oneLine(t.File))
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	for _, t := range totals {
		if t.Problem != "" {
			fmt.Fprintf(w, "%s: %s\n", safe(t.File), t.Problem)
		}
	}
	return nil
}

// oneLine is a stranger's text, fit to stand in a cell.
func oneLine(s string) string { return strings.Join(strings.Fields(safe(s)), " ") }

func (a *app) checklistBoard() *cobra.Command {
	var asJSON bool
	var htmlFile, tasks string
	c := a.command("board DIR [flags]", "Compare agents over tasks", `
Read the runs of a folder (workspaces with a _score.json, or the .json files that
assay checklist score wrote) and print the best total of each agent on each task,
the best over agents, and means. A run without a total never counts as 0: it stands
by itself, with the interval in which its total lies and the share of the weight
that has a score. Runs that were scored by different judges, prompts or limits are
refused. DIR may also be a leaderboard.json.`,
		`  0  the board is printed
  1  there is no run
  2  wrong arguments, or a path that does not exist
  3  a file is no scoring, or settings differ`,
		cobra.ExactArgs(1), func(c *cobra.Command, args []string) error {
			b, err := board(args[0], tasks)
			if err != nil {
				return err
			}
			if htmlFile != "" {
				if err := writeFile(htmlFile, func(w io.Writer) error { return tally.BoardHTML(w, b) }); err != nil {
					return err
				}
			}
			if asJSON {
				data, err := b.Bytes()
				if err != nil {
					return err
				}
				if _, err := a.Out.Write(data); err != nil {
					return err
				}
			} else if err := tally.BoardText(a.Out, b); err != nil {
				return err
			}
			if len(b.Scores) == 0 && len(b.Open) == 0 {
				fmt.Fprintf(a.Err, "assay: %s holds no run: give the folder of the workspaces\n", args[0])
				return exit(ExitJudged)
			}
			return nil
		})
	c.Flags().BoolVar(&asJSON, "json", false, "print one document: leaderboard.json of the benchmark, with additions")
	c.Flags().StringVar(&htmlFile, "html", "", "write the board as one HTML `file`")
	c.Flags().StringVar(&tasks, "tasks", "", "`folder` of task folders: tasks without any run count as unknown")
	return c
}

func board(path, tasks string) (*checklist.Board, error) {
	st, err := os.Stat(path)
	if err != nil {
		return nil, usagef("the folder %s cannot be opened: %v", path, plainError(err))
	}
	if !st.IsDir() {
		data, err := readDocument(path, "leaderboard")
		if err != nil {
			return nil, err
		}
		b, list := checklist.ReadBoard(path, data)
		return b, list.Err()
	}
	runs, list, err := checklist.LoadRuns(path)
	switch {
	case err != nil:
		return nil, pathError(err, "run")
	case list.Errors():
		return nil, list.Err()
	}
	var names []string
	if tasks != "" {
		if names, err = checklist.TaskNames(tasks); err != nil {
			return nil, pathError(err, "task")
		}
	}
	return checklist.NewBoard(runs, names)
}
