# SPDX-License-Identifier: Apache-2.0
"""Decryptions whose tag is right and whose padding is not."""

import pytest

from cipherfab import catalog
from cipherfab.modes.model import PaddingChecked
from cipherfab.verify.answers.goals import Core
from cipherfab.verify.answers.paddings import wrong_paddings

CHECKED = [
    name for name, one in catalog.ALGORITHMS.items() if isinstance(one.model, PaddingChecked)
]


def given(name):
    """The messages of a core of this algorithm."""
    core = Core(aead=name, hash=None, decrypts=True, reuse=True, ours=True)
    return list(wrong_paddings(core, seed=1))


def decrypted(message):
    """What the model says of a message."""
    model = catalog.find(message.algorithm).model
    return model.decrypt(message.key, message.nonce, message.ad, message.data + message.tag)


@pytest.mark.parametrize("name", CHECKED)
def test_the_model_refuses_each_and_the_check_of_the_padding_alone_does(name, monkeypatch):
    """A core that compares all of the tag and not all of the padding accepts one of them."""
    wrong = [message for message in given(name) if message.note]
    assert all(decrypted(message) is message.result is None for message in wrong)
    model = catalog.find(name).model
    monkeypatch.setattr(
        type(model), "is_genuine", lambda _, output, length, right, tag: right[: len(tag)] == tag
    )
    assert all(decrypted(message) is not None for message in wrong)


@pytest.mark.parametrize("name", CHECKED)
def test_each_byte_of_the_padding_of_each_length_is_wrong_alone(name, monkeypatch):
    """Behind a whole block too, and the note says which byte it is."""
    model = catalog.find(name).model
    block, seen = model.block_bytes, []
    monkeypatch.setattr(
        type(model), "is_genuine", lambda _, output, length, *rest: seen.append((output, length))
    )
    found = []
    for message in given(name):
        if message.note:
            decrypted(message)
            output, length = seen.pop()
            right = b"".join(piece for piece, *_ in model.blocks(output[:length]))
            wrong = [place for place in range(len(output)) if output[place] != right[place]]
            assert [f"byte {place % block} of" in message.note for place in wrong] == [True]
            found.append((length, *wrong))
    wanted = [
        (before + used, before + place)
        for before in (0, block)
        for used in range(1, block)
        for place in range(used, block)
    ]
    assert CHECKED and found == wanted


def test_a_mode_without_such_a_check_has_none():
    """Ascon's padding is never sent."""
    assert given("ascon-aead128") == []
