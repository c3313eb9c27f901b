"""Which operation an object, or an element of a container, came from."""

import weakref

from .kinds import ATOMS, identity, kind_of, simple_key


def shared(x):
    """Whether the interpreter may give one object to unrelated values."""
    kind = type(x)
    return x is None or kind is bool or kind is int and -6 < x < 257 or kind in (str, bytes) and len(x) < 2 or kind is tuple and not x


def keepable(x):
    """Whether an object that cannot be referenced weakly may be kept alive. A tuple of
    objects may not: it would keep all of them, and they are known by themselves."""
    if type(x) is tuple:
        return len(x) <= 64 and all(type(v) in ATOMS or kind_of(v).scalar for v in x)
    return not type(x).__name__.startswith("async_generator")


class Entry:
    """What is known of one object: its operation, and those of its elements."""

    __slots__ = ("held", "weak", "op", "slots")

    def __init__(self, held, weak):
        self.held, self.weak = held, weak
        self.op = 0
        self.slots = None

    def holds(self, x):
        return (self.held() if self.weak else self.held) is x


class Registry:
    """Knows objects by identity: by weak reference, or by keeping them alive, so that
    the id of one is never taken for another's."""

    def __init__(self):
        self.objects = {}  # id -> Entry
        self.parts = {}  # id of an iterator such as zip -> operations of its parts

    def entry(self, x):
        """The entry of x, made where it has none; None where it can have none."""
        found = self.objects.get(identity(x))
        if found is not None and found.holds(x):
            return found
        try:
            found = Entry(weakref.ref(x), True)
        except TypeError:
            if not keepable(x):
                return None
            found = Entry(x, False)
        self.objects[identity(x)] = found
        return found

    def put(self, x, op):
        if kind_of(x).nameless or shared(x):
            return
        found = self.entry(x)
        if found is not None:
            found.op = op

    def get(self, x):
        """The operation that x came from, 0 where none is known."""
        found = self.objects.get(identity(x))
        return found.op if found is not None and found.holds(x) else 0

    def set_slot(self, container, key, op):
        if not simple_key(key):
            return
        found = self.entry(container)
        if found is not None:
            if found.slots is None:
                found.slots = {}
            found.slots[key] = op

    def slot(self, container, key):
        """The operation of an element, 0 for a literal, None where unknown."""
        found = self.objects.get(identity(container))
        if found is None or found.slots is None or not simple_key(key) or not found.holds(container):
            return None
        return found.slots.get(key)

    def copy_slots(self, source, target, keys):
        for key in keys:
            op = self.slot(source, key)
            if op is not None:
                self.set_slot(target, key, op)

    def forget(self, x):
        self.objects.pop(identity(x), None)
