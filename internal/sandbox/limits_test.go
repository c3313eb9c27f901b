//go:build linux && (amd64 || arm64)

package sandbox_test

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/assaybench/assay/internal/sandbox"
)

// Each limit ends the whole tree soon, and is named.
func TestLimits(t *testing.T) {
	with := func(change func(*sandbox.Limits)) sandbox.Limits {
		l := quick
		change(&l)
		return l
	}
	wall := with(func(l *sandbox.Limits) { l.Wall = 400 * time.Millisecond })
	cpu := with(func(l *sandbox.Limits) { l.CPU = 300 * time.Millisecond })
	memory := with(func(l *sandbox.Limits) { l.Memory = 100 << 20 })
	output := with(func(l *sandbox.Limits) { l.OutputBytes = 2 << 20 })
	processes := with(func(l *sandbox.Limits) { l.Processes = 20 })
	for _, tt := range []struct {
		name, want, script string
		limits             sandbox.Limits
		safeOnly           bool
	}{
		{"sleeping", "wall", "import time; time.sleep(60)", wall, false},
		{"deaf", "wall", "import signal, time\nfor s in range(1, 32):\n  try: signal.signal(s, signal.SIG_IGN)\n  except OSError: pass\nwhile True: time.sleep(1)", wall, false},
		{"stopped", "wall", "import os, signal; os.kill(os.getpid(), signal.SIGSTOP)", wall, false},
		{"busy", "cpu", "while True: pass", cpu, false},
		{"busy children", "cpu", "import os\nfor i in range(4):\n  if os.fork() == 0:\n    while True: pass\nos.wait()", cpu, false},
		{"short-lived children", "cpu", "import os\nwhile True:\n  if os.fork() == 0:\n    sum(range(100000)); os._exit(0)\n  os.wait()", cpu, false},
		{"one large", "memory", "b = bytearray(1 << 30)\nfor i in range(0, len(b), 4096): b[i] = 1", memory, false},
		{"many small", "memory", "import os, time\nfor i in range(10):\n  if os.fork() == 0:\n    b = b'x' * (30 << 20); time.sleep(30); os._exit(0)\nfor i in range(10): os.wait()", memory, false},
		{"a large file", "output", "open('/submission/f', 'wb').write(b'x' * (4 << 20))", output, false},
		{"large together", "output", "for i in range(5): open(f'/tmp/f{i}', 'wb').write(b'x' * (1 << 20))", output, true},
		{"shared memory", "output", "open('/dev/shm/f', 'wb').write(b'x' * (4 << 20))", output, true},
		{"swallowed", "output", "import time\ntry: open('/submission/f', 'wb').write(b'x' * (4 << 20))\nexcept OSError: time.sleep(60)", output, false},
		{"many files", "output", "for i in range(1000): open(f'/submission/f{i}', 'wb').close()", output, false},
		{"bomb", "processes", "import os\nwhile True:\n  try: os.fork()\n  except OSError: pass", processes, false},
		{"threads", "processes", "import threading, time\nfor i in range(100):\n  try: threading.Thread(target=time.sleep, args=(30,), daemon=True).start()\n  except RuntimeError: pass\ntime.sleep(30)", processes, false},
	} {
		for _, unsafe := range []bool{false, true} {
			if unsafe && tt.safeOnly {
				continue
			}
			t.Run(fmt.Sprintf("%s/unsafe=%v", tt.name, unsafe), func(t *testing.T) {
				t.Parallel()
				c := python(t, tt.script)
				if unsafe {
					c = python(t, relative(tt.script))
					c.Unsafe = true
				}
				begin := time.Now()
				out := run(t, c, tt.limits)
				if out.Limit != tt.want {
					t.Errorf("limit %q, want %q; exit %d %s, wall %v, cpu %v, peak %d\n%s", out.Limit, tt.want, out.Exit, out.Signal, out.Wall, out.CPU, out.Peak, out.Output)
				}
				if d := time.Since(begin); d > 10*time.Second {
					t.Errorf("took %v", d)
				}
			})
		}
	}
}

// What stays within its limits is not stopped, and is measured.
func TestUsageIsMeasured(t *testing.T) {
	out := run(t, python(t, "import time\nb = b'x' * (60 << 20)\nwhile time.process_time() < 0.3: pass\ntime.sleep(0.2)"), quick)
	if out.Limit != "" || out.Exit != 0 {
		t.Fatalf("limit %q, exit %d: %s", out.Limit, out.Exit, out.Output)
	}
	if out.CPU < 250*time.Millisecond || out.CPU > 2*time.Second || out.Wall < 450*time.Millisecond || out.Wall > 10*time.Second {
		t.Errorf("cpu %v, wall %v", out.CPU, out.Wall)
	}
	if out.Peak < 60<<20 || out.Peak > 120<<20 {
		t.Errorf("peak %d MiB", out.Peak>>20)
	}
}

// A hole in a file costs nothing and is no way round the limit of output.
func TestSparseFile(t *testing.T) {
	out := run(t, python(t, "import os\ntry: os.truncate(os.open('f', os.O_CREAT | os.O_RDWR), 1 << 40)\nexcept OSError as e: print(e.strerror)"), quick)
	if string(out.Output) != "File too large\n" {
		t.Errorf("exit %d %s %s: %s", out.Exit, out.Signal, out.Limit, out.Output)
	}
}

func arm() bool { return runtime.GOARCH == "arm64" }

func BenchmarkRun(b *testing.B) {
	c := shell("")
	c.Path, c.Args = "/bin/true", nil
	for b.Loop() {
		run(b, c, quick)
	}
}
