# SPDX-License-Identifier: Apache-2.0
"""DryGASCON128: AEAD and hash on DrySponge.

Source: S. Riou, "DryGASCON", submission to NIST, version 1, sections 4, 5, 9 and 10 (algorithms 1,
5 to 10 and 17).

Differences from the text: there is no static data, and an empty message of the hash is one block of
padding. The state is what `ciphers.gascon.drygascon_f` takes: what is mixed in, or r; x; c. In the
text a block and its domain separator are mixed in when the next one is there; here nonce and
associated data wait until it is known what follows.
"""

from dataclasses import dataclass

from ..ciphers.gascon import F_LONG, RATE, ROUND, WIDTH, C, F, G, X, drygascon_f
from ..words import Word, concat
from ..words.bits import equals, swap_bytes
from .dangers import RESPECTING, UNKEYED
from .sponge import Addition, SpongeAead
from .sponge_hash import SpongeHash

BLOCK, CAPACITY, SECRET = RATE // 8, WIDTH // 8, RATE // 8
"""Bytes of a block and of r, of c and of x."""

PADDING = 1

NONCE, AD, MESSAGE = 1, 2, 3
"""Section 4.1: the domains; that of associated data is the hash's too."""

PADDED, FINAL, DOMAIN_PLACE = 1, 2, 2
"""Algorithm 6: what a domain separator adds for a padded block and for the last one, and the place
of its domain.
"""

NONCE_ROUNDS, ROUNDS = 11, 7
"""Table 10: DRounds and Rounds."""

MIN_KEY = 16
FAST_KEY, FULL_KEY = MIN_KEY + SECRET, CAPACITY + SECRET
"""Section 9: the lengths of a key in the small, fast and full profile."""

HASH_KEY = bytes.fromhex("243F6A8885A308D313198A2E03707344A4093822299F31D0082EFA98EC4E6C89")
"""Table 5: the first 32 bytes of the fractional part of pi, a key of the fast profile."""

SEPARATOR = RATE + SECRET * 8 + WIDTH
"""Where the domain separator is in the state."""

STATE_REGISTERS = frozenset({"w", *X, *C})


@dataclass(frozen=True, kw_only=True)
class DryGasconAead(SpongeAead):
    """DryGASCON128 in AEAD mode, by its events.

    Attributes:
        key_bytes: 16, 32 or 56, the small, fast or full profile. The four words of 32 bits at the
            end of a longer key must differ.
    """

    dangers = RESPECTING

    key_bytes: int
    nonce_bytes: int = 16
    tag_bytes: int = 16
    block_bytes: int = BLOCK
    mark, decides_late, loadable = PADDING, True, STATE_REGISTERS
    permutation = drygascon_f(NONCE_ROUNDS, ROUNDS)

    @property
    def prepares(self):
        """In the small profile, x comes from rounds on the key."""
        return int(self.key_bytes == MIN_KEY)

    def prepare(self, number, words):
        """Algorithm 17: a round on the key, repeated as often as it fills c."""
        state, key = words["state"], words["key"]
        # Number 0 loads the key; a round that is repeated works on what the last one left.
        return state if number else concat(state[WIDTH:], filled(key))

    def repeats(self, state):
        """Algorithm 17: until the first words of c differ."""
        # These words become x, of which two bits of the input choose one: equal words would choose
        # alike.
        words = state[:WIDTH][-8 * SECRET :].split(32)
        pairs = [
            equals(one ^ other, 0) for number, one in enumerate(words) for other in words[:number]
        ]
        total = pairs[0]
        for pair in pairs[1:]:
            total = total | pair
        return total

    def run_of(self, event):
        return ROUND if event.startswith("prepare") else F_LONG

    def begin(self, part, words):
        """Algorithm 17, KSneq32: c and x from a key of any profile. The nonce waits."""
        key, c = words["key"], words["state"][:WIDTH]
        if self.key_bytes == FULL_KEY:
            c, x = key[-WIDTH:], key[:-WIDTH]
        elif self.key_bytes == FAST_KEY:
            c, x = filled(key[-8 * MIN_KEY :]), key[: -8 * MIN_KEY]
        else:
            # In the small profile the first bytes of c become x, and the key takes their place.
            c, x = concat(key, c[: -8 * MIN_KEY]), c[-8 * SECRET :]
        return mixed_in(words["block"], concat(swap_bytes(x), c))

    def opening(self):
        """The nonce, if associated data follows."""
        return (
            # A constant must be of the same kind as the flags: a word of software or of hardware.
            separator("nonce", NONCE << DOMAIN_PLACE, lambda flags: flags["message"].constant(1)),
        )

    def turn(self):
        """The nonce, or the last block of associated data, with or without a message behind it."""
        return (
            separator("nonce", NONCE << DOMAIN_PLACE, lambda flags: ~flags["ad"]),
            separator("ad", AD << DOMAIN_PLACE, lambda flags: flags["ad"]),
            separator("padded", PADDED, lambda flags: flags["ad"] & ~flags["full"]),
            separator("final", FINAL, lambda flags: ~flags["message"]),
        )

    def turn_schedule(self, words):
        """More rounds behind the nonce."""
        return concat(words["ad"].constant(0), words["ad"])

    def absorb(self, words):
        """Algorithm 1: the plaintext or associated data is mixed in."""
        stream = self.text(words["state"]) & words["replaced"]
        return mixed_in(
            words["block"] ^ words["padding"] ^ stream, words["state"][: SEPARATOR - RATE]
        )

    def additions(self):
        """Algorithm 6, for the last block of the message."""

        def ends(flags):
            return flags["message"] & flags["last"]

        return (
            separator("message", MESSAGE << DOMAIN_PLACE | FINAL, ends),
            separator("padded", PADDED, lambda flags: ends(flags) & ~flags["full"]),
        )

    def schedule(self, words):
        return concat(words["last"].constant(0), words["last"].constant(F))

    def text(self, state):
        """r."""
        return swap_bytes(state[SEPARATOR - RATE : SEPARATOR])

    def tag(self, part, state):
        """r."""
        return self.text(state)

    @property
    def compares_on_shares(self):
        """No: what would be opened of the result of a run does not say whether r was 0."""
        return False


@dataclass(frozen=True, kw_only=True)
class DryGasconHash(SpongeHash):
    """DryGASCON128 in hash mode, by its events."""

    dangers = UNKEYED

    block_bytes: int = BLOCK
    digest_bytes: int = 32
    mark = PADDING
    permutation = drygascon_f(NONCE_ROUNDS, ROUNDS)
    squeeze_schedule = G

    @property
    def initial_state(self):
        # Of HASH_KEY the first 16 bytes fill c, and the last 16 are x.
        c = (HASH_KEY[:MIN_KEY] * CAPACITY)[:CAPACITY]
        # x is a little-endian number in the state, so its bytes are turned round.
        return int.from_bytes(HASH_KEY[: MIN_KEY - 1 : -1] + c, "big")

    def absorb(self, words):
        """Algorithm 1: a block is mixed in."""
        return mixed_in(
            (words["block"] ^ words["padding"])[-RATE:], words["state"][: SEPARATOR - RATE]
        )

    def additions(self):
        """Algorithm 6, for the last block."""
        return (
            separator("final", AD << DOMAIN_PLACE | FINAL, lambda flags: flags["last"]),
            separator("padded", PADDED, lambda flags: flags["last"] & ~flags["full"]),
        )

    def schedule(self, words):
        return concat(words["last"].constant(0), words["last"].constant(F))

    def digest_part(self, state):
        """r."""
        return swap_bytes(state[SEPARATOR - RATE : SEPARATOR])


def filled(key: Word) -> Word:
    """c of a key of 16 bytes, as often as it fits."""
    return concat(key, key, key[-64:])


def mixed_in(block: Word, rest: Word) -> Word:
    """The state with a block that is mixed in, without its domain separator."""
    # The four bits above the block are those of `separator`.
    return concat(block.constant(0, 4), swap_bytes(block), rest)


def separator(name: str, bits: int, when) -> Addition:
    """Bits of the domain separator of what is mixed in."""
    return Addition(
        name=name, when=when, value=lambda words: words["state"].constant(bits << SEPARATOR)
    )
