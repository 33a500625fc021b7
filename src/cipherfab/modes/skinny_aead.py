# SPDX-License-Identifier: Apache-2.0
"""SKINNY-AEAD: what its members put into the tweakey of SKINNY for ΘCB3.

Source: C. Beierle, J. Jean, S. Kölbl, G. Leander, A. Moradi, T. Peyrin, Y. Sasaki, P. Sasdrich, S.
M. Sim, "SKINNY-AEAD and SKINNY-Hash v1.1", submission to NIST, 2019, section 2.4.

Differences from the text: none. Words are read most significant byte first; only the counter is
written least significant byte first.
"""

from functools import partial

from ..primitives.primitive import State
from ..words import Word, concat
from .thetacb import CALL_BITS, Tweaks

SHORT_NONCE, SHORT_TAG = 0x10, 0x08
"""Section 2.4, domain separation: bits b4 and b3 of the domain byte, for a nonce of 96 and a tag of
64 bits.
"""

BLOCK = 128


def lfsr(counter: Word) -> Word:
    """Section 2.4: one step of LFSR_64 or LFSR_24: shifted to the left, 0x1B is added for the bit
    that falls out.

    Both x^64 + x^4 + x^3 + x + 1 and x^24 + x^4 + x^3 + x + 1 are primitive.
    """
    out = counter[-1]
    return concat(
        counter[4:-1], counter[3] ^ out, counter[2] ^ out, counter[1], counter[0] ^ out, out
    )


def three_words(words: State, *, member: int) -> State:
    """Section 2.4, members M1 to M4: TK1 = LFSR_64 || 0^56 || domain byte, TK2 = nonce || zeros,
    TK3 = key.
    """
    tk1 = concat(
        _reversed_bytes(words["counter"]),
        words["counter"].constant(0, 56),
        _domain(words["call"], member),
    )
    nonce = words["nonce"]
    # A word of no bits does not exist, so a nonce of a whole block has no zeros behind it.
    tk2 = nonce if nonce.width == BLOCK else concat(nonce, nonce.constant(0, BLOCK - nonce.width))
    return {"tweakey": concat(tk1, tk2, words["key"])}


def two_words(words: State, *, member: int) -> State:
    """Section 2.4, members M5 and M6: TK1 = LFSR_24 || domain byte || nonce, TK2 = key."""
    return {
        "tweakey": concat(
            _reversed_bytes(words["counter"]),
            _domain(words["call"], member),
            words["nonce"],
            words["key"],
        )
    }


def skinny_tweaks(*, tweakeys: int, nonce_bytes: int, tag_bytes: int) -> Tweaks:
    """The layout of the member with these parameters.

    Args:
        tweakeys: 3 for SKINNY-128-384, 2 for SKINNY-128-256.
        nonce_bytes: 16, or 12 (always with two words).
        tag_bytes: 16 or 8.
    """
    member = SHORT_NONCE * (nonce_bytes == 12) | SHORT_TAG * (tag_bytes == 8)
    function, bits = (three_words, 64) if tweakeys == 3 else (two_words, 24)
    return Tweaks(
        counter_bits=bits, first=1, following=lfsr, tweakey=partial(function, member=member)
    )


def _domain(call: Word, member: int) -> Word:
    # What tells the members apart stands above the bits of the call.
    return concat(call.constant(member >> CALL_BITS, 8 - CALL_BITS), call)


def _reversed_bytes(word: Word) -> Word:
    return concat(*reversed(word.split(8)))
