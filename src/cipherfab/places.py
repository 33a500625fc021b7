# SPDX-License-Identifier: Apache-2.0
"""Where the values of an algorithm lie on the ports of a core that others wrote."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from .identifiers import identifier

Bit = TypeVar("Bit")


@dataclass(frozen=True, kw_only=True)
class Pins:
    """Neighbouring bits of a port.

    Attributes:
        name: of the port.
        width: bits of the port.
        bits: how many of them are meant.
        low: the lowest of these.
    """

    name: str
    width: int
    bits: int
    low: int = 0

    def __post_init__(self):
        identifier(self.name, "port")


@dataclass(frozen=True, kw_only=True)
class Port:
    """Where a value lies: on one port, or on several of which each has a part.

    Attributes:
        name: of the port, or of the one with the most significant part.
        width: bits of that port.
        bits: bits of the value.
        low: bit of the port that takes the least significant bit of the value, or of its part; the
            port's other bits are 0.
        byte_order: ``big``: the first byte of the value is its most significant one; ``little``:
            bytes in reverse.
        word: bits of the words that lie in reverse order, with their bits as they are, or with
            ``little`` with the bytes of each in reverse; 0: the words lie as the bytes do.
        used: the bits of the value that the ports have, a mask in hexadecimal; the others are 0.
            Empty: all.
        rest: further ports, the most significant part first.
    """

    name: str
    width: int
    bits: int
    low: int = 0
    byte_order: str = "big"
    word: int = 0
    used: str = ""
    rest: tuple[Pins, ...] = ()

    @property
    def pins(self) -> tuple[Pins, ...]:
        """All ports with their parts, the most significant first."""
        # What the further parts leave over.
        first = laid_bits(self.bits, self.used) - sum(one.bits for one in self.rest)
        return (Pins(name=self.name, width=self.width, bits=first, low=self.low), *self.rest)

    def __post_init__(self):
        identifier(self.name, "port")

    def on_ports(self, value: int) -> dict[str, int]:
        """What each port has of a value; two parts may lie on one."""
        order = _order(self.bits, self.byte_order, self.word, self.used)
        # A list never equals a range, so only the natural order goes past the detour over text.
        if order != range(self.bits):
            text = f"{value:0{self.bits}b}"
            value = int("".join(text[place] for place in order), 2)
        found: dict[str, int] = {}
        # From the low end, where bits are cut off; the pins begin at the high one.
        for one in reversed(self.pins):
            part = value & (1 << one.bits) - 1
            # Two parts on one port must not touch, or this would mix them.
            found[one.name] = found.get(one.name, 0) | part << one.low
            value >>= one.bits
        return found

    def value(self, ports: Mapping[str, int]) -> int:
        """The value that lies on ports with these numbers."""
        texts = {one.name: f"{ports[one.name]:0{one.width}b}" for one in self.pins}
        return int(self.text(texts), 2)

    def text(self, ports: Mapping[str, str]) -> str:
        """The value that lies on ports whose bits are these letters, the most significant first;
        those that no port has are ``0``.
        """
        laid = "".join(
            ports[one.name][one.width - one.low - one.bits : one.width - one.low]
            for one in self.pins
        )
        # Bits without a port are 0 by the description's promise.
        found = ["0"] * self.bits
        for letter, place in zip(laid, _order(self.bits, self.byte_order, self.word, self.used)):
            found[place] = letter
        return "".join(found)


def place_from_json(data: Mapping) -> Port:
    """The inverse of ``dataclasses.asdict``."""
    return Port(**{**data, "rest": tuple(Pins(**one) for one in data.get("rest", ()))})


def laid_bits(bits: int, used: str) -> int:
    """How many of the bits of a value lie on ports."""
    return int(used, 16).bit_count() if used else bits


def widths(places: Mapping[str, Port]) -> dict[str, int]:
    """Bits of each port that values lie on, by its name."""
    return {one.name: one.width for place in places.values() for one in place.pins}


def on_ports(values: Mapping[str, int], places: Mapping[str, Port]) -> dict[str, int]:
    """What every port has while the values are these; several may lie on one port."""
    numbers = dict.fromkeys(widths(places), 0)
    for name, place in places.items():
        for port, number in place.on_ports(values[name]).items():
            numbers[port] |= number
    return numbers


@cache
def _order(bits: int, byte_order: str, word: int, used: str) -> Sequence[int]:
    """Which bit of the value each laid one is, both counted from the most significant."""
    order: Sequence[int] = range(bits)
    # With both, the second turn brings the words back: only the bytes in each lie in reverse.
    if byte_order == "little":
        order = _turned(order, 8)
    if word:
        order = _turned(order, word)
    if used:
        mask = f"{int(used, 16):0{bits}b}"
        order = [place for place in order if mask[place] == "1"]
    return order


def _turned(order: Sequence[int], size: int) -> list[int]:
    """In pieces of this size, the last one first."""
    return [
        place
        for start in range(len(order) - size, -1, -size)
        for place in order[start : start + size]
    ]
