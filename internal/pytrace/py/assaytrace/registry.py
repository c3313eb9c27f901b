"""Which operation an object, or an element of a container, came from."""

import types
import weakref

NONE = type(None)
ATOMS = {int, float, bool, str, NONE, bytes, complex}
NAMELESS = (
    types.ModuleType,
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    type,
    types.MethodWrapperType,
    types.WrapperDescriptorType,
    types.MethodDescriptorType,
    types.CodeType,
)


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
        if isinstance(x, NAMELESS) or shared(x):
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
        try:
            self.slots[(id(container), key)] = op
        except TypeError:
            return
        self.hold(container)

    def slot(self, container, key):
        """The operation of an element, 0 for a literal, None where unknown."""
        try:
            op = self.slots.get((id(container), key))
        except TypeError:
            return None
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
