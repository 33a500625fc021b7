# SPDX-License-Identifier: Apache-2.0
"""AEZ v5: a message with zeros behind it is enciphered as one block of its length; whoever finds
the zeros again believes the rest.

Source: V. T. Hoang, T. Krovetz, P. Rogaway, "AEZ v5: Authenticated Encryption by Enciphering",
submission to CAESAR, 2017. No text of it was at hand; it was read in its reference code
(``E``, ``AEZhash``, ``AEZprf``, ``AEZtiny``, ``AEZcore``).

Differences from the reference code: keys have 48 bytes, so that BLAKE2b makes none of another
length; nonces 12 bytes, and the expansion is 16 bytes. So nothing shorter than 17 bytes is
enciphered, and AEZ-tiny is there for that alone. The associated data are a vector of one string.
Blocks are numbers, most significant bit first.
"""

from dataclasses import dataclass
from functools import cache

from ..ciphers.aes import mix_columns, shift_rows, sub_bytes
from ..primitives.primitive import SCHEDULE, Primitive, State, software
from ..words import concat, mux
from .byte_strings import as_block, as_number, filled, split, xor
from .dangers import RESISTANT
from .galois import times
from .model import AeadModel

BLOCK, SIZE, PAIR = 16, 128, 32
EXPANSION = 16
"""Bytes of zeros behind a message."""

PADDING = 0x80
AES_10 = -1
"""The j of E that chooses ten rounds; all others choose four."""

TAU, NONCE, DATA = 3, 4, 5
"""The j of what AEZ-hash takes."""

TINY, TINY_ROUNDS = 6, 8
"""AEZ-tiny of 16 to 31 bytes: the i of its calls, and its rounds."""


STEPS = 4
"""Bits of the counter of rounds; the one above them says that all are done."""


@cache
def rounds() -> Primitive:
    """Ten rounds of AES, or by the schedule 1 four, all with MixColumns.

    Inputs ``key``, which is I || J || L, 128 bits each, and ``plaintext``, which none of them is
    added to at first; output ``ciphertext``. Ten rounds take I, J, L in turn, and four of them J,
    I, L and nothing.
    """

    def load(inputs: State) -> State:
        short, zero = inputs[SCHEDULE], inputs["key"].constant(0, STEPS + 1)
        # The counter starts so far below 2^STEPS that its top bit becomes 1 with the last round.
        steps = mux(short, zero ^ ((1 << STEPS) - 4), zero ^ ((1 << STEPS) - 10))
        # The top bit is that of I: four rounds begin with J, ten with I.
        turn = mux(short, zero[:3] ^ 0b010, zero[:3] ^ 0b100)
        return {
            "x": inputs["plaintext"],
            "key": inputs["key"],
            "turn": turn,
            "short": short,
            "steps": steps,
        }

    def step(state: State) -> State:
        """The bits of ``turn`` say which part of the key this round takes, at most one."""
        parts, turns, short = state["key"].split(SIZE), state["turn"].split(1), state["short"]
        zero = parts[0].constant(0, SIZE)
        of_i, of_j, of_l = turns
        x = mix_columns(shift_rows(sub_bytes(state["x"])))
        for bit, part in zip(turns, parts):
            x = x ^ mux(bit, part, zero)
        # Four rounds take J, I and L, and then no bit is left, so the last one takes nothing. Of
        # ten the bit goes round.
        short_turn, turn = concat(of_j, zero[:1], of_i), concat(of_l, of_i, of_j)
        following = mux(short, short_turn, turn)
        return {**state, "x": x, "turn": following, "steps": state["steps"] + 1}

    return Primitive(
        name="aez-rounds",
        rounds=(10, 4),
        inputs={"key": 3 * SIZE, SCHEDULE: 1, "plaintext": SIZE},
        outputs={"ciphertext": SIZE},
        layout={"x": SIZE, "key": 3 * SIZE, "turn": 3, "short": 1, "steps": STEPS + 1},
        load=load,
        step=step,
        result=lambda state: {"ciphertext": state["x"]},
        finished=lambda state: state["steps"][STEPS],
    )


@dataclass(frozen=True, kw_only=True)
class Aez(AeadModel):
    """AEZ with an expansion of 128 bits."""

    dangers = RESISTANT

    key_bytes: int = 48
    nonce_bytes: int = 12
    tag_bytes: int = EXPANSION
    block_bytes: int = PAIR
    ad_block_bytes: int = BLOCK

    def encrypt(self, key, nonce, associated_data, plaintext):
        e = _E(key)
        delta = e.hash(nonce, associated_data)
        if not plaintext:
            return as_block(e(AES_10, 3, delta))
        return e.enciphered(delta, plaintext + bytes(EXPANSION), 0)

    def decrypt(self, key, nonce, associated_data, ciphertext):
        if len(ciphertext) < EXPANSION:
            return None
        e = _E(key)
        delta = e.hash(nonce, associated_data)
        if len(ciphertext) == EXPANSION:
            return b"" if as_block(e(AES_10, 3, delta)) == ciphertext else None
        text = e.enciphered(delta, ciphertext, 1)
        return text[:-EXPANSION] if text.endswith(bytes(EXPANSION)) else None


class _E:
    """The tweakable cipher E under a key, and what is made of it."""

    def __init__(self, key: bytes):
        self._i, self._j, self._l = map(as_number, split(key, BLOCK))
        self._key = as_number(key)

    def __call__(self, j: int, i: int, block: int) -> int:
        """``E``."""
        if j == AES_10:
            return software(rounds())(self._key, 0, block ^ times(self._l, i))[0]
        mask = times(self._j, j) ^ times(self._l, i % 8) ^ times(self._i, 1 << -(-i // 8))
        return software(rounds())(self._key, 1, block ^ mask)[0]

    def hash(self, nonce: bytes, associated_data: bytes) -> int:
        """``AEZhash`` of the length of the expansion, the nonce and one string."""
        # The length of the expansion, in bits, is the first string of the vector: another expansion
        # gives another hash.
        total = self(TAU, 1, 8 * EXPANSION)
        for j, string in ((NONCE, nonce), (DATA, associated_data)):
            # Empty associated data are a string of the vector too, not a missing one.
            for i, block in enumerate(split(string, BLOCK) or [b""], 1):
                # No full block has the index 0, so a padded one is told from a full one of the same
                # content.
                total ^= self(j, i if len(block) == BLOCK else 0, _filled(block))
        return total

    def enciphered(self, delta: int, data: bytes, d: int) -> bytes:
        """Encipher, or with ``d`` = 1 decipher."""
        return (self._tiny if len(data) < PAIR else self._core)(delta, data, d)

    def _tiny(self, delta: int, data: bytes, d: int) -> bytes:
        """``AEZtiny``: a Feistel network of two halves, which may end in the middle of a byte."""
        size = 4 * len(data)
        left, right = as_number(data) >> size, as_number(data) & (1 << size) - 1
        numbers = range(TINY_ROUNDS)
        for j in reversed(numbers) if d else numbers:
            # The right half, a bit 1, and zeros.
            block = (right << 1 | 1) << SIZE - 1 - size ^ delta ^ j
            left, right = right, left ^ self(0, TINY, block) >> SIZE - size
        # As the halves do not change places behind the last round, deciphering is the same with the
        # numbers backwards.
        return (right << size | left).to_bytes(len(data), "big")

    def _core(self, delta: int, data: bytes, d: int) -> bytes:
        """``AEZcore``: pairs, a fragment of less than a pair, and the last pair."""
        # The last pair is always whole; what does not fill a pair, the fragment, stands in front of
        # it.
        cut = (len(data) - PAIR) // PAIR * PAIR
        pairs, total = [], 0
        for i, pair in enumerate(split(data[:cut], PAIR), 1):
            b = as_number(pair[BLOCK:])
            a = as_number(pair[:BLOCK]) ^ self(1, i, b)
            b ^= self(0, 0, a)
            pairs.append((a, b))
            total ^= b
        fragment, x, y = data[cut:-PAIR], as_number(data[-PAIR:-BLOCK]), as_number(data[-BLOCK:])
        x ^= total ^ self._fragment(fragment) ^ delta ^ self(0, 1 + d, y)
        y ^= self(AES_10, 1 + d, x)
        output, total = self._pairs(pairs, x ^ y)
        # A fragment is shorter than a pair, so two blocks of key stream are enough.
        stream = b"".join(as_block(self(AES_10, i, x ^ y)) for i in (4, 5))
        fragment = xor(fragment, stream)
        x ^= self(AES_10, 2 - d, y)
        # Above the fragment counted as it came in, here as it leaves. Deciphering meets both the
        # other way round.
        y ^= self(0, 2 - d, x) ^ delta ^ total ^ self._fragment(fragment)
        # The halves change places, so that deciphering goes through the same lines, with 1 and 2
        # exchanged by ``d``.
        return output + fragment + as_block(y) + as_block(x)

    def _pairs(self, pairs: list[tuple[int, int]], s: int) -> tuple[bytes, int]:
        """The second pass over the pairs, and the sum of what it takes to the end."""
        output, total = b"", 0
        for i, (a, b) in enumerate(pairs, 1):
            a, b = a ^ self(2, i, s), b ^ self(2, i, s)
            total ^= a
            a ^= self(0, 0, b)
            b ^= self(1, i, a)
            # As in `_core` the halves change places, and the same lines decipher.
            output += as_block(b) + as_block(a)
        return output, total

    def _fragment(self, fragment: bytes) -> int:
        """The hash of one or two blocks; with a whole first one there are two."""
        if not fragment:
            return 0
        blocks = [fragment[:BLOCK], *([fragment[BLOCK:]] if len(fragment) >= BLOCK else [])]
        total = 0
        # Of j = 0 the pairs have the index 0, and the last pair 1 and 2.
        for i, block in enumerate(blocks, 4):
            total ^= self(0, i, _filled(block))
        return total


def _filled(block: bytes) -> int:
    return as_number(filled(block, BLOCK, PADDING))
