# SPDX-License-Identifier: Apache-2.0
"""A core on a platform with a recipe, as far as a request asks for it; where candidates come from.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..dataset.entry import Entry

OPERATIONS = {"enc": "encrypt", "dec": "decrypt", "hash": "hash", "call": "call"}
"""What a workload's first word says that a core can do."""

PROTECTIONS = {"masked": "masked=", "redundant": "redundant="}
"""What the name of a core says that it is protected with."""

DATA_SET, STORE = "data set", "store"


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """One implementation of a core.

    Attributes:
        core, platform, recipe: names.
        source: `DATA_SET` or `STORE`.
        operations: of `OPERATIONS`, and of `PROTECTIONS`.
        area_ge, luts, fmax_mhz: None if not measured.
        energies: pJ per bit by workload; empty if not measured.
        bits_per_cycle: by workload (``enc/pt/64``), with a reused key.
        verified: whether the known answers were played on its RTL here and passed; None if they
            were not played.
        period_ps: requested period.
    """

    core: str
    platform: str
    recipe: str
    source: str
    operations: frozenset[str]
    area_ge: float | None = None
    luts: float | None = None
    fmax_mhz: float | None = None
    bits_per_cycle: Mapping[str, float] = field(default_factory=dict)
    energies: Mapping[str, float] = field(default_factory=dict)
    verified: bool | None = None
    period_ps: int | None = None

    @property
    def kind(self) -> str:
        """``aead``, ``hash`` or ``primitive``: what is on its ports."""
        if any(name.startswith("call/") for name in self.bits_per_cycle):
            return "primitive"
        return "aead" if "encrypt" in self.operations else "hash"

    @property
    def kge(self) -> float | None:
        """Area in kGE."""
        return None if self.area_ge is None else self.area_ge / 1000

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
        return {"aead": f"enc/pt/{message}", "hash": f"hash/msg/{message}",
                "primitive": "call/state/long"}[self.kind]


def of_entries(entries: Iterable[Entry]) -> Iterator[Candidate]:
    """A candidate for each run of the data set."""
    for entry in entries:
        rates = {name: bits / cycles for name, (bits, cycles) in entry.workloads.items()}
        for run in entry.runs:
            yield Candidate(core=entry.core, platform=run.platform,
                            recipe=run.recipe, source=DATA_SET, luts=run.luts,
                            operations=frozenset(entry.operations) | _protections(entry.core),
                            area_ge=run.area_ge,
                            fmax_mhz=run.fmax_mhz, bits_per_cycle=rates, energies=run.energies,
                            verified=entry.passed("rtl"), period_ps=run.period_ps)


def of_store(path: Path) -> list[Candidate]:
    """A candidate for each core, platform and recipe of a store; none if there is no store."""
    if not path.is_file():
        return []
    from ..results.store import Store
    with Store(path) as store:
        return [_of_summary(found) for found in store.summaries() if found["platform"]]


def _of_summary(found: Mapping[str, Any]) -> Candidate:
    speeds = {figure["workload"]: figure["value"] for figure in found["figures"]
              if figure["metric"] == "throughput_mbps" and figure["value"] is not None}
    rates = (
        {name: mbps / found["fmax_mhz"] for name, mbps in speeds.items()}
        if found["fmax_mhz"] else {})
    energies = {figure["workload"]: figure["value"] for figure in found["figures"]
                if figure["metric"] == "energy_pj_per_bit" and figure["value"] is not None}
    does = frozenset(OPERATIONS[name.split("/")[0]] for name in rates)
    return Candidate(core=found["core"], platform=found["platform"],
                     recipe=found["recipe"], source=STORE,
                     operations=does | _protections(found["core"]),
                     area_ge=found["area_ge"], luts=found["luts"],
                     fmax_mhz=found["fmax_mhz"], bits_per_cycle=rates, energies=energies,
                     verified=found["verified"], period_ps=found["period_ps"])


def _protections(core: str) -> frozenset[str]:
    return frozenset(name for name, text in PROTECTIONS.items() if text in core)


def together(stored: Sequence[Candidate], shipped: Iterable[Candidate]) -> list[Candidate]:
    """Both; of the same core on the same platform with the same recipe the one of the store, which
    was measured here.
    """
    own = {(one.core, one.platform, one.recipe) for one in stored}
    return [*stored, *(one for one in shipped if (one.core, one.platform, one.recipe) not in own)]
