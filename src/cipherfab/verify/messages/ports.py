# SPDX-License-Identifier: Apache-2.0
"""What is on the ports of a core in each cycle while the messages of a shape are offered."""

from collections.abc import Sequence
from random import Random

from ...design import Design
from .graph import Graph


class Ports:
    """The words that wait on PDI and SDI, and the cycles in which a port waits.

    A port without a word has free bits on its data. A word that was offered stays until it is
    taken.

    Args:
        answered: messages, with ``pdi`` and ``sdi``.
        stalls: see `shapes.Shape`.
    """

    def __init__(self, graph: Graph, design: Design, answered: Sequence, stalls: int | None):
        self._graph, self._design = graph, design
        self._words = {
            port: [word for one in answered for word in getattr(one, port)]
            for port in ("pdi", "sdi")
        }
        self._place = dict.fromkeys(self._words, 0)
        self._waits = dict.fromkeys(self._words, False)
        self._dice = None if stalls is None else Random(stalls)

    def idle(self) -> dict:
        """The inputs of a cycle in which nothing is offered."""
        inputs = {"do_ready": 1, "pdi_valid": 0, "sdi_valid": 0}
        if self._design.reset:
            inputs[self._design.reset] = 1 - self._design.reset_level
        return inputs

    def offered(self) -> dict:
        """The inputs of the next cycle."""
        inputs = self.idle()
        inputs["do_ready"] = self._goes()
        for port, words in self._words.items():
            place = self._place[port]
            if place < len(words) and (self._goes() or self._waits[port]):
                self._waits[port] = True
                inputs |= {f"{port}_valid": 1, f"{port}_data": words[place]}
        return inputs

    def taken(self, port: str) -> None:
        """A word passed."""
        self._place[port] += 1
        self._waits[port] = False

    def place(self, port: str) -> int:
        """How many words passed."""
        return self._place[port]

    def empty(self) -> bool:
        """Whether all words were taken."""
        return all(self._place[port] == len(words) for port, words in self._words.items())

    def _goes(self) -> int:
        return 1 if self._dice is None else self._dice.getrandbits(1)
