"""Tracer of analyses: rewrites the analysis' own code and reports what it did.

The package imports nothing but the standard library. numpy, pandas and matplotlib are
looked up only once the analysis has imported them.
"""

import os
import stat

VERSION = "assay/trace/v1"


def main(script, argv):
    """Runs a script as __main__ and returns its exit status, traced where
    ASSAY_TRACE_FD names an open file descriptor. Where that is a socket, the script is
    run in forks of this process, as often as it is asked for there."""
    from . import runner

    fd = os.environ.get("ASSAY_TRACE_FD", "")
    if fd.isdigit() and waits(int(fd)):
        from . import warm

        warm.serve(int(fd))
    fd = os.environ.pop("ASSAY_TRACE_FD", "")
    script = os.path.abspath(script)
    status = runner.run(script, argv, int(fd) if fd.isdigit() else None)
    if fd:
        runner.leave(status, os.path.dirname(script))
    return status


def waits(fd):
    try:
        return stat.S_ISSOCK(os.fstat(fd).st_mode)
    except OSError:
        return False
