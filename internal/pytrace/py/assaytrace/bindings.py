"""Names and stores: what names, elements and attributes were bound to."""

import sys

from . import selection
from .guard import hook
from .kinds import ATOMS, kind_of
from .recorder import MISS
from .tokens import Pending


class Bindings:
    """Hooks of bindings, a part of Hooks."""

    def arrive(self, t, site, name, v, op):
        """A loop or comprehension hands an item to a name."""
        kind = kind_of(v)
        own = self.registry.get(v)
        if kind.atom:
            t.names[name] = own or op
            return
        if op and (kind.top in ("numpy", "pandas") or type(v) is list and len(v) >= 3 and type(v[0]) in ATOMS):
            ins = [{"ref": op, "role": "iter", "via": "loop"}]
            if own and own != op:
                ins.insert(0, {"ref": own, "role": "arg", "via": "id"})
            own = self.recorder.op(site.place, "builtins.next", ins, None, None, self.recorder.describe(v))
            self.registry.put(v, own)
        elif op and not own:
            self.registry.put(v, op)
            own = op
        t.names[name] = own or op

    @hook
    def B(self, t, name, v, how):
        """A name was bound."""
        refs, _ = self.recorder.origins(t, v, how)
        op = self.one(refs, None)
        t.names[name] = op
        if op and type(v) not in ATOMS and self.registry.get(v) == 0 and how is None:
            self.registry.put(v, op)
        self.recorder.sink.emit("bind", {"name": name, "ref": op})

    @hook
    def BT(self, t, names, values, how):
        """Names were bound by unpacking."""
        parts = t.parts if how is None else None
        whole = t.ev if how is None else 0
        if type(how) is str:
            op = t.lookup(how)
            whole = 0 if op is MISS else op
        for (name, i), v in zip(names, values):
            own = self.registry.get(v)
            if type(v) in ATOMS:
                part = parts[i] if parts is not None and 0 <= i < len(parts) else None
                op = own or whole if part is None else part
            else:
                op = own or whole
                if op and not own:
                    self.registry.put(v, op)
            t.names[name] = op
            self.recorder.sink.emit("bind", {"name": name, "ref": op})

    def W(self, t, name, v):
        """A name was bound by := ."""
        if not self.off:
            t.names[name] = t.ev
        return v

    def X(self, t, v, how):
        """The value of a store whose target comes next."""
        if not self.off:
            try:
                t.value = (v, *self.recorder.origins(t, v, how))
            except Exception as e:
                self.fail(e)
        return v

    @hook
    def again(self, t):
        """Back to the value of a store, for the names bound beside it."""
        if t.value is not None:
            t.ev = t.value[1][0] if t.value[1] else 0

    @hook
    def S(self, t, d, last):
        """A store into an element or attribute was made; last of its statement."""
        p, t.regs[d] = t.regs[d], None
        given = t.value
        if last:
            t.value = None
        if p is None or given is None:
            return
        value, refs, via = given
        self.stored(t, p, [(value, refs, via)])

    def stored(self, t, p, values):
        if not selection.replaces(p):
            self.recorder.describer.forget()
        a, name = p.owner, p.site.spec if p.site.kind == "store" else p.site.layout[0]
        value, refs, _ = values[-1]
        key = "." + name if name is not None else p.args[0][0] if p.args else None
        op = self.one(refs, p.site) if type(value) in ATOMS else 0
        if type(value) in ATOMS and (name is not None or kind_of(a).container):
            if name is None and type(a) is list and type(key) is int and key < 0:
                key += len(a)
            self.registry.set_slot(a, key, op)
        ins = []
        self.add_inputs(ins, p.origin[0], "self", p.origin[1], None)
        for v, arefs, avia, *_ in p.args if name is None else ():
            self.add_inputs(ins, arefs, "mask" if selection.is_mask(v) else "key", avia, None)
        for v, vrefs, vvia in values:
            self.add_inputs(ins, vrefs, "arg", vvia, None)
        if not any(i["ref"] for i in ins):
            return 0
        if name is not None and kind_of(a).top not in ("pandas", "numpy"):
            return 0  # attributes of the analysis' own objects are slots
        if kind_of(a).mutable:
            fn, out, sel, params = self.recorder.names.path(type(a)) + ".__setitem__", None, None, {}
            self.recorder.add_parameter(params, "key", key)
        else:
            fn, sel, params, a = selection.of_store(self.recorder.names, a, p, name)
            out = self.recorder.describe(a)
        op = self.recorder.op(p.site.place, fn, ins, params, sel, out)
        self.registry.put(a, op)
        return op

    # -- augmented assignment -------------------------------------------------------------

    def G(self, t, d, i, name, v, how):
        """The right side of name += v."""
        if not self.off:
            try:
                p = t.regs[d] = Pending(self.sites[i])
                frame = sys._getframe(1)
                old = frame.f_locals.get(name, MISS)
                if old is MISS:
                    old = frame.f_globals.get(name)
                p.args.append((old, *self.recorder.origins(t, old, name), None))
                p.args.append((v, *self.recorder.origins(t, v, how), None))
            except Exception as e:
                self.fail(e)
        return v

    @hook
    def GN(self, t, d, name, v):
        p, t.regs[d] = t.regs[d], None
        if p is not None:
            self.recorder.describer.forget()
            self.end_operator(t, p, v)
            t.names[name] = t.ev

    @hook
    def GS(self, t, d):
        """a[k] += v or a.k += v was made."""
        p, t.regs[d] = t.regs[d], None
        if p is None or not p.args:
            return
        value, refs, via, _ = p.args.pop()
        a, name = p.owner, p.site.layout[0]
        key = "." + name if name is not None else p.args[0][0] if p.args else None
        old = self.registry.slot(a, key)
        new = tuple(refs) + ((old,) if old else ())
        plain = kind_of(a).container
        if type(value) in ATOMS and (name is not None or plain):
            if new:
                ins = [{"ref": r, "role": "arg", "via": "slot"} for r in dict.fromkeys(new)]
                new = (self.recorder.op(p.site.place, "operator." + p.site.spec, ins),)
        self.stored(t, p, [(value, new, via)])
