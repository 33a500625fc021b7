# SPDX-License-Identifier: Apache-2.0
"""How fast a core is, and how many cycles a check may spend on it."""

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from ...design import Design
from ...lwc.messages import hashing
from ..answers.forged import pair
from .simulator import Simulator

if TYPE_CHECKING:
    from .plan import Plan

TEXT_BYTES = 70_000
"""Sources of so many bytes have all of these cycles, larger ones their part: a cycle of theirs
takes longer.
"""

PACE_BLOCKS = 64
"""Bytes of associated data and text of the message that says how fast a core is."""


@dataclass(frozen=True)
class Pace:
    """How many cycles a core takes."""

    message: int
    byte: float

    def cost(self, messages: int, data_bytes: int) -> int:
        """Of so many messages, with so many bytes of data altogether."""
        return int(self.message * messages + self.byte * data_bytes)


def budget(design: Design, cycles: int) -> int:
    """The part of these cycles that a design has."""
    size = sum(map(len, design.sources.values()))
    # By the size of the sources and not by a clock: what is played must not depend on the machine.
    return cycles * TEXT_BYTES // max(TEXT_BYTES, size)


def pace(plan: "Plan", simulator: Simulator) -> Pace:
    """Of a short and of a longer message; of a core that is wrong, something."""
    random, messages = Random(plan.seed), []
    for size in (0, PACE_BLOCKS):
        messages.append(
            pair(plan.core, random, size, size)[0]
            if plan.core.aead
            # As many bytes as an AEAD's message has in both types together.
            else hashing(plan.core.hash, message=bytes(2 * size))
        )
    result = simulator.play(plan.streams(messages), stall_seed=None, power=plan.seed, spaced=True)
    # The checks themselves say what is wrong with it.
    if len(result.message_cycles) < len(messages):
        return Pace(message=100, byte=1)
    short, long = result.message_cycles
    return Pace(message=short + 4, byte=max(0, long - short) / (2 * PACE_BLOCKS))
