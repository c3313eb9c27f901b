"""Runs the analysis as __main__, under the tracer where there is a way out for it."""

import atexit
import builtins
import gc
import os
import sys
import time
import types

from . import kinds
from .ending import leave  # noqa: F401  loaded before the analysis can change anything
from .hashes import sha256

PREPARED = {  # modules that are prepared once they are loaded
    "matplotlib": "on_matplotlib",
    "matplotlib.backend_bases": "on_backend",
    "matplotlib.backends.backend_agg": "on_canvas",
    "matplotlib.backends.backend_svg": "on_canvas",
    "matplotlib.backends.backend_pdf": "on_canvas",
    "matplotlib.figure": "on_figure",
    "matplotlib.axes._axes": "on_axes",
}
LIBRARIES = ("numpy", "pandas", "scipy", "statsmodels", "scikit_learn", "matplotlib", "seaborn", "polars", "pyarrow")


def run(script, argv, fd):
    """Runs a script; returns the exit status as sys.exit takes it."""
    with open(script, "rb") as f:
        source = f.read()
    fonts()
    sys.argv = list(argv)
    tracing = traced(fd, script, source) if fd is not None else None
    sys.path.insert(0, os.path.dirname(script))  # last: no module of the analysis stands in for one of ours
    status = 1
    try:
        code = compile(source, script, "exec", dont_inherit=True)
        if tracing is not None:
            code = tracing.code(source) or code
        main = sys.modules["__main__"] = types.ModuleType("__main__")
        main.__file__ = script
        main.__builtins__ = builtins
        main.__dict__["__cached__"] = None
        exec(code, main.__dict__)
        status = 0
    except SystemExit as e:
        status = e.code
        return status
    except BaseException as e:
        # The traceback starts in the analysis, as it does without the tracer.
        e.__traceback__ = e.__traceback__.tb_next
        sys.excepthook(type(e), e, e.__traceback__)
        if isinstance(e, KeyboardInterrupt):
            status = 130
        return status
    finally:
        if tracing is not None:
            tracing.status = status
    return 0


def traced(fd, script, source):
    """The trace of a run; None where it cannot begin, which its one line then says."""
    try:
        return Tracing(fd, script, source)
    except Exception as e:
        error = "".join(c for c in f"{type(e).__name__}: {e}" if c.isprintable() and c not in '"\\')
        line = '{"k":"end","src":"interp","events":0,"dropped":0,"exit":0,"cpu":0,"error":"%s"}\n' % error[:300]
        try:
            os.write(fd, line.encode("utf-8", "replace"))
        except OSError:
            pass  # the descriptor is gone: a trace without an end says it too
        return None


def fonts():
    """Gives matplotlib a folder of its own with the prepared list of fonts."""
    prepared, own = os.environ.pop("ASSAY_FONT_CACHE", ""), os.environ.get("MPLCONFIGDIR", "")
    if not prepared or not own:
        return
    try:
        os.makedirs(own, exist_ok=True)
        for name in os.listdir(prepared):
            target = os.path.join(own, name)
            if not os.path.lexists(target):
                os.symlink(os.path.join(prepared, name), target)
    except OSError:
        pass  # matplotlib then builds the list itself


def installed():
    """Versions of the usual libraries, read from the names of their metadata folders."""
    found = {}
    for folder in sys.path:
        if os.path.basename(folder) in ("site-packages", "dist-packages") and os.path.isdir(folder):
            for entry in os.listdir(folder):
                name, dash, version = entry.removesuffix(".dist-info").partition("-")
                if dash and entry.endswith(".dist-info") and name in LIBRARIES:
                    found.setdefault(name, version)
    return found


class Tracing:
    """One trace: its parts, its first and its last event."""

    def __init__(self, fd, script, source):
        from . import VERSION, files, hooks, imports, sink
        from .documents import Documents
        from .names import inside
        from .recorder import Recorder

        gc.freeze()  # what has been loaded by now lives as long as the run
        folder = os.path.dirname(script)
        owns = inside(folder)
        self.script, self.folder, self.status = script, folder, 0
        self.version, self.imports = VERSION, imports
        self.sink = sink.Sink(fd)
        self.recorder = Recorder(self.sink, owns)
        self.files = files.Files(self.recorder, os.getcwd(), owns)
        self.documents = Documents(self.recorder, self.files)
        self.hooks = hooks.Hooks(self.recorder, self.documents, self.files)
        self.begin(source)
        self.hooks.install()
        imports.Loader.hooks = self.hooks
        imports.Loader.report = self.script_seen
        imports.install(imports.Finder(owns, {name: self.draws(method) for name, method in PREPARED.items()}))
        self.files.install()
        os.register_at_fork(after_in_child=self.forked)
        atexit.register(self.end)

    def draws(self, method):
        """What prepares a module of matplotlib; only with the first is anything of figures loaded."""

        def prepare(module):
            if self.hooks.figures is None:
                from .figures import Figures

                self.hooks.figures = Figures(self.recorder, self.files, self.hooks.fail)
            getattr(self.hooks.figures, method)(module)

        return prepare

    def name(self, path):
        return self.files.relative(path)

    def begin(self, source):
        from .guard import TOTAL, K
        from .values import BUDGET, LARGE, SMALL

        self.sink.emit(
            "run",
            {
                "version": self.version,
                "language": "python",
                "runtime": f"{sys.implementation.name} {sys.version.split()[0]}",
                "libraries": installed(),
                "scripts": [{"path": self.name(self.script), "sha256": sha256(source).hexdigest()}],
                "caps": {"runs": K, "loop_runs": TOTAL, "exact": SMALL, "content": LARGE, "content_bytes": BUDGET},
            },
        )

    def script_seen(self, path, data):
        """Reports a local module; returns its name in sites."""
        name = self.name(path)
        self.sink.emit("audit", {"event": "module", "detail": f"{name} {sha256(data).hexdigest()}"})
        return name

    def code(self, source):
        return self.imports.rewritten(self.hooks, self.name(self.script), self.script, source)

    def forked(self):
        """A forked child runs on untraced: the trace is the parent's."""
        self.sink.mute()
        self.files.on = False
        self.hooks.fail(RuntimeError("forked"))

    def end(self):
        if self.sink.closed:
            return
        try:
            self.documents.finish()
        except Exception as e:
            self.hooks.fail(e)
        self.files.on = False
        self.hooks.off = True
        code = self.status
        if code is None:
            code = 0
        elif not isinstance(code, int):
            code = 1
        body = {"events": self.sink.events + 1, "dropped": self.sink.dropped, "exit": code, "cpu": round(time.process_time(), 6)}
        if self.hooks.error:
            body["error"] = self.hooks.error
        self.sink.emit("end", body)
        self.sink.close()
        self.forget()

    def forget(self):
        """Lets go of the analysis' objects, whose own end may do something."""
        recorder, hooks = self.recorder, self.hooks
        for held in (recorder.registry.objects, recorder.registry.parts, recorder.callbacks, recorder.names.paths, hooks.calls, hooks.returns, kinds.known):
            held.clear()
