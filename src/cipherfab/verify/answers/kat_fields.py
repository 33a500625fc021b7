# SPDX-License-Identifier: Apache-2.0
"""The fields of a record in a known-answer file, by the kind of the algorithm; see `genkat`."""

from dataclasses import dataclass

from ...catalog import XOFS, Algorithm, Kind
from ...primitives.primitive import SCHEDULE

AEAD_FIELDS = ("Key", "Nonce", "PT", "AD", "CT")
HASH_FIELDS = ("Msg", "MD")
CXOF_FIELDS = ("Msg", "Z", "MD")
MAC_FIELDS = ("Key", "Msg", "Tag")


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


def expected_names(entry: Algorithm) -> list[str]:
    if entry.kind == Kind.AEAD:
        secret = ["Nsec"] if entry.known_answers.secret_bytes else []
        # A secret message number stands behind the nonce.
        return ["Count", *AEAD_FIELDS[:2], *secret, *AEAD_FIELDS[2:]]
    if entry.kind == Kind.CXOF:
        return ["Count", *CXOF_FIELDS]
    if entry.kind == Kind.MAC:
        return ["Count", *MAC_FIELDS]
    if entry.kind in (Kind.HASH, Kind.XOF):
        return ["Count", *HASH_FIELDS]
    return ["Count", "Source", *(name for name, _ in entry.known_answers.fields)]


def sizes(entry: Algorithm, values: dict[str, bytes]) -> dict[str, int]:
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
        # A XOF gives as many bytes as are asked for.
        return {}
    if entry.mac is not None:
        return {"Key": entry.mac.key_bytes, "Tag": entry.mac.output_bytes}
    return {
        **{
            field: whole_bytes(entry.primitive.inputs[name])
            for field, name in inputs_of(entry).items()
        },
        **{
            field: whole_bytes(entry.primitive.outputs[name])
            for field, name in outputs_of(entry).items()
        },
    }


def inputs_of(entry: Algorithm) -> dict[str, str]:
    """Field name to input name: the first fields of the file."""
    # The schedule of rounds is an input of the primitive, and no field of a file.
    count = sum(name != SCHEDULE for name in entry.primitive.inputs)
    return dict(entry.known_answers.fields[:count])


def outputs_of(entry: Algorithm) -> dict[str, str]:
    return dict(entry.known_answers.fields[len(inputs_of(entry)) :])


def whole_bytes(width: int) -> int:
    return -(-width // 8)
