"""State of rewritten code: scopes, tokens of frames, pending operations, sites."""

from .recorder import MISS

REGISTERS = 48  # deepest nesting of expressions that is traced


class Scope:
    """A function, module or comprehension in the source; latest holds what the names
    of its last activation were bound to."""

    __slots__ = ("parent", "latest")

    def __init__(self, parent=None):
        self.parent = parent
        self.latest = {}


class Token:
    """The tracer's part of one frame. Pending operations stand in registers that the
    depth of nesting numbers, so a frame that is left by an exception or suspended by
    yield or await disturbs no other, and nothing needs to be unwound. Budgets of
    loops (l1, l2, ...) are attributes."""

    def __init__(self, scope, site=None):
        self.regs = [None] * REGISTERS
        self.ev = 0  # operation of the expression that was evaluated last
        self.parts = None  # operations of the elements of the display evaluated last
        self.names = scope.latest = {}
        self.scope = scope
        self.site = site
        self.value = None

    def lookup(self, name):
        """The operation that a name was bound to, 0 for a literal, MISS if unknown."""
        op = self.names.get(name, MISS)
        scope = self.scope.parent
        while op is MISS and scope is not None:
            op = scope.latest.get(name, MISS)
            scope = scope.parent
        return op


class Pending:
    """An operation whose operands are being evaluated."""

    __slots__ = ("site", "f", "owner", "origin", "args", "files", "outer", "content")

    def __init__(self, site):
        self.site = site
        self.f = self.owner = self.outer = None
        self.origin = ((), "")
        self.args = []  # (value, operations, via, fingerprint)
        self.files = 0
        self.content = True  # whether operands' content is of interest


class Site:
    """A place in the source and what is known of it statically.

    layout lists the operands of an expression: (role, constant?, value). targets lists
    the names that a loop or comprehension binds: (name, path in the item).
    """

    __slots__ = (
        "kind",
        "file",
        "line",
        "col",
        "layout",
        "targets",
        "scope",
        "spec",
        "var",
        "writes",
        "mutates",
        "left",
        "origin",
        "elements",
        "runs",
        "traced",
    )

    def __init__(self, kind, file, node, layout=(), spec=None):
        self.kind, self.file, self.line, self.col = kind, file, node.lineno, node.col_offset
        self.layout, self.spec = layout, spec
        self.targets = self.writes = self.mutates = ()
        self.scope = None
        self.var = ""
        self.left = 0
        self.origin = ()
        self.elements = []
        self.runs = self.traced = 0

    @property
    def place(self):
        return (self.file, self.line, self.col)
