# SPDX-License-Identifier: Apache-2.0
"""The steps of a message over a permutation, which model and controller share."""

import pytest

from cipherfab.catalog import ALGORITHMS
from cipherfab.controllers.sponge.over_permutation import PHASES
from cipherfab.modes import sponge_message
from cipherfab.modes.sponge import SpongeAead
from cipherfab.modes.sponge_message import SpongeMessage
from cipherfab.modes.sponge_steps import steps

MODELS = {
    name: entry.model for name, entry in ALGORITHMS.items() if isinstance(entry.model, SpongeAead)
}

PARTS = ["nonce", "opening", "ad", "turn", "message", "close"]


@pytest.mark.parametrize("name", MODELS)
def test_steps_are_in_the_order_of_the_parts(name):
    """The nonce comes first, then associated data, then the message, and each phase is one that a
    controller knows.
    """
    found = MODELS[name].steps
    places = [PARTS.index(step.part) for step in found]
    assert places == sorted(places) and len({step.phase for step in found}) == len(found)
    assert {step.phase for step in found} <= set(PHASES)
    assert {"START", "AD", "MESSAGE"} <= {step.phase for step in found}


def test_runs_with_the_key_have_numbers_of_their_own():
    """Those in front of the tag go on counting where those behind the nonce ended."""
    rekeys = [step.numbers for step in steps(late=False, rekeys=2, joins=0) if step.event]
    assert rekeys == [range(2), range(2, 4)]


def test_nothing_is_there_that_a_mode_does_not_have():
    """Without runs between its parts a message is nonce, associated data and message."""
    plain = steps(late=False, rekeys=0, joins=0)
    assert [step.phase for step in plain] == ["START", "AD", "MESSAGE"]
    late = steps(late=True, rekeys=0, joins=1)
    assert [step.phase for step in late] == ["START", "OPEN", "AD", "JOIN", "TURN", "MESSAGE"]


@pytest.mark.parametrize("name", ["saeaes-128-64-128", "wage"])
def test_a_step_that_is_left_out_changes_the_answer(name, monkeypatch):
    """The model walks the steps: without those of runs alone ciphertext or tag is another one."""
    model = MODELS[name]
    given = bytes(model.key_bytes), bytes(model.nonce_bytes), b"a", b"b"
    right = model.encrypt(*given)
    whole = SpongeMessage._walk
    skipped = [step.part for step in model.steps if step.event]

    def walk(self, *parts, **how):
        return whole(self, *(part for part in parts if part not in skipped[-1:]), **how)

    monkeypatch.setattr(sponge_message.SpongeMessage, "_walk", walk)
    assert model.encrypt(*given) != right
