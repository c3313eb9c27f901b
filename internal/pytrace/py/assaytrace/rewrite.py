"""Rewrites the analysis' syntax tree so that it reports what it does.

    f(a, k=b)     becomes   R(t, d, F(t, d, site, f)(A(t, d, a, how), k=A(t, d, b, how)))
    a + b         becomes   R(t, d, O(t, d, site, a, how) + A(t, d, b, how))

The real operation stays in the analysis' own frame. t is the frame's token (a local of
a name that no source can contain; a constant of the unit at module and class level), d
the register, how tells where an operand's value came from: None an expression that has
just been reported, the name that was read, 0 a literal, False anything else.

Bodies of functions, lambdas and while loops and elements of comprehensions exist twice,
reported and plain; a budget that is tested before each run selects one. A for loop becomes
two, of which the plain one, over the rest of the items, is the else of the reported one.
Hooks are attributes of one module that the builtins hold under the name "@".
"""

import _ast as ast
import os
import warnings

from .kinds import identity
from .statements import Statements
from .syntax import (
    BINARY,
    COMPARE,
    ELEMENT,
    LOAD,
    NAMESPACE_CALLS,
    PLAIN_CALLS,
    ROOT,
    STORE,
    TOKEN,
    UNARY,
    at,
    budget,
    const,
    hook,
    load,
    names_tuple,
    parse,
    placed,
    read_names,
    scope_walk,
    target_names,
    walk,
)
from .tokens import REGISTERS, Scope, Site


class Unit:
    """One piece of source: a file, or the text of an exec or eval."""

    def __init__(self, hooks, file, source_name):
        self.hooks = hooks
        self.file = file  # as reported
        self.filename = source_name  # as compiled
        self.modules = set()  # names bound by import statements
        self.nodes = []  # kept, so that their ids stay theirs
        self.twins, self.plain = {}, set()

    def module(self, source):
        return self.silently(self.of_module, source)

    def expression(self, source):
        return self.silently(self.of_expression, source)

    @staticmethod
    def silently(compiled, source):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # they were given when the source itself was compiled
            return compiled(source)

    def of_module(self, source):
        tree = self.paired(source, "exec")
        scope = self.hooks.scopes[self.filename] = Scope()
        rewriter = Rewriter(self, scope, self.hooks.new_module(scope))
        tree.body = rewriter.top(tree.body)
        return compile(placed(tree, self.plain), self.filename, "exec", dont_inherit=True)

    def paired(self, source, mode):
        """The tree of a source, and for each node its twin in a second, untouched tree:
        plain copies of bodies come from there, and may be shared."""
        tree, plain = [parse(source, self.filename, mode) for _ in range(2)]
        self.pair([tree], [plain])
        return tree

    def pair(self, trees, plain):
        nodes, twins = walk(*trees), walk(*plain)
        self.nodes += nodes
        self.twins.update(zip(map(identity, nodes), twins))
        self.plain.update(map(identity, twins))

    def twin(self, node):
        return self.twins.get(identity(node), node)  # what has none is never rewritten

    def twins_of(self, body):
        return [self.twin(n) for n in body]

    def local(self, module):
        """Whether a module is the analysis' own: its attributes have lineage."""
        path = os.path.join(os.path.dirname(self.filename), module.partition(".")[0])
        return os.path.exists(path + ".py") or os.path.isdir(path)

    def of_expression(self, source):
        tree = self.paired(source, "eval")
        scope = Scope()
        tree.body, _ = Rewriter(self, scope, self.hooks.new_module(scope)).expr(tree.body, 0)
        return compile(placed(tree, self.plain), self.filename, "eval", dont_inherit=True)


class Rewriter(Statements):
    """Rewrites the code of one scope; token names its token."""

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
        return load(self.token) if self.token[0] == ROOT else budget(self.token)

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
                args.append(at(ast.Starred(self.arg(a.value, d), LOAD), a))
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
        node.args = [at(ast.Starred(hook("source", const(mode), load(mode), *node.args), LOAD), node)]
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
            put(at(ast.Starred(new, LOAD), element) if star else new)
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
        inner = Rewriter(self.unit, scope, ELEMENT, at_top=False, in_iterable=outer)
        new = ast.BoolOp(ast.And(), [budget(info.var), hook("gen", const(site), names_tuple([n for n, _ in targets]))])
        last = generators[-1]
        bind = ast.comprehension(ast.Name(ELEMENT, STORE), ast.List([new], LOAD), [], 0)
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
        inner = Rewriter(self.unit, scope, TOKEN, at_top=False)
        plain = self.unit.twin(node.body)
        value, how = inner.expr(node.body, 0)
        enter = ast.NamedExpr(ast.Name(TOKEN, STORE), hook("enter", const(site), names_tuple(params)))
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
