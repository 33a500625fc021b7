# SPDX-License-Identifier: Apache-2.0
"""A wait costs no more than it lasts, and the same in front of each inner word of a block."""

from dataclasses import replace

import pytest

from cipherfab.cores.build import build
from cipherfab.verify.rtl.block_waits import MOST_WORDS, Cost, Place, mistake, of_blocks, spread
from cipherfab.verify.rtl.plan import Plan
from cipherfab.verify.rtl.simulator import Simulator

CORE = build("gift-cofb")
LEAVES = "(~sent[0] & output__ready)"
"""The first slot of the buffer becomes free in the cycle in which its word leaves."""


def costs(port: str, *cycles: int, waited: int = 60) -> list[Cost]:
    """Six waits in front of each word of a block."""
    return [
        Cost(place=Place(port, word, len(cycles)), asked=60, waited=waited, cycles=one, count=6)
        for word, one in enumerate(cycles)
    ]


@pytest.mark.parametrize(
    "found, wrong",
    [
        (costs("do", 60, 0, 0, 0) + costs("pdi", 0, 5, 5, 60), ""),
        (costs("do", 60), ""),
        (costs("do", 61, 0, 0), "6 waits (DO, word 1 of 3) of 60 cycles in all delay the answer"),
        (costs("pdi", 0, 61, 61, 0), "6 waits (PDI, word 2 of 4) of 60 cycles"),
        (costs("pdi", 78, 60, 60, 60), ""),
        (costs("pdi", 79, 60, 60, 60), "6 waits (PDI, word 1 of 4) of 60 cycles"),
        (
            costs("do", 60, 6, 0, 0),
            "6 waits delay the answer by 6 cycles (DO, word 2 of 4), and by 0 (DO, word 3 of 4)",
        ),
        (costs("do", 60, 6, 6, 5), ""),
        (costs("pdi", 0, 5, 6, 60), "and by 6 (PDI, word 3 of 4)"),
    ],
)
def test_what_is_wrong_is_said(found, wrong):
    """More cycles than the waits have, and other ones in front of another inner word, are wrong;
    the first and the last word may cost something else.
    """
    said = mistake(found)
    assert (wrong in said) if wrong else said == ""


def test_a_wait_may_be_one_of_whole_turns():
    """With a turn each wait may cost a cycle less than a turn more than it lasts, and no more."""
    place = Place("do", 1, 4, turn=128)
    most = Cost(place=place, asked=60, waited=60, cycles=60 + 6 * 127, count=6)
    assert not most.too_much and replace(most, cycles=most.cycles + 1).too_much


@pytest.mark.parametrize("words", [1, 2, 8, 9, 16, 25])
def test_words_are_spread(words):
    """All of a few words; of more the first two, the last and others between, each once."""
    found = spread(words)
    assert found == sorted(set(found)) and len(found) == min(words, MOST_WORDS)
    assert found[:2] == [0, 1][:words] and found[-1] == words - 1


@pytest.mark.parametrize("late", [False, True])
def test_a_place_that_is_free_a_cycle_late_is_found(late, tmp_path):
    """GIFT-COFB passes with all its goals, and fails if a slot of its buffer is free a cycle later,
    which costs no cycle where no port waits.
    """
    (name, text), *_ = CORE.sources.items()
    assert LEAVES in text
    changed = text.replace(LEAVES, "1'h0") if late else text
    design = replace(CORE, sources={name: changed})
    found = of_blocks(Plan(design, 1))(Simulator.build(design, tmp_path), None)
    assert found.passed is not late
    if late:
        assert "(DO, word 2 of 4), and by 0 (DO, word 3 of 4)" in found.detail
    else:
        assert len(found.goals.met) == 16 and not found.goals.left_out


def test_blocks_that_are_no_words_are_left_out():
    """Nothing is played of blocks of five and a half words, and of a core that keeps one block, and
    the goals say why.
    """
    half = Plan(build("elephant-jumbo-v2"), 1)
    found = of_blocks(half)(None, None)
    assert found.passed and not found.goals.met
    assert set(found.goals.left_out.values()) == {"a block is no whole number of words"}
    interface = replace(CORE.interface, withheld_bytes=32)
    found = of_blocks(Plan(replace(CORE, interface=interface), 1))(None, None)
    assert set(found.goals.left_out.values()) == {"the core keeps fewer than three blocks"}
