# SPDX-License-Identifier: Apache-2.0
"""What is played at each level, and how a core of others is judged that has its own way with empty
segments.
"""

import re
from dataclasses import replace
from types import SimpleNamespace

import pytest

from cipherfab.cores.build import build
from cipherfab.lwc.messages import Operation
from cipherfab.lwc.protocol import MAX_SEGMENT_BYTES
from cipherfab.origin import ThirdParty
from cipherfab.verify.answers import stimulus
from cipherfab.verify.answers.answerable import answerable
from cipherfab.verify.rtl import covered
from cipherfab.verify.rtl.check import play_all
from cipherfab.verify.rtl.failure import Failure
from cipherfab.verify.rtl.lwc_plays import Level, Plan, lwc_plays
from cipherfab.verify.rtl.simulator import PlayResult, Simulator
from cipherfab.verify.rtl.single_segments import single

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


class Answers:
    """In the place of a simulator: passes vectors if ``right`` says so."""

    def __init__(self, right):
        self.right, self.played, self.stall_seeds = right, [], []

    def play(self, vectors, *, stall_seed, waveform=None, **options):
        """The result of a run without a core."""
        self.played.append(vectors)
        self.stall_seeds.append(stall_seed)
        failure = (
            None
            if self.right(vectors)
            else Failure(
                kind="word",
                message=0,
                title="",
                word=0,
                expected="",
                got="",
                cycle=9,
                text="message 1 is wrong",
            )
        )
        return PlayResult(
            failure=failure,
            messages=len(vectors.do.blocks),
            completed=0,
            cycles=10,
            first_cycles=(),
            last_cycles=(),
            key_cycles=(),
            stall_seed=stall_seed,
        )


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


def empty_segments(vectors) -> int:
    """Headers without data on DO that do not end their type; eot is bit 25."""
    return sum(
        item.kind == "HDR" and item.words[0] & 0x200FFFF == 0
        for block in vectors.do.blocks
        for item in block.items
    )


def judged(design, right):
    """The finding on the splits, and how many runs it took."""
    play = dict(lwc_plays(design, 1, Level.NETLIST))["splits into segments"]
    simulator = Answers(right)
    return play(simulator, None), len(simulator.played)


def test_a_core_of_others_may_answer_empty_segments_either_way():
    """With or without empty segments on DO it passes, without a remark; our own must leave them
    out.
    """
    for right in (empty_segments, lambda vectors: not empty_segments(vectors)):
        found, _ = judged(FOREIGN, right)
        assert found.passed and not found.caveat
    found, runs = judged(DESIGN, empty_segments)
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


def test_messages_in_one_segment_are_so_at_any_length():
    """What is split comes in one segment, and so does what is as long as a segment may be, with
    its key as it was.
    """
    first = stimulus.plan("ascon-128a", seed=1)[0]
    parts = replace(first, segment_blocks=1, new_key=False, ad=bytes(0xFFFF))
    assert next(single([parts])) == replace(
        parts, segment_blocks=None, ad_sizes=(0xFFFF,), data_sizes=(len(parts.data),)
    )


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
    play = dict(lwc_plays(replace(FOREIGN, interface=interface), 1, Level.DEFAULT))["key changes"]
    found = play(Answers(lambda vectors: True), None)
    assert found.passed and found.caveat.startswith("keeps no key: ")


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


def test_a_core_of_others_may_not_take_keys_that_are_not_used():
    """It passes with a caveat if it is right where every key is used, and fails else; our own must
    be right on all.
    """

    def keys(design, right):
        simulator = Answers(right)
        return dict(lwc_plays(design, 1, Level.DEFAULT))["key changes"](simulator, None), simulator

    found, simulator = keys(FOREIGN, lambda vectors: False)
    assert not found.passed and len(simulator.played) == 2
    most, used = (len(vectors.sdi.blocks) for vectors in simulator.played)
    assert most > used
    found, _ = keys(FOREIGN, lambda vectors: len(vectors.sdi.blocks) == used)
    assert found.passed and "not used" in found.caveat and "message 1 is wrong" in found.caveat
    found, simulator = keys(DESIGN, lambda vectors: False)
    assert not found.passed and len(simulator.played) == 1


def test_times_of_refusals_and_keys_that_are_read_early_are_findings():
    """A decryption that takes longer for one wrong tag fails, and so does a key that is taken
    before its activation.
    """

    def play(check, **fields):
        def run(vectors, *, stall_seed, **options):
            count = len(vectors.do.blocks)
            given = {
                "first_cycles": tuple(range(0, 100 * count, 100)),
                "last_cycles": tuple(range(50, 100 * count + 50, 100)),
                "key_cycles": tuple(10_000_000 for _ in vectors.sdi.blocks),
            }
            given |= {name: change(given[name]) for name, change in fields.items()}
            return PlayResult(
                failure=None,
                messages=count,
                completed=count,
                cycles=1,
                stall_seed=stall_seed,
                **given,
            )

        simulator = Answers(None)
        simulator.play = run
        return dict(lwc_plays(DESIGN, 1, Level.DEFAULT))[check](simulator, None)

    assert play("forgeries").passed and play("key changes").passed
    slow = play(
        "forgeries", last_cycles=lambda cycles: (*cycles[:40], cycles[40] + 1, *cycles[41:])
    )
    assert not slow.passed and "depending on its tag" in slow.detail
    early = play("key changes", key_cycles=lambda cycles: (*cycles[:5], 3, *cycles[6:]))
    assert not early.passed and "SDI was read before" in early.detail


@pytest.mark.parametrize("ahead, passed", [(0, False), (1, False), (2, True)])
def test_registers_take_two_words_of_a_key_before_it_is_activated(ahead, passed, builds):
    """A core with registers in front of SDI holds two words of a key that is not activated, no
    more and no less; a core that says it holds fewer fails.
    """
    core = build("tinyjambu-128/round,registered")
    core = replace(core, interface=replace(core.interface, sdi_ahead=ahead))
    play = dict(lwc_plays(core, 1, Level.DEFAULT))["key changes"]
    found = play(Simulator.build(core, builds), None)
    assert found.passed is passed and "before" in found.detail


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


@pytest.mark.parametrize(
    "right, empty, expected",
    [
        ((True, False), True, True),
        ((False, True), True, True),
        ((False, False), True, False),
        ((True,), False, True),
        ((False,), False, False),
    ],
)
def test_either_way_to_answer_empty_segments_will_do(right, empty, expected):
    """A core is right with segments if it is right in one of the two ways to answer empty ones, or
    with none of those.
    """
    answers = iter(right)
    simulator = SimpleNamespace(
        program=SimpleNamespace(path="p"),
        play=lambda words, **options: SimpleNamespace(passed=next(answers)),
    )
    assert Plan(FOREIGN, 1).takes_segments(simulator, empty=empty) is expected


def test_only_messages_that_fit_are_asked_of_a_core_without_segments(monkeypatch):
    """What of a failed run is asked again in one segment has no type that is longer than one."""
    asked = []
    plan = SimpleNamespace(
        seed=1, ours=False, takes_segments=lambda *given, **more: False, streams=asked.append
    )
    results = iter([SimpleNamespace(passed=False), SimpleNamespace(passed=False)])
    monkeypatch.setattr(covered, "failed", lambda *given: "failed")
    short, long = (
        replace(stimulus.plan("ascon-128", seed=1)[0], ad=bytes(size))
        for size in (MAX_SEGMENT_BYTES, MAX_SEGMENT_BYTES + 1)
    )
    words = SimpleNamespace(pdi=SimpleNamespace(blocks=[1]))
    simulator = SimpleNamespace(play=lambda streams, **options: next(results))
    assert covered.run(plan, simulator, words, None, {}, [short, long]) == "failed"
    assert [len(message.ad) for message in asked[0]] == [MAX_SEGMENT_BYTES]


@pytest.mark.slow
def test_a_byte_of_the_padding_that_is_not_compared_is_found(tmp_path):
    """A decryption with a right tag is accepted then, whatever that byte is."""
    right = build("paef-forkskinny-64-192")
    ((name, text),) = right.sources.items()
    compared = re.search(r"PHASE_FINISH: begin.*?(mismatch\[3\] <= .*?;)", text, re.S)[1]
    blind = replace(right, sources={name: text.replace(compared, "", 1)})
    verdicts = []
    for number, design in enumerate((right, blind)):
        simulator = Simulator.build(design, tmp_path / str(number))
        plan = Plan(design, 1)
        verdicts.append(plan.forgeries()(simulator, None))
    assert verdicts[0].passed and not verdicts[1].passed
    assert "byte 4 of the last block, which is padding, is wrong" in verdicts[1].detail
