"""Calls: what they were given, what they gave, what they changed."""

import types
from _thread import get_ident

from . import selection
from .kinds import ATOMS, function_of, kind_of

UNSEEN = {isinstance, issubclass, hasattr, callable, id, super, print}
NATIVE = {"polars", "pyarrow", "duckdb", "fastparquet", "tables", "h5py", "netCDF4"}  # open files without Python's knowledge
QUIET = {"append", "extend", "insert", "add", "appendleft", "setdefault"}


class Calls:
    """Hooks of calls, a part of Hooks."""

    def end_call(self, t, p, v):
        f, thread = p.f, get_ident()
        self.calls[thread] = p.outer
        p.outer = None
        returned = self.returns.pop(thread, None)
        if f is None or type(f) is types.BuiltinFunctionType and f in UNSEEN and f is not print:
            t.ev = 0
            return
        names = self.recorder.names
        owner = None if kind_of(p.owner).nameless else p.owner
        user = names.owned(f)
        fn = names.native(f)
        if v is None or user or any(role == "out" for role, _, _ in p.site.layout):
            self.recorder.describer.forget()
        args, params = self.inputs(p)
        if fn.partition(".")[0] in NATIVE:
            self.files.named(fn.rpartition(".")[2], [a[1] for a in self.given(p)])
        ins = self.receiver(p, f, owner) + args + self.opened(p, thread)
        for value, _, _, _ in p.args:
            self.note_callback(value, ins)
        if user and returned is not None and returned[0] is v:
            self.end_own_call(t, p, v, fn, params, returned[1])
            t.parts = returned[2]
            return
        known = 0 if type(v) in ATOMS else self.registry.get(v)
        if known and all(i["ref"] != known for i in ins):
            ins.append({"ref": known, "role": "return", "via": "id"})  # it gave what was there before
        linked = any(i["ref"] for i in ins)
        if not linked and type(v) in ATOMS and not fn.startswith(("numpy.random", "random.")):
            self.after_call(p, fn, ins, params, v, 0)
            t.ev = 0
            return
        own_method = type(f) is types.BuiltinFunctionType and kind_of(owner).mutable
        quiet = v is None and own_method and f.__name__ in QUIET
        result = owner if v is None else v  # what gives nothing has changed its object
        out = None if quiet else self.recorder.describe(result)
        sel = selection.of_call(fn, owner, p, params, result)
        op = self.recorder.op(p.site.place, fn, ins, params, sel, out)
        if v is None and owner is not None or type(v) is int and self.opaque(owner) and linked:
            self.registry.put(owner, op)
        self.slots_of_call(p, fn, owner, v)
        self.close(t, v, op)
        self.changed(fn, p, v, op, linked)
        self.after_call(p, fn, ins, params, v, op)

    def end_own_call(self, t, p, v, fn, params, op):
        """A call of the analysis' own function, whose return was seen: the value is that
        of the operation that was returned, 0 for a literal."""
        if not op:
            t.ev = 0
            if type(v) not in ATOMS:
                self.after_call(p, fn, [], params, v, 0)
            return
        ins = [{"ref": op, "role": "return", "via": "id"}]
        call = self.recorder.op(p.site.place, fn, ins, params, None, self.recorder.describe(v))
        self.close(t, v, op if self.registry.get(v) == 0 else 0)
        t.ev = op
        self.after_call(p, fn, ins, params, v, call)

    def receiver(self, p, f, owner):
        """Inputs of what a method or a callable object is called on."""
        ins = []
        if owner is None:
            op = 0 if kind_of(f).nameless else self.registry.get(f)
            return [{"ref": op, "role": "self", "via": "id"}] if op else []
        refs, via = p.origin
        fp = None
        if kind_of(owner).container and p.content:
            out = self.recorder.describe(owner)
            fp = out.get("fp") if out else None
            op = 0 if refs else self.recorder.by_value(out)
            if op:
                refs, via = (op,), "fp"
        self.add_inputs(ins, refs, "self", via, fp)
        return ins

    def opened(self, p, thread):
        """Inputs of the files that were opened during a call."""
        ins = [{"ref": i, "role": "file", "via": "file"} for i in self.files.since(p.files, thread)]
        return ins + self.files.links(p)

    @staticmethod
    def opaque(x):
        k = kind_of(x)
        return not (k.atom or k.nameless or k.container or k.top in ("numpy", "pandas"))

    def note_callback(self, f, ins):
        """A function of the analysis that was passed on: what its parameters come from."""
        f = function_of(f)
        if f is not None:
            refs = [i["ref"] for i in ins if i["ref"]]
            if refs:
                self.recorder.callbacks[f.__code__] = refs

    def after_call(self, p, fn, ins, params, v, op):
        self.documents.after_call(p, fn, v, op)
        self.files.after_call(p, v, op)
        if self.figures is not None:
            self.figures.after(fn, ins, params, v, op)

    def slots_of_call(self, p, fn, owner, v):
        """Slots of what a call put into a container, or copied from one to another."""
        name = fn.rpartition(".")[2]
        if not fn.startswith(("builtins.", "collections.", "copy.", "dataclasses.")):
            return
        given = self.given(p)
        if type(owner) is list and name == "append" and given:
            value, op = given[-1][1:]
            if type(value) in ATOMS:
                self.registry.set_slot(owner, len(owner) - 1, op)
            return
        target = owner if name in ("update", "setdefault") else v
        if not kind_of(target).mapping and not (name in ("list", "copy", "deepcopy") and kind_of(target).sequence):
            return
        if name == "setdefault" and len(given) == 2 and type(v) in ATOMS:
            return
        if name == "asdict" and given:
            for key in target:
                op = self.registry.slot(given[0][1], "." + key)
                if op is not None:
                    self.registry.set_slot(target, key, op)
            return
        sources = [owner] if name == "copy" and owner is not None else [value for role, value, _ in given if role in ("0", "**")]
        for source in sources:
            if kind_of(source).mapping and kind_of(target).mapping:
                self.registry.copy_slots(source, target, list(source))
            elif kind_of(source).sequence and kind_of(target).sequence:
                self.registry.copy_slots(source, target, range(len(source)))
        for role, value, op in given:
            if not role.isdigit() and role[0] != "*" and kind_of(target).mapping and type(value) in ATOMS:
                self.registry.set_slot(target, role, op)

    def given(self, p):
        """(role, value, operation) of the arguments of a call; 0 for literals."""
        out, args = [], iter(p.args)
        for role, fixed, value in p.site.layout:
            if fixed:
                out.append((role, value, 0))
                continue
            value, refs, _, _ = next(args, (None, (), "", None))
            out.append((role, value, refs[0] if refs else 0))
        return out

    def changed(self, fn, p, v, op, linked):
        """What a call may have changed in place gets its operation."""
        out = None
        for (role, fixed, _), arg in zip([e for e in p.site.layout if not e[1]], p.args):
            if role == "out":
                out = arg[0]
        if out is not None:
            self.registry.put(out[0] if type(out) is tuple else out, op)
        if not linked or v is not None and type(v) is not int:
            return
        top = fn.partition(".")[0]
        if top in ("json", "pickle", "matplotlib", "seaborn", "logging", "warnings"):
            return
        for value, _, _, _ in p.args:
            kind = kind_of(value)
            if kind.atom or kind.nameless or kind.container and not kind.mutable:
                continue
            plain = kind.mutable or kind.top == "numpy"
            if kind.top == "pandas" or plain and v is not None:
                continue
            if plain and top not in ("random", "numpy", "heapq", "bisect") and self.registry.get(value):
                continue
            self.registry.put(value, op)
