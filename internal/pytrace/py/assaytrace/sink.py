"""The way out: events as JSON lines to a file descriptor."""

import fcntl
import json
import os
import threading

MAX_EVENTS = 200_000
FLUSH_BYTES = 1 << 16

_encode = json.JSONEncoder(ensure_ascii=True, allow_nan=False, check_circular=False, separators=(",", ":")).encode


class Sink:
    """Writes events. A child process that inherits it writes nothing."""

    def __init__(self, fd):
        # A high descriptor that does not survive exec: out of the analysis' way.
        self.fd = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 100)
        os.close(fd)
        self.pid = os.getpid()
        self.lock = threading.RLock()
        self.parts = []
        self.size = 0
        self.events = 0
        self.dropped = 0
        self.closed = False

    def emit(self, kind, body, site=None):
        """Sends one event; site is (file, line, column) or None."""
        if self.closed:
            return
        if self.events >= MAX_EVENTS and kind not in ("figure", "result", "end"):
            self.dropped += 1
            return
        head = {"k": kind, "src": "interp", "pid": self.pid, "tid": threading.get_native_id()}
        if site is not None:
            head["site"] = {"file": site[0], "line": site[1], "col": site[2]}
        line = _encode({**head, **body}) + "\n"
        with self.lock:
            self.events += 1
            self.parts.append(line)
            self.size += len(line)
            if self.size >= FLUSH_BYTES or kind in ("figure", "result", "end", "run"):
                self.flush()

    def flush(self):
        with self.lock:
            data = "".join(self.parts).encode("ascii")
            self.parts, self.size = [], 0
            while data:
                data = data[os.write(self.fd, data) :]

    def close(self):
        with self.lock:
            if not self.closed:
                self.flush()
                self.closed = True

    def mute(self):
        """Drops what is pending and all that follows: for forked children."""
        self.parts, self.size, self.closed = [], 0, True
