# SPDX-License-Identifier: Apache-2.0
"""AEADs of registers that take in a block with each step: associated data and message alike.

The key stream of a block comes from the registers in front of the step that takes its plaintext. A
short block is taken in with zeros behind it, and the lengths come at the end.

A mode is a few functions over words, which the model compiles and `controllers.block.
register_stream` builds. All words are byte strings with their first byte most significant; ``s``
is the registers, the first one most significant.
"""

from abc import abstractmethod
from collections.abc import Callable
from functools import cache

from ..primitives.primitive import Primitive, software
from ..words import Word
from ..words.compiled import compile_function
from .byte_strings import split, xor
from .one_pass import OnePass

LENGTHS = 128
"""Bits of the lengths: two little-endian numbers of bits, of the associated data first."""


class RegisterStream(OnePass):
    """What such modes have in common. A block is ``block_bytes`` long in both parts.

    Attributes:
        initial_steps, final_steps: before the first block of data, and behind the last one.
        reads_nonce: `initial_block` does.
    """

    initial_steps: int
    final_steps: int
    reads_nonce: bool = False

    @property
    @abstractmethod
    def cipher(self) -> Primitive:
        """A step, its only round: inputs ``x``, the registers, and ``m``, a block; output ``x``."""

    @property
    def ad_block_bytes(self):
        return self.block_bytes

    @abstractmethod
    def loaded(self, key: Word, nonce: Word) -> Word:
        """The registers in front of the first step."""

    @abstractmethod
    def initial_block(self, key: Word, nonce: Word, odd: Word) -> Word:
        """The block of one of the first steps. ``odd``, one bit: of the second, the fourth, …"""

    def opening(self, key: Word) -> Word | None:
        """What is added to the registers behind the first steps; None: nothing."""
        return None

    @abstractmethod
    def stream(self, s: Word) -> Word:
        """The key stream of a block."""

    def closing(self, s: Word) -> Word | None:
        """What is added to the registers in front of the last steps; None: nothing."""
        return None

    def lengths_masked(self, lengths: Word, s: Word) -> Word:
        """What the last steps take in, from the lengths and the registers in front of them."""
        return lengths

    @abstractmethod
    def final_block(self, masked: Word) -> Word:
        """The same as a block."""

    @abstractmethod
    def tag_of(self, s: Word) -> Word:
        """The tag, from the registers behind the last step."""

    def start(self, key, nonce, associated_data):
        words = [int.from_bytes(word, "big") for word in (key, nonce)]
        step = software(self.cipher)
        (s,) = _compiled(self, "loaded")(*words)
        for number in range(self.initial_steps):
            (s,) = step(s, *_compiled(self, "initial_block")(*words, number % 2))
        (s,) = _compiled(self, "opened")(s, words[0])
        for block in split(associated_data, self.block_bytes):
            (s,) = step(s, self._number(block))
        return s, len(associated_data), 0

    def crypt(self, state, data, decrypt):
        s, ad_bytes, _ = state
        step, stream, output = software(self.cipher), _compiled(self, "stream"), []
        for block in split(data, self.block_bytes):
            output.append(xor(block, stream(s)[0].to_bytes(self.block_bytes, "big")))
            (s,) = step(s, self._number(output[-1] if decrypt else block))
        return (s, ad_bytes, len(data)), b"".join(output)

    def tag(self, state):
        s, *sizes = state
        lengths = b"".join((8 * size).to_bytes(8, "little") for size in sizes)
        # The last steps all take in this one block, which the registers in front of the first of
        # them give.
        s, block = _compiled(self, "closed")(s, int.from_bytes(lengths, "big"))
        for _ in range(self.final_steps):
            (s,) = software(self.cipher)(s, block)
        return _compiled(self, "tag")(s)[0].to_bytes(self.tag_bytes, "big")

    def _number(self, block: bytes) -> int:
        return int.from_bytes(block.ljust(self.block_bytes, b"\0"), "big")


def added(s: Word, other: Word | None) -> Word:
    """The registers with what may be added to them."""
    return s if other is None else s ^ other


_FUNCTIONS: dict[str, Callable[[RegisterStream, dict[str, Word]], dict[str, Word]]] = {
    "loaded": lambda mode, words: {"s": mode.loaded(**words)},
    "initial_block": lambda mode, words: {"m": mode.initial_block(**words)},
    "opened": lambda mode, words: {"s": added(words["s"], mode.opening(words["key"]))},
    "stream": lambda mode, words: {"text": mode.stream(words["s"])},
    "closed": lambda mode, words: {
        "s": added(words["s"], mode.closing(words["s"])),
        "m": mode.final_block(mode.lengths_masked(words["lengths"], words["s"])),
    },
    "tag": lambda mode, words: {"tag": mode.tag_of(words["s"])},
}

_TAKES = {
    "loaded": ("key", "nonce"),
    "initial_block": ("key", "nonce", "odd"),
    "opened": ("s", "key"),
    "stream": ("s",),
    "closed": ("s", "lengths"),
    "tag": ("s",),
}


@cache
def _compiled(mode: RegisterStream, name: str) -> Callable[..., tuple[int, ...]]:
    """One of `_FUNCTIONS` on integers."""
    widths = {
        "key": 8 * mode.key_bytes,
        "nonce": 8 * mode.nonce_bytes,
        "odd": 1,
        "s": mode.cipher.inputs["x"],
        "lengths": LENGTHS,
    }
    function = _FUNCTIONS[name]
    return compile_function(
        lambda words: function(mode, words), {name: widths[name] for name in _TAKES[name]}
    )
