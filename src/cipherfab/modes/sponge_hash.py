# SPDX-License-Identifier: Apache-2.0
"""Hashes over one permutation, described by their events as the modes of `sponge` are.

A hash is: blocks, each absorbed in front of a run, the first one by a constant state; then the
digest in parts, with runs between.
"""

from abc import abstractmethod

from ..words import Word
from .model import HashModel, HashState
from .sponge import Sponge
from .sponge_events import Words, happens, permute


class SpongeHash(Sponge, HashModel):
    """A hash read from its events. A message without a byte is absorbed as an empty block.

    Attributes:
        initial_state: what absorbs the first block.
        first_bytes: of the first block.
        squeeze_bytes: of a part of the digest.
        squeeze_schedule: number of the round count of the runs between parts of the digest.
    """

    initial_state: int = 0
    squeeze_schedule: int = 0

    @property
    def first_bytes(self) -> int:
        return self.block_bytes

    @property
    def squeeze_bytes(self) -> int:
        return self.block_bytes

    @property
    def port_bytes(self):
        return max(self.first_bytes, self.block_bytes, self.squeeze_bytes)

    def begin(self, words: Words) -> Word:
        """The state after the first block, without `additions`; reads no state."""
        return self.absorb({**words, "state": words["state"].constant(self.initial_state)})

    @abstractmethod
    def digest_part(self, state: Word) -> Word:
        """``squeeze_bytes`` of the digest."""

    def between(self, words: Words) -> Word:
        """The state in front of a run between parts of the digest."""
        return words["state"]

    def start(self):
        return _State(self)


class _State(HashState):
    """The newest block is held back, as the last one may be treated differently."""

    def __init__(self, mode: SpongeHash):
        self.mode, self.state, self.initial, self.held = mode, 0, 1, b""

    def update(self, data):
        self.held += data
        while len(self.held) > self._size():
            size = self._size()
            self.state = self._absorb(self.state, self.held[:size], self.initial, last=0)
            self.held, self.initial = self.held[size:], 0

    def digest(self):
        mode, full = self.mode, len(self.held) == self._size()
        ends = full and mode.pads_full
        state = self._absorb(self.state, self.held, self.initial, last=int(not ends))
        if ends:
            state = self._absorb(state, b"", 0, last=1)
        digest = self._squeeze(state)
        while len(digest) < mode.digest_bytes:
            (state,) = happens(mode, "between", state, b"")
            state = permute(mode, state, mode.squeeze_schedule)
            digest += self._squeeze(state)
        return digest

    def _size(self) -> int:
        return self.mode.first_bytes if self.initial else self.mode.block_bytes

    def _absorb(self, state: int, block: bytes, initial: int, *, last: int) -> int:
        full = int(len(block) == (self.mode.first_bytes if initial else self.mode.block_bytes))
        name = "begin" if initial else "absorb"
        state, schedule = happens(
            self.mode,
            name,
            state,
            block,
            initial=initial,
            first=initial,
            last=last,
            full=full,
            empty=int(not block),
        )
        return permute(self.mode, state, schedule)

    def _squeeze(self, state: int) -> bytes:
        (part,) = happens(self.mode, "digest_part", state, b"")
        return part.to_bytes(self.mode.port_bytes, "big")[: self.mode.squeeze_bytes]
