# SPDX-License-Identifier: Apache-2.0
"""What every software model of a mode offers."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from ..errors import CallError
from .dangers import UNRECORDED, Dangers


class AeadModel(ABC):
    """An AEAD on byte strings. Concrete modes are frozen dataclasses with the parameters of their
    specification.

    Attributes:
        key_bytes, nonce_bytes, tag_bytes: lengths of key, nonce and tag.
        block_bytes: bytes of message that one call of the primitive takes (the rate).
        ad_block_bytes: the same for associated data.
        ad_before_bytes: what stands in front of the associated data in its first block.
        most_message_bytes, most_ad_bytes: the longest message and associated data; None for no
            limit of interest.
        whole_ciphertext: the ciphertext is whole blocks, and so longer than the message.
        marks_padding: after the tag comes a byte: 1 if the last block of the message was padded.
        dangers: what the mode does not protect its user from.
    """

    dangers: ClassVar[Dangers] = UNRECORDED

    key_bytes: int
    nonce_bytes: int
    tag_bytes: int
    block_bytes: int
    ad_block_bytes: int
    ad_before_bytes: int = 0
    most_message_bytes: int | None = None
    most_ad_bytes: int | None = None
    whole_ciphertext = False
    marks_padding = False

    def ciphertext_bytes(self, message_bytes: int) -> int:
        """Length of the ciphertext, without what comes after it."""
        return message_bytes

    def sealed_bytes(self, message_bytes: int) -> int:
        """Length of what `encrypt` gives for a message of this length."""
        return self.ciphertext_bytes(message_bytes) + self.tag_bytes + self.marks_padding

    def taken_apart(self, sealed: bytes, message_bytes: int) -> tuple[bytes, bytes, bool]:
        """What `encrypt` gave for a message of this length: ciphertext, tag, and the mark of
        padding.
        """
        size = self.ciphertext_bytes(message_bytes)
        end = len(sealed) - self.marks_padding
        return sealed[:size], sealed[size:end], self.marks_padding and sealed[-1] == 1

    def put_together(self, ciphertext: bytes, tag: bytes, padded: bool) -> bytes:
        """The inverse of `taken_apart`."""
        return ciphertext + tag + (bytes([padded]) if self.marks_padding else b"")

    @property
    def ad_step(self) -> int:
        """Bytes that every segment of associated data but the last must be a multiple of.

        It is the largest power of two in ``ad_block_bytes``, and at most ``block_bytes``: no word
        of a bus is cut by a header.
        """
        return min(self.block_bytes, self.ad_block_bytes & -self.ad_block_bytes)

    @abstractmethod
    def encrypt(self, key: bytes, nonce: bytes, associated_data: bytes, plaintext: bytes) -> bytes:
        """Ciphertext followed by the tag."""

    @abstractmethod
    def decrypt(
        self, key: bytes, nonce: bytes, associated_data: bytes, ciphertext: bytes
    ) -> bytes | None:
        """The plaintext of ciphertext followed by tag; None if the tag is wrong or missing."""


class PaddingChecked(AeadModel):
    """A mode whose decryption compares the padding of a short last block, beside the tag."""

    @abstractmethod
    def blocks(self, data: bytes) -> list[tuple[bytes, bool, bool]]:
        """The blocks of a message, each with whether it is the last and whether it is short; a
        short one is padded.
        """

    @abstractmethod
    def seal(
        self,
        key: bytes,
        nonce: bytes,
        associated_data: bytes,
        blocks: Sequence[tuple[bytes, bool, bool]],
        length: int,
    ) -> bytes:
        """Ciphertext and tag of a message of ``length`` bytes in these blocks. With a padding that
        is not that of `blocks` no decryption may accept it.
        """

    def encrypt(self, key, nonce, associated_data, plaintext):
        return self.seal(key, nonce, associated_data, self.blocks(plaintext), len(plaintext))


class HashModel(ABC):
    """A hash function on byte strings.

    Attributes:
        digest_bytes: length of the digest.
        block_bytes: bytes of message that one call of the primitive takes.
        dangers: what the function does not protect its user from.
    """

    dangers: ClassVar[Dangers] = UNRECORDED

    digest_bytes: int
    block_bytes: int

    @abstractmethod
    def start(self) -> "HashState":
        """The state before the first byte."""

    def digest(self, message: bytes) -> bytes:
        """The digest of a whole message."""
        state = self.start()
        state.update(message)
        return state.digest()


class XofModel(HashModel):
    """A hash with an output of any length, perhaps with a customization string.

    Attributes:
        digest_bytes: of an output whose length is not asked for.
        most_customization_bytes: the longest customization string; 0 if there is none.
    """

    digest_bytes: int = 64
    most_customization_bytes: int = 0

    @abstractmethod
    def start(self, customization: bytes = b"") -> "XofState":
        """The state before the first byte of the message.

        Raises:
            CallError: the customization is longer than ``most_customization_bytes``.
        """

    def output(self, message: bytes, size: int, customization: bytes = b"") -> bytes:
        """The first ``size`` bytes of the output of a whole message."""
        state = self.start(customization)
        state.update(message)
        return state.squeeze(size)


class MacModel(ABC):
    """A keyed function of one message, on byte strings: a MAC, or a pseudorandom function.

    Attributes:
        key_bytes: length of the key.
        output_bytes: of a tag, or of an output whose length is not asked for.
        most_message_bytes: the longest message; None for no limit of interest.
    """

    key_bytes: int
    output_bytes: int
    most_message_bytes: int | None = None

    @abstractmethod
    def tag(self, key: bytes, message: bytes, size: int | None = None) -> bytes:
        """The first ``size`` bytes of the output.

        Raises:
            CallError: the key or the message has another length than the function takes, or the
                output is longer than it gives.
        """

    def _key(self, key: bytes) -> bytes:
        """The key. Raises `CallError`: of another length."""
        if len(key) != self.key_bytes:
            raise CallError(f"expected a key of {self.key_bytes} bytes, got {len(key)}")
        return key

    def _size(self, size: int | None, most: int | None) -> int:
        """Bytes of output. Raises `CallError`: more than there are."""
        size = self.output_bytes if size is None else size
        if size < 0 or most is not None and size > most:
            upto = "0 or more" if most is None else f"0 to {most}"
            raise CallError(f"expected {upto} bytes of output, got {size}")
        return size


class HashState(ABC):
    """A hash in progress; like `hashlib`'s objects, so that digests of growing prefixes cost one
    block each.
    """

    @abstractmethod
    def update(self, data: bytes) -> None:
        """Absorb more of the message."""

    @abstractmethod
    def digest(self) -> bytes:
        """The digest of what was absorbed so far; the state stays as it is."""


class XofState(HashState):
    """A message of a `XofModel` in progress."""

    @abstractmethod
    def squeeze(self, size: int) -> bytes:
        """The first bytes of the output for what was absorbed so far; the state stays as it is."""


class BlockwiseHashState(HashState):
    """Keeps the bytes that do not fill a block yet.

    Args:
        block_bytes: bytes that one call of ``absorb`` takes.
        state: the state before the first block.
        absorb: (state, whole block) to state.
        finish: (state, rest, shorter than a block) to digest.
    """

    def __init__(self, block_bytes, state, absorb, finish):
        self._block_bytes, self._state, self._absorb, self._finish, self._rest = (
            block_bytes,
            state,
            absorb,
            finish,
            b"",
        )

    def update(self, data):
        data, size = self._rest + data, self._block_bytes
        # A full block is absorbed at once, even the last one, so ``finish`` gets less than a block.
        whole = len(data) - len(data) % size
        for start in range(0, whole, size):
            self._state = self._absorb(self._state, data[start : start + size])
        self._rest = data[whole:]

    def digest(self):
        return self._finish(self._state, self._rest)
