# SPDX-License-Identifier: Apache-2.0
"""Romulus-N: the nonce-based mode of Romulus over a tweakable block cipher of 128 bits.

Sources: C. Guo, T. Iwata, M. Khairallah, K. Minematsu, T. Peyrin, "Romulus v1.3", submission to
NIST, 2021, sections 2.1 and 2.4; T. Iwata, M. Khairallah, K. Minematsu, T. Peyrin, "Romulus v1.2",
submission to NIST, 2020, sections 2.1, 2.2 and 2.5, for the
members Romulus-N1 and Romulus-N3: Romulus-N1 is Romulus-N with another cipher, Romulus-N3 differs
in what `Tweakeys` says. Sections are cited for v1.3; what is 2.4.1, 2.4.2 and 2.4.3 there is 2.5.1,
2.5.2 and 2.5.3 in v1.2.

`next_counter`, `Tweakeys.encode` and `feedback` are functions over words: the software model
compiles them, and `controllers.block.romulus` builds its hardware from the same text.

Differences from the text: block i has the counter value 2^i in GF(2^56) (or GF(2^24)), which the
text writes lfsr(i). Words are read most significant byte first; only the counter is written least
significant byte first.
"""

from dataclasses import dataclass
from functools import cache

from ..primitives.primitive import Primitive, State
from ..words import Word, concat, mux, rol
from ..words.bits import swap_bytes
from ..words.compiled import compile_function
from .byte_strings import call, xor
from .dangers import RESPECTING
from .model import AeadModel

BLOCK = 16
COUNTER_REDUCTION = {56: 0x95, 24: 0x1B}
"""Section 2.4.1, by the width of the counter: x^56 + x^7 + x^4 + x^2 + 1 and (v1.2) x^24 + x^4 +
x^3 + x + 1.
"""

FIRST_COUNTER = 2
"""Section 2.4.1: the counter value of block 1."""

AD_TWEAK, MESSAGE, LAST_MESSAGE, LAST_AD = 8, 4, 20, 24
"""Section 2.4.1: domain separation; a padded last block adds 1 to `LAST_MESSAGE` and 2 to
`LAST_AD`.
"""


@dataclass(frozen=True, kw_only=True)
class Tweakeys:
    """How counter, domain, tweak and key become a tweakey (section 2.4.1).

    Counter and domain byte come first, then zeros up to the place of the tweak, the tweak, the key.

    Attributes:
        counter_bits: 56 or 24.
        tweak_place: the byte where the tweak (nonce, or a block of associated data) starts.
        tweak_bytes: its length.
        member: added to every domain byte.
    """

    counter_bits: int
    tweak_place: int
    tweak_bytes: int
    member: int = 0

    def encode(self, words: State) -> State:
        """Section 2.4.1, encode: ``counter``, ``domain`` (8 bits), ``tweak`` and ``key`` to
        ``tweakey``.
        """
        domain = words["domain"] ^ self.member
        gap = 8 * self.tweak_place - self.counter_bits - 8
        zeros = [domain.constant(0, gap)] if gap else []
        return {
            "tweakey": concat(
                swap_bytes(words["counter"]), domain, *zeros, words["tweak"], words["key"]
            )
        }


def next_counter(counter: Word) -> Word:
    """Section 2.4.1: the counter of the next block, 2 times this one in GF(2^56) or GF(2^24)."""
    # The rotation brings the 1 of the polynomial by itself.
    taps = COUNTER_REDUCTION[counter.width] & ~1
    return rol(counter, 1) ^ mux(counter[-1], counter.constant(taps), counter.constant(0))


def feedback(state: Word) -> Word:
    """Section 2.4.2: G, on each byte x7 … x0 to (x7 ^ x0) || x7 || … || x1; 1 XOR for each byte."""
    rotated = state.permute([bit - bit % 8 + (bit + 1) % 8 for bit in range(state.width)])
    return rotated ^ (state & int.from_bytes(b"\x80" * (state.width // 8), "big"))


THREE_BLOCKS = Tweakeys(counter_bits=56, tweak_place=16, tweak_bytes=16)
"""Romulus-N and (v1.2) Romulus-N1: TK1 = counter || domain || 0^64, TK2 = tweak, TK3 = key."""

TWO_BLOCKS = Tweakeys(counter_bits=24, tweak_place=4, tweak_bytes=12, member=0x80)
"""Romulus-N3 (v1.2, section 2.5.1): TK1 = counter || domain || tweak, TK2 = key."""


@dataclass(frozen=True, kw_only=True)
class RomulusN(AeadModel):
    """Romulus-N (section 2.4.3).

    Attributes:
        cipher: a tweakable block cipher with inputs ``tweakey`` and ``plaintext`` and output
            ``ciphertext``, block of 128 bits.
        tweakeys: how its tweakey is made.
    """

    dangers = RESPECTING

    cipher: Primitive
    tweakeys: Tweakeys = THREE_BLOCKS
    key_bytes: int = 16
    nonce_bytes: int = 16
    tag_bytes: int = 16
    block_bytes: int = BLOCK

    @property
    def ad_block_bytes(self):
        """One block into the state and one into the tweak."""
        return BLOCK + self.tweakeys.tweak_bytes

    def encrypt(self, key, nonce, associated_data, plaintext):
        state = self._absorb_ad(key, nonce, associated_data)
        ciphertext, state = self._message(key, nonce, state, plaintext, decrypting=False)
        return ciphertext + output_of(state)

    def decrypt(self, key, nonce, associated_data, ciphertext):
        if len(ciphertext) < self.tag_bytes:
            return None
        ciphertext, tag = ciphertext[: -self.tag_bytes], ciphertext[-self.tag_bytes :]
        state = self._absorb_ad(key, nonce, associated_data)
        plaintext, state = self._message(key, nonce, state, ciphertext, decrypting=True)
        return plaintext if output_of(state) == tag else None

    def _absorb_ad(self, key: bytes, nonce: bytes, data: bytes) -> bytes:
        """Figure 2.5, lines 1 to 11: the state takes the blocks with odd numbers, the tweak those
        with even ones.
        """
        sizes = [BLOCK, self.tweakeys.tweak_bytes]
        blocks = _pieces(data, sizes)
        # The last of an even number of blocks goes into the tweak.
        state, size = bytes(BLOCK), sizes[len(blocks) % 2 == 0]
        counter = counters(len(blocks), self.tweakeys.counter_bits)
        domain = LAST_AD + 2 * (len(blocks[-1]) < size)
        blocks[-1] = pad(blocks[-1], size)
        for number in range(1, len(blocks), 2):
            state = self._encrypt(
                xor(state, blocks[number - 1]), counter[number - 1], AD_TWEAK, blocks[number], key
            )
        # An odd last block has no partner for the tweak, so it goes in with the call for the nonce.
        if len(blocks) % 2:
            state = xor(state, blocks[-1])
        return self._encrypt(state, counter[-1], domain, nonce, key)

    def _message(
        self, key: bytes, nonce: bytes, state: bytes, data: bytes, *, decrypting: bool
    ) -> tuple[bytes, bytes]:
        """Figure 2.5, lines 12 to 21: the other of plaintext and ciphertext, and the state."""
        output, blocks = b"", _pieces(data, [BLOCK])
        for number, (counter, block) in enumerate(
            zip(counters(len(blocks), self.tweakeys.counter_bits), blocks), 1
        ):
            text = xor(output_of(state), block)
            output += text
            domain = MESSAGE if number < len(blocks) else LAST_MESSAGE + (len(block) < BLOCK)
            state = self._encrypt(
                xor(state, pad(text if decrypting else block, BLOCK)), counter, domain, nonce, key
            )
        return output, state

    def _encrypt(self, state: bytes, counter: int, domain: int, tweak: bytes, key: bytes) -> bytes:
        return encipher(self.cipher, self.tweakeys, state, counter, domain, tweak, key)


def encipher(
    cipher: Primitive,
    tweakeys: Tweakeys,
    state: bytes,
    counter: int,
    domain: int,
    tweak: bytes,
    key: bytes,
) -> bytes:
    """One call of the cipher, with all that goes into its tweakey."""
    (tweakey,) = _compiled_encode(tweakeys)(
        counter, domain, int.from_bytes(tweak, "big"), int.from_bytes(key, "big")
    )
    return call(cipher, tweakey=tweakey, plaintext=state)


def _pieces(data: bytes, sizes: list[int]) -> list[bytes]:
    """Section 2.1 (v1.2): pieces of these sizes in turn, at least one; the last may be shorter."""
    pieces, start = [data[: sizes[0]]], sizes[0]
    while start < len(data):
        size = sizes[len(pieces) % len(sizes)]
        pieces.append(data[start : start + size])
        start += size
    return pieces


def pad(block: bytes, size: int) -> bytes:
    """Section 2.1: a block shorter than ``size`` gets zeros and, in the last byte, its length in
    bytes.
    """
    return block if len(block) == size else block.ljust(size - 1, b"\0") + bytes([len(block)])


def counters(count: int, bits: int) -> list[int]:
    """Section 2.4.1: the counter values of blocks 1 to ``count``: 2, 4, 8, … in GF(2^bits)."""
    values = [FIRST_COUNTER]
    while len(values) < count:
        values += _compiled_counter(bits)(values[-1])
    return values


def output_of(state: bytes) -> bytes:
    """`feedback` on a byte string."""
    return _compiled_feedback()(int.from_bytes(state, "big"))[0].to_bytes(BLOCK, "big")


@cache
def _compiled_feedback():
    return compile_function(
        lambda words: {"output": feedback(words["state"])}, {"state": 8 * BLOCK}
    )


@cache
def _compiled_counter(bits: int):
    return compile_function(
        lambda words: {"counter": next_counter(words["counter"])}, {"counter": bits}
    )


@cache
def _compiled_encode(tweakeys: Tweakeys):
    """Counter, domain, tweak and key to tweakey."""
    widths = {
        "counter": tweakeys.counter_bits,
        "domain": 8,
        "tweak": 8 * tweakeys.tweak_bytes,
        "key": 8 * BLOCK,
    }
    return compile_function(tweakeys.encode, widths)
