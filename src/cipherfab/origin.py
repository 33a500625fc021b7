# SPDX-License-Identifier: Apache-2.0
"""Where a core of others comes from, how it was read, and what its reader noticed."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from .identifiers import identifier

LOOP = "a possible combinational loop through"
"""How a note of `ThirdParty` about one begins; the signals follow."""

UNCLOCKED = "no registers: its delay is that of a path, without registers at its ends"
"""The note of `ThirdParty` on a core without a clock."""

ENCRYPTS = "encrypts only: decryption was not looked at"
"""The note of `ThirdParty` on an AEAD without decryption."""

ASSERTS = "assertions of its own:"
"""How a note of `ThirdParty` on those of Verilog begins; the places follow."""

BRANCH = "verified is only what is read as for synthesis"
HOLLOW = "modules without anything in them"
UNDRIVEN = "wires without a driver:"
OPEN_VALUES = "'z', and what is compared with 'x', is undefined here:"
LATE = "read as gates, where a simulator waits for other signals to change:"
RACED = "set by '=' at a clock's edge and read elsewhere, where a simulator may take either value:"
EARLY = "read as gates, where a simulator takes the value before, for it is set further down:"
PROMISED = "taken for all cases, as 'unique' or 'priority' says, where a simulator keeps a value:"
NOT_NATIVE = "GHDL's own simulation of the VHDL sources is left out:"
"""How the note of `ThirdParty` begins on a core that GHDL does not simulate; the reason follows."""

ZEROED = "no simulation of the sources shows whether GHDL 2.0.0 makes zeros of"
"""How a note of `ThirdParty` begins on constants of VHDL (ghdl/ghdl#2011); the literals follow."""

REMARKS = (
    LOOP,
    ZEROED,
    BRANCH,
    HOLLOW,
    UNDRIVEN,
    OPEN_VALUES,
    LATE,
    RACED,
    EARLY,
    PROMISED,
    UNCLOCKED,
    NOT_NATIVE,
    ENCRYPTS,
)
"""How notes of `ThirdParty` begin that belong to a verdict; the places follow."""

ORIGIN = ("author", "licence", "url", "language", "source_hash", "reader")
"""What a row says of the origin of a core of others: fields of `ThirdParty`."""


@dataclass(frozen=True, kw_only=True)
class ThirdParty:
    """Where a core of others comes from and how it was read.

    Attributes:
        author, licence, url, description: as its description file says; empty where it says
            nothing.
        language: ``Verilog``, ``SystemVerilog``, ``VHDL``, or ``VHDL and`` one of the others.
        source_hash: SHA-256 over the files that it was read from (names, in order, and bytes).
        reader: tool and version that read them.
        parameters: parameters or generics that were set.
        notes: what the reader noticed: a width that differs from the description, a key it does not
            know.
        vhdl: for a VHDL core, the text of its files by name, in the order of analysis: what GHDL
            simulates natively.
        vhdl_top: for a VHDL core, its own top entity.
        vhdl_standard: for a VHDL core, as GHDL's ``--std`` takes it (``08``, ``93c``).
        vhdl_synopsys: for a VHDL core, with the non-standard packages of Synopsys.
        vhdl_ports: for a VHDL core, how ports that are no ``std_logic`` or ``std_logic_vector`` are
            associated with signals that are, ``{}`` for the signal.
        vhdl_types: functions in VHDL that these use.
        vhdl_libraries: for a VHDL core, of its files that are in a library of another name than
            ``work``, that name.
        vhdl_library: for a VHDL core, the library of its top.
    """

    author: str = ""
    licence: str = ""
    url: str = ""
    description: str = ""
    language: str = ""
    source_hash: str = ""
    reader: str = ""
    parameters: Mapping[str, str | int | bool] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    vhdl: Mapping[str, str] = field(default_factory=dict)
    vhdl_top: str = ""
    vhdl_standard: str = "08"
    vhdl_synopsys: bool = False
    vhdl_ports: Mapping[str, str] = field(default_factory=dict)
    vhdl_types: str = ""
    vhdl_libraries: Mapping[str, str] = field(default_factory=dict)
    vhdl_library: str = "work"

    def __post_init__(self):
        for name in filter(
            None,
            (self.vhdl_top, self.vhdl_library, *self.parameters, *self.vhdl_libraries.values()),
        ):
            identifier(name, "top, library or parameter")

    @property
    def origin(self) -> dict[str, str]:
        """What a row says of it: the fields `ORIGIN`."""
        return {name: getattr(self, name) for name in ORIGIN}

    @property
    def asserts(self) -> str | None:
        """Where a Verilog core has assertions; None if it has none."""
        return next(
            (note.removeprefix(ASSERTS).strip() for note in self.notes if note.startswith(ASSERTS)),
            None,
        )

    @property
    def vhdl_files(self) -> dict[str, str]:
        """For a VHDL core, its files in the order of analysis, each with its library."""
        return {name: self.vhdl_libraries.get(name, "work") for name in self.vhdl}

    @property
    def remarks(self) -> tuple[str, ...]:
        """The notes that belong to a verdict."""
        return tuple(note for note in self.notes if note.startswith(REMARKS))

    @classmethod
    def from_json(cls, data: Mapping) -> "ThirdParty":
        """The inverse of ``dataclasses.asdict``."""
        return cls(**{**data, "notes": tuple(data.get("notes", ()))})
