# SPDX-License-Identifier: Apache-2.0
"""Comparison of a received tag by logic of its own, in `over_permutation`.

Without it a tag is read from what is presented to the permutation, and goes through the answer, so
that the key is added once; the gates that choose both are in front of the comparison. On an FPGA,
where a level of logic costs its routing, that is the longest path of the core. Here nothing but
state, key and block is in front of it, and registers take what differs whether or not a tag is
there: the phase ends when it was.
"""

from collections.abc import Mapping

from amaranth.hdl import Const, Module, Mux, Signal

from ...modes.sponge_events import left_aligned
from ...words.hardware import build

TOGETHER, APART = 4, 16
"""Registers that notice a wrong tag, without and with that logic: of a tag of 128 bits each has 32
or 8 bits in front of it.
"""


def notice(core, now, found) -> list:
    """Assignments of the differences in a part of the tag, ``found``, to `mismatch`: as many to
    each bit of it. With the comparator and a tag of one part they may be made in every cycle of the
    phase: what counts is the last one, in which the tag is taken.
    """
    size, parts = len(found), core.aead.parts["tag"]
    # A tag stands at the top of a block; what is below a truncated one is not compared.
    low, bits = size - 8 * (core.tag_bytes // parts), len(now.mismatch)
    step = -(-(size - low) // bits)
    # With one part nothing was found before it.
    before = now.mismatch if parts > 1 else Const(0, bits)
    return [
        bit.eq(old | found[at : min(at + step, size)].any())
        for bit, old, at in zip(now.mismatch, before, range(low, size, step))
    ]


def received(core):
    """The block, when it is a tag. A truncated one may be a single word, which is not ``held``."""
    return core.block.data if core.truncates else core.block.held


def differences(m: Module, core, now, words: Mapping[str, Signal]) -> Signal:
    """The block with the part of the tag that is due, added bit by bit; it means something in the
    phase *VERIFY*.

    Args:
        m: gets the logic.
        core: the `over_permutation.OverPermutation`, of one share, with an AEAD.
        now: its `signals.Signals`.
        words: what its events read.
    """
    aead, size = core.aead, 8 * core.port_bytes

    def tags(given):
        state = aead.finish(given)
        return {
            f"tag{part}": left_aligned(aead.tag(part, state), size)
            for part in range(aead.parts["tag"])
        }

    found = build(m, tags, words, prefix="compared_")
    tag, total = found["tag0"], Signal(size, name="differences")
    for part in range(1, aead.parts["tag"]):
        tag = Mux(now.count == part, found[f"tag{part}"], tag)
    m.d.comb += total.eq(tag ^ received(core))
    return total
