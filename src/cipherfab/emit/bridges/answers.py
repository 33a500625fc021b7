# SPDX-License-Identifier: Apache-2.0
"""Official known answers as a file of a package, for tests of bridges.

They are records of the algorithms' files (`verify.answers.genkat`), computed one by one from the
software model: a whole file takes longer than all else of a package. The tests compare them.
"""

from collections.abc import Iterator
from typing import Any

from ... import catalog
from ...design import LwcInterface

AEAD_LENGTHS = ((0, 0), (16, 0), (0, 16), (32, 32), *((n, 32 - n) for n in range(1, 32, 5)))
"""Bytes of plaintext and of associated data of the records that are taken of an AEAD's file."""

HASH_LENGTHS = (0, 1, 7, 8, 9, 33, 64)
"""Bytes of the messages that are taken of the file of a hash or of a XOF."""

CUSTOMIZED = ((0, 0), (0, 1), (1, 0), (7, 9), (8, 8), (9, 7), (32, 32))
"""Bytes of customization and message of the records of a function that has both."""

OUTPUT = 64
"""Bytes of output in the official files."""


def known_answers(interface: LwcInterface) -> str:
    """A line for each: ``aead`` key, nonce, associated data, plaintext, ciphertext and tag, or
    ``hash`` message and digest, ``xof`` message and output, ``cxof`` customization, message and
    output, in hexadecimal, ``-`` for nothing. Of an AEAD with ciphertexts of
    whole blocks only those that are as long as the plaintext.
    """
    return "".join(
        " ".join([kind, *(field.hex() or "-" for field in fields)]) + "\n"
        for kind, fields in (
            *_aead(interface.aead),
            *_hash(interface.hash),
            *(answer for name in interface.xofs for answer in _outputs(name)),
        )
    )


def _counting(name: str, field: str, length: int) -> bytes:
    """A field of the algorithm's file: bytes that count up from a first one."""
    first = dict(catalog.find(name).known_answers.starts).get(field, 0)
    return bytes((first + place) & 0xFF for place in range(length))


def _aead(name: str | None) -> Iterator[tuple[str, list[bytes]]]:
    if name is None:
        return
    model = catalog.find(name).model
    key, nonce = (
        _counting(name, field, length)
        for field, length in (("Key", model.key_bytes), ("Nonce", model.nonce_bytes))
    )
    for length, ad_length in AEAD_LENGTHS:
        if (
            # None: there is no limit.
            length > (model.most_message_bytes or length)
            or ad_length > (model.most_ad_bytes or ad_length)
            or model.sealed_bytes(length) != length + model.tag_bytes
        ):
            continue
        plain, ad = _counting(name, "PT", length), _counting(name, "AD", ad_length)
        sealed = model.encrypt(key, nonce, ad, plain)
        yield "aead", [key, nonce, ad, plain, sealed[:length], sealed[length:]]


def _hash(name: str | None) -> Iterator[tuple[str, list[bytes]]]:
    for message in (_counting(name, "Msg", length) for length in HASH_LENGTHS if name):
        yield "hash", [message, catalog.find(name).model.digest(message)]


def _outputs(name: str) -> Iterator[tuple[str, list[bytes]]]:
    model: Any = catalog.find(name).model
    if not model.most_customization_bytes:
        for message in (_counting(name, "Msg", length) for length in HASH_LENGTHS):
            yield "xof", [message, model.output(message, OUTPUT)]
        return
    for lengths in CUSTOMIZED:
        custom, message = (_counting(name, *each) for each in zip(("Z", "Msg"), lengths))
        yield "cxof", [custom, message, model.output(message, OUTPUT, custom)]
