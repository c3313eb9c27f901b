#!/usr/bin/env bash
# Makes the Python environment for sample analyses: the newest of CPython 3.13, 3.12
# and 3.11 on this machine, with the packages of its lock file, checked by hash.
set -euo pipefail
venv=$1
here=$(cd "$(dirname "$0")" && pwd)

usable() { # usable PYTHON MINOR: runs, is that version and can make environments
  "$1" -c "import sys, venv, ensurepip; sys.exit(sys.version_info[:2] != (3, $2))" 2>/dev/null
}

find_python() { # find_python MINOR
  local p
  for p in "python3.$1" python3 python "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3."$1".*/bin/python; do
    if usable "$p" "$1"; then
      "$p" -c 'import sys; print(sys.executable)'
      return 0
    fi
  done
  return 1
}

for minor in 13 12 11; do
  if python=$(find_python "$minor"); then
    lock="$here/py3$minor.txt"
    stamp="$venv/lock"
    if [ -x "$venv/bin/python" ] && cmp -s "$lock" "$stamp"; then
      exit 0
    fi
    echo "making $venv with Python 3.$minor" >&2
    rm -rf "$venv"
    "$python" -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r "$lock"
    cp "$lock" "$stamp"
    exit 0
  fi
done
echo "no CPython 3.13, 3.12 or 3.11 with venv was found: install one (Debian: python3 and python3-venv)" >&2
exit 1
