# SPDX-License-Identifier: Apache-2.0
"""ACORN's clocks, four at once, against one by one."""

import random

from cipherfab.modes.acorn import AT_ONCE, SIZE, clocks
from cipherfab.words import SoftwareWord


def test_clocks_at_once_are_clocks_one_by_one():
    """For any state, message, control bits and ciphertext."""
    draw = random.Random(1)
    for _ in range(20):
        s = SoftwareWord(SIZE, draw.getrandbits(SIZE))
        inputs = [SoftwareWord(AT_ONCE, draw.getrandbits(AT_ONCE)) for _ in range(4)]
        at_once, texts = clocks(s, *inputs)
        for at in range(AT_ONCE):
            s, text = clocks(s, *(word[at] for word in inputs))
            assert int(text) == int(texts[at])
        assert int(at_once) == int(s)
