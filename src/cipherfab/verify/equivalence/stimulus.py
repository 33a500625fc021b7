# SPDX-License-Identifier: Apache-2.0
"""What a simulation of many patterns side by side has on its inputs: random bits, or, on a core
with the LWC API, messages, without which such a core hardly leaves its first states.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random

from ...design import ZEROISE, Design, LwcInterface
from ...lwc.messages import Message
from ...lwc.streams import vectors
from ..answers.stimulus import plan
from .netlist import Netlist, bit_names

MESSAGES = 3
"""Messages in each pattern, of the shorter half of a test plan."""

STALL = 0.25
"""How often a port has no new word."""

RARELY = 8
"""How often the probability of a zeroisation is halved once more."""


class Bits:
    """Random bits on every port.

    Args:
        rtl: says which ports there are.
        patterns: runs side by side: bit ``i`` of each value belongs to run ``i``.
        dice: where the bits are from.
    """

    def __init__(self, rtl: Netlist, patterns: int, dice: Random):
        self.ports = [
            label for name, bits in rtl.inputs.items() for label in bit_names(name, len(bits))
        ]
        self.patterns, self.dice = patterns, dice

    def inputs(self) -> dict[str, int]:
        """The values of this cycle, by the label of a port's bit."""
        return {label: self.dice.getrandbits(self.patterns) for label in self.ports}

    def taken(self, outputs: Mapping[str, int]) -> None:
        """The cycle is over; ``outputs`` is what the RTL had on its outputs."""

    @property
    def ended(self) -> bool:
        """Nothing more is to be seen: from then on it may end at any time."""
        return True


class Messages(Bits):
    """Messages on PDI and SDI, others in each pattern, with stalls; on further ports random bits.

    Attributes:
        words: by port, of each pattern those that wait.
        shown: by port, of each pattern the word that is there, or None.
        left: words of PDI that were not yet taken, of all patterns.
    """

    def __init__(self, rtl: Netlist, patterns: int, dice: Random, interface: LwcInterface):
        super().__init__(rtl, patterns, dice)
        self.widths = {"pdi": interface.width, "sdi": interface.sdi_width}
        self.zeroises = interface.zeroises
        self.words: dict[str, list[Iterator[int]]] = {port: [] for port in self.widths}
        self.left = 0
        # One plan, from which every pattern draws messages of its own.
        messages = sorted(
            plan(interface.aead, interface.hash, seed=1),
            key=lambda message: len(message.ad) + len(message.data),
        )
        short = messages[: len(messages) // 2]
        for _ in range(patterns):
            streams = vectors(self._sequence(short), **interface.streamed)
            self.words["pdi"].append(iter(streams.pdi.words))
            self.left += len(streams.pdi.words)
            self.words["sdi"].append(iter(streams.sdi.words))
        self.shown = {port: [None] * patterns for port in self.widths}
        self.all_words = self.left

    def _sequence(self, short: list[Message]) -> list[Message]:
        """Some messages, each with its key, and the last one again without."""
        chosen = [replace(self.dice.choice(short), new_key=True) for _ in range(MESSAGES)]
        return [*chosen, replace(chosen[-1], new_key=False)]

    def inputs(self) -> dict[str, int]:
        """What waits stays until it is taken."""
        values = super().inputs()
        if self.zeroises:
            # So rarely that messages go on between.
            for _ in range(RARELY):
                values[ZEROISE] &= self.dice.getrandbits(self.patterns)
        for port, width in self.widths.items():
            shown = self.shown[port]
            for pattern, words in enumerate(self.words[port]):
                if shown[pattern] is None and self.dice.random() >= STALL:
                    shown[pattern] = next(words, None)
            values[f"{port}_valid"] = _number(word is not None for word in shown)
            # All words as one text of bits: each port's bit over all patterns is then a slice of
            # it.
            rows = "".join(f"{word or 0:0{width}b}" for word in reversed(shown))
            values |= {
                f"{port}_data[{place}]": int(rows[width - 1 - place :: width], 2)
                for place in range(width)
            }
        return values

    def taken(self, outputs: Mapping[str, int]) -> None:
        """Words leave where the RTL was ready for them."""
        for port, shown in self.shown.items():
            ready = outputs[f"{port}_ready"]
            if port == "pdi":
                self.left -= sum(
                    word is not None and ready >> pattern & 1 for pattern, word in enumerate(shown)
                )
            self.shown[port] = [
                None if ready >> pattern & 1 else word for pattern, word in enumerate(shown)
            ]

    @property
    def ended(self) -> bool:
        """Three quarters of the words were taken, so no pattern of many waits in a first
        message."""
        return 4 * self.left <= self.all_words


def _number(bits: Iterator[bool]) -> int:
    return sum(bit << place for place, bit in enumerate(bits))


def stimulus(design: Design, rtl: Netlist, patterns: int, dice: Random) -> Bits:
    """Messages for a core with the LWC API of an algorithm of the catalog that is not on shares;
    for every other design random bits.
    """
    interface = design.interface
    if (
        isinstance(interface, LwcInterface)
        and interface.masking is None
        and (interface.aead or interface.hash)
    ):
        return Messages(rtl, patterns, dice, interface)
    return Bits(rtl, patterns, dice)
