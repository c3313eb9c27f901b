"""Runs an analysis under the tracer: python -s -P -B run.py analysis.py [arguments].

The trace goes as JSON lines to the file descriptor named by ASSAY_TRACE_FD. Without it
the analysis runs untraced.
"""

import importlib.util
import os
import sys


def package(folder):
    """Loads the tracer from its own folder, which never enters sys.path."""
    spec = importlib.util.spec_from_file_location(
        "assaytrace",
        os.path.join(folder, "assaytrace", "__init__.py"),
        submodule_search_locations=[os.path.join(folder, "assaytrace")],
    )
    module = importlib.util.module_from_spec(spec)
    sys.modules["assaytrace"] = module
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: run.py analysis.py [arguments]")
    sys.dont_write_bytecode = True
    tracer = package(os.path.dirname(os.path.abspath(__file__)))
    sys.exit(tracer.main(sys.argv[1], sys.argv[1:]))
