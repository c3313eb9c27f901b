"""Attributes, subscripts, operators, f-strings, displays: what they gave."""

import functools
import types
from itertools import islice
from _thread import get_ident

from . import selection
from .kinds import ATOMS, kind_of

PASS_ATTRIBUTES = {"loc", "iloc", "at", "iat", "str", "dt", "cat", "plot", "flat"}


class Expressions:
    """Hooks of expressions, a part of Hooks."""

    def end_attribute(self, t, p, v):
        a, name = p.owner, p.site.spec
        if type(a) is types.ModuleType:
            op = self.module_name(a, name)
            t.ev = op
            return
        if kind_of(v).nameless:
            t.ev = 0
            return
        if self.own_property(a, name):
            returned = self.returns.pop(get_ident(), None)
            if returned is not None and returned[0] is v and returned[1]:
                self.end_own_call(t, p, v, self.recorder.names.path(type(a)) + "." + name, None, returned[1])
                return
        slot = self.registry.slot(a, "." + name)
        if slot is not None and type(v) in ATOMS:
            t.ev = slot
            return
        module = kind_of(a).top
        known = type(v) not in ATOMS and self.registry.get(v)
        refs, via = p.origin
        if known and module not in ("pandas", "numpy"):
            t.ev = known
            return
        if name in PASS_ATTRIBUTES:
            t.ev = self.one(refs, p.site)
            if t.ev:
                self.registry.put(v, t.ev)
            return
        if not refs and module not in ("pandas", "numpy"):
            t.ev = 0
            return
        fn = self.recorder.names.path(type(a)) + "." + name
        sel = selection.of_attribute(a, name)
        if sel:
            fn = fn[: -len(name)] + "__getattr__"
        ins = []
        self.add_inputs(ins, refs, "self", via, None)
        self.close(t, v, self.recorder.op(p.site.place, fn, ins, {"name": name}, sel, self.recorder.describe(v)))

    def own_property(self, a, name):
        """Whether an attribute is computed by a function of the analysis."""
        if not self.recorder.names.owned(type(a)):
            return False
        found = next((vars(c)[name] for c in type(a).__mro__ if name in vars(c)), None)
        return type(found) in (property, functools.cached_property)

    def module_name(self, module, name):
        """The operation that a name of a module of the analysis was bound to."""
        scope = self.scopes.get(getattr(module, "__file__", None))
        return scope.latest.get(name, 0) if scope is not None else 0

    def end_subscript(self, t, p, v):
        a = p.owner
        key = p.args[0][0] if len(p.args) == 1 and len(p.site.layout) <= 1 else None
        if kind_of(a).container:
            slot = self.registry.slot(a, key) if key is not None and type(key) in ATOMS else None
            if slot is not None and type(v) in ATOMS:
                t.ev = slot
                return
            known = self.registry.get(v)
            if known:
                # The element itself, unless plain code has changed it since.
                out = self.recorder.describe(v) if kind_of(v).mutable else None
                if out is None or out.get("fp") == self.recorder.contents.get(known):
                    t.ev = known
                    return
                p.origin = (known,), "id"
        refs, via = p.origin
        ins = []
        self.add_inputs(ins, refs, "self", via, None)
        for value, arefs, avia, fp in p.args:
            self.add_inputs(ins, arefs, "mask" if selection.is_mask(value) else "key", avia, fp)
        if not any(i["ref"] for i in ins) and type(v) in ATOMS:
            t.ev = 0
            return
        fn, sel, params = selection.of_subscript(self.recorder.names, a, p, v)
        self.close(t, v, self.recorder.op(p.site.place, fn, ins, params, sel, self.recorder.describe(v)))

    def end_operator(self, t, p, v):
        ins, params = [], {}
        for j, (value, refs, via, fp) in enumerate(p.args):
            self.add_inputs(ins, refs, "arg", via, fp)
            if type(value) in (int, float) and not refs:
                self.recorder.add_parameter(params, str(j), value)
        if not any(i["ref"] for i in ins) and type(v) in ATOMS:
            t.ev = 0
            return
        op = self.recorder.op(p.site.place, "operator." + p.site.spec, ins, params, None, self.recorder.describe(v))
        self.close(t, v, op)
        if p.site.spec == "or_" and kind_of(v).mapping:
            for value, *_ in p.args:
                if kind_of(value).mapping:
                    self.registry.copy_slots(value, v, list(value))
        if type(v) is str:
            self.documents.joined(p, v)

    def end_await(self, t, p, v):
        refs, via = p.origin
        known = self.registry.get(v)
        t.ev = known or (self.one(refs, p.site) if type(v) in ATOMS else 0)
        if not known and refs:
            self.close(t, v, self.one(refs, p.site))

    def end_fstring(self, t, p, v):
        ins = []
        for value, refs, via, fp in p.args:
            self.add_inputs(ins, refs, "arg", via, fp)
        self.documents.joined(p, v)
        if not any(i["ref"] for i in ins):
            t.ev = 0
            return
        op = self.recorder.op(p.site.place, "fstring", ins, None, None, self.recorder.describe(v))
        self.close(t, v, op)
        self.documents.pieces(p, v, op)

    def end_display(self, t, p, v):
        kind = p.site.spec
        ins, parts = [], []
        args = iter(p.args)
        plain = kind in ("list", "tuple")
        for j, (key, fixed, value) in enumerate(p.site.layout):
            if fixed:
                parts.append(0)
                if kind == "dict":
                    self.literal_slot(v, key)
                elif plain:
                    self.registry.set_slot(v, j, 0)
                continue
            arg = next(args, None)
            if arg is None:
                break
            value, refs, via, fp = arg
            self.add_inputs(ins, refs, "arg", "slot", fp)
            op = self.one(refs, p.site) if type(value) in ATOMS else (refs[0] if len(refs) == 1 else 0)
            parts.append(op)
            if key == "**" and kind_of(value).mapping:
                self.registry.copy_slots(value, v, list(value))
            elif kind == "dict" and type(key) is tuple:
                if type(value) in ATOMS:
                    self.registry.set_slot(v, key[1], op)
            elif kind == "dict" and key == "?":
                if type(value) in ATOMS and j < len(v):
                    name, held = next(islice(v.items(), j, j + 1))
                    if held is value:
                        self.registry.set_slot(v, name, op)
            elif plain and type(value) in ATOMS and key != "*":
                self.registry.set_slot(v, j, op)
        op = 0
        if any(i["ref"] for i in ins):
            op = self.recorder.op(p.site.place, "builtins." + kind, ins, None, None, self.recorder.describe(v))
        self.close(t, v, op)
        if plain and not any(k == "*" for k, _, _ in p.site.layout):
            t.parts = parts

    def literal_slot(self, v, key):
        if type(key) is tuple:
            self.registry.set_slot(v, key[1], 0)
