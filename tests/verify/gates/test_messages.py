# SPDX-License-Identifier: Apache-2.0
"""The words that a masked AEAD is offered, trace by trace."""

from types import SimpleNamespace

from cipherfab.lwc.vectors import Item
from cipherfab.verify.gates.messages import Conversation


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
