package reexec

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_X86_64

var deniedHere = []call{
	{unix.SYS_IOPL, "iopl"}, {unix.SYS_IOPERM, "ioperm"}, {unix.SYS_MODIFY_LDT, "modify_ldt"}, {unix.SYS_USELIB, "uselib"},
	{unix.SYS__SYSCTL, "sysctl"}, {unix.SYS_SYSFS, "sysfs"}, {unix.SYS_USTAT, "ustat"},
}

var missingHere = []uintptr{unix.SYS_INOTIFY_INIT}

// watchedHere are the calls that name no folder, which newer machines lack.
var watchedHere = []Watched{
	{nr: unix.SYS_OPEN, Op: "open", Path: Place{NoFolder, 0}, Flags: 1},
	{nr: unix.SYS_CREAT, Op: "creat", Path: Place{NoFolder, 0}},
	{nr: unix.SYS_RENAME, Op: "rename", Path: Place{NoFolder, 0}, To: Place{NoFolder, 1}},
	{nr: unix.SYS_LINK, Op: "link", Path: Place{NoFolder, 0}, To: Place{NoFolder, 1}},
	{nr: unix.SYS_SYMLINK, Op: "link", Path: Place{NoFolder, 0}, To: Place{NoFolder, 1}, Symbolic: true},
	{nr: unix.SYS_UNLINK, Op: "unlink", Path: Place{NoFolder, 0}},
	{nr: unix.SYS_RMDIR, Op: "unlink", Path: Place{NoFolder, 0}},
}
