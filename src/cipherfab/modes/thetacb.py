# SPDX-License-Identifier: Apache-2.0
"""ΘCB3: OCB over a tweakable block cipher.

Source: T. Krovetz, P. Rogaway, "The Software Performance of Authenticated-Encryption Modes", FSE
2011, the scheme ΘCB3; in the form of C. Beierle et al., "SKINNY-AEAD and SKINNY-Hash v1.1",
submission to NIST, 2019, section 2.4.

Differences from the text: what of counter, nonce and kind of call goes where in the tweakey is a
parameter, `Tweaks`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import cache

from ..primitives.primitive import Primitive, State, software
from ..words import Word
from ..words.compiled import compile_function
from .byte_strings import pad, split, xor
from .dangers import RESPECTING
from .over_cipher import OverCipher

PADDING = 0x80
"""The byte after the data of a block that is not full; zeros follow."""


class Call(IntEnum):
    """What a call of the cipher is for: domain separation. Bit 0 says that a block was not full:
    for a tag, that of the message.
    """

    MESSAGE = 0
    MESSAGE_PADDED = 1
    AD = 2
    AD_PADDED = 3
    TAG = 4
    TAG_PADDED = 5


CALL_BITS = 3


@dataclass(frozen=True, kw_only=True)
class Tweaks:
    """How the tweakey of a call is made: functions over words, read as software and as hardware.

    Attributes:
        counter_bits: width of the counter of blocks. It starts anew for the message.
        first: the counter value of the first block.
        following: from a counter value to the next.
        tweakey: from ``counter``, ``call`` (a `Call`, 3 bits), ``nonce`` and ``key`` to
            ``tweakey``.
        counts_padded: the tag has the counter value after that of a message block that is not full,
            else the same.
    """

    counter_bits: int
    first: int
    following: Callable[[Word], Word]
    tweakey: Callable[[State], State]
    counts_padded: bool = True


@dataclass(frozen=True, kw_only=True)
class ThetaCb3(OverCipher):
    """ΘCB3 (SKINNY-AEAD, section 2.4).

    Attributes:
        cipher: a tweakable block cipher with inputs ``tweakey`` and ``plaintext``, output
            ``ciphertext`` and an inverse.
        tweaks: how its tweakey is made.
    """

    dangers = RESPECTING

    cipher: Primitive
    tweaks: Tweaks
    key_bytes: int = 16
    nonce_bytes: int = 16
    tag_bytes: int = 16

    def encrypt(self, key, nonce, associated_data, plaintext):
        ciphertext, tag = self._process(key, nonce, associated_data, plaintext, decrypting=False)
        return ciphertext + tag

    def decrypt(self, key, nonce, associated_data, ciphertext):
        if len(ciphertext) < self.tag_bytes:
            return None
        ciphertext, given = ciphertext[: -self.tag_bytes], ciphertext[-self.tag_bytes :]
        plaintext, tag = self._process(key, nonce, associated_data, ciphertext, decrypting=True)
        return plaintext if tag == given else None

    def _process(
        self, key: bytes, nonce: bytes, data: bytes, text: bytes, *, decrypting: bool
    ) -> tuple[bytes, bytes]:
        """The other of plaintext and ciphertext, and the tag."""
        output, checksum, counter, last = b"", bytes(self.block_bytes), self.tweaks.first, Call.TAG
        for block in split(text, self.block_bytes):
            if len(block) == self.block_bytes:
                result = self._call(Call.MESSAGE, counter, nonce, key, block, inverse=decrypting)
                checksum = xor(checksum, result if decrypting else block)
            else:
                result = xor(
                    block,
                    self._call(Call.MESSAGE_PADDED, counter, nonce, key, bytes(self.block_bytes)),
                )
                checksum = xor(
                    checksum, pad(result if decrypting else block, self.block_bytes, PADDING)
                )
                last = Call.TAG_PADDED
            output += result
            if last == Call.TAG or self.tweaks.counts_padded:
                counter = self._next(counter)
        tag = xor(self._call(last, counter, nonce, key, checksum), self._hash(key, nonce, data))
        return output, tag[: self.tag_bytes]

    def _hash(self, key: bytes, nonce: bytes, data: bytes) -> bytes:
        """The sum of the enciphered blocks of associated data; 0 if there is none."""
        auth, counter = bytes(self.block_bytes), self.tweaks.first
        for block in split(data, self.block_bytes):
            full = len(block) == self.block_bytes
            block = block if full else pad(block, self.block_bytes, PADDING)
            auth = xor(
                auth, self._call(Call.AD if full else Call.AD_PADDED, counter, nonce, key, block)
            )
            counter = self._next(counter)
        return auth

    def _call(
        self,
        call: Call,
        counter: int,
        nonce: bytes,
        key: bytes,
        block: bytes,
        *,
        inverse: bool = False,
    ) -> bytes:
        layout, _ = _compiled(self.tweaks, 8 * len(nonce), 8 * len(key))
        (tweakey,) = layout(counter, call, int.from_bytes(nonce, "big"), int.from_bytes(key, "big"))
        (result,) = software(self.cipher.inverse if inverse else self.cipher)(
            tweakey, int.from_bytes(block, "big")
        )
        return result.to_bytes(self.block_bytes, "big")

    def _next(self, counter: int) -> int:
        _, following = _compiled(self.tweaks, 8 * self.nonce_bytes, 8 * self.key_bytes)
        return following(counter)[0]


@cache
def _compiled(tweaks: Tweaks, nonce_bits: int, key_bits: int):
    """The functions of ``tweaks`` on integers: (counter, call, nonce, key) to tweakey, and counter
    to counter.
    """
    widths = {
        "counter": tweaks.counter_bits,
        "call": CALL_BITS,
        "nonce": nonce_bits,
        "key": key_bits,
    }
    return (
        compile_function(tweaks.tweakey, widths),
        compile_function(
            lambda words: {"counter": tweaks.following(words["counter"])},
            {"counter": tweaks.counter_bits},
        ),
    )
