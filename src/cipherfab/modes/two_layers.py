# SPDX-License-Identifier: Apache-2.0
"""What COLM, ELmD and COPA have in common: two layers of a block cipher between masks, and a state
that passes from block to block between them.

The masks begin as multiples of L, the subkey, and each call has a multiple of those before: both
are tables of the mode. `controllers.parallel.two_layers` reads the first one too.
"""

from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from ..primitives.primitive import Primitive, software
from .byte_strings import as_block, as_number, filled, unpad
from .galois import double, halve, times, triple
from .model import AeadModel

BLOCK = 16

PADDING = 0x80
"""The byte after the data of a block that is not full; zeros follow."""

THREE, SEVEN, NINE, SEVEN_SQUARED = 0b11, 0b111, 0b101, 0b10101
"""Factors as polynomials: 9 is 3 times 3."""


class Multiple(NamedTuple):
    """3^threes L, or half of it."""

    threes: int
    halved: bool = False

    @property
    def factor(self) -> int:
        """3^threes as a polynomial; bit i is the coefficient of x^i."""
        power = 1
        for _ in range(self.threes):
            # Times 3, which is x + 1.
            power ^= power << 1
        return power

    def of(self, subkey: int) -> int:
        """The multiple of this L."""
        mask = times(subkey, self.factor)
        return halve(mask) if self.halved else mask


class Factors(NamedTuple):
    """By what the masks above the first layer and below the second one are multiplied in front of a
    call; bit i is the coefficient of x^i.
    """

    above: int
    below: int = 1


TWICE = Factors(2, 2)


class TwoLayers(AeadModel):
    """Such a mode.

    Attributes:
        subkeys: the masks before the first block of associated data, and before that of the text
            above the first layer and below the second one.
        walk: the factors of the masks, by call: ``data``, the same when it is ``padded data``,
            ``text``, its ``last`` block or ``padded last`` block, and ``tag``. Of data there is
            no mask below.
        subkey_calls: calls that make L from 0.
        deciphers: the second layer is the inverse of the cipher.
        tag_mark: what is added to what goes into the second layer for the tag.
    """

    cipher: Primitive
    subkey_calls: int = 1
    deciphers: ClassVar[bool] = False
    tag_mark: ClassVar[int] = 0
    walk: ClassVar[Mapping[str, Factors]]

    @property
    @abstractmethod
    def subkeys(self) -> tuple[Multiple, Multiple, Multiple]:
        """See above."""

    def mix(self, x: int, w: int) -> tuple[int, int]:
        """Between the layers: from a result of the first one and the state W to what goes into the
        second one, and the next state.
        """
        return x ^ triple(w), x ^ double(w)

    def unmix(self, y: int, w: int) -> tuple[int, int]:
        """The inverse of `mix`: X, and the next state."""
        # X is Y + 3 W, so the next state, X + 2 W, is Y + W.
        return y ^ triple(w), y ^ w


class Layers:
    """One encryption or decryption in progress.

    Attributes:
        state: W. checksum: the sum of the blocks of the message.
    """

    def __init__(self, mode: TwoLayers, key: bytes):
        forward, backward = software(mode.cipher), software(mode.cipher.inverse)
        self.mode, self.key = mode, as_number(key)
        self.second, self.unsecond = (backward, forward) if mode.deciphers else (forward, backward)
        self.first, self.unfirst = forward, backward
        self.subkey = self.state = self.checksum = 0
        for _ in range(mode.subkey_calls):
            self.subkey = self._call(forward, self.subkey)
        self.data, self.above, self.below = (mask.of(self.subkey) for mask in mode.subkeys)

    def data_block(self, block: bytes, *, end: str = "", total: int = 0) -> int:
        """What a block of associated data is enciphered to, with its mask and ``total`` added.

        Args:
            end: what the last block is called in `TwoLayers.walk`, if not as the others.
        """
        padded = filled(block, BLOCK, PADDING)
        call = f"{end}data" if padded == block else f"padded {end}data"
        self.data = times(self.data, self.mode.walk[call].above)
        return self._call(self.first, as_number(padded) ^ self.data ^ total)

    def through(self, block: int, call: str, *, added: int = 0) -> bytes:
        """A block through both layers; ``added`` to what goes into the second one."""
        self._walk(call)
        x = self._call(self.first, block ^ self.above)
        y, self.state = self.mode.mix(x, self.state)
        return as_block(self._call(self.second, y ^ added) ^ self.below)

    def back(self, block: bytes, call: str) -> int:
        """The inverse of `through`."""
        self._walk(call)
        y = self._call(self.unsecond, as_number(block) ^ self.below)
        x, self.state = self.mode.unmix(y, self.state)
        return self._call(self.unfirst, x) ^ self.above

    def text(self, block: bytes) -> bytes:
        """A block of a message that is not the last."""
        self.checksum ^= as_number(block)
        return self.through(as_number(block), "text")

    def text_back(self, block: bytes) -> bytes:
        """The inverse of `text`."""
        text = self.back(block, "text")
        self.checksum ^= text
        return as_block(text)

    def last(self, block: bytes) -> bytes:
        """The last block, which the checksum takes the place of."""
        padded = filled(block, BLOCK, PADDING)
        self.checksum ^= as_number(padded)
        return self.through(self.checksum, "last" if padded == block else "padded last")

    def last_back(self, block: bytes, *, padded: bool) -> bytes | None:
        """The inverse of `last`; None if the padding is wrong."""
        checksum = self.back(block, "padded last" if padded else "last")
        # What comes back is the checksum; taking away the blocks in front leaves the last one.
        text, self.checksum = as_block(checksum ^ self.checksum), checksum
        return unpad(text, PADDING) if padded else text

    def tag(self) -> bytes:
        """The checksum once more."""
        return self.through(self.checksum, "tag", added=self.mode.tag_mark)

    def tag_between(self) -> bytes:
        """The state through the second layer."""
        self.below = double(self.below)
        return as_block(self._call(self.second, self.state) ^ self.below)

    def _walk(self, call: str) -> None:
        above, below = self.mode.walk[call]
        self.above, self.below = times(self.above, above), times(self.below, below)

    def _call(self, function, block: int) -> int:
        return function(self.key, block)[0]
