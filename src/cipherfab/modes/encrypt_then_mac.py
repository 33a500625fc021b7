# SPDX-License-Identifier: Apache-2.0
"""AEADs that encrypt with a key stream and take the tag over the ciphertext."""

from abc import abstractmethod

from .model import AeadModel


class EncryptThenMac(AeadModel):
    """What such modes have in common: a wrong tag is found before anything is decrypted."""

    @abstractmethod
    def add_stream(self, key: bytes, nonce: bytes, text: bytes) -> bytes:
        """The ciphertext of a plaintext, or the other way round."""

    @abstractmethod
    def tag(self, key: bytes, nonce: bytes, associated_data: bytes, ciphertext: bytes) -> bytes:
        """The tag."""

    def encrypt(self, key, nonce, associated_data, plaintext):
        ciphertext = self.add_stream(key, nonce, plaintext)
        return ciphertext + self.tag(key, nonce, associated_data, ciphertext)

    def decrypt(self, key, nonce, associated_data, ciphertext):
        if len(ciphertext) < self.tag_bytes:
            return None
        ciphertext, tag = ciphertext[: -self.tag_bytes], ciphertext[-self.tag_bytes :]
        valid = self.tag(key, nonce, associated_data, ciphertext) == tag
        return self.add_stream(key, nonce, ciphertext) if valid else None
