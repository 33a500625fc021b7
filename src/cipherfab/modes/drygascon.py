"""DryGASCON128: AEAD and hash on DrySponge.

Source: S. Riou, "DryGASCON", submission to NIST, version 1, sections 4, 5, 9 and 10 (algorithms 1,
5 to 10 and 17).

Differences from the text: there is no static data, and an empty message of the hash is one block of
padding. The model keeps c, x and r as byte strings.
"""

from dataclasses import dataclass

from ..ciphers.gascon import MIX_128, RATE, WIDTH, drygascon_g, gascon_c5
from ..primitives.primitive import software
from .byte_strings import pad, permute, split, xor
from .model import BlockwiseHashState, HashModel
from .one_pass import OnePass

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


@dataclass(frozen=True)
class State:
    """The state (c, x, r) as byte strings."""

    c: bytes
    x: bytes
    r: bytes = bytes(BLOCK)


@dataclass(frozen=True, kw_only=True)
class DryGasconAead(OnePass):
    """DryGASCON128 in AEAD mode.

    Attributes:
        key_bytes: 16, 32 or 56, the small, fast or full profile. The four words of 32 bits at the
            end of a longer key must differ.
    """

    key_bytes: int
    nonce_bytes: int = 16
    tag_bytes: int = 16
    block_bytes: int = BLOCK
    ad_block_bytes: int = BLOCK

    def start(self, key, nonce, associated_data):
        """The state before the last block that is no message, that block, and its domain and
        rounds.
        """
        state = key_setup(key)
        if not associated_data:
            return state, nonce, NONCE, NONCE_ROUNDS
        state = f(state, nonce, domain_separator(nonce, NONCE), NONCE_ROUNDS)
        *blocks, last = split(associated_data, self.ad_block_bytes)
        for block in blocks:
            state = f(state, block, 0)
        return state, last, AD, ROUNDS

    def crypt(self, state, data, decrypt):
        state, waiting, domain, rounds = state
        state = f(state, waiting, domain_separator(waiting, domain, final=not data), rounds)
        output, blocks = b"", split(data, self.block_bytes)
        for number, block in enumerate(blocks, 1):
            other = xor(block, state.r)
            output += other
            plain = other if decrypt else block
            state = f(state, plain, domain_separator(plain, MESSAGE,
                                                     final=True) if number == len(blocks) else 0)
        return state, output

    def tag(self, state):
        return state.r


@dataclass(frozen=True, kw_only=True)
class DryGasconHash(HashModel):
    """DryGASCON128 in hash mode."""

    block_bytes: int = BLOCK
    digest_bytes: int = 32

    def start(self):
        return BlockwiseHashState(self.block_bytes, (key_setup(HASH_KEY), None), self._absorb,
                                  self._finish)

    def _absorb(self, progress: tuple[State, bytes | None], block: bytes) -> tuple[State,
                                                                                   bytes | None]:
        """One block; the newest one is held back, as the last one has a domain separator."""
        state, held = progress
        return (state if held is None else f(state, held, 0)), block

    def _finish(self, progress: tuple[State, bytes | None], rest: bytes) -> bytes:
        state, held = self._absorb(progress, rest) if rest or progress[1] is None else progress
        state = f(state, held, domain_separator(held, AD, final=True))
        digest = state.r
        while len(digest) < self.digest_bytes:
            state = g(state)
            digest += state.r
        return digest


def domain_separator(block: bytes, domain: int, *, final: bool = False) -> int:
    """Algorithm 6: padded or not, last or not, and the domain."""
    return PADDED * (len(block) < BLOCK) | FINAL * final | domain << DOMAIN_PLACE


def f(state: State, block: bytes, separator: int, rounds: int = ROUNDS) -> State:
    """Algorithm 1: Mix, then G; a short block is padded."""
    block = block if len(block) == BLOCK else pad(block, BLOCK, PADDING)
    c, = software(MIX_128)(*(int.from_bytes(data, "big") for data in (state.c, state.x, block)),
                           separator)
    return g(State(c.to_bytes(CAPACITY, "big"), state.x), rounds)


def g(state: State, rounds: int = ROUNDS) -> State:
    """Algorithm 2."""
    c, r = software(drygascon_g(rounds))(int.from_bytes(state.c, "big"))
    return State(c.to_bytes(CAPACITY, "big"), state.x, r.to_bytes(BLOCK, "big"))


def key_setup(key: bytes) -> State:
    """Algorithm 17, KSneq32: c and x from a key of any profile; the words of x are made to differ
    in the small one.
    """
    if len(key) == FULL_KEY:
        return State(key[:CAPACITY], key[CAPACITY:])
    c = (key[:MIN_KEY] * CAPACITY)[:CAPACITY]
    if len(key) == FAST_KEY:
        return State(c, key[MIN_KEY:])
    while True:
        c = permute(gascon_c5(1), c)
        if len(set(split(c[:SECRET], 4))) == SECRET // 4:
            return State(key + c[MIN_KEY:], c[:SECRET])
