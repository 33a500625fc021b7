# SPDX-License-Identifier: Apache-2.0
"""What is played at each level, and how a core of others is judged that has its own way with empty
segments.
"""

from dataclasses import replace

import pytest
from answering import Answers

from cipherfab.cores.build import build
from cipherfab.lwc.messages import Operation
from cipherfab.origin import ThirdParty
from cipherfab.verify.answers import stimulus
from cipherfab.verify.rtl.check import play_all
from cipherfab.verify.rtl.lwc_plays import Level, lwc_plays
from cipherfab.verify.rtl.simulator import Simulator

DESIGN = build("ascon-128")
FOREIGN = replace(DESIGN, third_party=ThirdParty())
NETLIST = ["official known answers of ascon-128", "test plan", "splits into segments"]
DEFAULT = ["test plan without stalls", "forgeries", "each bit of the tag", "key changes",
           "sequences", "many messages", "many segments", "lengths of both types", "values",
           "long waits", "lengths around powers of two", "power-up states", "resets"]  # fmt: skip
OURS = ["waits in a block", "what is not looked at", "protocol violations", "failures at any time"]


@pytest.fixture(autouse=True)
def few_messages(monkeypatch):
    """Only the splits are made in full."""
    one = stimulus.plan("ascon-128", seed=1)[:6]
    for slow in ("official", "plan"):
        monkeypatch.setattr(f"cipherfab.verify.rtl.lwc_plays.stimulus.{slow}", lambda *_, **__: one)
    monkeypatch.setattr("cipherfab.verify.answers.lengths.LONGEST_BYTES", 64)


@pytest.mark.parametrize(
    "design, level, names",
    [
        (DESIGN, Level.NETLIST, NETLIST),
        (DESIGN, Level.DEFAULT, [*NETLIST, *DEFAULT, *OURS]),
        (DESIGN, Level.THOROUGH, [*NETLIST, *DEFAULT, *OURS, "random messages"]),
        (FOREIGN, Level.DEFAULT, [*NETLIST, *DEFAULT]),
    ],
)
def test_checks_of_each_level(design, level, names):
    """Cores of others get all but what the API does not ask of them."""
    assert [name for name, _ in lwc_plays(design, 1, level)] == names


def test_a_core_that_only_encrypts_is_not_asked_to_refuse():
    """There is no forgery without decryption."""
    only = replace(DESIGN, interface=replace(DESIGN.interface, decrypts=False))
    assert "forgeries" not in [name for name, _ in lwc_plays(only, 1, Level.DEFAULT)]


def test_the_plan_is_played_with_stalls_and_without():
    """The same messages; what fails without stalls alone fails the second check."""
    plays, vectors = dict(lwc_plays(DESIGN, 1, Level.DEFAULT)), []
    for check, stalls in (("test plan", 1), ("test plan without stalls", None)):
        simulator = Answers(lambda _: True)
        assert plays[check](simulator, None).passed
        assert simulator.stall_seeds == [stalls]
        vectors += simulator.played
    assert vectors[0] == vectors[1]
    simulator = Answers(lambda _: simulator.stall_seeds[-1] is not None)
    assert plays["test plan"](simulator, None).passed
    assert not plays["test plan without stalls"](simulator, None).passed


def test_what_is_not_looked_at_is_noise():
    """Against the same messages without it: both flags take both values in headers of several
    types, surplus bytes take many, and nothing else differs.
    """

    def played(check):
        simulator = Answers(lambda _: True)
        assert dict(lwc_plays(DESIGN, 1, Level.DEFAULT))[check](simulator, None).passed
        return [item for block in simulator.played[0].pdi.blocks for item in block.items]

    flags, surplus = {}, set()
    for quiet, noisy in zip(played("test plan"), played("what is not looked at"), strict=True):
        change = [a ^ b for a, b in zip(quiet.words, noisy.words, strict=True)]
        if quiet.kind == "HDR":
            assert change[0] & ~0x0C00_0000 == 0
            flags.setdefault(quiet.words[0] >> 28, set()).add(noisy.words[0] >> 26 & 3)
        elif quiet.kind == "DAT":
            assert not any(change[:-1])
            surplus.add(change[-1])
        else:
            assert not any(change)
    assert len(flags) >= 4 and set.union(*flags.values()) == {0, 1, 2, 3}
    assert sum(len(values) > 1 for values in flags.values()) >= 3 and len(surplus - {0}) > 2


def test_a_core_that_wants_a_key_for_each_message_is_told_how_to_say_so(monkeypatch, tmp_path):
    """The first failed check of a core of others says so, if a key for each message is all that it
    wants, and else not; our own are not asked.
    """

    def details(design, right):
        simulator = Simulator.__new__(Simulator)
        monkeypatch.setattr(Simulator, "play", Answers(right).play)
        monkeypatch.setattr(Simulator, "build", lambda *_, **__: simulator)
        return [
            found.detail
            for found in play_all(
                design,
                tmp_path,
                "rtl",
                seed=1,
                kat=None,
                given=None,
                waveform=None,
                level=Level.NETLIST,
            )
            if not found.passed
        ]

    def with_keys(vectors):
        return not any("same key" in block.title for block in vectors.do.blocks)

    first, *others = details(FOREIGN, with_keys)
    assert first.endswith("if the core keeps none, write aead.key_reuse = false into [lwc]")
    assert others and not any("key_reuse" in detail for detail in others)
    for design, right in ((FOREIGN, lambda vectors: False), (DESIGN, with_keys)):
        assert not any("key_reuse" in detail for detail in details(design, right))


def test_random_messages_are_as_many_as_promised(monkeypatch):
    """Runs of their own power-up states until the count is reached."""
    monkeypatch.setattr("cipherfab.verify.rtl.lwc_plays.RANDOM_MESSAGES", 25)
    monkeypatch.setattr("cipherfab.verify.rtl.lwc_plays.CHUNK", 10)
    simulator = Answers(lambda vectors: True)
    found = dict(lwc_plays(DESIGN, 1, Level.THOROUGH))["random messages"](simulator, None)
    assert found.passed and len(simulator.played) == 3 and 25 <= found.messages <= 33
    assert {
        block.title.split()[1].strip(",")
        for played in simulator.played
        for block in played.pdi.blocks
    } == {str(Operation.ENCRYPT), str(Operation.DECRYPT)}
