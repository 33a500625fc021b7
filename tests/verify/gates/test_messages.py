# SPDX-License-Identifier: Apache-2.0
"""The words that a masked AEAD is offered, trace by trace."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from cipherfab.cores.build import build
from cipherfab.errors import CallError
from cipherfab.lwc.vectors import Item
from cipherfab.verify.gates.messages import Conversation, Lengths


def test_a_wide_bus_is_refused():
    """Its words do not end within a block, as the lengths that are played have it."""
    design = build("ascon-128/masked=1,bus=64")
    with pytest.raises(CallError, match="on a bus of at most 32 bits"):
        Conversation(design, seed=1, lengths=Lengths())


def test_a_key_bus_of_another_width_is_refused():
    """A core of others may have one, and its words of a key would be taken for wider ones."""
    design = build("ascon-aead128/masked=1")
    narrow = replace(design, interface=replace(design.interface, sdi_width=8))
    with pytest.raises(CallError, match="they have 8 and 32 bits"):
        Conversation(narrow, seed=1, lengths=Lengths())


def test_only_secret_data_is_a_secret():
    """Each word of key and text is a secret of its own; nonces and associated data are the same in
    all traces, and so are headers.
    """
    made = SimpleNamespace(secrets=[])
    data, header = Item(kind="DAT", words=(1, 2)), Item(kind="HDR", words=(3,))
    told = list(Conversation._offers(made, data, "", 4))
    assert [(word.value, word.plain, word.wait) for word in told] == [(1, False, 4), (2, False, 4)]
    assert made.secrets == []
    assert [word.value for word in Conversation._offers(made, header, "key", 0)] == [3]
    told = list(Conversation._offers(made, data, "key", 0))
    assert [(word.value, word.secret) for word in told] == [(0, 0), (0, 1)]
    assert made.secrets == ["key0", "key1"]


def test_a_decryption_is_offered_the_words_of_data_of_the_answer():
    """Of what an encryption gives the words of ciphertext and tag are told apart from headers and
    the status.
    """
    items = [
        Item(kind=kind, words=words)
        for kind, words in (
            ("HDR", (1,)),
            ("DAT", (2, 3)),
            ("HDR", (4,)),
            ("DAT", (5,)),
            ("STT", (6,)),
        )
    ]
    answer, nothing = (SimpleNamespace(blocks=[SimpleNamespace(items=of)]) for of in (items, []))
    made = SimpleNamespace(
        lengths=SimpleNamespace(data=12),
        model=SimpleNamespace(tag_bytes=4, key_bytes=4),
        width=32,
        sdi=[],
        pdi=[],
        answers=[],
        _answered=[],
        _vectors=lambda *_: SimpleNamespace(sdi=nothing, pdi=nothing, do=answer),
    )
    Conversation._encryption(made)
    assert made._answered == [1, 2, 4] and made.answers == [6]
