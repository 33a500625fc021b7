# SPDX-License-Identifier: Apache-2.0
"""A benchmark with vendors' tools, from the command line to the store: programs that stand for them
are on the PATH, see `vendors`.
"""

import json
import os

import pytest
import vendors
from click.testing import CliRunner

from cipherfab import cli
from cipherfab.bench import jobs
from cipherfab.cores.build import build
from cipherfab.implement import recipes
from cipherfab.results.cache import key_of
from cipherfab.results.home import Home
from cipherfab.results.store import Store

CORE = "skinny-64-64"
VIVADO, QUARTUS = "vivado:xc7a12tcsg325-3", "quartus:10CL016YU256C6G"


def call(*arguments):
    """What `cipherfab` prints with these arguments, and its exit code."""
    return CliRunner().invoke(cli.main, list(arguments))


@pytest.fixture(scope="module")
def benched(tmp_path_factory):
    """A home with a benchmark on two parts, and what it printed as JSON."""
    root = tmp_path_factory.mktemp("vendors")
    folders = [str(vendors.install(tool, root / tool)) for tool in ("vivado", "quartus")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", os.pathsep.join([*folders, os.environ["PATH"]]))
        patch.setenv("CIPHERFAB_HOME", str(root / "home"))
        done = call(
            "bench",
            CORE,
            "--on",
            VIVADO,
            "--on",
            QUARTUS,
            "--periods",
            "1",
            "--seeds",
            "2",
            "--json",
        )
        assert done.exit_code == 0, done.output
        yield Home(root / "home"), json.loads(done.stdout)


def test_a_row_has_the_numbers_of_the_reports(benched):
    """One for each part, verified, with as many LUTs as the sources have lines (so these programs
    count), and a throughput from the reported frequency.
    """
    lines = sum(len(text.splitlines()) for text in build(CORE).sources.values())
    assert {row["platform"] for row in benched[1]} == {VIVADO, QUARTUS}
    for row in benched[1]:
        assert row["verified"] and (row["luts"], row["flip_flops"]) == (lines, lines // 3)
        assert row["fmax_mhz"] == pytest.approx(1000 / vendors.PATH_NS, abs=0.01)
        bits_per_cycle = row["throughput_mbps"] / row["fmax_mhz"]
        assert bits_per_cycle == pytest.approx(64 / row["cycles_per_block"])


def test_a_row_says_what_was_run(benched):
    """The versions of its tools are the vendor's, and none of its links is about a netlist, which
    nobody has looked at.
    """
    found = {row["platform"]: row for row in benched[1]}
    assert found[VIVADO]["versions"]["vivado"] == vendors.TOOLS["vivado"][2]
    assert found[QUARTUS]["versions"]["quartus"] == vendors.TOOLS["quartus"][2]
    assert "yosys" not in found[VIVADO]["versions"]
    assert not {item["link"] for row in benched[1] for item in row["evidence"]} & {
        "equivalence",
        "gate",
    }


def test_the_record_has_version_seed_and_scripts(benched):
    """Every area in the store names the tool and the hash of its script."""
    with Store(benched[0].database) as store:
        rows = [row for row in store.rows(core=CORE, platform=VIVADO, metric="luts")]
    assert {row.seed for row in rows} == {0, 1}
    for row in rows:
        assert row.provenance.versions == {"vivado": vendors.TOOLS["vivado"][2]}
        assert "vivado.tcl" in row.provenance.inputs


def test_a_run_is_reproduced(benched):
    """`reproduce` runs the tool again and compares every number."""
    record = next(row["provenance"]["record"] for row in benched[1] if row["platform"] == VIVADO)
    again = call("reproduce", record)
    assert again.exit_code == 0 and "reproduced" in again.output


def test_a_result_is_another_one_for_another_version(benched, monkeypatch, tmp_path):
    """The version is part of the job, so what an older tool found is not taken for a newer
    one's."""
    folder = vendors.install("vivado", tmp_path)
    program = folder / "vivado"
    program.write_text(program.read_text().replace("v2023.2", "v2024.1"))
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    newer = jobs.implement_job(build(CORE), VIVADO, recipes.find("area"), period_ps=5000, seed=0)
    assert newer["versions"] == {"vivado": "2024.1"}
    assert key_of(newer) != key_of({**newer, "versions": {"vivado": "2023.2"}})


def test_without_the_tool_nothing_runs(tmp_path, monkeypatch):
    """The error comes before any job, says what to do, and the home stays empty."""
    monkeypatch.setenv("CIPHERFAB_HOME", str(tmp_path / "home"))
    done = call("bench", CORE, "--on", "radiant:LIFCL-40-9BG400C")
    assert done.exit_code == 3 and "Lattice Radiant is not installed" in done.stderr
    assert not (tmp_path / "home").exists()
