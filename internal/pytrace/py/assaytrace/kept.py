"""Modules that are loaded but not to be seen until they are imported."""

import builtins
import gc
import importlib.machinery
import sys
import types


class Kept:
    """The modules of a warm interpreter. Beside each stands which others its import asks
    for, so that importing it shows what it would have loaded, and no more."""

    def __init__(self):
        self.base = set(sys.modules)  # what a cold run has loaded when the analysis begins
        self.modules = {}  # out of sight
        self.needs = {}  # name -> names
        self.owners = {}  # name -> the package it was taken out of
        self.tried = set()
        self.prepared = {}  # name -> what to do with a module once it is seen

    # -- in the warm interpreter -----------------------------------------------------

    def load(self, names):
        """Loads what is asked for and not yet there; what cannot be loaded is left to
        the run that wants it."""
        new = [n for n in names if n not in self.tried]
        if not new:
            return
        self.tried.update(new)
        for name in list(self.modules):
            self.show(name)
        gc.disable()  # what is loaded stays: to look for garbage in it takes a tenth of the time
        with Noting(self.needs):
            for name in new:
                try:
                    __import__(name)
                except Exception:
                    pass
        self.hide()
        gc.enable()
        gc.collect()
        gc.freeze()

    def hide(self):
        for name in [n for n in sys.modules if n not in self.base]:
            self.modules[name] = sys.modules.pop(name)
        for name, module in self.modules.items():
            parent, _, child = name.rpartition(".")
            package = self.modules.get(parent) or sys.modules.get(parent)
            if type(package) is types.ModuleType and package.__dict__.get(child) is module:
                del package.__dict__[child]
                self.owners[name] = package
        for name, module in self.modules.items():
            if type(module) is types.ModuleType:
                self.needs.setdefault(name, set()).update(v.__name__ for v in list(module.__dict__.values()) if type(v) is types.ModuleType)

    def show(self, name):
        module = sys.modules[name] = self.modules.pop(name)
        package = self.owners.pop(name, None)
        if package is not None:
            package.__dict__[name.rpartition(".")[2]] = module

    # -- in a run ----------------------------------------------------------------------

    def begin(self):
        """A run begins: libraries draw their own random numbers, as fresh ones do."""
        random = self.modules.get("numpy.random")
        if random is not None:
            random.set_bit_generator(random.MT19937()) if hasattr(random, "set_bit_generator") else random.seed()
        sys.meta_path.insert(0, self)

    def first(self, prepared):
        """Asks for modules here before anywhere else, and prepares them as they are seen."""
        self.prepared = prepared
        sys.meta_path.remove(self)
        sys.meta_path.insert(0, self)

    def find_spec(self, name, path=None, target=None):
        module = self.modules.get(name)
        if module is None:
            return None
        spec = getattr(module, "__spec__", None)
        if path is None and spec is not None and spec.has_location:
            usual = importlib.machinery.PathFinder.find_spec(name)
            if usual is None or usual.origin != spec.origin:
                return None  # another module of that name comes first
        found = importlib.machinery.ModuleSpec(name, Loaded(self, spec))
        if spec is not None:
            found.origin, found.has_location, found.cached = spec.origin, spec.has_location, spec.cached
            found.submodule_search_locations = spec.submodule_search_locations
        return found

    def see(self, name):
        """Shows a module and all that its import asks for, and returns it."""
        names = (*self.closure(name), name)
        for other in names:
            self.show(other)
        for other in names:
            if other in self.prepared:
                self.prepared[other](sys.modules[other])
        return sys.modules[name]

    def closure(self, name):
        """The names that are shown with one, itself left out."""
        seen, todo = {name}, [name]
        while todo:
            at = todo.pop()
            for other in (*self.needs.get(at, ()), at.rpartition(".")[0]):
                if other in self.modules and other not in seen:
                    seen.add(other)
                    todo.append(other)
        seen.discard(name)
        return seen


class Loaded:
    """A loader for a module that is there already."""

    def __init__(self, kept, spec):
        self.kept, self.spec = kept, spec

    def __getattr__(self, name):
        return getattr(self.spec.loader, name)

    def create_module(self, spec):
        return self.kept.see(spec.name)

    def exec_module(self, module):
        if self.spec is not None:
            module.__spec__ = self.spec


class Noting:
    """While it is entered, notes which modules each module asks for."""

    def __init__(self, needs):
        self.needs = needs
        self.log = []  # names, in the order in which they were looked for

    def __enter__(self):
        self.original = builtins.__import__
        builtins.__import__ = self.asked
        sys.meta_path.insert(0, self)

    def __exit__(self, *_):
        builtins.__import__ = self.original
        sys.meta_path.remove(self)

    def find_spec(self, name, path=None, target=None):
        self.log.append(name)
        return None

    def asked(self, name, globals=None, locals=None, fromlist=(), level=0):
        mark = len(self.log)
        try:
            return self.original(name, globals, locals, fromlist, level)
        finally:
            owner = globals.get("__name__") if globals else None
            if type(owner) is str:
                if level:
                    package = globals.get("__package__") or owner.rpartition(".")[0]
                    above = package.rsplit(".", level - 1)[0] if level > 1 else package
                    name = f"{above}.{name}" if name else above
                needs = self.needs.setdefault(owner, set())
                needs.add(name)
                needs.update(self.log[mark:])
                needs.update(f"{name}.{f}" for f in fromlist or () if f"{name}.{f}" in sys.modules)
