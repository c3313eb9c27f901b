"""Bodies: functions, loops and comprehensions, of which only the first runs are traced."""

import sys
import types
from itertools import chain, islice
from _thread import get_ident

from .guard import SIZED, TOTAL, K, hook
from .kinds import ATOMS, identity, kind_of
from .recorder import MISS
from .tokens import Token


class Rows:
    """The rows that a loop takes from a reader of csv, noted as they go by: what the loop
    keeps of them may be anything, and the reader does not keep them."""

    CELLS = 1 << 15  # more are not kept: noting them would cost more than the loop

    def __init__(self, reader):
        self.reader, self.names, self.cells = reader, [], []  # cells row by row

    def __iter__(self):
        rows = iter(self.reader)
        return chain(self.noted(rows), rows)

    def noted(self, rows):
        for row in rows:
            kind = type(row)
            if kind in (dict, list, tuple):
                break
            yield row
            return
        else:
            return
        self.names = list(row) if kind is dict else [str(i) for i in range(len(row))]
        of_row = dict.values if kind is dict else iter
        note, width = self.cells.extend, len(row)
        for row in chain((row,), islice(rows, self.CELLS // max(width, 1))):
            if type(row) is not kind or len(row) != width:
                break
            note(of_row(row))
            yield row
        else:
            return
        self.cells = []  # they are ragged
        yield row

    def columns(self):
        """Names and columns; none where the rows are ragged or too many."""
        width = len(self.names)
        if not 0 < len(self.cells) <= self.CELLS:
            return [], []
        return self.names, [self.cells[i::width] for i in range(width)]


class Handover:
    """The end of a loop's first items, which puts the rest of them by for the plain loop. Until
    then nothing but the loop itself holds them: what is left early ends at once."""

    __slots__ = ("token", "name", "items")

    def __init__(self, token, name, items):
        self.token, self.name, self.items = token, name, items

    def __iter__(self):
        return self

    def __next__(self):
        setattr(self.token, self.name, self.items)
        raise StopIteration


def reads_rows(v):
    """Whether a loop's iterable is a reader of csv, or a slice of an iterator."""
    kind = kind_of(v)
    return kind.name in ("DictReader", "reader") and kind.top in ("csv", "_csv") or type(v) is islice


class Bodies:
    """Hooks of bodies, a part of Hooks."""

    # -- functions

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
                self.returns[get_ident()] = (v, self.one(refs, t.site), t.parts if how is None else None)
            except Exception as e:
                self.fail(e)
        return v

    # -- loops

    def loop(self, t, i, v, how):
        """A loop begins over v."""
        site = self.sites[i]
        setattr(t, site.var, [])
        if not self.off:
            try:
                n = self.allowance(site, v)
                setattr(t, site.var, [None] * n)
                refs, _ = self.recorder.origins(t, v, how)
                site.origin = self.parts(v, refs, site)
                site.left = len(v) if kind_of(v).container or type(v) is range else 0
                site.traced = n
                site.runs += n
                if reads_rows(v):
                    rows = Rows(v)
                    setattr(t, site.var + "rows", rows)
                    return rows
            except Exception as e:
                self.fail(e)
        return v

    @staticmethod
    def allowance(site, v):
        """Traced runs of a loop or comprehension over v."""
        if site.runs == 0 and (kind_of(v).container or type(v) is range) and len(v) <= SIZED:
            return len(v)
        return max(0, min(K, TOTAL - site.runs))

    def first(self, t, i, items):
        """The items of a loop's traced runs."""
        var = self.sites[i].var
        return chain(islice(items, len(getattr(t, var))), Handover(t, var + "rest", items))

    def rest(self, t, i):
        """The items of its plain runs: none where they gave out before, even if more came now."""
        var = self.sites[i].var
        items = t.__dict__.pop(var + "rest", ())
        return () if getattr(t, var) else items

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
        rows = t.__dict__.pop(site.var + "rows", None)
        site.runs -= min(len(budget_left), site.runs)
        if budget_left or 0 < site.left <= site.traced:
            return  # every run was traced
        frame = sys._getframe(2)
        source = site.origin[0] if site.origin else 0
        place = site.place
        n = site.left
        if rows is not None and source:
            source = self.streamed(rows, source, place)
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
        self.recorder.sink.emit("loop", {"iterations": n, "traced": site.traced, "writes": list(site.writes)}, place)
        if self.figures is not None:
            self.figures.claim(0, "loop", [])

    def streamed(self, rows, source, place):
        """The operation of the rows that a loop took from a reader."""
        names, columns = rows.columns()
        if not names:
            return source
        kind = kind_of(rows.reader)
        out = self.recorder.describer.of_columns("table", names, columns, len(columns[0]))
        ins = [{"ref": source, "role": "iter", "via": "loop"}]
        return self.recorder.op(place, f"{kind.top}.{kind.name}.__next__", ins, None, None, out, n=len(columns[0]))

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

    # -- comprehensions

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
        site.runs = 0
        self.set_budget(site.var, self.allowance(site, v))

    def parts(self, v, refs, site):
        """(operation, parts) of an iterable: zip and enumerate know theirs."""
        return (self.one(refs, site), self.registry.parts.get(identity(v)) if type(v) in (zip, enumerate) else None)

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
