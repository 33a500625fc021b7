# SPDX-License-Identifier: Apache-2.0
"""Known-answer files in the format of NIST's `genkat`: regenerated from the model, parsed strictly,
compared.

Sources: ``genkat_aead.c`` and ``genkat_hash.c`` of the NIST LWC project. A file has records of
lines ``NAME = HEX``, each record ended by an empty line, bytes in upper-case hexadecimal. An AEAD's
file has 1,089 records, the plaintext from 0 to 32 bytes and within it the associated data from 0 to
32, all fields counting up from a first byte; with a secret message number there is a field ``Nsec``
behind the nonce. A hash's file has 1,025, messages of 0 to 1,024 bytes.
A XOF's file is that of a hash with 64 bytes of output; one with a customization has 1,089 records,
the message from 0 to 32 bytes and within it the customization from 0 to 32. That of a keyed
function is one of a hash with a key, to its longest message.

A primitive's file starts with comments; its records are the published vectors, then all inputs
zero, all ones, counting bytes, single bits (in each input the bits 80 and 01 of the first and of
the last byte, the other inputs zero), then SHAKE128 of ``NAME.KIND/i/field`` for i = 0, 1, …; of
all these, the bits that an input has.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice, product
from pathlib import Path

from ... import catalog, given
from ...catalog import XOFS, Algorithm, Kind
from ...errors import CallError
from ...modes.byte_strings import xor
from ...modes.model import AeadModel, XofModel
from ...primitives.primitive import SCHEDULE, software

AEAD_FIELDS = ("Key", "Nonce", "PT", "AD", "CT")
HASH_FIELDS = ("Msg", "MD")
CXOF_FIELDS = ("Msg", "Z", "MD")
MAC_FIELDS = ("Key", "Msg", "Tag")
XOF_BYTES = 64
AEAD_LENGTHS = 33
HASH_LENGTHS = 1025


@dataclass(frozen=True, kw_only=True)
class Record:
    """One record of a file.

    Attributes:
        count: its number, from the line ``Count``.
        fields: bytes by field name, in the file's order.
        source: of a primitive's record, where its inputs come from; else empty.
        line: number of its first line in a parsed file, else 0.
    """

    count: int
    fields: dict[str, bytes]
    source: str = ""
    line: int = 0

    @property
    def message(self) -> bytes:
        """Of an AEAD's record: the plaintext, behind the secret message number if there is one."""
        return self.fields.get("Nsec", b"") + self.fields["PT"]


def regenerate(algorithm: str) -> bytes:
    """The whole official file of the algorithm with this catalog name, from its software model."""
    entry = catalog.find(algorithm)
    header = f"{entry.known_answers.header}\n" if entry.known_answers.header else ""
    return "".join([header, *map(_format, records(algorithm))]).encode()


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


def check(algorithm: str) -> dict:
    """Compare the regenerated file's SHA-256 with the catalog's.

    Returns:
        ``algorithm``, ``passed``, ``records``, ``sha256`` (regenerated) and ``expected``.
    """
    entry = catalog.find(algorithm)
    data, expected = regenerate(entry.base or algorithm), entry.known_answers.sha256
    found = hashlib.sha256(data).hexdigest()
    return {
        "algorithm": algorithm,
        "passed": found == expected,
        "records": data.count(b"Count = "),
        "sha256": found,
        "expected": expected,
    }


def check_file(algorithm: str, path: Path) -> dict:
    """Compare the software model with a file of the algorithm's kind: any lengths, keys and nonces.

    Returns:
        ``algorithm``, ``passed``, ``records`` (compared), and ``mismatch``: None or a sentence with
        count, line, field and both values.

    Raises:
        CallError: the file is missing, malformed, or of another kind or other lengths than the
            algorithm has.
    """
    entry, number = catalog.find(algorithm), 0
    for number, record in enumerate(parse(path, algorithm), 1):
        computed = recompute(entry, record)
        for name, expected in record.fields.items():
            if computed[name] != expected:
                mismatch = (
                    f"{path}, line {record.line}, Count = {record.count}, {name}: the file "
                    f"has {expected.hex().upper()}, "
                    f"the model gives {computed[name].hex().upper()}"
                )
                return {
                    "algorithm": algorithm,
                    "passed": False,
                    "records": number,
                    "mismatch": mismatch,
                }
    return {"algorithm": algorithm, "passed": True, "records": number, "mismatch": None}


def recompute(entry: Algorithm, record: Record) -> dict[str, bytes]:
    """The fields of ``record`` with its outputs computed by the model."""
    fields = record.fields
    if entry.kind == Kind.AEAD:
        given = (fields["Key"], fields["Nonce"], fields["AD"], record.message)
        sealed = entry.model.encrypt(*given)
        return {**fields, "CT": sealed}
    if entry.kind == Kind.HASH:
        return {**fields, "MD": entry.model.digest(fields["Msg"])}
    if isinstance(entry.model, XofModel):
        output = entry.model.output(fields["Msg"], len(fields["MD"]), fields.get("Z", b""))
        return {**fields, "MD": output}
    if entry.mac is not None:
        tag = entry.mac.tag(fields["Key"], fields["Msg"], len(fields["Tag"]))
        return {**fields, "Tag": tag}
    inputs = [fields[name] for name in _inputs(entry)]
    return {**fields, **_evaluate(entry, inputs)}


def parse(path: Path, algorithm: str) -> list[Record]:
    """Read a file in the algorithm's format.

    Raises:
        CallError: the file is missing or empty, or a line is not what the format asks for there;
            with file and line number.
    """
    entry = catalog.find(algorithm)
    lines = given.text(path, "a readable known-answer file").splitlines()
    numbered = [
        (number, line.strip())
        for number, line in enumerate(lines, 1)
        if line.strip() and not line.startswith("#")
    ]
    names = _expected_names(entry)
    if not any(line.startswith("Source") for _, line in numbered):
        names = [name for name in names if name != "Source"]  # a note, and no value
    found = [
        _record(path, entry, names, numbered[start : start + len(names)], len(lines))
        for start in range(0, len(numbered), len(names))
    ]
    if not found:
        raise CallError(f"{path}: expected records of {', '.join(names)}, found none")
    return found


def calls(
    algorithm: str, path: Path | None = None
) -> tuple[list[dict[str, int]], list[dict[str, int]]]:
    """The records of a primitive's official file, or of the file ``path``, as numbers for a bare
    design.

    Returns:
        For each record the inputs and the outputs of the primitive, by name; with several round
        counts, the first.

    Raises:
        CallError: the algorithm is no primitive, or the file is missing or malformed.
    """
    entry = catalog.find(algorithm)
    if entry.primitive is None:
        raise CallError(
            f"{algorithm}: expected a permutation or block cipher, it is an algorithm "
            f"of kind '{entry.kind}'"
        )
    found = parse(path, algorithm) if path else list(records(algorithm))
    rest = {SCHEDULE: 0} if SCHEDULE in entry.primitive.inputs else {}
    inputs = [{**rest, **_numbers(record, _inputs(entry))} for record in found]
    return inputs, [_numbers(record, _outputs(entry)) for record in found]


def _numbers(record: Record, names: dict[str, str]) -> dict[str, int]:
    return {name: int.from_bytes(record.fields[field], "big") for field, name in names.items()}


def _expected_names(entry: Algorithm) -> list[str]:
    if entry.kind == Kind.AEAD:
        secret = ["Nsec"] if entry.known_answers.secret_bytes else []
        return ["Count", *AEAD_FIELDS[:2], *secret, *AEAD_FIELDS[2:]]
    if entry.kind == Kind.CXOF:
        return ["Count", *CXOF_FIELDS]
    if entry.kind == Kind.MAC:
        return ["Count", *MAC_FIELDS]
    if entry.kind in (Kind.HASH, Kind.XOF):
        return ["Count", *HASH_FIELDS]
    return ["Count", "Source", *(name for name, _ in entry.known_answers.fields)]


def _record(
    path: Path, entry: Algorithm, names: list[str], lines: list[tuple[int, str]], end: int
) -> Record:
    values = {}
    for name, (number, line) in zip(names, lines):
        found, separator, value = (part.strip() for part in line.partition("="))
        if found != name or not separator:
            raise CallError(
                f"{path}, line {number}: expected '{name} = ', got '{line[:40]}'. A "
                f"record of {entry.name} has the lines {', '.join(names)}; `cipherfab "
                f"kat {entry.name}` prints some."
            )
        values[name] = value if name == "Source" else _value(path, number, name, value)
    if len(lines) < len(names):
        raise CallError(
            f"{path}, line {end}: expected '{names[len(lines)]} = ', found the end of the file"
        )
    record = Record(
        count=values.pop("Count"), source=values.pop("Source", ""), fields=values, line=lines[0][0]
    )
    for name, size in _sizes(entry, values).items():
        if len(values[name]) != size:
            number = lines[names.index(name)][0]
            raise CallError(
                f"{path}, line {number}: expected {size} bytes of {name} for "
                f"{entry.name}, got {len(values[name])}"
            )
    return record


def _value(path: Path, number: int, name: str, value: str) -> int | bytes:
    if name == "Count":
        if not (value.isascii() and value.isdecimal() and len(value) < 20):
            raise CallError(
                f"{path}, line {number}: expected a decimal number after 'Count = ', "
                f"got '{value[:40]}'"
            )
        return int(value)
    wrong = next((digit for digit in value if digit not in "0123456789abcdefABCDEF"), None)
    if wrong or len(value) % 2:
        what = f"'{wrong}'" if wrong else f"{len(value)} digits"
        raise CallError(
            f"{path}, line {number}: expected bytes in hexadecimal after '{name} = ', got {what}"
        )
    return bytes.fromhex(value)


def _sizes(entry: Algorithm, values: dict[str, bytes]) -> dict[str, int]:
    """Bytes of each field whose length is not free."""
    model = entry.model
    if entry.kind == Kind.AEAD:
        return {
            "Key": model.key_bytes,
            "Nonce": model.nonce_bytes,
            "CT": model.sealed_bytes(len(values["PT"]) + entry.known_answers.secret_bytes),
        }
    if entry.kind == Kind.HASH:
        return {"MD": model.digest_bytes}
    if entry.kind in XOFS:
        return {}
    if entry.mac is not None:
        return {"Key": entry.mac.key_bytes, "Tag": entry.mac.output_bytes}
    return {
        **{field: _bytes(entry.primitive.inputs[name]) for field, name in _inputs(entry).items()},
        **{field: _bytes(entry.primitive.outputs[name]) for field, name in _outputs(entry).items()},
    }


def _format(record: Record) -> str:
    source = f"Source = {record.source}\n" if record.source else ""
    fields = "".join(f"{name} = {data.hex().upper()}\n" for name, data in record.fields.items())
    return f"Count = {record.count}\n{source}{fields}\n"


def _counting(first: int, length: int) -> bytes:
    return bytes((first + index) & 0xFF for index in range(length))


def _aead_records(entry: Algorithm) -> Iterator[Record]:
    model, starts = entry.model, dict(entry.known_answers.starts)
    key = _counting(starts.get("Key", 0), model.key_bytes)
    nonce = _counting(starts.get("Nonce", 0), model.nonce_bytes)
    secret = _counting(0, entry.known_answers.secret_bytes)
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
    sizes = [_bytes(entry.primitive.inputs[name]) for name in _inputs(entry).values()]
    for count, (source, inputs) in enumerate(
        islice(_primitive_inputs(entry, sizes), entry.known_answers.records), 1
    ):
        inputs = [_cut(data, mask) for data, mask in zip(inputs, _masks(entry))]
        yield Record(
            count=count,
            source=source,
            fields={**dict(zip(_inputs(entry), inputs)), **_evaluate(entry, inputs)},
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


def _inputs(entry: Algorithm) -> dict[str, str]:
    """Field name to input name: the first fields of the file."""
    count = sum(name != SCHEDULE for name in entry.primitive.inputs)
    return dict(entry.known_answers.fields[:count])


def _outputs(entry: Algorithm) -> dict[str, str]:
    return dict(entry.known_answers.fields[len(_inputs(entry)) :])


def _evaluate(entry: Algorithm, inputs: Iterable[bytes]) -> dict[str, bytes]:
    """The output fields: values are numbers, most significant byte first."""
    values = dict(zip(_inputs(entry).values(), (int.from_bytes(data, "big") for data in inputs)))
    outputs = software(entry.primitive)(*(values.get(name, 0) for name in entry.primitive.inputs))
    results = dict(zip(entry.primitive.outputs, outputs))
    return {
        field: results[name].to_bytes(_bytes(entry.primitive.outputs[name]), "big")
        for field, name in _outputs(entry).items()
    }


def _bytes(width: int) -> int:
    return -(-width // 8)


def _masks(entry: Algorithm) -> list[int]:
    """The bits that each input may have."""
    if entry.known_answers.mask:
        return [int(entry.known_answers.mask, 16)]
    return [(1 << entry.primitive.inputs[name]) - 1 for name in _inputs(entry).values()]


def _cut(data: bytes, mask: int) -> bytes:
    return (int.from_bytes(data, "big") & mask).to_bytes(len(data), "big")
