"""Order-free digests of rows: the mirror of the Go package internal/canon.

A cell has a 64-bit code: the bits of its number as float64 (-0 as 0), the first eight
bytes of the SHA-256 of its text, or one constant for missing (None, NaN, NaT). Codes are
mixed with a key that depends on the kind, cells are folded along the row, and rows are
summed modulo 2^64.
"""

import struct

from .hashes import sha256

MASK = (1 << 64) - 1
NUMBER = 0x9E3779B97F4A7C15
TEXT = 0xC2B2AE3D27D4EB4F
MISSING = 0x165667B19E3779F9
STEP = 0xD6E8FEB86659FD93
FIRST, SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def mix(x):
    """The finaliser of splitmix64."""
    x ^= x >> 30
    x = x * FIRST & MASK
    x ^= x >> 27
    x = x * SECOND & MASK
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
    digest = sha256(text.encode("utf-8", "surrogatepass")).digest()
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


CHUNK = 1 << 14  # elements at a time: what the processor's cache holds


def of_numbers(np, values):
    """The digest of one column of numbers."""
    total, missing, key = 0, np.uint64(mix(MISSING)), np.uint64(NUMBER)
    steps = [(np.uint64(30), np.uint64(FIRST)), (np.uint64(27), np.uint64(SECOND)), (np.uint64(31), None)]
    shift, xor, multiply = np.right_shift, np.bitwise_xor, np.multiply

    def mix_all(x, spare):
        for by, factor in steps:
            shift(x, by, out=spare)
            xor(x, spare, out=x)
            if factor is not None:
                multiply(x, factor, out=x)

    room = np.empty((2, min(CHUNK, len(values))))
    for i in range(0, len(values), CHUNK):
        part = values[i : i + CHUNK]
        floats, spare = room[:, : len(part)]
        np.add(part, 0.0, out=floats)  # -0 becomes 0
        codes, spare = floats.view(np.uint64), spare.view(np.uint64)
        gone = np.isnan(floats)
        xor(codes, key, out=codes)
        mix_all(codes, spare)
        if gone.any():
            codes[gone] = missing
        mix_all(codes, spare)
        total += int(codes.sum(dtype=np.uint64))
    return total & MASK


def of_texts(texts):
    """The digest of one column of texts, None for missing."""
    known, total = {}, 0
    for t in texts:
        code = known.get(t)
        if code is None:
            code = known[t] = mix(cell(t))
        total += code
    return total & MASK


def text(digest):
    return f"{digest:016x}"
