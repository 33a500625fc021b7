# SPDX-License-Identifier: Apache-2.0
"""Joltik≠: what goes into the tweak of Joltik-BC for ΘCB3.

Source: J. Jean, I. Nikolić, T. Peyrin, "Joltik v1.3", submission to CAESAR, 2015; read in its
reference code. The tweak, 64 bits, is as in `deoxys`, with a nonce of 32 bits and an index of 28:

    associated data:    0 p 1 0 || nonce or 0^32 || index of the block
    message and tag:    0 p 0 t || nonce         || index of the block

The tag after a block that is not full has the index of that block, where in Deoxys it is the next.

The code of Joltik≠-64-64 has the nonce in the tweaks of associated data too, that of Joltik≠-128-64
has not. Both are here as the code has them.
"""

from functools import partial

from ..primitives.primitive import State
from ..words import concat
from .lilliput import following, tweakey
from .thetacb import Tweaks

TWEAK, INDEX = 64, 28


def _with_nonce(words: State) -> State:
    """The nonce in every tweak."""
    call, nonce, index = words["call"], words["nonce"], words["counter"]
    prefix = concat(call.constant(0, 1), call[0], call[1], call[2])
    return {"tweakey": concat(prefix, nonce, index, words["key"])}


JOLTIK_TWEAKS = {
    64: Tweaks(counter_bits=INDEX, first=0, following=following, tweakey=_with_nonce,
               counts_padded=False),
    128: Tweaks(counter_bits=INDEX, first=0, following=following,
                tweakey=partial(tweakey, tweak=TWEAK), counts_padded=False),
}  # fmt: skip
"""By bits of key."""
