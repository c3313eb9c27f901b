#!/usr/bin/env bash
# Makes the environments of the compatibility matrix below a folder: CPython 3.11 with
# releases of early 2023, 3.12 with those of late 2024, 3.13 with current ones, each from
# its lock file, checked by hash. Prints the interpreters, one a line. A CPython that is not
# on this machine is left out, and named on standard error.
set -euo pipefail
root=$1
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$root"
exec 9>"$root/.lock" # two tests may want them at once
flock 9

find_python() { # find_python MINOR: the first interpreter of that version that can make environments
  local p
  for p in "python3.$1" python3 python "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3."$1".*/bin/python; do
    if "$p" -c "import sys, venv, ensurepip; sys.exit(sys.version_info[:2] != (3, $1))" 2>/dev/null; then
      "$p" -c 'import sys; print(sys.executable)'
      return 0
    fi
  done
  return 1
}

for minor in 11 12 13; do
  lock="$here/compat/py3$minor.txt"
  venv="$root/py3$minor"
  if ! cmp -s "$lock" "$venv/lock"; then
    if ! python=$(find_python "$minor"); then
      echo "no CPython 3.$minor with venv: the matrix goes on without it" >&2
      continue
    fi
    echo "making $venv" >&2
    rm -rf "$venv"
    "$python" -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r "$lock" >&2
    cp "$lock" "$venv/lock"
  fi
  echo "$venv/bin/python"
done
