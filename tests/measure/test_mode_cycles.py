# SPDX-License-Identifier: Apache-2.0
"""The cycles of a mode without its bus."""

import pytest

from cipherfab.cores.controller import controller
from cipherfab.cores.names import parse
from cipherfab.measure.mode_cycles import mode_cycles


@pytest.mark.parametrize(
    "core, ad, message, cycles",
    [
        ("ascon-128a", 0, 16, 12 + 8 + 12),
        ("ascon-128a", 16, 0, 12 + 8 + 8 + 12),
        ("ascon-128a/unrolled=2", 0, 16, 6 + 4 + 6),
        ("ascon-128a", 0, 32, 12 + 8 + 8 + 12),
    ],
)
def test_a_duplex_takes_the_rounds_of_its_permutations(core, ad, message, cycles):
    """From the first round to the tag there are only rounds: initialisation, data, the padding of a
    whole last block, the end.
    """
    assert mode_cycles(controller(parse(core)), ad, message) == cycles
