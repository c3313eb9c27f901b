"""What the tracer needs to know of an object's type, without touching the object: code
of the analysis may stand behind any attribute, length or iteration."""

import collections
import functools
import io
import types

NONE = type(None)
identity = object.__hash__  # as good as id, of each call of which the interpreter tells audit hooks
ATOMS = frozenset((int, float, bool, str, NONE, bytes, complex))
FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.MethodWrapperType)
NAMELESS = FUNCTIONS + (types.ModuleType, type, types.WrapperDescriptorType, types.MethodDescriptorType, types.CodeType)
SCALARS = {"Timestamp", "Timedelta", "Period", "datetime", "date", "Decimal", "Fraction"}
PLAIN = {list, tuple, dict, set, frozenset, collections.defaultdict, collections.OrderedDict, collections.Counter, collections.deque}
OWN = ("__iter__", "__len__", "__getitem__", "__contains__", "items", "values", "get")


class Kind:
    """One type: atom (immutable, compared by value), nameless (functions, types and
    modules, which have no lineage), sequence, mapping or set whose iteration is the
    interpreter's own, top-level package, io (a file object)."""

    __slots__ = ("atom", "scalar", "nameless", "sequence", "mapping", "set", "container", "mutable", "top", "io", "name")

    def __init__(self, t):
        self.name = t.__name__
        module = t.__module__
        self.top = module.partition(".")[0] if type(module) is str else ""
        self.atom = t in ATOMS
        # A single value of a library.
        self.scalar = self.top == "numpy" and hasattr(t, "__float__") and not hasattr(t, "__len__") or self.name in SCALARS
        self.nameless = issubclass(t, NAMELESS)
        self.sequence = inherits(t, list) or inherits(t, tuple) or t is collections.deque
        self.mapping = inherits(t, dict)
        self.set = t in (set, frozenset)
        self.container = self.sequence or self.mapping or self.set
        self.mutable = self.container and not issubclass(t, (tuple, frozenset)) or t is bytearray
        self.io = issubclass(t, io.IOBase)


def inherits(t, base):
    """Whether t is base, or a subclass that changes nothing of how it is read."""
    if t in PLAIN:
        return issubclass(t, base)
    return issubclass(t, base) and all(getattr(t, n, None) is getattr(base, n, None) for n in OWN)


known = {}


def kind_of(x):
    t = type(x)
    k = known.get(t)
    if k is None:
        k = known[t] = Kind(t)
    return k


def function_of(f):
    """The Python function behind a function, bound method or functools wrapper; None
    where there is none."""
    t = type(f)
    if t is types.MethodType:
        f = f.__func__
        t = type(f)
    if t is types.FunctionType:
        return f
    if t is functools._lru_cache_wrapper:
        wrapped = f.__wrapped__
        return wrapped if type(wrapped) is types.FunctionType else None
    return None


def simple_key(key):
    """Whether a key can be hashed and compared without running code of the analysis."""
    return type(key) in ATOMS or type(key) is tuple and all(type(k) in ATOMS for k in key)
