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
def test_each_byte_of_the_padding_of_each_length_is_wrong_alone(name):
    """Behind a whole block too."""
    block = catalog.find(name).model.block_bytes
    lengths = [len(message.data) for message in given(name) if message.note]
    wanted = [
        before * block + used
        for before in (0, 1)
        for used in range(1, block)
        for _ in range(used, block)
    ]
    assert CHECKED and lengths == wanted
    places = {message.note for message in given(name) if message.note}
    assert len(places) == block - 1


def test_a_mode_without_such_a_check_has_none():
    """Ascon's padding is never sent."""
    assert given("ascon-aead128") == []
