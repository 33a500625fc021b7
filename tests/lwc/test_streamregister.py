# SPDX-License-Identifier: Apache-2.0
"""Registers on a stream keep its words, and cost a cycle but no throughput."""

import pytest
from paths import combinational_paths
from streams import play, stream

from cipherfab.lwc.streamregister import StreamRegister

WORDS = [{"data": number} for number in range(1, 200)]


def passed(**options):
    component = StreamRegister(8)
    given, output = stream(component.input, items=WORDS), stream(component.output)
    play(component, [given], [output], until=lambda: len(output.passed) == len(WORDS), **options)
    return given, output


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_words_are_kept_under_stalls(seed):
    """Whatever stalls, the words come out once each and in order."""
    _, output = passed(seed=seed, patient=seed == 3)
    assert output.values == WORDS


def test_a_word_in_every_cycle():
    """Without stalls a word enters and leaves in every cycle, each a cycle after it came."""
    given, output = passed()
    assert given.cycles == list(range(len(WORDS))) and output.cycles == [
        cycle + 1 for cycle in given.cycles
    ]


def test_no_output_depends_on_an_input():
    """Ready on one side and valid and data on the other come from registers."""
    assert set().union(*combinational_paths(StreamRegister(8)).values()) <= {"clk", "rst"}
