# SPDX-License-Identifier: Apache-2.0
"""What can be measured: the unit of each number, which way is better, and how seeds are brought to
one figure.
"""

import difflib
from dataclasses import dataclass

from ..errors import CallError

HIGHER, LOWER, NONE = "higher", "lower", "none"
MEDIAN, SAME = "median", "same"
TEXT = "text"
"""The unit of metrics whose value is a text."""


@dataclass(frozen=True, kw_only=True)
class Metric:
    """One kind of number.

    Attributes:
        unit: of the value; ``1`` for counts and ratios, ``text`` for texts.
        direction: ``higher``, ``lower``: which is better; or ``none``.
        aggregate: ``median`` over seeds, or ``same``: every seed must give the same value.
        method: one sentence; how the number comes about where its record does not say otherwise.
    """

    name: str
    unit: str
    direction: str
    aggregate: str
    method: str


def _metric(name: str, unit: str, direction: str, aggregate: str, method: str) -> Metric:
    return Metric(name=name, unit=unit, direction=direction, aggregate=aggregate, method=method)


METRICS = {
    metric.name: metric
    for metric in (
        _metric(
            "area_ge",
            "GE",
            LOWER,
            MEDIAN,
            "Cell area of the mapped netlist over the area of the platform's NAND2.",
        ),
        _metric(
            "area_um2",
            "um2",
            LOWER,
            MEDIAN,
            "Sum of the Liberty areas of the mapped netlist's cells, without wires.",
        ),
        _metric("area_ge_sequential", "GE", LOWER, MEDIAN, "Area of the cells with state."),
        _metric("area_ge_combinational", "GE", LOWER, MEDIAN, "Area of the cells without state."),
        _metric("area_ge_wrapper", "GE", LOWER, MEDIAN, "Area of the LWC pre- and post-processor."),
        _metric(
            "area_ge_core", "GE", LOWER, MEDIAN, "Area without the LWC pre- and post-processor."
        ),
        _metric("cells", "1", LOWER, MEDIAN, "Number of cells of the mapped netlist."),
        _metric("luts", "1", LOWER, MEDIAN, "Lookup tables of the mapped netlist."),
        _metric(
            "lut_sites",
            "1",
            LOWER,
            MEDIAN,
            "Physical lookup tables that the placed cells take; two small ones may share one.",
        ),
        _metric("slices", "1", LOWER, MEDIAN, "Slices that the placed cells take."),
        _metric("flip_flops", "1", LOWER, MEDIAN, "Flip-flops of the mapped netlist."),
        _metric(
            "delay_ns",
            "ns",
            LOWER,
            MEDIAN,
            "Longest path of static timing analysis, setup included.",
        ),
        _metric(
            "delay_ns_wrapper",
            "ns",
            LOWER,
            MEDIAN,
            "Longest path that begins and ends in the LWC pre- and post-processor or at a port.",
        ),
        _metric("slack_ns", "ns", HIGHER, MEDIAN, "Requested period less the longest path."),
        _metric("fmax_mhz", "MHz", HIGHER, MEDIAN, "Inverse of the longest path."),
        _metric(
            "pre_route_delay_ns",
            "ns",
            LOWER,
            MEDIAN,
            "Longest path through the mapped cells of an FPGA before placement, without wires, "
            "setup included.",
        ),
        _metric(
            "pre_route_fmax_mhz",
            "MHz",
            HIGHER,
            MEDIAN,
            "Inverse of the pre-route delay: above any frequency of the device.",
        ),
        _metric(
            "pre_route_throughput_mbps",
            "Mbit/s",
            HIGHER,
            MEDIAN,
            "Bits of the workload over its cycles, times the inverse of the pre-route delay.",
        ),
        _metric("latency_ns", "ns", LOWER, MEDIAN, "Cycles times the longest path."),
        _metric(
            "throughput_mbps",
            "Mbit/s",
            HIGHER,
            MEDIAN,
            "Bits of the workload over its cycles, times the highest frequency.",
        ),
        _metric(
            "throughput_per_area",
            "Mbit/s/kGE",
            HIGHER,
            MEDIAN,
            "Throughput over area, of the same netlist.",
        ),
        _metric(
            "throughput_per_lut",
            "Mbit/s/LUT",
            HIGHER,
            MEDIAN,
            "Throughput over lookup tables, of the same netlist.",
        ),
        _metric(
            "cycles",
            "1",
            LOWER,
            SAME,
            "Clock cycles in simulation without stalls, from first instruction to last output "
            "word.",
        ),
        _metric(
            "new_key_cycles",
            "1",
            LOWER,
            SAME,
            "Cycles that a new key costs more than a reused one, at every size.",
        ),
        _metric(
            "cycles_formula",
            TEXT,
            NONE,
            SAME,
            "Closed formula that reproduces every point of the cycle grid.",
        ),
        _metric(
            "bytes_per_cycle", "byte", HIGHER, SAME, "Bytes of a long message per clock cycle."
        ),
        _metric(
            "random_bits_per_cycle",
            "bit",
            LOWER,
            SAME,
            "Fresh random bits consumed in one clock cycle.",
        ),
        *(
            _metric(
                f"power_uw_{name}",
                "uW",
                LOWER,
                MEDIAN,
                f"Power at gate level, leakage included, during the workload at {clock}.",
            )
            for name, clock in (
                ("100khz", "100 kHz"),
                ("10mhz", "10 MHz"),
                ("100mhz", "100 MHz"),
                ("fmax", "the core's own highest frequency"),
            )
        ),
        _metric(
            "power_uw_idle",
            "uW",
            LOWER,
            MEDIAN,
            "Power at gate level while nothing is asked for, leakage included, at 10 MHz.",
        ),
        _metric("leakage_share", "1", LOWER, MEDIAN, "Leakage over power at 10 MHz."),
        _metric(
            "energy_pj",
            "pJ",
            LOWER,
            MEDIAN,
            "Energy of a message at gate level, leakage at 10 MHz included.",
        ),
        _metric(
            "energy_pj_per_bit",
            "pJ/bit",
            LOWER,
            MEDIAN,
            "Energy of the workload at gate level over its bits, leakage at 10 MHz included.",
        ),
        _metric(
            "worst_energy_pj_per_bit",
            "pJ/bit",
            LOWER,
            MEDIAN,
            "The same with that pattern of data, of some, that takes most.",
        ),
        _metric("energy_area", "pJ/bit*kGE", LOWER, MEDIAN, "Energy per bit times area."),
        _metric(
            "energy_pj_per_cycle",
            "pJ",
            LOWER,
            MEDIAN,
            "Energy of a clock cycle at gate level without leakage.",
        ),
        _metric(
            "activity_coverage",
            "1",
            HIGHER,
            MEDIAN,
            "Share of the netlist's nets that toggled while its energy was measured.",
        ),
    )
}

OPERATIONS = ("enc", "dec", "hash", "call")
CONTENTS = ("pt", "ad", "ad+pt", "msg", "state")


def metric(name: str) -> Metric:
    """The metric of that name.

    Raises:
        CallError: there is none; with the nearest names.
    """
    if name in METRICS:
        return METRICS[name]
    nearest = ", ".join(difflib.get_close_matches(name, METRICS, n=3)) or ", ".join(METRICS)
    raise CallError(
        f"{name!r} is not a metric. Did you mean: {nearest}? New ones go into results/metrics.py."
    )


def workload(operation: str, content: str, size: int | str) -> str:
    """Name of what a core did while it was measured, for example ``enc/ad+pt/1536``.

    Args:
        operation: ``enc``, ``dec``, ``hash``, or ``call`` of a bare primitive.
        content: ``pt``, ``ad``, ``ad+pt``, ``msg`` (of a hash) or ``state`` (of a primitive).
        size: bytes of each, or ``long``.

    Raises:
        CallError: one of them is something else.
    """
    if (
        operation not in OPERATIONS
        or content not in CONTENTS
        or not (size == "long" or isinstance(size, int))
    ):
        raise CallError(
            f"workload {operation}/{content}/{size}: expected one of {OPERATIONS}, of "
            f"{CONTENTS}, "
            "and a number of bytes or 'long'."
        )
    return f"{operation}/{content}/{size}"
