# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""The foldings of the catalog: what they compute, and that a core can be made of each."""

from random import Random

import pytest

from cipherfab.catalog import ALGORITHMS
from cipherfab.controllers import controller_of
from cipherfab.cores.controller import controller
from cipherfab.cores.names import parse
from cipherfab.primitives.primitive import SCHEDULE, software
from cipherfab.words import SoftwareWord

FOLDED = [(name, clocks) for name, entry in ALGORITHMS.items() for clocks in entry.foldings]
BARE = [(name, clocks) for name, clocks in FOLDED if ALGORITHMS[name].primitive]
MODES = [(name, clocks) for name, clocks in FOLDED if not ALGORITHMS[name].primitive]


def calls(primitive, count: int) -> list[tuple[int, ...]]:
    """Inputs at random, of every round count."""
    random = Random(1)
    return [
        tuple(
            random.randrange(len(primitive.rounds))
            if name == SCHEDULE
            else random.getrandbits(width)
            for name, width in primitive.inputs.items()
        )
        for _ in range(count)
    ]


@pytest.mark.parametrize("name, clocks", BARE)
def test_parts_make_up_the_rounds_of_a_bare_primitive(name, clocks):
    """A folding computes what the primitive computes, in so many parts for each round."""
    whole = ALGORITHMS[name].primitive
    folded = ALGORITHMS[name].foldings[clocks](whole)
    assert folded.rounds == tuple(clocks * count for count in whole.rounds)
    assert folded.last_step is None
    for inputs in calls(whole, 8):
        assert software(folded)(*inputs) == software(whole)(*inputs)


@pytest.mark.parametrize("name, clocks", MODES)
def test_parts_make_up_the_rounds_of_a_mode_s_primitive(name, clocks):
    """A folding computes what the primitive in the controller of a mode computes."""
    whole = controller(parse(name)).primitive.primitive
    folded = ALGORITHMS[name].foldings[clocks](whole)
    for inputs in calls(whole, 4):
        assert software(folded)(*inputs) == software(whole)(*inputs)


@pytest.mark.parametrize("name, clocks", BARE)
def test_the_registers_tell_the_end_of_the_last_part(name, clocks):
    """Where the whole primitive has ``finished``, the folding has it too: 1 after the last part and
    not before.
    """
    whole = ALGORITHMS[name].primitive
    folded = ALGORITHMS[name].foldings[clocks](whole)
    assert bool(folded.finished) == bool(whole.finished)
    state = folded.load({name: SoftwareWord(width, 0) for name, width in folded.inputs.items()})
    ended = []
    for _ in range(folded.rounds[0]):
        state = folded.step(state)
        ended.append(int(folded.finished(state)))
    assert ended == [0] * (folded.rounds[0] - 1) + [1]


@pytest.mark.parametrize("name, clocks", MODES)
def test_the_controller_of_a_mode_has_the_folded_primitive(name, clocks):
    """What the controller makes of a core's name iterates parts of rounds; nothing that says it is
    folded is a whole round per clock, unless it is ``folded=1``.
    """
    assert controller_of(ALGORITHMS[name].model)
    whole, folded = (
        controller(parse(text)).primitive for text in (name, f"{name}/folded={clocks}")
    )
    assert type(folded).__name__ in ("Folded", "FoldedRestored")
    if clocks > 1:
        assert set(folded.primitive.layout) > set(whole.primitive.layout)
