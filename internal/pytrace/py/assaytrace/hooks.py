"""What rewritten code calls. Every hook gives back the value it was handed, whatever
happens inside: a failure turns the tracer off and is reported at the end."""

import builtins
import functools
import sys
import threading
import types
from itertools import islice

from . import selection
from .kinds import ATOMS, function_of, kind_of
from .recorder import MISS
from .rewrite import ROOT, Unit, budget, load
from .tokens import Pending, Site, Token

K = 20  # traced runs of a body
TOTAL = 60  # traced runs of one loop over all its entries
UNSEEN = {isinstance, issubclass, hasattr, callable, id, super, print}
PASS_ATTRIBUTES = {"loc", "iloc", "at", "iat", "str", "dt", "cat", "plot", "flat", "_get_lines"}
QUIET = {"append", "extend", "insert", "add", "appendleft", "setdefault"}
get_ident = threading.get_ident


def hook(method):
    """A hook that reports and gives nothing back."""

    @functools.wraps(method)
    def guarded(self, *args):
        if not self.off:
            try:
                return method(self, *args)
            except Exception as e:
                self.fail(e)
        return None

    return guarded


class Hooks:
    def __init__(self, recorder, documents, files, figures):
        self.recorder, self.documents, self.files, self.figures = recorder, documents, files, figures
        self.registry = recorder.registry
        self.sites = []
        self.off = False
        self.error = ""
        self.modules = 0
        self.scopes = {}  # file of a module of the analysis -> its scope
        self.calls = {}  # thread -> the call that is under way: a hint for parameters
        self.returns = {}  # thread -> (value, operation) that a function just returned
        self.space = types.SimpleNamespace()
        for name in ("O", "F", "A", "R", "V", "W", "B", "BT", "X", "S", "G", "GN", "GS", "T", "E"):
            setattr(self.space, name, getattr(self, name))
        for name in ("enter", "gen", "loop", "item", "loopend", "branch", "imported", "source", "again", "release"):
            setattr(self.space, name, getattr(self, name))
        self.space.space = self.namespace

    def install(self):
        builtins.__dict__[ROOT] = self.space

    def fail(self, error):
        """Turns the tracer off: budgets are emptied, so all code runs plain."""
        self.off = True
        where = ""
        tb = error.__traceback__
        while tb is not None and tb.tb_next is not None:
            tb = tb.tb_next
        if tb is not None:
            where = f" ({tb.tb_frame.f_code.co_name}, line {tb.tb_lineno})"
        self.error = f"{type(error).__name__}: {error}{where}"[:500]
        for site in self.sites:
            if site.kind in ("function", "lambda", "comprehension"):
                setattr(self.space, site.var, [])

    # -- used while rewriting ---------------------------------------------------------

    def add_site(self, site):
        self.sites.append(site)
        return len(self.sites) - 1

    def set_budget(self, name, n=K):
        setattr(self.space, name, [None] * (0 if self.off else n))

    def new_module(self, scope):
        """The expression of a new unit's token."""
        self.modules += 1
        name = f"m{self.modules}"
        setattr(self.space, name, Token(scope))
        return budget(name)

    # -- operands -----------------------------------------------------------------------

    def O(self, t, d, i, v, how):
        """Opens the operation of a site with its first operand."""
        if not self.off:
            try:
                site = self.sites[i]
                p = t.regs[d] = Pending(site)
                p.owner = v
                p.origin = self.recorder.origins(t, v, how)
                if site.kind in ("display", "fstring"):
                    p.args.append((v, *p.origin, None))
                elif site.kind == "comprehension":
                    self.open_comprehension(site, v, p)
                elif site.kind == "operator":
                    p.args.append((v, *self.operand(t, p, v, p.origin)))
            except Exception as e:
                self.fail(e)
        return v

    def F(self, t, d, i, f):
        """Notes the function of a call."""
        if not self.off:
            try:
                site = self.sites[i]
                p = t.regs[d]
                if p is None or p.site is not site:
                    p = t.regs[d] = Pending(site)
                p.f = f
                p.files = self.files.count
                thread = get_ident()
                p.outer = self.calls.get(thread)
                self.calls[thread] = p
                self.returns.pop(thread, None)
                p.content = self.wanted(f, p)
            except Exception as e:
                self.fail(e)
        return f

    def wanted(self, f, p):
        """Whether the content of a call's operands is of interest."""
        if type(f) is types.BuiltinFunctionType:
            if kind_of(p.owner).mutable:
                return f.__name__ not in QUIET
            return f not in UNSEEN
        function = function_of(f)
        return function is None or not self.recorder.names.owned(function)

    def A(self, t, d, v, how):
        """Notes an operand."""
        if not self.off:
            try:
                p = t.regs[d]
                if p is not None:
                    p.args.append((v, *self.operand(t, p, v, self.recorder.origins(t, v, how))))
                    if p.f is not None:
                        self.calls[get_ident()] = p
            except Exception as e:
                self.fail(e)
        return v

    def operand(self, t, p, v, origin):
        """(operations, via, fingerprint) of an operand: its content is noted where it is
        a container that plain code may have changed, and where its origin is unknown."""
        refs, via = origin
        kind = kind_of(v)
        if kind.atom or not p.content or kind.nameless:
            return refs, via, None
        if kind.container or kind.top == "numpy" and getattr(v, "size", 0) <= 4096 or kind.top in ("numpy", "pandas") and not refs:
            out = self.recorder.describe(v)
            fp = out.get("fp") if out else None
            if not refs:
                op = self.recorder.by_value(out)
                if op:
                    return (op,), "fp", fp
            return refs, via, fp
        return refs, via, None

    def V(self, t, v, how):
        """Sets the token's operation to that of a plain value."""
        if not self.off:
            try:
                refs, _ = self.recorder.origins(t, v, how)
                t.ev = self.one(refs, None)
                t.parts = None
            except Exception as e:
                self.fail(e)
        return v

    def one(self, refs, site):
        """One operation that stands for several."""
        if not refs:
            return 0
        if len(refs) == 1:
            return refs[0]
        return self.recorder.op(site.place if site else None, "builtins.iter", [{"ref": r, "role": "arg", "via": "id"} for r in refs])

    # -- results --------------------------------------------------------------------------

    def R(self, t, d, v):
        """Closes an operation with its result."""
        if not self.off:
            try:
                p = t.regs[d]
                if p is not None:
                    t.regs[d] = None
                    t.parts = None
                    getattr(self, "end_" + p.site.kind)(t, p, v)
            except Exception as e:
                self.fail(e)
        return v

    def inputs(self, p, roles=None):
        """In and literal parameters of a pending operation, by its site's layout."""
        ins, params = [], {}
        args = iter(p.args)
        for role, fixed, value in p.site.layout:
            if fixed:
                self.recorder.add_parameter(params, role, value)
                continue
            arg = next(args, None)
            if arg is None:
                break
            value, refs, via, fp = arg
            if role == "*" and type(value) in (list, tuple):
                for j, v in enumerate(value):
                    self.recorder.add_parameter(params, f"*{j}", v)
            elif role == "**" and type(value) is dict:
                for k, v in value.items():
                    self.recorder.add_parameter(params, k, v)
            else:
                self.recorder.add_parameter(params, role, value)
            self.add_inputs(ins, refs, "arg" if role.isdigit() or role[0] == "*" else role, via, fp)
        return ins, params

    @staticmethod
    def add_inputs(ins, refs, role, via, fp):
        for ref in refs:
            item = {"ref": ref, "role": role, "via": via}
            if fp:
                item["fp"] = fp
            ins.append(item)
        if not refs and fp:
            ins.append({"ref": 0, "role": role, "fp": fp})

    def close(self, t, v, op):
        """The result v came from op."""
        t.ev = op
        if op:
            self.registry.put(v, op)

    def end_call(self, t, p, v):
        f, thread = p.f, get_ident()
        self.calls[thread] = p.outer
        p.outer = None
        if f is None:
            return
        if type(f) is types.BuiltinFunctionType and f in UNSEEN and f is not print:
            t.ev = 0
            return
        names = self.recorder.names
        owner = p.owner
        if kind_of(owner).nameless:
            owner = None
        returned = self.returns.pop(thread, None)
        user = names.owned(f)
        fn = names.native(f)
        if v is None or user or any(role == "out" for role, _, _ in p.site.layout):
            self.recorder.describer.forget()
        ins, params = self.inputs(p)
        if owner is not None:
            own = []
            out = None
            if kind_of(owner).container and p.content:
                out = self.recorder.describe(owner)
            refs, via = p.origin
            if not refs and out:
                op = self.recorder.by_value(out)
                refs, via = ((op,), "fp") if op else (refs, via)
            self.add_inputs(own, refs, "self", via, out.get("fp") if out else None)
            ins = own + ins
        elif not kind_of(f).nameless:
            # A callable object: a fitted function, a ufunc, a partial.
            op = self.registry.get(f)
            if op:
                ins.insert(0, {"ref": op, "role": "self", "via": "id"})
        for fid in self.files.since(p.files, thread):
            ins.append({"ref": fid, "role": "file", "via": "file"})
        ins += self.files.links(p)
        if user:
            for v2, _, _, _ in p.args:
                self.note_callback(v2, ins)
            if returned is not None and returned[0] is v:
                if returned[1]:
                    ins = [{"ref": returned[1], "role": "return", "via": "id"}]
                    op = self.recorder.op(p.site.place, fn, ins, out=self.recorder.describe(v))
                    t.ev = returned[1]
                    if self.registry.get(v) == 0:
                        self.registry.put(v, op)
                    self.after_call(p, fn, ins, params, v, op)
                    return
                if type(v) in ATOMS:
                    t.ev = 0  # a literal
                    return
        else:
            for v2, _, _, _ in p.args:
                self.note_callback(v2, ins)
        kind = type(v)
        known = self.registry.get(v) if kind not in ATOMS else 0
        if known and all(i["ref"] != known for i in ins):
            ins.append({"ref": known, "role": "return", "via": "id"})  # it gave what was there before
        linked = any(i["ref"] for i in ins)
        if not linked and kind in ATOMS and not fn.startswith(("numpy.random", "random.")):
            self.after_call(p, fn, ins, params, v, 0)
            t.ev = 0
            return
        target = v
        if v is None and owner is not None:
            target = owner
        own_method = type(f) is types.BuiltinFunctionType and kind_of(owner).mutable
        quiet = v is None and own_method and f.__name__ in QUIET
        out = None if quiet else self.recorder.describe(target)
        sel = selection.of_call(fn, owner, p, params, v if v is not None else owner)
        op = self.recorder.op(p.site.place, fn, ins, params, sel, out)
        if v is None and owner is not None:
            self.registry.put(owner, op)
        if own_method:
            self.element(owner, f.__name__, p)
        self.close(t, v, op)
        self.changed(fn, p, v, op, linked)
        self.after_call(p, fn, ins, params, v, op)

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
        self.figures.after(fn, ins, params, v, op)

    def element(self, owner, name, p):
        """Slots of what a method put into a list or dict."""
        if not p.args or name not in ("append", "insert", "add"):
            if name == "append" and p.site.layout and p.site.layout[0][1]:
                self.registry.set_slot(owner, len(owner) - 1, 0)
            return
        value, refs, _, _ = p.args[-1]
        if type(owner) is list and name == "append" and type(value) in ATOMS:
            self.registry.set_slot(owner, len(owner) - 1, refs[0] if refs else 0)

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

    def end_attribute(self, t, p, v):
        a, name = p.owner, p.site.spec
        if type(a) is types.ModuleType:
            op = self.module_name(a, name)
            t.ev = op
            return
        if kind_of(v).nameless:
            t.ev = 0
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
            if type(value) in (int, float):
                self.recorder.add_parameter(params, str(j), value)
        if not any(i["ref"] for i in ins) and type(v) in ATOMS:
            t.ev = 0
            return
        op = self.recorder.op(p.site.place, "operator." + p.site.spec, ins, params, None, self.recorder.describe(v))
        self.close(t, v, op)
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

    # -- comprehensions ---------------------------------------------------------------

    def open_comprehension(self, site, v, p):
        refs, via = p.origin
        fp = None
        if kind_of(v).container:
            out = self.recorder.describe(v)
            fp = out.get("fp") if out else None
            if not refs:
                op = self.recorder.by_value(out)
                refs, via = ((op,), "fp") if op else (refs, via)
        p.origin = (refs, via)
        p.files = fp
        site.origin = self.parts(v, refs, site)
        site.elements = []
        self.set_budget(site.var)

    def parts(self, v, refs, site):
        """(operation, parts) of an iterable: zip and enumerate know theirs."""
        return (self.one(refs, site), self.registry.parts.get(id(v)) if type(v) in (zip, enumerate) else None)

    @staticmethod
    def part(origin, path):
        op, parts = origin
        for i in path:
            if not parts or i < 0 or i >= len(parts):
                return op
            op, parts = parts[i]
        return op

    def gen(self, i, values):
        """The token of one element of a comprehension."""
        site = self.sites[i]
        t = Token(site.scope, site)
        b = getattr(self.space, site.var)
        if b:
            b.pop()
        if not self.off:
            try:
                for (name, path), v in zip(site.targets, values):
                    self.arrive(t, site, name, v, self.part(site.origin, path))
            except Exception as e:
                self.fail(e)
        return t

    def E(self, t, v, how):
        if not self.off:
            try:
                refs, _ = self.recorder.origins(t, v, how)
                t.site.elements.append(self.one(refs, t.site))
            except Exception as e:
                self.fail(e)
        return v

    def end_comprehension(self, t, p, v):
        site = p.site
        ins = []
        refs, via = p.origin
        self.add_inputs(ins, refs, "iter", via, p.files or None)
        for name in site.mutates:  # names that the elements read
            op = t.lookup(name)
            if op is not MISS and op and all(i["ref"] != op for i in ins):
                ins.append({"ref": op, "role": "arg", "via": "name"})
        known = {i["ref"] for i in ins}
        for op in site.elements:
            if op and op not in known:
                known.add(op)
                ins.append({"ref": op, "role": "arg", "via": "loop"})
        fn = "comprehension.filter" if site.spec[1] else "comprehension"
        if not any(i["ref"] for i in ins):
            t.ev = 0
            return
        op = self.recorder.op(site.place, fn, ins, None, None, self.recorder.describe(v))
        self.close(t, v, op)
        if type(v) is list and len(v) == len(site.elements):
            for j, e in enumerate(site.elements):
                if type(v[j]) in ATOMS:
                    self.registry.set_slot(v, j, e)
        elif type(v) is dict and len(v) == len(site.elements):
            for key, e in zip(v, site.elements):
                if type(v[key]) in ATOMS:
                    self.registry.set_slot(v, key, e)

    # -- names ----------------------------------------------------------------------------

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
                op = parts[i] if parts is not None and 0 <= i < len(parts) else own or whole
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

    # -- functions --------------------------------------------------------------------------

    def enter(self, i, values):
        """The token of a traced run of a function."""
        site = self.sites[i]
        t = Token(site.scope, site)
        b = getattr(self.space, site.var)
        if b:
            b.pop()
        if not self.off:
            try:
                self.parameters(t, site, values)
            except Exception as e:
                self.fail(e)
        return t

    def parameters(self, t, site, values):
        """Parameters come from the arguments of the call that is under way, or, where a
        library calls the function, from what that library was given."""
        p = self.calls.get(get_ident())
        code = sys._getframe(2).f_code
        exact = self.arguments(p, code, site.targets) if p is not None else None
        given = [(p.owner, p.origin[0])] + [a[:2] for a in p.args] if p is not None else []
        context = None
        for name, v in zip(site.targets, values):
            own = self.registry.get(v) if type(v) not in ATOMS else 0
            if own:
                t.names[name] = own
                continue
            if exact is not None and type(v) in ATOMS:
                t.names[name] = self.one(exact.get(name, ()), site)
                continue
            for value, refs in given:
                if value is v:
                    t.names[name] = self.one(refs, site)
                    break
            else:
                if context is None:
                    refs = tuple(dict.fromkeys(r for _, rs in given for r in rs))
                    context = refs or tuple(self.recorder.callbacks.get(code, ()))
                if not context:
                    continue
                if type(v) in ATOMS:
                    t.names[name] = self.one(context, site)
                elif type(v) not in (tuple, dict) or v:
                    ins = [{"ref": r, "role": "arg", "via": "ctx", "approx": True} for r in context]
                    t.names[name] = self.recorder.op(site.place, "parameter", ins, None, None, self.recorder.describe(v))
                    self.registry.put(v, t.names[name])

    @staticmethod
    def arguments(p, code, params):
        """Operations of each argument by parameter, where the call under way is of this
        very function and its arguments can be told apart; None otherwise. Parameters
        that are absent have their default, a literal."""
        f = p.f
        shift = 0
        if type(f) is types.MethodType:
            f, shift = f.__func__, 1
        elif isinstance(f, type):
            f, shift = getattr(f, "__init__", None), 1
        if getattr(f, "__code__", None) is not code:
            return None
        out = {}
        args = iter(p.args)
        for role, fixed, _ in p.site.layout:
            refs = () if fixed else next(args, ((), ()))[1]
            if role[0] == "*":
                return None
            if not role.isdigit():
                out[role] = refs
            elif int(role) + shift < code.co_argcount:
                out[params[int(role) + shift]] = refs
        return out

    def T(self, t, v, how):
        """A traced function returns v."""
        if not self.off:
            try:
                refs, _ = self.recorder.origins(t, v, how)
                self.returns[get_ident()] = (v, self.one(refs, t.site))
            except Exception as e:
                self.fail(e)
        return v

    # -- loops --------------------------------------------------------------------------------

    def loop(self, t, i, v, how):
        """A loop begins over v."""
        site = self.sites[i]
        n = 0 if self.off else min(K, TOTAL - site.runs)
        setattr(t, site.var, [None] * n)
        if not self.off:
            try:
                refs, _ = self.recorder.origins(t, v, how)
                site.origin = self.parts(v, refs, site)
                site.left = len(v) if kind_of(v).container or type(v) is range else 0
                site.runs += n
            except Exception as e:
                self.fail(e)
        return v

    def item(self, t, i, values):
        site = self.sites[i]
        getattr(t, site.var).pop()
        if not self.off:
            try:
                for (name, path), v in zip(site.targets, values):
                    self.arrive(t, site, name, v, self.part(site.origin, path))
            except Exception as e:
                self.fail(e)

    @hook
    def loopend(self, t, i):
        """A loop is over: what its plain runs wrote gets one summary each."""
        self.recorder.describer.forget()
        site = self.sites[i]
        budget_left = getattr(t, site.var)
        if site.runs:
            site.runs -= min(len(budget_left), K)
        if budget_left:
            return  # every run was traced
        frame = sys._getframe(2)
        source = site.origin[0] if site.origin else 0
        place = site.place
        n = site.left
        for name in site.writes + site.mutates:
            v = frame.f_locals.get(name, MISS)
            if v is MISS:
                v = frame.f_globals.get(name, MISS)
            if v is MISS or kind_of(v).nameless:
                continue
            known = t.lookup(name)
            known = 0 if known is MISS else known
            own = self.registry.get(v) if type(v) not in ATOMS else 0
            if name in site.mutates and not kind_of(v).mutable and kind_of(v).top != "numpy":
                continue
            refs = [r for r in dict.fromkeys((own, known, source)) if r]
            if not refs:
                continue
            ins = [{"ref": r, "role": "iter" if r == source else "arg", "via": "loop"} for r in refs]
            if kind_of(v).mutable:
                known_refs = []
                self.recorder.contained(v, known_refs, 0)
                ins += [{"ref": r, "role": "arg", "via": "slot"} for r in known_refs[:16] if r not in refs]
            op = self.recorder.op(place, "loop", ins, None, None, self.recorder.describe(v), n=n or 0)
            t.names[name] = op
            self.registry.put(v, op)
            if kind_of(v).mapping:
                for key, x in islice(v.items(), 256):
                    if kind_of(x).mutable:
                        self.registry.put(x, op)
                    elif type(x) in ATOMS and self.registry.slot(v, key) is not None:
                        self.registry.set_slot(v, key, op)
        self.recorder.sink.emit("loop", {"iterations": n, "traced": K, "writes": list(site.writes)}, place)
        self.figures.claim(0, "loop", [])

    def branch(self, t, i, v):
        """The condition of an if at the top of the program."""
        if self.off:
            return v
        try:
            outcome = bool(v)
        except Exception:
            return v  # the condition itself will raise
        try:
            self.recorder.sink.emit("branch", {"outcome": outcome, "operands": [t.ev] if t.ev else []}, self.sites[i].place)
        except Exception as e:
            self.fail(e)
        return outcome

    # -- the rest -----------------------------------------------------------------------------

    @hook
    def imported(self, t, names):
        for name in names:
            self.recorder.sink.emit("audit", {"event": "import", "detail": name})

    def source(self, mode, function, *args):
        """Arguments of exec or eval with the source rewritten."""
        if self.off or function is not getattr(builtins, mode) or type(args[0]) is not str:
            return args
        given = args[1] if len(args) > 1 else None
        if given is not None and (type(given) is not dict or given.get("__builtins__", builtins) not in (builtins, builtins.__dict__)):
            return args
        try:
            unit = Unit(self, "<string>", "<string>")
            code = unit.module(args[0]) if mode == "exec" else unit.expression(args[0].strip())
            return (code, *args[1:])
        except SyntaxError:
            return args
        except Exception as e:
            self.fail(e)
            return args

    def release(self, v):
        """Forgets an object: numpy resizes no array that anything refers to, even weakly.
        The names it is bound to keep its operation."""
        self.registry.objects.pop(id(v), None)
        return v

    def namespace(self, names):
        """locals(), vars() and dir() without the tracer's names."""
        try:
            if type(names) is list:
                return [n for n in names if not n.startswith("@")]
            for name in [n for n in names if type(n) is str and n.startswith("@")]:
                del names[name]
        except Exception as e:
            self.fail(e)
        return names
