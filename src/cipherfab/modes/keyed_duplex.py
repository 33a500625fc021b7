# SPDX-License-Identifier: Apache-2.0
"""The duplex with a keyed start and end that ACE-AE-128 and Spix have in common.

Sources: "ACE", submission to NIST, round 2, section 2.4; "Spix", submission to NIST, round 2,
section 2.2; by the same authors.

Differences from the texts: none. A state is words of 64 bits, the first one most significant, and
each word has its first byte most significant (ACE's byte A[7]; Spix's B_0). Where Spix prints that
T_0 is B_7 to B_15, which are nine bytes, algorithm and known answers have B_8 to B_15.
"""

from dataclasses import dataclass

from ..words import Word, concat
from .dangers import RESPECTING
from .sponge import Addition, Sponge, SpongeAead

WORD, RATE = 64, 8
PADDING = 0x80

AD, MESSAGE = 1, 2
"""ACE sections 2.4.5 and 2.4.6, Spix table 2.2: the domains, added to the last byte."""


class HalvesOfTwo(Sponge):
    """The rate is the upper halves of two words (ACE section 2.4.1, Spix figure 2.1); data end with
    a 1 bit and zeros, which may be a block of their own.

    Attributes:
        outer: numbers of the two words; they also take the key and give the tag.
    """

    outer: tuple[int, int]
    mark, pads_full = PADDING, True

    def rate(self, state: Word) -> Word:
        """The 8 bytes that take data and give key stream."""
        words = state.split(WORD)
        return concat(*(words[number][WORD // 2 :] for number in self.outer))

    def added(self, state: Word, block: Word) -> Word:
        """The state with 8 bytes added to the rate."""
        words, halves = state.split(WORD), block.split(WORD // 2)
        for number, half in zip(self.outer, halves):
            word = words[number]
            words[number] = concat(word[WORD // 2 :] ^ half, word[: WORD // 2])
        return concat(*words)


@dataclass(frozen=True, kw_only=True)
class KeyedDuplex(HalvesOfTwo, SpongeAead):
    """ACE-AE-128 or Spix, by its events.

    Attributes:
        nonce_words: numbers of the two words that take the nonce; the other ones begin as zeros.
    """

    dangers = RESPECTING

    outer: tuple[int, int]
    nonce_words: tuple[int, int]
    key_bytes: int = 16
    nonce_bytes: int = 16
    tag_bytes: int = 16
    block_bytes: int = RATE
    absorbs_empty_message, rekeys = True, 2
    parts = {"nonce": 2, "tag": 2}

    def begin(self, part, words):
        """ACE 2.4.3, Spix 2.2.3: half of the nonce; the other half, and the key."""
        state, block = words["state"].split(WORD), words["block"][-WORD:]
        first, second = self.nonce_words
        given = {first: block}
        if part:
            key = dict(zip(self.outer, words["key"].split(WORD)))
            # The first half of the nonce has waited in its word, without a run.
            given = {first: state[first], second: block, **key}
        zero = block.constant(0)
        return concat(*(given.get(number, zero) for number in range(len(state))))

    def rekey(self, number, words):
        """ACE 2.4.4 and 2.4.7, Spix 2.2.3 and 2.2.6: half of the key is absorbed."""
        # In front of the tag the numbers go on, and the halves of the key come again.
        return self.added(words["state"], words["key"].split(WORD)[number % self.rekeys])

    def absorb(self, words):
        """ACE 2.4.5 and 2.4.6, Spix 2.2.4 and 2.2.5; of a ciphertext, the plaintext is added."""
        stream = self.rate(words["state"]) & words["replaced"][-WORD:]
        return self.added(words["state"], (words["block"] ^ words["padding"])[-WORD:] ^ stream)

    def additions(self):
        """The domains."""
        return (
            Addition(name="ad", when=lambda flags: ~flags["message"],
                     value=lambda words: words["state"].constant(AD)),
            Addition(name="message", when=lambda flags: flags["message"],
                     value=lambda words: words["state"].constant(MESSAGE)),
        )  # fmt: skip

    def text(self, state):
        """The rate."""
        return self.rate(state)

    def tag(self, part, state):
        """ACE 2.4.7, Spix 2.2.6: the words that took the key."""
        return state.split(WORD)[self.outer[part]]
