# SPDX-License-Identifier: Apache-2.0
"""GIFT-128 with the round key added before the end of the S-box: the same function, another circuit
for synthesis to start from.

Source: see `gift`, whose layers these are.
"""

from functools import partial

from ..primitives.primitive import State
from ..words import Word, concat
from .gift import (
    add_round_key,
    gift,
    perm_bits,
    plane_targets,
    planes_of,
    state_of,
    update_constant,
    update_key,
)


def sub_cells_and_add(s: list[Word], early: Word) -> list[Word]:
    """`gift.sub_cells`, and ``early`` added to plane 2 of its result, before the last XOR there."""
    s0, s1, s2, s3 = s
    s1 = s1 ^ (s0 & s2)
    s0 = s0 ^ (s1 & s3)
    s2 = s2 ^ (s0 | s1)
    s3 = s3 ^ s2
    s1 = s1 ^ s3
    s3 = ~s3
    s2 = s2 ^ early ^ (s0 & s1)
    return [s3, s1, s2, s0]


def _key_early(state: State) -> State:
    *upper, u, middle, v = state["key"].split(32)
    # U is meant for plane 2 behind PermBits; here its bits stand in front of that, each where it
    # will come from.
    s = perm_bits(sub_cells_and_add(planes_of(state), u.permute(plane_targets(128, 2))))
    # U is in the S-box's result already.
    s = add_round_key(s, concat(*upper, u.constant(0), middle, v), state["constant"])
    return state_of(s, update_key(state["key"]), update_constant(state["constant"]))


GROUPINGS = {"key-early": _key_early}
"""The round of GIFT-128 with U added before the last XOR of the S-box on plane 2, behind which it
would be late.
"""


def groupings(bitsliced: bool) -> dict:
    """What makes GIFT-128 in each of the `GROUPINGS`, by name."""
    return {name: partial(gift, 128, bitsliced, step) for name, step in GROUPINGS.items()}
