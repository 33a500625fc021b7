# SPDX-License-Identifier: Apache-2.0
"""Cyclist: the mode of Xoodyak.

Source: J. Daemen, S. Hoffert, M. Peeters, G. Van Assche, R. Van Keer, "Xoodyak, a lightweight
cryptographic scheme", submission to NIST, section 2.2 (algorithms 2 and 3), section 2.3 (the
parameters), sections 3.1 and 3.2.3 (hash and AEAD).

Differences from the text: only what the hash and the AEAD call is here. Up adds its domain byte and
permutes; Down adds a block, its padding and its domain byte. Here an event is a Down with the byte
of the Up that follows. The text is that of round 2. In the final round's version the nonce is the
key's identifier, so ``Cyclist(K, nonce, empty)`` takes the place of the calls ``Cyclist(K, empty,
empty)`` and ``Absorb(nonce)``.
"""

from dataclasses import dataclass

from ..ciphers.xoodoo import xoodoo
from ..primitives.primitive import Primitive
from ..words import Word, concat
from .dangers import RESPECTING, UNKEYED
from .sponge import Addition, SpongeAead
from .sponge_hash import SpongeHash

ABSORB, ABSORB_KEY, CRYPT, SQUEEZE = 0x03, 0x02, 0x80, 0x40
"""Algorithms 2 and 3: the domain bytes."""

PADDING = 0x01
STATE_BYTES = 48
STATE_REGISTERS = frozenset(f"a{y}{x}" for y in range(3) for x in range(4))


@dataclass(frozen=True, kw_only=True)
class XoodyakAead(SpongeAead):
    """Authenticated encryption with Cyclist in keyed mode (section 3.2.3), by its events.

    Attributes:
        permutation: input and output ``x`` are the state's bytes.
        ad_block_bytes: R_kin, the rate of absorbing.
        block_bytes: R_kout, the rate of encryption and squeezing.
        nonce_absorbed: the nonce is absorbed after the key, as in round 2; else it is the key's
            identifier.
    """

    dangers = RESPECTING

    permutation: Primitive = xoodoo(12)
    nonce_absorbed: bool = False
    key_bytes: int = 16
    nonce_bytes: int = 16
    tag_bytes: int = 16
    block_bytes: int = 24
    ad_block_bytes: int = 44
    mark, loadable = PADDING, STATE_REGISTERS
    absorbs_empty_ad, absorbs_empty_message = True, True

    @property
    def ad_parts(self):
        """A block of associated data is absorbed as one of the message and the rest."""
        return (self.block_bytes, self.ad_block_bytes - self.block_bytes)

    @property
    def prepares(self):
        """In round 2 a run is between key and nonce."""
        return int(self.nonce_absorbed)

    def prepare(self, number, words):
        """AbsorbKey(K, empty)."""
        # The byte behind the key is the length of the empty identifier, 0; the padding comes after
        # it.
        ends = [(self.key_bytes + 1, PADDING), (STATE_BYTES - 1, ABSORB_KEY)]
        return concat(words["key"], at_bytes(words, *ends)[: -8 * self.key_bytes])

    def begin(self, part, words):
        """AbsorbKey(K, nonce); in round 2 Absorb(nonce)."""
        nonce, size = words["block"][-8 * self.nonce_bytes :], self.nonce_bytes
        if self.nonce_absorbed:
            ends = at_bytes(words, (size, PADDING), (STATE_BYTES - 1, ABSORB))
            return concat(
                words["state"][-8 * size :] ^ nonce, words["state"][: -8 * size] ^ ends[: -8 * size]
            )
        ends = at_bytes(words, *self._behind_nonce)
        return concat(words["key"], nonce, ends[: -8 * (self.key_bytes + size)])

    @property
    def _behind_nonce(self) -> tuple[tuple[int, int], ...]:
        """The identifier's length, the padding and the domain byte."""
        behind = self.key_bytes + self.nonce_bytes
        return (behind, self.nonce_bytes), (behind + 1, PADDING), (STATE_BYTES - 1, ABSORB_KEY)

    def absorb(self, words):
        """Algorithm 3, Down, without the domain byte; of a ciphertext, the bytes themselves."""
        state, size = words["state"], 8 * self.block_bytes
        kept = state[-size:] & ~words["replaced"][-size:]
        return concat(kept ^ (words["block"] ^ words["padding"])[-size:], state[:-size])

    def absorb_rest(self, words):
        """The rest of a block of associated data, behind its first part."""
        size = 8 * (STATE_BYTES - self.block_bytes)
        added = (words["block"] ^ words["padding"])[-size:]
        return concat(words["state"][size:], words["state"][:size] ^ added)

    def additions(self):
        """Domain bytes, and the padding behind full blocks and parts."""

        def behind_message(flags):
            # A short block has its mark by ``padding``. A full one fills the rate, so the mark is
            # behind it; in front of a second part of associated data there is none yet.
            return flags["full"] & ~flags["part"] & (flags["message"] | flags["last"])

        return (
            added("absorb", STATE_BYTES - 1, ABSORB,
                  # A string names its domain in its first block only; with the others Down adds 0.
                  lambda flags: ~flags["message"] & flags["first"] & ~flags["part"]),
            # Crypt names itself in its first Up alone, and that is the one behind the associated
            # data.
            added("crypt", STATE_BYTES - 1, CRYPT, lambda flags: ~flags["message"] & flags["last"]),
            added("squeeze", STATE_BYTES - 1, SQUEEZE,
                  lambda flags: flags["message"] & flags["last"]),
            added("mark", self.block_bytes, PADDING, behind_message),
            added("mark_of_rest", self.ad_block_bytes, PADDING,
                  lambda flags: flags["full"] & flags["part"]),
        )  # fmt: skip

    def text(self, state):
        """The first bytes."""
        return state[-8 * self.block_bytes :]

    def tag(self, part, state):
        """Squeeze(t)."""
        return state[-8 * self.tag_bytes :]

    @property
    def plain(self):
        """In front of the first run what is behind key and nonce, of the final round's version."""
        if self.nonce_absorbed:
            return super().plain
        behind = STATE_BYTES - self.key_bytes - self.nonce_bytes
        return {**super().plain, "begin": ((1 << 8 * behind) - 1, value_of(*self._behind_nonce))}


@dataclass(frozen=True, kw_only=True)
class XoodyakHash(SpongeHash):
    """Cyclist in hash mode: Absorb(message), Squeeze(32) (section 3.1), by its events.

    Only the lowest bit of the domain bytes counts.

    Attributes:
        permutation: input and output ``x`` are the state's bytes.
        block_bytes: R_hash, the rate of absorbing and squeezing.
    """

    dangers = UNKEYED

    permutation: Primitive = xoodoo(12)
    block_bytes: int = 16
    digest_bytes: int = 32
    mark = PADDING

    def absorb(self, words):
        """Algorithm 3, Down, without the domain byte."""
        state, size = words["state"], 8 * self.block_bytes
        return concat(state[-size:] ^ (words["block"] ^ words["padding"])[-size:], state[:-size])

    def additions(self):
        """The domain byte of the first block, and the padding behind full ones."""
        return (
            added("absorb", STATE_BYTES - 1, ABSORB & 1, lambda flags: flags["initial"]),
            added("mark", self.block_bytes, PADDING, lambda flags: flags["full"]),
        )

    def digest_part(self, state):
        """The first bytes."""
        return state[-8 * self.block_bytes :]

    def between(self, words):
        """Down(empty)."""
        # An empty block is its padding alone.
        return words["state"] ^ at_bytes(words, (0, PADDING))


def at_bytes(words, *values: tuple[int, int]) -> Word:
    """A constant state: bytes by their place."""
    return words["state"].constant(value_of(*values))


def value_of(*values: tuple[int, int]) -> int:
    """The number that bytes of the state are, by their place."""
    return sum(value << 8 * (STATE_BYTES - 1 - place) for place, value in values)


def added(name: str, place: int, value: int, when) -> Addition:
    """A byte that is added to the one at a place of the state."""
    return Addition(name=name, when=when, value=lambda words: at_bytes(words, (place, value)))
