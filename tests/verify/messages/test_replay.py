# SPDX-License-Identifier: Apache-2.0
"""Counterexamples of any order: what is played in front of a message."""

import pytest

from cipherfab.cores.build import build
from cipherfab.lwc.messages import Operation, encryption
from cipherfab.verify.messages import replay
from cipherfab.verify.messages.graph import Graph
from cipherfab.verify.messages.matching import evaluated
from cipherfab.verify.messages.prover import message_from
from cipherfab.verify.messages.replay import MANY, behind_others

MESSAGE = encryption("ascon-aead128", key=bytes(16), nonce=bytes(16), ad=b"1", new_key=False)


def test_messages_of_each_outcome_come_in_front(monkeypatch, tmp_path):
    """Encryption, right and wrong decryption and hash, one and two of them, then many; the key of
    all is that of the message; the first that shows it is told.
    """
    played = []

    def answer(design, messages, directory, waveform, **options):
        played.append((messages, options["times"]))
        return options["times"] == MANY, "wrong"

    monkeypatch.setattr(replay, "replayed", answer)
    found, text = behind_others(build("ascon-aead128/round,hash"), MESSAGE, tmp_path, None)
    before = {
        (messages[0].operation, messages[0].result is None)
        for messages, _ in played
        if len(messages) == 2
    }
    assert before == {
        (Operation.ENCRYPT, False),
        (Operation.DECRYPT, False),
        (Operation.DECRYPT, True),
        (Operation.HASH, False),
    }
    assert all(
        one.key == MESSAGE.key
        for messages, _ in played
        for one in messages
        if one.operation != Operation.HASH
    )
    assert all(
        messages[0].new_key or messages[0].operation == Operation.HASH for messages, _ in played
    )
    assert "again and again" in text and message_from(found[-1]).ad == b"1"
    monkeypatch.setattr(replay, "replayed", lambda *given, **options: (False, ""))
    assert behind_others(build("ascon-aead128"), MESSAGE, tmp_path, None)[0] == []


def test_what_is_known_of_some_nodes_says_what_others_are():
    """Values go through gates as far as both operands are known."""
    graph = Graph()
    a, b, c = (graph.input(name) for name in "abc")
    both, more = graph.and_(a, b ^ 1), graph.xor(a, c)
    assert evaluated(graph, {"both": both ^ 1, "more": more}, {a >> 1: 1, b >> 1: 0}) == {"both": 0}


@pytest.mark.slow
def test_a_counter_of_messages_is_shown(tmp_path):
    """A core that answers wrongly from the 70,000th message on is shown to."""
    from cipherfab.verify.mutation.planted.wrapped import with_rare

    core = next(
        core
        for bug, core in with_rare(build("ascon-aead128/round")).items()
        if bug.title.startswith("70,000")
    )
    found, text = behind_others(core, MESSAGE, tmp_path, None)
    assert found and "replayed in simulation" in text
