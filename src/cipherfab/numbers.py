# SPDX-License-Identifier: Apache-2.0
"""The record that rows of benchmarks, reports and studies share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

HEADLINES = ("enc/pt/long", "hash/msg/long", "call/state/long")
"""Workloads whose throughput is a row's ``throughput_mbps``; the first that was measured."""


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """The numbers of a core on a platform with a recipe, and what shows that they are right. What
    was not measured is None or empty.

    Attributes:
        core: its name in the shortest form, ``ascon-128/unrolled=2,bus=16``.
        platform, recipe: names.
        algorithm: catalog name of the first algorithm.
        kind: that of the algorithm, ``aead``, ``hash``, ``perm``, ``bc`` or ``tbc``; empty where
            nothing is known.
        bus: bits of a bus word; of a bare primitive None.
        third_party: what is said of the origin of a core of others, see `origin.ORIGIN`; None for
            our own.
        period_ps: the reported target period. seeds: of the runs whose medians are reported.
        area_ge, area_um2, luts, flip_flops, delay_ns, fmax_mhz: medians over the seeds at that
            period.
        lut_sites, slices: likewise, of a placed netlist of the 7 series, see `implement.slices`.
        area_split: GE (or LUTs) of any of ``sequential``, ``combinational``, ``core``, ``wrapper``.
        frequency_note: why there is no frequency where there should be one: the design does not fit
            into the device.
        throughput_mbps: for long inputs; throughputs: by workload: ``enc/pt/long``,
            ``enc/ad+pt/16``, ``dec/pt/1536``, ``hash/msg/64`` (sizes in bytes).
        cycles_formula: of the first operation; formulas: by workload.
        cycles_per_block: of a long message; of a primitive for each call.
        energy_pj_per_bit, leakage_share, energy_area: of a long message at 10 MHz: pJ per bit,
            leakage over power, pJ per bit times kGE.
        energies: pJ per bit by workload.
        power_uw: during a long message, by clock frequency in MHz (``fmax``: its own highest).
        energy_by_target: for each target period whose netlist was measured ps and pJ of a cycle.
        energy_note: why there is no energy; empty if there is, or if it was not asked for.
        verified: the links that a row needs have passed and none has failed.
        evidence: for each check ``link``, ``check``, ``passed``, ``id``, ``seed``, ``detail``,
            ``seconds``, ``caveat``.
        seed_spread: by number, smallest, median, largest.
        requested_achieved: for each period MHz asked for, MHz reached, and area (GE or LUTs).
        failure: reasons of numbers that are no good, in words; empty for a good row.
        recipe_text, versions, command, provenance: where the numbers come from, and what re-creates
            one.
        violations: invariants that the row violates, and what its interface breaks, a sentence
            each.
    """

    core: str
    platform: str
    recipe: str = ""
    area_ge: float | None = None
    area_um2: float | None = None
    luts: int | None = None
    lut_sites: int | None = None
    slices: int | None = None
    flip_flops: int | None = None
    delay_ns: float | None = None
    fmax_mhz: float | None = None
    throughput_mbps: float | None = None
    cycles_formula: str | None = None
    verified: bool = False
    evidence: Sequence[Mapping[str, Any]] = field(default_factory=list)
    seed_spread: Mapping[str, Sequence[float]] = field(default_factory=dict)
    algorithm: str = ""
    kind: str = ""
    bus: int | None = None
    third_party: Mapping[str, Any] | None = None
    period_ps: int | None = None
    seeds: Sequence[int | None] = field(default_factory=list)
    area_split: Mapping[str, float] = field(default_factory=dict)
    throughputs: Mapping[str, float] = field(default_factory=dict)
    energy_pj_per_bit: float | None = None
    leakage_share: float | None = None
    energy_area: float | None = None
    energies: Mapping[str, float] = field(default_factory=dict)
    power_uw: Mapping[str, float] = field(default_factory=dict)
    energy_by_target: Sequence[Sequence[float]] = field(default_factory=list)
    energy_note: str = ""
    frequency_note: str = ""
    formulas: Mapping[str, str] = field(default_factory=dict)
    cycles_per_block: float | None = None
    requested_achieved: Sequence[Sequence[float | None]] = field(default_factory=list)
    failure: str = ""
    recipe_text: str = ""
    versions: Mapping[str, str] = field(default_factory=dict)
    command: str = ""
    provenance: Mapping[str, Any] = field(default_factory=dict)
    violations: Sequence[str] = field(default_factory=list)
