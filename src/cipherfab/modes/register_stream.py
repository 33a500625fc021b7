# SPDX-License-Identifier: Apache-2.0
"""AEADs of registers that take in a block with each step: associated data and message alike.

The key stream of a block comes from the registers in front of the step that takes its plaintext. A
short block is taken in with zeros behind it, and the lengths come at the end.
"""

from abc import abstractmethod

from .byte_strings import split, xor
from .one_pass import OnePass

Registers = tuple[int, ...]


class RegisterStream(OnePass):
    """What such modes have in common. A block is ``block_bytes`` long in both parts."""

    @property
    def ad_block_bytes(self):
        return self.block_bytes

    @abstractmethod
    def initial(self, key: bytes, nonce: bytes) -> Registers:
        """The registers in front of the associated data."""

    @abstractmethod
    def step(self, registers: Registers, block: bytes) -> Registers:
        """The registers after a whole block."""

    @abstractmethod
    def stream(self, registers: Registers) -> bytes:
        """The key stream of a block."""

    @abstractmethod
    def final(self, registers: Registers, ad_bytes: int, message_bytes: int) -> bytes:
        """The tag."""

    def start(self, key, nonce, associated_data):
        registers = self.initial(key, nonce)
        for block in split(associated_data, self.block_bytes):
            registers = self.step(registers, self._whole(block))
        return registers, len(associated_data), 0

    def crypt(self, state, data, decrypt):
        registers, ad_bytes, _ = state
        output = []
        for block in split(data, self.block_bytes):
            output.append(xor(block, self.stream(registers)))
            registers = self.step(registers, self._whole(output[-1] if decrypt else block))
        return (registers, ad_bytes, len(data)), b"".join(output)

    def tag(self, state):
        return self.final(*state)

    def _whole(self, block: bytes) -> bytes:
        return block.ljust(self.block_bytes, b"\0")
