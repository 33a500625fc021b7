# SPDX-License-Identifier: Apache-2.0
"""A whole ``cipherfab bench`` in half a second: all of our own code, with the results of a real run
in place of the tools' work.

Every result is what the tools found for `CORE` (times and cells left out), so that rows, evidence
and checks are as they would be.
"""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from cipherfab import cli
from cipherfab.bench import bench, jobs
from cipherfab.implement.result import Implementation
from cipherfab.results.cache import Cache
from cipherfab.results.home import Home
from cipherfab.results.store import Store
from cipherfab.runs import jobs as runs

CORE = "skinny-64-64"
ARGUMENTS = [
    "bench",
    CORE,
    "--on",
    "nangate45",
    "--periods",
    "1",
    "--seeds",
    "2",
    "--workers",
    "0",
    "--json",
]


def _finding(link: str, check: str, seed: int | None = None, **more: Any) -> dict[str, Any]:
    return {
        "link": link,
        "check": check,
        "passed": True,
        "detail": "64 of 64",
        "seconds": 0.05,
        "seed": seed,
        **more,
    }


def _implementation(job: dict, run: Path) -> dict[str, Any]:
    inputs = job["inputs"]
    (run / "netlist.v").write_text(
        f"module {inputs['design']['top']}(); endmodule // {inputs['seed']}\n"
    )
    area = 1642.667 + inputs["seed"]
    return Implementation(
        design=inputs["design"]["name"],
        top=inputs["design"]["top"],
        platform=inputs["platform"],
        recipe=inputs["recipe"],
        period_ps=inputs["period_ps"],
        seed=inputs["seed"],
        stage="mapped",
        area_ge=area,
        area_um2=area * 0.798,
        flip_flops=136,
        area={
            "sequential": {"ge": 770.667, "um2": 614.992},
            "combinational": {"ge": area - 770.667, "um2": 695.856},
        },
        delay_ns=0.8019,
        fmax_mhz=1247.04,
        inputs={"netlist": "a" * 64},
        evidence={"netlist": "netlist.v"},
    ).to_json()


def _cycles(job: dict, run: Path) -> dict[str, Any]:
    return {"bits_per_call": 64, "core": CORE, "cycles_formula": "32 per call, latency 32",
            "cycles_per_block": 32,
            "data_independent": True, "dependences": [], "interface": "bare",
            "interval": 32, "latency": 32,
            "workloads": {"call/state/long": {"bits": 64, "cycles": 32}}}  # fmt: skip


WORK = {
    "model": lambda job, run: {
        "findings": [_finding("model", "official known answers", algorithm=CORE)]
    },
    "rtl": lambda job, run: {
        "findings": [
            _finding("rtl", "official known answers", 1),
            _finding("rtl", "random calls", 1),
        ]
    },
    "cycles": _cycles,
    "implement": _implementation,
    "gates": lambda job, run: {
        "findings": [_finding("equivalence", "all outputs"), _finding("gate", "known answers", 1)]
    },
}
"""What stands in for the function of each kind of job."""


def prepare() -> None:
    """Everything that does not depend on the home, done once: imports, the design, the code's
    hashes; then the jobs' stand-ins.
    """
    design = bench.build_all([CORE])
    bench.build_all = lambda names, root, home: design
    jobs.tool_versions = lambda *tools: {tool: "1.0" for tool in tools}

    def function(job: dict):
        def work(job: dict, run: Path) -> dict[str, Any]:
            (run / "tool.log").write_text(f"{job['label']}\n" * 50)
            return WORK[job["kind"]](job, run)

        return work

    runs._function = function


def call(*arguments: str):
    """What the command line did: click's result."""
    return CliRunner().invoke(cli.main, [*map(str, arguments)])


@dataclass(frozen=True)
class Content:
    """Everything that a user may come to see of a home, each record as text.

    Attributes:
        records: the newest measurements and evidence, and the rows' summaries.
        netlists: of these, evidence about a netlist.
        entries: of the cache, as ``KIND/KEY``.
    """

    records: frozenset[str]
    netlists: frozenset[str]
    entries: frozenset[str]


def content(home: Home) -> Content:
    """What is in a home."""
    with Store(home.database) as store:
        evidence = store.evidence()
        # it is among the records
        summaries = [{**row, "evidence": []} for row in store.summaries()]
        records = [record.to_json() for record in [*store.rows(), *evidence]] + summaries
    return Content(
        records=frozenset(map(repr, records)),
        netlists=frozenset(repr(record.to_json()) for record in evidence if record.subject),
        entries=frozenset(
            f"{path.parent.parent.name}/{path.parent.name}"
            for path in home.cache.glob("*/*/entry.json")
        ),
    )


def compared(found: Content, truth: Content) -> str:
    """``identical``, ``more`` or ``other records``.

    More: a further netlist was proved and played, since it had the median area while the result of
    another run was missing.
    """
    if found == truth:
        return "identical"
    records, entries = found.records - truth.records, found.entries - truth.entries
    more = records <= found.netlists and all(entry.startswith("gates/") for entry in entries)
    return (
        "more"
        if truth.records <= found.records and truth.entries <= found.entries and more
        else "other records"
    )


def left_over(home: Home) -> list[str]:
    """What is in the home that no finished benchmark leaves, and what is damaged."""
    with Store(home.database) as store:
        damages = [damage.what for damage in store.damages()]
    runs = [path.name for path in home.runs.iterdir() if path.name not in ("guard", "failed")]
    return damages + list(map(str, Cache(home).damages())) + runs


# the small benchmark as a program, with the home of `CIPHERFAB_HOME`
if __name__ == "__main__":
    prepare()
    ended = call(*ARGUMENTS)
    print(ended.stdout, end="")
    print(ended.stderr, end="", file=sys.stderr)
    sys.exit(ended.exit_code)
