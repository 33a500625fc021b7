# SPDX-License-Identifier: Apache-2.0
"""Keys that change: what is asked of our own cores, and what of those of others."""

from dataclasses import replace

import pytest
from answering import Answers, timed

from cipherfab.cores.build import build
from cipherfab.lwc.messages import Operation
from cipherfab.origin import ThirdParty
from cipherfab.verify.answers import stimulus
from cipherfab.verify.answers.answerable import answerable
from cipherfab.verify.rtl.key_changes import of_keys
from cipherfab.verify.rtl.plan import Plan
from cipherfab.verify.rtl.simulator import Simulator

DESIGN = build("ascon-128")
FOREIGN = replace(DESIGN, third_party=ThirdParty())


def test_a_core_of_others_may_keep_no_key():
    """Where its description says so, each message of an AEAD brings its key, and it passes with a
    caveat.
    """
    interface = replace(FOREIGN.interface, key_reuse=False)
    messages = answerable(interface, stimulus.plan("ascon-128", "ascon-hash", seed=1))
    assert {message.new_key for message in messages if message.operation != Operation.HASH} == {
        True
    }
    assert any(not message.new_key for message in stimulus.plan("ascon-128", seed=1))
    play = of_keys(Plan(replace(FOREIGN, interface=interface), 1))
    found = play(Answers(lambda vectors: True), None)
    assert found.passed and found.caveat.startswith("keeps no key: ")


def test_a_core_of_others_may_not_take_keys_that_are_not_used():
    """It passes with a caveat if it is right where every key is used, and fails else; our own must
    be right on all.
    """

    def keys(design, right):
        simulator = Answers(right)
        return of_keys(Plan(design, 1))(simulator, None), simulator

    found, simulator = keys(FOREIGN, lambda vectors: False)
    assert not found.passed and len(simulator.played) == 2
    most, used = (len(vectors.sdi.blocks) for vectors in simulator.played)
    assert most > used
    found, _ = keys(FOREIGN, lambda vectors: len(vectors.sdi.blocks) == used)
    assert found.passed and "not used" in found.caveat and "message 1 is wrong" in found.caveat
    found, simulator = keys(DESIGN, lambda vectors: False)
    assert not found.passed and len(simulator.played) == 1


def test_a_key_that_is_read_early_is_a_finding():
    """One that is taken before its activation fails."""
    play = of_keys(Plan(DESIGN, 1))
    found = timed(play)
    assert found.passed and found.detail.endswith("; no key was taken before it was activated")
    early = timed(play, key_cycles=lambda cycles: (*cycles[:5], 3, *cycles[6:]))
    assert not early.passed and "SDI was read before" in early.detail


@pytest.mark.parametrize("ahead, passed", [(0, False), (1, False), (2, True)])
def test_registers_take_two_words_of_a_key_before_it_is_activated(ahead, passed, builds):
    """A core with registers in front of SDI holds two words of a key that is not activated, no
    more and no less; a core that says it holds fewer fails.
    """
    core = build("tinyjambu-128/round,registered")
    core = replace(core, interface=replace(core.interface, sdi_ahead=ahead))
    play = of_keys(Plan(core, 1))
    found = play(Simulator.build(core, builds), None)
    assert found.passed is passed and "before" in found.detail
