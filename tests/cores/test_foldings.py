# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""Which cores take ``folded=k``, and what ``folded=1`` makes of a primitive that the catalog has no
folding for.
"""

import random

import pytest

from cipherfab.catalog import ALGORITHMS, find
from cipherfab.controllers import controller_of, takes
from cipherfab.cores.bare import bare_component
from cipherfab.cores.controller import controller
from cipherfab.cores.foldings import foldings
from cipherfab.cores.names import parse
from cipherfab.errors import CallError
from cipherfab.primitives.folded import whole
from cipherfab.primitives.primitive import SCHEDULE, software

MODES = [name for name, entry in ALGORITHMS.items() if controller_of(entry.model)]
DIFFERING = [name for name, entry in ALGORITHMS.items()
             if entry.primitive is not None and entry.primitive.last_step]


def test_every_primitive_that_does_not_fork_takes_a_clock_for_its_inputs():
    """``folded=1`` is a core of all of them, and of no forkcipher."""
    for entry in ALGORITHMS.values():
        if entry.primitive is not None:
            assert 1 in foldings(entry)
        elif entry.model is None:
            assert not foldings(entry)


@pytest.mark.parametrize("name", MODES)
def test_a_controller_that_takes_foldings_has_a_folded_primitive(name):
    """A mode takes ``folded=1`` if its controller says so, and then its primitive is one; else the
    name is refused.
    """
    if not takes(find(name).model).folds:
        with pytest.raises(CallError, match="folded"):
            parse(f"{name}/folded=1")
        return
    made = controller(parse(f"{name}/folded=1")).primitive
    assert type(made).__name__ in ("Folded", "BidirectionalFolded", "FoldedResting")
    assert made.primitive.last_step is None


@pytest.mark.parametrize("name", DIFFERING)
def test_a_whole_round_ends_with_the_last_step(name):
    """Where the last round differs, steps that are all alike compute what the primitive does."""
    primitive, generator = find(name).primitive, random.Random(1)
    alike = whole(primitive)
    assert alike.last_step is None and alike.rounds == primitive.rounds
    for _ in range(4):
        given = [generator.randrange(len(primitive.rounds)) if port == SCHEDULE
                 else generator.getrandbits(width) for port, width in primitive.inputs.items()]
        assert software(alike)(*given) == software(primitive)(*given)


BOTH = [name for name, entry in ALGORITHMS.items()
        if entry.primitive is not None and entry.primitive.inverse is not None]


@pytest.mark.parametrize("name", BOTH)
def test_a_cipher_in_both_directions_takes_a_clock_for_its_inputs(name):
    """``folded=1,encdec`` is a core of every bare cipher with an inverse."""
    core = parse(f"{name}/folded=1,encdec")
    assert type(bare_component(core)).__name__ == "BidirectionalFolded"
