# SPDX-License-Identifier: Apache-2.0
"""The cut found by maximum flow is one that no other has fewer crossing values than."""

from itertools import combinations
from random import Random

import pytest

from cipherfab.words.mincut import narrowest_cut


def crossing(reads, kept, outputs) -> set[int]:
    """The nodes of ``kept`` that are read behind the cut."""
    return {
        node
        for node in kept
        if node in outputs
        or any(node in operands for reader, operands in enumerate(reads) if reader not in kept)
    }


def closed(reads, kept) -> bool:
    """Whether all that a node before the cut reads is before it too."""
    return all(set(operands) <= kept for reader, operands in enumerate(reads) if reader in kept)


@pytest.mark.parametrize("seed", range(30))
def test_no_cut_is_narrower(seed):
    """On random graphs of nine nodes the cut keeps what it must, is closed, and has as few crossing
    nodes as any of all cuts.

    Those that have as few keep more nodes: the cut does not depend on how it was found.
    """
    random = Random(seed)
    reads = [
        tuple(random.sample(range(node), min(node, random.randint(1, 2)))) if node > 2 else ()
        for node in range(9)
    ]
    before, after, outputs = {0, 1, 2}, {8}, {8, random.randrange(9)}
    kept = narrowest_cut(reads, before, after, outputs)
    assert before <= kept and not after & kept and closed(reads, kept)
    others = [
        set(chosen) | before for count in range(6) for chosen in combinations(range(3, 8), count)
    ]
    widths = {
        frozenset(other): len(crossing(reads, other, outputs))
        for other in others
        if closed(reads, other)
    }
    assert len(crossing(reads, kept, outputs)) == min(widths.values())
    assert all(kept <= other for other, width in widths.items() if width == min(widths.values()))


def test_a_value_that_is_read_twice_counts_once():
    """A bit with two readers behind the cut needs one register, so the cut lies in front of
    them."""
    reads = [(), (), (0, 1), (2, 0), (2, 1)]
    assert narrowest_cut(reads, [0, 1], [], [3, 4]) == {0, 1}
    assert narrowest_cut([(), (), (0, 1), (2,), (2,)], [0, 1], [3, 4], [3, 4]) == {0, 1, 2}
