# SPDX-License-Identifier: Apache-2.0
"""A site of a few cores and a study, with numbers that are invented but of the right size."""

import pytest

from cipherfab.dataset.entry import NOT_HERE, Entry, Run
from cipherfab.site.content import Content, Study, Version, by_core

ABOUT = {
    "kind": "aead",
    "title": "Cipher <One>",
    "version": "1.0",
    "document": "A document & more, 2025",
}

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><path d="M0,0L90,60"/></svg>'


def entry(core, kge, cycles, checked=True):
    """An entry of the data set."""
    said = (
        {"passed": True, "detail": "64 records"}
        if checked
        else {"passed": None, "detail": NOT_HERE}
    )
    open_ones = {
        link: {"passed": None, "detail": NOT_HERE} for link in ("equivalence", "gate", "leakage")
    }
    runs = [
        Run(
            platform="nangate45",
            recipe=recipe,
            period_ps=5000,
            seed=0,
            area_ge=1000 * kge * more,
            sequential_ge=400.0 * kge,
            wrapper_ge=900.0,
            flip_flops=300,
            delay_ns=1.6,
            fmax_mhz=625.0,
            job="5" * 64,
        )
        for recipe, more in (("area", 1), ("balanced", 1.1))
    ]
    return Entry(
        core=core,
        algorithm=core.partition("/")[0],
        kind="aead",
        title=ABOUT["title"],
        document_version="1.0",
        operations=["encrypt", "decrypt"],
        design="d" * 64,
        bus=32,
        runs=tuple(runs),
        constant_time=True,
        workloads={"enc/pt/64": [512, 30 * cycles], "enc/pt/long": [128, cycles]},
        formulas={"enc": "34 + 6*floor(M/16)"},
        verified={"model": said, "rtl": said, **open_ones},
        seed=1 if checked else None,
        versions={"yosys": "0.70", "sta": "2.0"},
        cipherfab="0.1.0",
        commit="c" * 40,
    )


def stored(core):
    """A row of the store, with a failed link."""
    return {"core": core, "algorithm": core.partition("/")[0],
            "platform": "ecp5", "recipe": "area", "luts": 1400, "fmax_mhz": 80.0,
            "throughput_mbps": 700.0, "throughputs": {"enc/pt/long": 700.0},
            "formulas": {"enc": "40"},
            "command": "cipherfab reproduce 1234567890ab",
            "evidence": [{"link": "rtl", "passed": False, "detail": "message 3, tag"}],
            "versions": {"yosys": "0.70"},
            "provenance": {"record": "a" * 64, "inputs": {"x": "y"}},
            "violations": ["larger than its parts"]}  # fmt: skip


@pytest.fixture(scope="session")
def content(tmp_path_factory):
    """Three cores of two algorithms, one of them with history, RTL and a failure; a study with a
    table and a plot.
    """
    entries = [
        entry("one", 8.0, 6),
        entry("one/unrolled=2", 12.0, 3),
        entry("two/round,hash", 5.5, 40, checked=False),
    ]
    cores = by_core([stored("one")], entries)
    cores["one"].sources = {"one.sv": "module one; endmodule\n"}
    cores["one"].history = [
        Version(
            design=letter * 64,
            platform="nangate45",
            recipe="area",
            versions={"yosys": "0.70"},
            area_ge=area,
            fmax_mhz=600.0,
        )
        for letter, area in (("a", 9000.0), ("d", 8000.0))
    ]
    folder = tmp_path_factory.mktemp("study")
    (folder / "tables.txt").write_text("table\n")
    (folder / "area-delay.svg").write_text(SVG)
    table = {
        "title": "Published | measured",
        "columns": ["cipher", "kGE"],
        "rows": [["prince", "8.1"], ["x<y", "2"]],
    }
    study = Study(
        name="low-latency",
        title="Somebody, A Paper, 2020",
        verdict="2 rows, 1 verified",
        directory=folder,
        tables=[table],
        files=["area-delay.svg", "tables.txt"],
    )
    return Content(
        algorithms={"one": ABOUT},
        cores=list(cores.values()),
        studies=[study],
        entries=entries,
        version="0.1.0",
    )
