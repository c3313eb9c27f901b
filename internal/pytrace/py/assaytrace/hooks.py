"""What rewritten code calls. Every hook gives back the value it was handed, whatever
happens inside: a failure turns the tracer off and is reported at the end."""

import builtins
import types
from _thread import get_ident

from .bindings import Bindings
from .bodies import Bodies
from .calls import QUIET, UNSEEN, Calls
from .expressions import Expressions
from .guard import K, hook
from .kinds import function_of, kind_of
from .rewrite import Unit
from .syntax import ROOT
from .tokens import Pending, Token


class Hooks(Calls, Expressions, Bindings, Bodies):
    def __init__(self, recorder, documents, files):
        self.recorder, self.documents, self.files = recorder, documents, files
        self.figures = None  # until the analysis loads matplotlib
        self.registry = recorder.registry
        self.sites = []
        self.off = False
        self.error = ""
        self.modules = 0
        self.scopes = {}  # file of a module of the analysis -> its scope
        self.calls = {}  # thread -> the call that is under way: a hint for parameters
        self.returns = {}  # thread -> (value, operation) that a function just returned
        self.space = types.ModuleType(ROOT)  # whose attributes the interpreter finds fastest
        for name in ("O", "F", "A", "R", "V", "W", "B", "BT", "X", "S", "G", "GN", "GS", "T", "E"):
            setattr(self.space, name, getattr(self, name))
        for name in ("enter", "gen", "loop", "first", "rest", "item", "loopend", "branch", "imported", "source", "again", "release"):
            setattr(self.space, name, getattr(self, name))
        self.space.space, self.space.iter = self.namespace, iter

    def install(self):
        builtins.__dict__[ROOT] = self.space

    def fail(self, error):
        """Turns the tracer off: budgets are emptied, so all code runs plain. An analysis
        that recurses to the limit on purpose loses that one event."""
        if isinstance(error, RecursionError):
            self.recorder.sink.dropped += 1
            return
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
        """The name of a new unit's token."""
        self.modules += 1
        name = f"m{self.modules}"
        setattr(self.space, name, Token(scope))
        return name

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

    def inputs(self, p):
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
            if refs or not p.content:
                pass  # no literal, or of no interest
            elif role == "*" and type(value) in (list, tuple):
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
        if type(v) in (list, tuple) and len(v) <= 16:
            t.parts = [self.registry.slot(v, i) for i in range(len(v))]

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
            compile(args[0], "<string>", mode, dont_inherit=True)  # its warnings and errors are the analysis' own
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
        self.registry.forget(v)
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
