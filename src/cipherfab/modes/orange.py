# SPDX-License-Identifier: Apache-2.0
"""ORANGE-Zest and ORANGISH: an AEAD that absorbs the whole state, and a hash as in JH.

Source: B. Chakraborty, M. Nandi, "ORANGE", submission to NIST, 2019, section 2 (algorithm 1 and
figure 1).

Differences from the text: strings are little-endian, so its lower half is the first half of the
bytes; dec begins with N || K once, which is K || N. In the text the permutation comes in front of a
block; so those behind nonce and associated data wait until it is known what follows. S is carried
above the state. The reference code, which made the official known answers, has two defects: another
permutation (`ciphers.photon_swapped`), and in ORANGISH the first byte of the message is not taken
in again with the second block, of which its known answers show nothing, as that byte is 0 in them.
"""

from dataclasses import dataclass

from ..ciphers.photon import photon_256
from ..ciphers.photon_swapped import PHOTON_256_SWAPPED
from ..primitives.transformed import CARRIED, carrying
from ..words import Word, concat, mux, rol
from ..words.bits import swap_bytes
from .dangers import RESPECTING, UNKEYED
from .galois import doubled
from .sponge import Addition, Case, Sponge, SpongeAead
from .sponge_hash import SpongeHash

HALF, STATE = 128, 256
PADDING = 0x01

NO_AD, NOTHING = 1, 2
"""Algorithm 1, lines 5 and 8: what is added to K."""

FULL, SHORT = 1, 2
"""Algorithm 1, line 16: D_d."""

LOADABLE = frozenset({*(f"x{bit}" for bit in range(4)), CARRIED})


class OverPhoton(Sponge):
    """PHOTON-256 with 128 bits beside it.

    Attributes:
        swapped: it is that of the reference code.
    """

    swapped: bool
    mark, loadable = PADDING, LOADABLE

    @property
    def permutation(self):
        return carrying(PHOTON_256_SWAPPED if self.swapped else photon_256(), HALF)


@dataclass(frozen=True, kw_only=True)
class OrangeZest(OverPhoton, SpongeAead):
    """ORANGE-Zest, by its events."""

    dangers = RESPECTING

    swapped: bool = False
    key_bytes: int = 16
    nonce_bytes: int = 16
    tag_bytes: int = 16
    block_bytes: int = 32
    decides_late, text_reads = True, ("last", "full")

    def begin(self, part, words):
        """Lines 5, 8 and 11: K || N, and K is S_0."""
        return concat(words["key"], words["block"][-HALF:], words["key"])

    def turn(self):
        """Lines 5, 8 and 11."""
        return (
            _to_key("no_ad", NO_AD, lambda flags: ~flags["ad"] & flags["message"]),
            _to_key("nothing", NOTHING, lambda flags: ~flags["ad"] & ~flags["message"]),
        )

    def turn_cases(self):
        """Line 13: no message follows associated data, and the halves change places."""
        return (Case(name="tag", when=lambda flags: flags["ad"] & ~flags["message"],
                     function=lambda words: _swapped(words["state"])),)  # fmt: skip

    def derived(self):
        """The bytes of a block to which key stream is added in an encryption."""
        return {"streamed": lambda words: ~(_behind(words["padding"]) | words["replaced"])}

    def cases(self):
        """Lines 20 and 29: V, or Y, of the last block is multiplied."""
        # ``times`` and ``text`` are bound as defaults: else each function would read the last
        # values of the loop.
        return tuple(
            Case(name=f"{kind}_{name}", when=_both(of_kind, when),
                 function=lambda words, times=times, text=text: self._absorbed(words, times, text))
            for text, kind, of_kind in ((True, "message", lambda flags: flags["message"]),
                                        (False, "ad", lambda flags: ~flags["message"]))
            for times, name, when in ((0, "between", lambda flags: ~flags["last"]),
                                      (1, "full", lambda flags: flags["last"] & flags["full"]),
                                      (2, "short", lambda flags: flags["last"] & ~flags["full"]))
        )  # fmt: skip

    def absorb(self, words):
        """A block between others: see `cases`."""
        return self._absorbed(words, 0, True)

    def _absorbed(self, words, times: int, text: bool) -> Word:
        """Lines 18 to 24 and 29 to 36: the ciphertext is added to the state, its upper half is S;
        behind the last block of the message the halves change places (line 34).
        """
        s, v = words["state"][STATE:], _multiplied(words["state"][:STATE], times)
        u = v ^ words["block"] ^ words["padding"]
        if not text:
            return concat(s, u)
        u = u ^ (_key_stream(s, v) & words["streamed"])
        following = concat(v[:HALF], u)
        return _swapped(following) if times else following

    def text_of(self, words):
        """Line 32: the key stream, with V as it is for this block."""
        state, last, full = (words[name] for name in ("state", "last", "full"))
        v = state[:STATE]
        v = mux(last, mux(full, _multiplied(v, 1), _multiplied(v, 2)), v)
        return _key_stream(state[STATE:], v)

    def text(self, state):
        """The same of a block between others."""
        return _key_stream(state[STATE:], state[:STATE])

    def tag(self, part, state):
        """Line 35: the lower half, behind the last run."""
        return state[:STATE][HALF:]


@dataclass(frozen=True, kw_only=True)
class Orangish(OverPhoton, SpongeHash):
    """ORANGISH, by its events; the newest block is carried.

    Attributes:
        skips: the first byte of the message is not taken in with the second block.
    """

    dangers = UNKEYED

    swapped: bool = False
    skips: bool = False
    block_bytes: int = 16
    digest_bytes: int = 32
    closes = True

    def absorb(self, words):
        """Lines 18 to 21: D_i in the lower half, the block before it in the upper one."""
        block = (words["block"] ^ words["padding"])[-HALF:]
        return concat(block, words["state"][:STATE] ^ concat(block, words["state"][STATE:]))

    def begin(self, words):
        """Line 18: D_0, which the reference code carries to a second block without a byte."""
        state = super().begin(words)
        lost = 0xFF << state.width - 8 if self.skips else 0
        return state & ((1 << state.width) - 1 ^ lost)

    def additions(self):
        """That byte of the only block is carried."""

        def kept(words):
            first, state = (words["block"] ^ words["padding"])[-8:], words["state"]
            return concat(first, state.constant(0, state.width - 8))

        keeps = Addition(
            name="kept", when=lambda flags: flags["initial"] & flags["last"], value=kept
        )
        return (keeps,) if self.skips else ()

    def closing(self):
        """Lines 16 and 20: the last block again, and D_d; of an empty message only that it is not
        padded.
        """

        def held(words):
            state = words["state"]
            return concat(state.constant(0, STATE), state[STATE:])

        def end(name, value, when):
            return Addition(
                name=name, when=when, value=lambda words: words["state"].constant(_byte(value))
            )

        return (
            Addition(name="block", when=lambda flags: flags["message"], value=held),
            end("full", FULL, lambda flags: flags["message"] & flags["full"]),
            end("short", SHORT, lambda flags: flags["message"] & ~flags["full"]),
            end("empty", PADDING, lambda flags: ~flags["message"]),
        )

    def digest_part(self, state):
        """Line 24: the lower half."""
        return state[:STATE][HALF:]


def _byte(value: int) -> int:
    """A value in the first byte of the state."""
    return value << STATE - 8


def _to_key(name: str, value: int, when) -> Addition:
    return Addition(
        name=name, when=when, value=lambda words: words["state"].constant(value << HALF - 8)
    )


def _swapped(state: Word) -> Word:
    """Line 34: the halves change places."""
    return concat(state[STATE:], state[:HALF], state[HALF:STATE])


def _both(first, second):
    return lambda flags: first(flags) & second(flags)


def _behind(padding: Word) -> Word:
    """Ones in the bytes from that of the padding on; none without padding."""
    found: list[Word] = []
    for byte in padding.split(8):
        # The mark is bit 0 of a byte (`PADDING`), and one byte at most has it: a running sum stays
        # 1.
        found.append(byte[0] ^ found[-1] if found else byte[0])
    return concat(*(mark.permute([0] * 8) for mark in found))


def _times_alpha(half: Word) -> Word:
    return swap_bytes(doubled(swap_bytes(half)))


def _multiplied(v: Word, times: int) -> Word:
    """Line 30, mult: the upper half, by alpha so many times."""
    upper = v[:HALF]
    for _ in range(times):
        upper = _times_alpha(upper)
    return concat(v[HALF:], upper)


def _key_stream(s: Word, v: Word) -> Word:
    """Line 26, rho: the lower half rotated, alpha S added to the upper one."""
    return concat(swap_bytes(rol(swap_bytes(v[HALF:]), 1)), v[:HALF] ^ _times_alpha(s))
