# SPDX-License-Identifier: Apache-2.0
"""A row: all that is known of a core on a platform with a recipe."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from ..numbers import Numbers

COLUMNS = ("core", "platform", "recipe", "area_ge", "area_um2",
           "luts", "flip_flops", "delay_ns", "fmax_mhz", "throughput_mbps",
           "cycles_formula", "verified", "evidence", "seed_spread")  # fmt: skip
"""Keys that every record of ``bench --json`` begins with, whatever was measured."""


@dataclass(frozen=True, kw_only=True)
class Row(Numbers):
    """What a benchmark gives.

    Attributes:
        routed: what placed and routed it, and on which part; empty where nothing did.
        wrapper_fmax_mhz: the frequency that the bus wrapper alone would allow: of the longest path
            that begins and ends in it or at a port.
        pre_route_delay_ns, pre_route_fmax_mhz, pre_route_throughputs: of an FPGA's netlist before
            placement, without wires, see `implement.pre_route`; None or empty where there is a
            place and route, or no delays of the cells.
        new_key_cycles: what a new key costs, by operation.
        bus_limit: by workload, how near the bus is to its limit, in words.
        figures: every metric and workload, see `results.summary`; not part of its JSON.
    """

    routed: str = ""
    wrapper_fmax_mhz: float | None = None
    pre_route_delay_ns: float | None = None
    pre_route_fmax_mhz: float | None = None
    pre_route_throughputs: Mapping[str, float] = field(default_factory=dict)
    new_key_cycles: Mapping[str, int] = field(default_factory=dict)
    bus_limit: Mapping[str, str] = field(default_factory=dict)
    figures: Sequence[Mapping[str, Any]] = ()

    def to_json(self) -> dict[str, Any]:
        """The row as ``bench --json`` prints it and `report` takes it: `COLUMNS` first."""
        return {one.name: getattr(self, one.name) for one in fields(self) if one.name != "figures"}
