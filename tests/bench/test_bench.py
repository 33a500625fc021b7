# SPDX-License-Identifier: Apache-2.0
"""Benchmarks of a small core as a user runs them: killed, resumed, reproduced, exported, reported;
failures told apart.
"""

import csv
import json
import os
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet
import pytest
from click.testing import CliRunner

from cipherfab import cli
from cipherfab.bench import bench, designs, jobs, runner
from cipherfab.bench.row import COLUMNS
from cipherfab.bench.settings import Settings
from cipherfab.bench.work import rtl
from cipherfab.cores.build import build
from cipherfab.errors import DesignError, ToolError
from cipherfab.implement.recipes import RECIPES, Recipe
from cipherfab.results.home import Home
from cipherfab.results.store import Store
from cipherfab.runs import pool
from cipherfab.tools import nextpnr, xilinx

CORE = "skinny-64-64"
EXECUTABLE = Path(sys.executable).with_name("cipherfab")
ARGUMENTS = ["bench", CORE, "--on", "nangate45", "--periods", "1", "--seeds", "1", "--no-netlist"]


def start(home, *arguments):
    """The real program in a session of its own, with ``home`` as its home."""
    return subprocess.Popen(
        [EXECUTABLE, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"CIPHERFAB_HOME": str(home)},
        start_new_session=True,
    )


def finished(home):
    """The finished jobs of a home: path of each entry, and when it was written."""
    return {path: path.stat().st_mtime_ns for path in home.glob("cache/*/*/entry.json")}


def wait_until(condition, seconds=90):
    """Poll until the condition holds."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "did not happen in time"
        time.sleep(0.05)


@pytest.fixture(scope="module")
def benched(tmp_path_factory):
    """A home in which a benchmark was killed in the middle and run again; what was finished at the
    kill; its standard output.
    """
    home = tmp_path_factory.mktemp("bench") / "home"
    process = start(home, *ARGUMENTS, "--json")
    wait_until(lambda: len(finished(home)) >= 2)
    process.kill()
    process.communicate()
    # A store that the kill had damaged would be refused here.
    with Store(home / "store.sqlite") as store:
        store.rows()
    before = finished(home)
    process = start(home, *ARGUMENTS, "--json")
    out, error = process.communicate(timeout=300)
    assert process.returncode == 0, error
    return home, before, out, error


@pytest.fixture
def home(benched, tmp_path, monkeypatch):
    """A copy of that home, for one test."""
    shutil.copytree(benched[0], tmp_path / "home")
    monkeypatch.setenv("CIPHERFAB_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


def call(*arguments, code=0):
    """Standard output of a command in this process that ends with exit code ``code``."""
    result = CliRunner().invoke(cli.main, [str(argument) for argument in arguments])
    assert result.exit_code == code, result.output
    return result.stdout


def quick(home, **changes):
    """Settings of the shortest benchmark, without worker processes."""
    return Settings(
        **{
            "periods": 1,
            "seeds": 1,
            "netlist": False,
            "workers": 0,
            "quiet": True,
            "home": Home(home),
            **changes,
        }
    )


def test_kill_loses_nothing_that_was_finished(benched):
    """After kill -9 the next run takes the finished jobs from the cache: their entries are the same
    files, untouched.
    """
    home, before, _, error = benched
    assert (
        len(before) >= 2 and before.items() <= finished(home).items() and len(finished(home)) == 6
    )
    cached = [path for path in before if "build" not in path.parts]  # the core itself
    assert f"{len(cached)} cached" in error
    assert not list(home.glob("runs/*/run"))


def test_records_have_every_key(benched):
    """The JSON is a list with one record, with all the keys, the numbers of a small core, and
    evidence of both links.
    """
    (record,) = json.loads(benched[2])
    assert set(COLUMNS) <= set(record)
    assert (record["core"], record["platform"], record["recipe"]) == (CORE, "nangate45", "balanced")
    # Nangate45's NAND2_X1, which is one GE, has 0.798 um2.
    assert 1000 < record["area_ge"] < 4000 and record["area_um2"] == pytest.approx(
        0.798 * record["area_ge"], rel=1e-3
    )
    assert record["luts"] is None and record["flip_flops"] > 64
    assert record["fmax_mhz"] == pytest.approx(1000 / record["delay_ns"], rel=1e-3)
    # A round per clock: 32 rounds, and a block of 64 bits in as many cycles.
    assert record["cycles_formula"].startswith("32 per call")
    assert record["throughput_mbps"] == pytest.approx(64 / 32 * record["fmax_mhz"], rel=1e-6)
    assert record["verified"] is True and {item["link"] for item in record["evidence"]} == {
        "model",
        "rtl",
    }
    assert all(low <= middle <= high for low, middle, high in record["seed_spread"].values())


def test_second_run_runs_nothing(home, monkeypatch):
    """With everything in the cache no job is executed and the records are the same, in seconds."""
    before, since = finished(home), time.monotonic()
    # A job that is not in the cache would call it to be run.
    monkeypatch.setattr("cipherfab.runs.pool.connect", None)
    first, second = (json.loads(call(*ARGUMENTS, "--json")) for _ in range(2))
    assert first == second and finished(home) == before and time.monotonic() - since < 20


def test_reproduce_of_the_record(home, benched):
    """The id of the record, the one in its command, and the run's directory re-create every
    number."""
    (record,) = json.loads(benched[2])
    outcome = json.loads(call("reproduce", record["provenance"]["record"][:12], "--json"))
    assert outcome["reproduced"] and outcome["numbers"] > 10 and not outcome["differences"]
    assert record["command"].split()[-1] in outcome["directory"]


def test_reproduce_finds_a_changed_number(home, benched):
    """A number that was changed in a stored run is damage: exit code 3, and nothing runs."""
    (record,) = json.loads(benched[2])
    path = home / record["provenance"]["directory"] / "run" / "result.json"
    stored = json.loads(path.read_text())
    path.write_text(json.dumps(stored | {"area_ge": stored["area_ge"] + 1}))
    assert call("reproduce", record["command"].split()[-1], "--json", code=3) == ""


def test_export_has_every_record(home):
    """CSV, JSON and Parquet hold the same records as the store; another suffix is refused."""
    with Store(home / "store.sqlite") as store:
        ids = sorted(row.id for row in store.rows())
    for suffix in ("csv", "json", "parquet"):
        assert json.loads(call("export", f"all.{suffix}", "--json"))["records"] == len(ids) > 10
    with open("all.csv") as file:
        assert sorted(row["id"] for row in csv.DictReader(file)) == ids
    assert sorted(row["id"] for row in json.loads(Path("all.json").read_text())) == ids
    assert sorted(pyarrow.parquet.read_table("all.parquet")["id"].to_pylist()) == ids
    call("export", "all.xls", code=2)
    call("export", "none/all.csv", code=2)


def test_report_writes_page_and_plots(home):
    """The page names the core and links to nothing outside; the plots are there as PNG and SVG."""
    written = json.loads(call("report", "-o", "site", "--json"))
    page = Path(written["page"]).read_text()
    assert written["rows"] == 1 and CORE in page and 'src="http' not in page
    assert {Path(path).suffix for path in written["plots"]} == {".png", ".svg", ".pdf"}
    assert all(Path(path).stat().st_size > 1000 for path in written["plots"])
    call("report", "-o", written["page"], code=2)


def test_failed_job_does_not_stop_the_others(home, monkeypatch):
    """A recipe that is nonsense is reported with the tail of its log, exit code 3; the other
    recipe's row is there.
    """
    monkeypatch.setitem(RECIPES, "speed", Recipe(name="speed", abc="strash; nonsense {D}"))
    result = bench.run([CORE], quick(home, recipes=("speed", "balanced")))
    (failure,) = result.failures
    assert result.exit_code == 3 and failure.exit_code == 3 and "speed" in failure.job["label"]
    assert (
        "nonsense" in failure.error
        and "The end of" in failure.error
        and (failure.directory / "recipe.abc").is_file()
    )
    assert [(row.recipe, row.verified) for row in result.rows] == [("balanced", True)]


def test_wrong_design_has_no_good_number(home, monkeypatch):
    """One wrong gate: exit code 1, the row says why, and no number of that design is `ok` in the
    store.
    """

    def broken(name, home):
        design = build(name)
        return replace(
            design,
            sources={file: text.replace(" ^ ", " & ", 1) for file, text in design.sources.items()},
        )

    monkeypatch.setattr(designs, "_kept", broken)
    monkeypatch.setattr(bench, "keep", lambda *_: None)
    result = bench.run([CORE], quick(home, netlist=True))
    (row,) = result.rows
    assert result.exit_code == 1 and not row.verified and "failed" in row.failure
    failed = [item for item in row.evidence if item["passed"] is False]
    assert failed and "first mismatch" in failed[0]["detail"]
    with Store(home / "store.sqlite") as store:
        stored = store.rows(design=row.provenance["design"])
        assert len(stored) > 5 and {one.status for one in stored} == {"failed"}


def test_numbers_may_come_before_their_evidence(home, monkeypatch):
    """Jobs end in any order: numbers that come before the simulation of their design are as good as
    those after it.
    """

    def backwards(wave, **options):
        return pool.run_all(wave[::-1], **options)

    # Else the evidence of the earlier run would be there before any number.
    (home / "store.sqlite").unlink()
    monkeypatch.setattr(runner, "run_all", backwards)
    (row,) = bench.run([CORE], quick(home)).rows
    assert row.verified and row.failure == "" and row.area_ge and row.throughput_mbps


def test_each_row_is_told_as_soon_as_it_is_complete(home):
    """A row that needs no more jobs is told before other rows' jobs have ended, with all that is
    known of it alone.
    """
    told = []

    def tell(row):
        told.append((row, len(finished(home))))
        return row.recipe

    result = bench.run([CORE], quick(home, recipes=("balanced", "area")), tell)
    assert [row.recipe for row, _ in told] == ["balanced", "area"] and told[0][1] < told[1][1]
    assert [row.to_json() for row, _ in told] == [
        row | {"violations": []} for row in result.records
    ]


@pytest.mark.parametrize("error, code", [(ToolError("no tool"), 3), (DesignError("wrong"), 1)])
def test_exit_code_tells_tools_from_designs(home, monkeypatch, error, code):
    """A row that is unverified because a tool failed is not a wrong design."""

    def failing(design, directory, *, seed):
        raise error

    monkeypatch.setattr(rtl, "check_rtl", failing)
    # Of another seed, so that no finished job of the home answers in its place.
    result = bench.run([CORE], quick(home, seed=2))
    assert result.exit_code == code and len(result.failures) == 1


def test_jobs_depend_on_their_code_and_tools():
    """A job's key covers the algorithm's modules, the benches that are C++, and the tools that it
    calls.
    """
    code = jobs.rtl_job(build("aes-128"), 1)
    assert {"cipherfab.ciphers.circuits.aes_sbox", "cipherfab.verify.rtl/bench/bench.h"} <= set(
        code["code"]
    )
    assert "cipherfab.ciphers.gift" not in code["code"] and set(code["versions"]) == {"verilator"}
    code = jobs.implement_job(build(CORE), "ecp5", RECIPES["area"], period_ps=1000, seed=0)
    assert "cipherfab.implement.platforms.ecp5" in code["code"] and set(code["versions"]) == {
        "yosys",
        "nextpnr-ecp5",
    }


def test_missing_timing_tool_says_how_to_install_it(tmp_path):
    """Without `sta` and the compiler: exit code 3, and how to install each; no record on standard
    output.
    """
    environment = os.environ | {"CIPHERFAB_HOME": str(tmp_path / "home"), "PATH": str(tmp_path)}
    result = subprocess.run(
        [EXECUTABLE, *ARGUMENTS, "--json"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert result.returncode == 3 and json.loads(result.stdout) == []
    assert (
        "apt-get install opensta" in result.stderr
        and "apt install g++" in result.stderr
        and "Traceback" not in result.stderr
    )


def test_workers_of_a_real_scheduler(tmp_path, benched):
    """A scheduler and two worker processes on loopback give the same numbers as processes started
    here.
    """
    processes, info = [], tmp_path / "scheduler.json"

    def dask(module, *arguments):
        command = [
            sys.executable,
            "-m",
            f"distributed.cli.{module}",
            *map(str, arguments),
            "--no-dashboard",
        ]
        processes.append(
            subprocess.Popen(
                command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
        )

    try:
        dask("dask_scheduler", "--host", "127.0.0.1", "--port", 0, "--scheduler-file", info)
        wait_until(info.exists)
        address = json.loads(info.read_text())["address"]
        for _ in range(2):
            options = (
                "--host",
                "127.0.0.1",
                "--nthreads",
                1,
                "--no-nanny",
                "--local-directory",
                tmp_path / "dask",
            )
            dask("dask_worker", address, *options)
        process = start(tmp_path / "home", *ARGUMENTS, "--json", "--scheduler", address)
        out, error = process.communicate(timeout=300)
    finally:
        for process in processes:
            process.kill()
            process.wait()
    assert json.loads(out)[0]["area_ge"] == json.loads(benched[2])[0]["area_ge"], error


@pytest.mark.always
@pytest.mark.always
def test_netlist_of_the_reported_row_is_verified(home):
    """With links 3 and 4 the row has evidence of all four links."""
    arguments = [argument for argument in ARGUMENTS if argument != "--no-netlist"]
    records = json.loads(call(*arguments, "--on", "artix7", "--json"))
    assert [record["platform"] for record in records] == ["nangate45", "artix7"]
    for record in records:
        assert record["verified"] and {item["link"] for item in record["evidence"]} == {
            "model",
            "rtl",
            "equivalence",
            "gate",
        }


@pytest.mark.skipif(
    not nextpnr.is_there("xilinx"), reason=f"{xilinx.PROGRAM} is missing: {xilinx.INSTALL}"
)
def test_a_routed_row_says_what_routed_it(home):
    """A row on an Artix-7 names nextpnr's version and the part, counts slices and physical look-up
    tables, has a throughput, and nothing without wires beside it.
    """
    (record,) = json.loads(
        call("bench", CORE, "--on", "artix7", "--seeds", "2", "--no-netlist", "--json")
    )
    assert record["routed"] == f"nextpnr-xilinx {nextpnr.version('xilinx')}, xc7a50tfgg484-1"
    assert 0 < record["slices"] <= record["lut_sites"] <= record["luts"]
    assert record["fmax_mhz"] and record["throughput_mbps"] and record["seeds"]
    assert record["pre_route_fmax_mhz"] is None and not record["pre_route_throughputs"]
