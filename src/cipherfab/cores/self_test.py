# SPDX-License-Identifier: Apache-2.0
"""What a core with a self-test plays to itself: one known answer of each function that it has, from
the software models (`selftest`).
"""

from dataclasses import replace

from .. import catalog
from ..design import LwcInterface
from ..lwc.messages import Message, Operation, encryption, hashing, output
from ..lwc.streams import vectors
from ..lwc.vectors import Vectors
from ..modes.model import AeadModel

AD_BYTES, CUSTOM_BYTES, BEYOND = 5, 3, 3
"""Bytes of associated data and of a customization; of texts those behind a block."""


def self_test(interface: LwcInterface) -> Vectors:
    """The words of the self-test.

    An encryption, its decryption and its refusal with a wrong tag, a hash and an output of each
    function with one of any length, as far as there are such. Each text is a block and three bytes
    long, or as long as a core takes; every input is the bytes 0, 1, 2 …, as in known-answer files.
    """
    messages = _of_aead(interface) if interface.aead else []
    if interface.hash:
        messages.append(hashing(interface.hash, message=_counted(_size(interface.hash))))
    messages += [_output(name) for name in interface.xofs]
    return vectors(messages, **interface.streamed)


def _of_aead(interface: LwcInterface) -> list[Message]:
    name = interface.aead or ""
    model = catalog.find(name).model
    assert isinstance(model, AeadModel)
    most = interface.most_decrypted
    # A core that keeps messages may take no whole block more.
    size = _size(name) if most is None else min(_size(name), most)
    sealed = encryption(
        name,
        key=_counted(model.key_bytes),
        nonce=_counted(model.nonce_bytes),
        ad=_counted(AD_BYTES),
        plaintext=_counted(size),
    )
    if not interface.decrypts:
        return [sealed]
    # The decryption goes on with the key of the encryption, as a core does whose key stays.
    opened = replace(
        sealed,
        operation=Operation.DECRYPT,
        data=sealed.result or b"",
        result=sealed.data,
        new_key=False,
    )
    *head, end = opened.tag
    # With one bit of the tag inverted: a core that takes any tag fails this one.
    return [sealed, opened, replace(opened, tag=bytes([*head, end ^ 1]), result=None)]


def _output(name: str) -> Message:
    model, size = catalog.find(name).model, _size(name)
    custom = min(CUSTOM_BYTES, getattr(model, "most_customization_bytes", 0))
    return output(name, message=_counted(size), size=size, customization=_counted(custom))


def _size(name: str) -> int:
    model = catalog.find(name).model
    assert model is not None
    return model.block_bytes + BEYOND


def _counted(size: int) -> bytes:
    return bytes(number % 256 for number in range(size))
