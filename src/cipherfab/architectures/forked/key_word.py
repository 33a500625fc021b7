# SPDX-License-Identifier: Apache-2.0
"""The key of a forkcipher at home in its schedule: no register beside it holds the key.

`Forkcipher.key_word` comes back after some rounds, so what it is at the end of a call says where
the key is: its *home*, a position modulo the period. A call begins with the word moved from its
home to where the call starts, which is wiring, or nothing at all where the two are the same. While
no call is under way the word stands still, or takes key from a port.
"""

from collections.abc import Iterable, Mapping

from amaranth.hdl import Cat, Module, Signal

from ...primitives.forkcipher import Forkcipher, key_period
from ..steps import apply
from .fork import Control, one_of


class KeyWord:
    """The key word of a component with ports ``in_key`` and ``in_key_write``.

    Args:
        m: module that gets the logic.
        cipher: whose key word.
        schedule: its registers.
        stops: positions where a call ends.
    """

    def __init__(self, m: Module, cipher: Forkcipher, schedule: Mapping[str, Signal],
                 stops: Iterable[int]):
        self._m, self._cipher, self._schedule = m, cipher, schedule
        self._register, self._period = schedule[cipher.key_word], key_period(cipher)
        others = sorted({stop % self._period for stop in stops} - {0})
        self._homes = {place: Signal(name=f"key_is_at_{place}") for place in others}

    def source(self, steer: Control, starts: Mapping[int, object]):
        """The word with which this cycle begins.

        Args:
            steer: of the component.
            starts: condition by position: a call may start there in this cycle.
        """
        homes = {0: ~Cat(self._homes.values()).any(), **self._homes}
        ways = {0: ~steer.idle}
        for position, condition in starts.items():
            for home, is_there in homes.items():
                turns = (position - home) % self._period
                ways[turns] = (
                    ways[turns] | (condition & is_there) if turns in ways else condition & is_there)
        values = ((condition, self._moved(turns)) for turns, condition in ways.items())
        return one_of((condition[0], {"key": value}) for condition, value in values)["key"]

    def _moved(self, turns: int):
        if turns == 0:
            return self._register
        name, cipher = self._cipher.key_word, self._cipher
        return apply(self._m, f"key_after{turns}",
                     lambda words: {"key": cipher.skip(words, turns)[name]}, self._schedule,
                     {"key": len(self._register)})["key"]

    def update(self, steer: Control, last, following: Iterable[tuple],
               stops: Mapping[int, object], write, data) -> None:
        """Drive the register.

        Args:
            steer: of the component.
            last: this cycle, if it runs, is the last of its call.
            following: conditions and the word after this cycle's rounds.
            stops: condition by position: where a call ends that ends in this cycle.
            write: ``data``, the next bits of the key, shift in; while no call is under way.
        """
        shifted = Cat(data, self._register)[:len(self._register)]
        chosen = one_of([
            *((steer.run & condition, {"key": value}) for condition, value in following),
            (~steer.run & write, {"key": shifted}),
            (~steer.run & ~write, {"key": self._register}),
        ])
        self._m.d.sync += self._register.eq(chosen["key"])
        for place, home in self._homes.items():
            there = [condition for stop, condition in stops.items() if stop % self._period == place]
            with self._m.If(steer.run & last):
                self._m.d.sync += home.eq(Cat(there).any())
            with self._m.Elif(~steer.run & write):
                self._m.d.sync += home.eq(0)
