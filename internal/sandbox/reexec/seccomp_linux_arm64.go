package reexec

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_AARCH64

var (
	deniedHere  []call
	watchedHere []Watched
)

var missingHere []uintptr
