# SPDX-License-Identifier: Apache-2.0
"""Ascon-Mac, Ascon-Prf and Ascon-PrfShort: keyed functions over Ascon-p, as software.

Source: C. Dobraunig, M. Eichlseder, F. Mendel, M. Schläffer, "Ascon MAC, PRF, and Short-Input PRF",
IACR ePrint 2021/1574, algorithms 1 and 2; in version 1.3, which is that of the designers' code
(ascon-c): bytes, padding, separator and initial values are as in NIST SP 800-232, which does not
have these functions.

They share the permutation with Ascon's AEADs and not the rest: a block of 32 bytes goes into four
words at once, and the key comes first alone. So there is no core of them.
"""

from dataclasses import dataclass

from ..ciphers.ascon import ascon_p
from ..errors import CallError
from ..primitives.primitive import software
from .duplex import SP800_232, WORD_BYTES
from .model import MacModel

VARIANTS = {"mac": 5, "prf": 6, "short": 7}
"""The first byte of the initial values."""

ROUNDS, IN_BYTES, OUT_BYTES, TAG_BITS = 12, 32, 16, 128
"""Of all runs; the rates of input and output; of Ascon-Mac and Ascon-PrfShort."""

Words = tuple[int, ...]


def _permuted(words: Words) -> Words:
    """The five words after p^12."""
    whole = 0
    for word in words:
        whole = whole << 64 | word
    (found,) = software(ascon_p(ROUNDS))(whole)
    # x0 is the most significant word.
    return tuple(found >> 64 * place & (1 << 64) - 1 for place in reversed(range(5)))


def _words(data: bytes) -> Words:
    """Words of 8 bytes, the first byte least significant; the last one may be shorter."""
    starts = range(0, len(data), WORD_BYTES)
    return tuple(int.from_bytes(data[at : at + WORD_BYTES], "little") for at in starts)


@dataclass(frozen=True, kw_only=True)
class AsconPrf(MacModel):
    """Algorithm 1: Ascon-Mac, and Ascon-Prf with an output of any length.

    Attributes:
        variant: of `VARIANTS`, ``mac`` or ``prf``.
        output_bytes: of the tag, or of an output whose length is not asked for.
    """

    variant: str
    output_bytes: int
    key_bytes: int = 16

    @property
    def iv(self) -> int:
        """x0 at the start: variant, rounds of both kinds, bits of the tag, both rates."""
        # A length of 0 says that the output may have any.
        tag = TAG_BITS if self.variant == "mac" else 0
        numbers = ((VARIANTS[self.variant], 0), (ROUNDS, 16), (ROUNDS, 20), (tag, 24))
        return sum(n << at for n, at in (*numbers, (IN_BYTES, 40), (OUT_BYTES, 48)))

    def tag(self, key, message, size=None):
        size = self._size(size, None if self.variant == "prf" else self.output_bytes)
        state = _permuted((self.iv, *_words(self._key(key)), 0, 0))
        padded = message + bytes([SP800_232.padding])
        padded += bytes(-len(padded) % IN_BYTES)
        for start in range(0, len(padded), IN_BYTES):
            # In front of the first block the run on the key has been done already.
            if start:
                state = _permuted(state)
            block = _words(padded[start : start + IN_BYTES])
            # The block fills four of the five words. Only x4 is out of reach of the message.
            state = (*(a ^ b for a, b in zip(state, block)), state[4])
        # The bit in x4 tells the run behind the last block from those between blocks.
        state = _permuted((*state[:4], state[4] ^ 1 << SP800_232.separator))
        output = b""
        while True:
            output += b"".join(word.to_bytes(WORD_BYTES, "little") for word in state[:2])
            if len(output) >= size:
                return output[:size]
            state = _permuted(state)


@dataclass(frozen=True, kw_only=True)
class AsconPrfShort(MacModel):
    """Algorithm 2: Ascon-PrfShort, a message of at most 16 bytes in one run."""

    output_bytes: int = 16
    key_bytes: int = 16
    most_message_bytes: int = 16

    def tag(self, key, message, size=None):
        size = self._size(size, self.output_bytes)
        if len(message) > self.most_message_bytes:
            raise CallError(
                f"expected a message of at most {self.most_message_bytes} bytes, "
                f"got {len(message)}. Ascon-Prf takes any."
            )
        # The message gets no padding: its length in the initial value tells it from one with zeros
        # behind it.
        numbers = ((VARIANTS["short"], 0), (ROUNDS, 16), (TAG_BITS, 24), (8 * len(message), 48))
        key_words = _words(self._key(key))
        block = _words(message.ljust(self.most_message_bytes, b"\0"))
        state = _permuted((sum(n << at for n, at in numbers), *key_words, *block))
        last = (a ^ b for a, b in zip(state[3:], key_words))
        return b"".join(word.to_bytes(WORD_BYTES, "little") for word in last)[:size]
