# SPDX-License-Identifier: Apache-2.0
"""AEADs over a block cipher in which one function gives the text on the other side, and the tag."""

from abc import abstractmethod

from .model import AeadModel


class TwoWay(AeadModel):
    """An AEAD whose encryption and decryption are one function.

    For modes whose message does not simply go on from a state (`one_pass.OnePass` is for those).
    """

    @abstractmethod
    def process(
        self, key: bytes, nonce: bytes, associated_data: bytes, text: bytes, *, decrypting: bool
    ) -> tuple[bytes, bytes]:
        """The other of plaintext and ciphertext, as long as ``text``, and the tag."""

    def encrypt(self, key, nonce, associated_data, plaintext):
        ciphertext, tag = self.process(key, nonce, associated_data, plaintext, decrypting=False)
        return ciphertext + tag

    def decrypt(self, key, nonce, associated_data, ciphertext):
        if len(ciphertext) < self.tag_bytes:
            return None
        ciphertext, given = ciphertext[: -self.tag_bytes], ciphertext[-self.tag_bytes :]
        plaintext, tag = self.process(key, nonce, associated_data, ciphertext, decrypting=True)
        return plaintext if tag == given else None
