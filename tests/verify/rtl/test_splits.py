# SPDX-License-Identifier: Apache-2.0
"""How a core of others is judged that has its own way with segments."""

from dataclasses import replace

from answering import Answers, empty_on_do

from cipherfab.cores.build import build
from cipherfab.origin import ThirdParty
from cipherfab.verify.answers import stimulus
from cipherfab.verify.rtl.plan import Plan
from cipherfab.verify.rtl.splits import of_splits

DESIGN = build("ascon-128")
FOREIGN = replace(DESIGN, third_party=ThirdParty())


def judged(design, right):
    """The finding on the splits, and how many runs it took."""
    play = of_splits(Plan(design, 1))
    simulator = Answers(right)
    return play(simulator, None), len(simulator.played)


def test_a_core_of_others_may_answer_empty_segments_either_way():
    """With or without empty segments on DO it passes, without a remark; our own must leave them
    out.
    """
    for right in (empty_on_do, lambda vectors: not empty_on_do(vectors)):
        found, _ = judged(FOREIGN, right)
        assert found.passed and not found.caveat
    found, runs = judged(DESIGN, empty_on_do)
    assert not found.passed and runs == 1


def test_a_core_of_others_that_cannot_do_with_empty_segments_is_told_so():
    """It passes with a caveat that says where it is wrong, if it is right on all splits without
    them; else it fails.
    """
    whole = sum(
        not any(
            sizes and len(sizes) > 1 and 0 in sizes
            for sizes in (message.ad_sizes, message.data_sizes)
        )
        for message in stimulus.splits("ascon-128", seed=1)
    )
    found, runs = judged(FOREIGN, lambda vectors: len(vectors.do.blocks) == whole)
    assert found.passed and runs == 3 and found.messages == whole > 10
    assert (
        found.caveat
        == "a type with an empty segment beside others is answered wrong: message 1 is wrong"
    )
    found, _ = judged(FOREIGN, lambda vectors: False)
    assert not found.passed and "first mismatch: message 1 is wrong" in found.detail


def test_a_core_of_others_may_take_each_type_in_one_segment_only():
    """It passes with a caveat if it is right on all messages in one segment of each type; our own
    must be right on all.
    """

    def right(vectors):
        return not any(" + " in block.title for block in vectors.do.blocks)

    found, _ = judged(FOREIGN, right)
    assert found.passed and found.messages == len(stimulus.splits("ascon-128", seed=1))
    assert found.caveat.startswith("a type in several segments is answered wrong: ")
    found, _ = judged(DESIGN, right)
    assert not found.passed
