# SPDX-License-Identifier: Apache-2.0
"""Short messages that are repeated thousands of times."""

from random import Random

from cipherfab.verify.answers.counts import _short
from cipherfab.verify.answers.goals import Core


def test_short_messages_have_both_types():
    """Among them are some with nothing, one with text alone, and one with associated data alone."""
    core = Core(aead="ascon-128", hash=None, decrypts=True, reuse=True, ours=True)
    sizes = [(len(one.ad), len(one.data)) for one in _short(core, Random(1))]
    assert sorted(sizes) == [(0, 0), (0, 0), (0, 1), (1, 0)]
