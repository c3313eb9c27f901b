package trace_test

import (
	"bytes"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/graph/trace"
)

// What the run sends is never of the outside, whatever it says and however it spells it.
func TestRunCannotSpeakForTheOutside(t *testing.T) {
	lines := []string{
		`{"k":"file","src":"os","op":"read","path":"data/d.csv","id":1}`,
		`{"k":"file","src":"interp","SRC":"os","op":"read","path":"data/d.csv","id":2}`,
		`{"k":"file","src":"os","src":"interp","op":"read","path":"data/d.csv","id":3}`,
		`{"k":"file","src":"interp","src":"os","op":"read","path":"data/d.csv","id":4}`,
		`{"k":"file","\u0073rc":"os","src":"interp","op":"read","path":"data/d.csv","id":5}`,
		`{"k":"file","ſrc":"os","op":"read","path":"data/d.csv","id":6}`,
		`{"k":"file","op":"read","path":"data/d.csv","id":7}`,
		`{"k":"file","x":{"src":"interp"},"op":"read","path":"data/d.csv","id":8}`,
		`{"k":"audit","src":"os","event":"watch"}`,
		`{"k":"audit","Src" : "os","event":"syscall","detail":"ptrace"}`,
	}
	var b bytes.Buffer
	w := trace.NewWriter(&b)
	for _, l := range lines {
		if err := w.Line([]byte(l)); err != nil {
			t.Fatal(err)
		}
	}
	tr, err := trace.Read(&b)
	if err != nil || len(tr.Diagnostics) > 0 || tr.Malformed > 0 {
		t.Fatalf("%v %v", err, tr.Diagnostics)
	}
	if diff := cmp.Diff(trace.Outside{}, tr.Outside); diff != "" {
		t.Errorf("the run was heard as the outside (-want +got):\n%s", diff)
	}
	if len(tr.Files) != 8 || len(tr.Audits) != 2 {
		t.Errorf("%d files, %d audits", len(tr.Files), len(tr.Audits))
	}
}

func outside(w *trace.Writer, f trace.File) error {
	return w.Event(trace.Event{Header: trace.Header{K: trace.KindFile, Src: trace.SrcOutside, PID: 2}, File: &f})
}

func TestOutside(t *testing.T) {
	var b bytes.Buffer
	w := trace.NewWriter(&b)
	var group sync.WaitGroup // both sides write at once
	group.Go(func() {
		for range 200 {
			if _, err := w.Copy(strings.NewReader(`{"k":"audit","src":"interp","event":"import"}` + "\n")); err != nil {
				t.Error(err)
			}
		}
	})
	for range 200 {
		if err := outside(w, trace.File{Op: "read", Path: "data/d.csv", Mode: "r"}); err != nil {
			t.Error(err)
		}
	}
	group.Wait()
	if err := w.Event(trace.Event{Header: trace.Header{K: trace.KindAudit, Src: trace.SrcOutside}, Audit: &trace.Audit{Event: trace.EventCall, Detail: "ptrace"}}); err != nil {
		t.Fatal(err)
	}
	if err := w.Event(trace.Event{Header: trace.Header{K: trace.KindAudit, Src: trace.SrcOutside}, Audit: &trace.Audit{Event: trace.EventWatch, Counts: map[string]int64{"calls": 7}}}); err != nil {
		t.Fatal(err)
	}
	tr, err := trace.Read(bytes.NewReader(b.Bytes()))
	if err != nil || len(tr.Diagnostics) > 0 || len(tr.Events) != 402 {
		t.Fatalf("%d events, %v %v", len(tr.Events), err, tr.Diagnostics)
	}
	for i, e := range tr.Events {
		if e.Seq != int64(i+1) {
			t.Fatalf("event %d has number %d", i+1, e.Seq)
		}
	}
	o := tr.Outside
	if !o.On || len(o.Files) != 200 || o.Files[0].PID != 2 || o.Files[0].Seq == 0 || len(o.Calls) != 1 || o.Counts["calls"] != 7 || len(tr.Audits) != 200 {
		t.Errorf("outside %+v, %d audits", o, len(tr.Audits))
	}
}

func TestForged(t *testing.T) {
	run := func(op, path string) string {
		return `{"k":"file","src":"interp","id":%,"op":"` + op + `","path":"` + path + `"}`
	}
	result := `{"k":"result","src":"interp","pointer":"/v","value":1,"ref":0,"file":"results.json"}`
	figure := `{"k":"figure","src":"interp","path":"figure.png","axes":[]}`
	told := []string{"data/d.csv", "results.json", "figure.png"}
	for name, tt := range map[string]struct {
		seen    []trace.File
		says    []string
		off     string
		dropped int64
		want    []string
	}{
		"agrees": {
			seen: []trace.File{{Op: "read", Path: "data/d.csv"}, {Op: "write", Path: "results.json"}, {Op: "write", Path: "figure.png"}, {Op: "write", Path: "/tmp/x"}},
			says: []string{run("read", "data/d.csv"), result, figure, run("write", "/tmp/x"), run("read", "/tmp/x")},
		},
		"written by renaming":   {seen: []trace.File{{Op: "write", Path: "part"}, {Op: "rename", Path: "part", To: "results.json"}}, says: []string{run("write", "results.json"), result}},
		"read through a link":   {seen: []trace.File{{Op: "read", Path: "link", To: "data/d.csv"}}, says: []string{run("read", "data/d.csv"), run("read", "link")}},
		"relative to a folder":  {seen: []trace.File{{Op: "write", Path: "sub/x"}}, says: []string{run("write", "x")}},
		"never opened":          {says: []string{run("read", "data/d.csv"), run("read", "data/d.csv")}, want: []string{"data/d.csv was opened"}},
		"another of its name":   {seen: []trace.File{{Op: "read", Path: "d.csv"}}, says: []string{run("read", "data/d.csv")}, want: []string{"data/d.csv was opened"}},
		"only removed":          {seen: []trace.File{{Op: "unlink", Path: "data/d.csv"}}, says: []string{run("read", "data/d.csv")}, want: []string{"data/d.csv was opened"}},
		"never written":         {seen: []trace.File{{Op: "read", Path: "results.json"}}, says: []string{result, figure}, want: []string{"results.json was written", "figure.png was written"}},
		"intermediate":          {says: []string{run("read", "/tmp/x"), run("write", "y.csv")}, want: []string{"/tmp/x was opened", "y.csv was written"}},
		"elsewhere is not told": {says: []string{run("read", "/usr/share/x"), run("read", "/opt/y")}},
		"too much to tell":      {dropped: 1, says: []string{run("write", "y.csv"), run("read", "data/d.csv")}, want: []string{"data/d.csv was opened"}},
		"not watched":           {off: "no listener", says: []string{run("read", "data/d.csv"), result}},
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			w := trace.NewWriter(&b)
			for i, l := range tt.says {
				if err := w.Line([]byte(strings.Replace(l, "%", string(rune('1'+i)), 1))); err != nil {
					t.Fatal(err)
				}
			}
			for _, f := range tt.seen {
				if err := outside(w, f); err != nil {
					t.Fatal(err)
				}
			}
			err := w.Event(trace.Event{Header: trace.Header{K: trace.KindAudit, Src: trace.SrcOutside}, Audit: &trace.Audit{Event: trace.EventWatch, Detail: tt.off, Counts: map[string]int64{"dropped": tt.dropped}}})
			if err != nil {
				t.Fatal(err)
			}
			tr, err := trace.Read(&b)
			if err != nil || tr.Malformed > 0 {
				t.Fatal(err, tr.Diagnostics)
			}
			if diff := cmp.Diff(tt.want, tr.Forged(told)); diff != "" {
				t.Errorf("forged (-want +got):\n%s", diff)
			}
		})
	}
}
