"""Runs an analysis under the tracer: python -s -P -B run.py analysis.py [arguments].

The trace goes as JSON lines to the file descriptor named by ASSAY_TRACE_FD. Without it
the analysis runs untraced.
"""

import os
import sys


def tracer(folder):
    """Loads the tracer from its own folder, which leaves sys.path before the analysis begins."""
    sys.path.insert(0, folder)
    import assaytrace

    del sys.path[0]
    return assaytrace


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: run.py analysis.py [arguments]")
    sys.dont_write_bytecode = True
    sys.exit(tracer(os.path.dirname(os.path.abspath(__file__))).main(sys.argv[1], sys.argv[1:]))
