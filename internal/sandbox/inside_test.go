//go:build linux && (amd64 || arm64)

package sandbox

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/internal/sandbox/reexec"
)

func TestHierarchies(t *testing.T) {
	for name, tt := range map[string]struct {
		mounts, own string
		want        map[string]hierarchy
	}{
		"version 2": {
			"30 24 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n31 24 0:5 / /dev rw - devtmpfs udev rw\n",
			"0::/user.slice/user@1000.service/app.slice/run-1.scope\n",
			map[string]hierarchy{"": {"/sys/fs/cgroup", "/user.slice/user@1000.service/app.slice/run-1.scope"}},
		},
		"version 1, two controllers together": {
			"35 33 0:30 / /sys/fs/cgroup/cpu,cpuacct rw shared:10 - cgroup cgroup rw,cpu,cpuacct\n36 33 0:31 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n",
			"4:memory:/job/1\n3:cpu,cpuacct:/job\n1:name=systemd:/\n",
			map[string]hierarchy{
				"cpu": {"/sys/fs/cgroup/cpu,cpuacct", "/job"}, "cpuacct": {"/sys/fs/cgroup/cpu,cpuacct", "/job"}, "memory": {"/sys/fs/cgroup/memory", "/job/1"},
			},
		},
		"none":    {"", "", map[string]hierarchy{}},
		"garbled": {"cgroup - cgroup\n - \n1 2 3", "::\nx", map[string]hierarchy{}},
	} {
		if diff := cmp.Diff(tt.want, hierarchies(tt.mounts, tt.own), cmp.AllowUnexported(hierarchy{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestPlaces(t *testing.T) {
	for own, want := range map[string][]string{
		"/a/b": {"/m/a/b", "/m/a", "/m"},
		"/":    {"/m"},
		"":     {"/m"},
		"/../": {"/m"}, // a process outside of the visible part
	} {
		if diff := cmp.Diff(want, hierarchy{"/m", own}.places()); diff != "" {
			t.Errorf("%q (-want +got):\n%s", own, diff)
		}
	}
}

// A folder that stands in for cgroup version 2: settings land in the right files, in the
// first place that hands both controllers down.
func TestVersion2(t *testing.T) {
	mount := t.TempDir()
	files := map[string]string{
		"cgroup.subtree_control":            "cpu memory pids\n",
		"user/cgroup.subtree_control":       "cpu memory pids\n",
		"user/scope/cgroup.subtree_control": "",
	}
	for name, text := range files {
		path := filepath.Join(mount, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	all := map[string]hierarchy{"": {mount, "/user/scope"}}
	if _, err := newGroup2(all, "assay-1-1", Limits{}.filled()); err == nil {
		t.Error("a folder without the kernel's files passes for a control group")
	}
	if err := os.RemoveAll(filepath.Join(mount, "user/assay-1-1")); err != nil {
		t.Fatal(err)
	}
	if _, err := newGroup2(map[string]hierarchy{}, "assay-1-1", Limits{}); err == nil {
		t.Error("no error where nothing is mounted")
	}

	// The kernel makes the files of a group when its folder is made.
	g := &group{}
	dir := filepath.Join(mount, "user/made")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"memory.max", "memory.swap.max", "memory.oom.group", "pids.max", "cgroup.procs", "cpu.stat", "memory.events", "pids.events", "memory.peak"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := g.set2(dir, Limits{Memory: 1000, Processes: 7}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"memory.max": "1000", "memory.swap.max": "0", "memory.oom.group": "1", "pids.max": "7"} {
		if got, _ := os.ReadFile(filepath.Join(dir, name)); string(got) != want {
			t.Errorf("%s holds %q, want %q", name, got, want)
		}
	}
	want := reexec.Group{
		Join: []int{reexec.GroupFD}, CPU: reexec.Gauge{FD: reexec.GroupFD + 1, Key: "usage_usec", Unit: 1000},
		Killed: reexec.Gauge{FD: reexec.GroupFD + 2, Key: "oom_kill", Unit: 1}, Full: reexec.Gauge{FD: reexec.GroupFD + 3, Key: "max", Unit: 1},
		Peak: reexec.Gauge{FD: reexec.GroupFD + 4, Unit: 1},
	}
	if diff := cmp.Diff(want, g.inside); diff != "" || len(g.files) != 5 {
		t.Errorf("%d files (-want +got):\n%s", len(g.files), diff)
	}
}

// What comes through the pipe is not believed: files that nobody asked for, twice the
// same, longer or shorter than announced, too much together.
func TestReceive(t *testing.T) {
	type frame struct {
		kind    byte
		payload string
	}
	end := frame{reexec.FrameResult, `{"Exit":3}`}
	for name, tt := range map[string]struct {
		frames []frame
		files  map[string]string
		refuse []string
		bad    bool
	}{
		"plain":     {[]frame{{'f', `{"Name":"a","Size":3}`}, {'d', "xy"}, {'d', "z"}, {'f', `{"Name":"b"}`}, end}, map[string]string{"a": "xyz", "b": ""}, nil, false},
		"refused":   {[]frame{{'r', `{"Name":"a","Why":"a link"}`}, end}, nil, []string{"a"}, false},
		"over":      {[]frame{{'f', `{"Name":"a","Size":8}`}, {'d', "12345678"}, {'f', `{"Name":"b","Size":3}`}, {'d', "123"}, end}, map[string]string{"a": "12345678"}, []string{"b"}, false},
		"unasked":   {[]frame{{'f', `{"Name":"c","Size":0}`}, end}, nil, nil, true},
		"path":      {[]frame{{'f', `{"Name":"../a","Size":0}`}, end}, nil, nil, true},
		"twice":     {[]frame{{'f', `{"Name":"a","Size":0}`}, {'f', `{"Name":"a","Size":0}`}, end}, nil, nil, true},
		"longer":    {[]frame{{'f', `{"Name":"a","Size":1}`}, {'d', "xy"}, end}, nil, nil, true},
		"shorter":   {[]frame{{'f', `{"Name":"a","Size":2}`}, {'d', "x"}, end}, nil, nil, true},
		"negative":  {[]frame{{'f', `{"Name":"a","Size":-1}`}, end}, nil, nil, true},
		"headless":  {[]frame{{'d', "x"}, end}, nil, nil, true},
		"no result": {[]frame{{'f', `{"Name":"a","Size":0}`}}, nil, nil, true},
		"no JSON":   {[]frame{{'o', `{`}}, nil, nil, true},
		"unknown":   {[]frame{{'?', ``}, end}, nil, nil, true},
		"failure":   {[]frame{{'x', `{"Step":"mount"}`}}, nil, nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			for _, f := range tt.frames {
				if err := reexec.WriteFrame(&b, f.kind, []byte(f.payload)); err != nil {
					t.Fatal(err)
				}
			}
			dir := t.TempDir()
			out, err := receive(&b, Command{Output: dir, Collect: []string{"a", "b"}}, 10)
			if tt.bad != (err != nil) {
				t.Fatalf("error %v", err)
			}
			if tt.bad {
				return
			}
			if out.Exit != 3 || len(out.Refused) != len(tt.refuse) {
				t.Errorf("outcome %+v", out)
			}
			for i, r := range out.Refused {
				if r.Name != tt.refuse[i] || r.Why == "" {
					t.Errorf("refused %+v", r)
				}
			}
			entries, _ := os.ReadDir(dir)
			if len(entries) != len(tt.files) {
				t.Errorf("files %v", entries)
			}
			for name, want := range tt.files {
				if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != want {
					t.Errorf("%s holds %q, %v", name, got, err)
				}
			}
		})
	}
}

func FuzzReceive(f *testing.F) {
	var b bytes.Buffer
	_ = reexec.WriteJSON(&b, reexec.FrameFile, reexec.File{Name: "a", Size: 2}) // into memory
	_ = reexec.WriteFrame(&b, reexec.FrameData, []byte("xy"))
	_ = reexec.WriteJSON(&b, reexec.FrameResult, reexec.Result{Exit: 1})
	f.Add(b.Bytes())
	f.Add(b.Bytes()[:b.Len()-1])
	f.Add([]byte("x\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, stream []byte) {
		dir := t.TempDir()
		out, err := receive(bytes.NewReader(stream), Command{Output: dir, Collect: []string{"a"}}, 100)
		if err == nil && !bytes.Contains(stream, []byte("o")) {
			t.Errorf("a result %+v out of a stream without one", out)
		}
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			if st, _ := e.Info(); e.Name() != "a" || st.Size() > 100 {
				t.Errorf("file %s", e.Name())
			}
		}
	})
}

func TestFrames(t *testing.T) {
	var b bytes.Buffer
	if err := reexec.WriteFrame(&b, 'd', []byte("abc")); err != nil {
		t.Fatal(err)
	}
	whole := b.Bytes()
	kind, payload, err := reexec.ReadFrame(bytes.NewReader(whole))
	if kind != 'd' || string(payload) != "abc" || err != nil {
		t.Errorf("%c %q %v", kind, payload, err)
	}
	for cut := range whole {
		_, _, err := reexec.ReadFrame(bytes.NewReader(whole[:cut]))
		if want := io.ErrUnexpectedEOF; cut > 0 && !errors.Is(err, want) || cut == 0 && err != io.EOF {
			t.Errorf("cut at %d: %v", cut, err)
		}
	}
	if _, _, err := reexec.ReadFrame(bytes.NewReader([]byte("d\xff\xff\xff\x7f"))); err == nil {
		t.Error("a frame of 2 GiB is read")
	}
}

func TestTranslate(t *testing.T) {
	p := reexec.Plan{
		Path: "/submission/venv/bin/python", Args: []string{"-c", "/assay/run.py", "/assays", "/submission", "text /submission"},
		Env: []string{"LIB=/assay/lib:/submission/x:/usr/lib", "EMPTY=", "BARE", "URL=a=/submission"},
		Binds: []reexec.Bind{
			{Source: "/src/data", Target: "/submission/data"}, {Source: "/submission/venv", Target: "/submission/venv"},
			{Source: "/src/tracer", Target: "/assay"}, {Source: "/usr", Target: "/usr"},
		},
		ReadOnly: []string{"x"},
	}
	translate(&p, "/s")
	want := reexec.Plan{
		Path: "/submission/venv/bin/python", Args: []string{"-c", "/src/tracer/run.py", "/assays", "/s/submission", "text /submission"},
		Env:   []string{"LIB=/src/tracer/lib:/s/submission/x:/usr/lib", "EMPTY=", "BARE", "URL=a=/submission"},
		Binds: []reexec.Bind{{Source: "/src/data", Target: "/s/submission/data"}}, Scratch: "/s",
	}
	if diff := cmp.Diff(want, p); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTail(t *testing.T) {
	for _, n := range []int{0, 1, OutputTail - 1, OutputTail, OutputTail + 1, 5*OutputTail + 3} {
		for _, chunk := range []int{1000, 3 * OutputTail} {
			all := make([]byte, n)
			for i := range all {
				all[i] = byte(i % 251)
			}
			var kept tail
			for rest := all; len(rest) > 0; {
				w := rest[:min(chunk, len(rest))]
				if got, err := kept.Write(w); got != len(w) || err != nil {
					t.Fatalf("%d, %v", got, err)
				}
				rest = rest[len(w):]
			}
			if want := all[max(0, n-OutputTail):]; !bytes.Equal(kept.Bytes(), want) {
				t.Errorf("%d bytes in chunks of %d: kept %d", n, chunk, len(kept.Bytes()))
			}
		}
	}
}
