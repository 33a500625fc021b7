# SPDX-License-Identifier: Apache-2.0
"""A call of a primitive on shares by gadgets, in software."""

from cipherfab.primitives.in_stages import RANDOM, share_names
from cipherfab.words import SoftwareWord


def called(masked, inputs, random):
    """The outputs of a call, by the stages as the architecture clocks them: a register keeps its
    value, a free one takes one in with every clock.
    """

    def fresh(width):
        return SoftwareWord(width, random.getrandbits(width))

    def taken(stage, words):
        functions = [*masked.entry_functions(), *masked.round_functions()]
        given = {**words, RANDOM: fresh(masked.random_bits)}
        found = functions[stage](given)
        for gadget in masked.gadgets(stage).values():
            found |= gadget({**given, **found})
        return found

    state = {name: fresh(width) for name, width in masked.registers.items()}
    given = {}
    for name, value in inputs.items():
        width = masked.primitive.inputs[name]
        shares = [fresh(width) for _ in range(masked.shares - 1)]
        last = SoftwareWord(width, value)
        for share in shares:
            last = last ^ share
        given |= dict(zip(share_names(name, masked.shares), (*shares, last)))
    following = taken(0, given)
    state |= {name: following[name] for name in state if name in following}
    ends = False
    while not ends:
        for stage in range(1, masked.cycles_per_round + 1):
            ends = stage == masked.cycles_per_round and bool(int(masked.ends(state)))
            following = taken(stage, state)
            free = {name: fresh(state[name].width) for name in masked.free}
            state |= free | {name: following[name] for name in state if name in following}
    found = masked.result_function()(state)
    return tuple(
        _sum(found[share] for share in share_names(name, masked.shares))
        for name in masked.primitive.outputs
    )


def _sum(words):
    total = 0
    for word in words:
        total ^= int(word)
    return total
