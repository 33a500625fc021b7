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
from cipherfab.primitives.folded import several, whole
from cipherfab.primitives.primitive import SCHEDULE, software

MODES = [name for name, entry in ALGORITHMS.items() if controller_of(entry.model)]
DIFFERING = [
    name
    for name, entry in ALGORITHMS.items()
    if entry.primitive is not None and entry.primitive.last_step
]


def test_every_primitive_that_does_not_fork_takes_a_clock_for_its_inputs():
    """``folded=1`` is a core of all of them, and of no forkcipher."""
    for entry in ALGORITHMS.values():
        if entry.primitive is not None and entry.forkcipher is None:
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
    assert type(made).__name__ in ("Folded", "BidirectionalFolded", "FoldedRestored")
    assert made.primitive.last_step is None


@pytest.mark.parametrize("name", DIFFERING)
def test_a_whole_round_ends_with_the_last_step(name):
    """Where the last round differs, steps that are all alike compute what the primitive does."""
    primitive, generator = find(name).primitive, random.Random(1)
    alike = whole(primitive)
    assert alike.last_step is None and alike.rounds == primitive.rounds
    for _ in range(4):
        given = [
            generator.randrange(len(primitive.rounds))
            if port == SCHEDULE
            else generator.getrandbits(width)
            for port, width in primitive.inputs.items()
        ]
        assert software(alike)(*given) == software(primitive)(*given)


@pytest.mark.parametrize(
    "name", [name for name, entry in ALGORITHMS.items() if entry.primitive is not None]
)
def test_several_rounds_in_a_step_compute_what_the_primitive_does(name):
    """So does the inverse; where the number of rounds is no multiple, that is refused."""
    primitive, generator = find(name).primitive, random.Random(1)
    if any(count % 2 for count in primitive.rounds):
        with pytest.raises(CallError, match="must be a multiple of it"):
            several(2)(primitive)
        return
    by_two = several(2)(primitive)
    for one, two in ((primitive, by_two), (primitive.inverse, by_two.inverse)):
        if one is not None:
            given = [
                generator.randrange(len(one.rounds))
                if port == SCHEDULE
                else generator.getrandbits(width)
                for port, width in one.inputs.items()
            ]
            assert software(two)(*given) == software(one)(*given)


BOTH = [
    name
    for name, entry in ALGORITHMS.items()
    if entry.primitive is not None and entry.primitive.inverse is not None
]


@pytest.mark.parametrize("name", BOTH)
def test_a_cipher_in_both_directions_takes_a_clock_for_its_inputs(name):
    """``folded=1,encdec`` is a core of every bare cipher with an inverse."""
    core = parse(f"{name}/folded=1,encdec")
    assert type(bare_component(core)).__name__ == "BidirectionalFolded"
