# SPDX-License-Identifier: Apache-2.0
"""Types of C as a machine of 64 bits has them: ``char`` of 8 bits with a sign, ``int`` of 32,
``long`` and ``long long`` of 64, little-endian.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Int:
    """An integer type of so many bits.

    Attributes:
        truth: ``_Bool``, which is 1 for everything that is not 0.
    """

    width: int
    signed: bool
    truth: bool = False

    def __str__(self):
        return "_Bool" if self.truth else f"{'int' if self.signed else 'uint'}{self.width}_t"


@dataclass(frozen=True)
class Void:
    """No value."""

    def __str__(self):
        return "void"


@dataclass(frozen=True)
class PointerTo:
    """An address of something of this type."""

    of: object

    def __str__(self):
        return f"{self.of} *"


@dataclass(frozen=True)
class Array:
    """So many objects of a type; a count of None is not known yet."""

    of: object
    count: int | None

    def __str__(self):
        return f"{self.of} [{'' if self.count is None else self.count}]"


@dataclass(eq=False)
class Record:
    """A structure or union; each declaration is a type of its own.

    Attributes:
        fields: name and type of each in order; None as long as only the name is known.
        union: all of them begin at the first byte.
    """

    name: str
    union: bool
    fields: Sequence[tuple[str | None, object]] | None = None

    def __str__(self):
        return f"{'union' if self.union else 'struct'} {self.name}"

    def find(self, name: str) -> tuple[int, object] | None:
        """Offset in bytes and type of a field, also of one in a record without a name."""
        for field, kind, offset in self.placed():
            if field == name:
                return offset, kind
            if field is None and (inner := kind.find(name)):
                return offset + inner[0], inner[1]
        return None

    def placed(self) -> list[tuple[str | None, object, int]]:
        """Name, type and offset in bytes of each field."""
        place, found = 0, []
        for name, kind in self.fields or ():
            # C: a field begins at a multiple of its alignment.
            place += -place % align_of(kind)
            found.append((name, kind, place))
            place += 0 if self.union else size_of(kind)
        return found


@dataclass(frozen=True)
class Function:
    """A function from these types; ``more`` says that any others may follow."""

    result: object
    parameters: tuple[object, ...]
    more: bool = False

    def __str__(self):
        return f"{self.result} ({', '.join(map(str, self.parameters))})"


BOOL, CHAR, INT, LONG = Int(8, False, truth=True), Int(8, True), Int(32, True), Int(64, True)
SIZE, VOID = Int(64, False), Void()


def size_of(kind) -> int:
    """Size of a type in bytes; that of ``void`` is 1, as GCC has it.

    Raises:
        ValueError: the type has no size (yet).
    """
    if isinstance(kind, Int):
        return kind.width // 8
    if isinstance(kind, PointerTo):
        return 8
    if isinstance(kind, Array) and kind.count is not None:
        return kind.count * size_of(kind.of)
    if isinstance(kind, Record) and kind.fields is not None:
        sizes = [offset + size_of(field) for _, field, offset in kind.placed()]
        end = max(sizes, default=0)
        # C: so the next record of an array is aligned, too.
        return end + -end % align_of(kind)
    if isinstance(kind, Void):
        return 1
    raise ValueError(f"{kind} has no size")


def align_of(kind) -> int:
    """Alignment of a type in bytes."""
    if isinstance(kind, Array):
        return align_of(kind.of)
    if isinstance(kind, Record):
        return max((align_of(field) for _, field in kind.fields or ()), default=1)
    return size_of(kind)


def promoted(kind: Int) -> Int:
    """The type in which C computes with a value of this one: at least an ``int``."""
    return kind if kind.width >= 32 and not kind.truth else INT


def common(one: Int, other: Int) -> Int:
    """The type in which C computes with two values."""
    one, other = promoted(one), promoted(other)
    width = max(one.width, other.width)
    # C: the wider type wins; of two types of one width that without a sign.
    return Int(width, all(kind.signed for kind in (one, other) if kind.width == width))


def decayed(kind):
    """What an array or function becomes in an expression: an address."""
    if isinstance(kind, Array):
        return PointerTo(kind.of)
    return PointerTo(kind) if isinstance(kind, Function) else kind
