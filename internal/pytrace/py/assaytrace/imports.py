"""Imports: modules of the analysis' own folder are rewritten, matplotlib is prepared."""

import importlib.abc
import importlib.machinery
import sys

from .rewrite import Unit


class Loader(importlib.machinery.SourceFileLoader):
    """Loads a module of the analysis rewritten; compiled files are not believed."""

    hooks = None
    report = None

    def get_code(self, fullname):
        path = self.get_filename(fullname)
        data = self.get_data(path)
        original = compile(data, path, "exec", dont_inherit=True)
        return rewritten(self.hooks, self.report(path, data), path, data) or original


def rewritten(hooks, name, path, data):
    """The rewritten code of a source; None where the tracer cannot."""
    if hooks.off:
        return None
    try:
        return Unit(hooks, name, path).module(data)
    except Exception as e:  # whatever is wrong here, the source itself compiles
        hooks.fail(e)
        return None


class Finder(importlib.abc.MetaPathFinder):
    """Finds modules of the analysis' folder, and matplotlib's that are prepared."""

    def __init__(self, owns, prepared):
        self.owns, self.prepared = owns, prepared
        self.busy = False

    def find_spec(self, fullname, path=None, target=None):
        if self.busy:
            return None
        self.busy = True
        try:
            spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
            if spec is None or spec.loader is None or not isinstance(spec.origin, str):
                return None
            prepare = self.prepared.get(fullname)
            if prepare is not None:
                spec.loader = After(spec.loader, prepare)
                return spec
            if self.owns(spec.origin) and type(spec.loader) is importlib.machinery.SourceFileLoader:
                spec.loader = Loader(spec.loader.name, spec.loader.path)
                return spec
            return None
        finally:
            self.busy = False


class After(importlib.abc.Loader):
    """A loader that calls a function once the module is loaded."""

    def __init__(self, loader, function):
        self.loader, self.function = loader, function

    def __getattr__(self, name):
        return getattr(self.loader, name)

    def create_module(self, spec):
        return self.loader.create_module(spec)

    def exec_module(self, module):
        self.loader.exec_module(module)
        spec = getattr(module, "__spec__", None)
        if spec is not None:
            spec.loader = self.loader
            module.__loader__ = self.loader
        self.function(module)


def install(finder):
    sys.meta_path.insert(0, finder)
