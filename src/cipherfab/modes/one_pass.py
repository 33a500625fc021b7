# SPDX-License-Identifier: Apache-2.0
"""AEADs that read their message once, block by block, and give the tag at the end."""

from abc import abstractmethod
from typing import Any

from .model import AeadModel


class OnePass(AeadModel):
    """What such modes have in common: a mode says how it starts, what a message does to it, and how
    it ends.

    The state is whatever the mode keeps; here it is only passed on.
    """

    @abstractmethod
    def start(self, key: bytes, nonce: bytes, associated_data: bytes) -> Any:
        """The state before the message."""

    @abstractmethod
    def crypt(self, state: Any, data: bytes, decrypt: bool) -> tuple[Any, bytes]:
        """The state after the message, and the ciphertext of a plaintext or the plaintext of a
        ciphertext.
        """

    @abstractmethod
    def tag(self, state: Any) -> bytes:
        """The tag, from the state after the message."""

    def encrypt(self, key, nonce, associated_data, plaintext):
        state, ciphertext = self.crypt(self.start(key, nonce, associated_data), plaintext, False)
        return ciphertext + self.tag(state)

    def decrypt(self, key, nonce, associated_data, ciphertext):
        if len(ciphertext) < self.tag_bytes:
            return None
        ciphertext, tag = ciphertext[: -self.tag_bytes], ciphertext[-self.tag_bytes :]
        state, plaintext = self.crypt(self.start(key, nonce, associated_data), ciphertext, True)
        return plaintext if self.tag(state) == tag else None
