"""The end of a run without taking the interpreter to pieces, which costs as much as many
an analysis."""

import atexit
import gc
import io
import sys
import types

from .kinds import identity
from .names import inside

PAUSED = (types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType)
BUFFERS = (io.TextIOWrapper, io.BufferedWriter, io.BufferedRandom)
NO_BUFFERS = (io.FileIO, io.BufferedReader, io.BytesIO, io.StringIO)


def leave(status, folder):
    """Ends the process as sys.exit(status) does, but at once. Returns where that would not be
    the same: where threads go on, or something is left whose end does something."""
    if status is None:
        status = 0
    if type(status) is not int or threads():
        return
    try:
        atexit._run_exitfuncs()
        streams = [s for s in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__) if s is not None]
        if pending(streams):
            let_go(inside(folder))
        ctypes = sys.modules.get("ctypes")  # without it there is little to take to pieces
        if ctypes is None or threads() or pending(streams):
            return
        for stream in streams:
            stream.flush()
        end = ctypes.PyDLL(None).exit  # with what C has buffered, and its own handlers
        status = ctypes.c_int(status & 0xFF)
    except BaseException:
        return  # the usual end says what is wrong
    end(status)


def let_go(owns):
    """Ends the objects of the analysis while what its code calls is still there. What files
    have to write they write before that: in a cycle the outer one may go last."""
    for kind in BUFFERS:
        for thing in gc.get_objects():
            if type(thing) is kind and not over(thing, kind):
                thing.flush()
    for name, module in list(sys.modules.items()):
        if name == "__main__" or owns(getattr(module, "__file__", None) or ""):
            del sys.modules[name]
    del module
    gc.collect()


def threads():
    return len(sys._current_frames()) > 1


def pending(streams):
    """Reports whether anything lives that does something as it ends: a file that is being
    written, an object with a __del__, a function that waits in the middle."""
    known = {identity(s) for s in streams} | {identity(getattr(s, "buffer", None)) for s in streams}
    ends = {}
    for thing in gc.get_objects():
        kind = type(thing)
        does = ends.get(identity(kind))
        if does is None:
            does = ends[identity(kind)] = issubclass(kind, PAUSED) or any("__del__" in k.__dict__ for k in kind.__mro__)
        if does and identity(thing) not in known and not over(thing, kind):
            return True
    return False


def over(thing, kind):
    """Reports whether the end of an object does nothing more."""
    if kind is types.GeneratorType:
        return not thing.gi_suspended
    if kind in NO_BUFFERS:
        return True
    if kind in BUFFERS:
        return thing.closed or not thing.writable()
    return isinstance(thing, io.IOBase) and thing.closed
