"""Which operation an object, or an element of a container, came from."""

import weakref

from .kinds import kind_of, simple_key


def shared(x):
    """Whether the interpreter may give one object to unrelated values."""
    kind = type(x)
    return x is None or kind is bool or kind is int and -6 < x < 257 or kind in (str, bytes) and len(x) < 2 or kind is tuple and not x


class Registry:
    """Maps objects by identity. An object that cannot be referenced weakly is kept
    alive, so that its id is not given to another."""

    def __init__(self):
        self.objects = {}  # id -> (object or weak reference, whether weak, operation)
        self.slots = {}  # (id of container, key) -> operation, 0 for a literal
        self.parts = {}  # id of an iterator such as zip -> operations of its parts

    def put(self, x, op):
        if kind_of(x).nameless or shared(x):
            return
        try:
            self.objects[id(x)] = (weakref.ref(x), True, op)
        except TypeError:
            self.objects[id(x)] = (x, False, op)

    def get(self, x):
        """The operation that x came from, 0 where none is known."""
        entry = self.objects.get(id(x))
        if entry is None:
            return 0
        held = entry[0]() if entry[1] else entry[0]
        return entry[2] if held is x else 0

    def hold(self, container):
        """Makes the id of a container with slots its own for good."""
        if self.get(container) == 0:
            self.objects[id(container)] = (container, False, 0)
        else:
            self.objects[id(container)] = (container, False, self.objects[id(container)][2])

    def set_slot(self, container, key, op):
        if simple_key(key):
            self.slots[(id(container), key)] = op
            self.hold(container)

    def slot(self, container, key):
        """The operation of an element, 0 for a literal, None where unknown."""
        if not simple_key(key):
            return None
        op = self.slots.get((id(container), key))
        if op is None:
            return None
        entry = self.objects.get(id(container))
        if entry is None or (entry[0]() if entry[1] else entry[0]) is not container:
            return None
        return op

    def copy_slots(self, source, target, keys):
        for key in keys:
            op = self.slot(source, key)
            if op is not None:
                self.set_slot(target, key, op)
