"""Esch: the hash functions of SPARKLE, a sponge with indirect injection.

Source: C. Beierle et al., "Schwaemm and Esch: Lightweight Authenticated Encryption and Hashing using the Sparkle Permutation
Family", submission to NIST, section 2.2 (algorithms 2.8 to 2.10).

The model keeps the state as the number that its bytes, the first one most significant, make up.
"""

from dataclasses import dataclass
from functools import cache

from ..ciphers.sparkle import WORD, feistel_function, sparkle
from ..primitives.primitive import Primitive, software
from ..words import concat
from ..words.bits import swap_bytes, swap_bytes_of_words
from ..words.compiled import compile_function
from .byte_strings import pad
from .model import BlockwiseHashState, HashModel
from .schwaemm import PADDING


@dataclass(frozen=True, kw_only=True)
class Esch(HashModel):
    """Esch on SPARKLE of a width.

    Attributes:
        width: of the permutation in bits, 384 or 512.
        digest_bytes: 32 or 48.
        block_bytes: the rate.
    """

    width: int
    digest_bytes: int
    block_bytes: int = 16

    def permutation(self, version: str) -> Primitive:
        """Sparkle of this width, ``"slim"`` or ``"big"``."""
        return sparkle(self.width, version)

    def start(self):
        return BlockwiseHashState(self.block_bytes, (0, b""), self._absorb, self._finish)

    def _absorb(self, state: tuple[int, bytes], block: bytes) -> tuple[int, bytes]:
        """One block. The state holds the newest block back, as the last one is treated differently."""
        number, held = state
        return (self._permute("slim", number ^ self._inject(held)) if held else number), block

    def _finish(self, state: tuple[int, bytes], rest: bytes) -> bytes:
        number, held = self._absorb(state, rest) if rest else state
        whole = len(held) == self.block_bytes
        block = held if whole else pad(held, self.block_bytes, PADDING)
        number = self._permute("big", number ^ self._inject(block) ^ self._constant(whole))
        digest = self._squeeze(number)
        while len(digest) < self.digest_bytes:
            number = self._permute("slim", number)
            digest += self._squeeze(number)
        return digest

    def _constant(self, whole: bool) -> int:
        """Const_M: 1 (padded) or 2 (whole) in the last byte of the left half, as a number."""
        return (2 if whole else 1) << self.width // 2

    def _inject(self, block: bytes) -> int:
        """The block, extended by zeros to half a state, through M_3 or M_4, as the left half of a state."""
        half = self.width // 2
        return injection(half)(int.from_bytes(block.ljust(half // 8, b"\0"), "big"))[0] << half

    def _permute(self, version: str, number: int) -> int:
        return software(self.permutation(version))(number)[0]

    def _squeeze(self, number: int) -> bytes:
        return number.to_bytes(self.width // 8, "big")[:self.block_bytes]


@cache
def injection(width: int):
    """Section 2.2.2: M_3 (192 bits) or M_4 (256 bits) on a byte string of little-endian words, as a function on numbers."""
    def function(inputs):
        words = swap_bytes_of_words(inputs["x"], WORD)
        mixed = feistel_function(list(zip(words[::2], words[1::2])))
        return {"x": concat(*(swap_bytes(word) for branch in mixed for word in branch))}
    return compile_function(function, {"x": width})
