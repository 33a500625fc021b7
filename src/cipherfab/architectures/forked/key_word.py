# SPDX-License-Identifier: Apache-2.0
"""The key of a forkcipher at home in its schedule: no register beside it holds the key.

`Forkcipher.key_word` comes back after some rounds. So where a call ends, what is left of that many
rounds brings the key back, which is wiring, or nothing at all; and a call that does not begin with
the first round moves it there. While no call is under way the word stands still, or takes key from
a port.
"""

from collections.abc import Mapping, Sequence

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
    """

    def __init__(self, m: Module, cipher: Forkcipher, schedule: Mapping[str, Signal]):
        self._m, self._cipher, self._schedule = m, cipher, schedule
        self._register, self._period = schedule[cipher.key_word], key_period(cipher)

    def source(self, steer: Control, starts: Mapping[int, object]):
        """The word with which this cycle begins.

        Args:
            steer: of the component.
            starts: condition by position: a call may start there in this cycle.
        """
        ways = {0: ~steer.idle}
        for position, condition in starts.items():
            turns = position % self._period
            ways[turns] = ways[turns] | condition if turns in ways else condition
        return one_of((condition, {"key": self._moved("key_at_start", self._register, turns)})
                      for turns, condition in ways.items())["key"]

    def _moved(self, name: str, word, turns: int):
        """The word after so many rounds."""
        if turns == 0:
            return word
        key, cipher = self._cipher.key_word, self._cipher
        return apply(self._m, f"{name}{turns}",
                     lambda words: {"key": cipher.skip(words, turns)[key]},
                     {**self._schedule, key: word}, {"key": len(word)})["key"]

    def update(self, steer: Control, last, following: Sequence[tuple],
               stops: Mapping[int, object], write, data) -> None:
        """Drive the register.

        Args:
            steer: of the component.
            last: this cycle, if it runs, is the last of its call.
            following: conditions and the word after this cycle's rounds; the first one forward, as
                every call ends that does not end where it is at home.
            stops: condition by position: where a call ends that ends in this cycle.
            write: ``data``, the next bits of the key, shift in; while no call is under way.
        """
        backs, goes = [], steer.run
        for position, condition in stops.items():
            turns = -position % self._period
            if turns:
                home = self._moved("key_at_home", following[0][1], turns)
                backs.append((steer.run & last & condition, home))
                goes = goes & ~(last & condition)
        shifted = Cat(data, self._register)[:len(self._register)]
        chosen = one_of((condition, {"key": value}) for condition, value in [
            *((goes & condition, value) for condition, value in following),
            *backs,
            (~steer.run & write, shifted),
            (~steer.run & ~write, self._register),
        ])
        self._m.d.sync += self._register.eq(chosen["key"])
