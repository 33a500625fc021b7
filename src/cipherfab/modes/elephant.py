# SPDX-License-Identifier: Apache-2.0
"""Elephant: encryption in counter mode and a protected counter sum, on a permutation masked by a
register that the key fills.

Source: T. Beyne, Y. L. Chen, C. Dobraunig, B. Mennink, "Elephant v1.1", submission to NIST, section
2.2 (mode) and sections 2.3.2, 2.4.2 and 2.5.2 (registers).

Differences from the text: `ElephantV1` is the text. `Elephant` is version 2 (final round), of which
no document was at hand; it was checked with the official known answers. There the masks (i, 1) are
for the message, (i, 0) for associated data and (i, 2) for the ciphertext; the first block of
associated data starts the sum as it is, and the sum itself goes through the permutation under mask
(0, 0) to give the tag. The model keeps blocks as bytes.

The official known answers of version 1 come from code of February 2019, which keeps only the first
128 bits of the permuted key, and lets no ciphertext block into the sum if the message is empty:
`ElephantV1.code_of_2019`. That code also leaves out the padding block behind some longer messages,
which no official record reaches; that is not modelled.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from ..primitives.primitive import Primitive, software
from ..words import Word, concat, rol
from ..words.compiled import compile_function
from .byte_strings import padded_blocks, split, xor
from .dangers import RESPECTING
from .model import AeadModel

MESSAGE, ASSOCIATED_DATA, CIPHERTEXT = 1, 0, 2
"""The second index of the masks of each kind of block, in version 2."""

V1_MESSAGE, V1_ASSOCIATED_DATA, V1_CIPHERTEXT = 0, 2, 1
"""The same in version 1: algorithm 1, lines 3, 9 and 11."""

PADDING = 0x01
"""The byte of the bit that follows the data, first bit lowest."""

CODE_OF_2019_MASK_BYTES = 16
"""How much of the permuted key the code of February 2019 keeps."""


def dumbo_feedback(x: list[Word]) -> Word:
    """Section 2.3.2, equation 3: the byte that enters the register (x_0, x_1, …)."""
    return rol(x[0], 3) ^ shift_left(x[3], 7) ^ shift_right(x[13], 7)


def jumbo_feedback(x: list[Word]) -> Word:
    """Section 2.4.2, equation 4."""
    return rol(x[0], 1) ^ shift_left(x[3], 7) ^ shift_right(x[19], 7)


def delirium_feedback(x: list[Word]) -> Word:
    """Section 2.5.2, equation 5."""
    return rol(x[0], 1) ^ rol(x[2], 1) ^ shift_left(x[13], 1)


def shift_left(x: Word, amount: int) -> Word:
    """Zeros come in at bit 0."""
    return concat(x[:-amount], x.constant(0, amount))


def shift_right(x: Word, amount: int) -> Word:
    """Zeros come in at the top."""
    return concat(x.constant(0, amount), x[amount:])


def register_step(x: Word, feedback: Callable[[list[Word]], Word]) -> Word:
    """phi_1: a byte string, first byte most significant, moves by one byte; the feedback becomes
    the last one.
    """
    return concat(x[:-8], feedback(x.split(8)))


@dataclass(frozen=True, kw_only=True)
class Elephant(AeadModel):
    """Elephant v2.

    Attributes:
        permutation: input and output ``x`` are a block's bytes.
        feedback: of the mask register, see `register_step`.
        tag_bytes: 8 or 16.
        permutes_sum: the first block starts the sum as it is, and the sum is permuted for the tag;
            in version 1 neither.
        code_of_2019: no ciphertext block is added for an empty message, see `ElephantV1`.
    """

    dangers = RESPECTING

    permutes_sum: ClassVar[bool] = True
    code_of_2019: ClassVar[bool] = False

    permutation: Primitive
    feedback: Callable[[list[Word]], Word]
    tag_bytes: int
    key_bytes: int = 16
    nonce_bytes: int = 12

    @property
    def block_bytes(self):
        return self.permutation.inputs["x"] // 8

    @property
    def ad_block_bytes(self):
        return self.block_bytes

    @property
    def ad_before_bytes(self):
        return self.nonce_bytes

    def encrypt(self, key, nonce, associated_data, plaintext):
        masked = _MaskedPermutation(self, key)
        ciphertext = self._encipher(masked, nonce, plaintext)
        return ciphertext + self._tag(masked, nonce + associated_data, ciphertext)

    def decrypt(self, key, nonce, associated_data, ciphertext):
        if len(ciphertext) < self.tag_bytes:
            return None
        ciphertext, tag = ciphertext[: -self.tag_bytes], ciphertext[-self.tag_bytes :]
        masked = _MaskedPermutation(self, key)
        valid = self._tag(masked, nonce + associated_data, ciphertext) == tag
        return self._encipher(masked, nonce, ciphertext) if valid else None

    def _encipher(self, masked: "_MaskedPermutation", nonce: bytes, message: bytes) -> bytes:
        """Algorithm 1, lines 1 to 4."""
        counter = nonce.ljust(self.block_bytes, b"\0")
        blocks = split(message, self.block_bytes)
        kind = self.kinds["message"]
        return b"".join(
            xor(block, masked(counter, number, kind)) for number, block in enumerate(blocks)
        )

    def _tag(self, masked: "_MaskedPermutation", authenticated: bytes, ciphertext: bytes) -> bytes:
        """Algorithm 1, lines 5 to 12, as of version 2; ``authenticated`` is the nonce followed by
        associated data.
        """
        total, *blocks = self._padded(authenticated)
        for number, block in enumerate(blocks, 1):
            total = xor(total, masked(block, number, ASSOCIATED_DATA))
        for number, block in enumerate(self._padded(ciphertext)):
            total = xor(total, masked(block, number, CIPHERTEXT))
        return masked(total, 0, ASSOCIATED_DATA)[: self.tag_bytes]

    def _padded(self, data: bytes) -> list[bytes]:
        """The blocks of data || 1."""
        return padded_blocks(data, self.block_bytes, PADDING)

    @property
    def kinds(self) -> dict[str, int]:
        """The second index of the masks of ``message``, ``ad`` and ``ciphertext``."""
        return {"message": MESSAGE, "ad": ASSOCIATED_DATA, "ciphertext": CIPHERTEXT}

    def mask_of(self, permuted_key: bytes) -> bytes:
        """The mask register at first, from the permuted key."""
        return permuted_key


@dataclass(frozen=True, kw_only=True)
class ElephantV1(Elephant):
    """Elephant v1.1, of round 2.

    Attributes:
        code_of_2019: as the code that made the official known answers.
    """

    permutes_sum: ClassVar[bool] = False
    code_of_2019: bool = False

    def _tag(self, masked, authenticated, ciphertext):
        """Algorithm 1, lines 5 to 12."""
        strings = [(V1_ASSOCIATED_DATA, self._padded(authenticated))]
        if ciphertext or not self.code_of_2019:
            strings.append((V1_CIPHERTEXT, self._padded(ciphertext)))
        total = bytes(self.block_bytes)
        for kind, blocks in strings:
            for number, block in enumerate(blocks):
                total = xor(total, masked(block, number, kind))
        return total[: self.tag_bytes]

    @property
    def kinds(self):
        return {"message": V1_MESSAGE, "ad": V1_ASSOCIATED_DATA, "ciphertext": V1_CIPHERTEXT}

    def mask_of(self, permuted_key):
        kept = CODE_OF_2019_MASK_BYTES if self.code_of_2019 else self.block_bytes
        return permuted_key[:kept].ljust(self.block_bytes, b"\0")


class _MaskedPermutation:
    """P(block + mask) + mask under one key."""

    def __init__(self, mode: Elephant, key: bytes):
        self._size = mode.block_bytes
        self._permute = software(mode.permutation)
        self._next = _compiled_step(mode.feedback, 8 * self._size)
        (permuted,) = self._permute(int.from_bytes(key.ljust(self._size, b"\0"), "big"))
        self._registers = [
            int.from_bytes(mode.mask_of(permuted.to_bytes(self._size, "big")), "big")
        ]

    def __call__(self, block: bytes, number: int, kind: int) -> bytes:
        mask = self._mask(number, kind)
        return (self._permute(int.from_bytes(block, "big") ^ mask)[0] ^ mask).to_bytes(
            self._size, "big"
        )

    def _mask(self, number: int, kind: int) -> int:
        """Section 2.2, equation 2: phi_2 is phi_1 + id, so its square is phi_1 squared + id."""
        return self._register(number) ^ (self._register(number + kind) if kind else 0)

    def _register(self, number: int) -> int:
        """phi_1, ``number`` times, of the permuted key."""
        while len(self._registers) <= number:
            self._registers += self._next(self._registers[-1])
        return self._registers[number]


@cache
def _compiled_step(feedback, width: int):
    return compile_function(
        lambda inputs: {"x": register_step(inputs["x"], feedback)}, {"x": width}
    )
