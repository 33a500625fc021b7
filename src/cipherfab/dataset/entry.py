# SPDX-License-Identifier: Apache-2.0
"""What is known of a core in the data set: a line of JSON for each core. Nothing heavy is imported
here, so reading it is quick.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from importlib.resources import files
from pathlib import Path
from typing import Any, Self

import msgspec

from .. import given, outputs
from ..errors import CallError

FILE = "cores.jsonl"
"""The file beside this module."""

NOT_HERE = "not verified here"
"""What is said of a link of the chain of evidence that was not checked when the data set was made.
"""


@dataclass(frozen=True, kw_only=True)
class Run:
    """One implementation run: a core on a platform with a recipe, one period, one seed.

    Attributes:
        platform, recipe: names.
        period_ps: requested clock period in ps.
        seed: of the noise of synthesis; 0 is none.
        area_ge: cell area in GE; None on an FPGA.
        sequential_ge, wrapper_ge: the part of flip-flops, and that of the LWC pre- and
            post-processor; None if not told apart.
        luts: lookup tables; None for standard cells.
        flip_flops: count.
        delay_ns, fmax_mhz: longest path and the frequency that it allows; None where there is no
            timing. Of standard cells with the library's wire load.
        placed_delay_ns, placed_fmax_mhz: the same of the netlist after placement, with the wires
            between its cells; die_um2, wire_mm: the die, and the length of all wires. None if it
            was not placed.
        energies: by workload, pJ per bit with leakage at 10 MHz; empty if not measured.
        job: key of the run in the cache, a hash of all its inputs; the same on every machine.
    """

    platform: str
    recipe: str
    period_ps: int
    seed: int
    area_ge: float | None = None
    sequential_ge: float | None = None
    wrapper_ge: float | None = None
    luts: int | None = None
    flip_flops: int | None = None
    delay_ns: float | None = None
    fmax_mhz: float | None = None
    placed_delay_ns: float | None = None
    placed_fmax_mhz: float | None = None
    die_um2: float | None = None
    wire_mm: float | None = None
    energies: Mapping[str, float] = field(default_factory=dict)
    job: str = ""


@dataclass(frozen=True, kw_only=True)
class Entry:
    """All that the data set says of a core.

    Attributes:
        core: core name in its shortest form.
        algorithm, title, document_version: of the catalog.
        kind: ``aead``, ``hash``, ``perm``, ``bc`` or ``tbc``.
        operations: of ``encrypt``, ``decrypt``, ``hash`` and ``call`` (a bare permutation) those
            that the core has.
        bus: bits of a bus word; None for a bare primitive, which has no bus.
        design: SHA-256 of the RTL.
        workloads: by name (``enc/pt/64``), ``[bits, cycles]`` with a reused key.
        formulas: by operation, its cycles in words.
        constant_time: whether the cycles were the same with other keys and data.
        runs: implementations.
        verified: by link of the chain of evidence, ``passed`` (None: not checked) and ``detail``.
        seed: of the stimulus of link ``rtl``; None if that was not checked.
        versions: of the tools.
        cipherfab: version of the package; commit: of its repository, ``+`` behind it if the sources
            differed; empty if unknown. Where energy, a placement or a platform was added later,
            ``, energy``, ``, placed`` or ``, artix7`` and that commit follow.
    """

    core: str
    algorithm: str
    kind: str
    title: str
    document_version: str
    operations: Sequence[str]
    design: str
    bus: int | None = None
    workloads: Mapping[str, Sequence[int]] = field(default_factory=dict)
    formulas: Mapping[str, str] = field(default_factory=dict)
    constant_time: bool | None = None
    runs: Sequence[Run] = ()
    verified: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    seed: int | None = None
    versions: Mapping[str, str] = field(default_factory=dict)
    cipherfab: str = ""
    commit: str = ""

    def passed(self, link: str) -> bool | None:
        """What was found for a link of the chain of evidence; None if it was not checked."""
        return self.verified.get(link, {}).get("passed")

    def line(self) -> str:
        """The entry as a line of the file."""
        return (
            json.dumps(asdict(self), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
            + "\n"
        )

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> Self:
        """The inverse of `line`, from what JSON made of it.

        Raises:
            TypeError, ValueError, KeyError, msgspec.ValidationError: it is no entry.
        """
        # Called for its check of the types; a dataclass would take anything.
        msgspec.convert(content, cls)
        if not all(len(pair) == 2 for pair in content.get("workloads", {}).values()):
            raise ValueError("expected bits and cycles for each workload")
        return cls(**{**content, "runs": tuple(Run(**run) for run in content["runs"])})


FIELDS = tuple(one.name for one in fields(Entry))


def read(path: Path | None = None) -> list[Entry]:
    """The entries of a file, by default those that come with the package, in the order of their
    names.

    Raises:
        CallError: a line of it is no entry.
    """
    text = (
        given.text(path, "a data set", given.LIBRARY)
        if path
        else (files(__package__) / FILE).read_text(encoding="utf-8")
    )
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            # A damaged line may fail in any of the ways that are caught below.
            found.append(Entry.from_json(json.loads(line)))
        except (
            ValueError,
            TypeError,
            KeyError,
            AttributeError,
            RecursionError,
            msgspec.ValidationError,
        ) as error:
            raise CallError(
                f"{path or FILE}, line {number}: expected an entry of a data set: {error}."
            ) from None
    return sorted(found, key=lambda entry: entry.core)


def write(entries: Iterable[Entry], path: Path) -> None:
    """Write entries in the order of their names; the file is replaced as a whole."""
    with outputs.whole(path) as partial:
        partial.write_text(
            "".join(entry.line() for entry in sorted(entries, key=lambda entry: entry.core)),
            encoding="utf-8",
        )
