# SPDX-License-Identifier: Apache-2.0
"""Known-answer files in the format of NIST's `genkat`: regenerated from the model, parsed strictly,
compared.

Sources: ``genkat_aead.c`` and ``genkat_hash.c`` of the NIST LWC project. A file has records of
lines ``NAME = HEX``, each record ended by an empty line, bytes in upper-case hexadecimal. An AEAD's
file has 1,089 records, the plaintext from 0 to 32 bytes and within it the associated data from 0 to
32, all fields counting up from a first byte; with a secret message number there is a field ``Nsec``
behind the nonce. A hash's file has 1,025, messages of 0 to 1,024 bytes. A XOF's file is that of a
hash with 64 bytes of output; one with a customization has 1,089 records, the message from 0 to 32
bytes and within it the customization from 0 to 32. That of a keyed function is one of a hash with a
key, to its longest message.

A primitive's file starts with comments; its records are the published vectors, then all inputs
zero, all ones, counting bytes, single bits (in each input the bits 80 and 01 of the first and of
the last byte, the other inputs zero), then SHAKE128 of ``NAME.KIND/i/field`` for i = 0, 1, …; of
all these, the bits that an input has.
"""

import hashlib
from pathlib import Path

from ... import catalog
from ...catalog import Algorithm, Kind
from ...errors import CallError
from ...modes.model import XofModel
from ...primitives.primitive import SCHEDULE
from .kat_fields import Record, inputs_of, outputs_of
from .kat_file import formatted, parse
from .kat_records import evaluate, records


def regenerate(algorithm: str) -> bytes:
    """The whole official file of the algorithm with this catalog name, from its software model."""
    entry = catalog.find(algorithm)
    header = f"{entry.known_answers.header}\n" if entry.known_answers.header else ""
    return "".join([header, *map(formatted, records(algorithm))]).encode()


def check(algorithm: str) -> dict:
    """Compare the regenerated file's SHA-256 with the catalog's.

    Returns:
        ``algorithm``, ``passed``, ``records``, ``sha256`` (regenerated) and ``expected``.
    """
    entry = catalog.find(algorithm)
    # An algorithm with options has no official file; that of the one without options is compared.
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
    inputs = [fields[name] for name in inputs_of(entry)]
    return {**fields, **evaluate(entry, inputs)}


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
    # Files have no field for the schedule of rounds; their records are of the first one.
    rest = {SCHEDULE: 0} if SCHEDULE in entry.primitive.inputs else {}
    inputs = [{**rest, **_numbers(record, inputs_of(entry))} for record in found]
    return inputs, [_numbers(record, outputs_of(entry)) for record in found]


def _numbers(record: Record, names: dict[str, str]) -> dict[str, int]:
    # The first byte of a field is the most significant one of the number.
    return {name: int.from_bytes(record.fields[field], "big") for field, name in names.items()}
