"""What a value is: its type, shape, content and fingerprint.

Content travels in two forms: numbers as little-endian float64 (NaN for missing, bools as
0 and 1, times as days since 1970-01-01), and texts as a list (null for missing). A
fingerprint is blake2b-96 over form, shape and content, so equal content has one
fingerprint whatever holds it.
"""

import datetime
import json
import math
import sys
import weakref
from array import array
from itertools import chain, islice
from operator import is_

from . import canon
from .hashes import blake2b
from .kinds import identity, kind_of

SMALL = 64  # numbers sent exactly with the value
LARGE = 65_536  # elements above which content is not sent and fingerprints are sampled
SAMPLES = 8_192
LONG = 2_048  # items above which a list is recognised by their identity rather than read again
LISTS = 4  # that are recognised
BUDGET = 64 << 20  # bytes of content sent in one run
LINE = 8 << 20  # and in one piece
COLUMNS = 256
NUMBERS = {int, float, bool}
NUMERIC = {"int", "float", "bool", "time"}
DAY = 86_400.0
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def number(x):
    """A number as JSON: non-finite ones and integers above 2^53 are strings."""
    if type(x) is bool:
        return x
    if isinstance(x, int):
        x = int(x)
        return x if -(1 << 53) <= x <= 1 << 53 else str(x)
    x = float(x)
    if x != x:
        return "NaN"
    if x in (math.inf, -math.inf):
        return "Infinity" if x > 0 else "-Infinity"
    return x


def days(moment):
    """Days since the epoch of a date or datetime; naive ones count as UTC."""
    if isinstance(moment, datetime.datetime):
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=datetime.timezone.utc)
        return (moment - EPOCH).total_seconds() / DAY
    return float(moment.toordinal() - 719_163)


class Content:
    """The content of a column: form f8 (raw holds bytes) or U (texts), dtype, shape.

    A large content is not normalised whole: sample holds SAMPLES of its elements.
    """

    __slots__ = ("form", "dtype", "shape", "raw", "texts", "sampled", "mix")

    def __init__(self, form, dtype, shape, raw=None, texts=None, sampled=False):
        self.form, self.dtype, self.shape = form, dtype, tuple(shape)
        self.raw, self.texts, self.sampled = raw, texts, sampled
        self.mix = None  # digest of the whole, of a sampled content

    def fingerprint(self):
        head = f"{self.form}{list(self.shape)}{'s' if self.sampled else ''}\n".encode()
        body = self.raw if self.form == "f8" else json.dumps(self.texts).encode()
        return blake2b(head + body, digest_size=12).hexdigest()

    def values(self):
        """The elements as JSON values, where there are at most SMALL."""
        if self.sampled or math.prod(self.shape) > SMALL:
            return None
        if self.form == "U":
            return self.texts
        numbers = array("d", self.raw)
        if sys.byteorder == "big":
            numbers.byteswap()
        if self.dtype == "bool":
            return [bool(x) if x == x else "NaN" for x in numbers]
        if self.dtype == "int":
            return [int(x) if x == x and abs(x) < 1 << 53 else number(x) for x in numbers]
        return [number(x) for x in numbers]


def raw_floats(numbers):
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


def sequence(items):
    """Content of a list of scalars; None where they do not go together."""
    n = len(items)
    if n == 0:
        return None
    if n > LARGE:
        return large_sequence(items)
    return cells(items, n, False)


def large_sequence(items):
    """Content of a long list: a sample, and the digest of all where numpy is at hand."""
    content = cells(items[:: max(1, len(items) // SAMPLES)], len(items), True)
    np = sys.modules.get("numpy")
    if content is None:
        return None
    if content.form == "U":
        content.mix = canon.of_texts([t if type(t) is str else None for t in items])
    elif np is not None and set(map(type, items)) <= NUMBERS:
        content.mix = canon.of_numbers(np, np.array(items, "float64"))
    return content


def cells(items, n, sampled):
    if scalar(items[0]) is None:
        return None  # before all are looked at: a list of objects is long and met often
    kinds = set(map(type, items))
    plain = kinds - {type(None)}
    if plain <= NUMBERS:
        if not plain:
            return None
        if type(None) in kinds:
            items = [math.nan if x is None else x for x in items]
        dtype = "bool" if plain == {bool} else "float" if float in plain else "int"
        try:
            return Content("f8", dtype, (n,), raw=raw_floats(array("d", items)), sampled=sampled)
        except OverflowError:
            return None
    if plain == {str}:
        return Content("U", "str", (n,), texts=list(items), sampled=sampled)
    if plain <= {str, float} and all(type(x) is str or x is None or x != x for x in items):
        return Content("U", "str", (n,), texts=[x if type(x) is str else None for x in items], sampled=sampled)
    names, numbers = set(), array("d")
    for x in items:
        s = scalar(x)
        if s is None:
            return None
        if s[1] is not None:
            names.add(s[0])
            if s[0] not in NUMERIC:
                return None
        numbers.append(math.nan if s[1] is None else float(s[1]))
    if names and ("time" not in names or len(names) == 1):
        dtype = "time" if "time" in names else "bool" if names == {"bool"} else "int" if names == {"int"} else "float"
        return Content("f8", dtype, (n,), raw=raw_floats(numbers), sampled=sampled)
    return None


def scalar(x):
    """(dtype, Python value) of a scalar of any library, None where x is none. Missing
    values have the value None; times are days."""
    kind = type(x)
    if kind in (float, int, bool, str):
        return kind.__name__, x
    if x is None:
        return "none", None
    module = kind_of(x).top
    if module == "numpy":
        np = sys.modules.get("numpy")
        if np is not None and isinstance(x, np.generic):
            if isinstance(x, np.datetime64):
                return "time", None if np.isnat(x) else float(x.astype("datetime64[ns]").astype("int64")) / (DAY * 1e9)
            item = x.item()
            if type(item) in (float, int, bool, str):
                return type(item).__name__, item
            if isinstance(x, np.floating):
                return "float", float(x)
        return None
    if module == "pandas":
        name = kind.__name__
        if name in ("NAType", "NaTType"):
            return "none", None
        if name == "Timestamp":
            return "time", days(x.to_pydatetime(warn=False))
        if name == "Timedelta":
            return "timedelta", x.total_seconds() / DAY
        if name in ("Period", "Interval"):
            return "str", str(x)
        return None
    if kind is datetime.datetime or kind is datetime.date:
        return "time", days(x)
    if kind.__name__ in ("Decimal", "Fraction") and module in ("decimal", "fractions", "_decimal"):
        try:
            return "float", float(x)
        except (TypeError, ValueError, ArithmeticError):
            return None  # a signalling NaN, or parts of a strange type
    return None


class Describer:
    """Describes values and sends the content of each once."""

    def __init__(self, send):
        self.send = send  # takes (fp, form, shape, raw or texts)
        self.sent = set()
        self.spent = 0
        self.lists = {}  # long list -> (its items, which never change themselves, what was said of it)
        self.digests = {}  # where an array lies and its sample -> (owner of that memory, digest of the whole)

    # -- one value -------------------------------------------------------------

    def describe(self, x):
        """The VALUE of x, None where there is nothing to say of it."""
        kind = kind_of(x)
        if kind.nameless:
            return None
        if type(x) is str and len(x) > 256:
            return {"type": "text", "dtype": "str", "shape": [len(x)], "fp": self.text_fp(x)}
        s = scalar(x)
        if s is not None:
            dtype, value = s
            if value is None:
                return {"type": "scalar", "dtype": dtype, "v": [None]}
            return {"type": "scalar", "dtype": dtype, "v": [value if type(value) is str else number(value)]}
        if kind.top == "numpy":
            return self.of_numpy(x)
        if kind.top == "pandas":
            return self.of_pandas(x)
        if kind.top in ("polars", "pyarrow"):
            return self.of_arrow(x, kind.top)
        if kind.mapping:
            return self.of_dict(x)
        if kind.sequence:
            return self.of_list(x)
        if kind.set:
            if all(type(v) in (int, float, str) for v in x):
                try:
                    return self.of_list(sorted(x))
                except TypeError:
                    pass  # numbers and texts
            return {"type": "list", "shape": [len(x)]}
        if kind.top in ("matplotlib", "seaborn"):
            return {"type": "figure", "dtype": kind.name}
        if kind.top in ("statsmodels", "sklearn", "scipy"):
            return {"type": "model", "dtype": kind.name}
        return {"type": "opaque", "dtype": kind.name}

    def text_fp(self, x):
        return blake2b(b"text\n" + x.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()

    def of_content(self, kind, content, extra=None):
        """A VALUE from content; the content is sent where it is not sampled."""
        out = {"type": kind, "shape": list(content.shape), "dtype": content.dtype, **self.column(content)}
        if extra:
            out.update(extra)
        return out

    def column(self, content):
        """fp, v, mix of a content."""
        fp = content.fingerprint()
        out = {"fp": fp}
        v = content.values()
        if v is not None:
            out["v"] = v
        if content.sampled:
            out["fp_sampled"] = True
            if content.mix is not None:
                out["mix"] = canon.text(content.mix)
            return out
        if fp not in self.sent:
            size = len(content.raw) * 4 // 3 if content.form == "f8" else sum(len(t or "null") + 3 for t in content.texts)
            if size <= LINE and self.spent + size <= BUDGET:
                self.sent.add(fp)
                self.spent += size
                self.send(fp, content)
        return out

    # -- Python containers -----------------------------------------------------

    def of_list(self, x):
        n = len(x)
        if n == 0:
            return {"type": "list", "shape": [0]}
        long = type(x) is list and n >= LONG
        if long:
            items, out = self.lists.get(identity(x), ((), None))
            if len(items) == n and all(map(is_, items, x)):
                return dict(out)
        content = sequence(x if type(x) is list or type(x) is tuple else list(x))
        if content is not None:
            out = self.of_content("list", content)
            if long:
                if len(self.lists) >= LISTS:
                    self.lists.pop(next(iter(self.lists)))
                self.lists[identity(x)] = x[:], dict(out)
            return out
        first = next(iter(x))
        if type(first) is dict and all(type(r) is dict for r in islice(x, 200)):
            names = [k for k in first if type(k) is str][:COLUMNS]
            return self.of_columns("table", names, ([r.get(k) if type(r) is dict else None for r in x] for k in names), n)
        if kind_of(first).sequence and 0 < len(first) <= COLUMNS:
            width = len(first)
            if all(kind_of(r).sequence and len(r) == width for r in x):
                return self.of_columns("table", [str(i) for i in range(width)], ([r[i] for r in x] for i in range(width)), n)
        return {"type": "list", "shape": [n]}

    def of_dict(self, x):
        n = len(x)
        if n == 0:
            return {"type": "map", "shape": [0]}
        content = sequence(list(x.values())) if n <= LARGE else None
        if content is not None:
            return self.of_content("map", content)
        values = list(x.values()) if n <= LARGE else []
        if values and all(kind_of(v).sequence for v in values) and all(type(k) in (str, int, float, bool, tuple) for k in x):
            lengths = {len(v) for v in values}
            if n > COLUMNS:  # too many to tell apart: their elements, one list after the other
                return self.of_columns("map", ["values"], iter([list(chain.from_iterable(values))]), max(lengths))
            kind = "table" if len(lengths) == 1 else "map"
            return self.of_columns(kind, [label(k) for k in x], iter(values), max(lengths))
        return {"type": "map", "shape": [n]}

    def of_columns(self, kind, names, columns, n):
        cols = []
        for name, items in zip(names, columns):
            content = sequence(items)
            if content is not None:
                d = self.column(content)
                d.pop("fp_sampled", None)
                cols.append({"name": name, "dtype": content.dtype, **d})
        out = {"type": kind, "shape": [n, len(names)]}
        if cols:
            out["cols"] = cols
            out["fp"] = self.table_fp(cols)
            if n > LARGE:
                out["fp_sampled"] = True
        return out

    def table_fp(self, cols):
        text = json.dumps([[c["name"], c["fp"]] for c in cols])
        return blake2b(b"table\n" + text.encode(), digest_size=12).hexdigest()

    # -- numpy -------------------------------------------------------------------

    def of_numpy(self, x):
        np = sys.modules["numpy"]
        if not isinstance(x, np.ndarray):
            return {"type": "opaque", "dtype": type(x).__name__}
        if x.dtype.names:
            cols = []
            for name in x.dtype.names[:COLUMNS]:
                content = self.array_content(np, x[name])
                if content is not None:
                    cols.append({"name": name, "dtype": content.dtype, **self.column(content)})
            out = {"type": "table", "shape": [int(x.size), len(x.dtype.names)], "cols": cols}
            if cols:
                out["fp"] = self.table_fp(cols)
            return out
        content = self.array_content(np, x)
        if content is None:
            return {"type": "array", "shape": list(x.shape), "dtype": x.dtype.name}
        return self.of_content("array", content)

    def digest(self, np, x, kind, content):
        """The digest of a large array. Columns that several tables share are digested
        once, until something may have changed arrays in place (see forget)."""
        owner = x
        while isinstance(owner.base, np.ndarray):
            owner = owner.base
        key = (x.__array_interface__["data"][0], x.strides, x.dtype.str, content.fingerprint())
        ref, known = self.digests.get(key, (None, 0))
        if ref is None or ref() is not owner:  # whose memory may be another's by now
            known = canon.of_numbers(np, to_floats(np, x, kind) if kind in "Mm" else x)
            self.digests[key] = weakref.ref(owner), known
        return known

    def forget(self):
        """Code has run that may have changed arrays in place."""
        if self.digests:
            self.digests.clear()

    def array_content(self, np, x, column=False):
        kind = x.dtype.kind
        if isinstance(x, np.ma.MaskedArray):
            x = x.astype("float64").filled(np.nan) if kind in "fiub" else x.filled()
        x = np.asarray(x)
        n = x.size
        sampled = n > LARGE
        dtype = {"f": "float", "i": "int", "u": "int", "b": "bool", "M": "time", "m": "timedelta", "U": "str", "S": "str"}.get(kind)
        if n == 0:
            return Content("f8", dtype or "float", x.shape, raw=b"") if kind in "fiubMm" else None
        if kind in "fiubMm":
            full = x.ravel()
            some = full[:: max(1, n // SAMPLES)] if sampled else full
            floats = to_floats(np, some, kind)
            content = Content("f8", dtype, x.shape, raw=floats.astype("<f8", copy=False).tobytes(), sampled=sampled)
            if sampled and (kind != "b" or column):  # masks come by the dozen and are no columns
                content.mix = self.digest(np, full, kind, content)
            return content
        if kind in "US":
            full = x.ravel()
            some = full[:: max(1, n // SAMPLES)] if sampled else full
            texts = [t if type(t) is str else t.decode("utf-8", "replace") for t in some.tolist()]
            content = Content("U", "str", x.shape, texts=texts, sampled=sampled)
            if sampled and kind == "U":
                content.mix = canon.of_texts(full.tolist())
            return content
        if kind == "O":
            items = x.ravel().tolist()
            content = sequence(items) or mixed(items)
            if content is not None:
                content.shape = x.shape
            return content
        return None

    # -- Polars and Arrow ----------------------------------------------------------

    def of_arrow(self, x, top):
        """Frames, tables and columns, by the lists that they give; lazy ones are opaque."""
        name = type(x).__name__
        out = {"type": "opaque", "dtype": name}
        if top == "polars" and name == "DataFrame":
            names, columns = x.columns, x.get_columns()
        elif top == "pyarrow" and name in ("Table", "RecordBatch"):
            names, columns = x.column_names, x.columns
        elif name in ("Series", "ChunkedArray") or top == "pyarrow" and name.endswith("Array"):
            content = sequence(x.to_list() if top == "polars" else x.to_pylist())
            return self.of_content("array", content) if content is not None else out
        elif name.endswith("Scalar"):
            return self.describe(x.as_py())
        else:
            return out
        lists = (c.to_list() if top == "polars" else c.to_pylist() for c in columns[:COLUMNS])
        return self.of_columns("table", list(names)[:COLUMNS], lists, len(x) if top == "polars" else x.num_rows)

    # -- pandas ------------------------------------------------------------------

    def of_pandas(self, x):
        pd, np = sys.modules["pandas"], sys.modules["numpy"]
        if isinstance(x, pd.DataFrame):
            return self.frame(pd, np, x)
        if isinstance(x, pd.Series):
            content = self.series_content(pd, np, x)
            if content is None:
                return {"type": "series", "shape": [len(x)], "dtype": str(x.dtype)}
            out = self.of_content("series", content)
            cols = []
            if x.name is not None:
                own = {k: out[k] for k in ("dtype", "fp", "v", "mix") if k in out}
                cols.append({"name": label(x.name), **own})
            cols += self.index_columns(pd, np, x.index)
            if cols:
                out["cols"] = cols
            return out
        if isinstance(x, pd.Index):
            content = self.series_content(pd, np, x.to_series()) if not isinstance(x, pd.MultiIndex) else None
            if content is None:
                return {"type": "array", "shape": [len(x)], "dtype": str(x.dtype)}
            return self.of_content("array", content)
        name = type(x).__name__
        if name.endswith("GroupBy"):
            return {"type": "groups", "dtype": name, "shape": [int(x.ngroups)]}
        if name.endswith("Array") or name == "Categorical":
            content = self.series_content(pd, np, pd.Series(x))
            if content is not None:
                return self.of_content("array", content)
        return {"type": "opaque", "dtype": name}

    def frame(self, pd, np, x):
        cols = []
        for i in range(min(x.shape[1], COLUMNS)):
            content = self.series_content(pd, np, x.iloc[:, i], column=True)
            if content is None:
                continue
            col = {"name": label(x.columns[i]), "dtype": content.dtype, **self.column(content)}
            col.pop("fp_sampled", None)
            cols.append(col)
        out = {"type": "table", "shape": list(x.shape)}
        if cols:
            out["fp"] = self.table_fp(cols)
        if len(x) > LARGE:
            out["fp_sampled"] = True
        cols += self.index_columns(pd, np, x.index)
        out["cols"] = cols
        return out

    def index_columns(self, pd, np, index):
        """The named levels of row labels, as columns."""
        out = []
        for i, name in enumerate(index.names):
            if name is None:
                continue
            content = self.series_content(pd, np, index.get_level_values(i).to_series())
            if content is not None:
                col = {"name": label(name), "dtype": content.dtype, "index": True, **self.column(content)}
                col.pop("fp_sampled", None)
                out.append(col)
        return out

    def series_content(self, pd, np, s, column=False):
        dtype, n = s.dtype, len(s)
        sampled = n > LARGE
        if isinstance(dtype, np.dtype) and dtype.kind in "fiubMm":
            return self.array_content(np, s.to_numpy(), column)
        if n == 0:
            return Content("U", "str", (0,), texts=[])
        some = s.iloc[:: max(1, n // SAMPLES)] if sampled else s
        if isinstance(dtype, pd.CategoricalDtype):
            categories = [str(c) for c in dtype.categories]
            texts = [categories[c] if c >= 0 else None for c in some.cat.codes.tolist()]
            content = Content("U", "str", (n,), texts=texts, sampled=sampled)
            if sampled:
                content.mix = canon.of_texts([categories[c] if c >= 0 else None for c in s.cat.codes.tolist()])
            return content
        if getattr(dtype, "kind", "") == "M":  # with a time zone
            return self.array_content(np, s.dt.tz_convert("UTC").dt.tz_localize(None).to_numpy())
        if getattr(dtype, "kind", "") in ("f", "i", "u", "b") and not isinstance(dtype, np.dtype):
            name = {"f": "float", "b": "bool"}.get(dtype.kind, "int")
            content = self.array_content(np, s.to_numpy(dtype="float64", na_value=np.nan))
            content.dtype = name
            return content
        items = some.tolist()
        if str(dtype) in ("str", "string"):
            content = Content("U", "str", (n,), texts=[t if type(t) is str else None for t in items], sampled=sampled)
        else:
            content = sequence(items) or mixed(items)
            if content is not None:
                content.shape, content.sampled = (n,), sampled
        if sampled and content is not None and content.form == "U":
            content.mix = canon.of_texts([t if type(t) is str else None for t in s.tolist()])
        return content


def to_floats(np, x, kind):
    if kind == "M":
        out = x.astype("datetime64[ns]").astype("int64").astype("float64") / (DAY * 1e9)
        out[np.isnat(x)] = np.nan
        return out
    if kind == "m":
        out = x.astype("timedelta64[ns]").astype("int64").astype("float64") / (DAY * 1e9)
        out[np.isnat(x)] = np.nan
        return out
    return x.astype("float64", copy=False)


def mixed(items):
    """Content of cells of several types, as text; None where a cell is no scalar."""
    if len(items) > LARGE:
        return None
    texts = []
    for x in items:
        s = scalar(x)
        if s is None:
            return None
        missing = s[1] is None or s[1] != s[1]
        texts.append(None if missing else x if type(x) is str else str(s[1]))
    return Content("U", "str", (len(texts),), texts=texts)


def label(name):
    """A column's name as text; the levels of a tuple are joined by " / "."""
    if isinstance(name, tuple):
        return " / ".join(str(n) for n in name)
    return str(name)
