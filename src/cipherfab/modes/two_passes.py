# SPDX-License-Identifier: Apache-2.0
"""AEADs that read a message twice: for the tag, and for the key stream, which starts from the
tag."""

from abc import abstractmethod

from .model import AeadModel


class TwoPasses(AeadModel):
    """What such modes have in common. They withstand repeated nonces."""

    @abstractmethod
    def tag(self, key: bytes, nonce: bytes, associated_data: bytes, text: bytes) -> bytes:
        """The tag of a plaintext."""

    @abstractmethod
    def add_stream(
        self, key: bytes, nonce: bytes, tag: bytes, text: bytes, *, decrypting: bool
    ) -> bytes:
        """The ciphertext of a plaintext, or the other way round."""

    def encrypt(self, key, nonce, associated_data, plaintext):
        tag = self.tag(key, nonce, associated_data, plaintext)
        return self.add_stream(key, nonce, tag, plaintext, decrypting=False) + tag

    def decrypt(self, key, nonce, associated_data, ciphertext):
        if len(ciphertext) < self.tag_bytes:
            return None
        ciphertext, tag = ciphertext[: -self.tag_bytes], ciphertext[-self.tag_bytes :]
        # The tag is over the plaintext, so that has to be there first; it is dropped if the tag is
        # wrong.
        plaintext = self.add_stream(key, nonce, tag, ciphertext, decrypting=True)
        return plaintext if self.tag(key, nonce, associated_data, plaintext) == tag else None
