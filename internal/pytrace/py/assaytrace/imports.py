"""Imports: modules of the analysis' own folder are rewritten, matplotlib is prepared."""

import importlib.machinery
import os
import sys

from .rewrite import Unit

kept = None  # the modules of a warm interpreter


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


class Finder:
    """Finds modules of the analysis' folder, and matplotlib's that are prepared. All
    others are left to the usual finders, unsought."""

    def __init__(self, owns, prepared):
        self.owns, self.prepared = owns, prepared
        self.known = {}  # folder of a path -> whether it is the analysis'

    def find_spec(self, fullname, path=None, target=None):
        if fullname.partition(".")[0] == __package__:
            return None  # the tracer's own, wherever it lies
        prepare = self.prepared.get(fullname)
        if prepare is None and not self.near(fullname, sys.path if path is None else path):
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.loader is None or not isinstance(spec.origin, str):
            return None
        if prepare is not None:
            spec.loader = After(spec.loader, prepare)
            return spec
        if self.owns(spec.origin) and type(spec.loader) is importlib.machinery.SourceFileLoader:
            spec.loader = Loader(spec.loader.name, spec.loader.path)
            return spec
        return None

    def near(self, name, path):
        """Whether a folder of the analysis on the path may hold the module."""
        for folder in path:
            if not isinstance(folder, str):
                continue
            own = self.known.get(folder)
            if own is None:
                own = self.known[folder] = self.owns(os.path.join(folder, ""))
            if own:
                place = os.path.join(folder, name.rpartition(".")[2])
                if os.path.exists(place + ".py") or os.path.isdir(place):
                    return True
        return False


class After:
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
    if kept is not None:
        kept.first(finder.prepared)
