# SPDX-License-Identifier: Apache-2.0
"""Hashes over one permutation, described by their events as the modes of `sponge` are.

A hash is: blocks, each absorbed in front of a run, the first one by a constant state; then the
digest in parts, with runs between. A function with an output of any length is the same; a
customization string is absorbed in front of the message, behind a block that says its length. A
hash that `closes` has one run more in front of its digest.
"""

from abc import abstractmethod

from ..errors import CallError
from ..words import Word
from .bit_strings import Bits
from .model import HashModel, XofModel, XofState
from .sponge import Addition, Sponge
from .sponge_events import Words, happens, permute


class UnkeyedSponge(Sponge, HashModel):
    """A hash or a XOF read from its events. A message without a byte is absorbed as an empty block.

    Attributes:
        initial_state: what absorbs the first block.
        first_bytes: of the first block.
        squeeze_bytes: of a part of the digest.
        squeeze_schedule: number of the round count of the runs between parts of the digest.
        closes: a run is between that of the last block and the digest; and an empty block is
            absorbed without one of its own.
    """

    initial_state: int = 0
    squeeze_schedule: int = 0
    closes: bool = False

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
        # With a constant in place of the state hardware need not clear it in front of a message.
        return self.absorb({**words, "state": words["state"].constant(self.initial_state)})

    def closing(self) -> tuple[Addition, ...]:
        """What is added in front of the run that `closes`; ``full``: the last block was full,
        ``message``: it had bytes.
        """
        return ()

    @abstractmethod
    def digest_part(self, state: Word) -> Word:
        """``squeeze_bytes`` of the digest."""

    def between(self, words: Words) -> Word:
        """The state in front of a run between parts of the digest."""
        return words["state"]

    def start(self):
        return _State(self)

    def digest_of_bits(self, message: Bits) -> bytes:
        """The digest of a string of bits, if the mode `takes_bits`."""
        state = _State(self)
        state.update_bits(message)
        return state.digest()


class SpongeHash(UnkeyedSponge):
    """A hash read from its events."""


class SpongeXof(UnkeyedSponge, XofModel):
    """A XOF read from its events."""

    def start(self, customization=b""):
        return self._started(Bits.of(customization))

    def output_of_bits(self, message: Bits, output_bits: int, customization: Bits) -> Bits:
        """So many bits of the output of a string of bits, if the mode `takes_bits`.

        Raises:
            CallError: as `start`.
        """
        state = self._started(customization)
        state.update_bits(message)
        return Bits.of(state.squeeze(-(-output_bits // 8))).first(output_bits)

    def customization_length(self, bits: int) -> bytes:
        """The block in front of a customization of so many bits."""
        raise NotImplementedError

    def _started(self, customization: Bits) -> "_State":
        state, most = _State(self), self.most_customization_bytes
        if customization.size > 8 * most:
            expected = f"at most {8 * most} bits ({most} bytes)" if most else "none"
            raise CallError(
                f"customization: expected {expected}, got {customization.size} bits. "
                f"Hash a longer string first, and give its digest."
            )
        if most:
            state.update(self.customization_length(customization.size))
            # The block of the length is whole and gets no padding; the string behind it ends with
            # its own.
            state.release()
            state.update_bits(customization)
            state.end()
        return state


class _State(XofState):
    """The newest block is held back, as the last one may be treated differently.

    Attributes:
        rest: bits of the last byte that count, the least significant ones; 0 for all.
    """

    def __init__(self, mode: UnkeyedSponge):
        self.mode, self.state, self.initial, self.held, self.rest = mode, 0, 1, b"", 0

    def update(self, data):
        self.held += data
        while len(self.held) > self._size():
            size = self._size()
            self.state = self._absorb(self.state, self.held[:size], self.initial, last=0)
            self.held, self.initial = self.held[size:], 0

    def update_bits(self, data: Bits) -> None:
        """Absorb the rest of the message, which may end within a byte."""
        if data.rest and not self.mode.takes_bits:
            raise CallError(f"expected whole bytes, got {data.size} bits")
        self.update(data.data)
        self.rest = data.rest

    def release(self) -> None:
        """The block that is held is absorbed, and neither the last nor padded."""
        self.state = self._absorb(self.state, self.held, self.initial, last=0)
        self.held, self.initial = b"", 0

    def end(self) -> None:
        """What was absorbed is ended by its padding; more may follow as a string of its own."""
        self.state, self.held, self.initial, self.rest = self._ended(), b"", 0, 0

    def digest(self):
        return self.squeeze(self.mode.digest_bytes)

    def squeeze(self, size):
        # The object's own state stays in front of the padding, so that more may be absorbed.
        state = self._ended()
        digest = self._squeeze(state)
        while len(digest) < size:
            (state,) = happens(self.mode, "between", state, b"")
            state = permute(self.mode, state, self.mode.squeeze_schedule)
            digest += self._squeeze(state)
        return digest[:size]

    def _ended(self) -> int:
        """The state behind the padding of what was absorbed."""
        full = len(self.held) == self._size() and not self.rest
        ends = full and self.mode.pads_full
        # Where padding follows a full block, that block is not the last.
        state = self._absorb(self.state, self.held, self.initial, last=int(not ends))
        if self.mode.closes:
            message = int(bool(self.held))
            state, schedule = happens(
                self.mode, "closing", state, b"", full=int(full), message=message
            )
            return permute(self.mode, state, schedule)
        return self._absorb(state, b"", 0, last=1) if ends else state

    def _size(self) -> int:
        return self.mode.first_bytes if self.initial else self.mode.block_bytes

    def _absorb(self, state: int, block: bytes, initial: int, *, last: int) -> int:
        size = self.mode.first_bytes if initial else self.mode.block_bytes
        # An empty block has no byte of which bits could count.
        rest = self.rest if block and last else 0
        full = int(len(block) == size and not rest)
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
            rest=rest,
        )
        if self.mode.closes and not block:
            return state
        return permute(self.mode, state, schedule)

    def _squeeze(self, state: int) -> bytes:
        (part,) = happens(self.mode, "digest_part", state, b"")
        return part.to_bytes(self.mode.port_bytes, "big")[: self.mode.squeeze_bytes]
