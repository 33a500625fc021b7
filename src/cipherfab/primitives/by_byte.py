# SPDX-License-Identifier: Apache-2.0
"""How a generalized Feistel cipher describes its byte-serial data path: shift registers of eight
bytes, eight slots a round.

The lower half of the state goes into the round function and the upper half takes in what comes out
of it; then the halves change places, permuted. Each half and each lane of the tweakey is a *shift
register* of eight bytes. In each slot one byte leaves each of them and one comes in; in between,
bytes move on by one place, but for the `Move` entries. So a permutation costs only the multiplexers
of the moves that delay one byte and let others pass.

Places are numbered from the one where bytes come in, 0, to 7; slots from 0 to 7.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ..words import Word

PLACES = SLOTS = 8

CAME, LEAVING = -1, 8
"""As source of a move: the byte that comes in; as its place: the byte that leaves."""


@dataclass(frozen=True)
class Move:
    """In these slots a place takes the byte of ``source`` instead of that of the place before it.

    Attributes:
        place: 0 to 7, or `LEAVING`.
        source: 0 to 7, or `CAME`.
        slots: when, in each round.
    """

    place: int
    source: int
    slots: tuple[int, ...]


@dataclass(frozen=True)
class Sum:
    """In these slots the byte of ``source``, shifted, is added to the byte that goes to a place.

    Attributes:
        place: 0 to 7, or `LEAVING`, whose byte is then another than what the moves see.
        source: 0 to 7.
        shift: to the left by so many bits, to the right if negative; zeros come in.
        slots: when, in each round.
    """

    place: int
    source: int
    shift: int
    slots: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class Lane:
    """A lane of the tweakey: 64 bits, byte j at place j when a round begins; they leave in the
    order 7, 6, …, 0.

    Attributes:
        moves: see `Move`; a byte that leaves comes in again.
        front: the place whose byte leaves when no move says otherwise.
        sums: see `Sum`.
        leap: instead of all this, the eight bytes after the last slot, from those in it.
        leap_back: the same for the round before, in decryption.
    """

    moves: tuple[Move, ...] = ()
    front: int = PLACES - 1
    sums: tuple[Sum, ...] = ()
    leap: Callable[[list[Word]], list[Word]] | None = None
    leap_back: Callable[[list[Word]], list[Word]] | None = None


@dataclass(frozen=True, kw_only=True, eq=False)
class BytePath:
    """The data path of a cipher with 16 branches of a byte.

    In slot t byte X_(7-t) of the lower half leaves its register and goes, with the tweakey's byte
    7-t, through the S-box; byte X_(8+t) takes the result in, with what the linear layer adds, and
    comes into the register of the lower half. X_(7-t) comes into that of the upper half. A
    decryption does the same with the inverse permutation.

    Attributes:
        name: as in the catalog.
        rounds: how many, an even number.
        tweak, key: lanes of each, the tweak's first.
        lanes: all of them.
        substitute: the S-box, on a byte.
        constant: from the number of the round (6 bits, from 0) to what is added to the tweakey's
            last byte that leaves, byte 0.
        lower, upper: the moves of the two registers.
        lower_back, upper_back: those of a decryption.
        permutation: byte j of the state moves to place ``permutation[j]`` at the end of a round,
            but for the last one.
        held_slots: when the byte at place 0 of the upper register is added to the byte of the upper
            half.
        total_slots: when the sum of the lower half's bytes that have left in this round is added to
            it.
    """

    name: str
    rounds: int
    tweak: int
    key: int
    lanes: tuple[Lane, ...]
    substitute: Callable[[Word], Word]
    constant: Callable[[Word], Word]
    lower: tuple[Move, ...]
    upper: tuple[Move, ...]
    lower_back: tuple[Move, ...]
    upper_back: tuple[Move, ...]
    permutation: Sequence[int]
    held_slots: tuple[int, ...]
    total_slots: tuple[int, ...]

    @property
    def cell(self) -> int:
        """Bits of a byte."""
        return 8

    def order(self, given: str, taken: str) -> dict[str, tuple[tuple[int | None, ...], ...]]:
        """For each port the bytes in each of 16 words, the most significant first, counted from the
        first of the value.

        What of the key and the tweak comes with the first eight words is not used. The order of the
        block's bytes is that in which they lie in the two registers when a round begins.

        Args:
            given, taken: names of the ports of the block.
        """
        lower, upper = _places(self.lower, self.upper)
        return {
            **self._tweakey_order(),
            given: _words(upper + lower),
            taken: _words(map(self.permutation.index, lower + upper)),
        }

    def decrypt_order(
        self, given: str, taken: str
    ) -> dict[str, tuple[tuple[int | None, ...], ...]]:
        """The same for a decryption.

        The halves change places while the tweakey goes forward for an odd number of rounds, and
        again until the first byte is due.
        """
        lower, upper = _places(self.lower_back, self.upper_back)
        return {
            **self._tweakey_order(),
            given: _words(lower + upper),
            taken: _words(self.permutation[byte] for byte in upper + lower),
        }

    def _tweakey_order(self) -> dict:
        return {"in_key": _lane_words(self.key), "in_tweak": _lane_words(self.tweak)}


def _places(lower: Sequence[Move], upper: Sequence[Move]) -> tuple[list[int], list[int]]:
    """Which byte of the state is at each place of the two shift registers when a round begins,
    place 7 first.
    """
    return [7 - slot for slot in reversed(departures(lower))], [
        8 + slot for slot in reversed(departures(upper))
    ]


def _words(places: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    return tuple((byte,) for byte in places)


def _lane_words(lanes: int) -> tuple[tuple[int | None, ...], ...]:
    unused = ((None,) * lanes,) * SLOTS
    return unused + tuple(
        tuple(PLACES * lane + byte for lane in range(lanes)) for byte in reversed(range(PLACES))
    )


def after_slot(places: Sequence, moves: Sequence[Move], slot: int, came) -> tuple[list, object]:
    """What the places hold after a slot, and what left; the meaning of `Move`.

    Args:
        places: what they hold before it, place 0 first.
        moves: of the shift register.
        slot: its number.
        came: what comes in.
    """
    held = {**dict(enumerate(places)), CAME: came}
    # Place 0 takes from -1, which is `CAME`, and what leaves, place 8, from place 7.
    sources = {place: place - 1 for place in range(PLACES + 1)}
    sources |= {move.place: move.source for move in moves if slot in move.slots}
    return [held[sources[place]] for place in range(PLACES)], held[sources[LEAVING]]


def departures(moves: Sequence[Move]) -> list[int]:
    """For each place the slot in which the byte that it holds at the beginning of a round
    leaves."""
    places, left = list(range(PLACES)), []
    for slot in range(SLOTS):
        # Only the bytes of the beginning are followed: those that come in are told from them by
        # None.
        places, leaving = after_slot(places, moves, slot, None)
        left.append(leaving)
    return [left.index(place) for place in range(PLACES)]
