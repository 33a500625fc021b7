# SPDX-License-Identifier: Apache-2.0
"""A row: all that is known of a core on a platform with a recipe."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

COLUMNS = ("core", "platform", "recipe", "area_ge", "area_um2",
           "luts", "flip_flops", "delay_ns", "fmax_mhz", "throughput_mbps",
           "cycles_formula", "verified", "evidence", "seed_spread")  # fmt: skip
"""Keys that every record of ``bench --json`` begins with, whatever was measured."""


@dataclass(frozen=True, kw_only=True)
class Row:
    """What was measured, and what shows that it is right. What was not measured is None or empty.

    Attributes:
        core, platform, recipe: names.
        algorithm: catalog name of the first algorithm.
        kind: that of the algorithm, ``aead``, ``hash``, ``perm``, ``bc`` or ``tbc``; empty where
            nothing is known.
        bus: bits of a bus word; of a bare primitive None.
        third_party: what is said of the origin of a core of others, see `design.ORIGIN`; None for
            our own.
        period_ps: the reported target period. seeds: of the runs whose medians are reported.
        area_ge, area_um2, luts, flip_flops, delay_ns, fmax_mhz: medians over the seeds at that
            period.
        frequency_note: why there is no frequency where there should be one: the design does not fit
            into the device.
        throughput_mbps: for long inputs; throughputs: by workload.
        pre_route_delay_ns, pre_route_fmax_mhz, pre_route_throughputs: of an FPGA's netlist before
            placement, without wires, see `implement.pre_route`; None or empty where there is a
            place and route, or no delays of the cells.
        new_key_cycles: what a new key costs, by operation.
        cycles_formula: of the first operation; formulas: by workload.
        energy_pj_per_bit, leakage_share, energy_area: of a long message at 10 MHz: pJ per bit,
            leakage over power, pJ per bit times kGE; None if not measured.
        energies: pJ per bit by workload.
        power_uw: during a long message, by clock frequency in MHz (``fmax``: its own highest).
        energy_by_target: for each target period whose netlist was measured ps and pJ of a cycle.
        energy_note: why there is no energy; empty if there is, or if it was not asked for.
        bus_limit: by workload, how near the bus is to its limit, in words.
        cycles_per_block: of a long message; of a primitive for each call.
        area_split: GE of the parts `record.AREA_PARTS`.
        wrapper_fmax_mhz: the frequency that the bus wrapper alone would allow: of the longest path
            that begins and ends in it or at a port.
        verified: the links that a row needs have passed and none has failed.
        evidence: for each check ``link``, ``check``, ``passed``, ``id``, ``seed``, ``detail``,
            ``seconds``, ``caveat``.
        seed_spread: by number, smallest, median, largest.
        requested_achieved: for each period MHz asked for, MHz reached, and area (GE or LUTs).
        failure: reasons of numbers that are no good, in words.
        recipe_text, versions, command, provenance: where the numbers come from, and what re-creates
            one.
        violations: invariants that the row violates, and what its interface breaks.
        figures: every metric and workload, see `results.summary`; not part of its JSON.
    """

    core: str
    platform: str
    recipe: str
    area_ge: float | None = None
    area_um2: float | None = None
    luts: int | None = None
    flip_flops: int | None = None
    delay_ns: float | None = None
    fmax_mhz: float | None = None
    throughput_mbps: float | None = None
    cycles_formula: str | None = None
    verified: bool = False
    evidence: Sequence[Mapping[str, Any]] = ()
    seed_spread: Mapping[str, Sequence[float]] = field(default_factory=dict)
    algorithm: str = ""
    kind: str = ""
    bus: int | None = None
    third_party: Mapping[str, Any] | None = None
    period_ps: int | None = None
    seeds: Sequence[int | None] = ()
    area_split: Mapping[str, float] = field(default_factory=dict)
    wrapper_fmax_mhz: float | None = None
    throughputs: Mapping[str, float] = field(default_factory=dict)
    pre_route_delay_ns: float | None = None
    pre_route_fmax_mhz: float | None = None
    pre_route_throughputs: Mapping[str, float] = field(default_factory=dict)
    energy_pj_per_bit: float | None = None
    leakage_share: float | None = None
    energy_area: float | None = None
    energies: Mapping[str, float] = field(default_factory=dict)
    power_uw: Mapping[str, float] = field(default_factory=dict)
    energy_by_target: Sequence[Sequence[float]] = ()
    energy_note: str = ""
    frequency_note: str = ""
    formulas: Mapping[str, str] = field(default_factory=dict)
    new_key_cycles: Mapping[str, int] = field(default_factory=dict)
    bus_limit: Mapping[str, str] = field(default_factory=dict)
    cycles_per_block: float | None = None
    requested_achieved: Sequence[Sequence[float | None]] = ()
    failure: str = ""
    recipe_text: str = ""
    versions: Mapping[str, str] = field(default_factory=dict)
    command: str = ""
    provenance: Mapping[str, Any] = field(default_factory=dict)
    violations: Sequence[str] = ()
    figures: Sequence[Mapping[str, Any]] = ()

    def to_json(self) -> dict[str, Any]:
        """The row as ``bench --json`` prints it and `report` takes it: `COLUMNS` first."""
        return {one.name: getattr(self, one.name) for one in fields(self) if one.name != "figures"}
