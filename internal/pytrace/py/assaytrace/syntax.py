"""Building blocks of rewritten code, and questions to the syntax tree."""

import _ast as ast  # of the ast module nothing else is needed, and loading it takes long

from .kinds import identity

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


LOAD, STORE = ast.Load(), ast.Store()


def parse(source, filename, mode="exec"):
    return compile(source, filename, mode, ast.PyCF_ONLY_AST, dont_inherit=True)


def load(name):
    return ast.Name(name, LOAD)


def const(value):
    return ast.Constant(value)


def hook(name, *args):
    return ast.Call(budget(name), list(args), [])


def budget(name):
    return ast.Attribute(load(ROOT), name, LOAD)


def at(new, old):
    """new with the place of old, for tracebacks."""
    new.lineno, new.col_offset, new.end_lineno, new.end_col_offset = old.lineno, old.col_offset, old.end_lineno, old.end_col_offset
    return new


def names_tuple(names):
    return ast.Tuple([load(n) for n in names], LOAD)


def children(node):
    """The nodes right below one, but for those that hold nothing, such as operators."""
    out = []
    for name in node._fields:
        value = getattr(node, name, None)
        if type(value) is list:
            out += [v for v in value if isinstance(v, ast.AST) and v._fields]
        elif isinstance(value, ast.AST) and value._fields:
            out.append(value)
    return out


def walk(*trees):
    """Nodes and all below them."""
    nodes = list(trees)
    for node in nodes:
        nodes += children(node)
    return nodes


def placed(tree, known):
    """A tree whose nodes all have a place: that of what holds them, where they had none.
    known are ids of nodes below which nothing lacks one."""
    tree.lineno, tree.col_offset, tree.end_lineno, tree.end_col_offset = 1, 0, 1, 0
    nodes = [tree]
    for node in nodes:
        for child in children(node):
            if identity(child) not in known:
                nodes.append(child if hasattr(child, "lineno") else at(child, node))
    return tree


def scope_walk(nodes):
    """Nodes of one scope: does not enter functions, classes and lambdas."""
    todo = list(nodes)
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, SCOPES):
            todo += children(node)


def split_docstring(body):
    if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant) and type(body[0].value.value) is str:
        return [body[0]], list(body[1:])
    return [], list(body)


def without_declarations(body):
    """Statements of one scope with its global and nonlocal declarations taken out, in place."""
    for i, node in enumerate(body):
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            body[i] = at(ast.Pass(), node)
        elif isinstance(node, (ast.stmt, ast.excepthandler, ast.match_case)) and not isinstance(node, SCOPES):
            for name in ("body", "orelse", "finalbody", "handlers", "cases"):
                without_declarations(getattr(node, name, ()))
    return body


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
    return {n.id for n in walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}


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
