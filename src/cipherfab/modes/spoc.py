# SPDX-License-Identifier: Apache-2.0
"""SpoC: a sponge that adds the data to the capacity and the rate to the message.

Source: R. AlTawy, G. Gong, M. He, A. Jha, K. Mandal, M. Nandi, R. Rohit, "SpoC: An Authenticated
Cipher", submission to NIST, round 2, sections 2.1, 2.2 and 2.4 to 2.7.

Differences from the text: for SpoC-64 the text adds blocks and N_1 to the first 64 bits of Y in one
place and to bytes 0 to 3 of S_1 and of S_3 in another; the second, of section 2.5, is what the
official known answers have. The state is S_0 || S_1 || S_2 || S_3. In the text the permutation
comes in front of a block; so the run behind the nonce, or behind the associated data, waits until
it is known whether the tag is next.
"""

from dataclasses import dataclass

from ..ciphers.sliscp_light import NAMES, sliscp_light
from ..words import Word, concat
from .dangers import RESPECTING
from .sponge import Addition, SpongeAead

AD, MESSAGE, TAG = 0x20, 0x40, 0x80
"""Table 2.1: the control bits, in the first byte of the rate."""

PARTIAL = 0x10
"""Table 2.1: what a short block adds to them."""

PADDING = 0x80

NONCE_BYTES, KEY_BYTES = 16, 16


@dataclass(frozen=True, kw_only=True)
class Spoc(SpongeAead):
    """SpoC-64 or SpoC-128, by its events.

    Attributes:
        block_bytes: the rate, 8 or 16; also the length of the tag.
    """

    dangers = RESPECTING

    block_bytes: int
    key_bytes: int = KEY_BYTES
    nonce_bytes: int = NONCE_BYTES
    mark, decides_late, nonce_runs, loadable = PADDING, True, True, frozenset(NAMES)

    @property
    def tag_bytes(self):
        return self.block_bytes

    @property
    def permutation(self):
        return sliscp_light(self.width)

    @property
    def width(self) -> int:
        """Bits of the state: 192 or 256."""
        return 8 * (self.block_bytes + KEY_BYTES)

    @property
    def parts(self):
        return {"nonce": NONCE_BYTES // self.block_bytes, "tag": 1}

    def begin(self, part, words):
        """Section 2.6: halves of the key in S_1 and S_3; in SpoC-64 their ends in S_0 and S_2, and
        half of the nonce behind the first run.
        """
        block = words["block"]
        if part:
            # The second half of the nonce goes in as a block of data does.
            return self._add(words["state"], block)
        word, nonce = self.width // 4, block.split(block.width // 2)
        halves = [
            (half[-word:], [half[:-word]] if half.width > word else [])
            for half in words["key"].split(64)
        ]
        return concat(
            *(
                piece
                for place, (first, ends) in zip(nonce, halves)
                for piece in (place, *ends, first)
            )
        )

    def absorb(self, words):
        """Section 2.7: the plaintext or associated data is added to the capacity."""
        stream = self.text(words["state"]) & words["replaced"]
        return self._add(words["state"], words["block"] ^ words["padding"] ^ stream)

    def additions(self):
        """Table 2.1: the control bits."""
        return (
            self._control(AD, lambda flags: ~flags["message"]),
            self._control(MESSAGE, lambda flags: flags["message"]),
            self._control(PARTIAL, lambda flags: ~flags["full"]),
            # Here the run behind the last block is the one in front of the tag.
            self._control(TAG, lambda flags: flags["message"] & flags["last"]),
        )

    def turn(self):
        """Table 2.1: the tag is next."""
        return (self._control(TAG, lambda flags: ~flags["message"]),)

    def text(self, state):
        """Section 2.5: the rate, the first bytes of S_0 and of S_2."""
        return self._taken(state, (0, 2))

    def tag(self, part, state):
        """Section 2.7: the first bytes of S_1 and of S_3."""
        return self._taken(state, (1, 3))

    def _taken(self, state: Word, numbers: tuple[int, ...]) -> Word:
        words, half = state.split(self.width // 4), 4 * self.block_bytes
        return concat(*(words[number][-half:] for number in numbers))

    def _add(self, state: Word, block: Word) -> Word:
        """Section 2.5: a block is added to the first bytes of S_1 and of S_3."""
        words, half = state.split(self.width // 4), 4 * self.block_bytes
        for number, part in zip((1, 3), block.split(half)):
            word = words[number]
            rest = [word[:-half]] if word.width > half else []
            words[number] = concat(word[-half:] ^ part, *rest)
        return concat(*words)

    def _control(self, bits: int, when) -> Addition:
        return Addition(
            name=f"control{bits:x}",
            when=when,
            # The first byte of the rate is that of the state.
            value=lambda words: words["state"].constant(bits << self.width - 8),
        )
