//go:build linux && (amd64 || arm64)

package sandbox

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/assaybench/assay/internal/sandbox/reexec"
)

// receive reads the frames of one run up to its result and writes the outputs. It takes
// nothing on trust: names must be those that were asked for, each once, and all files
// together at most budget bytes.
func receive(r io.Reader, c Command, budget int64) (Outcome, error) {
	var out Outcome
	in := &outputs{dir: c.Output, want: slices.Clone(c.Collect), budget: budget}
	for {
		kind, payload, err := reexec.ReadFrame(r)
		if err != nil {
			return out, cmp.Or(in.finish(), err)
		}
		switch kind {
		case reexec.FrameFailure:
			f := &reexec.Failure{}
			if err := json.Unmarshal(payload, f); err != nil {
				return out, err
			}
			return out, f
		case reexec.FrameFile:
			err = in.begin(payload)
		case reexec.FrameData:
			err = in.data(payload)
		case reexec.FrameRefusal:
			var refusal reexec.Refusal
			if err = json.Unmarshal(payload, &refusal); err == nil {
				out.Refused = append(out.Refused, Refused(refusal))
			}
		case reexec.FrameResult:
			var res reexec.Result
			if err := cmp.Or(in.finish(), json.Unmarshal(payload, &res)); err != nil {
				return out, err
			}
			out.Refused = append(out.Refused, in.refused...)
			out.Exit, out.Signal, out.Limit = res.Exit, res.Signal, res.Limit
			out.Wall, out.CPU, out.Peak = time.Duration(res.Wall), time.Duration(res.CPU), res.Peak
			out.Isolation.Mechanisms, out.Isolation.Notes = res.Mechanisms, res.Notes
			return out, nil
		default:
			err = fmt.Errorf("frame of unknown kind %q", kind)
		}
		if err != nil {
			return out, errors.Join(err, in.finish())
		}
	}
}

// outputs writes files into a folder of the host.
type outputs struct {
	dir     string
	want    []string
	budget  int64
	refused []Refused

	name string
	file *os.File // nil while a file is refused
	left int64
}

func (o *outputs) begin(header []byte) error {
	if err := o.finish(); err != nil {
		return err
	}
	var f reexec.File
	if err := json.Unmarshal(header, &f); err != nil {
		return err
	}
	at := slices.Index(o.want, f.Name)
	if at < 0 || f.Size < 0 {
		return fmt.Errorf("an output %q of %d bytes that was not asked for", f.Name, f.Size)
	}
	o.want = slices.Delete(o.want, at, at+1)
	o.name, o.left = f.Name, f.Size
	if f.Size > o.budget {
		o.refused = append(o.refused, Refused{f.Name, "too large together with the outputs before it"})
		return nil
	}
	o.budget -= f.Size
	root, err := os.OpenRoot(o.dir)
	if err != nil {
		return err
	}
	defer root.Close()
	o.file, err = root.OpenFile(f.Name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	return err
}

func (o *outputs) data(b []byte) error {
	o.left -= int64(len(b))
	if o.left < 0 {
		return fmt.Errorf("output %s is longer than announced", o.name)
	}
	if o.file == nil {
		return nil
	}
	_, err := o.file.Write(b)
	return err
}

func (o *outputs) finish() error {
	if o.file == nil {
		o.left = 0
		return nil
	}
	err := o.file.Close()
	o.file = nil
	if o.left > 0 {
		err = cmp.Or(err, fmt.Errorf("output %s is shorter than announced", o.name))
	}
	return err
}
