# SPDX-License-Identifier: Apache-2.0
"""Typed messages of the LWC Hardware API. What words they mean on PDI, SDI and DO: see `streams`.

Source: J.-P. Kaps et al., "Hardware API for Lightweight Cryptography", version 1.2. Order of
segments and flags are those of GMU's generator: nonce, associated data, plaintext or ciphertext,
and for decryption the tag; *end of input* on the last segment that is not empty (the tag not
counted), *end of type* on the last segment of a type, *last* on the last segment of the message.
Segments of the output mirror those of the input, but for empty ones that do not end their type:
they leave nothing. A forged message is answered with segments of unverified plaintext, whose
content nobody compares, and the failure status. A core that keeps a message until it is whole
answers otherwise, see `design.LwcInterface`.

A message with an output of any length, an addition of ours (docs/reference/lwc.md), ends with
headers of type *length*, without data, which ask for output; the answer has a digest segment for
each.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from .. import catalog
from .protocol import Header


class Operation(StrEnum):
    """What a message asks for."""

    ENCRYPT = "encryption"
    DECRYPT = "decryption"
    HASH = "hash"
    OUTPUT = "output of any length"


KEYLESS = (Operation.HASH, Operation.OUTPUT)
"""What needs no key."""


@dataclass(frozen=True, kw_only=True)
class Message:
    """One message and its answer.

    Attributes:
        algorithm: catalog name.
        operation: what to do.
        data: plaintext, ciphertext (without tag) or message to hash.
        result: ciphertext (without tag), plaintext, digest or output; None for a decryption that
            must fail.
        tag: given (decryption) or expected (encryption).
        padded: the mark of padding of a mode that has one (`modes.model.AeadModel.marks_padding`).
        key: the key of the message, in use already or new.
        nonce, ad: as the algorithm has them; ``ad`` of a function with a customization is that.
        output_sizes: bytes of output that each header asks for, of which all but the last are whole
            blocks; None: all with one.
        new_key: the key is loaded and activated first; otherwise the one in use stays.
        earlier_keys: with a new key, those that are loaded and activated just before it, and not
            used.
        segment_blocks: at most this many blocks in a segment; None: as many as fit.
        ad_sizes, data_sizes: bytes of each segment of associated data and of data, which may be 0;
            None: as ``segment_blocks`` says. They add up to all bytes, and all but the last are
            whole blocks.
        note: where it comes from, for reports.
    """

    algorithm: str
    operation: Operation
    data: bytes
    result: bytes | None
    tag: bytes = b""
    padded: bool = False
    key: bytes = b""
    nonce: bytes = b""
    ad: bytes = b""
    new_key: bool = True
    earlier_keys: tuple[bytes, ...] = ()
    segment_blocks: int | None = None
    ad_sizes: tuple[int, ...] | None = None
    data_sizes: tuple[int, ...] | None = None
    output_sizes: tuple[int, ...] | None = None
    note: str = ""

    @property
    def title(self) -> str:
        """What the message is, in one line."""
        what = {
            Operation.ENCRYPT: "plaintext",
            Operation.DECRYPT: "ciphertext",
            Operation.HASH: "message",
            Operation.OUTPUT: "message",
        }[self.operation]
        facts = [f"{self.algorithm} {self.operation}", f"{what} {len(self.data)} bytes"]
        if self.operation == Operation.OUTPUT:
            facts.append(f"customization {len(self.ad)} bytes, output {len(self.result or b'')}")
        if self.operation not in KEYLESS:
            # In front of the text, as on the bus.
            facts[1:1] = [f"AD {len(self.ad)} bytes"]
            facts.append("new key" if self.new_key else "same key")
        if self.segment_blocks:
            facts.append(
                f"segments of {self.segment_blocks} block{'s' if self.segment_blocks > 1 else ''}"
            )
        asked = ("AD", self.ad_sizes), ("data", self.data_sizes), ("output", self.output_sizes)
        for what, sizes in asked:
            if sizes is not None:
                facts.append(f"{what} in segments of {' + '.join(map(str, sizes))}")
        return ", ".join([*facts, "must fail"] if self.result is None else facts) + (
            f" ({self.note})" if self.note else ""
        )


@dataclass(frozen=True, kw_only=True)
class Instruction:
    """An instruction word: 4 bits of opcode, the rest zero."""

    opcode: int


Part = Instruction | Header | bytes
"""What a message consists of before the width of the bus is known."""


@dataclass(frozen=True, kw_only=True)
class Violation:
    """Input that breaks the protocol. The answer must be exactly one failure status, whatever came
    before it.

    Attributes:
        title: what is wrong.
        pdi: what is sent.
        keys: the keys that are loaded for it.
        sdi: what SDI sends for it besides, as it is.
        promise: mark of the sentence in ``docs/reference/lwc.md`` that says what happens.
        mirrored: headers that come before the answer are those of the input, see `_mirrored`;
            False in a mode that announces segments of its own.
    """

    title: str
    pdi: tuple[Part, ...]
    keys: tuple[bytes, ...] = ()
    sdi: tuple[Part, ...] = ()
    promise: str = ""
    mirrored: bool = True


def encryption(
    algorithm: str, *, key: bytes, nonce: bytes, ad: bytes = b"", plaintext: bytes = b"", **options
) -> Message:
    """An encryption; ciphertext and tag come from the software model. ``options``: other fields of
    `Message`.
    """
    model = catalog.find(algorithm).model
    output = model.encrypt(key, nonce, ad, plaintext)
    # Where the tag stands in an output the mode knows: some have it in front.
    ciphertext, tag, padded = model.taken_apart(output, len(plaintext))
    return Message(
        algorithm=algorithm,
        operation=Operation.ENCRYPT,
        key=key,
        nonce=nonce,
        ad=ad,
        data=plaintext,
        result=ciphertext,
        tag=tag,
        padded=padded,
        **options,
    )


def decryption(
    algorithm: str,
    *,
    key: bytes,
    nonce: bytes,
    tag: bytes,
    ad: bytes = b"",
    ciphertext: bytes = b"",
    padded: bool = False,
    **options,
) -> Message:
    """A decryption; the software model says what comes out and whether the tag is right."""
    model = catalog.find(algorithm).model
    plaintext = model.decrypt(key, nonce, ad, model.put_together(ciphertext, tag, padded))
    return Message(
        algorithm=algorithm,
        operation=Operation.DECRYPT,
        key=key,
        nonce=nonce,
        ad=ad,
        data=ciphertext,
        tag=tag,
        padded=padded,
        result=plaintext,
        **options,
    )


def hashing(algorithm: str, *, message: bytes, **options) -> Message:
    """A hash; the digest comes from the software model."""
    return Message(
        algorithm=algorithm,
        operation=Operation.HASH,
        data=message,
        result=catalog.find(algorithm).model.digest(message),
        **options,
    )


def output(
    algorithm: str, *, message: bytes, size: int, customization: bytes = b"", **options
) -> Message:
    """An output of any length, from the software model."""
    # Only some models have an output of any length, which the catalog's type does not say.
    model: Any = catalog.find(algorithm).model
    return Message(
        algorithm=algorithm,
        operation=Operation.OUTPUT,
        data=message,
        ad=customization,
        result=model.output(message, size, customization),
        **options,
    )
