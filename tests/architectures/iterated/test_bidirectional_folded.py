# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""Both directions with inputs in a clock of their own: a tiny cipher with stalls, and those of the
catalog.
"""

import pytest

from cipherfab.architectures.iterated.bidirectional_folded import BidirectionalFolded
from cipherfab.catalog import ALGORITHMS
from cipherfab.cores.bare import bare_component
from cipherfab.cores.names import parse
from cipherfab.errors import CallError
from cipherfab.primitives.folded import WHOLE, several

from .test_bidirectional import COUNTED, TINY, assert_computes, calls, run

INVERTIBLE = [
    name
    for name, entry in ALGORITHMS.items()
    if 1 in entry.foldings and entry.primitive and entry.primitive.inverse
]


@pytest.mark.parametrize(
    "options", [{"seed": 1}, {"seed": 2, "patient": True}], ids=["stalls", "ready waits for valid"]
)
@pytest.mark.parametrize("primitive", [TINY, COUNTED], ids=["finished", "counted"])
def test_both_directions_are_those_of_the_model(primitive, options):
    """Every call gives what the model of its direction gives, whatever stalls, in whichever order
    directions come.
    """
    assert_computes(
        BidirectionalFolded(primitive, WHOLE[1]), primitive, calls(primitive), **options
    )


@pytest.mark.parametrize("primitive", [TINY, COUNTED], ids=["finished", "counted"])
def test_a_call_takes_a_clock_more_than_its_rounds(primitive):
    """That one is for the inputs; the next ones enter as a result leaves, in either direction."""
    given, taken = run(BidirectionalFolded(primitive, WHOLE[1]), calls(primitive))
    assert {after - before for before, after in zip(given.cycles, taken.cycles)} == {12 + 1}
    assert given.cycles[1:] == taken.cycles[:-1]


def test_several_rounds_take_a_clock():
    """In either direction, behind the clock of the inputs."""
    given, taken = run(BidirectionalFolded(TINY, several(4)), calls(TINY))
    assert {after - before for before, after in zip(given.cycles, taken.cycles)} == {12 // 4 + 1}


@pytest.mark.parametrize("name", INVERTIBLE)
def test_ciphers_of_the_catalog_take_it(name):
    """Each cipher with an inverse whose rounds are folded whole has a core of both directions."""
    assert isinstance(bare_component(parse(f"{name}/folded=1,encdec")), BidirectionalFolded)


def test_smaller_hardware_goes_with_encryption_alone():
    """A folding without an inverse is refused, and the one that has it is named."""
    with pytest.raises(CallError, match="not with encdec, but for folded=1"):
        bare_component(parse("aes-128/folded=5,encdec"))
