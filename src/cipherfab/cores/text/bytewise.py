# SPDX-License-Identifier: Apache-2.0
"""Wiring of whole bytes as functions of the module: bytes in the opposite order, each bit as often
as a byte has bits. Written out, a word of 128 bits would take 16 lines wherever it is turned round.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from .rtlil import Bits

BYTE = 8

FEWEST = 4
"""Bytes, or bits, from which on a function is used."""

REVERSED, SPREAD = "bytes_reversed", "bits_to_bytes"

TAKEN = re.compile(rf"({REVERSED}|{SPREAD})_\d+")
"""Names that only these functions have."""


@dataclass(frozen=True)
class Call:
    """A function of bits of one wire.

    Attributes:
        function: `REVERSED` or `SPREAD`.
        argument: what it is given.
    """

    function: str
    argument: Bits

    @property
    def name(self) -> str:
        """The name in the module: with the width of the argument."""
        return f"{self.function}_{self.argument.width}"

    @property
    def width(self) -> int:
        """Of the result, in bits."""
        return self.argument.width * (BYTE if self.function == SPREAD else 1)


def called(parts: Sequence[Bits]) -> Iterator[Bits | Call]:
    """The parts of a value, the most significant first, with what a function gives as one.

    Args:
        parts: as `logic.merged` gives them.
    """
    at = 0
    while at < len(parts):
        call, taken = _reversed(parts, at) or (parts[at], 1)
        yield call
        at += taken


def spread(value: Sequence[Bits]) -> Iterator[Sequence[Bits] | Call]:
    """A value, the most significant part first, taken apart where a function gives bits of it."""
    bits = [bit for part in value for bit in _apart(part)]
    at = begin = 0
    while at < len(bits):
        call, taken = _spread(bits, at) or (None, 1)
        if call:
            yield bits[begin:at]
            yield call
            begin = at + taken
        at += taken
    yield bits[begin:]


def _apart(part: Bits) -> Iterator[Bits]:
    """Two neighbours one by one: where each bit is repeated, the last one of a bit stands beside
    the first one of the next.
    """
    if part.wire and part.width == 2:
        yield Bits(part.wire, part.high, part.high)
        yield Bits(part.wire, part.low, part.low)
    else:
        yield part


def _reversed(parts: Sequence[Bits], at: int) -> tuple[Call, int] | None:
    """Bytes of one wire, the least significant one first, and how many parts they are."""
    first, end = parts[at], at
    while (
        end < len(parts)
        and first.wire
        and parts[end].wire == first.wire
        and parts[end].width == BYTE
        and parts[end].low == first.low + BYTE * (end - at)
    ):
        end += 1
    if end - at < FEWEST:
        return None
    return Call(REVERSED, Bits(first.wire, parts[end - 1].high, first.low)), end - at


def _spread(parts: Sequence[Bits], at: int) -> tuple[Call, int] | None:
    """Bits of one wire, the most significant one first, each of them `BYTE` times."""
    first, groups = parts[at], 0
    while first.wire and first.width == 1:
        begin = at + BYTE * groups
        expected = Bits(first.wire, first.low - groups, first.low - groups)
        # Below bit 0 a wire has nothing that could go on the run.
        if first.low < groups or list(parts[begin : begin + BYTE]) != [expected] * BYTE:
            break
        groups += 1
    if groups < FEWEST:
        return None
    return Call(SPREAD, Bits(first.wire, first.high, first.low - groups + 1)), BYTE * groups


def declarations(calls: Iterable[Call]) -> Iterator[str]:
    """The functions that a module calls."""
    # One function serves all wires of a width: its name has no wire in it.
    for call in sorted({call.name: call for call in calls}.values(), key=lambda call: call.name):
        count = call.argument.width // (BYTE if call.function == REVERSED else 1)
        said, value = {
            REVERSED: ("The bytes in the opposite order.", f"bits[8 * ({count - 1} - i) +:8]"),
            SPREAD: ("Each bit eight times.", "{8{bits[i]}}"),
        }[call.function]
        yield f"  // {said}"
        yield (
            f"  function automatic [{call.width - 1}:0] {call.name}"
            f"(input [{call.argument.width - 1}:0] bits);"
        )
        yield "    integer i;"
        yield f"    for (i = 0; i < {count}; i = i + 1) {call.name}[8 * i +:8] = {value};"
        yield "  endfunction"
