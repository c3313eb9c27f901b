"""Rewrites the analysis' syntax tree so that it reports what it does.

    f(a, k=b)     becomes   R(t, d, F(t, d, site, f)(A(t, d, a, how), k=A(t, d, b, how)))
    a + b         becomes   R(t, d, O(t, d, site, a, how) + A(t, d, b, how))

The real operation stays in the analysis' own frame. t is the frame's token (a local of
a name that no source can contain; a constant of the unit at module and class level), d
the register, how tells where an operand's value came from: None an expression that has
just been reported, the name that was read, 0 a literal, False anything else.

Bodies of loops, functions, lambdas and elements of comprehensions exist twice, reported
and plain; a budget that is tested before each run selects one. Hooks are attributes of
one object that the builtins hold under the name "@".
"""

import ast
import copy
import os

from .tokens import REGISTERS, Scope, Site

ROOT = "@"
TOKEN = "@t"
ELEMENT = "@e"
PLAIN_CALLS = {"super", "eval", "exec", "__import__", "compile", "breakpoint", "input"}
NAMESPACE_CALLS = {"locals", "vars", "dir"}
MUTATORS = {
    "append", "extend", "insert", "add", "update", "setdefault", "pop", "remove", "appendleft", "extendleft", "discard",
    "sort", "reverse", "clear", "write", "writelines", "writerow", "writerows", "put", "push", "fill", "itemset",
}  # fmt: skip
BINARY = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.FloorDiv: "floordiv", ast.Mod: "mod",
    ast.Pow: "pow", ast.MatMult: "matmul", ast.BitAnd: "and_", ast.BitOr: "or_", ast.BitXor: "xor",
    ast.LShift: "lshift", ast.RShift: "rshift",
}  # fmt: skip
UNARY = {ast.UAdd: "pos", ast.USub: "neg", ast.Invert: "invert"}
COMPARE = {
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge", ast.Is: "is_",
    ast.IsNot: "is_not", ast.In: "contains", ast.NotIn: "not_contains",
}  # fmt: skip
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
SCOPES = FUNCTIONS + (ast.ClassDef, ast.Lambda)


def load(name):
    return ast.Name(name, ast.Load())


def const(value):
    return ast.Constant(value)


def hook(name, *args):
    return ast.Call(ast.Attribute(load(ROOT), name, ast.Load()), list(args), [])


def budget(name):
    return ast.Attribute(load(ROOT), name, ast.Load())


def at(new, old):
    """new with the place of old, for tracebacks."""
    return ast.copy_location(new, old)


def names_tuple(names):
    return ast.Tuple([load(n) for n in names], ast.Load())


def scope_walk(nodes):
    """Nodes of one scope: does not enter functions, classes and lambdas."""
    todo = list(nodes)
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, SCOPES):
            todo.extend(ast.iter_child_nodes(node))


class Unit:
    """One piece of source: a file, or the text of an exec or eval."""

    def __init__(self, hooks, file, source_name):
        self.hooks = hooks
        self.file = file  # as reported
        self.filename = source_name  # as compiled
        self.modules = set()  # names bound by import statements

    def module(self, source, flags=0):
        tree = ast.parse(source, self.filename)
        self.pair(tree, ast.parse(source, self.filename))
        scope = self.hooks.scopes[self.filename] = Scope()
        rewriter = Rewriter(self, scope, self.hooks.new_module(scope))
        tree.body = rewriter.top(tree.body)
        return compile(ast.fix_missing_locations(tree), self.filename, "exec", flags=flags, dont_inherit=True)

    def pair(self, tree, plain):
        """Pairs each node with its twin in a second, untouched tree: plain copies of
        bodies come from there, and may be shared."""
        self.nodes = list(ast.walk(tree))  # keeps their ids theirs
        self.twins = dict(zip(map(id, self.nodes), ast.walk(plain)))

    def twin(self, node):
        return self.twins.get(id(node), node)  # what has none is never rewritten

    def twins_of(self, body):
        return [self.twin(n) for n in body]

    def local(self, module):
        """Whether a module is the analysis' own: its attributes have lineage."""
        path = os.path.join(os.path.dirname(self.filename), module.partition(".")[0])
        return os.path.exists(path + ".py") or os.path.isdir(path)

    def expression(self, source):
        tree = ast.parse(source, self.filename, mode="eval")
        self.pair(tree, ast.parse(source, self.filename, mode="eval"))
        scope = Scope()
        tree.body, _ = Rewriter(self, scope, self.hooks.new_module(scope)).expr(tree.body, 0)
        return compile(ast.fix_missing_locations(tree), self.filename, "eval", dont_inherit=True)


class Rewriter:
    """Rewrites the code of one scope; token is the expression of its token."""

    def __init__(self, unit, scope, token, at_top=True, in_iterable=False):
        self.unit, self.scope, self.token, self.at_top = unit, scope, token, at_top
        # Within the iterable of a comprehension no name may be bound, not even by a lambda.
        self.in_iterable = in_iterable

    # -- helpers -----------------------------------------------------------------

    def site(self, kind, node, layout=(), spec=None):
        site = Site(kind, self.unit.file, node, layout, spec)
        site.scope = self.scope
        return self.unit.hooks.add_site(site)

    def t(self):
        return copy.copy(self.token)

    def how(self, node):
        """How of an operand that is not rewritten."""
        if isinstance(node, ast.Constant):
            return 0
        if isinstance(node, ast.Name):
            return node.id
        return False

    def operand(self, node, d):
        """(rewritten node, how) of an operand evaluated below register d."""
        return self.expr(node, d + 1)

    def first(self, site, node, d):
        """An operand that opens a pending operation."""
        value, how = self.operand(node, d)
        return at(hook("O", self.t(), const(d), const(site), value, const(how)), node)

    def arg(self, node, d):
        value, how = self.operand(node, d)
        return at(hook("A", self.t(), const(d), value, const(how)), node)

    def result(self, node, d, old):
        return at(hook("R", self.t(), const(d), at(node, old)), old), None

    # -- expressions ---------------------------------------------------------------

    def expr(self, node, d):
        """(rewritten expression, how): how is None where evaluating it sets token.ev."""
        if node is None:
            return None, False
        if isinstance(node, (ast.Constant, ast.Name)):
            return node, self.how(node)
        method = getattr(self, "x_" + type(node).__name__, None)
        if method is None or d >= REGISTERS - 1:
            return node, False
        return method(node, d)

    def plain(self, node, d):
        """An expression whose own value is not reported, its parts are."""
        return self.expr(node, d)[0]

    def carried(self, node, d):
        """An expression that sets token.ev whatever it is."""
        value, how = self.expr(node, d)
        if how is None:
            return value
        return at(hook("V", self.t(), value, const(how)), node)

    def x_Call(self, node, d):
        f = node.func
        if isinstance(f, ast.Name):
            if f.id in NAMESPACE_CALLS and not node.args and not node.keywords:
                return at(hook("space", node), node), False
            if f.id == "exec" or f.id == "eval":
                return self.evaluation(node, d)
            if f.id in PLAIN_CALLS or f.id == "print" and not any(k.arg == "file" for k in node.keywords):
                node.args = [self.starred(a, d) for a in node.args]
                for k in node.keywords:
                    k.value = self.plain(k.value, d)
                return node, False
        if isinstance(f, ast.Attribute) and f.attr == "resize":  # numpy allows no reference there
            f.value = at(hook("release", self.plain(f.value, d)), f.value)
            return node, False
        layout, args, keywords = [], [], []
        site = self.site("call", node)
        if isinstance(f, ast.Attribute) and not self.is_module(f.value):
            f.value = self.first(site, f.value, d)
        else:
            f = self.plain(f, d + 1)
        for i, a in enumerate(node.args):
            if isinstance(a, ast.Constant):
                layout.append((str(i), True, a.value))
                args.append(a)
            elif isinstance(a, ast.Starred):
                layout.append(("*", False, None))
                args.append(at(ast.Starred(self.arg(a.value, d), ast.Load()), a))
            else:
                layout.append((str(i), False, None))
                args.append(self.arg(a, d))
        for k in node.keywords:
            if k.arg is None:
                layout.append(("**", False, None))
                k.value = self.arg(k.value, d)
            elif isinstance(k.value, ast.Constant):
                layout.append((k.arg, True, k.value.value))
            else:
                layout.append((k.arg, False, None))
                k.value = self.arg(k.value, d)
            keywords.append(k)
        self.unit.hooks.sites[site].layout = tuple(layout)
        callee = at(hook("F", self.t(), const(d), const(site), f), node.func)
        return self.result(ast.Call(callee, args, keywords), d, node)

    def starred(self, a, d):
        if isinstance(a, ast.Starred):
            a.value = self.plain(a.value, d)
            return a
        return self.plain(a, d)

    def evaluation(self, node, d):
        """exec and eval of source: the source is rewritten before it is run."""
        node.args = [self.starred(a, d) for a in node.args]
        if node.keywords or not node.args or any(isinstance(a, ast.Starred) for a in node.args):
            return node, False
        mode = node.func.id
        node.args = [at(ast.Starred(hook("source", const(mode), load(mode), *node.args), ast.Load()), node)]
        return node, False

    def is_module(self, node):
        while isinstance(node, ast.Attribute):
            node = node.value
        return isinstance(node, ast.Name) and node.id in self.unit.modules

    def x_Attribute(self, node, d):
        if self.is_module(node):
            return node, False
        site = self.site("attribute", node, spec=node.attr)
        node.value = self.first(site, node.value, d)
        return self.result(node, d, node)

    def x_Subscript(self, node, d):
        site = self.site("subscript", node)
        layout = []
        node.value = self.first(site, node.value, d)
        node.slice = self.index(node.slice, d, layout)
        self.unit.hooks.sites[site].layout = tuple(layout)
        return self.result(node, d, node)

    def index(self, node, d, layout):
        if isinstance(node, ast.Slice):
            node.lower = node.lower and self.index(node.lower, d, layout)
            node.upper = node.upper and self.index(node.upper, d, layout)
            node.step = node.step and self.index(node.step, d, layout)
            return node
        if isinstance(node, ast.Tuple) and not any(isinstance(e, ast.Starred) for e in node.elts):
            node.elts = [self.index(e, d, layout) for e in node.elts]
            return node
        return self.arg(node, d)

    def x_BinOp(self, node, d):
        if isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant):
            return node, 0
        site = self.site("operator", node, spec=BINARY[type(node.op)])
        node.left = self.first(site, node.left, d)
        node.right = self.arg(node.right, d)
        return self.result(node, d, node)

    def x_UnaryOp(self, node, d):
        if isinstance(node.operand, ast.Constant):
            return node, 0
        if isinstance(node.op, ast.Not):
            node.operand = self.plain(node.operand, d)
            return node, False
        site = self.site("operator", node, spec=UNARY[type(node.op)])
        node.operand = self.first(site, node.operand, d)
        return self.result(node, d, node)

    def x_Compare(self, node, d):
        site = self.site("operator", node, spec=COMPARE[type(node.ops[0])])
        node.left = self.first(site, node.left, d)
        node.comparators = [self.arg(c, d) for c in node.comparators]
        return self.result(node, d, node)

    def x_BoolOp(self, node, d):
        node.values = [self.carried(v, d) for v in node.values]
        return node, None

    def x_IfExp(self, node, d):
        node.test = self.plain(node.test, d)
        node.body = self.carried(node.body, d)
        node.orelse = self.carried(node.orelse, d)
        return node, None

    def x_NamedExpr(self, node, d):
        node.value = self.carried(node.value, d)
        return at(hook("W", self.t(), const(node.target.id), node), node), None

    def x_Await(self, node, d):
        site = self.site("await", node)
        node.value = self.first(site, node.value, d)
        return self.result(node, d, node)

    def x_Yield(self, node, d):
        node.value = self.plain(node.value, d)
        return node, False

    x_YieldFrom = x_Yield

    def x_Starred(self, node, d):
        return self.starred(node, d), False

    def x_JoinedStr(self, node, d):
        site = self.site("fstring", node)
        layout = []
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                part.value = self.arg(part.value, d) if layout else self.first(site, part.value, d)
                spec = part.format_spec
                fixed = spec is None or all(isinstance(v, ast.Constant) for v in spec.values)
                text = "".join(str(v.value) for v in spec.values) if spec is not None and fixed else ""
                layout.append((text if fixed else None, False, part.conversion))
        self.unit.hooks.sites[site].layout = tuple(layout)
        if not layout:
            return node, 0
        return self.result(node, d, node)

    # -- displays --------------------------------------------------------------------

    def display(self, kind, node, elements, d):
        """Rewrites the elements of a display: setters take the rewritten element."""
        if all(isinstance(e, ast.Constant) for e, _, _ in elements):
            return node, False
        site = self.site("display", node, spec=kind)
        layout, opened = [], False
        for element, key, put in elements:
            if isinstance(element, ast.Constant):
                layout.append((key, True, element.value))
                continue
            star = isinstance(element, ast.Starred)
            inner = element.value if star else element
            new = self.arg(inner, d) if opened else self.first(site, inner, d)
            opened = True
            layout.append(("*" if star else key, False, None))
            put(at(ast.Starred(new, ast.Load()), element) if star else new)
        self.unit.hooks.sites[site].layout = tuple(layout)
        return self.result(node, d, node)

    def x_List(self, node, d):
        if not node.elts:
            return node, False

        def setter(i):
            return lambda e: node.elts.__setitem__(i, e)

        elements = [(e, i, setter(i)) for i, e in enumerate(node.elts)]
        return self.display(type(node).__name__.lower(), node, elements, d)

    x_Tuple = x_Set = x_List

    def x_Dict(self, node, d):
        if not node.values:
            return node, False
        elements = []
        for i, (k, v) in enumerate(zip(node.keys, node.values)):
            key = "**" if k is None else ("=", k.value) if isinstance(k, ast.Constant) else "?"
            elements.append((v, key, lambda e, i=i: node.values.__setitem__(i, e)))
        constant = all(isinstance(v, ast.Constant) for v in node.values)
        node.keys = [k and self.plain(k, d + 1) for k in node.keys]
        if constant:
            return node, False
        return self.display("dict", node, elements, d)

    # -- comprehensions, lambdas -------------------------------------------------------

    def comprehension(self, node, d):
        site = self.site("comprehension", node, spec=type(node).__name__)
        info = self.unit.hooks.sites[site]
        info.var = f"c{site}"
        info.spec = (type(node).__name__, any(g.ifs for g in node.generators))
        self.unit.hooks.set_budget(info.var, 0)
        generators = node.generators
        outer, self.in_iterable = self.in_iterable, True
        generators[0].iter = self.first(site, generators[0].iter, d)
        self.in_iterable = outer
        targets = [t for g in generators for t in target_names(g.target)]
        info.targets = tuple(targets)
        info.mutates = tuple(sorted(read_names(node) - {n for n, _ in targets}))
        scope = info.scope = Scope(self.scope)
        inner = Rewriter(self.unit, scope, load(ELEMENT), at_top=False, in_iterable=outer)
        new = ast.BoolOp(ast.And(), [budget(info.var), hook("gen", const(site), names_tuple([n for n, _ in targets]))])
        last = generators[-1]
        bind = ast.comprehension(ast.Name(ELEMENT, ast.Store()), ast.List([new], ast.Load()), [], 0)
        # The conditions of the last clause move behind the token.
        twin = self.unit.twin
        bind.ifs = [at(ast.IfExp(load(ELEMENT), inner.plain(c, 0), twin(c)), c) for c in last.ifs]
        last.ifs = []
        generators.append(bind)

        def element(e):
            plain = twin(e)
            value, how = inner.expr(e, 0)
            return at(ast.IfExp(load(ELEMENT), hook("E", load(ELEMENT), value, const(how)), plain), plain)

        if isinstance(node, ast.DictComp):
            node.value = element(node.value)
        else:
            node.elt = element(node.elt)
        return self.result(node, d, node)

    x_ListComp = x_SetComp = x_DictComp = x_GeneratorExp = comprehension

    def x_Lambda(self, node, d):
        node.args = self.arguments(node.args, d)
        if self.in_iterable or any(isinstance(n, (ast.Yield, ast.YieldFrom, ast.Await)) for n in scope_walk([node.body])):
            return node, False
        site, params, scope = self.function_site("lambda", node)
        inner = Rewriter(self.unit, scope, load(TOKEN), at_top=False)
        plain = self.unit.twin(node.body)
        value, how = inner.expr(node.body, 0)
        enter = ast.NamedExpr(ast.Name(TOKEN, ast.Store()), hook("enter", const(site), names_tuple(params)))
        test = ast.BoolOp(ast.And(), [budget(f"f{site}"), enter])
        body = hook("T", load(TOKEN), value, const(how))
        node.body = at(ast.IfExp(test, body, plain), plain)
        return node, False

    def arguments(self, args, d):
        args.defaults = [self.plain(x, d) for x in args.defaults]
        args.kw_defaults = [x and self.plain(x, d) for x in args.kw_defaults]
        return args

    def function_site(self, kind, node):
        site = self.site(kind, node, spec=getattr(node, "name", "<lambda>"))
        info = self.unit.hooks.sites[site]
        info.scope = Scope(self.scope)
        a = node.args
        every = a.posonlyargs + a.args + a.kwonlyargs + [x for x in (a.vararg, a.kwarg) if x]
        params = [x.arg for x in every]
        info.targets = tuple(params)
        info.var = f"f{site}"
        self.unit.hooks.set_budget(info.var)
        return site, params, info.scope

    # -- statements --------------------------------------------------------------------

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
        spec = ast.Tuple([ast.Tuple([const(n), const(i)], ast.Load()) for n, i in paths], ast.Load())
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

    def dual(self, site, info, node, first):
        """The loop's body twice, under its budget."""
        plain = self.unit.twins_of(node.body)
        inner = Rewriter(self.unit, self.scope, self.token, at_top=False)
        traced = first + inner.block(node.body)
        for s in first:
            at(s, node)
        test = at(ast.Attribute(self.t(), info.var, ast.Load()), node)
        node.body = [at(ast.If(test, traced, plain), node)]
        node.orelse = self.block(node.orelse)
        return [node, self.call("loopend", const(site))]

    def s_For(self, node):
        site, info = self.loop_site("for", node)
        targets = target_names(node.target)
        info.targets = tuple(targets)
        value, how = self.expr(node.iter, 1)
        node.iter = at(hook("loop", self.t(), const(site), value, const(how)), node.iter)
        first = [self.call("item", const(site), names_tuple([n for n, _ in targets]))]
        return self.dual(site, info, node, first)

    s_AsyncFor = s_For

    def s_While(self, node):
        site, info = self.loop_site("while", node)
        start = self.call("loop", const(site), const(None), const(0))
        test = self.unit.twin(node.test)
        node.test = at(ast.IfExp(ast.Attribute(self.t(), info.var, ast.Load()), self.plain(node.test, 0), test), test)
        first = [self.call("item", const(site), ast.Tuple([], ast.Load()))]
        return [start] + self.dual(site, info, node, first)

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
            body, plain = without_declarations(body), without_declarations(copy.deepcopy(plain))
        site, params, scope = self.function_site("function", node)
        inner = Rewriter(self.unit, scope, load(TOKEN), at_top=False)
        plain = plain or [ast.Pass()]
        enter = ast.Assign([ast.Name(TOKEN, ast.Store())], hook("enter", const(site), names_tuple(params)))
        start = body[0] if body else node
        traced = [at(enter, start)] + inner.block(body)
        dual = at(ast.If(budget(f"f{site}"), traced, plain), start)
        node.body = head + declared + [dual]
        return [node]

    s_AsyncFunctionDef = s_FunctionDef

    def s_ClassDef(self, node):
        head, body = split_docstring(node.body)
        inner = Rewriter(self.unit, Scope(self.scope), self.token, at_top=False)
        node.body = head + inner.block(body) or [ast.Pass()]
        return [node]


def split_docstring(body):
    if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant) and type(body[0].value.value) is str:
        return [body[0]], list(body[1:])
    return [], list(body)


class Undeclared(ast.NodeTransformer):
    """Statements of one scope with its global and nonlocal declarations taken out."""

    def visit(self, node):
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            return at(ast.Pass(), node)
        return node if isinstance(node, SCOPES) else self.generic_visit(node)


def without_declarations(body):
    return [Undeclared().visit(n) for n in body]


def target_names(target, path=()):
    """(name, path) of every name that a target binds."""
    if isinstance(target, ast.Name):
        return [(target.id, path)]
    if isinstance(target, ast.Starred):
        return target_names(target.value, (-1,))
    if isinstance(target, (ast.Tuple, ast.List)):
        return [x for i, e in enumerate(target.elts) for x in target_names(e, path + (i,))]
    return []


def read_names(node):
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}


def root_name(node):
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else None


def written_names(body):
    """(names bound, names whose objects are changed) in statements of one scope."""
    writes, mutates = set(), set()
    for n in scope_walk(body):
        if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store):
            writes.add(n.id)
        elif isinstance(n, (ast.Subscript, ast.Attribute)) and isinstance(n.ctx, ast.Store):
            mutates.add(root_name(n))
        elif isinstance(n, ast.AugAssign) and not isinstance(n.target, ast.Name):
            mutates.add(root_name(n.target))
        elif isinstance(n, ast.Call):
            if isinstance(n.func, ast.Attribute) and n.func.attr in MUTATORS:
                mutates.add(root_name(n.func.value))
            for a in n.args:  # a function may change what it is given
                if isinstance(a, ast.Name):
                    mutates.add(a.id)
    return tuple(sorted(writes)), tuple(sorted(mutates - {None} - writes))
