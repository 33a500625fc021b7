# SPDX-License-Identifier: Apache-2.0
"""A run from one home to another: ``bundle``, ``reproduce FILE``, ``cite``."""

import zipfile
from dataclasses import replace

import pytest

from cipherfab.commands import bundle as command
from cipherfab.commands import reproduce
from cipherfab.errors import CallError
from cipherfab.results.bundle import NOT_CHECKED, write_bundle
from cipherfab.results.cache import read_entry
from cipherfab.results.records import Evidence, Measurement, Provenance
from cipherfab.results.store import Store


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


def test_a_bundle_says_whether_its_netlist_was_checked(run, tmp_path, monkeypatch):
    """In what it returns, in its manifest and where the crate describes it; evidence about the RTL
    or about another netlist does not count, and a failed check is named.
    """
    home, key = run
    monkeypatch.setenv("CIPHERFAB_HOME", str(home.root))
    made = command.bundle(key[:8], tmp_path / "run.zip")
    assert made["evidence"] == 1 and made["netlist"] == NOT_CHECKED
    with zipfile.ZipFile(tmp_path / "run.zip") as archive:
        for name in ("bundle.json", "ro-crate-metadata.json"):
            assert NOT_CHECKED in archive.read(name).decode()
    about = {"check": "it", "core": "tiny", "design": "d", "platform": "p", "recipe": "r"}

    def said(*found):
        return command.netlist_checked(
            "mine",
            [
                Evidence(link=link, passed=passed, subject=subject, **about)
                for link, passed, subject in found
            ],
        )

    assert said(("gate", True, "other"), ("rtl", True, "")) == NOT_CHECKED
    assert said(("gate", True, "mine"), ("equivalence", True, "mine")) == (
        "checked: equivalence, gate"
    )
    assert said(("gate", False, "mine"), ("equivalence", True, "mine")) == "FAILED: gate (it)"


def test_a_record_that_says_another_number_is_not_reproduced(run, tmp_path):
    """What the store of the other machine claimed is compared too."""
    entry = run[0].cache / "implement" / run[1]
    with Store(run[0].database) as store:
        (row,) = store.rows(metric="area_ge")
    write_bundle(
        tmp_path / "run.zip",
        entry,
        records=[replace(row, value=1.0).to_json()],
        evidence=[],
        version="0",
    )
    outcome = reproduce.run(str(tmp_path / "run.zip"))
    assert not outcome["reproduced"] and "store: area_ge" in outcome["differences"]
    assert all(name.startswith("store: ") for name in outcome["differences"])
    assert outcome["differences"]["store: fmax_mhz"]["stored"] is None  # a missing one differs


def test_a_job_under_the_id_of_another_is_refused(run):
    """What would run must be what the id names: another job.json is refused before anything
    runs."""
    entry = run[0].cache / "implement" / run[1]
    reproduce.check_job("it", read_entry(entry), entry / "run")
    with pytest.raises(CallError, match="not the job"):
        reproduce.check_job("it", {"job": {"inputs": {}}}, entry / "run")


def test_a_citation_names_the_run_its_tools_and_its_numbers(run, monkeypatch):
    """BibTeX with the whole id, versions of the tools, period and seed, in which LaTeX finds
    nothing to stumble over.
    """
    monkeypatch.setenv("CIPHERFAB_HOME", str(run[0].root))
    text = command.cite(run[1][:12])
    assert (
        text.startswith(f"@misc{{cipherfab-{run[1][:12]},")
        and run[1] in text
        and "yosys" in text
        and "seed 0" in text
    )
    assert text.count("{") == text.count("}") and "author" in text
    assert command.cite(None).startswith("@software{cipherfab,")


def test_cycles_are_cited_and_not_run_again(run, monkeypatch):
    """A number that no implementation has is named with its design; to reproduce it is a wrong call
    that says what measures it.
    """
    monkeypatch.setenv("CIPHERFAB_HOME", str(run[0].root))
    with Store(run[0].database) as store:
        (cycles,) = store.add_measurements(
            Measurement(
                core="tiny",
                metric="cycles",
                workload="call/state/long",
                value=7,
                design="d" * 64,
                provenance=Provenance(versions={"verilator": "5.48"}),
            )
        )
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
        assert {"run/sources/tiny.v", "run/synthesis.ys", "run/netlist.v", "entry.json"} <= set(
            archive.namelist()
        )


def test_a_bundle_begins_with_pages_for_people(run, tmp_path, monkeypatch):
    """Its README has every number with its record and whether the netlist was checked; the licence
    and the citation lie beside it.
    """
    home, key = run
    monkeypatch.setenv("CIPHERFAB_HOME", str(home.root))
    made = command.bundle(key[:8], tmp_path / "run.zip")
    with zipfile.ZipFile(tmp_path / "run.zip") as archive:
        page, licence, citation = (
            archive.read(name).decode() for name in ("README.md", "LICENSE", "CITATION.bib")
        )
    assert key in page and made["netlist"] in page and "cipherfab reproduce" in page
    assert page.count("| `") == made["records"]
    assert licence.lstrip().startswith("Apache License") and citation == command.cite(key[:8])


@pytest.mark.parametrize("name", ["README.md", "CITATION.bib"])
def test_a_changed_page_is_refused(name, run, tmp_path, monkeypatch):
    """A page that was changed behind the manifest's back, such as to say that a netlist was
    checked, is no page of the bundle.
    """
    monkeypatch.setenv("CIPHERFAB_HOME", str(run[0].root))
    command.bundle(run[1][:8], tmp_path / "run.zip")
    with (
        zipfile.ZipFile(tmp_path / "run.zip") as archive,
        zipfile.ZipFile(tmp_path / "changed.zip", "w") as changed,
    ):
        for one in archive.namelist():
            said = archive.read(one)
            changed.writestr(one, said + b"checked: gate" if one == name else said)
    with pytest.raises(CallError, match=f"{name} is not as it was written"):
        reproduce.run(str(tmp_path / "changed.zip"))
