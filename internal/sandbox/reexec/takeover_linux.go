//go:build linux && (amd64 || arm64)

package reexec

import (
	"fmt"
	"os"
	"syscall"
)

func init() {
	if len(os.Args) == 0 {
		return
	}
	// Not os.Exit: what it runs at the end of an ordinary program may print.
	switch os.Args[0] {
	case Supervisor:
		syscall.Exit(supervise((*supervisor).run))
	case warmSupervisor:
		syscall.Exit(supervise((*supervisor).runForked))
	case hardener:
		syscall.Exit(harden())
	case Probe:
		syscall.Exit(probe())
	}
}

func probe() int {
	if len(os.Args) > 1 {
		if err := privateProc(); err != nil {
			fmt.Fprint(os.Stderr, err)
			return 1
		}
	}
	return 0
}
