"""JSON documents that were written: which operation each leaf came from."""

import json
import os
from itertools import islice

from .kinds import ATOMS, kind_of
from .registry import shared
from .values import number, scalar

MAX_LEAVES = 100_000
MAX_TEXTS = 2_000


class Leaf:
    __slots__ = ("pointer", "value", "ref", "approx")

    def __init__(self, pointer, value, ref, approx=False):
        self.pointer, self.value, self.ref, self.approx = pointer, value, ref, approx


class Documents:
    def __init__(self, recorder, files):
        self.recorder, self.registry, self.files = recorder, recorder.registry, files
        self.texts = {}  # text of a document -> leaves
        self.formatted = {}  # text of a formatted number -> operation
        self.by_hand = {}  # path -> last operation that wrote text of unknown make
        self.written = {}  # path -> leaves
        files.renamed = self.renamed

    # -- from values to leaves ---------------------------------------------------------

    def leaves(self, x):
        out = []
        self.walk(x, "", 0, None, out, 0)
        return out

    def walk(self, x, pointer, inherited, slot, out, depth):
        """inherited: the operation of the nearest container that has one."""
        if len(out) >= MAX_LEAVES or depth > 64:
            return
        kind = kind_of(x)
        if kind.mapping:
            inherited = self.registry.get(x) or inherited
            for key, v in x.items():
                if type(key) not in ATOMS or type(key) in (bytes, complex):
                    continue  # no document can hold it
                name = key if type(key) is str else json.dumps(key)
                self.walk(v, f"{pointer}/{escape(name)}", inherited, self.registry.slot(x, key), out, depth + 1)
            return
        if kind.sequence:
            inherited = self.registry.get(x) or inherited
            for i, v in enumerate(x):
                self.walk(v, f"{pointer}/{i}", inherited, self.registry.slot(x, i), out, depth + 1)
            return
        if kind.top == "numpy" and getattr(x, "ndim", 0):
            self.walk(x.tolist(), pointer, self.registry.get(x) or inherited, None, out, depth + 1)
            return
        s = scalar(x)
        value = s[1] if s is not None else None
        value = number(value) if type(value) in (int, float) else value
        if slot is not None:
            out.append(Leaf(pointer, value, slot))
            return
        own = 0 if shared(x) else self.registry.get(x)
        if own:
            out.append(Leaf(pointer, value, own))
        else:
            text = type(x) is str
            out.append(Leaf(pointer, value, 0 if text else inherited or 0, bool(inherited) and not text))

    # -- calls ---------------------------------------------------------------------------

    def after_call(self, p, fn, v, op):
        method = fn.rpartition(".")[2]
        if fn == "json.dumps" and type(v) is str:
            self.remember(v, self.leaves(self.argument(p, 0, "obj")))
        elif fn == "json.dump":
            target = self.argument(p, 1, "fp")
            path = self.files.target(target)
            if path:
                self.emit(path, self.leaves(self.argument(p, 0, "obj")))
        elif method in ("write", "write_text", "write_bytes", "writelines") or fn == "builtins.print":
            self.wrote(p, method, op)
        elif type(p.owner) is str and p.owner in self.texts and type(v) in (str, bytes):
            self.remember(v, self.texts[p.owner])
        elif fn in ("builtins.str.join", "builtins.str.format", "builtins.bytes"):
            self.joined(p, v)
        if type(v) is str and fn in ("builtins.str", "builtins.repr", "builtins.format", "builtins.str.format") and op and len(v) < 64:
            self.formatted[v] = op

    def argument(self, p, position, name):
        """A call's argument by position or keyword."""
        args = iter(p.args)
        for role, fixed, value in p.site.layout:
            value = value if fixed else next(args, (None,))[0]
            if role == str(position) or role == name:
                return value
        return None

    def remember(self, text, leaves):
        if leaves and len(self.texts) < MAX_TEXTS:
            self.texts[text] = leaves

    def joined(self, p, v):
        """Text made of one known document and other text is still that document."""
        if not self.texts or type(v) not in (str, bytes):
            return
        found = [self.texts[x] for x, *_ in p.args if type(x) in (str, bytes) and x in self.texts]
        for x, *_ in p.args:
            if kind_of(x).sequence:
                found += [self.texts[y] for y in islice(x, 64) if type(y) is str and y in self.texts]
        if len(found) == 1:
            self.remember(v, found[0])

    def pieces(self, p, v, op):
        """The formatted parts of an f-string."""
        for (spec, _, conversion), (value, refs, *_) in zip(p.site.layout, p.args):
            if spec is not None and refs and type(value) in (int, float) and conversion in (-1, None):
                text = format(value, spec)
                if len(text) >= 64 or text == v:
                    continue
                ref = refs[0]
                if spec:  # the number may have lost digits here
                    ins = [{"ref": r, "role": "arg", "via": "id"} for r in refs]
                    ref = self.recorder.op(p.site.place, "builtins.format", ins, {"1": spec}, None, self.recorder.describe(text))
                self.formatted[text] = ref
        if len(v) < 64:
            self.formatted[v] = op

    def wrote(self, p, method, op):
        if method == "print":
            path, text = self.files.target(self.argument(p, -1, "file")), self.argument(p, 0, "")
        elif method in ("write_text", "write_bytes"):
            path, text = self.path(p.owner), self.argument(p, 0, "data")
        else:
            path, text = self.files.target(p.owner), self.argument(p, 0, "s")
        if not path or not path.endswith(".json"):
            return
        leaves = self.texts.get(text) if type(text) in (str, bytes) else None
        if leaves is not None:
            self.by_hand.pop(path, None)
            self.emit(path, leaves)
        elif path not in self.written:
            self.by_hand[path] = op or self.by_hand.get(path, 0)

    def path(self, x):
        return self.files.relative(x) if kind_of(x).top == "pathlib" else None

    def emit(self, path, leaves):
        self.written[path] = leaves
        self.by_hand.pop(path, None)
        for leaf in leaves:
            body = {"pointer": leaf.pointer, "value": leaf.value, "ref": leaf.ref, "file": path}
            if leaf.approx:
                body["approx"] = True
            self.recorder.sink.emit("result", body)

    def renamed(self, source, target):
        if source in self.written and target.endswith(".json"):
            self.emit(target, self.written[source])
        if source in self.by_hand:
            self.by_hand[target] = self.by_hand.pop(source)

    def finish(self):
        """Leaves of documents whose text the analysis put together itself: a number
        joins the operation whose formatted text it is."""
        for path, op in sorted(self.by_hand.items()):
            try:
                with open(os.path.join(self.files.folder, path), encoding="utf-8") as f:
                    document = json.load(f, parse_float=Literal, parse_int=Literal)
            except (OSError, ValueError, RecursionError):
                continue
            out = []
            self.by_text(document, "", op, out, 0)
            self.emit(path, out)

    def by_text(self, x, pointer, op, out, depth):
        if len(out) >= MAX_LEAVES or depth > 64:
            return
        if isinstance(x, dict):
            for key, v in x.items():
                self.by_text(v, f"{pointer}/{escape(key)}", op, out, depth + 1)
        elif isinstance(x, list):
            for i, v in enumerate(x):
                self.by_text(v, f"{pointer}/{i}", op, out, depth + 1)
        elif type(x) is Literal:
            ref = self.formatted.get(str(x), 0)
            text = str(x)
            value = number(int(text) if text.lstrip("-").isdigit() else float(text))
            out.append(Leaf(pointer, value, ref or op, not ref and bool(op)))
        else:
            out.append(Leaf(pointer, x, 0))


class Literal(str):
    """The text of a number in a document."""


def escape(key):
    return key.replace("~", "~0").replace("/", "~1")
