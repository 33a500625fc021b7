# SPDX-License-Identifier: Apache-2.0
"""What a section ``[streams]`` means, checked: a core that takes key and data word by word, each
with its type, and gives words back, as LWC's CryptoCore and ascon-verilog do. `streams_table` is
the section as it is written, `streambus` puts the bus around the core.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..catalog import find
from ..design import LwcInterface
from ..errors import CallError
from ..identifiers import identifier
from ..lwc.protocol import WIDE, WIDTHS, Segment
from . import algorithms
from .keys import check_keys
from .streams_table import CODES, AuthPorts, StreamsTable
from .values import ORDERS

TYPES = {
    "nonce": Segment.NONCE,
    "ad": Segment.AD,
    "plaintext": Segment.PLAINTEXT,
    "ciphertext": Segment.CIPHERTEXT,
    "hash_message": Segment.HASH_MESSAGE,
    "tag": Segment.TAG,
}
"""Kinds of input words, and the number of each on the port ``input.type`` where nothing is said."""

TEXTS = ("plaintext", "ciphertext", "hash_message")
"""Those that ``types.message`` stands for."""

OF_DECRYPTIONS = ("ciphertext", "tag")
"""Those that a core that only encrypts does not get."""

STARTS = ("start", "word")
"""How a core hears of a hash of nothing: with the start, or by a word without bytes."""


@dataclass(frozen=True, kw_only=True)
class Streams:
    """A checked section.

    Attributes:
        aead: catalog name.
        hash: catalog name of its hash function, or None.
        xofs: those of its functions with an output of any length: without and with a customization
            string, or none.
        table: the ports, as written; every name is an identifier.
        types: number on ``input.type`` of each of `TYPES` that the core may get.
        empty_word: a hash of nothing is one word without bytes; else it is said with the start.
    """

    aead: str
    hash: str | None
    xofs: tuple[str, ...]
    table: StreamsTable
    types: Mapping[str, int]
    empty_word: bool

    @property
    def byte_orders(self) -> dict[str, str]:
        """Of the words of ``key``, ``input``, ``output`` and ``tag``, ``big`` or ``little``."""
        table = self.table
        return {
            "key": table.key.byte_order,
            "input": table.input.byte_order,
            "output": table.output.byte_order,
            "tag": table.output.tag_byte_order or table.output.byte_order,
        }

    @property
    def codes(self) -> list[int]:
        """The numbers that the port of the mode may have."""
        mode = self.table.mode
        told = [getattr(mode, name) for name in CODES] if mode else []
        return [code for code in told if code is not None]

    def interface(self, width: int) -> LwcInterface:
        """The bus around it, for words of ``width`` bits."""
        return LwcInterface(
            width=self.bus_width(width),
            sdi_width=self.bus_width(width),
            aead=self.aead,
            hash=self.hash,
            xofs=self.xofs,
            decrypts=self.table.aead.decrypts,
        )

    def bus_width(self, width: int) -> int:
        """Bits of the bus around a core whose words have ``width`` bits."""
        # The API has no wider bus than 32 bits; those are ours, and have to be asked for.
        return width if self.table.wide_bus else min(width, max(WIDTHS))


def streams_of(table: StreamsTable, place: str) -> Streams:
    """The section, checked.

    Raises:
        CallError: an algorithm is unknown, a name is no identifier, or a value is wrong or missing.
    """
    for name in (*_names(table), *table.constants):
        identifier(name, place)
    _check_values(table, place)
    _check_parts(table, place)
    return Streams(
        aead=algorithms.aead(table.aead.algorithm),
        hash=algorithms.hash_function(table.hash.algorithm) if table.hash else None,
        xofs=_xofs(table, place),
        table=table,
        types=_types(table, f"{place} types"),
        # A core without a mode hears of no start, so only a word can tell it of a hash of nothing.
        empty_word=(table.empty_hash or STARTS[table.mode is None]) == "word",
    )


def _names(table: StreamsTable) -> list[str]:
    """All names of ports but those of constants."""
    found = [table.decrypt, table.hashing, table.mode and table.mode.port]
    for ports in filter(None, (table.key, table.input, table.output, table.auth)):
        found += [
            getattr(ports, field)
            for field in ports.__struct_fields__
            if field not in ("late", "byte_order", "tag_byte_order")
        ]
    return [name for name in found if name is not None]


def _check_values(table: StreamsTable, place: str) -> None:
    """Raises `CallError` for a byte order or a number that cannot be."""
    for key, value in (
        ("key", table.key.byte_order),
        ("input", table.input.byte_order),
        ("output", table.output.byte_order),
        ("output", table.output.tag_byte_order),
    ):
        if value not in (*ORDERS, None):
            raise CallError(
                f"{place} {key}: expected byte_order {' or '.join(ORDERS)}, got {value}"
            )
    if table.empty_hash not in (*STARTS, None):
        raise CallError(
            f"{place}: expected empty_hash {' or '.join(STARTS)}, got {table.empty_hash}"
        )
    mode = table.mode
    codes = [getattr(mode, name) or 0 for name in CODES] if mode else []
    for number in (*codes, *table.types.values(), *table.constants.values()):
        if number < 0:
            raise CallError(f"{place}: expected non-negative integers, got {number}")


def _check_parts(table: StreamsTable, place: str) -> None:
    """Raises `CallError` for what is missing beside something else."""
    if table.input.valid is None and table.input.bytes is None:
        raise CallError(f"{place} input: expected 'valid' or 'bytes' (ports)")
    if table.output.late and table.output.bytes is None:
        raise CallError(
            f"{place} output: a core with late = true needs 'bytes', a port with the "
            f"valid bytes of a word"
        )
    mode = table.mode
    _check_decryption(table, place)
    if table.hash and (mode is None or mode.hash is None) and table.hashing is None:
        raise CallError(
            f"{place}: a core with hash.algorithm needs mode.hash or 'hashing' (a port)"
        )
    if mode is None and table.empty_hash == "start":
        raise CallError(f"{place}: empty_hash = \"start\" needs 'mode', which starts a message")


def _xofs(table: StreamsTable, place: str) -> tuple[str, ...]:
    """The functions with an output of any length; raises `CallError` unless there are both, and
    what they need.
    """
    xof, cxof, mode = table.xof, table.cxof, table.mode
    if xof is None and cxof is None:
        return ()
    codes = (mode.hash, mode.xof, mode.cxof) if mode else (None,)
    if xof is None or cxof is None or None in (table.hash, table.output.last, *codes):
        raise CallError(
            f"{place}: outputs of any length need hash.algorithm, xof.algorithm, cxof.algorithm, "
            f"mode.hash, mode.xof, mode.cxof and output.last (a port), which ends an output"
        )
    return algorithms.xof(xof.algorithm), algorithms.cxof(cxof.algorithm)


def _check_decryption(table: StreamsTable, place: str) -> None:
    """Raises `CallError` unless what a decryption needs is there, or, of a core that only encrypts,
    none of it.
    """
    mode = table.mode
    told = {"auth": table.auth, "decrypt": table.decrypt, "mode.decrypt": mode and mode.decrypt}
    there = [name for name, value in told.items() if value is not None]
    if not table.aead.decrypts:
        if there:
            raise CallError(
                f"{place}: aead.decrypts = false is said, of a core that only "
                f"encrypts, and {', '.join(there)} of a decryption. Leave that out (an "
                f"input of the core that is left gets its value in constants), or "
                f"aead.decrypts."
            )
        return
    only = "of a core that only encrypts say aead.decrypts = false"
    if table.auth is None:
        raise CallError(
            f"{place}: expected 'auth' (a table of ports), which tells whether a tag "
            f"was right; {only}"
        )
    if not {"decrypt", "mode.decrypt"} & set(there):
        raise CallError(
            f"{place}: expected mode.decrypt (a number) or 'decrypt' (a port), which "
            f"tell a decryption; {only}"
        )


def _types(table: StreamsTable, place: str) -> dict[str, int]:
    """Those that the core may get, with their numbers."""
    given = table.types
    check_keys(given, (*TYPES, "message"), place)
    texts = {name: given["message"] for name in TEXTS} if "message" in given else {}
    left = set() if table.aead.decrypts else set(OF_DECRYPTIONS)
    return {
        name: int(number)
        # What names one kind of text wins over what stands for all of them.
        for name, number in {
            **TYPES,
            **texts,
            **{k: v for k, v in given.items() if k in TYPES},
        }.items()
        if name not in left
    }


NO_AUTH = AuthPorts(data="", valid="")
"""Of a core that only encrypts."""

Wanted = list[tuple[str, str, int]]
"""Ports that a section needs: name, direction, bits."""


def wanted_ports(streams: Streams, ports: Mapping[str, tuple[str, int]], place: str) -> Wanted:
    """What the top must have, at the width of its input words.

    Args:
        ports: direction and bits of each port of the top, by name.

    Raises:
        CallError: the words have no width of the bus, or a number does not fit its port.
    """
    table = streams.table
    width = ports.get(table.input.data, ("", 0))[1]
    if table.input.data in ports and width not in (*WIDTHS, *WIDE):
        raise CallError(
            f"{place}: expected '{table.input.data}' with 8, 16, 32, 64 or 128 bits, it has {width}"
        )
    if width in WIDE:
        _check_wide(streams, width // 8, place)
    fixed = [*table.constants.items()]
    if table.mode:
        fixed += [(table.mode.port, code) for code in streams.codes]
    if table.input.type:
        fixed += [(table.input.type, number) for number in streams.types.values()]
    for name, value in fixed:
        # What is left of the value above the bits of its port.
        if name in ports and value >> ports[name][1]:
            raise CallError(f"{place}: {value} does not fit the {ports[name][1]} bits of '{name}'")
    return [
        (name, direction, bits if bits is not None else ports.get(name, ("", 0))[1])
        for name, direction, bits in _all_ports(table, width)
        # What the section does not name is None here, and empty in NO_AUTH.
        if name
    ]


def _check_wide(streams: Streams, step: int, place: str) -> None:
    """Raises `CallError` where a word of ``step`` bytes would hold parts of two things."""
    aead = find(streams.aead).model
    sizes = {"key": aead.key_bytes, "tag": aead.tag_bytes, "block": aead.block_bytes}
    if streams.hash:
        sizes["digest"] = find(streams.hash).model.digest_bytes
    # A function without an end has its blocks on the bus, and no digest of one size.
    sizes |= {f"block of {name}": find(name).model.block_bytes for name in streams.xofs}
    for name, size in sizes.items():
        if size % step:
            raise CallError(
                f"{place}: expected words of at most 32 bits, or of which the {name} of {size} "
                f"bytes is a multiple; they have {8 * step}"
            )


def _all_ports(table: StreamsTable, width: int) -> list[tuple[str | None, str, int | None]]:
    """Every port that the table names: direction, and bits, None for any."""
    key, given, out, auth = table.key, table.input, table.output, table.auth or NO_AUTH
    inputs: dict[str | None, Any] = {
        key.data: width, key.valid: 1, key.update: 1, given.data: width, given.valid: 1,
        given.bytes: width // 8, given.size: None, given.padding: width // 8, given.type: None,
        given.end_of_type: 1, given.end_of_input: 1, out.ready: 1, out.last: 1, auth.ready: 1,
        table.decrypt: 1, table.hashing: 1, table.mode.port if table.mode else None: None,
        **dict.fromkeys(table.constants)}  # fmt: skip
    outputs = {
        key.ready: 1,
        given.ready: 1,
        out.data: width,
        out.valid: 1,
        out.bytes: width // 8,
        auth.data: 1,
        auth.valid: 1,
    }
    return [
        *((name, "input", bits) for name, bits in inputs.items()),
        *((name, "output", bits) for name, bits in outputs.items()),
    ]
