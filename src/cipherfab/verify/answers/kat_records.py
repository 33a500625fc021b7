# SPDX-License-Identifier: Apache-2.0
"""The records of an official known-answer file, computed with the software model; see `genkat`."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice, product

from ... import catalog
from ...catalog import Algorithm, Kind
from ...modes.byte_strings import xor
from ...modes.model import AeadModel, XofModel
from ...primitives.primitive import software
from .kat_fields import CXOF_FIELDS, MAC_FIELDS, Record, inputs_of, outputs_of, whole_bytes

# As in NIST's `genkat`: 0 to 32 bytes of each field, and 0 to 1,024 of a hash message.
XOF_BYTES = 64
AEAD_LENGTHS = 33
HASH_LENGTHS = 1025


def records(algorithm: str) -> Iterator[Record]:
    """The records of the official file, computed with the software model."""
    entry = catalog.find(algorithm)
    if entry.base:
        return (_with_options(record, entry) for record in records(entry.base))
    made = {
        Kind.AEAD: _aead_records,
        Kind.HASH: _hash_records,
        Kind.XOF: _hash_records,
        Kind.CXOF: _cxof_records,
        Kind.MAC: _mac_records,
    }
    return made.get(entry.kind, _primitive_records)(entry)


def _counting(first: int, length: int) -> bytes:
    return bytes((first + index) & 0xFF for index in range(length))


def _aead_records(entry: Algorithm) -> Iterator[Record]:
    model, starts = entry.model, dict(entry.known_answers.starts)
    key = _counting(starts.get("Key", 0), model.key_bytes)
    nonce = _counting(starts.get("Nonce", 0), model.nonce_bytes)
    secret = _counting(0, entry.known_answers.secret_bytes)
    # The order of NIST's genkat: the associated data change fastest.
    lengths = product(_lengths(model.most_message_bytes), _lengths(model.most_ad_bytes))
    for index, (length, ad_length) in enumerate(lengths):
        plaintext = _counting(starts.get("PT", 0), length)
        ad = _counting(starts.get("AD", 0), ad_length)
        fields = {"Key": key, "Nonce": nonce, **({"Nsec": secret} if secret else {})}
        sealed = model.encrypt(key, nonce, ad, secret + plaintext)
        fields |= {"PT": plaintext, "AD": ad, "CT": sealed}
        yield Record(count=index + 1, fields=fields)


def _with_options(record: Record, entry: Algorithm) -> Record:
    """A record of the algorithm without options, as one with them has it: the tag is cut, and a
    masked nonce is the sum of the record's and of the second key, which counts on behind the first.
    """
    model, base, fields = entry.model, catalog.find(entry.base).model, record.fields
    assert isinstance(model, AeadModel) and isinstance(base, AeadModel)
    mask = _counting(base.key_bytes, model.key_bytes - base.key_bytes)
    return replace(
        record,
        fields={
            **fields,
            "Key": fields["Key"] + mask,
            "Nonce": xor(fields["Nonce"], mask) if mask else fields["Nonce"],
            "CT": fields["CT"][: model.sealed_bytes(len(fields["PT"]))],
        },
    )


def _lengths(most: int | None) -> range:
    """Of a field of an AEAD's file: from 0 to 32, or to what the algorithm takes."""
    return range(AEAD_LENGTHS if most is None else min(AEAD_LENGTHS, most + 1))


def _hash_records(entry: Algorithm) -> Iterator[Record]:
    # One state is carried on: a hash from the start for each of 1,025 lengths would be quadratic.
    state, message = entry.model.start(), b""
    first = dict(entry.known_answers.starts).get("Msg", 0)
    for length in range(HASH_LENGTHS):
        yield Record(count=length + 1, fields={"Msg": message, "MD": state.digest()})
        more = _counting(first + length, 1)
        state.update(more)
        message += more


def _mac_records(entry: Algorithm) -> Iterator[Record]:
    mac, first = entry.mac, dict(entry.known_answers.starts).get("Msg", 0)
    assert mac is not None
    most, key = mac.most_message_bytes, _counting(0, mac.key_bytes)
    for length in range(HASH_LENGTHS if most is None else most + 1):
        message = _counting(first, length)
        values = dict(zip(MAC_FIELDS, (key, message, mac.tag(key, message))))
        yield Record(count=length + 1, fields=values)


def _cxof_records(entry: Algorithm) -> Iterator[Record]:
    model, starts = entry.model, dict(entry.known_answers.starts)
    assert isinstance(model, XofModel)
    for index, (length, custom_length) in enumerate(product(range(AEAD_LENGTHS), repeat=2)):
        message = _counting(starts.get("Msg", 0), length)
        customization = _counting(starts.get("Z", 0), custom_length)
        output = model.output(message, XOF_BYTES, customization)
        values = dict(zip(CXOF_FIELDS, (message, customization, output)))
        yield Record(count=index + 1, fields=values)


def _primitive_records(entry: Algorithm) -> Iterator[Record]:
    sizes = [whole_bytes(entry.primitive.inputs[name]) for name in inputs_of(entry).values()]
    for count, (source, inputs) in enumerate(
        islice(_primitive_inputs(entry, sizes), entry.known_answers.records), 1
    ):
        # A width that is no whole bytes has fewer bits than its field: the rest are 0.
        inputs = [_cut(data, mask) for data, mask in zip(inputs, _masks(entry))]
        yield Record(
            count=count,
            source=source,
            fields={**dict(zip(inputs_of(entry), inputs)), **evaluate(entry, inputs)},
        )


def _primitive_inputs(entry: Algorithm, sizes: list[int]) -> Iterator[tuple[str, list[bytes]]]:
    """Source and inputs of each record, without end."""
    for source, inputs in entry.known_answers.published:
        yield source, [bytes.fromhex(data) for data in inputs]
    yield "zero", [bytes(size) for size in sizes]
    yield "ones", [b"\xff" * size for size in sizes]
    yield "incrementing", [_counting(0, size) for size in sizes]
    for chosen, size in enumerate(sizes):
        rest = bytes(size - 1)
        for single in (b"\x80" + rest, b"\x01" + rest, rest + b"\x80", rest + b"\x01"):
            yield (
                "single-bit",
                [single if index == chosen else bytes(other) for index, other in enumerate(sizes)],
            )
    stem, number = entry.known_answers.stem or entry.name, 0
    while True:
        seeds = [f"{stem}.{entry.kind}/{number}/{index}".encode() for index in range(len(sizes))]
        yield "shake128", [hashlib.shake_128(seed).digest(size) for seed, size in zip(seeds, sizes)]
        number += 1


def evaluate(entry: Algorithm, inputs: Iterable[bytes]) -> dict[str, bytes]:
    """The output fields: values are numbers, most significant byte first."""
    values = dict(zip(inputs_of(entry).values(), (int.from_bytes(data, "big") for data in inputs)))
    # An input without a field, the schedule of rounds, is 0: the first one.
    outputs = software(entry.primitive)(*(values.get(name, 0) for name in entry.primitive.inputs))
    results = dict(zip(entry.primitive.outputs, outputs))
    return {
        field: results[name].to_bytes(whole_bytes(entry.primitive.outputs[name]), "big")
        for field, name in outputs_of(entry).items()
    }


def _masks(entry: Algorithm) -> list[int]:
    """The bits that each input may have."""
    if entry.known_answers.mask:
        return [int(entry.known_answers.mask, 16)]
    return [(1 << entry.primitive.inputs[name]) - 1 for name in inputs_of(entry).values()]


def _cut(data: bytes, mask: int) -> bytes:
    return (int.from_bytes(data, "big") & mask).to_bytes(len(data), "big")
