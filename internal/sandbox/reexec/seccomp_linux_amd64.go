package reexec

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_X86_64

var deniedHere = []uintptr{unix.SYS_IOPL, unix.SYS_IOPERM, unix.SYS_MODIFY_LDT, unix.SYS_USELIB, unix.SYS__SYSCTL, unix.SYS_SYSFS, unix.SYS_USTAT}
