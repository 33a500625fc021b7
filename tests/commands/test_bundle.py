# SPDX-License-Identifier: Apache-2.0
"""A run from one home to another: ``bundle``, ``reproduce FILE``, ``cite``."""

import zipfile

import pytest

from cipherfab.bench import jobs, record
from cipherfab.commands import bundle as command
from cipherfab.commands import reproduce
from cipherfab.design import BareInterface, Design
from cipherfab.errors import CallError
from cipherfab.implement import recipes
from cipherfab.results.bundle import write_bundle
from cipherfab.results.cache import Cache, key_of
from cipherfab.results.home import Home
from cipherfab.results.records import Evidence, Measurement, Provenance
from cipherfab.results.store import Store
from cipherfab.runs.pool import run_all

TEXT = """
module tiny(input clk, input rst, input [7:0] a, output reg [7:0] b);
  always @(posedge clk) b <= rst ? 0 : a ^ {b[0], b[7:1]} ^ (a & b);
endmodule
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A home with one implementation run and its records: the home, and the key of the run."""
    home = Home(tmp_path_factory.mktemp("home"))
    design = Design(name="tiny", top="tiny", sources={"tiny.v": TEXT},
                    interface=BareInterface(algorithm="", inputs={}, outputs={}))
    job = jobs.implement_job(design, "nangate45", recipes.find("area"), period_ps=2000, seed=0)
    outcome, = run_all([job], cache=Cache(home), workers=0)
    with Store(home.database) as store:
        store.add(evidence=[Evidence(link="rtl", check="known answers", passed=True, core="tiny",
                                     design=record.digest_design(design))])
        record.store(store, outcome)
    return home, key_of(job)


def test_a_bundle_is_run_again_in_another_home(run, tmp_path, monkeypatch):
    """With nothing but the file, every number of the run and of its records is found again, under
    the same id.
    """
    home, key = run
    monkeypatch.setenv("CIPHERFAB_HOME", str(home.root))
    made = command.bundle(key[:8], tmp_path / "run.zip")
    assert made["id"] == key and made["records"] > 3 and made["evidence"] == 1
    monkeypatch.setenv("CIPHERFAB_HOME", str(tmp_path / "empty"))
    with pytest.raises(CallError, match="cipherfab bundle"):
        reproduce.run(key[:8])
    outcome = reproduce.run(str(tmp_path / "run.zip"))
    assert outcome["reproduced"] and outcome["id"] == key and outcome["numbers"] > 20
    assert not (tmp_path / "empty").exists()


def test_a_record_that_says_another_number_is_not_reproduced(run, tmp_path):
    """What the store of the other machine claimed is compared too."""
    entry = run[0].cache / "implement" / run[1]
    write_bundle(tmp_path / "run.zip", entry, records=[{"metric": "area_ge", "value": 1.0}],
                 evidence=[], version="0")
    outcome = reproduce.run(str(tmp_path / "run.zip"))
    assert not outcome["reproduced"] and list(outcome["differences"]) == ["store: area_ge"]


def test_a_job_under_the_id_of_another_is_refused(run, tmp_path, monkeypatch):
    """What would run must be what the id names: another job.json is refused before anything runs.
    """
    monkeypatch.setenv("CIPHERFAB_HOME", str(run[0].root))
    found = reproduce.Bundle(key=run[1], entry=run[0].cache / "implement" / run[1],
                             records=[], evidence=[])
    reproduce._check_job(tmp_path, found)
    monkeypatch.setattr(reproduce, "read_entry", lambda path: {"job": {"inputs": {}}})
    with pytest.raises(CallError, match="not the job"):
        reproduce._check_job(tmp_path, found)


def test_a_citation_names_the_run_its_tools_and_its_numbers(run, monkeypatch):
    """BibTeX with the whole id, versions of the tools, period and seed, in which LaTeX finds
    nothing to stumble over.
    """
    monkeypatch.setenv("CIPHERFAB_HOME", str(run[0].root))
    text = command.cite(run[1][:12])
    assert text.startswith(f"@misc{{cipherfab-{run[1][:12]},") and run[
        1] in text and "yosys" in text and "seed 0" in text
    assert text.count("{") == text.count("}") and "author" in text
    assert command.cite(None).startswith("@software{cipherfab,")


def test_cycles_are_cited_and_not_run_again(run, monkeypatch):
    """A number that no implementation has is named with its design; to reproduce it is a wrong call
    that says what measures it.
    """
    monkeypatch.setenv("CIPHERFAB_HOME", str(run[0].root))
    with Store(run[0].database) as store:
        cycles, = store.add_measurements(Measurement(
            core="tiny", metric="cycles", workload="call/state/long", value=7, design="d" * 64,
            provenance=Provenance(versions={"verilator": "5.48"})))
    text = command.cite(cycles.id[:12])
    assert "tiny: cycles call/state/long 7" in text and cycles.id in text
    assert "verilator 5.48" in text and "d" * 64 in text
    with pytest.raises(CallError, match="cycles of tiny, which no implementation run has"):
        reproduce.run(cycles.id[:12])


def test_the_archive_has_the_sources(run, tmp_path, monkeypatch):
    """The RTL, the scripts and the netlist are in it."""
    monkeypatch.setenv("CIPHERFAB_HOME", str(run[0].root))
    command.bundle(run[1], tmp_path / "run.zip")
    with zipfile.ZipFile(tmp_path / "run.zip") as archive:
        assert {"run/sources/tiny.v", "run/synthesis.ys", "run/netlist.v",
                "entry.json"} <= set(archive.namelist())
