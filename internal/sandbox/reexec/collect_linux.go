//go:build linux && (amd64 || arm64)

package reexec

import (
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// maxHole is how many bytes of a file may be missing from the disk. Libraries leave small
// holes; a file that is one big hole is made to fill somebody else's disk.
const maxHole = 1 << 20

// handOut sends one output to the outside. No process of the run is left, so nothing
// changes between looking and reading; no link is followed, nothing but a regular file
// is opened. A file that is not there is simply not sent.
func (s *supervisor) handOut(name string) error {
	refuse := func(why string) error { return WriteJSON(s.status, FrameRefusal, Refusal{name, why}) }
	var st unix.Stat_t
	err := unix.Fstatat(s.work, name, &st, unix.AT_SYMLINK_NOFOLLOW)
	if errors.Is(err, unix.ENOENT) {
		return nil
	}
	if err != nil {
		return refuse(err.Error())
	}
	if kind := kindOf(st.Mode); kind != "" {
		return refuse(kind)
	}
	if st.Size > s.plan.Limits.Output {
		return refuse(fmt.Sprintf("too large: %d bytes, at most %d", st.Size, s.plan.Limits.Output))
	}
	if hole := st.Size - st.Blocks*512; hole > maxHole {
		return refuse(fmt.Sprintf("sparse: %d of its %d bytes were never written", hole, st.Size))
	}
	fd, err := unix.Openat(s.work, name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return refuse(err.Error())
	}
	f := os.NewFile(uintptr(fd), name)
	defer f.Close()
	if err := WriteJSON(s.status, FrameFile, File{name, st.Size}); err != nil {
		return err
	}
	buf := make([]byte, maxFrame)
	for {
		n, err := f.Read(buf)
		if n > 0 {
			if err := WriteFrame(s.status, FrameData, buf[:n]); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// kindOf names what is not a regular file.
func kindOf(mode uint32) string {
	switch mode & unix.S_IFMT {
	case unix.S_IFREG:
		return ""
	case unix.S_IFLNK:
		return "a symbolic link"
	case unix.S_IFDIR:
		return "a directory"
	case unix.S_IFIFO:
		return "a named pipe"
	case unix.S_IFSOCK:
		return "a socket"
	case unix.S_IFCHR, unix.S_IFBLK:
		return "a device"
	}
	return "not a regular file"
}
