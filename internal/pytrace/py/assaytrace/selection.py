"""What selecting operations did to rows and columns of pandas tables."""

import sys

from .kinds import kind_of
from .values import number

SUFFIXES = {"_LocIndexer": "loc", "_iLocIndexer": "iloc", "_AtIndexer": "at", "_iAtIndexer": "iat"}


def pandas():
    return sys.modules.get("pandas")


def is_mask(x):
    """Whether x selects rows by truth."""
    if kind_of(x).top in ("numpy", "pandas"):
        return getattr(getattr(x, "dtype", None), "kind", "") == "b" and getattr(x, "ndim", 0) >= 1
    return type(x) is list and len(x) > 0 and type(x[0]) is bool


def is_frame(x):
    pd = pandas()
    return pd is not None and issubclass(type(x), pd.DataFrame)


def is_table(x):
    pd = pandas()
    return pd is not None and issubclass(type(x), (pd.DataFrame, pd.Series))


def columns(x):
    """Names of columns given as one name or a list of names."""
    if type(x) is str:
        return [x]
    if type(x) in (list, tuple) and all(type(c) in (str, int, tuple) for c in x):
        return [str(c) for c in x]
    return []


def rows(sel, before, after):
    if is_table(before):
        sel["rows_in"] = len(before)
    if is_table(after):
        sel["rows_out"] = len(after)
    return sel


def of_subscript(names, a, p, v):
    """(native name, selection, parameters) of a[...]."""
    kind = type(a)
    keys = [arg[0] for arg in p.args]
    fixed = [value for _, is_fixed, value in p.site.layout if is_fixed]
    params = {}
    indexer = SUFFIXES.get(kind.__name__)
    if indexer and kind.__module__.startswith("pandas"):
        owner = a.obj
        fn = f"{names.path(type(owner))}.{indexer}.__getitem__"
        sel = rows({}, owner, v)
        for k in keys:
            if is_mask(k):
                sel["mask"] = "rows"
        if is_frame(owner) and len(keys) > 1:
            sel["cols_read"] = columns(keys[-1])
        if sel.get("rows_in") is not None and sel["rows_in"] == sel.get("rows_out") and sel.get("cols_read"):
            fn += ".columns"
        add(params, keys)
        return fn, clean(sel), params
    if is_frame(a) and keys:
        key = keys[0]
        sel = rows({}, a, v)
        fn = names.path(kind) + ".__getitem__"
        if isinstance(key, (str, tuple)) and len(keys) == 1:
            return fn + ".column", clean({**sel, "cols_read": [str(key)]}), params
        if is_mask(key):
            return fn + ".rows", clean({**sel, "mask": "rows"}), params
        if len(keys) == 1 and columns(key):
            return fn + ".columns", clean({**sel, "cols_read": columns(key)}), params
        return fn + ".rows", clean(sel), params
    sel = rows({}, a, v)
    for k in keys:
        if is_mask(k):
            sel["mask"] = "rows"
    name = kind.__name__
    if name.endswith("GroupBy") and keys:
        sel["cols_read"] = columns(keys[0])
    add(params, keys + fixed)
    return names.path(kind) + ".__getitem__", clean(sel), params


def add(params, keys):
    for i, k in enumerate(keys):
        if type(k) in (str, int, float, bool):
            params[str(i)] = number(k) if type(k) is not str else k
        elif columns(k):
            params[str(i)] = columns(k)


def of_store(names, a, p, name):
    """(native name, selection, parameters, changed object) of a[...] = v, a.name = v."""
    kind = type(a)
    keys = [arg[0] for arg in p.args]
    indexer = SUFFIXES.get(kind.__name__)
    if indexer and kind.__module__.startswith("pandas"):
        owner = a.obj
        sel = rows({}, owner, owner)
        if is_frame(owner) and len(keys) > 1:
            sel["cols_written"] = columns(keys[-1])
        return f"{names.path(type(owner))}.{indexer}.__setitem__", clean(sel), {}, owner
    if name is not None:
        return names.path(kind) + ".__setattr__", {"cols_written": [name]} if is_frame(a) else None, {"name": name}, a
    sel = rows({}, a, a)
    if is_frame(a) and keys:
        sel["cols_written"] = columns(keys[0])
    return names.path(kind) + ".__setitem__", clean(sel), {}, a


def replaces(p):
    """Whether a store replaces a column of a table, whose arrays all stay as they are."""
    pd = pandas()
    return pd is not None and p.site.kind == "store" and type(p.owner) is pd.DataFrame and len(p.args) == 1 and type(p.args[0][0]) is str


def of_attribute(a, name):
    """The selection of df.name where name is a column."""
    if is_frame(a) and name not in type(a).__dict__ and not hasattr(type(a), name) and name in a.columns:
        return {"cols_read": [name], "rows_in": len(a), "rows_out": len(a)}
    return None


COLUMN_ARGUMENTS = ("by", "on", "left_on", "right_on", "subset", "columns", "index", "values", "id_vars", "value_vars", "keys")
KEYED = {"groupby", "merge", "join", "sort_values", "pivot", "pivot_table", "set_index"}


def of_call(fn, owner, p, params, result):
    """The selection of a method of a table, None for other calls."""
    if not fn.startswith("pandas."):
        return None
    sel = rows({}, owner, result)
    if not is_table(owner):
        obj = getattr(owner, "obj", None) if type(owner).__name__.endswith(("GroupBy", "Resampler", "Rolling")) else None
        if obj is None and "rows_out" not in sel:
            return None
        sel = rows(sel, obj, result)
    method = fn.rpartition(".")[2]
    named = {}
    args = iter(p.args)
    for role, fixed, value in p.site.layout:
        named[role] = value if fixed else next(args, (None,))[0]
    read = []
    for name in COLUMN_ARGUMENTS:
        if name in named:
            read += columns(named[name])
    if method in ("groupby", "sort_values", "set_index", "merge") and "0" in named:
        read += columns(named["1"] if method == "merge" and "1" in named else named["0"])
    if read:
        sel["cols_read"] = sorted(set(read))
        if method in KEYED:
            sel["keys"] = list(dict.fromkeys(read))
    if type(owner).__name__.endswith("GroupBy"):
        keys = getattr(owner, "keys", None)
        if columns(keys):
            sel["keys"] = columns(keys)
    if is_frame(owner) and is_frame(result) and result is not owner:
        before = set(map(str, owner.columns[:256]))
        new = [c for c in map(str, result.columns[:256]) if c not in before]
        if new and method in ("assign", "insert", "join", "merge", "eval", "rename"):
            sel["cols_written"] = new
    if method == "query" and isinstance(named.get("0"), str):
        sel["mask"] = named["0"]
    return clean(sel)


def clean(sel):
    return {k: v for k, v in sel.items() if v not in (None, [], "")} or None
