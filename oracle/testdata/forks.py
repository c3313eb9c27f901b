"""Runs scripts in forks of itself, which has loaded the libraries of all of them: one for each
line of the standard input, an object that names the arguments and the files for output, errors
and the status in the end."""

import gc
import json
import os
import runpy
import sys
import warnings

gc.disable()
import numpy, pandas, scipy.cluster.hierarchy, scipy.integrate, scipy.interpolate, scipy.optimize, scipy.signal, scipy.special, scipy.stats  # noqa: E401,E402,F401
import sklearn.calibration, sklearn.cluster, sklearn.decomposition, sklearn.isotonic, sklearn.manifold, sklearn.metrics, sklearn.neighbors  # noqa: E401,E402,F401
import statsmodels.api, statsmodels.formula.api  # noqa: E401,E402,F401

gc.enable()
gc.freeze()
warnings.filterwarnings("ignore", "This process", DeprecationWarning)  # the other threads tend a library that no script uses
for line in sys.stdin:
    request = json.loads(line)
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass
    if os.fork():
        continue
    child = os.fork()
    if child:
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        with open(request["end"], "w") as f:
            f.write(str(status))
        os._exit(0)
    for fd, name in ((0, os.devnull), (1, request["stdout"]), (2, request["stderr"])):
        os.dup2(os.open(name, os.O_RDWR), fd)
    sys.argv = request["argv"]
    runpy.run_path(sys.argv[0], run_name="__main__")
    sys.stdout.flush()
    os._exit(0)
