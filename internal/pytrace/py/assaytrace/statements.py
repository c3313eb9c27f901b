"""Rewrites statements; a part of Rewriter."""

import _ast as ast

from .syntax import (
    BINARY,
    LOAD,
    STORE,
    TOKEN,
    at,
    budget,
    const,
    hook,
    load,
    names_tuple,
    scope_walk,
    split_docstring,
    target_names,
    without_declarations,
    written_names,
)
from .tokens import Scope


class Statements:
    """Methods named s_ rewrite a statement into a list of statements."""

    def top(self, body):
        """A module's body: docstring and __future__ imports stay first."""
        head, rest = split_docstring(body)
        while rest and isinstance(rest[0], ast.ImportFrom) and rest[0].module == "__future__":
            head.append(rest.pop(0))
        return head + self.block(rest)

    def block(self, body):
        out = []
        for node in body:
            method = getattr(self, "s_" + type(node).__name__, None)
            new = method(node) if method else [node]
            for extra in new:
                if extra is not node:
                    at(extra, node)
            out += new
        return out

    def call(self, name, *args):
        return ast.Expr(hook(name, self.t(), *args))

    def bind(self, target, how):
        """Statements that report what names were bound to."""
        names = target_names(target)
        if isinstance(target, ast.Name):
            return [self.call("B", const(target.id), load(target.id), const(how))]
        if not names:
            return []
        paths = [(n, path[0] if len(path) == 1 else -1) for n, path in names]
        spec = ast.Tuple([ast.Tuple([const(n), const(i)], LOAD) for n, i in paths], LOAD)
        return [self.call("BT", spec, names_tuple([n for n, _ in names]), const(how))]

    def s_Expr(self, node):
        node.value = self.plain(node.value, 0)
        return [node]

    def s_Assign(self, node):
        node.value, how = self.expr(node.value, 0)
        stores = [t for t in node.targets if isinstance(t, (ast.Subscript, ast.Attribute))]
        after = []
        if stores:
            node.value = at(hook("X", self.t(), node.value, const(how)), node.value)
        for i, target in enumerate(stores):
            after.append(self.store(target, i, last=i == len(stores) - 1))
        for target in node.targets:
            if target not in stores:
                # Binding first: a store's operands overwrite token.ev.
                after = self.bind(target, how if not stores else None) + after
        if stores and len(stores) < len(node.targets):
            after.insert(0, self.call("again"))
        return [node] + after

    def store(self, target, d, last=True):
        """Rewrites the target of a store; returns the statement that reports it."""
        attribute = isinstance(target, ast.Attribute)
        site = self.site("store", target, spec=target.attr if attribute else None)
        target.value = self.first(site, target.value, d)
        if not attribute:
            target.slice = self.index(target.slice, d, [])
        return self.call("S", const(d), const(last))

    def s_AnnAssign(self, node):
        if node.value is None:
            return [node]
        node.value, how = self.expr(node.value, 0)
        if isinstance(node.target, ast.Name):
            return [node] + self.bind(node.target, how)
        node.value = at(hook("X", self.t(), node.value, const(how)), node.value)
        return [node, self.store(node.target, 0)]

    def s_AugAssign(self, node):
        site = self.site("augmented", node, spec=BINARY[type(node.op)])
        value, how = self.expr(node.value, 2)
        target = node.target
        if isinstance(target, ast.Name):
            name = target.id
            node.value = at(hook("G", self.t(), const(1), const(site), const(name), value, const(how)), node.value)
            return [node, self.call("GN", const(1), const(name), load(name))]
        attribute = isinstance(target, ast.Attribute)
        self.unit.hooks.sites[site].layout = (target.attr if attribute else None,)
        target.value = self.first(site, target.value, 0)
        if not attribute:
            target.slice = self.index(target.slice, 0, [])
        node.value = at(hook("A", self.t(), const(0), value, const(how)), node.value)
        return [node, self.call("GS", const(0))]

    def s_Return(self, node):
        if node.value is not None:
            value, how = self.expr(node.value, 0)
            node.value = at(hook("T", self.t(), value, const(how)), node.value)
        return [node]

    def s_If(self, node):
        node.test = self.plain(node.test, 0)
        if self.at_top:
            site = self.site("branch", node)
            node.test = at(hook("branch", self.t(), const(site), node.test), node.test)
        node.body = self.block(node.body)
        node.orelse = self.block(node.orelse)
        return [node]

    def loop_site(self, kind, node):
        site = self.site(kind, node)
        info = self.unit.hooks.sites[site]
        info.var = f"l{site}"
        body = node.body + ([node.target] if kind == "for" else [])
        info.writes, info.mutates = written_names(body)
        return site, info

    def within(self):
        """The rewriter of what is not at the top any more."""
        return type(self)(self.unit, self.scope, self.token, at_top=False)

    def dual(self, site, info, node, item):
        """The loop's body twice, under its budget."""
        plain = self.unit.twins_of(node.body)
        traced = [at(item, node)] + self.within().block(node.body)
        test = at(ast.Attribute(self.t(), info.var, LOAD), node)
        node.body = [at(ast.If(test, traced, plain), node)]
        node.orelse = self.block(node.orelse)
        return [node, self.call("loopend", const(site))]

    def loop_over(self, node):
        """(site, what is known of it, the rewritten iterable, the report of an item) of a for."""
        site, info = self.loop_site("for", node)
        targets = info.targets = tuple(target_names(node.target))
        value, how = self.expr(node.iter, 1)
        whole = at(hook("loop", self.t(), const(site), value, const(how)), node.iter)
        return site, info, whole, self.call("item", const(site), names_tuple([n for n, _ in targets]))

    def s_For(self, node):
        """A loop over the first items, reported, and in its else a plain one over the rest."""
        site, _, whole, item = self.loop_over(node)
        plain = self.unit.twins_of(node.body)
        rest = ast.For(self.unit.twin(node.target), hook("rest", self.t(), const(site)), plain, self.block(node.orelse))
        node.iter = at(hook("first", self.t(), const(site), at(hook("iter", whole), node.iter)), node.iter)
        node.body = [at(item, node)] + self.within().block(node.body)
        node.orelse = [at(rest, node)]
        return [node, self.call("loopend", const(site))]

    def s_AsyncFor(self, node):
        site, info, node.iter, item = self.loop_over(node)
        return self.dual(site, info, node, item)

    def s_While(self, node):
        site, info = self.loop_site("while", node)
        start = self.call("loop", const(site), const(None), const(0))
        test = self.unit.twin(node.test)
        node.test = at(ast.IfExp(ast.Attribute(self.t(), info.var, LOAD), self.plain(node.test, 0), test), test)
        return [start] + self.dual(site, info, node, self.call("item", const(site), ast.Tuple([], LOAD)))

    def s_With(self, node):
        binds = []
        for item in node.items:
            item.context_expr = self.plain(item.context_expr, 0)
            if isinstance(item.optional_vars, ast.Name):
                binds += self.bind(item.optional_vars, None if len(node.items) == 1 else False)
        node.body = [at(b, node) for b in binds] + self.block(node.body)
        return [node]

    s_AsyncWith = s_With

    def s_Try(self, node):
        node.body = self.block(node.body)
        for handler in node.handlers:
            handler.body = self.block(handler.body)
        node.orelse = self.block(node.orelse)
        node.finalbody = self.block(node.finalbody)
        return [node]

    s_TryStar = s_Try

    def s_Match(self, node):
        node.subject = self.plain(node.subject, 0)
        for case in node.cases:
            case.guard = case.guard and self.plain(case.guard, 0)
            case.body = self.block(case.body)
        return [node]

    def s_Assert(self, node):
        node.test = self.plain(node.test, 0)
        return [node]

    def s_Raise(self, node):
        node.exc = node.exc and self.plain(node.exc, 0)
        return [node]

    def s_Import(self, node):
        for alias in node.names:
            if not self.unit.local(alias.name):
                self.unit.modules.add((alias.asname or alias.name).partition(".")[0])
        tops = sorted({a.name.partition(".")[0] for a in node.names})
        return [node, self.call("imported", const(tuple(tops)))]

    def s_ImportFrom(self, node):
        if node.level or not node.module or node.module == "__future__":
            return [node]
        return [node, self.call("imported", const((node.module.partition(".")[0],)))]

    def s_FunctionDef(self, node):
        node.args = self.arguments(node.args, 0)
        head, body = split_docstring(node.body)
        plain = self.unit.twins_of(body)
        # Declarations stand before both copies of the body.
        declared = [n for n in scope_walk(body) if isinstance(n, (ast.Global, ast.Nonlocal))]
        if declared:
            # Other copies share the twins, which must keep theirs.
            from copy import deepcopy

            body, plain = without_declarations(body), without_declarations(deepcopy(plain))
            self.unit.pair(body, plain)
        site, params, scope = self.function_site("function", node)
        inner = type(self)(self.unit, scope, TOKEN, at_top=False)
        plain = plain or [at(ast.Pass(), node)]
        enter = ast.Assign([ast.Name(TOKEN, STORE)], hook("enter", const(site), names_tuple(params)))
        start = body[0] if body else node
        traced = [at(enter, start)] + inner.block(body)
        dual = at(ast.If(budget(f"f{site}"), traced, plain), start)
        node.body = head + declared + [dual]
        return [node]

    s_AsyncFunctionDef = s_FunctionDef

    def s_ClassDef(self, node):
        head, body = split_docstring(node.body)
        inner = type(self)(self.unit, Scope(self.scope), self.token, at_top=False)
        node.body = head + inner.block(body) or [at(ast.Pass(), node)]
        return [node]
