# SPDX-License-Identifier: Apache-2.0
"""What each exported column means: one dictionary for CSV, JSON, Parquet, the data set and the
metadata beside them.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from .metrics import METRICS


@dataclass(frozen=True)
class Column:
    """A column: its type (that of a Frictionless Table Schema), what it means, and its unit if it
    has one.
    """

    type: str
    meaning: str
    unit: str = ""


MEASUREMENTS: Mapping[str, Column] = {
    "id": Column(
        "string",
        "SHA-256 of the record's content: the same finding has the same one on every machine.",
    ),
    "core": Column("string", "Core name."),
    "platform": Column(
        "string", "Where it was implemented; empty if the number does not depend on it."
    ),
    "recipe": Column(
        "string", "How it was synthesised; empty if the number does not depend on it."
    ),
    "metric": Column("string", "What was measured; see the table of metrics."),
    "workload": Column(
        "string", "OPERATION/CONTENT/BYTES, such as enc/ad+pt/1536; empty if it does not matter."
    ),
    "value": Column(
        "number", "The number, in `unit`; missing if the metric is a text or the status is not ok."
    ),
    "text": Column("string", "The value of a metric that is a text."),
    "unit": Column("string", "Unit of `value`; 1 for counts and ratios."),
    "direction": Column("string", "Which way is better: higher, lower or none."),
    "seed": Column("integer", "Seed of the run; missing if the method has none."),
    "period_ps": Column("integer", "Requested clock period.", "ps"),
    "method": Column("string", "How the number came about."),
    "status": Column("string", "ok, failed or refused."),
    "reason": Column("string", "Why the status is not ok."),
    "design": Column("string", "SHA-256 of the design: its top, clock, reset and sources."),
    "series": Column(
        "string", "What runs must share to be put in one median: a hash of recipe, code and cells."
    ),
    "evidence": Column(
        "array",
        "Ids of the evidence that the number's row has: of its algorithm's model, "
        "its design, and the netlists of its platform and recipe. `id` is the "
        "hash of the record without those that a later check added.",
    ),
    "provenance": Column(
        "object", "Versions of tools, hashes of inputs, seeds, run directory, command to reproduce."
    ),
}

EVIDENCE: Mapping[str, Column] = {
    "id": Column("string", "SHA-256 of the record's content, its duration included."),
    "link": Column(
        "string",
        "Link of the chain of evidence: model, rtl, messages, equivalence, gate or leakage.",
    ),
    "check": Column("string", "What was checked, in short."),
    "passed": Column("boolean", "The outcome."),
    "core": Column("string", "Core name; of link model the algorithm."),
    "design": Column("string", "SHA-256 of the design; empty for link model."),
    "subject": Column(
        "string", "SHA-256 of what was checked if that is not the design, such as a netlist."
    ),
    "platform": Column("string", "Of the netlist; else empty."),
    "recipe": Column("string", "Of the netlist; else empty."),
    "seed": Column("integer", "Of the stimulus."),
    "detail": Column("object", "How much was played, how long it took, the first mismatch."),
    "versions": Column("object", "Versions of the tools."),
    "inputs": Column("object", "SHA-256 of every input by its name."),
}

CORES: Mapping[str, Column] = {
    "core": Column("string", "Core name in its shortest form."),
    "algorithm": Column("string", "Name of the algorithm in the catalog."),
    "kind": Column(
        "string",
        "aead, hash, perm (permutation), bc (block cipher) or tbc (tweakable block cipher).",
    ),
    "title": Column("string", "The algorithm's name as its document writes it."),
    "document_version": Column("string", "Version of the specification."),
    "operations": Column("array", "What the core does: encrypt, decrypt, hash, call."),
    "design": Column("string", "SHA-256 of the RTL."),
    "bus": Column(
        "integer", "Width of a word of PDI, SDI and DO; missing for a bare primitive.", "bit"
    ),
    "workloads": Column("object", "By workload, bits and clock cycles, with a key that stays."),
    "formulas": Column(
        "object", "By operation, its cycles as a formula in the lengths AD and M in bytes."
    ),
    "constant_time": Column(
        "boolean", "Whether the cycles were the same with other keys and data of the same lengths."
    ),
    "runs": Column("array", "Implementation runs; see the columns of a run."),
    "verified": Column(
        "object", "By link of the chain of evidence, `passed` (null: not checked) and `detail`."
    ),
    "seed": Column("integer", "Of the stimulus of link rtl; missing if that was not checked."),
    "versions": Column("object", "Versions of the tools."),
    "cipherfab": Column("string", "Version of cipherfab."),
    "commit": Column("string", "Commit of cipherfab; + behind it if the sources differed."),
}

RUNS: Mapping[str, Column] = {
    "platform": Column("string", "Where it was implemented."),
    "recipe": Column("string", "How it was synthesised."),
    "period_ps": Column("integer", "Requested clock period.", "ps"),
    "seed": Column("integer", "Of the noise of synthesis; 0 is none."),
    "area_ge": Column(
        "number", "Area of the cells over that of the platform's NAND2; missing on an FPGA.", "GE"
    ),
    "sequential_ge": Column("number", "The part of the flip-flops.", "GE"),
    "wrapper_ge": Column("number", "The part of the LWC pre- and post-processor.", "GE"),
    "luts": Column("integer", "Lookup tables; missing for standard cells."),
    "flip_flops": Column("integer", "Flip-flops."),
    "delay_ns": Column(
        "number",
        "Longest path, setup included: of standard cells with the library's wire load, on an FPGA "
        "as routed.",
        "ns",
    ),
    "fmax_mhz": Column("number", "The frequency that it allows.", "MHz"),
    "placed_delay_ns": Column(
        "number",
        "Longest path of the same netlist after placement, with the wires between its cells; "
        "missing if it was not placed.",
        "ns",
    ),
    "placed_fmax_mhz": Column("number", "The frequency that it allows, not routed.", "MHz"),
    "die_um2": Column("number", "Area of the die, of which cells fill 70 %.", "um2"),
    "wire_mm": Column("number", "Length of all wires between the placed cells.", "mm"),
    "energies": Column(
        "object",
        "By workload, energy per bit at gate level with leakage at 10 MHz; empty if not measured.",
        "pJ/bit",
    ),
    "job": Column(
        "string", "Hash of all inputs of the run: the name of its result in every cache."
    ),
}

TABLES = {"measurements": MEASUREMENTS, "evidence": EVIDENCE, "cores": CORES, "runs": RUNS}
"""By table, its columns in their order: `measurements` and `evidence` of a store, `cores` with its
`runs` of the data set.
"""


def plain() -> dict:
    """The whole dictionary as plain data, with the metrics."""
    return {"tables": {name: {column: {"type": said.type, "unit": said.unit,
                                       "meaning": said.meaning}
                              for column, said in columns.items()}
                       for name, columns in TABLES.items()},
            "metrics": {name: {"unit": found.unit, "better": found.direction,
                               "meaning": found.method}
                        for name, found in METRICS.items()}}  # fmt: skip


def markdown() -> str:
    """The dictionary as `docs/reference/columns.md` has it."""
    lines = [
        "# Exported columns",
        "",
        "`cipherfab columns --markdown` wrote this page. Rows of `cipherfab export` are "
        "*measurements*;",
        "`cipherfab export --package` adds *evidence* and the data set of *cores*, each with "
        "its *runs*.",
        "",
    ]
    for name, columns in TABLES.items():
        lines += [f"## {name}", "", "| column | type | unit | meaning |", "|---|---|---|---|"]
        lines += [
            f"| `{column}` | {said.type} | {said.unit or '–'} | {said.meaning} |"
            for column, said in columns.items()
        ] + [""]
    lines += ["## metrics", "", "| metric | unit | better | meaning |", "|---|---|---|---|"]
    lines += [
        f"| `{name}` | {found.unit} | {found.direction} | {found.method} |"
        for name, found in METRICS.items()
    ]
    return "\n".join(lines) + "\n"
