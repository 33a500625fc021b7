# SPDX-License-Identifier: Apache-2.0
"""CHAM-64/128 and CHAM-128/128: a generalised Feistel cipher of additions, rotations and XORs.

Sources: B. Koo, D. Roh, H. Kim, Y. Jung, D.-G. Lee, D. Kwon, "CHAM: A Family of Lightweight Block
Ciphers for Resource-Constrained Devices", ICISC 2017; as S. Gueron, A. Jha, M. Nandi, "COMET:
COunter Mode Encryption with authentication Tag", submission to NIST, version 1, section 1.4.2
states it.

Differences from the text: the key register rotates by a word each round, so that its first word is
K_(i mod m), with m words of the key; after all rounds it is as it was. Byte strings are
little-endian words, the first word first; words of the interface have the first byte most
significant.
"""

from functools import cache

from ..primitives.primitive import Primitive, State
from ..primitives.properties import Bijection
from ..words import Word, concat, mux, rol
from ..words.bits import equals, swap_bytes, swap_bytes_of_words

KEY = 128

ROUNDS = 80

COUNTER = 7
"""Bits of the number of a round."""


def round_key(key: list[Word], number: Word) -> Word:
    """Section 1.4.2, item 3: R_(i mod 2m) from the key, whose words have turned by ``number``
    places.

    In the second half of 2m rounds the words come in pairs, the second of each first: the one after
    K_(i mod m), then the one before it.
    """
    # m is a power of two, so one bit says which half of 2m rounds it is.
    second_half, odd = number[(len(key) - 1).bit_length()], number[0]
    word = mux(second_half, mux(odd, key[-1], key[1]), key[0])
    return word ^ rol(word, 1) ^ mux(second_half, rol(word, 11), rol(word, 8))


def mix(s: list[Word], key: Word, number: Word) -> list[Word]:
    """Section 1.4.2, item 2: one round."""
    odd, width = number[0], s[0].width
    first = s[0] ^ concat(number.constant(0, width - COUNTER), number)
    total = first + (mux(odd, rol(s[1], 8), rol(s[1], 1)) ^ key)
    return [*s[1:], mux(odd, rol(total, 1), rol(total, 8))]


@cache
def cham(block: int) -> Primitive:
    """CHAM with a block of 64 or 128 bits and a key of 128; no inverse.

    Inputs ``key`` and ``plaintext``, output ``ciphertext``.
    """
    width = block // 4

    def state(s: list[Word], key: list[Word], number: Word) -> State:
        return {**{f"s{j}": word for j, word in enumerate(s)}, "key": concat(*key), "i": number}

    def load(inputs: State) -> State:
        s, key = (swap_bytes_of_words(inputs[name], width) for name in ("plaintext", "key"))
        return state(s, key, inputs["key"].constant(0, COUNTER))

    def step(given: State) -> State:
        key, number = given["key"].split(width), given["i"]
        s = mix([given[f"s{j}"] for j in range(4)], round_key(key, number), number)
        return state(s, [*key[1:], key[0]], number + 1)

    return Primitive(
        name=f"cham-{block}-{KEY}",
        rounds=(ROUNDS,),
        inputs={"key": KEY, "plaintext": block},
        outputs={"ciphertext": block},
        layout={**{f"s{j}": width for j in range(4)}, "key": KEY, "i": COUNTER},
        load=load,
        step=step,
        finished=lambda given: equals(given["i"], ROUNDS),
        # The number of rounds is a multiple of the key's words, so they stand where they began.
        returns=lambda given: {
            "key": concat(*(swap_bytes(word) for word in given["key"].split(width)))
        },
        result=lambda given: {
            "ciphertext": concat(*(swap_bytes(given[f"s{j}"]) for j in range(4)))
        },
    )


PROPERTIES = tuple(
    Bijection(
        of=lambda word, half=half: round_key([word] * 8, word.constant(half, COUNTER)),
        shape=16,
        name=f"round_key, round {half}",
    )
    for half in (0, 8)
)
