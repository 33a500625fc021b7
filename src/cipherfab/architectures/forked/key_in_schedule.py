# SPDX-License-Identifier: Apache-2.0
"""Key and nonce of a forkcipher held in its schedule: no register beside it holds them.

The schedule is linear in the tweakey (`Forkcipher.words`). So where a call ends, a network brings
back what it began with; that is wiring, or nothing at all, for a word without LFSRs, and some XORs
for a cell that has one. A call that does not begin with the first round moves it on as it would
move a tweakey that comes from a port. While no call is under way these bits stand still, or take
new ones from a port.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from amaranth.hdl import Cat, Module, Signal

from ...primitives.forkcipher import Forkcipher
from ...primitives.forkcipher_model import jump, stays
from ..steps import apply
from .fork import Control, ForkComponent, Home, one_of


@dataclass(frozen=True, kw_only=True)
class _Piece:
    """Bits of a register of the schedule: a part of the key or of the nonce.

    Attributes:
        name: of the register.
        low, high: its bits.
        writes, data: the component's ports; 1 to write, and what is written.
    """

    name: str
    low: int
    high: int
    writes: Signal
    data: object

    def of(self, word):
        """These bits of the register's ``word``."""
        return word[self.low : self.high]


class KeyInSchedule:
    """The bits of a component's schedule that stay from call to call.

    Args:
        m: module that gets the logic.
        component: with `Home`, and with its ports.
        schedule: its registers.
    """

    def __init__(self, m: Module, component: ForkComponent, schedule: Mapping[str, Signal]):
        self._m, self._component, self._cipher = m, component, component.cipher
        self._schedule = schedule
        self._places = list(places(component.cipher, component.home))

    # `Cat` begins with the lowest bits, the places begin with the highest.
    def tweakey(self):
        """The first bits of the tweakey; of meaning while no call is under way."""
        return Cat(self._schedule[name][low:high] for name, low, high in reversed(self._places))

    def source(self, idle, loaded: Mapping[int, tuple]) -> dict:
        """By register, its bits that are held in the word with which this cycle begins, lowest
        first.

        Args:
            idle: register; no call is under way.
            loaded: by position, the condition that a call may start there in this cycle, and the
                schedule that it starts with.
        """
        return {name: self._begun(name, low, idle, loaded) for name, low in self._lows().items()}

    def _lows(self) -> dict[str, int]:
        """By register, the lowest bit that is held in the schedule."""
        return {name: low for name, low, _ in self._places}

    def _begun(self, name: str, low: int, idle, loaded: Mapping[int, tuple]):
        stands, ways = ~idle, []
        for position, (condition, schedule) in loaded.items():
            # Bits that are the same at this position stand, with no way of their own.
            if stays(self._cipher, name, position):
                stands = stands | condition
            else:
                ways.append((condition, {name: schedule[name][low:]}))
        return one_of([*ways, (stands, {name: self._schedule[name][low:]})])[name]

    def update(
        self, steer: Control, last, following: Sequence[tuple], stops: Mapping[int, object]
    ) -> None:
        """Drive the bits that are held in the schedule.

        Args:
            steer: of the component.
            last: this cycle, if it runs, is the last of its call.
            following: conditions and schedules after this cycle's rounds; the first one forward, as
                every call ends that does not end where it began.
            stops: condition by position: where a call ends that ends in this cycle.
        """
        runs = {name: self._runs(name, steer, last, following, stops) for name in self._lows()}
        for piece in self._pieces():
            self._drive(steer, piece, runs[piece.name])

    def _runs(
        self,
        name: str,
        steer: Control,
        last,
        following: Sequence[tuple],
        stops: Mapping[int, object],
    ) -> list[tuple]:
        """Conditions and words of a register while a call is under way; see `update`."""
        backs, goes = [], steer.run
        for position, condition in stops.items():
            if not stays(self._cipher, name, position):
                home = self._back(name, following[0][1], position)
                backs.append((steer.run & last & condition, home))
                # In the last clock the way back takes the place of the round's.
                goes = goes & ~(last & condition)
        return [*((goes & condition, state[name]) for condition, state in following), *backs]

    def _drive(self, steer: Control, piece: _Piece, runs: list[tuple]) -> None:
        register = piece.of(self._schedule[piece.name])
        chosen = one_of(
            (condition, {"bits": value})
            for condition, value in [
                *((condition, piece.of(word)) for condition, word in runs),
                (~steer.run & piece.writes, piece.data),
                (~steer.run & ~piece.writes, register),
            ]
        )
        self._m.d.sync += register.eq(chosen["bits"])

    def _back(self, name: str, schedule: Mapping, position: int):
        """A register at the beginning of the call, from the ``schedule`` at a position."""
        cipher = self._cipher
        return apply(
            self._m,
            f"{name}_home_from{position}",
            lambda words: {name: jump(cipher, words, position, 0)[name]},
            {name: schedule[name] for name in cipher.layout},
            {name: cipher.layout[name]},
        )[name]

    def _pieces(self) -> Iterator[_Piece]:
        """What is held in the schedule: first the key, which shifts in at its end, then the
        nonce."""
        component, home = self._component, self._component.home
        words, writes = self.tweakey(), component.in_key_write
        # A word enters at the low end, and the first one falls out at the top.
        following = Cat(component.in_key, words[home.nonce :])[: home.key]
        nonce = component.in_nonce if home.nonce else following[:0]
        top = len(words)
        for name, low, high in self._places:
            end = top - (high - low)
            data = Cat(nonce, following)[end:top]
            # The nonce has the low end of these bits, so one register may have parts of both.
            split = min(max(home.nonce - end, 0), high - low)
            if split < high - low:
                yield _Piece(
                    name=name, low=low + split, high=high, writes=writes, data=data[split:]
                )
            if split:
                yield _Piece(
                    name=name,
                    low=low,
                    high=low + split,
                    writes=component.in_nonce_write,
                    data=data[:split],
                )
            top = end


def places(cipher: Forkcipher, home: Home) -> Iterator[tuple[str, int, int]]:
    """The bits of the schedule that hold the key: register, lowest bit, and the one behind the
    highest.

    Raises:
        ValueError: the schedule has no place for so many.
    """
    left = home.bits
    for name in cipher.words:
        width = cipher.layout[name]
        if left > 0:
            # Each word is filled from its highest bit on.
            yield name, max(0, width - left), width
        left -= width
    if left > 0:
        raise ValueError(
            f"{cipher.name}: expected at most {home.bits - left} bits there, got {home.bits}"
        )
