# SPDX-License-Identifier: Apache-2.0
"""Goals are met by what is played and by nothing else: whatever is taken out of a generator is
missed by its monitor.
"""

from dataclasses import replace
from itertools import pairwise

import pytest

from cipherfab.lwc.streams import vectors
from cipherfab.verify.answers import (
    counts,
    forged,
    joint_lengths,
    many_segments,
    sequences,
    tag_bits,
    values,
)
from cipherfab.verify.answers.events import BROKEN, OUTCOMES, events
from cipherfab.verify.answers.forgeries import few
from cipherfab.verify.answers.goals import Core, Goals, Part, fitting, goals

BOTH = Core(aead="ascon-aead128", hash="ascon-hash256", decrypts=True, reuse=True, ours=True)
CORES = [
    BOTH,
    replace(BOTH, hash=None, ours=False),
    replace(BOTH, aead="tinyjambu-128", hash=None, decrypts=False),
    replace(BOTH, aead="xoodyak-r3", hash="xoodyak", reuse=False, ours=False),
    replace(BOTH, aead="aes-copa-v2", hash=None),
    replace(BOTH, hash="subterranean-hash"),
    replace(BOTH, aead="schwaemm192-192", hash=None),
]
SMALL, SHORT = 5000, 700
"""Bytes of a message of a part that is computed here, of segments and of lengths."""


def played(core, messages, width=32):
    """What is read back from the words of these messages."""
    return events(vectors(messages, width=width))


def parts_of(generated, small=SMALL):
    """Messages of the small parts, each by itself, and the goals of the others."""
    parts = list(generated)
    small = [part for part in parts if part.data_bytes <= small * part.messages]
    return (
        [part.make() for part in small],
        {goal: "large" for part in parts if part not in small for goal in part.goals},
    )


@pytest.mark.parametrize("width", [8, 16, 32])
def test_words_are_read_back(width):
    """Outcome, sizes, key, nonce and tag of what the buses carry, whatever their width."""
    messages = few("ascon-aead128", seed=1)
    found = played(BOTH, messages, width)
    assert [event.outcome for event in found] == [
        OUTCOMES[0],
        OUTCOMES[2],
        OUTCOMES[1],
        OUTCOMES[0],
    ]
    assert [event.keys for event in found] == [1, 0, 0, 0]
    for event, message in zip(found, messages):
        assert (event.ad_bytes, event.text_bytes) == (len(message.ad), len(message.data))
        assert event.tag_bytes == message.tag
        word = width // 8
        assert b"".join(part.to_bytes(word, "big") for part in event.key) == message.key


@pytest.mark.sample(3)
@pytest.mark.parametrize("core", CORES, ids=lambda core: f"{core.aead}-{core.hash}-{core.decrypts}")
def test_all_goals_of_a_core_are_met(core):
    """Each generator meets the goals that its monitor has for the core, on any of several seeds."""
    for seed in (1, 2):
        if core.decrypts:
            found = played(
                core,
                forged.forged(core, seed=seed)
                if core.reuse
                else [
                    replace(message, new_key=message.operation != "hash")
                    for message in forged.forged(core, seed=seed)
                ],
            )
            assert not goals(forged.wanted(core), forged.met(found, core), {}).missed
        made = sequences.sequence(core, seed=seed, length=3)
        wanted = sequences.wanted_pairs(core) + sequences.wanted_triples(core)
        assert not goals(wanted, sequences.met(played(core, made)), {}).missed
        found = sequences.met(played(core, sequences.fours(core, seed=seed)))
        assert not goals(sequences.wanted_fours(core), found, {}).missed
        found = played(core, values.messages(core, seed=seed))
        assert not goals(values.wanted(core), values.met(found, core), {}).missed
        for empty in (False, True):
            made, left = parts_of(many_segments.parts(core, seed=seed, empty=empty))
            found = played(core, sum(made, []))
            assert not goals(
                many_segments.wanted(core, empty=empty), many_segments.met(found, core), left
            ).missed


@pytest.mark.parametrize("aead", ["ascon-aead128", "aes-copa-v2"])
def test_each_bit_of_the_tag_is_wrong_in_each_class(aead):
    """And without one of these messages the goal of its class is missed, and no other."""
    core = replace(BOTH, aead=aead, hash=None)
    read = [event for part in tag_bits.parts(core, seed=1) for event in played(core, part.make())]
    wanted = tag_bits.wanted(core)
    assert len(wanted) == (3 if aead == "aes-copa-v2" else 9)
    assert not goals(wanted, tag_bits.met(read, core), {}).missed
    assert read[50].outcome == OUTCOMES[2]
    assert len(goals(wanted, tag_bits.met(read[:50] + read[51:], core), {}).missed) == 1


def test_lengths_meet_their_goals():
    """All of them, of an AEAD with a hash function."""
    made, left = parts_of(joint_lengths.parts(BOTH, seed=1), SHORT)
    found = goals(
        joint_lengths.wanted(BOTH), joint_lengths.met(played(BOTH, sum(made, [])), BOTH), left
    )
    assert not found.missed and len(found.met) > 20


@pytest.mark.parametrize(
    "module, options",
    [(many_segments, {"empty": False}), (many_segments, {"empty": True}), (joint_lengths, {})],
    ids=["segments", "empty", "lengths"],
)
def test_a_part_that_is_not_made_is_missed(module, options):
    """Without one of the small parts a goal of it is missed, unless another meets it, too."""
    core = replace(BOTH, hash=None)
    made, left = parts_of(
        module.parts(core, seed=1, **options), SHORT if module is joint_lengths else SMALL
    )
    wanted = module.wanted(core, **options)
    read = [played(core, messages) for messages in made]
    missed = [
        goals(wanted, module.met(sum(read[:number] + read[number + 1 :], []), core), left).missed
        for number in range(len(read))
    ]
    assert sum(map(bool, missed)) >= len(made) // 4


def test_what_is_left_out_of_sequences_and_values_is_missed():
    """Without refusals, hashes or broken messages, or without one of the values."""
    messages = sequences.sequence(BOTH, seed=1, length=3)
    read = played(BOTH, messages)
    wanted = sequences.wanted_pairs(BOTH) + sequences.wanted_triples(BOTH)
    for outcome in (*OUTCOMES, BROKEN):
        rest = [event for event in read if event.outcome != outcome]
        assert goals(wanted, sequences.met(rest), {}).missed
    assert goals(wanted, sequences.met(read[::2]), {}).missed
    found = played(BOTH, values.messages(BOTH, seed=1))
    for goal in values.wanted(BOTH):
        rest = [event for event in found if goal not in values.met([event], BOTH)]
        of_two = "same nonce" in goal or "one more" in goal
        assert of_two or goal in goals(values.wanted(BOTH), values.met(rest, BOTH), {}).missed


def test_counters_are_told_from_other_values():
    """A key and a nonce of the message before and one more, by the last byte or the first."""
    found = played(BOTH, values.messages(BOTH, seed=1))
    goals_of = [goal for goal in values.wanted(BOTH) if "one more" in goal]
    assert len(goals_of) == 4 and values.met(found, BOTH).issuperset(goals_of)
    for goal in goals_of:
        two = next(two for two in pairwise(found) if goal in values.met(two, BOTH))
        assert goal not in values.met(two[::-1], BOTH) | values.met(two[:1] * 2, BOTH)


def test_forgeries_that_are_not_played_are_missed():
    """Without those of one shape, or without the folds of nonce, associated data and text."""
    found = played(BOTH, forged.forged(BOTH, seed=1))
    for shape, fits in forged.SHAPES.items():
        rest = [event for event in found if not fits(event)]
        missed = goals(forged.wanted(BOTH), forged.met(rest, BOTH), {}).missed
        assert any(name.startswith(f"{shape}: ") for name in missed)
    right = {event.tag for event in found if event.outcome == OUTCOMES[0]}
    rest = [event for event in found if event.outcome != OUTCOMES[2] or event.tag not in right]
    missed = goals(forged.wanted(BOTH), forged.met(rest, BOTH), {}).missed
    assert {"nonce", "associated data", "ciphertext"} <= {name.split(":")[0] for name in missed}


def test_counts_are_of_what_is_repeated():
    """Each loop reaches its counts if it is repeated often enough, and no sooner."""
    for core in CORES:
        for loop in counts.loops(core, seed=1):
            read = played(core, loop.messages)
            most = -(-loop.counts[-1] // loop.each)
            assert loop.met(read, most) == set(loop.goals())
            assert not loop.met(read, loop.counts[0] // loop.each // 2)


def test_goals_are_missed_unless_left_out():
    """A goal that was met is met, whatever else is said of it; what nobody asked for is none."""
    found = goals(["a", "b", "c", "d"], {"a", "d", "x"}, {"b": "slow", "d": "slow"})
    assert found == Goals(met=("a", "d"), missed=("c",), left_out={"b": "slow"})
    assert found.line == "2 of 3 goals; left out: b (slow)" and "c" in found.unmet


def test_what_does_not_fit_is_left_out_by_name():
    """In the order of the parts; a cheap one behind an expensive one still fits."""
    parts = [
        Part(goals=(name,), messages=count, data_bytes=0, make=list)
        for name, count in (("a", 5), ("b", 50), ("c", 5))
    ]
    chosen, left = fitting(parts, lambda messages, _: messages, 12)
    assert [part.goals for part in chosen] == [("a",), ("c",)]
    assert left == {"b": "too many cycles for this level"}


def test_every_length_of_the_last_segment_is_not_met_by_one():
    """Of a mode whose ciphertext is whole blocks, too: its plaintext may end anywhere."""
    core = replace(BOTH, aead="aes-copa-v2", hash=None)
    goal, parts = many_segments._last(2, many_segments.TEXT), many_segments.parts
    whole = next(part for part in parts(core, seed=1, empty=False) if goal in part.goals).make()
    assert goal in many_segments.met(played(core, whole), core)
    assert goal not in many_segments.met(played(core, whole[:2]), core)
