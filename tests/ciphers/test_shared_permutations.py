# SPDX-License-Identifier: Apache-2.0
"""Permutations that cores share between runs of several kinds: each run is what the permutation
alone computes.
"""

import random

import pytest

from cipherfab.ciphers.clyde import CLYDE_128
from cipherfab.ciphers.gascon import MIX_128, F, G, drygascon_f, drygascon_g
from cipherfab.ciphers.keccak import keccak_p, keccak_p_runs
from cipherfab.ciphers.knot import knot
from cipherfab.ciphers.shadow import shadow
from cipherfab.ciphers.simp import simp
from cipherfab.ciphers.sliscp_light import sliscp_light, sliscp_light_18_9
from cipherfab.ciphers.spook import clyde_or_shadow
from cipherfab.ciphers.tinyjambu import tinyjambu_keyed, tinyjambu_p
from cipherfab.primitives.primitive import software
from cipherfab.primitives.transformed import carrying
from cipherfab.words import SoftwareWord

RUNS = {
    "knot-256": (
        knot(256, (7, 6, 6), 68, 52, 28),
        [knot(256, 7, 68), knot(256, 6, 52), knot(256, 6, 28)],
    ),
    "knot-512": (knot(512, (8, 7), 140, 56), [knot(512, 8, 140), knot(512, 7, 56)]),
    "simp-192": (simp(192, 4, 2), [simp(192, 4), simp(192, 2)]),
    "keccak-p-400": (
        keccak_p_runs(400, 20, 8, 1),
        [keccak_p(400, 20), keccak_p(400, 8), keccak_p(400, 1)],
    ),
}


@pytest.mark.parametrize("shared, alone", RUNS.values(), ids=RUNS)
def test_each_run_is_the_permutation_alone(shared, alone):
    """With every round count, and the registers tell the end after that many steps and not
    before."""
    state = random.Random(1).getrandbits(shared.inputs["x"])
    for number, permutation in enumerate(alone):
        assert software(shared)(state, number) == software(permutation)(state)


@pytest.mark.parametrize("bits", [1, 8, 32])
@pytest.mark.parametrize("key_bits", [128, 192])
def test_tinyjambu_with_a_key_that_stands_still(key_bits, bits):
    """As with a key that turns, for any number of bits in a step."""
    generator = random.Random(2)
    key, state = generator.getrandbits(key_bits), generator.getrandbits(128)
    permutation = tinyjambu_keyed(key_bits, 1152, 640, bits=bits)
    for number, rounds in enumerate((1152, 640)):
        assert software(permutation)(key, state, number) == software(
            tinyjambu_p(key_bits, rounds, 32)
        )(key, state)


def test_carried_bits_stay():
    """Above the state, which is permuted as before."""
    state = random.Random(3).getrandbits(192)
    (result,) = software(carrying(simp(192, 2), 8))(0xA5 << 192 | state)
    assert (result >> 192, result & (1 << 192) - 1) == (0xA5, software(simp(192, 2))(state)[0])


@pytest.mark.parametrize("width, version", [(512, 1), (384, 1), (512, 2), (384, 2)])
def test_clyde_or_shadow(width, version):
    """Shadow on the whole state, or Clyde-128 on the first bundle with the second one as its tweak,
    which stays.
    """
    generator, shared = random.Random(4), clyde_or_shadow(width, version, 128)
    key, state = generator.getrandbits(128), generator.getrandbits(width)
    assert software(shared)(key, state) == software(shadow(width, version))(state)
    block, tweak, rest = (
        state >> width - 128,
        state >> width - 256 & (1 << 128) - 1,
        state & (1 << width - 256) - 1,
    )
    given = 1 << width | (block ^ tweak ^ key) << width - 128 | tweak << width - 256 | rest
    (enciphered,) = software(CLYDE_128)(key, tweak, block)
    assert software(shared)(key, given) == (
        1 << width | enciphered << width - 128 | tweak << width - 256 | rest,
    )


def test_drygascon_f_is_mix_and_g():
    """F mixes the input in and goes on with G; G alone mixes nothing in."""
    generator = random.Random(5)
    c, x, block = generator.randbytes(40), generator.randbytes(16), generator.randbytes(16)
    for number, mixed in (
        (F, software(MIX_128)(*(int.from_bytes(word, "big") for word in (c, x, block)), 9)[0]),
        (G, int.from_bytes(c, "big")),
    ):
        after, r = software(drygascon_g(7))(mixed)
        given = (
            9 << 576
            | int.from_bytes(block, "little") << 448
            | int.from_bytes(x, "little") << 320
            | int.from_bytes(c, "big")
        )
        (result,) = software(drygascon_f(11, 7))(given, number)
        assert result & (1 << 320) - 1 == after
        assert (result >> 448).to_bytes(17, "little")[:16] == r.to_bytes(16, "big")


def test_the_short_run_of_spix_begins_where_the_long_one_does():
    """Nine steps of sLiSCP-light are the first nine of its eighteen."""
    state = random.Random(4).getrandbits(256)
    shared, alone = sliscp_light_18_9(), sliscp_light(256)
    assert software(shared)(state, 0) == software(alone)(state)
    registers = alone.load({"x": SoftwareWord(256, state)})
    for _ in range(9):
        registers = alone.step(registers)
    assert software(shared)(state, 1) == (int(alone.result(registers)["x"]),)
