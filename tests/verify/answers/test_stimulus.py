# SPDX-License-Identifier: Apache-2.0
"""Test plans cover what they promise, and a real core passes them."""

import dataclasses

import pytest

from cipherfab.cores.build import build
from cipherfab.design import LwcInterface
from cipherfab.lwc.messages import Operation, Violation
from cipherfab.lwc.streams import vectors
from cipherfab.verify.answers import genkat, stimulus
from cipherfab.verify.answers.answerable import answerable
from cipherfab.verify.answers.violations import violations
from cipherfab.verify.rtl.simulator import Simulator

CORE = "ascon-128/round,hash"


@pytest.fixture(scope="module")
def simulator(builds):
    """A compiled core with AEAD and hash."""
    return Simulator.build(build(CORE), builds)


def test_a_plan_is_its_seed():
    """The same seed gives the same messages, another seed others."""
    assert (
        stimulus.plan("ascon-128", seed=3)
        == stimulus.plan("ascon-128", seed=3)
        != stimulus.plan("ascon-128", seed=4)
    )


def test_a_plan_covers_lengths_forgeries_segments_and_keys():
    """Every length to two blocks and a byte, every forged field, several segments, new and reused
    keys, hashes in between.
    """
    plan = stimulus.plan("ascon-128", "ascon-hash", seed=1)
    aead = [message for message in plan if message.operation != Operation.HASH]
    for operation in (Operation.ENCRYPT, Operation.DECRYPT):
        good = [
            message
            for message in aead
            if message.operation == operation and message.result is not None
        ]
        assert (
            {len(message.ad) for message in good}
            >= set(range(18))
            <= {len(message.data) for message in good}
        )
        assert {message.segment_blocks for message in good} == {None, 1, 2, 3}
    assert any(not message.ad and not message.data for message in aead)
    forged = [message for message in aead if message.result is None]
    assert len(forged) > 50 and {message.note.split()[3] for message in forged} == {
        "tag",
        "data",
        "ad",
        "nonce",
    }
    assert {message.new_key for message in aead if message.operation == Operation.ENCRYPT} == {
        True,
        False,
    }
    kinds = [message.operation == Operation.HASH for message in plan]
    assert (
        {len(m.data) for m in plan if m.operation == Operation.HASH} >= set(range(18))
        and any(kinds[:99])
        and any(kinds[-99:])
    )


def test_every_split_is_played():
    """Up to three blocks and a byte in up to four segments, empty ones at every place, of each
    type, and some of each beside the other one empty.
    """
    splits = stimulus.splits("romulus-n", "ascon-hash", seed=1)
    aead = [message for message in splits if message.operation != Operation.HASH]
    hashed = {m.data_sizes for m in splits if m.operation == Operation.HASH}
    for operation in (Operation.ENCRYPT, Operation.DECRYPT):
        good = [
            message
            for message in aead
            if message.operation == operation and message.result is not None
        ]
        # Of n blocks there are C(n + k - 1, k - 1) splits into k parts; each with or without a byte
        # more.
        assert (
            len({m.ad_sizes for m in good})
            == len({m.data_sizes for m in good})
            == 2 * (4 + 10 + 20 + 35)
            == len(hashed)
        )
        assert {(16, 0), (0, 0, 17), (16, 0, 32, 0), (0, 0, 0, 0)} <= {m.ad_sizes for m in good} & {
            m.data_sizes for m in good
        }
        alone = {m.ad_sizes for m in good if not sum(m.data_sizes)}
        assert {(16, 0), (0, 16), (16, 16, 0)} <= alone
        assert {(16, 0), (0, 16), (16, 16, 0)} <= {
            m.data_sizes for m in good if not sum(m.ad_sizes)
        }
    assert {(8, 0), (0, 8, 16, 1)} <= hashed
    assert sum(m.result is None for m in aead) > 100


def test_a_reused_key_is_the_key_in_use():
    """A message that does not load a key is computed with the one loaded last."""
    key = None
    for message in stimulus.plan("ascon-128a", seed=2):
        key = message.key if message.new_key else key
        assert message.key == key


def test_official_vectors_expect_what_the_file_says(tmp_path):
    """A record becomes an encryption and a decryption; its file gives the same messages."""
    (tmp_path / "kat.txt").write_bytes(genkat.regenerate("ascon-128"))
    messages = stimulus.official("ascon-128")
    assert len(messages) == 2 * 1089 and messages == stimulus.from_kat(
        "ascon-128", tmp_path / "kat.txt"
    )
    assert len(stimulus.official("ascon-hash")) == 1025


@pytest.mark.parametrize("seed", [None, 1])
def test_a_core_passes_official_vectors_and_plan(simulator, seed):
    """The Ascon core answers everything, in order, with and without stalls."""
    messages = [
        *stimulus.official("ascon-128"),
        *stimulus.plan("ascon-128", "ascon-hash", seed=5),
        *stimulus.splits("ascon-128", "ascon-hash", seed=5),
    ]
    result = simulator.play(vectors(messages, width=32), stall_seed=seed)
    assert result.passed, result.failure.text


@pytest.mark.parametrize("seed", [None, 1, 2])
def test_a_core_survives_violations(simulator, seed):
    """Each violation is answered by one failure status, and the message after it passes."""
    messages = violations("ascon-128", "ascon-hash", seed=6)
    assert [isinstance(message, Violation) for message in messages] == [True, False] * (
        len(messages) // 2
    )
    result = simulator.play(vectors(messages, width=32), stall_seed=seed)
    assert result.passed, result.failure.text


def test_a_core_that_only_encrypts_is_asked_for_no_decryption():
    """Decryptions are left out of a plan, nothing else is; a whole one of each length is among the
    violations instead.
    """
    plan = stimulus.plan("ascon-128", seed=8)
    both, only = (
        LwcInterface(width=32, sdi_width=32, aead="ascon-128", decrypts=decrypts)
        for decrypts in (True, False)
    )
    assert answerable(both, plan) == plan
    assert answerable(only, plan) == [
        message for message in plan if message.operation == Operation.ENCRYPT
    ]
    added = violations("ascon-128", seed=1, decrypts=False)[len(violations("ascon-128", seed=1)) :]
    assert [message.title for message in added[::2]] == [
        "encryption called a decryption, without decryption",
        *(f"decryption of {length} bytes, without decryption" for length in (0, 8, 25)),
    ]
    assert {message.operation for message in added[1::2]} == {Operation.ENCRYPT}


@pytest.mark.parametrize("change", ["tag", "result"])
def test_a_wrong_expectation_fails_at_its_message(simulator, change):
    """One flipped bit of one expected value is found in the message that has it."""
    messages = stimulus.plan("ascon-128", seed=7)
    number = next(
        index
        for index, m in enumerate(messages)
        if index > 100 and m.operation == Operation.ENCRYPT and m.result
    )
    value = getattr(messages[number], change)
    messages[number] = dataclasses.replace(
        messages[number], **{change: bytes([value[0] ^ 1]) + value[1:]}
    )
    result = simulator.play(vectors(messages, width=32), stall_seed=1)
    assert (
        result.failure.kind == "word"
        and result.failure.message == number
        and result.completed == number
    )


def test_a_forgery_that_is_expected_to_pass_is_found(simulator):
    """A core cannot be mistaken for one that accepts a forged tag."""
    forged = next(m for m in stimulus.plan("ascon-128", seed=1) if m.result is None)
    accepted = dataclasses.replace(forged, data=b"", result=b"", new_key=True)
    result = simulator.play(vectors([accepted], width=32), stall_seed=None)
    assert result.failure.expected == "E0000000" and result.failure.got == "F0000000"
