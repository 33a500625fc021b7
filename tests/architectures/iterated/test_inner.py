# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""A round in pieces gives what the model gives, in order, with a call in flight for each piece."""

from dataclasses import replace

import pytest
from tinytbc import lopsided, tiny_tbc

from cipherfab.architectures.iterated.inner import Inner
from cipherfab.ciphers.aes import aes_128
from cipherfab.ciphers.ascon import ascon_p
from cipherfab.errors import CallError
from cipherfab.primitives.primitive import software

from .. import test_architectures as architectures
from ..tiny import VARIANTS, tiny
from . import test_bidirectional as bidirectional

ONE_COUNT = {name: primitive for name, primitive in VARIANTS.items() if len(primitive.rounds) == 1}
names = pytest.mark.parametrize("name", ONE_COUNT)
TINY = tiny_tbc(16, 24, 12)
stalls = pytest.mark.parametrize(
    "options",
    [{"seed": 1}, {"seed": 2, "patient": True}, {}],
    ids=["stalls", "patient", "no stalls"],
)


def both_directions(counted: int):
    """Primitives with an inverse, and in how many pieces their rounds are cut: in `counted` that of
    the one that counts its rounds.
    """
    return pytest.mark.parametrize(
        "primitive, pieces",
        [
            (TINY, 2),
            (tiny_tbc(16, 24, 12, finished=False), counted),
            (lopsided(5), 2),
            (lopsided(5), 4),
            (lopsided(5, longer_inverse=False), 3),
        ],
        ids=["finished", "counted", "longer inverse", "longer inverse, 4", "shorter inverse"],
    )


def assert_directions(core, primitive, **options) -> None:
    """Every call of a core in both directions gives what the model of its direction gives, in
    order.
    """
    inputs, directions = (
        bidirectional.calls(primitive),
        (software(primitive), software(primitive.inverse)),
    )
    _, taken = bidirectional.run(core, inputs, **options)
    assert taken.values == [
        {"block": directions[call["decrypt"]](call["tweakey"], call["block"])[0]} for call in inputs
    ]


@names
def test_computes_with_every_k(name):
    """Every k that fits gives the model's outputs in order, whatever stalls."""
    primitive = ONE_COUNT[name]
    fitting = Inner(primitive, pieces=2).fits
    assert len(fitting) > 1
    for k in fitting:
        architectures.assert_computes(lambda k=k: Inner(primitive, pieces=k), primitive)


@names
def test_k_calls_in_k_times_r_cycles(name):
    """A call of r rounds takes k · r cycles; k calls begin in successive cycles, the next ones as
    these end.
    """
    primitive = ONE_COUNT[name]
    for k in (2, 3):
        given, taken = architectures.run(Inner(primitive, pieces=k), architectures.calls(primitive))
        cycles = k * primitive.rounds[0]
        assert given.cycles == [
            number // k * cycles + number % k for number in range(architectures.CALLS)
        ]
        assert taken.cycles == [cycle + cycles for cycle in given.cycles]


def test_a_call_alone_begins_at_once():
    """An empty core takes a call in any cycle, not only when a certain slot comes by."""
    for wait in range(5):
        component = Inner(tiny(6), pieces=3)
        idle = [{"in_valid": 0}] * wait
        seen = architectures.drive(component, [*idle, {"in_valid": 1, "in_x": 7}, *[{}] * 20])
        cycle = next(number for number, (valid, _) in enumerate(seen) if valid)
        assert (cycle, seen[cycle][1]) == (wait + 18 - 1, software(tiny(6))(7)[0])


@pytest.mark.sample(5)
@stalls
@both_directions(counted=3)
def test_both_directions_in_order(primitive, pieces, options):
    """Every call gives what the model of its direction gives, in the order of the inputs, also if a
    direction takes longer.
    """
    assert_directions(Inner(primitive, pieces=pieces, encdec=True), primitive, **options)


def test_a_shorter_call_waits_for_a_longer_one():
    """An encryption waits until no longer decryption is in flight; a decryption waits for
    nothing."""
    primitive, call = lopsided(5), {"tweakey": 1, "block": 2}
    inputs = [{**call, "decrypt": decrypt} for decrypt in (1, 0, 0, 1)]
    given, taken = bidirectional.run(Inner(primitive, pieces=3, encdec=True), inputs)
    assert (given.cycles, taken.cycles) == ([0, 30, 31, 32], [30, 45, 46, 62])


def test_a_last_step_in_both_directions():
    """AES, whose last round differs in both directions, takes calls of both."""
    assert Inner(aes_128(), pieces=2, encdec=True).primitive.outputs == {"block": 128}


@pytest.mark.parametrize(
    "make, message",
    [
        (
            lambda: Inner(tiny(12, 8), pieces=2),
            "needs a primitive with one round count.* 12 or 8 rounds. round and unrolled=k fit",
        ),
        (lambda: Inner(ascon_p(12), pieces=1), "ascon-p-12: inner=1 is refused: 2, 3 fit"),
        (lambda: Inner(ascon_p(12), pieces=50), "inner=50 is refused: 2, 3 fit"),
        (
            lambda: Inner(ascon_p(12), pieces=2, encdec=True),
            "needs a cipher whose inverse works on the same registers",
        ),
        (
            lambda: Inner(
                replace(
                    tiny(1, finished=False),
                    layout={"x": 8},
                    inputs={"x": 8},
                    load=dict,
                    step=dict,
                    result=dict,
                ),
                pieces=2,
            ),
            "a round is too short to be cut",
        ),
    ],
)
def test_what_does_not_fit_is_refused(make, message):
    """A refused k is named together with those that fit."""
    with pytest.raises(CallError, match=message):
        make()
