# SPDX-License-Identifier: Apache-2.0
"""SPECK-64/128: an ARX cipher whose key schedule is its round function.

Sources: R. Beaulieu, D. Shors, J. Smith, S. Treatman-Clark, B. Weeks, L. Wingers, "The SIMON and
SPECK Families of Lightweight Block Ciphers", IACR ePrint 2013/404; as S. Gueron, A. Jha, M. Nandi,
"COMET: COunter Mode Encryption with authentication Tag", submission to NIST, version 1, section
1.4.3 states it.

Differences from the text: it writes L_0 = K_0; with the source, L_0 = K_1. Byte strings are
little-endian words, the first word first; words of the interface have the first byte most
significant.
"""

from functools import cache

from ..primitives.primitive import Primitive, State
from ..primitives.properties import Bijection
from ..words import Word, concat, rol, ror
from ..words.bits import equals, swap_bytes, swap_bytes_of_words

ROUNDS = 27

WORD = 32

COUNTER = 5
"""Bits of the number of a round."""


def add(a: Word, b: Word) -> Word:
    """Section 1.4.3: addition modulo 2^32."""
    return a + b


def add_losing_carries(a: Word, b: Word) -> Word:
    """The addition of the reference code, byte by byte: FF + FF + 1 carries nothing into the next
    byte."""
    carry, sums = a.constant(0, 1), []
    # The carry goes from the lowest byte up, and `split` has the highest one first.
    for x, y in zip(reversed(a.split(8)), reversed(b.split(8))):
        total = _nine(x) + _nine(y) + concat(carry.constant(0, 8), carry)
        sums.append(total[:8])
        carry = total[8] & ~(equals(x & y, 0xFF) & carry)
    return concat(*reversed(sums))


def _nine(byte: Word) -> Word:
    # The ninth bit is the carry.
    return concat(byte.constant(0, 1), byte)


def mix(x1: Word, x0: Word, key: Word, addition=add) -> tuple[Word, Word]:
    """Section 1.4.3: the map f_R."""
    x1 = addition(ror(x1, 8), x0) ^ key
    return x1, rol(x0, 3) ^ x1


@cache
def speck_64_128(*, losing_carries: bool = False) -> Primitive:
    """SPECK-64/128; inputs ``key`` and ``plaintext``, output ``ciphertext``; no inverse.

    Args:
        losing_carries: as the reference code of COMET computes it, with `add_losing_carries` in the
            rounds; the key schedule of that code is right.
    """
    addition = add_losing_carries if losing_carries else add

    def load(inputs: State) -> State:
        # The first word of the key is the first round key.
        (x0, x1), (r, *ells) = (
            swap_bytes_of_words(inputs[name], WORD) for name in ("plaintext", "key")
        )
        return {
            "x0": x0,
            "x1": x1,
            "r": r,
            "l0": ells[0],
            "l1": ells[1],
            "l2": ells[2],
            "i": r.constant(0, COUNTER),
        }

    def step(state: State) -> State:
        number = concat(state["i"].constant(0, WORD - COUNTER), state["i"])
        x1, x0 = mix(state["x1"], state["x0"], state["r"], addition)
        # The key schedule is a round too, with its number in place of a key.
        l3, r = mix(state["l0"], state["r"], number)
        return {
            "x0": x0,
            "x1": x1,
            "r": r,
            "l0": state["l1"],
            "l1": state["l2"],
            "l2": l3,
            "i": state["i"] + 1,
        }

    return Primitive(
        name="speck-64-128" + "-losing-carries" * losing_carries,
        rounds=(ROUNDS,),
        inputs={"key": 128, "plaintext": 64},
        outputs={"ciphertext": 64},
        layout={**dict.fromkeys(("x0", "x1", "r", "l0", "l1", "l2"), WORD), "i": COUNTER},
        load=load,
        step=step,
        finished=lambda state: equals(state["i"], ROUNDS),
        result=lambda state: {
            "ciphertext": concat(swap_bytes(state["x0"]), swap_bytes(state["x1"]))
        },
    )


PROPERTIES = (
    Bijection(of=lambda x: mix(x[0], x[1], x[0].constant(0x5A)), shape=(8, 8), name="mix, 16 bits"),
)
