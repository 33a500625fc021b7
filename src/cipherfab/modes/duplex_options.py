# SPDX-License-Identifier: Apache-2.0
"""The options of Ascon-AEAD128: truncated tags, nonce masking, strings of bits.

Source: NIST SP 800-232, section 4.2 (4.2.1 truncation, 4.2.2 nonce masking).
"""

import warnings
from dataclasses import dataclass

from ..errors import CallError
from .bit_strings import Bits
from .byte_strings import xor
from .duplex import DuplexAead
from .model import AeadModel
from .sponge_message import SpongeMessage

LEAST_TAG_BITS, USUAL_TAG_BITS, MOST_TAG_BITS = 32, 64, 128
"""The shortest tag; the shortest that is taken without a warning; the whole one."""


@dataclass(frozen=True, kw_only=True)
class DuplexOptions(AeadModel):
    """An Ascon AEAD with a shorter tag or a masked nonce.

    Attributes:
        base: the AEAD, with strings of bits (`Sponge.takes_bits`).
        tag_bits: the tag is the first so many bits of that of ``base``, 32 to 128.
        masks_nonce: the key has 16 bytes more, behind those of ``base``, and the nonce that
            ``base`` sees is the sum of the given one and of these.

    Raises:
        CallError: another length of the tag.

    Warns:
        UserWarning: the tag is shorter than 64 bits: a forgery is found by that many tries.
    """

    base: DuplexAead
    tag_bits: int = MOST_TAG_BITS
    masks_nonce: bool = False

    def __post_init__(self):
        if not LEAST_TAG_BITS <= self.tag_bits <= MOST_TAG_BITS:
            raise CallError(
                f"expected a tag of {LEAST_TAG_BITS} to {MOST_TAG_BITS} bits, got {self.tag_bits}"
            )
        if self.tag_bits < USUAL_TAG_BITS:
            # The third frame from here is whoever makes the object: the dataclass's ``__init__`` is
            # between.
            warnings.warn(
                f"a tag of {self.tag_bits} bits is forged by 2^{self.tag_bits} tries; "
                f"SP 800-232 has {USUAL_TAG_BITS} bits or more for general use",
                stacklevel=3,
            )

    @property
    def key_bytes(self):
        return self.base.key_bytes + (self.base.nonce_bytes if self.masks_nonce else 0)

    @property
    def tag_bytes(self):
        return -(-self.tag_bits // 8)

    @property
    def dangers(self):
        """Those of ``base``."""
        return self.base.dangers

    nonce_bytes = property(lambda self: self.base.nonce_bytes)
    block_bytes = property(lambda self: self.base.block_bytes)
    ad_block_bytes = property(lambda self: self.base.ad_block_bytes)

    def encrypt(self, key, nonce, associated_data, plaintext):
        if self.tag_bits % 8 == 0:
            # The same, by the compiled model.
            sealed = self.base.encrypt(*self._seen(key, nonce), associated_data, plaintext)
            return sealed[: len(plaintext) + self.tag_bytes]
        ciphertext, tag = self.encrypt_bits(
            key, nonce, Bits.of(associated_data), Bits.of(plaintext)
        )
        return ciphertext.data + tag.data

    def decrypt(self, key, nonce, associated_data, ciphertext):
        if len(ciphertext) < self.tag_bytes:
            return None
        text, tag = ciphertext[: -self.tag_bytes], ciphertext[-self.tag_bytes :]
        # Bits behind a tag that ends within a byte are 0: else several byte strings were one tag.
        if Bits.of(tag).first(self.tag_bits).data != tag:
            return None
        found = self.decrypt_bits(
            key, nonce, Bits.of(associated_data), Bits.of(text), Bits(tag, self.tag_bits)
        )
        return None if found is None else found.data

    def encrypt_bits(
        self, key: bytes, nonce: bytes, associated_data: Bits, plaintext: Bits
    ) -> tuple[Bits, Bits]:
        """Ciphertext and tag."""
        return self._run(key, nonce, associated_data, plaintext, decrypting=False)

    def decrypt_bits(
        self, key: bytes, nonce: bytes, associated_data: Bits, ciphertext: Bits, tag: Bits
    ) -> Bits | None:
        """The plaintext; None if the tag is wrong or has another length."""
        plaintext, right = self._run(key, nonce, associated_data, ciphertext, decrypting=True)
        return plaintext if right == tag else None

    def _seen(self, key: bytes, nonce: bytes) -> tuple[bytes, bytes]:
        """Key and nonce as ``base`` sees them."""
        size = self.base.key_bytes
        # The part of the key behind that of ``base`` only masks the nonce.
        return key[:size], xor(nonce, key[size:]) if self.masks_nonce else nonce

    def _run(
        self, key: bytes, nonce: bytes, ad: Bits, text: Bits, *, decrypting: bool
    ) -> tuple[Bits, Bits]:
        """The other text, and the tag."""
        run = SpongeMessage(self.base, *self._seen(key, nonce))
        run.associated_data(ad.data, ad.rest)
        other = run.message(text.data, decrypting=decrypting, rest=text.rest)
        return Bits(other, text.size), Bits.of(run.tag()).first(self.tag_bits)
