# SPDX-License-Identifier: Apache-2.0
"""What C runs on: objects as bytes of literals, and the condition under which the C is where it is.

Control may depend on what varies: then all ways are taken one after the other, each under its
condition (`Machine.live`), and a store changes an object only where that holds. What C does not
define (an object read before it was written, an index outside, a sum of signed numbers that does
not fit) is an error at once if it always happens; else a literal that must be 0, which is proved
with the rest.
"""

from collections.abc import Callable, Sequence

from ...errors import DesignError
from ..equivalence.aig import FALSE, TRUE
from ..messages.graph import Graph
from ..messages.windows import by_table
from .arithmetic import Arithmetic, Value, bits, packed
from .objects import NULL, Address, Block, Frame, Piece, Unsure
from .types import Int, PointerTo, Record, size_of

MOST_BYTES = 1 << 20
"""Of one object in memory."""

MOST_STEPS = 20_000_000
"""Expressions and statements of one run."""

MOST_ENTRIES = 1 << 12
"""Objects that an index may choose between."""


class UnreadC(DesignError):
    """C that is not understood, or that C does not define; with file and line."""


class UndefinedC(UnreadC):
    """C does here what C does not define.

    Attributes:
        pattern: an assignment of the graph for which it does; None: for all.
    """

    pattern: int | None = None


def placed(node, what: str) -> str:
    """A sentence with the place of a node of the syntax tree: file and line."""
    where = str(getattr(node, "coord", node) or "")
    parts = where.split(":")
    place = f"{':'.join(parts[:-2])}, line {parts[-2]}" if len(parts) > 2 else where
    return f"{place}: {what}" if place else what


def refuse(node, what: str) -> UnreadC:
    """An error at a node of the syntax tree."""
    return UnreadC(placed(node, what))


def undefined(node, what: str) -> UndefinedC:
    """The same, of what C does not define."""
    return UndefinedC(placed(node, what))


class Machine:
    """Memory and the condition of where the C is.

    Args:
        graph: in which everything is computed.
        matched: what stands for the literals that are stored.
        impossible: proves that a literal is always 0; asked where a loop would go on only if it
            is not.

    Attributes:
        live: a literal: the C is here.
        doubts: what must never be 1, with its place and what it would be.
    """

    def __init__(
        self,
        graph: Graph,
        matched: Callable[[Value], Value] = lambda value: value,
        impossible: Callable[[int], bool] | None = None,
    ):
        self.graph, self.arithmetic, self._matched = graph, Arithmetic(graph), matched
        self._impossible = impossible or (
            lambda literal: by_table(graph, (literal, FALSE), ()) == {}
        )
        self.live, self.doubts, self._steps = TRUE, {}, 0

    def step(self, node) -> None:
        """Count one; C that goes on for too long is an error."""
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise refuse(
                node,
                f"the C does not end within {MOST_STEPS} steps; perhaps a loop ends "
                f"only for some inputs",
            )

    def goes_on(self, live: int) -> int:
        """A condition, or 0 if it is proved that it never holds."""
        # Where simulation has a 1 there is nothing to prove, and asking takes time.
        if live > TRUE and not self.graph.value(live) and self._impossible(live):
            return FALSE
        return live

    def settled(self, live: int, before: int) -> int:
        """A condition behind several ways, or the one before them if it is proved to be that: what
        is known there, such as the turns of a loop, stays known.
        """
        graph = self.graph
        differs = graph.xor(live, before)
        seen = graph.value(before) and not graph.value(differs)
        if differs > TRUE and seen and self._impossible(differs):
            return before
        return live

    def never(self, literal: int, node, what: str) -> None:
        """Where the C is here, this literal must be 0."""
        literal = self.graph.and_(self.live, literal)
        if literal == TRUE:
            raise undefined(node, what)
        if literal != FALSE:
            self.doubts.setdefault(literal, (node, what))

    def block(self, name: str, size: int, node, owner: Frame | None = None) -> Block:
        """A new object; nothing is written in it."""
        if size > MOST_BYTES:
            raise refuse(node, f"{name} has {size} bytes; at most {MOST_BYTES} are taken")
        return Block(name, [None] * size, self.live, owner=owner)

    def load(self, address: Address, kind, node):
        """The value of an object: of an integer its literals, of an address an `Address`, of a
        record its bytes.
        """
        if address.moving:
            return self._chosen(address, kind, node)
        parts = self._parts(address, size_of(kind), node, "read")
        if isinstance(kind, Record):
            return list(parts)
        if isinstance(kind, PointerTo):
            return self._address(parts, address, node)
        literals: list[int] = []
        for part in parts:
            literals += part if type(part) is tuple else self._sure(part, address, node)
        return packed(literals)

    def _sure(self, part, address: Address, node) -> tuple[int, ...]:
        what = f"a byte of {address.block.name} is read that was never written"
        if isinstance(part, Unsure):
            self.never(part.written ^ 1, node, what)
            return part.literals
        if isinstance(part, Piece):
            raise refuse(node, f"{address.block.name} is an address and is read as a number")
        self.never(TRUE, node, what)
        return (FALSE,) * 8

    def _address(self, parts: Sequence, address: Address, node) -> Address:
        first = parts[0]
        if isinstance(first, Piece) and all(
            isinstance(part, Piece) and part.number == number and part.address is first.address
            for number, part in enumerate(parts)
        ):
            return first.address
        if all(part == (FALSE,) * 8 for part in parts):
            return NULL
        raise undefined(
            node,
            f"{address.block.name} is read as an address, and holds none"
            + (": it was never written" if None in parts else ""),
        )

    def _parts(self, address: Address, size: int, node, done: str) -> list:
        block = address.block
        if block is None:
            raise undefined(node, f"a null pointer is followed, to be {done}")
        if block.ended:
            raise undefined(node, f"{block.name} is {done} where it is no longer: {block.ended}")
        if block.freed != FALSE:
            self.never(block.freed, node, f"{block.name} is {done} where it was freed")
        if not 0 <= address.offset <= address.offset + size <= len(block.data):
            raise undefined(
                node,
                f"{size} bytes of {block.name} are {done} from byte "
                f"{address.offset} on; it has {len(block.data)}",
            )
        return block.data[address.offset : address.offset + size]

    def _places(self, address: Address, kind, node) -> tuple[tuple[int, ...], list[Address]]:
        """Literals of the last count of an address, and all places that it may name."""
        (stride, count), rest = address.moving[-1], address.moving[:-1]
        if address.block is None:
            raise undefined(node, "a null pointer is followed")
        # From within an object an index below 0 is no error, and is not served.
        negative = self.graph.and_(self.live, count[-1])
        if address.offset and self.goes_on(negative) != FALSE:
            raise refuse(node, f"an index of {address.block.name} varies and may be negative")
        used = max(
            (place + 1 for place, literal in enumerate(count) if literal != FALSE), default=0
        )
        room = len(address.block.data) - address.offset - size_of(kind)
        inside = room // stride + 1 if room >= 0 else 0
        places = max(inside - 1, 0).bit_length()
        # A 1 above the bits that count the places is outside, whatever stands below it.
        self.never(
            self.arithmetic.truth(packed([FALSE, *count[places:]])),
            node,
            f"an index of {address.block.name} may be outside of 0 to {inside - 1}",
        )
        places = min(places, used)
        if inside > MOST_ENTRIES or inside < 1:
            raise refuse(
                node,
                f"an index that varies chooses between {inside} objects of "
                f"{address.block.name}; 1 to {MOST_ENTRIES} are taken",
            )
        if inside < 1 << places:
            outside = (
                self.arithmetic.less(
                    packed([*count[:places], FALSE]), inside, places + 1, sign=False
                )
                ^ 1
            )
            self.never(
                outside,
                node,
                f"an index of {address.block.name} may be outside of 0 to {inside - 1}",
            )
        base = Address(address.block, address.offset, rest)
        return count[:places], [
            base.at(stride * number) for number in range(min(inside, 1 << places))
        ]

    def _chosen(self, address: Address, kind, node):
        index, places = self._places(address, kind, node)
        if not isinstance(kind, Int):
            raise refuse(
                node,
                f"an index that varies chooses between objects of the type {kind}; "
                f"only integers are served",
            )
        found = [
            self._entry(place, kind, node, index, number) for number, place in enumerate(places)
        ]
        # Beyond the end any value does: that the index stays inside is proved apart.
        found += [0] * ((1 << len(index)) - len(found))
        return self.arithmetic.entry(found, index, kind.width)

    def _entry(self, address: Address, kind, node, index: Sequence[int], number: int):
        """One of the objects that an index chooses between; what it holds matters where the index
        has its number.
        """
        block, end = address.block, address.offset + size_of(kind)
        if not address.moving and all(
            type(part) is tuple for part in block.data[address.offset : end]
        ):
            return self.load(address, kind, node)
        here, self.live = self.live, self._with(index, number)
        found = self.load(address, kind, node) if self.live != FALSE else 0
        self.live = here
        return found

    def _with(self, index: Sequence[int], number: int) -> int:
        """Where the C is here and an index has a number."""
        equal = self.arithmetic.equal(packed([*index, FALSE]), number, len(index) + 1)
        return self.graph.and_(self.live, equal)

    def store(self, address: Address, kind, value, node) -> None:
        """Write an object where the C is here."""
        if address.moving:
            index, places = self._places(address, kind, node)
            here = self.live
            for number, place in enumerate(places):
                self.live = here
                self.live = self._with(index, number)
                if self.live != FALSE:
                    self.store(place, kind, value, node)
            self.live = here
            return
        if isinstance(kind, Int):
            literals = bits(self._matched(value), kind.width)
            parts = [tuple(literals[at : at + 8]) for at in range(0, kind.width, 8)]
        elif isinstance(kind, PointerTo):
            parts = [Piece(value, number) for number in range(8)]
        else:
            parts = value
        self.write(address, parts, node)

    def write(self, address: Address, parts: Sequence, node) -> None:
        """Write bytes where the C is here."""
        before = self._parts(address, len(parts), node, "written")
        block = address.block
        if block.constant:
            raise undefined(node, f"{block.name} is constant, and is written")
        # Else whoever still sees the object has come here, and nobody sees the bytes of before.
        if self.live != block.born and not (block.owner and block.owner.alive == self.live):
            parts = [self._merged(new, old, address, node) for new, old in zip(parts, before)]
        block.data[address.offset : address.offset + len(parts)] = parts

    def _merged(self, new, old, address: Address, node):
        """A byte that is ``new`` where the C is here, else ``old``."""
        if new == old:
            return old
        literals, written = _taken_apart(new)
        others, before = _taken_apart(old)
        if literals is None or others is None:
            raise refuse(node, f"{address.block.name} is an address that depends on what varies")
        graph = self.graph
        merged = tuple(graph.mux(self.live, x, y) for x, y in zip(literals, others))
        # Where the C is not here nothing was written: it does not matter what is found there.
        if before == FALSE:
            merged = literals
        sure = graph.mux(self.live, written, before)
        return merged if sure == TRUE or address.block.born == sure else Unsure(merged, sure)

    def joined(self, before: int, condition: int, one: int, other: int) -> int:
        """Where the C is behind two ways, of which ``one`` began where a condition holds."""
        graph = self.graph
        # Neither way has ended: together they are what was before them.
        if (one, other) == (graph.and_(before, condition), graph.and_(before, condition ^ 1)):
            return before
        return self.settled(graph.or_(one, other), before)


def _taken_apart(part) -> tuple[tuple[int, ...] | None, int]:
    """Literals of a byte, and where it was written."""
    if part is None:
        return (FALSE,) * 8, FALSE
    if isinstance(part, Unsure):
        return part.literals, part.written
    return (None, TRUE) if isinstance(part, Piece) else (part, TRUE)
