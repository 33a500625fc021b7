# SPDX-License-Identifier: Apache-2.0
"""Spongent-pi against its official files and its specification's text."""

import pytest

from cipherfab.ciphers.spongent import (
    ROUNDS,
    SBOX,
    add_counter,
    sbox,
    spongent_pi,
    substitution_and_permutation,
)
from cipherfab.primitives.primitive import software
from cipherfab.verify.answers import genkat
from cipherfab.words import SoftwareWord

from .steps import evaluate, finished_after


@pytest.mark.parametrize("width", ROUNDS)
def test_the_official_file_comes_out(width):
    """The regenerated known-answer file has its SHA-256."""
    assert genkat.check(f"spongent-pi-{width}")["passed"]


@pytest.mark.parametrize("value", range(16))
def test_the_circuit_of_the_sbox_is_its_table(value):
    """Both agree on every input."""
    result = sbox(*(SoftwareWord(1, value >> bit & 1) for bit in range(4)))
    assert sum(int(word) << bit for bit, word in enumerate(result)) == SBOX[value]


@pytest.mark.parametrize("width", ROUNDS)
def test_the_layers_are_those_of_the_text(width):
    """S-boxes on nibbles, then bit j to width / 4 times j modulo width - 1."""
    x = int.from_bytes(bytes(range(7, 7 + width // 8)), "big")
    substituted = sum(SBOX[x >> low & 15] << low for low in range(0, width, 4))
    places = [width // 4 * j % (width - 1) for j in range(width - 1)] + [width - 1]
    expected = sum((substituted >> j & 1) << place for j, place in enumerate(places))
    assert int(substitution_and_permutation(SoftwareWord(width, x))) == expected


def test_the_counter_is_added_at_both_ends():
    """At the top it is reversed."""
    assert (
        int(add_counter(SoftwareWord(160, 0), SoftwareWord(7, 0b1000111)))
        == 0b1110001 << 153 | 0b1000111
    )


@pytest.mark.parametrize("width", ROUNDS)
def test_it_knows_when_it_is_finished(width):
    """The counter tells the state after the last round from all others."""
    assert finished_after(spongent_pi(width), 5) == [ROUNDS[width]]


def test_software_words_and_compiled_code_agree():
    """The two readings of the description give the same output."""
    assert evaluate(spongent_pi(176), 77) == software(spongent_pi(176))(77)[0]
