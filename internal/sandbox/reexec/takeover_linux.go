//go:build linux && (amd64 || arm64)

package reexec

import (
	"fmt"
	"os"
)

func init() {
	if len(os.Args) == 0 {
		return
	}
	switch os.Args[0] {
	case Supervisor:
		os.Exit(supervise())
	case hardener:
		os.Exit(harden())
	case Probe:
		os.Exit(probe())
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
