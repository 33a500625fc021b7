# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""Cores by column of a Saturnin with two super-rounds against the model, with stalls, and their
cycles.
"""

import random

import pytest
from streams import Stream, play

from cipherfab.architectures.serial.by_round import RoundSerial
from cipherfab.architectures.serial.rotating import Rotating, RotatingSerial
from cipherfab.ciphers.saturnin_by_column import saturnin_columns
from cipherfab.design import BareInterface
from cipherfab.errors import CallError
from cipherfab.primitives.primitive import software
from cipherfab.verify.rtl.cell_words import words

PATH = saturnin_columns(2, 5)
ROUNDS, WORDS, CALLS = 4, 8, 4
SHAPES = [4, 8, 16]


def _core(columns: int):
    return RoundSerial(PATH) if columns == PATH.width else RotatingSerial(PATH, columns)


def _played(columns: int, seed: int | None) -> tuple[list, list, list[int]]:
    """Words that left, those that should have, and the cycles of the last call's last words."""
    core, generator, model = _core(columns), random.Random(1), software(PATH.primitive)
    calls = [
        {name: generator.getrandbits(256) for name in ("key", "plaintext")} for _ in range(CALLS)
    ]
    results = [{"ciphertext": model(call["key"], call["plaintext"])[0]} for call in calls]
    interface = BareInterface(
        algorithm="saturnin-10-d1",
        cell=core.cell,
        order=core.order,
        inputs={"key": 32, "plaintext": 32},
        outputs={"ciphertext": 32},
    )
    given, expected = words(interface, calls, results)
    source = Stream(
        valid=core.in_valid,
        ready=core.in_ready,
        items=given,
        payload={"key": core.in_key, "plaintext": core.in_plaintext},
    )
    sink = Stream(
        valid=core.out_valid, ready=core.out_ready, payload={"ciphertext": core.out_ciphertext}
    )
    play(core, [source], [sink], seed=seed, until=lambda: len(sink.passed) == len(expected))
    return sink.values, expected, sink.cycles


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", [pytest.param(None, marks=pytest.mark.slow), 2])
@pytest.mark.parametrize("columns", SHAPES)
def test_calls_give_what_the_model_gives(columns, seed):
    """Calls one behind the other, whatever stalls; words and bytes that are not used say
    nothing."""
    left, expected, _ = _played(columns, seed)
    assert left == expected


@pytest.mark.sample(1)
@pytest.mark.parametrize("columns, beside", [(4, 2 * 4), (8, 2 * 2), (16, 0)])
def test_a_round_takes_the_clocks_of_its_columns(columns, beside):
    """A round takes 16 / w clocks. Beside them a call has the words of key, plaintext and
    ciphertext, and with fewer than all columns a pass for the key and one for the last sum.
    """
    cycles = _played(columns, None)[2]
    clocks = ROUNDS * 16 // columns + beside
    # Key and plaintext come one after the other, each with a cycle that starts and one that ends.
    entering = 2 * WORDS + 2 + 2 if beside else WORDS + 1
    assert cycles[-1] - cycles[-1 - WORDS] == entering + clocks + WORDS


@pytest.mark.parametrize("columns", [1, 2, 3, 16])
def test_other_numbers_of_columns_are_refused(columns):
    """With less than a nibble a round would look at other places in each clock; with all columns
    nothing rotates.
    """
    with pytest.raises(CallError, match=f"serial={columns} is refused. Of 16 columns"):
        Rotating(PATH, columns, word=32)
