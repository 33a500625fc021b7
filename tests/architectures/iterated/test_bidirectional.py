# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""A cipher in both directions gives what the cipher and its inverse give, in the same cycles, in
any order of calls.
"""

import random
from dataclasses import replace

import pytest
from streams import Stream, play
from tinytbc import lopsided, tiny_tbc

from cipherfab.architectures.iterated.bidirectional import Bidirectional
from cipherfab.architectures.iterated.pipelined import Pipelined
from cipherfab.ciphers.ascon import ascon_p
from cipherfab.ciphers.skinny import skinny
from cipherfab.errors import CallError
from cipherfab.primitives.primitive import software
from cipherfab.primitives.transformed import counted

TINY = tiny_tbc(16, 24, 12)
COUNTED = tiny_tbc(16, 24, 12, finished=False)
CALLS = 15


def calls(primitive, count: int = CALLS) -> list[dict[str, int]]:
    """Random inputs, directions in all orders."""
    generator, widths = random.Random(1), primitive.inputs
    return [
        {
            "tweakey": generator.getrandbits(widths["tweakey"]),
            "block": generator.getrandbits(widths["plaintext"]),
            "decrypt": number % 3 == 1 or number == 3,
        }
        for number in range(count)
    ]


def run(component, inputs, **options) -> tuple[Stream, Stream]:
    """All calls; the component's input and its output."""
    given = Stream(
        valid=component.in_valid,
        ready=component.in_ready,
        items=inputs,
        payload={
            name: getattr(component, f"in_{name}") for name in ("tweakey", "block", "decrypt")
        },
    )
    taken = Stream(
        valid=component.out_valid, ready=component.out_ready, payload={"block": component.out_block}
    )
    play(component, [given], [taken], until=lambda: len(taken.passed) == len(inputs), **options)
    return given, taken


def assert_computes(component, primitive, inputs: list, **options) -> None:
    """Every call gives what the software model of its direction gives."""
    directions = software(primitive), software(primitive.inverse)
    expected = [
        {"block": directions[call["decrypt"]](call["tweakey"], call["block"])[0]} for call in inputs
    ]
    _, taken = run(component, inputs, **options)
    assert taken.values == expected


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "options", [{"seed": 1}, {"seed": 2, "patient": True}], ids=["stalls", "ready waits for valid"]
)
@pytest.mark.parametrize("unrolled", [1, 4, 5, 12])
@pytest.mark.parametrize("primitive", [TINY, COUNTED], ids=["finished", "counted"])
def test_both_directions_are_those_of_the_model(primitive, unrolled, options):
    """Every call gives what the model of its direction gives, whatever stalls, in whichever order
    directions come.
    """
    assert_computes(
        Bidirectional(primitive, unrolled=unrolled), primitive, calls(primitive), **options
    )


def test_a_real_cipher():
    """SKINNY-64-64 in both directions, whose inverse starts from another tweakey."""
    cipher = skinny(64, 1)
    assert_computes(Bidirectional(cipher), cipher, calls(cipher, 3))


@pytest.mark.sample(2)
@pytest.mark.parametrize("unrolled", [1, 4, 5, 12])
def test_a_call_takes_rounds_over_k_cycles(unrolled):
    """A result comes r / k cycles, rounded up, after its inputs, and the next call starts in that
    cycle, in either direction.
    """
    given, taken = run(Bidirectional(TINY, unrolled=unrolled), calls(TINY))
    assert {after - before for before, after in zip(given.cycles, taken.cycles)} == {
        -(-12 // unrolled)
    }
    assert given.cycles[1:] == taken.cycles[:-1]


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "options", [{"seed": 1}, {"seed": 2, "patient": True}], ids=["stalls", "ready waits for valid"]
)
@pytest.mark.parametrize("stage, unregistered", [(1, False), (5, False), (6, True), (7, True)])
@pytest.mark.parametrize("primitive", [TINY, COUNTED], ids=["finished", "counted"])
def test_a_pipeline_in_both_directions(primitive, stage, unregistered, options):
    """Calls of both directions, one behind the other in the stages, give what the model gives."""
    component = Pipelined(primitive, stage=stage, encdec=True, unregistered=unregistered)
    assert_computes(component, primitive, calls(primitive), **options)


@pytest.mark.parametrize("unrolled", [1, 2, 3, 5])
@pytest.mark.parametrize("longer_inverse", [True, False])
def test_directions_may_have_different_rounds(longer_inverse, unrolled):
    """Each call gives what the model gives, after the cycles of its own direction."""
    primitive = counted(lopsided(5, longer_inverse=longer_inverse))
    component, inputs = Bidirectional(primitive, unrolled=unrolled), calls(primitive)
    assert_computes(component, primitive, inputs)
    given, taken = run(Bidirectional(primitive, unrolled=unrolled), inputs)
    assert [after - before for before, after in zip(given.cycles, taken.cycles)] == [
        -(-(primitive.inverse if call["decrypt"] else primitive).rounds[0] // unrolled)
        for call in inputs
    ]


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: Pipelined(lopsided(5), stage=2, encdec=True), "an inverse with as many steps"),
        (lambda: Bidirectional(lopsided(5)), "registers must tell when a run ends"),
        (
            lambda: Bidirectional(TINY, unrolled=13),
            "unrolled=13 is refused. 12 rounds allow 1 to 12",
        ),
        (
            lambda: Bidirectional(ascon_p(12)),
            "needs a cipher whose inverse works on the same registers",
        ),
        (lambda: Bidirectional(replace(TINY, last_step=TINY.step)), "steps that are all alike"),
    ],
)
def test_what_does_not_fit_is_refused(make, message):
    """A cipher without such an inverse, or more steps than rounds, is refused with the reason."""
    with pytest.raises(CallError, match=message):
        make()
