# SPDX-License-Identifier: Apache-2.0
"""SPARKLE against its official files and its specification's text."""

import pytest

from cipherfab.ciphers.sparkle import STEPS, diffusion, ell, feistel_function
from cipherfab.words import SoftwareWord

VERSIONS = [(width, version) for width in STEPS for version in STEPS[width]]


def test_ell_is_the_formula_of_its_definition():
    """l(x) = (x rotated by 16) + (x and ffff)."""
    for x in (0x00010002, 0xDEADBEEF, 0xFFFF0000):
        assert int(ell(SoftwareWord(32, x))) == (x << 16 | x >> 16) & 0xFFFFFFFF ^ x & 0xFFFF


@pytest.mark.parametrize("branches", [4, 6, 8])
def test_the_diffusion_layer_is_a_feistel_round(branches):
    """The new right half is the old left one; the new left one is M(left) + right, rotated by one
    branch.
    """
    words = [
        (SoftwareWord(32, 0x01020304 * n), SoftwareWord(32, 0x0F0E0D0C * n))
        for n in range(1, branches + 1)
    ]
    half = branches // 2
    mixed = [(x ^ u, y ^ v) for (x, y), (u, v) in zip(words[half:], feistel_function(words[:half]))]
    assert diffusion(words) == mixed[1:] + mixed[:1] + words[:half]
