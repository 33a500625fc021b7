# SPDX-License-Identifier: Apache-2.0
"""Objects in memory, their addresses and bytes, and the calls whose objects they are."""

from dataclasses import dataclass, field

from ..equivalence.aig import FALSE, TRUE


@dataclass(eq=False)
class Block:
    """An object.

    Attributes:
        name: for messages.
        data: its bytes: the literals of each, None if it was never written, or an `Unsure` or a
            `Piece`.
        born: the condition under which it was declared.
        constant: it must not be written.
        ended: why it is no longer there; empty if it is.
        freed: literal: it is no longer there, on some of the ways.
        owner: the call whose object it is: ways that have returned from it do not look at it.
    """

    name: str
    data: list
    born: int = TRUE
    constant: bool = False
    ended: str = ""
    freed: int = FALSE
    owner: "Frame | None" = None


@dataclass(frozen=True)
class Address:
    """A place in an object.

    Attributes:
        block: the object; None of a null pointer.
        offset: in bytes.
        moving: what is added to it and varies: bytes of a step and the literals of a count.
    """

    block: Block | None
    offset: int = 0
    moving: tuple[tuple[int, tuple[int, ...]], ...] = ()

    def at(self, offset: int) -> "Address":
        """So many bytes further."""
        return Address(self.block, self.offset + offset, self.moving) if offset else self


NULL = Address(None)


@dataclass(frozen=True)
class Unsure:
    """A byte that was written only where a literal is 1."""

    literals: tuple[int, ...]
    written: int


@dataclass(frozen=True)
class Piece:
    """One of the 8 bytes of an address."""

    address: Address
    number: int


@dataclass
class Frame:
    """A call of a function.

    Attributes:
        blocks: its objects by number.
        alive: a condition that holds wherever it has not returned.
        value: what it returned, None if it did not.
        breaks, continues: conditions under which the loops around have been left, or their turn.
    """

    blocks: list[Block | None]
    alive: int = TRUE
    value: object = None
    breaks: list[int] = field(default_factory=list)
    continues: list[int] = field(default_factory=list)

    def waiting(self) -> tuple[int, ...]:
        """The ways that wait for the end of a loop, or of its turn."""
        return (*self.breaks, *self.continues)


@dataclass(frozen=True)
class Nothing:
    """What a function of this name gave that ended without a value: nobody may take it."""

    name: str
