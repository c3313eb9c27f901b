"""Writes the arrays of npy_test.go beside this file: numpy 2.5.5, np.save and np.savez."""
import pathlib
import numpy as np

here = pathlib.Path(__file__).parent
x = np.array([[0.1, -2.5, np.nan], [3e100, 4.0, 5.0]])
np.save(here / "wide.npy", x)
np.save(here / "fortran.npy", np.asfortranarray(x))
np.save(here / "big.npy", np.array([[0.1, -2.5], [3, 4]], dtype=">f4"))
np.save(here / "line.npy", np.array([2**63 - 1, -2**63, 0]))
np.save(here / "empty.npy", np.zeros(0))
record = np.dtype([("i", ">i2"), ("u", "<u8"), ("ok", "?"), ("name", "U3"), ("raw", "S2"), ("day", "M8[D]"), ("at", "M8[ms]")])
rows = [(-2, 2**64 - 1, True, "äb", b"xy", "1970-01-03", "2009-01-04T06:00:00.5"), (7, 0, False, "", b"z", "NaT", "1969-12-31T23:59:59.999")]
np.save(here / "record.npy", np.array(rows, dtype=record))
np.save(here / "aligned.npy", np.array([(1, 0.5), (2, 0.25)], dtype=np.dtype([("a", "i1"), ("b", "f8")], align=True)))
np.save(here / "object.npy", np.array([1, "a"], dtype=object), allow_pickle=True)
np.savez(here / "two.npz", y=np.array([1.5, 2.5]), m=np.array([[1, 2], [3, 4]], dtype="i4"))
np.savez_compressed(here / "packed.npz", a=np.array([True, False]), b=np.array(["x", "yy"]))
np.savez(here / "uneven.npz", a=np.zeros(2), b=np.zeros(3))
