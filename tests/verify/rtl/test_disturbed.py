# SPDX-License-Identifier: Apache-2.0
"""Messages that fail at any time, on a core of each family and of each further mode; and registers
that matter in the first message alone.
"""

from dataclasses import replace

import pytest

from cipherfab.catalog import FAMILIES, Kind
from cipherfab.cores.build import build
from cipherfab.errors import CallError
from cipherfab.lwc.messages import encryption
from cipherfab.verify.rtl.check import plays_of, simulators_of
from cipherfab.verify.rtl.disturbed import RESET_POINTS, each_first, resets
from cipherfab.verify.rtl.lwc_plays import Level
from cipherfab.verify.rtl.plan import Plan
from cipherfab.verify.rtl.simulator import PlayResult

FIRST = [
    next(algorithm.name for algorithm in family.ALGORITHMS if algorithm.kind is Kind.AEAD)
    for family in FAMILIES
    if any(algorithm.kind is Kind.AEAD for algorithm in family.ALGORITHMS)
]

FURTHER = ["ascon-aead128/masked=1", "ascon-aead128/round,bus=8", "colm0", "comet-64-speck",
           "deoxys-ii-128", "lilliput-ii-128", "paef-forkskinny-64-192/round,bus=8", "romulus-m",
           "romulus-n/round,bus=8", "romulus-t", "saef-forkskinny-128-192", "skinny-aead-m5",
           "tinyjambu-128/bits=32"]  # fmt: skip
"""Other modes, buses, or what else a family has beside its first algorithm."""


@pytest.mark.slow
@pytest.mark.parametrize("core", [*FIRST, *FURTHER])
def test_a_message_may_fail_at_any_time(core, tmp_path):
    """Each broken message gets one failure, and the next message its answer; ``-rP`` shows how many
    were played. Algorithms without a core are skipped.
    """
    try:
        design = build(core)
    except CallError as error:
        pytest.skip(str(error).splitlines()[0])
    simulator = simulators_of(design).build(design, tmp_path)
    played = dict(plays_of(design, 1, Level.DEFAULT))["failures at any time"](simulator, None)
    print(f"{core}: {played.detail}")
    assert played.passed, played.detail


def test_resets_come_all_over_the_messages():
    """Without stalls and with them, in at least `RESET_POINTS` cycles that are evenly spread from
    the first to the last, or in each; one that only comes while nothing waits fails the check.
    """
    design, played = build("ascon-128"), []

    class Passes:
        """In the place of a simulator."""

        def play(self, vectors, **options):
            """All is right; ``hit`` says what waits when resets come."""
            played.append(options)
            return PlayResult(
                failure=None,
                messages=len(vectors.do.blocks),
                completed=0,
                cycles=10_000 if options["stall_seed"] else 80,
                first_cycles=(),
                last_cycles=(),
                key_cycles=(),
                stall_seed=options["stall_seed"],
                asked=(9_000 if options["stall_seed"] else 70,) * 5,
                hit=self.hit,
            )

    simulator = Passes()
    simulator.hit = (3,) * 5
    found = resets(Plan(design, 1), everywhere=False)(simulator, None)
    # What is said of the longer run is not said of it by the shorter one.
    assert found.passed and ", in each cycle of " in found.detail
    assert (
        ", which are played again after it; 75 of them with stalls, in every 134th" in found.detail
    )
    seen = {options["stall_seed"]: options["resets"] for options in played if "resets" in options}
    assert set(seen) == {None, 1}
    for one in seen.values():
        assert len(one.at) >= RESET_POINTS and one.at[0] == 1 and one.cycles == 1
    assert seen[None].at == range(1, 80)
    assert seen[1].at[-1] > 10_000 - 2 * seen[1].at.step
    simulator.hit = (3, 3, 3, 3, 0)
    found = resets(Plan(design, 1), everywhere=False)(simulator, None)
    assert not found.passed and found.goals.missed == ("a reset while a word waits on DO",)


def test_each_message_leads_once_and_brings_its_key():
    """The circle of messages begins at each of them, and has all of them each time."""
    messages = [
        encryption("ascon-128", key=bytes(16), nonce=bytes([number] * 16), new_key=False)
        for number in range(3)
    ]
    for place, order in enumerate(each_first(messages)):
        assert order[0] == replace(messages[place], new_key=True)
        assert [message.nonce[0] for message in order] == [(place + n) % 3 for n in range(3)]


def test_a_register_that_decryptions_alone_read_is_asked_for(tmp_path):
    """A reset is missed that is left out of a register which every encryption puts in order."""
    design = build("paef-forkskinny-64-192/round,inplace")
    ((name, text),) = design.sources.items()
    # The reset of a process comes first.
    wrong_text = text.replace("      tail <= 1'b0;\n    end\n", "    end\n", 1)
    assert wrong_text != text and wrong_text.count("    if (rst) begin") == text.count(
        "    if (rst) begin"
    )
    wrong = replace(design, sources={name: wrong_text})
    simulator = simulators_of(wrong).build(wrong, tmp_path)
    assert not dict(plays_of(wrong, 1, Level.DEFAULT))["power-up states"](simulator, None).passed


def test_a_core_that_only_encrypts_begins_with_encryptions(tmp_path):
    """Decryptions are left out before one of the messages leads, so that each first one brings its
    key.
    """
    design = build("tinyjambu-128/round,enconly")
    simulator = simulators_of(design).build(design, tmp_path)
    played = dict(plays_of(design, 1, Level.DEFAULT))["power-up states"](simulator, None)
    assert played.passed, played.detail
