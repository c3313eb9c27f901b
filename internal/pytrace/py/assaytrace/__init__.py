"""Tracer of analyses: rewrites the analysis' own code and reports what it did.

The package imports nothing but the standard library. numpy, pandas and matplotlib are
looked up only once the analysis has imported them.
"""

import os

VERSION = "assay/trace/v1"


def main(script, argv):
    """Runs a script as __main__ and returns its exit status, traced where
    ASSAY_TRACE_FD names an open file descriptor."""
    from . import runner

    fd = os.environ.pop("ASSAY_TRACE_FD", "")
    return runner.run(os.path.abspath(script), argv, int(fd) if fd.isdigit() else None)
