# SPDX-License-Identifier: Apache-2.0
"""Lilliput-I: what goes into the tweak of LILLIPUT-TBC-I for ΘCB3.

Source: A. Adomnicai et al., "Lilliput-AE", submission to NIST, version 1.1, 2019, the mode
Lilliput-I; read in its reference code. The tweak is

    associated data:    0 p 1 0 || index of the block, 188 bits
    message and tag:    0 p 0 t || nonce, 120 bits || index of the block, 68 bits

with p for a block (or message) that is padded and t for the tag; indices start at 0 and are written
most significant bit first.

Here the index has 64 bits and zeros before them.
"""

from ..primitives.primitive import State
from ..words import Word, concat, mux
from .thetacb import Tweaks

TWEAK, INDEX = 192, 64
"""Bits of the tweak and of the index."""


def tweakey(words: State, *, tweak: int = TWEAK) -> State:
    """Tweak || key; the bits of ``call`` are, from bit 2, t, associated data, p (`thetacb.Call`).

    Args:
        words: ``call``, ``nonce``, ``counter`` (the index) and ``key``.
        tweak: bits of the tweak.
    """
    call, nonce, index = words["call"], words["nonce"], words["counter"]
    of_data = call[1]
    prefix = concat(call.constant(0, 1), call[0], of_data, call[2])
    middle = mux(of_data, nonce.constant(0), nonce)
    gap = tweak - index.width - 4 - nonce.width
    # A word of no bits does not exist.
    zeros = [nonce.constant(0, gap)] if gap else []
    return {"tweakey": concat(prefix, middle, *zeros, index, words["key"])}


def following(index: Word) -> Word:
    """The index of the next block."""
    return index + 1


LILLIPUT_TWEAKS = Tweaks(counter_bits=INDEX, first=0, following=following, tweakey=tweakey)
"""For every size of key."""
