"""Run every reference and submission of the cases again and keep what each one writes.

    .venv/bin/python cases/regenerate.py [CASE[/SUBMISSION] ...]

Each analysis runs in a fresh folder that holds only analysis.py, or what was built from
analysis.go, and data/. What it writes replaces the stored file; what it does not write
stays as it was handed in. A run stops at the case's wall limit. This is a developer's
tool: it has no sandbox.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

CASES = Path(__file__).resolve().parent


def folders(case):
    """The submission folders of a case, the reference first."""
    return [case / "hidden" / "reference", *sorted((case / "submissions").glob("*/"))]


def command(entry, scratch):
    """The call that runs an analysis; one in Go is built first."""
    if entry.suffix == ".go":
        subprocess.run(["go", "build", "-o", scratch / "analysis", entry], cwd=CASES.parent, check=True)
        return [scratch / "analysis"]
    shutil.copy(entry, scratch)
    return [sys.executable, entry.name]


def run(case, folder):
    """Run one analysis, replace its outputs and return how the run ended."""
    contract = json.loads((case / "case.json").read_text())["contract"]
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        shutil.copytree(case / "data", scratch / "data")
        entry = next((e for e in (contract["entry"], *contract.get("also", [])) if (folder / e).is_file()), contract["entry"])
        try:
            done = subprocess.run(
                command(folder / entry, scratch),
                cwd=scratch,
                capture_output=True,
                text=True,
                timeout=contract["wall_seconds"],
            )
            errors = done.stderr.strip().splitlines()
            end = "ok" if done.returncode == 0 else f"exit {done.returncode}: {errors[-1] if errors else ''}"
        except subprocess.TimeoutExpired:
            end = f"stopped after {contract['wall_seconds']} s"
        for name in contract["outputs"]:
            if (scratch / name).is_file():
                shutil.copy(scratch / name, folder / name)
    return end


def main(wanted):
    for path in sorted(CASES.glob("*/case.json")):
        case = path.parent
        for folder in folders(case):
            names = {case.name, f"{case.name}/{folder.name}"}
            if not wanted or names & set(wanted):
                print(f"{case.name}/{folder.name}: {run(case, folder)}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
