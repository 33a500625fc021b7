# SPDX-License-Identifier: Apache-2.0
"""TAE: a one-pass mode over a tweakable block cipher, as SCREAM has it.

Sources: M. Liskov, R. L. Rivest, D. Wagner, "Tweakable Block Ciphers", CRYPTO 2002, section 4.3; V.
Grosso et al., "SCREAM", submission to CAESAR, version 3, 2015. No text of the submission was at
hand; it was read in its reference code.

Differences from the reference code: none. A tweak is nonce || number of the block, 32 bits ||
control byte.
"""

from dataclasses import dataclass

from ..primitives.primitive import Primitive, State
from ..words import Word, concat, mux
from .dangers import RESPECTING
from .thetacb import ThetaCb3, Tweaks

MESSAGE, AD, LAST_AD, LAST_AD_PADDED, TAG = 0x00, 0x02, 0x04, 0x06, 0x01
"""The control bytes. To that of the tag twice the bits of a last block that is not full are
added."""


def tweak(words: State) -> State:
    """Nonce || number of the block || control byte."""
    call, last, length = words["call"], words["last"], words["length"]
    padded, of_data, of_tag = call[0], call[1], call[2]

    def byte(value: int) -> Word:
        return call.constant(value, 8)

    data = mux(last, mux(padded, byte(LAST_AD_PADDED), byte(LAST_AD)), byte(AD))
    # Bytes times 16 are twice their bits.
    bits = mux(padded, concat(length, call.constant(0, 4)), byte(0))
    none = byte(MESSAGE)
    control = mux(of_data, data, none) | mux(of_tag, bits | byte(TAG), none)
    return {"key": words["key"], "tweak": concat(words["nonce"], words["counter"], control)}


def bit_length(length: Word, size: int) -> Word:
    """The number of bits of a block that is not full, as a block of ``size`` bits."""
    # Times 8, from bytes to bits.
    return concat(length.constant(0, size - length.width - 3), length, length.constant(0, 3))


TWEAKS = Tweaks(
    counter_bits=32,
    first=0,
    following=lambda number: number + 1,
    tweakey=tweak,
    counts_padded=False,
    reads_place=True,
    stream=bit_length,
)


@dataclass(frozen=True, kw_only=True)
class Tae(ThetaCb3):
    """TAE over ``cipher``, read as ΘCB3 with tweaks of its own.

    Attributes:
        cipher: a tweakable block cipher with inputs ``key``, ``tweak`` and ``plaintext``, 128 bits
            each, output ``ciphertext`` and an inverse.
    """

    dangers, checksum_mark = RESPECTING, 0

    cipher: Primitive
    tweaks: Tweaks = TWEAKS
    nonce_bytes: int = 11
