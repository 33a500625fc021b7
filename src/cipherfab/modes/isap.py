# SPDX-License-Identifier: Apache-2.0
"""ISAP: encrypt-then-MAC on a sponge with session keys, a mode that protects against power
analysis.

Source: C. Dobraunig, M. Eichlseder, S. Mangard, F. Mendel, B. Mennink, R. Primas, T. Unterluggauer,
"ISAP v2.0", submission to NIST, chapter 2 (algorithms 1 to 5).

Differences from the text: none. The model keeps the state as bytes. The first bit of a byte string
is the most significant one of its first byte, over Keccak-p[400] too.
"""

from collections.abc import Callable
from dataclasses import dataclass

from ..ciphers.ascon import ascon_p
from ..ciphers.keccak import keccak_p_runs
from ..primitives.primitive import Primitive
from .byte_strings import pad, permute, split, xor
from .dangers import RESPECTING
from .model import AeadModel

AUTHENTICATION, KEY_OF_AUTHENTICATION, KEY_OF_ENCRYPTION = 1, 2, 3
"""Table 2.3: the first byte of an initial value."""

KEY_RATE_BITS = 1
"""Table 2.2: r_b."""

PADDING = 0x80


@dataclass(frozen=True, kw_only=True)
class Isap(AeadModel):
    """ISAP over a permutation.

    Attributes:
        permutation: from a number of rounds, or several to choose from, the largest first, to the
            permutation; input and output ``x`` are the state's bytes.
        block_bytes: r_h, the rate of encryption and authentication.
        rounds_hash, rounds_bit, rounds_encryption, rounds_key: s_H, s_B, s_E and s_K.
    """

    dangers = RESPECTING

    permutation: Callable[..., Primitive]
    block_bytes: int
    rounds_hash: int
    rounds_bit: int
    rounds_encryption: int
    rounds_key: int
    key_bytes: int = 16
    nonce_bytes: int = 16
    tag_bytes: int = 16

    @property
    def ad_block_bytes(self):
        return self.block_bytes

    @property
    def state_bytes(self) -> int:
        """n, the width of the permutation."""
        return self.permutation(self.rounds_hash).inputs["x"] // 8

    def encrypt(self, key, nonce, associated_data, plaintext):
        ciphertext = self._crypt(key, nonce, plaintext)
        return ciphertext + self._mac(key, nonce, associated_data, ciphertext)

    def decrypt(self, key, nonce, associated_data, ciphertext):
        if len(ciphertext) < self.tag_bytes:
            return None
        ciphertext, tag = ciphertext[: -self.tag_bytes], ciphertext[-self.tag_bytes :]
        # Nothing is decrypted under a wrong tag: an attacker would get measurements for inputs of
        # his choice.
        if self._mac(key, nonce, associated_data, ciphertext) != tag:
            return None
        return self._crypt(key, nonce, ciphertext)

    def initial_value(self, role: int) -> bytes:
        """Table 2.3: the parameters, filled with zeros to what a key leaves of the state."""
        rounds = (self.rounds_hash, self.rounds_bit, self.rounds_encryption, self.rounds_key)
        parameters = bytes([role, 8 * self.key_bytes, 8 * self.block_bytes, KEY_RATE_BITS, *rounds])
        return parameters.ljust(self.state_bytes - self.key_bytes, b"\0")

    def _session_key(self, key: bytes, role: int, data: bytes, length: int) -> bytes:
        """Algorithm 4, IsapRk: absorbs the data bit by bit."""
        state = self._permute(key + self.initial_value(role), self.rounds_key)
        bits = [byte >> place & 1 for byte in data for place in range(7, -1, -1)]
        for number, bit in enumerate(bits, 1):
            # One bit for a run: whoever measures has two inputs to compare for each state, and no
            # more.
            state = bytes([state[0] ^ bit << 7]) + state[1:]
            state = self._permute(state, self.rounds_bit if number < len(bits) else self.rounds_key)
        return state[:length]

    def _crypt(self, key: bytes, nonce: bytes, data: bytes) -> bytes:
        """Algorithm 3, IsapEnc: a key stream is added."""
        length, output = self.state_bytes - self.key_bytes, b""
        state = self._session_key(key, KEY_OF_ENCRYPTION, nonce, length) + nonce
        for block in split(data, self.block_bytes):
            # A run comes in front of the first block too, so the session key itself never leaves.
            state = self._permute(state, self.rounds_encryption)
            output += xor(block, state)
        return output

    def _mac(self, key: bytes, nonce: bytes, associated_data: bytes, ciphertext: bytes) -> bytes:
        """Algorithm 5, IsapMac: a hash of all that is public, then the key."""
        state = self._permute(nonce + self.initial_value(AUTHENTICATION), self.rounds_hash)
        state = self._absorb(state, associated_data)
        # The last bit of the state separates associated data from ciphertext.
        state = self._absorb(state[:-1] + bytes([state[-1] ^ 1]), ciphertext)
        # The key comes in behind a hash of all that is public: another message has another session
        # key.
        key = self._session_key(key, KEY_OF_AUTHENTICATION, state[: self.key_bytes], self.key_bytes)
        return self._permute(key + state[self.key_bytes :], self.rounds_hash)[: self.tag_bytes]

    def _absorb(self, state: bytes, data: bytes) -> bytes:
        """Full blocks, and one padded block, maybe of padding only."""
        rate = self.block_bytes
        for block in split(data, rate) + ([b""] if len(data) % rate == 0 else []):
            padded = block if len(block) == rate else pad(block, rate, PADDING)
            state = self._permute(xor(state, padded) + state[rate:], self.rounds_hash)
        return state

    def _permute(self, state: bytes, rounds: int) -> bytes:
        return permute(self.permutation(rounds), state)


def isap_a(**rounds: int) -> Isap:
    """ISAP-A: over Ascon-p, with a rate of 64 bits."""
    return Isap(permutation=ascon_p, block_bytes=8, **rounds)


def isap_k(**rounds: int) -> Isap:
    """ISAP-K: over Keccak-p[400], its last rounds, with a rate of 144 bits."""
    return Isap(permutation=_keccak_p_400, block_bytes=18, **rounds)


def _keccak_p_400(*rounds: int) -> Primitive:
    return keccak_p_runs(400, *rounds)
