//go:build linux && (amd64 || arm64)

package sandbox

import (
	"io"
	"os"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// patience is how long a run is held in all so that what it wrote before is heard before
// what it does next.
const patience = 2 * time.Second

// drain is a reader of a run's trace that knows when all that was written so far has been
// taken, so that what is seen from outside finds its place between the lines.
type drain struct {
	file *os.File
	conn syscall.RawConn

	mu     sync.Mutex
	asked  bool // for more: all that was read before has been dealt with
	ended  bool
	waited time.Duration
}

// through gives a consumer a reader that is followed.
func (d *drain) through(consume func(io.Reader)) func(io.Reader) {
	return func(r io.Reader) {
		defer func() {
			d.mu.Lock()
			d.ended = true
			d.mu.Unlock()
		}()
		if file, ok := r.(*os.File); ok {
			if conn, err := file.SyscallConn(); err == nil {
				d.mu.Lock()
				d.file, d.conn = file, conn
				d.mu.Unlock()
				r = d
			}
		}
		consume(r)
	}
}

// Read is that of the file, but for the note that is taken of it.
func (d *drain) Read(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	d.mu.Lock()
	d.asked = true
	d.mu.Unlock()
	var n int
	var err error
	waiting := d.conn.Read(func(fd uintptr) bool {
		d.mu.Lock()
		defer d.mu.Unlock()
		n, err = unix.Read(int(fd), b)
		if err == unix.EAGAIN || err == unix.EINTR {
			return false
		}
		d.asked = false
		return true
	})
	switch {
	case waiting != nil:
		return 0, waiting
	case err != nil:
		return 0, &os.PathError{Op: "read", Path: d.file.Name(), Err: err}
	case n == 0:
		return 0, io.EOF
	}
	return n, nil
}

// wait returns once all that has been written is taken, or patience is at its end.
func (d *drain) wait() {
	const nap = 50 * time.Microsecond
	for !d.dry() && d.waited < patience {
		time.Sleep(nap)
		d.waited += nap
	}
}

func (d *drain) dry() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.ended || d.conn == nil {
		return d.ended
	}
	left := 1
	err := d.conn.Control(func(fd uintptr) { left, _ = unix.IoctlGetInt(int(fd), unix.TIOCINQ) })
	return err != nil || d.asked && left == 0
}
