# SPDX-License-Identifier: Apache-2.0
"""Parallelizable modes with one call for a block, described once: the calls as a table.

Each row says what has such a call, what goes into the cipher, and where the result goes. What
differs from call to call beside that (a counter in the tweak, a mask) is the mode's. The model
(`ParallelAead`) makes the calls one after the other; `controllers.parallel.over_cipher` reads the
same rows and has several calls in flight.

| of | what has the call |
|---|---|
| data | each block of associated data |
| full | each full block of the message |
| short | the last block of the message, if that is neither full nor empty |
| end | the message, behind its blocks |
| setup | the mode, before the first block |

| takes | what goes into the cipher |
|---|---|
| block | the block, padded |
| checksum | the sum of the plaintext's blocks |
| own | what the mode says |

| gives | where the result goes |
|---|---|
| sum | to the sum of associated data, which is added to the tag |
| text | it is the block on the other side |
| stream | it is added to the block: that is the block on the other side |
| tag | with the sum of associated data it is the tag |
| register | to a register of the mode |
"""

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Protocol

from .byte_strings import filled, split, xor
from .over_cipher import OverCipher
from .two_way import TwoWay

PADDING = 0x80
"""The byte after the data of a block that is not full; zeros follow."""


@dataclass(frozen=True, kw_only=True)
class CallKind:
    """A row of the table.

    Attributes:
        name: for signals.
        of, takes, gives: see above.
        inverse: a decryption calls the inverse of the cipher.
    """

    name: str
    of: str
    takes: str
    gives: str
    inverse: bool = False


CALLS = (
    CallKind(name="ad", of="data", takes="block", gives="sum"),
    CallKind(name="full", of="full", takes="block", gives="text", inverse=True),
    CallKind(name="partial", of="short", takes="own", gives="stream"),
    CallKind(name="tag", of="end", takes="checksum", gives="tag"),
)
"""The calls of every such mode."""


class Caller(Protocol):
    """Makes the calls of a string, in turn."""

    def __call__(
        self, kind: CallKind, block: bytes | None, *, length: int, last: bool, inverse: bool
    ) -> bytes:
        """The result of a call.

        Args:
            kind: what the call is for.
            block: what goes into the cipher; None: what the mode says.
            length: valid bytes of the block; of a tag, those of the message's last block.
            last: it is the last one of its string.
            inverse: whether it is the inverse cipher's.
        """
        ...


class ParallelAead(OverCipher, TwoWay):
    """A mode that is read from its calls.

    Attributes:
        calls: the table.
        checksum_mark: the byte after the plaintext of a last block in the checksum.
    """

    calls: ClassVar[tuple[CallKind, ...]] = CALLS
    checksum_mark: ClassVar[int] = PADDING

    @abstractmethod
    def caller(self, key: bytes, nonce: bytes, *, of_data: bool) -> Caller:
        """What makes the calls of associated data, or of a message and its tag."""

    def process(self, key, nonce, associated_data, text, *, decrypting):
        size, kind = self.block_bytes, {call.of: call for call in self.calls}
        message = _Message(self, decrypting)
        call, blocks = self.caller(key, nonce, of_data=True), split(associated_data, size)
        for number, block in enumerate(blocks, 1):
            message.take(call, kind["data"], block, last=number == len(blocks))
        call, end = self.caller(key, nonce, of_data=False), b""
        for block in split(text, size):
            end = block
            message.take(call, kind["full" if len(block) == size else "short"], block)
        # The end of an empty message counts as that of a full block: nothing was padded.
        message.take(call, kind["end"], end or bytes(size), last=True)
        return message.output, message.tag[: self.tag_bytes]


class _Message:
    """One message in software: its sums, and what has left."""

    def __init__(self, mode: ParallelAead, decrypting: bool):
        self.mode, self.decrypting, self.output = mode, decrypting, b""
        self.sum = self.checksum = self.tag = bytes(mode.block_bytes)

    def take(self, call: Caller, kind: CallKind, block: bytes, *, last: bool = False) -> None:
        """Make the call of a block, and do with its result what the table says."""
        size, inverse = self.mode.block_bytes, kind.inverse and self.decrypting
        given = {"block": filled(block, size, PADDING), "checksum": self.checksum, "own": None}
        result = call(kind, given[kind.takes], length=len(block), last=last, inverse=inverse)
        if kind.gives == "sum":
            self.sum = xor(self.sum, result)
        elif kind.gives == "tag":
            self.tag = xor(self.sum, result)
        else:
            answer = xor(block, result) if kind.gives == "stream" else result
            # The checksum is over the plaintext, whichever side was given.
            plaintext = answer if self.decrypting else block
            padded = filled(plaintext, size, self.mode.checksum_mark)
            self.checksum = xor(self.checksum, padded)
            self.output += answer
