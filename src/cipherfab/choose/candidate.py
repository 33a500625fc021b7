# SPDX-License-Identifier: Apache-2.0
"""A core on a platform with a recipe, as far as a request asks for it; where candidates come
from."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..dataset.entry import Entry
from ..results.home import Home
from ..results.records import MESSAGES, OF_NETLIST, alone_by
from ..verify.finding import by_link

if TYPE_CHECKING:
    from ..bench.row import Row

OPERATIONS = {"enc": "encrypt", "dec": "decrypt", "hash": "hash", "call": "call"}
"""What a workload's first word says that a core can do."""

PROTECTIONS = {"masked": "masked=", "redundant": "redundant="}
"""What the name of a core says that it is protected with."""

RTL = ("model", "rtl")
"""Links of the chain of evidence up to the RTL."""

DATA_SET, STORE = "data set", "store"

STANDARDS = {"nist": ("SP 800-", "FIPS ")}
"""By the name that a request has for who made a standard, how the version of a document begins that
the catalog knows it by.
"""


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """One implementation of a core.

    Attributes:
        core, platform, recipe: names.
        kind: ``aead``, ``hash`` or ``primitive``: what is on its ports; empty of what is no core,
            such as a block of a study, which has no registers.
        source: `DATA_SET` or `STORE`.
        operations: of `OPERATIONS`, and of `PROTECTIONS`.
        area_ge, luts, fmax_mhz: None if not measured.
        placed_fmax_mhz: of the netlist after placement, with its wires; None if it was not placed.
        energies: pJ per bit by workload; empty if not measured.
        bits_per_cycle: by workload (``enc/pt/64``), with a reused key.
        checked: by link of the chain of evidence whether it passed; of a link that was not checked
            nothing.
        wrong: something that was found against it, in words; empty if there is nothing.
        version: of the algorithm's document, as the catalog has it; empty of what is not in it.
        period_ps: requested period. seeds: of the runs behind the numbers.
        design: SHA-256 of the RTL that was measured; empty if it is not known.
    """

    core: str
    platform: str
    recipe: str
    kind: str
    source: str
    operations: frozenset[str]
    area_ge: float | None = None
    luts: float | None = None
    fmax_mhz: float | None = None
    placed_fmax_mhz: float | None = None
    bits_per_cycle: Mapping[str, float] = field(default_factory=dict)
    energies: Mapping[str, float] = field(default_factory=dict)
    checked: Mapping[str, bool] = field(default_factory=dict)
    wrong: str = ""
    version: str = ""
    period_ps: int | None = None
    seeds: Sequence[int] = ()
    design: str = ""

    @property
    def algorithm(self) -> str:
        """The first word of its name."""
        return self.core.partition("/")[0]

    @property
    def verified(self) -> bool | None:
        """Whether the model made its known answers and they passed on its RTL, and nothing failed;
        None if they were not played.
        """
        if self.wrong or False in self.checked.values():
            return False
        return True if all(self.checked.get(link) for link in RTL) else None

    @property
    def proved(self) -> bool | None:
        """Whether messages are proved on its RTL, and nothing failed; None if they are not."""
        return self.verified and (self.checked.get(MESSAGES) or None)

    @property
    def netlist(self) -> bool | None:
        """Whether the netlist whose numbers these are was checked and passed; None if it was not
        checked, as no netlist of the data set was.
        """
        found = [self.checked[link] for link in OF_NETLIST if link in self.checked]
        return all(found) if found else None

    @property
    def alone(self) -> str:
        """By what alone the netlist passed, ``proof`` or ``answers``, where the other had no
        answer; else empty.
        """
        return alone_by(self.checked) if self.netlist else ""

    @property
    def kge(self) -> float | None:
        """Area in kGE."""
        return None if self.area_ge is None else self.area_ge / 1000

    def standard(self, body: str) -> bool:
        """Whether the algorithm is a standard of a body of `STANDARDS`."""
        return self.version.startswith(STANDARDS[body])

    def mbps(self, message: str, at_mhz: float | None = None) -> float | None:
        """Mbit/s of the core's own operation on messages of so many bytes (or ``long``), at a
        frequency, else at its highest.

        An AEAD encrypts, a hash hashes, a primitive is called, whatever the size of the message is.
        """
        bits = self.bits_per_cycle.get(self._workload(message))
        mhz = self.fmax_mhz if at_mhz is None else at_mhz
        return None if bits is None or mhz is None else bits * mhz

    def pj_per_bit(self, message: str) -> float | None:
        """Energy of the core's own operation on messages of so many bytes (or ``long``)."""
        return self.energies.get(self._workload(message))

    def _workload(self, message: str) -> str:
        return {
            "aead": f"enc/pt/{message}",
            "hash": f"hash/msg/{message}",
            "primitive": "call/state/long",
        }.get(self.kind, "")


def of_entries(entries: Iterable[Entry]) -> Iterator[Candidate]:
    """A candidate for each run of the data set."""
    for entry in entries:
        rates = {name: bits / cycles for name, (bits, cycles) in entry.workloads.items()}
        for run in entry.runs:
            yield Candidate(
                core=entry.core,
                platform=run.platform,
                kind=on_ports(entry.kind),
                recipe=run.recipe,
                source=DATA_SET,
                luts=run.luts,
                operations=frozenset(entry.operations) | _protections(entry.core),
                area_ge=run.area_ge,
                fmax_mhz=run.fmax_mhz,
                placed_fmax_mhz=run.placed_fmax_mhz,
                bits_per_cycle=rates,
                energies=run.energies,
                checked={
                    link: said["passed"]
                    for link, said in entry.verified.items()
                    if said["passed"] is not None
                },
                version=entry.document_version,
                period_ps=run.period_ps,
                seeds=(run.seed,),
                design=entry.design,
            )


def on_ports(kind: str) -> str:
    """The kind of a candidate, from that of its algorithm."""
    return kind if kind in ("aead", "hash") else "primitive" * bool(kind)


def of_store(home: Home) -> list[Candidate]:
    """A candidate for each row of a store, with the evidence that `report` shows of it; none if
    there is no store.
    """
    if not home.database.is_file():
        return []
    # What reads a store imports much, which an answer from the data set has no time for.
    from ..bench.rows import all_rows
    from ..results.store import Store

    with Store(home.database) as store:
        return [_of_row(row) for row in all_rows(store, home)]


def _of_row(row: "Row") -> Candidate:
    # There are throughputs only where there is a frequency.
    rates = {name: mbps / row.fmax_mhz for name, mbps in row.throughputs.items()}
    does = frozenset(
        OPERATIONS[word]
        # A core without timing has no throughputs, but it has formulas of its cycles.
        for name in (*rates, *row.formulas)
        if (word := name.split("/")[0]) in OPERATIONS
    )
    said = by_link((item["link"], item["passed"]) for item in row.evidence)
    return Candidate(
        core=row.core,
        platform=row.platform,
        recipe=row.recipe,
        source=STORE,
        kind=_kind(row, does),
        operations=does | _protections(row.core),
        area_ge=row.area_ge,
        luts=row.luts,
        fmax_mhz=row.fmax_mhz,
        bits_per_cycle=rates,
        energies=row.energies,
        checked={link: said[link] for link in said if said[link] is not None},
        wrong=row.failure,
        version=_version(row.core),
        period_ps=row.period_ps,
        seeds=tuple(row.seeds),
        design=row.provenance.get("design", ""),
    )


def _version(core: str) -> str:
    """Of the document of a core's algorithm; empty of a core of others."""
    from ..catalog import ALGORITHMS

    found = ALGORITHMS.get(core.partition("/")[0])
    return found.version if found else ""


def _kind(row: "Row", does: frozenset[str]) -> str:
    """What is on the ports of a row's core; empty where nothing is clocked."""
    if not does or row.flip_flops == 0:
        return ""
    shown = {"call": "primitive", "encrypt": "aead", "hash": "hash"}
    return on_ports(row.kind) or next(kind for word, kind in shown.items() if word in does)


def _protections(core: str) -> frozenset[str]:
    return frozenset(name for name, text in PROTECTIONS.items() if text in core)


def together(stored: Sequence[Candidate], shipped: Iterable[Candidate]) -> list[Candidate]:
    """Both; of the same core on the same platform with the same recipe the one of the store, which
    was measured here.
    """
    own = {(one.core, one.platform, one.recipe) for one in stored}
    return [*stored, *(one for one in shipped if (one.core, one.platform, one.recipe) not in own)]
