# SPDX-License-Identifier: Apache-2.0
"""Checks with goals find rare faults, each of the kind that it is for, say what they played, and
fail where they played less.
"""

from dataclasses import replace

import pytest
from answering import Answers, empty_on_do, in_segments
from spied import FAULTS, spied, with_faults

from cipherfab.cores.build import build
from cipherfab.origin import ThirdParty
from cipherfab.verify.answers import counts, joint_lengths, many_segments, sequences, values
from cipherfab.verify.rtl import covered, pace, waits
from cipherfab.verify.rtl.plan import SEGMENTS, Plan
from cipherfab.verify.rtl.refused import of_forgeries
from cipherfab.verify.rtl.simulator import Simulator
from cipherfab.verify.rtl.waited import of_waits

CORE = build("ascon-aead128/unrolled=2")
FOREIGN = replace(spied(CORE), third_party=ThirdParty())
PLAYS = {"sequences": covered.of_sequences, "many messages": covered.of_counts,
         "many segments": covered.of_segments, "lengths of both types": covered.of_lengths,
         "values": covered.of_values, "long waits": of_waits,
         "forgeries": of_forgeries, "each bit of the tag": covered.of_tag_bits}  # fmt: skip


@pytest.fixture(scope="module")
def simulator(tmp_path_factory):
    """Of all faults."""
    return Simulator.build(FOREIGN, tmp_path_factory.mktemp("spied"))


@pytest.mark.sample(4)
@pytest.mark.parametrize("check", PLAYS)
def test_each_check_finds_its_faults(simulator, check):
    """The core passes, and none of the faults that the check is for."""
    wanted = {number for number, (_, _, finder) in FAULTS.items() if finder == check}
    run, program = with_faults(simulator, wanted)
    found = PLAYS[check](Plan(FOREIGN, 1))(run, None)
    assert found.passed and not found.caveat and found.goals.met and not found.goals.missed
    assert program.alive == [] and wanted


@pytest.mark.parametrize(
    "check, module, name",
    [
        ("sequences", sequences, "sequence"),
        ("values", values, "messages"),
        ("many segments", many_segments, "parts"),
        ("lengths of both types", joint_lengths, "parts"),
        ("many messages", counts, "loops"),
        ("long waits", waits, "plan"),
    ],
)
def test_what_is_not_played_fails_the_check(simulator, monkeypatch, check, module, name):
    """With less in the generator a right core does not pass: the finding says what is missing."""
    whole = getattr(module, name)

    def less(*arguments, **options):
        made = whole(*arguments, **options)
        if name == "plan":
            return made[0][1:], made[1]
        if name == "loops":
            return [replace(loop, first=loop.end - 1) for loop in made]
        return list(made)[:-3] if name == "parts" else list(made)[: len(made) // 2]

    monkeypatch.setattr(module, name, less)
    found = PLAYS[check](Plan(FOREIGN, 1))(simulator, None)
    assert not found.passed and found.goals.missed
    assert found.detail.startswith("the check did not play what it says it does")


def test_cores_of_others_may_do_what_is_open():
    """Empty segments come out or not; wrong in several segments only, or beside empty ones, is a
    remark; our own must be right.
    """
    plan, own = Plan(FOREIGN, 1), Plan(replace(FOREIGN, third_party=None), 1)
    plan.budget = own.budget = lambda cycles: cycles // 1000
    for right in (empty_on_do, lambda vectors: not empty_on_do(vectors)):
        simulator = Answers(lambda vectors, right=right: right(vectors) or not rows(vectors))
        assert covered.of_segments(plan)(simulator, None).caveat == ""
    simulator = Answers(lambda vectors: not in_segments(vectors))
    found = covered.of_segments(plan)(simulator, None)
    assert found.passed and found.caveat.startswith("a type in several segments")
    assert not covered.of_segments(own)(simulator, None).passed
    simulator = Answers(lambda vectors: not rows(vectors))
    found = covered.of_segments(plan)(simulator, None)
    assert found.passed and found.caveat.startswith("a type with an empty segment")
    assert not covered.of_segments(own)(simulator, None).passed


def test_what_was_answered_wrong_meets_no_goal():
    """Of a core of others that is right with each type in one segment, or without empty ones, the
    goals that need more are left out with that reason, and none is missed.
    """
    plan = Plan(FOREIGN, 1)
    single = Answers(lambda vectors: not in_segments(vectors))
    found = covered.of_segments(plan)(single, None)
    assert found.passed and found.goals.met == () and found.goals.missed == ()
    assert SEGMENTS in found.goals.left_out.values()
    found = of_forgeries(plan)(single, None)
    assert found.goals.left_out["both in segments: one bit"] == SEGMENTS
    assert "AD and text: one bit" in found.goals.met
    found = covered.of_segments(plan)(Answers(lambda vectors: not rows(vectors)), None)
    assert found.passed and not [name for name in found.goals.met if "in a row" in name]
    assert covered.WRONG in found.goals.left_out.values()


@pytest.mark.parametrize("basic, caveat", [(True, False), (False, True)])
def test_segments_are_eased_only_where_the_basic_checks_need_it(basic, caveat):
    """Seventeen of them wrong, and all that are few: a remark if these are wrong, too."""
    plan = Plan(FOREIGN, 1)
    plan.budget = lambda cycles: cycles // 1000
    plan.takes_segments = lambda *_, empty, **__: basic
    found = covered.of_segments(plan)(Answers(lambda vectors: not in_segments(vectors)), None)
    assert found.passed is caveat and bool(found.caveat) is caveat


def rows(vectors) -> bool:
    """Whether there are empty segments in a row."""
    return any("0 + 0" in block.title for block in vectors.do.blocks)


def test_a_core_of_others_that_passes_without_stalls_only_has_no_waits():
    """The easier test is easier in this, too."""
    simulator = Answers(lambda _: True)
    assert of_waits(Plan(FOREIGN, 1))(simulator, None, stall_seed=None).passed
    assert [options["waits"] for options in simulator.options] == [()]
    assert of_waits(Plan(FOREIGN, 1))(simulator, None).goals.met
    assert all(len(options["waits"]) > 5 for options in simulator.options[1:])
    assert len(simulator.options[1]["waits"]) > 30


@pytest.mark.parametrize("part, some", [(100, True), (10**6, False)])
def test_a_slow_core_is_told_what_was_left_out(part, some):
    """Its goals are left out by name, with the reason, and the check passes; if nothing is played
    it says so.
    """
    for check in (covered.of_lengths, covered.of_tag_bits):
        plan, simulator = Plan(FOREIGN, 1), Answers(lambda _: True)
        plan.budget = lambda cycles: cycles // part
        found = check(plan)(simulator, None)
        assert found.passed and found.goals.left_out and not found.goals.missed
        assert covered.TOO_SLOW in found.detail
        assert ("nothing was played" in found.detail) is not some
        assert len(simulator.played) == 1 + some and bool(found.messages) is some


def test_larger_designs_have_fewer_cycles():
    """In the proportion of their text, from a size on."""
    large = replace(CORE, sources={"a.v": "x" * (4 * pace.TEXT_BYTES)})
    assert pace.budget(large, 1000) == 250
    assert pace.budget(replace(CORE, sources={"a.v": "x"}), 1000) == 1000
