//go:build linux && (amd64 || arm64)

package reexec

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

const pageSize = 4096

// etc is the /etc of the run, apart from the loader's cache.
var etc = map[string]string{
	"passwd":        "analyst:x:1000:1000::/tmp:/bin/sh\n",
	"group":         "analyst:x:1000:\n",
	"hosts":         "127.0.0.1 localhost assay\n",
	"nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
}

// step is an error of something that the machine does not let us do.
func step(name string, err error) error {
	if err == nil {
		return nil
	}
	return &Failure{Unavailable: true, Step: name, Why: err.Error()}
}

// privateProc cuts the mounts off from the host's and puts this pid namespace's /proc
// over the old one. Other processes' folders are hidden from who may not trace them.
func privateProc() error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return step("make mounts private", err)
	}
	return step("mount /proc", unix.Mount("proc", "/proc", "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, "hidepid=2"))
}

// newRoot builds the root of the run and says where it stands. Everything is read-only but
// /submission, /tmp and /dev/shm, which share one bounded tmpfs.
func newRoot(p *Plan) (string, error) {
	base, err := mountPoint(p)
	if err != nil {
		return "", err
	}
	input, err := measure(p.Work)
	if err != nil {
		return "", err
	}
	hidden, err := unreadable(p)
	if err != nil {
		return "", err
	}
	var copies size
	for _, s := range hidden {
		copies.bytes += s.bytes
		copies.files += s.files
	}
	if err := tmpfs(base, 4<<20+copies.bytes, 4096+copies.files); err != nil {
		return "", err
	}
	if err := scratch(p, base, input); err != nil {
		return "", err
	}
	if err := devices(base); err != nil {
		return "", err
	}
	if err := system(base); err != nil {
		return "", err
	}
	binds := slices.SortedFunc(slices.Values(p.Binds), func(a, b Bind) int { return cmp.Compare(a.Target, b.Target) })
	for i, b := range binds {
		if _, ok := hidden[b.Source]; ok {
			c := fmt.Sprintf("%s/.copies/%d", base, i)
			if err := os.MkdirAll(base+"/.copies", 0o700); err != nil {
				return "", err
			}
			if err := copyTree(b.Source, c, -1); err != nil {
				return "", err
			}
			b.Source = c
		}
		err := noLinks(base, b.Target)
		if err == nil {
			err = bindReadOnly(b.Source, base+b.Target)
		}
		if err != nil {
			return "", fmt.Errorf("bind %s at %s: %w", b.Source, b.Target, err)
		}
	}
	for _, name := range readOnly(p) {
		path := filepath.Join(base, workDir, name)
		if _, err := os.Lstat(path); err != nil {
			return "", fmt.Errorf("make %s read-only: it is not among the files of the run", name)
		}
		if err := bindReadOnly(path, path); err != nil {
			return "", fmt.Errorf("make %s read-only: %w", name, err)
		}
	}
	if err := unix.Mount("", base, "", unix.MS_REMOUNT|unix.MS_BIND|unix.MS_RDONLY|unix.MS_NOSUID|unix.MS_NODEV, ""); err != nil {
		return "", step("make the root read-only", err)
	}
	return base, nil
}

// readOnly are the entries of /submission that the run may not change: those named, and the
// folders that binds lie in. Such a folder must be a mount itself: an ordinary one could
// be renamed, with the binds in it, and another put in its place.
func readOnly(p *Plan) []string {
	names := slices.Clone(p.ReadOnly)
	for _, b := range p.Binds {
		if below, ok := strings.CutPrefix(b.Target, workDir+"/"); ok {
			if name, _, nested := strings.Cut(below, "/"); nested {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// mountPoint is a folder of the host under which nothing lies that the run needs. It is
// covered in this mount namespace only.
func mountPoint(p *Plan) (string, error) {
	for _, dir := range []string{"/sys", "/mnt", "/srv", "/media", "/boot", "/opt", "/run"} {
		uses := func(path string) bool { return path == dir || strings.HasPrefix(path, dir+"/") }
		st, err := os.Lstat(dir)
		if err == nil && st.IsDir() && !uses(p.Work) &&
			!slices.ContainsFunc(p.Binds, func(b Bind) bool { r, _ := filepath.EvalSymlinks(b.Source); return uses(b.Source) || uses(r) }) {
			return dir, nil
		}
	}
	return "", &Failure{Step: "find a place for the new root", Why: "inputs lie under every one of /sys, /mnt, /srv, /media, /boot, /opt and /run"}
}

func tmpfs(path string, bytes int64, files int) error {
	opts := fmt.Sprintf("mode=0755,size=%d,nr_inodes=%d", bytes, files)
	return step("mount a tmpfs", unix.Mount("tmpfs", path, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, opts))
}

// scratch mounts what the run may write. Its size is that of the input copied into it
// plus the limits, so that a full one means that the run itself has written too much.
func scratch(p *Plan, base string, input size) error {
	hold := base + "/.scratch"
	if err := os.MkdirAll(hold, 0o700); err != nil {
		return err
	}
	const ours = 64 // folders of our own and mount points
	if err := tmpfs(hold, p.Limits.Output+input.bytes, p.Limits.Files+input.files+ours+4*len(p.Binds)); err != nil {
		return err
	}
	for _, d := range []struct {
		name, at string
		mode     os.FileMode
	}{{"work", workDir, 0o755}, {"tmp", "/tmp", 0o1777}, {"shm", "/dev/shm", 0o1777}} {
		from := hold + "/" + d.name
		if err := os.MkdirAll(from, 0o755); err != nil {
			return err
		}
		if d.mode != 0o755 {
			if err := syscall.Chmod(from, 0o1777); err != nil {
				return err
			}
		}
		if err := os.MkdirAll(base+d.at, 0o755); err != nil {
			return err
		}
		if err := unix.Mount(from, base+d.at, "", unix.MS_BIND, ""); err != nil {
			return step("bind "+d.at, err)
		}
	}
	if err := step("unmount", unix.Unmount(hold, 0)); err != nil {
		return err
	}
	if err := os.Remove(hold); err != nil {
		return err
	}
	owner := -1
	if p.Privileged {
		owner = nobodyID
	}
	return copyTree(p.Work, base+workDir, owner)
}

func devices(base string) error {
	for _, name := range []string{"null", "zero", "full", "random", "urandom"} {
		path := "/dev/" + name
		if err := makeFile(base+path, ""); err != nil {
			return err
		}
		if err := unix.Mount(path, base+path, "", unix.MS_BIND, ""); err != nil {
			return step("bind "+path, err)
		}
		if err := setAttr(base+path, unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NOEXEC); err != nil {
			return err
		}
	}
	for name, to := range map[string]string{"fd": "/proc/self/fd", "stdin": "/proc/self/fd/0", "stdout": "/proc/self/fd/1", "stderr": "/proc/self/fd/2"} {
		if err := os.Symlink(to, base+"/dev/"+name); err != nil {
			return err
		}
	}
	return nil
}

// system puts /proc and a made-up /etc into the new root.
func system(base string) error {
	if err := os.MkdirAll(base+"/proc", 0o755); err != nil {
		return err
	}
	if err := unix.Mount("/proc", base+"/proc", "", unix.MS_BIND, ""); err != nil {
		return step("bind /proc", err)
	}
	for name, text := range etc {
		if err := makeFile(base+"/etc/"+name, text); err != nil {
			return err
		}
	}
	const cache = "/etc/ld.so.cache"
	if _, err := os.Stat(cache); err != nil {
		return nil // no such loader on this host
	}
	return bindReadOnly(cache, base+cache)
}

// bindReadOnly shows source at target. The mount point is made where it is missing,
// which fails, as it must, inside a bind that is already read-only.
func bindReadOnly(source, target string) error {
	st, err := os.Stat(source)
	if err != nil {
		return err
	}
	if _, err := os.Lstat(target); err != nil {
		make := func() error { return os.MkdirAll(target, 0o755) }
		if !st.IsDir() {
			make = func() error { return makeFile(target, "") }
		}
		if err := make(); err != nil {
			return err
		}
	}
	if err := unix.Mount(source, target, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return err
	}
	return setAttr(target, unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV)
}

// noLinks refuses a target that leads through a link: an absolute one, followed from
// here, would lead out of the new root.
func noLinks(base, target string) error {
	path := base
	for part := range strings.SplitSeq(strings.Trim(target, "/"), "/") {
		path += "/" + part
		if st, err := os.Lstat(path); err == nil && st.Mode()&os.ModeSymlink != 0 {
			return fmt.Errorf("%s is a link; name the place it points to", strings.TrimPrefix(path, base))
		}
	}
	return nil
}

// setAttr adds mount attributes to a mount and all below it (Linux 5.12).
func setAttr(path string, attr uint64) error {
	err := unix.MountSetattr(unix.AT_FDCWD, path, unix.AT_RECURSIVE, &unix.MountAttr{Attr_set: attr})
	return step("mount_setattr", err)
}

// pivot makes base the root of every process of this mount namespace and lets go of the
// host's file systems.
func pivot(base string) error {
	if err := os.Chdir(base); err != nil {
		return step("enter the new root", err)
	}
	if err := unix.PivotRoot(".", "."); err != nil {
		return step("pivot_root", err)
	}
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		return step("leave the old root", err)
	}
	return step("enter the new root", os.Chdir("/"))
}

// unreadable finds inputs that the id of the run may not read, with their sizes: they
// are copied. What goes below /submission is looked at wholly, up to a number of entries that
// only an interpreter's tree has; other trees are looked at in their top folder.
func unreadable(p *Plan) (map[string]size, error) {
	out := map[string]size{}
	if !p.Privileged {
		return out, nil // the same id inside and out
	}
	for _, b := range p.Binds {
		deep := strings.HasPrefix(b.Target, workDir+"/")
		if ok, err := readable(b.Source, deep); err != nil {
			return nil, fmt.Errorf("bind %s: %w", b.Source, err)
		} else if ok {
			continue
		}
		s, err := measure(b.Source)
		if err != nil {
			return nil, err
		}
		if s.bytes > maxHidden {
			return nil, fmt.Errorf("bind %s: not readable for the id %d that the run has, and too large to copy; chmod -R o+rX %s", b.Source, nobodyID, b.Source)
		}
		out[b.Source] = s
	}
	return out, nil
}

// readable reports whether others than the owner may read a tree. Links are followed by
// name when the run opens them, so only what they lead to counts.
func readable(root string, deep bool) (bool, error) {
	ok, looked := true, 0
	top, err := filepath.EvalSymlinks(root)
	if err != nil {
		return false, err
	}
	err = filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		need := os.FileMode(0o004)
		if d.IsDir() {
			need = 0o005
		}
		if d.Type()&os.ModeSymlink == 0 && info.Mode()&need != need {
			ok = false
			return fs.SkipAll
		}
		if looked++; looked == maxLooked {
			return fs.SkipAll
		}
		if d.IsDir() && path != top && !deep {
			return fs.SkipDir
		}
		return nil
	})
	return ok, err
}

type size struct {
	bytes int64
	files int
}

// measure is what a tree will take in a tmpfs.
func measure(root string) (size, error) {
	var s size
	if root == "" {
		return s, nil
	}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		s.files++
		if d.Type().IsRegular() {
			info, err := d.Info()
			if err != nil {
				return err
			}
			s.bytes += (info.Size() + pageSize - 1) / pageSize * pageSize
		}
		return nil
	})
	return s, err
}

// copyTree copies regular files and folders, and refuses everything else, so that a
// copy never leads out of itself. An owner of -1 leaves the ids as they are.
func copyTree(from, to string, owner int) error {
	if from == "" {
		return os.Lchown(to, owner, owner)
	}
	from, err := filepath.EvalSymlinks(from)
	if err != nil {
		return err
	}
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		dst := filepath.Join(to, rel)
		switch {
		case d.IsDir():
			err = os.MkdirAll(dst, 0o755)
		case d.Type().IsRegular():
			err = copyFile(path, dst)
		default:
			return fmt.Errorf("copy %s: it is a %v, and only regular files and folders are copied", path, d.Type())
		}
		if err != nil {
			return err
		}
		return os.Lchown(dst, owner, owner)
	})
}

func copyFile(from, to string) error {
	in, err := os.OpenFile(from, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return err
	}
	defer in.Close()
	st, err := in.Stat()
	if err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644|st.Mode().Perm()&0o111)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return cmp.Or(err, out.Close())
}

func makeFile(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}
