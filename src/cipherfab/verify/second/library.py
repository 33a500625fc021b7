# SPDX-License-Identifier: Apache-2.0
"""Functions of C's library that ciphers call."""

from collections.abc import Callable, Sequence

from ..equivalence.aig import FALSE, TRUE
from .arithmetic import bits, packed
from .machine import NULL, Address, Machine, refuse, undefined
from .objects import Block
from .types import CHAR, Int

BYTE = Int(8, False)


def _known(value, node, what: str) -> int:
    if not isinstance(value, int):
        raise refuse(node, f"{what} depends on what varies")
    return value


def _object(address, node) -> Address:
    if not isinstance(address, Address) or address.block is None:
        raise undefined(node, "expected the address of an object, got a null pointer or a function")
    if address.moving:
        raise refuse(node, "the address of an object that is copied depends on what varies")
    return address


def _block(address, node) -> tuple[Block, int]:
    """The object at an address, and the place in it."""
    place = _object(address, node)
    assert place.block is not None  # `_object` takes no null pointer
    return place.block, place.offset


def _copy(machine: Machine, arguments: Sequence, node):
    target, source, count = arguments
    size = _known(count, node, "the number of bytes that are copied")
    if size:
        (block, begin), place = _block(source, node), _object(target, node)
        machine.never(block.freed, node, f"{block.name} is copied where it was freed")
        # Bytes are copied as they are: one that was never written stays so, and is no error until
        # it is read.
        parts = block.data[begin : begin + size]
        if block.ended or begin < 0 or len(parts) < size:
            raise undefined(
                node,
                f"{size} bytes of {block.name} are copied from byte "
                f"{begin} on; it has {len(block.data)}",
            )
        machine.write(place, list(parts), node)
    return target


def _apart(machine: Machine, arguments: Sequence, node):
    target, source, count = arguments
    size = _known(count, node, "the number of bytes that are copied")
    if size and target.block is source.block and abs(target.offset - source.offset) < size:
        raise undefined(node, "memcpy between objects that overlap")
    return _copy(machine, arguments, node)


def _fill(machine: Machine, arguments: Sequence, node):
    target, value, count = arguments
    size = _known(count, node, "the number of bytes that are filled")
    if size:
        machine.write(_object(target, node), [tuple(bits(value, 32)[:8])] * size, node)
    return target


def _compare(machine: Machine, arguments: Sequence, node):
    one, other, count = arguments
    size = _known(count, node, "the number of bytes that are compared")
    arithmetic = machine.arithmetic
    found = 0
    # From the last byte to the first: the first that differs decides, so it is chosen last.
    for place in reversed(range(size)):
        a, b = (machine.load(_object(side, node).at(place), BYTE, node) for side in (one, other))
        below = arithmetic.less(a, b, 8, sign=False)
        # -1 where a is below b, else 1: C defines the sign of the result alone.
        sign = packed([TRUE] + [below] * 31)
        found = arithmetic.chosen(arithmetic.equal(a, b, 8), found, sign, 32)
    return found


FRESH = "an object of malloc"


def _fresh(machine: Machine, arguments: Sequence, node):
    size = 1
    for argument in arguments:
        size *= _known(argument, node, "the size of an object")
    block = machine.block(FRESH, size, node)
    # calloc has two arguments, and its object begins with zeros; malloc's is not written.
    if len(arguments) == 2:
        block.data[:] = [(FALSE,) * 8] * size
    return Address(block)


def _free(machine: Machine, arguments: Sequence, node):
    if arguments[0] != NULL:
        block, offset = _block(arguments[0], node)
        if block.ended or offset or block.name != FRESH:
            raise undefined(node, f"{block.name} is freed, and cannot be")
        machine.never(block.freed, node, f"{block.name} is freed twice")
        if machine.live == block.born:
            block.ended = "it was freed"
        # Other ways still see it.
        block.freed = machine.graph.or_(block.freed, machine.live)


def _length(machine: Machine, arguments: Sequence, node):
    place, size = _object(arguments[0], node), 0
    while _known(machine.load(place.at(size), CHAR, node), node, "the length of a text"):
        size += 1
    return size


def _end(machine: Machine, arguments: Sequence, node):
    machine.never(TRUE, node, "the C gives up here")
    # No way through the C goes on behind it.
    machine.live = FALSE


def _assert(machine: Machine, arguments: Sequence, node):
    machine.never(machine.arithmetic.truth(arguments[0]) ^ 1, node, "an assertion does not hold")


def _ignored(machine: Machine, arguments: Sequence, node):
    """Printing changes no result."""


LIBRARY: dict[str, Callable] = {
    "memcpy": _apart, "memmove": _copy, "memset": _fill, "memcmp": _compare,
    "malloc": _fresh, "calloc": _fresh, "free": _free, "strlen": _length,
    "exit": _end, "abort": _end, "__asserted": _assert,
    "printf": _ignored, "fprintf": _ignored, "puts": _ignored, "putchar": _ignored,
}  # fmt: skip
"""What each does with its arguments; they are declared in `headers`."""
