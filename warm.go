package assay

import (
	"context"
	"os"
	"sync"

	"github.com/assaybench/assay/internal/sandbox"
	"github.com/assaybench/assay/internal/warm"
)

// What this process keeps between verifications: warm interpreters, and the folder of
// prepared things of those who name no cache.
var (
	interpreters warm.Pool
	prepared     temporary
)

// Close ends the interpreters that this process keeps warm, and what runs in them, and
// removes its temporary files. Verify starts and makes new ones where it is called again.
// What is not closed ends with the process.
func Close() {
	interpreters.Close()
	prepared.remove()
}

// sandboxed runs a command, in a fork of a warm interpreter unless that is not wanted.
func sandboxed(ctx context.Context, command func() (sandbox.Command, error), j job, o Options) (sandbox.Outcome, error) {
	if !o.Cold && !o.Unsafe {
		return interpreters.Run(ctx, command, j.limits, j.code)
	}
	c, err := command()
	if err != nil {
		return sandbox.Outcome{}, err
	}
	return sandbox.Run(ctx, c, j.limits)
}

// temporary is a folder that is made when it is first asked for.
type temporary struct {
	mu   sync.Mutex
	path string
}

func (t *temporary) dir() (string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.path != "" {
		if _, err := os.Stat(t.path); err == nil {
			return t.path, nil
		}
	}
	path, err := os.MkdirTemp("", "assay-cache-")
	if err == nil {
		t.path = path
	}
	return path, err
}

func (t *temporary) remove() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.path != "" {
		_ = os.RemoveAll(t.path) // a temporary folder: what stays is the system's to clear
		t.path = ""
	}
}
