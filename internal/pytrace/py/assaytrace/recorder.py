"""Emits operations and finds out what values came from."""

import sys
import types
from itertools import islice

from .kinds import ATOMS, kind_of
from .names import Names
from .registry import Registry
from .values import Describer, number

FP_MIN = 3  # elements below which equal content proves nothing
CONTAINED = 64
MISS = object()


class Recorder:
    """The state of one trace."""

    def __init__(self, sink, owns):
        self.sink = sink
        self.names = Names(owns)
        self.registry = Registry()
        self.describer = Describer(self.send_content)
        self.last = 0
        self.by_content = {}  # fingerprint -> operation
        self.contents = {}  # operation -> fingerprint of its output
        self.callbacks = {}  # code of a function that was passed on -> operations

    def new_id(self):
        self.last += 1
        return self.last

    def send_content(self, fp, content):
        body = {"fp": fp, "dtype": content.form, "shape": list(content.shape)}
        if content.form == "U":
            body["text"] = content.texts
        self.sink.emit("array", body, None, content.raw)

    def op(self, site, fn, ins=(), params=None, sel=None, out=None, n=0, lib=True):
        """Emits an operation and returns its id. ins: dicts of the wire format."""
        i = self.new_id()
        body = {"id": i, "fn": fn}
        if lib:
            body["lib"] = self.names.library(fn)
        if ins:
            body["in"] = list(ins)
        if params:
            body["params"] = params
        if sel:
            body["sel"] = sel
        if out:
            body["out"] = out
            fp = out.get("fp")
            if fp:
                self.contents[i] = fp
            if fp and elements(out) >= FP_MIN:
                self.by_content.setdefault(fp, i)
        if n:
            body["n"] = n
        self.sink.emit("op", body, site)
        return i

    def describe(self, x):
        return self.describer.describe(x)

    def origins(self, token, x, how):
        """(operations that x came from, via). how says which expression gave x: None an
        instrumented one (token.ev), a str the name that was read, 0 a literal, False
        any other."""
        if type(x) in ATOMS:
            if how is None:
                return ((token.ev,) if token.ev else ()), "id"
            if how == 0 and how is not False:
                return (), ""
            if type(how) is str:
                op = token.lookup(how)
                if op is not MISS:
                    return ((op,) if op else ()), "name"
            op = self.registry.get(x)
            return ((op,) if op else ()), "id"
        op = self.registry.get(x)
        if op:
            return (op,), "id"
        if how is None and token.ev:
            return (token.ev,), "id"
        if type(how) is str:
            op = token.lookup(how)
            if op is not MISS and op:
                return (op,), "name"
        found = []
        if kind_of(x).container:
            self.contained(x, found, 0)
        elif type(x) is types.FunctionType:
            self.reachable(x, found)
        elif type(x) is slice:
            for part in (x.start, x.stop, x.step):
                op = self.registry.get(part)
                if op and op not in found:
                    found.append(op)
        return tuple(found), "slot"

    def contained(self, x, found, depth):
        """Operations of the elements of a container."""
        kind = kind_of(x)
        items = x.items() if kind.mapping else enumerate(x) if kind.sequence else ((None, v) for v in x)
        for key, v in islice(items, CONTAINED):
            op = self.registry.slot(x, key) if key is not None else None
            if op is None:
                op = self.registry.get(v)
            if op:
                if op not in found:
                    found.append(op)
            elif depth < 2 and kind_of(v).container:
                self.contained(v, found, depth + 1)

    def reachable(self, f, found):
        """Operations of what a function of the analysis closes over or reads globally."""
        if not self.names.owned(f):
            return
        values = []
        for cell in f.__closure__ or ():
            try:
                values.append(cell.cell_contents)
            except ValueError:
                pass
        codes, read = [f.__code__], set()
        while codes:
            code = codes.pop()
            read.update(code.co_names)
            codes += [c for c in code.co_consts if isinstance(c, types.CodeType)]
        values += [f.__globals__[n] for n in sorted(read) if n in f.__globals__]
        for v in values:
            op = self.registry.get(v)
            if op:
                if op not in found:
                    found.append(op)
            elif kind_of(v).container:
                self.contained(v, found, 1)

    def by_value(self, out):
        """The operation that made equal content before, 0 where there is none."""
        fp = out and out.get("fp")
        return self.by_content.get(fp, 0) if fp and elements(out) >= FP_MIN else 0

    def parameter(self, x, depth=0):
        """A literal argument as JSON value; MISS where it is none."""
        kind = type(x)
        if kind in (int, float, bool):
            return number(x)
        if x is None:
            return None
        if kind is str:
            return x if len(x) <= 200 else MISS
        if kind in (list, tuple) and depth < 2 and len(x) <= 16:
            items = [self.parameter(v, depth + 1) for v in x]
            return MISS if MISS in items else items
        if kind_of(x).nameless and not isinstance(x, (types.ModuleType, types.CodeType)):
            return self.names.native(x)
        np = sys.modules.get("numpy")
        if np is not None and kind_of(x).top == "numpy" and isinstance(x, np.generic):
            item = x.item()
            return number(item) if type(item) in (int, float, bool) else MISS
        return MISS

    def add_parameter(self, params, name, x, depth=0):
        if type(x) is dict:
            for key, v in islice(x.items(), 16):
                if depth < 3 and type(key) is str:
                    self.add_parameter(params, f"{name}.{key}", v, depth + 1)
            return
        value = self.parameter(x)
        if value is not MISS:
            params[name] = value


def elements(out):
    n = 1
    for size in out.get("shape") or (0,):
        n *= size
    return n
