"""Native names of functions, and who owns them."""

import functools
import os
import sys
import types

from .kinds import function_of, identity

BUILTIN_METHODS = (types.BuiltinFunctionType, types.MethodWrapperType)
DISPATCHERS = {
    "_ArrayFunctionDispatcher",
    "_lru_cache_wrapper",
    "method_descriptor",
    "wrapper_descriptor",
    "cython_function_or_method",
    "builtin_function_or_method",
}


class Names:
    """Names functions and types by their shortest public path."""

    def __init__(self, owns):
        self.owns = owns  # says whether a file is the analysis' own
        self.paths = {}  # key of a function or type -> (object, path)
        self.versions = {}

    def native(self, f):
        """The native name of a callable."""
        if isinstance(f, functools.partial):
            f = f.func
        kind = type(f)
        if kind is types.MethodType:
            owner = f.__self__
            owner = owner if isinstance(owner, type) else type(owner)
            f = function_of(f) or f.__func__
            if isinstance(f, types.FunctionType) and self.owned(f):
                return "__main__." + f.__qualname__
            return self.path(owner) + "." + getattr(f, "__name__", "?")
        if kind in BUILTIN_METHODS:
            owner = f.__self__
            if owner is None or kind is types.BuiltinFunctionType and isinstance(owner, types.ModuleType):
                return self.path(f)
            owner = owner if isinstance(owner, type) else type(owner)
            return self.path(owner) + "." + f.__name__
        if kind is types.FunctionType or isinstance(f, type):
            return self.path(f)
        if kind.__name__ == "ufunc":
            numpy = sys.modules.get("numpy")
            name = f.__name__
            return ("numpy." if getattr(numpy, name, None) is f else "scipy.special.") + name
        if kind.__name__ in DISPATCHERS:
            return self.path(f)
        return self.path(kind) + ".__call__"

    def path(self, thing):
        """The shortest public path of a function or type."""
        # Functions are known by their code, lest what they close over is kept alive, and by
        # their name, as all that one decorator wraps have the same code.
        anchor, key = thing, identity(thing)
        if type(thing) is types.FunctionType:
            anchor = thing.__code__
            key = (identity(anchor), thing.__module__, thing.__qualname__)
        known = self.paths.get(key)
        if known is not None and known[0] is anchor:
            return known[1]
        path = self._path(thing)
        self.paths[key] = (anchor, path)
        return path

    def _path(self, thing):
        if thing is open:
            return "builtins.open"
        module = getattr(thing, "__module__", None) or "builtins"
        name = getattr(thing, "__qualname__", None) or getattr(thing, "__name__", None) or type(thing).__qualname__
        if self.owned(thing):
            return "__main__." + name
        parts = module.split(".")
        if parts[0] in ("pandas", "numpy", "polars", "pyarrow") and isinstance(thing, type) and "." not in name:
            return parts[0] + "." + name.lstrip("_")
        for i in range(1, len(parts) + 1):
            home = sys.modules.get(".".join(parts[:i]))
            if home is not None and getattr(home, name, None) is thing:
                return ".".join(parts[:i]) + "." + name
        public = [p for p in parts if not p.startswith("_")] or [parts[0].lstrip("_")]
        return ".".join(public) + "." + name

    def owned(self, thing):
        """Whether a function or type is the analysis' own, whatever it claims."""
        f = function_of(thing)
        if f is not None:
            return self.owns(f.__code__.co_filename)
        if isinstance(thing, type):
            name = thing.__module__
            module = sys.modules.get(name) if type(name) is str else None
            return module is not None and (name == "__main__" or self.owns(getattr(module, "__file__", None)))
        return False

    def library(self, fn):
        """The lib field of an operation by its native name."""
        top = fn.partition(".")[0]
        if top == "__main__":
            return {"name": "__main__", "origin": "user"}
        if top in sys.builtin_module_names or top in sys.stdlib_module_names:
            return {"name": top, "origin": "lib"}
        version = self.versions.get(top)
        if version is None:
            version = getattr(sys.modules.get(top), "__version__", None)
            version = version if isinstance(version, str) else ""
            self.versions[top] = version
        return {"name": top, "version": version, "origin": "lib" if version else "unknown"}


def inside(folder):
    """A predicate: whether a file lies in the folder."""
    root, installed = os.path.realpath(folder) + os.sep, f"{os.sep}site-packages{os.sep}"
    known = {}

    def owns(path):
        if not isinstance(path, str):
            return False
        answer = known.get(path)
        if answer is None:
            if path.startswith("<assay:"):  # code of an exec or eval
                answer = True
            elif path.startswith("<") or installed in path:
                answer = False
            else:
                real = os.path.join(os.path.realpath(path), "") if path.endswith(os.sep) else os.path.realpath(path)
                answer = real.startswith(root) and installed not in real
            known[path] = answer
        return answer

    return owns
