# SPDX-License-Identifier: Apache-2.0
"""``inputs.NAME`` and ``outputs.NAME`` of ``[bare]``: where a value lies.

::

    inputs.key = { ports = ["key_hi", "key_lo"] }           # the most significant part first
    inputs.x = { port = "state", word_order = "little", word = 64 }
    outputs.x = { port = "state", byte_order = "little", packed = true }    # 257 bits of 264
    outputs.x = { ports = [{ port = "a", bits = 200 }, { port = "b", bits = 120, width = 128 }] }
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec import Struct

from ..errors import CallError
from ..places import Pins, Port, laid_bits
from .keys import check_keys, checked

ORDERS = ("big", "little")

MOST_PORTS = 1024
"""Of one value."""

EXPECTED = (
    "the name of a port, or a table with port (or ports), width, low, byte_order, "
    "word_order, word and packed"
)


class Part(Struct, forbid_unknown_fields=True):
    """A part of a value: on which port of how many bits, from which bit on, and how many."""

    port: str
    bits: int | None = None
    width: int | None = None
    low: int = 0


class Place(Struct, forbid_unknown_fields=True):
    """Where a value lies: on a port, or on several, and in which order."""

    port: str | None = None
    ports: list[str | Part] | None = None
    width: int | None = None
    low: int = 0
    byte_order: str | None = None
    word_order: str | None = None
    word: int | None = None
    packed: bool = False


@dataclass(frozen=True, kw_only=True)
class Common:
    """What holds for all values of a core: orders and word where a value says nothing, and the mask
    of an algorithm's values that have bits without a meaning (empty: there are none).
    """

    byte_order: str
    word_order: str
    word: int | None
    used: str


def ports_of(
    given: Mapping[str, Any], sizes: Mapping[str, int], common: Common, place: str
) -> dict[str, Port]:
    """Where each value lies.

    Args:
        given: a side of ``[bare]`` as it is written.
        sizes: bits of each value, by the algorithm's own names.
        common: what holds for all of them.
        place: for errors.

    Raises:
        CallError: a value is missing or unknown, does not fit its ports, or meets another one.
    """
    check_keys(given, sizes, place)
    for name in sizes:
        if name not in given:
            raise CallError(f"{place}: expected '{name}' ({EXPECTED})")
    found = {
        name: _port(given[name], bits, common, f"{place}.{name}") for name, bits in sizes.items()
    }
    _check_apart([pins for port in found.values() for pins in port.pins], place)
    return found


def _port(given: Any, bits: int, common: Common, place: str) -> Port:
    if not isinstance(given, str | dict):
        raise CallError(f"{place}: expected {EXPECTED}, got {given!r}")
    at = Place(port=given) if isinstance(given, str) else checked(given, Place, place)
    used = _used(at, common, place)
    first, *rest = _pins(at, laid_bits(bits, used), place)
    return Port(
        name=first.name,
        width=first.width,
        bits=bits,
        low=first.low,
        used=used,
        rest=tuple(rest),
        **_orders(at, bits, common, place),
    )


def _used(at: Place, common: Common, place: str) -> str:
    if at.packed and not common.used:
        raise CallError(
            f"{place}: packed = true is for values with bits that mean nothing; this "
            f"one has none, so all its bits lie on the port"
        )
    return common.used if at.packed else ""


def _pins(at: Place, bits: int, place: str) -> list[Pins]:
    """The ports, the most significant part first."""
    if (at.port is None) == (at.ports is None):
        raise CallError(
            f"{place}: expected either 'port' (a name) or 'ports' (names, the one with "
            f"the most significant part first), got "
            f"{'neither' if at.port is None else 'both'}"
        )
    if at.port is not None:
        return [_fitting(Part(port=at.port, width=at.width, low=at.low, bits=bits), place)]
    if at.width is not None or at.low:
        raise CallError(
            f"{place}: 'width' and 'low' beside 'ports' say nothing; write each port "
            f"as {{ port, bits, width, low }}"
        )
    if not 0 < len(at.ports) <= MOST_PORTS:
        raise CallError(f"{place}: expected 1 to {MOST_PORTS} ports, got {len(at.ports)}")
    return _parts(
        [Part(port=one) if isinstance(one, str) else one for one in at.ports], bits, place
    )


def _parts(parts: list[Part], bits: int, place: str) -> list[Pins]:
    """The parts with their sizes: those that say none share what the others leave."""
    told, silent = sum(part.bits or 0 for part in parts), sum(part.bits is None for part in parts)
    # Without a silent port there is nothing to share, and 1 only avoids a division by 0.
    share, over = divmod(bits - told, silent or 1)
    # Each silent port gets at least one bit, and if all are told no bit may be left.
    if over or silent and share < 1 or not silent and share:
        raise CallError(
            f"{place}: {bits} bits do not fit these {len(parts)} ports: "
            f"{told} bits are told"
            + (
                f", and {silent} ports share the rest in equal "
                f"parts; write bits for each that has another size"
                if silent
                else ""
            )
        )
    return [
        _fitting(
            Part(
                port=part.port,
                width=part.width,
                low=part.low,
                bits=share if part.bits is None else part.bits,
            ),
            place,
        )
        for part in parts
    ]


def _fitting(part: Part, place: str) -> Pins:
    width = part.bits if part.width is None else part.width
    if part.bits < 1 or part.low < 0 or part.low + part.bits > width:
        raise CallError(
            f"{place}: {part.bits} bits from bit {part.low} on do not fit a port of "
            f"{width} bits ('{part.port}')"
        )
    return Pins(name=part.port, width=width, bits=part.bits, low=part.low)


def _orders(at: Place, bits: int, common: Common, place: str) -> dict:
    byte_order = at.byte_order or common.byte_order
    if byte_order not in ORDERS or byte_order == "little" and bits % 8:
        raise CallError(
            f"{place}: expected byte_order big or, for whole bytes, little, got {byte_order}"
        )
    return {"byte_order": byte_order, "word": _word(at, bits, common, byte_order, place)}


def _word(at: Place, bits: int, common: Common, byte_order: str, place: str) -> int:
    """Bits of the words that lie in reverse; 0 if they do not."""
    order = at.word_order or common.word_order
    word = common.word if at.word is None else at.word
    if order not in ORDERS:
        raise CallError(f"{place}: expected word_order big or little, got {order}")
    if order == "big":
        if at.word is not None:
            raise CallError(
                f"{place}: 'word' says something with word_order = \"little\" only: "
                f"words of so many bits in reverse order"
            )
        return 0
    if word is None or not 0 < word < bits or bits % word:
        raise CallError(
            f"{place}: word_order = \"little\" needs 'word', the bits of a word, of "
            f"which the value's {bits} bits are a multiple; got {word}"
        )
    if byte_order == "little" and word % 8:
        raise CallError(
            f'{place}: words of {word} bits do not go with byte_order = "little"; '
            f"expected whole bytes"
        )
    return word


def _check_apart(parts: Iterable[Pins], place: str) -> None:
    """Raises `CallError` for a port with two widths, or for bits that have two values."""
    taken: dict[str, Pins] = {}
    masks: dict[str, int] = {}
    # A port may hold several values, but each of its bits only one.
    for one in parts:
        mask = (1 << one.bits) - 1 << one.low
        if taken.setdefault(one.name, one).width != one.width:
            raise CallError(
                f"{place}: port '{one.name}' has {taken[one.name].width} bits in one "
                f"place and {one.width} in another; write its width in both"
            )
        if masks.get(one.name, 0) & mask:
            raise CallError(
                f"{place}: bits {one.low} to {one.low + one.bits - 1} of port "
                f"'{one.name}' have another value already"
            )
        masks[one.name] = masks.get(one.name, 0) | mask
