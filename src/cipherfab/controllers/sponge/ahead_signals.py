# SPDX-License-Identifier: Apache-2.0
"""The signals of `sponge.ahead`: those of `over_permutation`, and what is decided a clock ahead."""

from dataclasses import dataclass

from amaranth.hdl import Signal

from .signals import Signals


@dataclass(frozen=True, kw_only=True)
class Decided:
    """What is decided in a cycle.

    Attributes:
        gives_tag: a tag is promised.
        takes_tag: a received tag is taken.
        tag_is_taken, compares: a clock and two clocks later: the key is added to the state, and the
            received tag is compared with that in the state.
        changes: in the next clock something is done to the state.
    """

    gives_tag: Signal
    takes_tag: Signal
    tag_is_taken: Signal
    compares: Signal
    changes: Signal


@dataclass(frozen=True, kw_only=True)
class AheadSignals(Signals, Decided):
    """Those of `OverPermutation`, and what is decided."""
