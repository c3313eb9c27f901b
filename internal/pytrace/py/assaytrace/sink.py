"""The way out: events as JSON lines to a file descriptor."""

import binascii
import fcntl
import json
import os
import threading

MAX_EVENTS = 200_000
FLUSH_BYTES = 1 << 16

_encode = json.JSONEncoder(ensure_ascii=True, allow_nan=False, check_circular=False, separators=(",", ":")).encode
PLACE = "numbers-" + os.urandom(12).hex()  # in a line, of numbers that go out by themselves


class Numbers:
    """Many numbers (little-endian float64) on their way out: as base64, but never part of a
    longer text, as each step of making one costs as much as drawing them."""

    __slots__ = ("array",)

    def __init__(self, array):
        self.array = array

    def encoded(self):
        return binascii.b2a_base64(self.array, newline=False)


def pieces(body):
    """A line of JSON in pieces, each by itself when it is asked for."""
    held = []

    def hold(o):
        if type(o) is not Numbers:
            raise TypeError(f"no JSON: {type(o).__name__}")
        held.append(o)
        return PLACE

    texts = json.JSONEncoder(ensure_ascii=True, allow_nan=False, check_circular=False, separators=(",", ":"), default=hold).encode(body).split(PLACE)
    for i, text in enumerate(texts):
        yield text.encode("ascii")
        yield held[i].encoded() if i < len(held) else b"\n"


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
        if kind == "figure":
            with self.lock:
                self.events += 1
                self.flush()
                for piece in pieces({**head, **body}):
                    self.write(piece)
            return
        line = _encode({**head, **body}) + "\n"
        with self.lock:
            self.events += 1
            self.parts.append(line)
            self.size += len(line)
            if self.size >= FLUSH_BYTES or kind in ("result", "end", "run"):
                self.flush()

    def flush(self):
        with self.lock:
            data = "".join(self.parts).encode("ascii")
            self.parts, self.size = [], 0
            self.write(data)

    def write(self, data):
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(self.fd, rest) :]

    def close(self):
        with self.lock:
            if not self.closed:
                self.flush()
                self.closed = True

    def mute(self):
        """Drops what is pending and all that follows: for forked children."""
        self.parts, self.size, self.closed = [], 0, True
