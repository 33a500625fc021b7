# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""Which component a forkcipher's core name stands for."""

import pytest

from cipherfab.architectures.forked.full import ForkFull, ForkPipelined
from cipherfab.architectures.forked.parallel import ForkParallel
from cipherfab.architectures.forked.round import ForkIterated
from cipherfab.architectures.forked.single import ForkRestart, ForkRewind
from cipherfab.cores.bare import bare_component
from cipherfab.cores.names import parse
from cipherfab.errors import CallError


@pytest.mark.parametrize("encdec", [False, True])
@pytest.mark.parametrize(
    "architecture, component",
    [
        ("round", ForkIterated),
        ("unrolled=2", ForkIterated),
        ("threefold", ForkIterated),
        ("round,parallel", ForkParallel),
        ("unrolled=3,parallel", ForkParallel),
        ("round,restart", ForkRestart),
        ("round,rewind", ForkRewind),
        ("full", ForkFull),
        ("pipelined=9", ForkPipelined),
    ],
)
def test_every_name_has_its_component(architecture, component, encdec):
    """Architecture and strategy choose the component, with one or both directions."""
    core = bare_component(parse(f"forkskinny-64-192/{architecture}{',encdec' * encdec}"))
    assert type(core) is component and core.encdec == encdec


def test_threefold_has_as_many_rounds_as_the_longest_part():
    """23 rounds in a cycle for ForkSkinny-64-192, 31 for ForkSkinny-128-288."""
    assert [
        bare_component(parse(f"forkskinny-{name}/threefold")).unrolled
        for name in ("64-192", "128-288")
    ] == [23, 31]


@pytest.mark.parametrize(
    "name, message",
    [
        ("full,parallel", "parallel goes with round or unrolled=k; got full"),
        ("pipelined=3,restart", "restart goes with round or serial=w; got pipelined"),
        ("unrolled=2,rewind", "rewind goes with round; got unrolled=2"),
        ("unrolled=24", "1 to 23 rounds per clock fit"),
    ],
)
def test_what_does_not_fit_is_refused(name, message):
    """Strategies that an architecture has no use for are refused, not ignored."""
    with pytest.raises(CallError, match=message):
        bare_component(parse(f"forkskinny-64-192/{name}"))
