"""Modes over one permutation, described once: a few events, each a pure function over words.

A message is: the nonce in parts, of which the last starts the first run of the permutation; blocks of
associated data and of the message, each absorbed in front of a run; the tag. A hash: blocks, then the digest
in parts with runs between. `Sponge` says what the events do to the state. The models below read them as
software; `controllers.over_permutation` as a datapath.

Words, all with the first byte of a string most significant:

| word | bits | |
|---|---|---|
| state | of the permutation | |
| key | 8 key_bytes | |
| block | 8 block_bytes | a block of nonce, associated data or message; bytes behind its last are 0 |
| padding | 8 block_bytes | ``mark`` in the byte behind the last of a block that is not full, elsewhere 0 |
| replaced | 8 block_bytes | 1 in the bytes of a ciphertext, of which the state takes the bytes themselves; elsewhere 0 |

and of one bit each, `FLAGS`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from ..primitives.primitive import SCHEDULE, Primitive, software
from ..words import Word, mux
from ..words.compiled import compile_function
from .byte_strings import split, xor
from .model import AeadModel

Words = Mapping[str, Word]

FLAGS = ("message", "initial", "first", "last", "full", "hash")
"""What is known of a block: of the message or hash message (else of associated data); the first after the nonce (or of a hash); the
first of its type; the last of its type (a full one is not, if a block of padding alone follows); it is full; it is of a hash."""


@dataclass(frozen=True, kw_only=True)
class Addition:
    """Something that is added to the state with a block.

    Attributes:
        name: for signals.
        when: from the `FLAGS` to a bit: it is added.
        value: from the words to a word of the state's width.
    """

    name: str
    when: Callable[[Words], Word]
    value: Callable[[Words], Word]


class Sponge(ABC):
    """What a mode over a permutation does at each event.

    Attributes:
        mark: the byte of the padding.
        pads_full: a full last block is followed by a block of padding alone.
        absorbs_empty_ad, absorbs_empty_message: data without a byte is absorbed as an empty block; else nothing happens.
        parts: of how many parts nonce, tag and digest consist, by name.
    """

    mark: int
    pads_full: bool
    absorbs_empty_ad: bool
    absorbs_empty_message: bool
    parts: Mapping[str, int]

    @abstractmethod
    def begin(self, part: int, words: Words) -> Word:
        """The state after this part of the nonce (``block``)."""

    @abstractmethod
    def absorb(self, words: Words) -> Word:
        """The state after a block, without `additions`."""

    @abstractmethod
    def additions(self) -> tuple[Addition, ...]:
        """What is added with a block."""

    def finish(self, words: Words) -> Word:
        """The state from which the tag is read."""
        return words["state"]

    @abstractmethod
    def text(self, state: Word) -> Word:
        """The key stream for a block of the message."""

    @abstractmethod
    def tag(self, part: int, state: Word) -> Word:
        """A part of the tag, as a block, from the state that `finish` gives."""

    def schedule(self, words: Words) -> Word | None:
        """The number of the round count of the run after a block; None if there is only one.

        Runs after the nonce have the first.
        """
        return None


@dataclass(frozen=True, kw_only=True)
class SpongeAead(Sponge, AeadModel):
    """An AEAD read from its events.

    Attributes:
        permutation: with one input ``x``, the state, and one output, perhaps with several round counts.
    """

    permutation: Primitive
    key_bytes: int
    nonce_bytes: int
    tag_bytes: int
    block_bytes: int

    @property
    def ad_block_bytes(self):
        return self.block_bytes

    @property
    def widths(self) -> dict[str, int]:
        """Bits of each word that an event may read."""
        size = 8 * self.block_bytes
        return {"state": self.permutation.inputs["x"], "key": 8 * self.key_bytes, "block": size, "padding": size,
                "replaced": size, **dict.fromkeys(FLAGS, 1)}

    def encrypt(self, key, nonce, associated_data, plaintext):
        run = _Run(self, key, nonce)
        run.associated_data(associated_data)
        return run.message(plaintext, decrypting=False) + run.tag()

    def decrypt(self, key, nonce, associated_data, ciphertext):
        if len(ciphertext) < self.tag_bytes:
            return None
        ciphertext, tag = ciphertext[:-self.tag_bytes], ciphertext[-self.tag_bytes:]
        run = _Run(self, key, nonce)
        run.associated_data(associated_data)
        plaintext = run.message(ciphertext, decrypting=True)
        return plaintext if run.tag() == tag else None


class _Run:
    """One message through the events of a `SpongeAead`."""

    def __init__(self, mode: SpongeAead, key: bytes, nonce: bytes):
        self.mode, self.key, self.size = mode, int.from_bytes(key, "big"), mode.block_bytes
        self.state, self.initial = 0, 1
        for number, part in enumerate(split(nonce, self.size)):
            self.state, = self._event(f"begin{number}", part)
        self._permute(0)

    def associated_data(self, data: bytes) -> None:
        if data or self.mode.absorbs_empty_ad:
            self._absorb(data, message=0, decrypting=False)

    def message(self, data: bytes, *, decrypting: bool) -> bytes:
        """The other of plaintext and ciphertext."""
        if data or self.mode.absorbs_empty_message:
            return self._absorb(data, message=1, decrypting=decrypting)
        return b""

    def tag(self) -> bytes:
        parts = [self._bytes(self._event(f"tag{part}", b"")[0]) for part in range(self.mode.parts["tag"])]
        return b"".join(parts)[:self.mode.tag_bytes]

    def _absorb(self, data: bytes, *, message: int, decrypting: bool) -> bytes:
        blocks, output = split(data, self.size) or [b""], b""
        if self.mode.pads_full and len(blocks[-1]) == self.size:
            blocks.append(b"")
        for number, block in enumerate(blocks):
            if message:
                output += xor(self._bytes(self._event("text", b"")[0])[:len(block)], block)
            flags = {"message": message, "initial": self.initial, "first": int(number == 0), "hash": 0,
                     "last": int(number == len(blocks) - 1), "full": int(len(block) == self.size)}
            self.state, schedule = self._event("absorb", block, decrypting=decrypting and message, **flags)
            self.initial = 0
            self._permute(schedule)
        return output

    def _event(self, name: str, block: bytes, *, decrypting: int = 0, **flags: int) -> tuple[int, ...]:
        size, mode = self.size, self.mode
        padding = b"" if len(block) == size else bytes(len(block)) + bytes([mode.mark])
        replaced = b"\xff" * len(block) if decrypting else b""
        strings = [int.from_bytes(part.ljust(size, b"\0"), "big") for part in (block, padding, replaced)]
        return _compiled(mode, name)(self.state, self.key, *strings, *(flags.get(flag, 0) for flag in FLAGS))

    def _permute(self, schedule: int) -> None:
        more = (schedule,) if SCHEDULE in self.mode.permutation.inputs else ()
        self.state, = software(self.mode.permutation)(self.state, *more)

    def _bytes(self, block: int) -> bytes:
        return block.to_bytes(self.size, "big")


@cache
def _compiled(mode: SpongeAead, name: str):
    """An event as a function of integers, in the order of ``mode.widths``."""
    def event(words: Words) -> dict[str, Word]:
        if name == "absorb":
            return {"state": absorbed(mode, words), "schedule": mode.schedule(words) or words["state"].constant(0, 1)}
        if name == "text":
            return {"text": mode.text(words["state"])}
        part = int(name[-1])
        if name.startswith("tag"):
            return {"tag": mode.tag(part, mode.finish(words))}
        return {"state": mode.begin(part, words)}
    return compile_function(event, mode.widths)


def absorbed(mode: Sponge, words: Words) -> Word:
    """The state after a block with all that is added to it."""
    state = mode.absorb(words)
    for addition in mode.additions():
        value = addition.value(words)
        state = state ^ mux(addition.when(words), value, value.constant(0))
    return state
