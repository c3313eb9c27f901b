"""SHA-256 and BLAKE2 without hashlib, whose library takes longer to load than many an analysis runs."""

import sys
from _blake2 import blake2b  # noqa: F401

try:
    from _sha2 import sha256
except ImportError:  # before 3.12
    from _sha256 import sha256

LARGE = 4 << 20  # bytes from which that library, which is faster, is worth loading


def of_file(f):
    """The SHA-256 of an open file."""
    if "_hashlib" in sys.modules:
        import hashlib

        return hashlib.file_digest(f, "sha256").hexdigest()
    data = f.read(LARGE)
    if len(data) < LARGE:
        return sha256(data).hexdigest()
    import hashlib

    digest = hashlib.sha256(data)
    while data := f.read(LARGE):
        digest.update(data)
    return digest.hexdigest()
