"""Runs scripts under the tracer in forks of itself, as a warm interpreter does but without a
sandbox: one for each line of the standard input, an object that names the folder and the
script, modules to load before, and files for its output, errors, trace and end."""

import importlib.util
import json
import os
import sys

folder = os.path.join(sys.argv[1], "assaytrace")
spec = importlib.util.spec_from_file_location("assaytrace", os.path.join(folder, "__init__.py"), submodule_search_locations=[folder])
tracer = sys.modules["assaytrace"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(tracer)

from assaytrace import imports, runner, warm  # noqa: E402,F401  warm loads all that a run would
from assaytrace.kept import Kept  # noqa: E402

kept = Kept()
kept.hide()
for line in sys.stdin:
    request = json.loads(line)
    kept.load(request["modules"])
    while warm.reaped():
        pass
    if os.fork():
        continue
    child = os.fork()
    if child:
        _, status, used = os.wait4(child, 0)
        with open(request["end"], "w") as f:
            json.dump({"exit": os.waitstatus_to_exitcode(status), "cpu": used.ru_utime + used.ru_stime}, f)
        os._exit(0)
    for fd, name, flags in ((0, os.devnull, os.O_RDONLY), (1, request["stdout"], os.O_WRONLY), (2, request["stderr"], os.O_WRONLY)):
        os.dup2(os.open(name, flags), fd)
    os.closerange(3, 100)
    trace = os.open(request["trace"], os.O_WRONLY)
    os.chdir(request["folder"])
    imports.kept = kept
    kept.begin()
    script = os.path.join(request["folder"], request["script"])
    status = runner.run(script, [script], trace)
    runner.leave(status, request["folder"])
    sys.exit(status)
