"""Files that were opened, seen by an audit hook, and which operation wrote them."""

import _thread
import os
import sys

from . import hashes
from .kinds import identity, kind_of

HASH_BYTES = 32 << 20
WRITE_FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
SYSTEM = ("/proc/", "/sys/", "/dev/", "/usr/share/", "/usr/lib/", "/usr/local/lib/", "/lib/", "/lib64/")
SYSTEM_FILES = {"/etc/localtime", "/etc/timezone", "/etc/mime.types", "/etc/os-release", "/etc/ld.so.cache"}
PROCESS_EVENTS = {"subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.forkpty", "pty.spawn"}
FREQUENT = frozenset(("builtins.id", "object.__getattr__", "object.__setattr__", "import", "exec", "compile", "marshal.loads", "array.__new__", "sys._getframe"))
MAX_AUDITS = 500


class Files:
    """Reports opened files and notable events."""

    def __init__(self, recorder, folder, owns):
        self.recorder, self.folder, self.owns = recorder, os.path.realpath(folder), owns
        here = os.path.dirname(os.path.abspath(__file__))
        roots = [sys.prefix, sys.base_prefix, sys.exec_prefix, os.path.dirname(here), os.environ.get("MPLCONFIGDIR")]
        roots += [p for p in sys.path if p and "site-packages" in p]
        self.hidden = tuple(os.path.join(r, "") for root in roots if root for r in {os.path.abspath(root), os.path.realpath(root)} if r != "/usr")
        self.log = []  # (id, thread, path, written?)
        self.written = {}  # path -> last operation that wrote it
        self.sinks = {}  # id of a writer object -> (object, path)
        self.seen = set()
        self.audits = 0
        self.busy = _thread._local()
        self.on = True
        self.renamed = lambda source, target: None

    @property
    def count(self):
        return len(self.log)

    def install(self):
        audit = self.audit

        def hook(event, args):  # a method would take three times as long, of which there are tens of thousands
            if event not in FREQUENT:
                audit(event, args)

        sys.addaudithook(hook)

    def audit(self, event, args):
        if event != "open" and event not in PROCESS_EVENTS and event[:7] != "ctypes." and event not in ("os.rename", "sqlite3.connect", "socket.connect"):
            return
        if not self.on or getattr(self.busy, "now", False):
            return
        self.busy.now = True
        try:
            self.notable(event, args)
        except Exception:
            pass  # an audit hook that raises would stop the analysis
        finally:
            self.busy.now = False

    def notable(self, event, args):
        if event == "open":
            path, mode, flags = args
            self.opened(path, mode, bool((flags or 0) & WRITE_FLAGS))
        elif event == "sqlite3.connect":
            self.opened(args[0], "", False)
        elif event == "os.rename":
            source, target = self.relative(args[0]), self.relative(args[1])
            self.opened(args[1], "rename", True)
            if source in self.written:
                self.written[target] = self.written[source]
            self.renamed(source, target)
        elif self.audits < MAX_AUDITS:
            if event[:7] == "ctypes.":
                frame = sys._getframe(3)
                while frame is not None and "ctypes" in frame.f_code.co_filename:
                    frame = frame.f_back
                if frame is None or not self.owns(frame.f_code.co_filename):
                    return
            self.audits += 1
            self.recorder.sink.emit("audit", {"event": event, "detail": repr(args)[:300]})

    def relative(self, path):
        """The path as reported: relative where inside the run's folder."""
        path = os.fsdecode(path)
        full = os.path.join(os.path.realpath(os.path.dirname(os.path.abspath(path))), os.path.basename(path))
        if full.startswith(self.folder + os.sep):
            return full[len(self.folder) + 1 :]
        return full

    def opened(self, path, mode, write):
        if not isinstance(path, (str, bytes, os.PathLike)):
            return
        path = os.fsdecode(path)
        if path in (":memory:", "") or path.endswith(".pyc"):
            return
        full = os.path.abspath(path)
        if (
            full in SYSTEM_FILES
            or full.startswith(SYSTEM)
            or full.startswith(self.hidden)
            or os.path.basename(full).startswith("fontlist-v")
        ):
            return
        if os.path.isdir(full) or not write and not os.path.exists(full):
            return
        name = self.relative(path)
        i = self.recorder.new_id()
        body = {"id": i, "op": "write" if write else "read", "path": name}
        if isinstance(mode, str) and mode:
            body["mode"] = mode
        if not write:
            size = os.path.getsize(full)
            body["size"] = size
            if size <= HASH_BYTES:
                with open(full, "rb") as f:
                    body["sha256"] = hashes.of_file(f)
        self.log.append((i, _thread.get_ident(), name, write))
        self.recorder.sink.emit("file", body)

    def digest(self, path):
        """The SHA-256 of a file, read unseen; "" where it cannot be read."""
        self.busy.now = True
        try:
            with open(path, "rb") as f:
                return hashes.of_file(f)
        except OSError:
            return ""
        finally:
            self.busy.now = False

    def named(self, function, args):
        """Files that a call names whose library opens them itself, unseen by the audit hook."""
        for path in args:
            if isinstance(path, (str, os.PathLike)) and len(os.fspath(path)) < 1024 and os.path.isfile(path):
                self.opened(path, "", function.startswith(("write", "sink", "save", "to_")))

    def since(self, mark, thread):
        """Files that a thread opened since a mark."""
        return [i for i, t, _, _ in self.log[mark:] if t == thread]

    def links(self, p):
        """Inputs of a call that read files which this run wrote before."""
        out = []
        for _, _, path, write in self.log[p.files :]:
            op = self.written.get(path)
            if op and not write:
                out.append({"ref": op, "role": "file", "via": "file"})
        return out

    def after_call(self, p, v, op):
        """Notes which paths a call wrote."""
        if not op:
            return
        for _, _, path, write in self.log[p.files :]:
            if write:
                self.written[path] = op
        for x in (p.owner, *(a[0] for a in p.args)):
            path = self.target(x)
            if path:
                self.written[path] = op
                if not kind_of(v).atom and not kind_of(v).io:
                    self.sinks[identity(v)] = (v, path)

    def target(self, x):
        """The path that a file object or a writer over one writes to."""
        sink = self.sinks.get(identity(x))
        if sink is not None and sink[0] is x:
            return sink[1]
        if kind_of(x).io:
            name = getattr(x, "name", None)
            if isinstance(name, str) and not x.closed and x.writable():
                return self.relative(name)
        return None
