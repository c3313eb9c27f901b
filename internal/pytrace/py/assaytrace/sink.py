"""The way out: events as JSON lines to a file descriptor."""

import _thread
import binascii
import fcntl
import json
import os

MAX_EVENTS = 200_000
FLUSH_BYTES = 1 << 16
PIECE = 3 << 15  # bytes of numbers: whole digits of base64

FORM = {"ensure_ascii": True, "allow_nan": False, "check_circular": False, "separators": (",", ":")}
PLACE = "numbers-" + os.urandom(12).hex()  # in a line, of numbers that go out by themselves


def encoder():
    """What makes JSON of an event. An encoder of the json module makes itself anew for each
    value, which takes longer than most events; here one is kept, where there is one."""
    usual = json.JSONEncoder(**FORM)
    try:
        kept = json.encoder.c_make_encoder(None, usual.default, json.encoder.encode_basestring_ascii, None, ":", ",", False, False, False)
        kept({}, 0)
    except (AttributeError, TypeError):
        return usual.encode
    return lambda body: "".join(kept(body, 0))


encode = encoder()


class Numbers:
    """Many numbers (little-endian float64) on their way out: as base64, but never part of a
    longer text, as each step of making one costs as much as drawing them."""

    __slots__ = ("array",)

    def __init__(self, array):
        self.array = array

    def encoded(self):
        """Their base64 piece by piece, each of which stays in the processor's cache."""
        raw = memoryview(self.array).cast("B")
        for i in range(0, len(raw), PIECE):
            yield binascii.b2a_base64(raw[i : i + PIECE], newline=False)


def pieces(head, body):
    """A line of JSON that goes on from its head, in pieces, each by itself when it is asked for."""
    held = []

    def hold(o):
        if type(o) is not Numbers:
            raise TypeError(f"no JSON: {type(o).__name__}")
        held.append(o)
        return PLACE

    texts = json.JSONEncoder(**FORM, default=hold).encode(body)[1:].split(PLACE)
    yield head.encode("ascii")
    for i, text in enumerate(texts):
        yield text.encode("ascii")
        if i < len(held):
            yield from held[i].encoded()
    yield b"\n"


def base64_text(raw):
    return binascii.b2a_base64(raw, newline=False).decode("ascii")


class Sink:
    """Writes events. A child process that inherits it writes nothing."""

    def __init__(self, fd):
        # A high descriptor that does not survive exec: out of the analysis' way.
        self.fd = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 100)
        os.close(fd)
        self.pid = os.getpid()
        self.lock = _thread.RLock()
        self.parts = []
        self.size = 0
        self.places = {}  # (file, line, column) -> its JSON
        self.events = 0
        self.dropped = 0
        self.closed = False

    def emit(self, kind, body, site=None, numbers=None):
        """Sends one event; site is (file, line, column) or None. numbers are bytes that go with
        it as base64."""
        if self.closed:
            return
        if self.events >= MAX_EVENTS and kind not in ("figure", "result", "end"):
            self.dropped += 1
            return
        head = f'{{"k":"{kind}","src":"interp","pid":{self.pid},"tid":{_thread.get_native_id()},{self.place(site)}'
        if kind == "figure":
            with self.lock:
                self.events += 1
                self.flush()
                for piece in pieces(head, body):
                    self.write(piece)
            return
        line = head + encode(body)[1:-1]
        line += "}\n" if numbers is None else f',"b64":"{base64_text(numbers)}"}}\n'
        with self.lock:
            self.events += 1
            self.parts.append(line)
            self.size += len(line)
            if self.size >= FLUSH_BYTES or kind in ("result", "end", "run"):
                self.flush()

    def place(self, site):
        if site is None:
            return ""
        known = self.places.get(site)
        if known is None:
            file, line, col = site
            known = self.places[site] = f'"site":{encode({"file": file, "line": line, "col": col})},'
        return known

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
