"""Order-free digests of rows: the mirror of the Go package internal/canon.

A cell has a 64-bit code: the bits of its number as float64 (-0 as 0), the first eight
bytes of the SHA-256 of its text, or one constant for missing (None, NaN, NaT). Codes are
mixed with a key that depends on the kind, cells are folded along the row, and rows are
summed modulo 2^64.
"""

import hashlib
import struct

MASK = (1 << 64) - 1
NUMBER = 0x9E3779B97F4A7C15
TEXT = 0xC2B2AE3D27D4EB4F
MISSING = 0x165667B19E3779F9
STEP = 0xD6E8FEB86659FD93


def mix(x):
    """The finaliser of splitmix64."""
    x ^= x >> 30
    x = x * 0xBF58476D1CE4E5B9 & MASK
    x ^= x >> 27
    x = x * 0x94D049BB133111EB & MASK
    return x ^ x >> 31


def cell(value):
    """The code of one cell: a number, a text or None."""
    if value is None or value != value:
        return mix(MISSING)
    if isinstance(value, str):
        return text_code(value)
    bits = struct.unpack("<Q", struct.pack("<d", float(value) or 0.0))[0]
    return mix(bits ^ NUMBER)


def text_code(text):
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
    return mix(int.from_bytes(digest[:8], "little") ^ TEXT)


def rows(columns):
    """The digest of rows given as columns of cells; 0 for no rows."""
    total = 0
    for row in zip(*columns):
        code = 0
        for value in row:
            code = mix((code * STEP + cell(value)) & MASK)
        total = total + code & MASK
    return total


def mix_array(np, x):
    """mix over a uint64 array, in place."""
    x ^= x >> np.uint64(30)
    x *= np.uint64(0xBF58476D1CE4E5B9)
    x ^= x >> np.uint64(27)
    x *= np.uint64(0x94D049BB133111EB)
    x ^= x >> np.uint64(31)
    return x


def number_codes(np, values):
    """The codes of a float64 array."""
    values = values + 0.0  # a copy, and -0 becomes 0
    codes = values.view(np.uint64) ^ np.uint64(NUMBER)
    missing = np.isnan(values)
    codes = mix_array(np, codes)
    if missing.any():
        codes[missing] = np.uint64(mix(MISSING))
    return codes


def text_codes(np, texts):
    """The codes of a list of texts, None for missing."""
    known = {None: mix(MISSING)}
    for text in set(texts) - {None}:
        known[text] = text_code(text)
    return np.fromiter(map(known.__getitem__, texts), np.uint64, len(texts))


def rows_array(np, columns):
    """rows over columns of codes."""
    step = np.uint64(STEP)
    total = None
    for codes in columns:
        total = codes.copy() if total is None else total * step + codes
        total = mix_array(np, total)
    return 0 if total is None else int(total.sum(dtype=np.uint64))


def text(digest):
    return f"{digest:016x}"
