# SPDX-License-Identifier: Apache-2.0
"""Short messages that are repeated thousands of times."""

from random import Random

from cipherfab.lwc.streams import vectors
from cipherfab.verify.answers.counts import _short, loops
from cipherfab.verify.answers.events import events
from cipherfab.verify.answers.goals import Core

CORE = Core(aead="ascon-128", hash=None, decrypts=True, reuse=True, ours=True)


def test_short_messages_have_both_types():
    """Among them are some with nothing, one with text alone, and one with associated data alone."""
    sizes = [(len(one.ad), len(one.data)) for one in _short(CORE, Random(1))]
    assert sorted(sizes) == [(0, 0), (0, 0), (0, 1), (1, 0)]


def test_a_goal_is_met_if_its_count_was_reached():
    """Played once a loop meets no goal but those of its few messages; as often as its largest count
    asks for, all.
    """
    for loop in loops(CORE, seed=1):
        seen = events(vectors(loop.messages, width=32, sdi_width=32))
        assert loop.met(seen, 0) == set()
        assert loop.met(seen, -(-loop.counts[-1] // loop.each)) == set(loop.goals())
