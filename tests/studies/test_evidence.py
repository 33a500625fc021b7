# SPDX-License-Identifier: Apache-2.0
"""Rows of studies in the store: export, report, site, explorer and choose say the same of them, and
their pages name commands that work.
"""

import json
import shlex

import pytest

from cipherfab import catalog
from cipherfab.bench import record, rows
from cipherfab.choose.candidate import of_store
from cipherfab.commands import report, site
from cipherfab.cores.names import parse
from cipherfab.design import BareInterface, Design
from cipherfab.implement.result import Implementation
from cipherfab.report.data import points
from cipherfab.results.home import Home
from cipherfab.results.store import Store
from cipherfab.runs.outcome import DONE, Outcome
from cipherfab.site.content import by_core
from cipherfab.studies.caesar import records as caesar
from cipherfab.studies.forkcipher import records as forkcipher
from cipherfab.studies.lilliput.published import LINES
from cipherfab.studies.low_latency import stored, variants
from cipherfab.studies.low_latency.points import points as tried
from cipherfab.studies.low_latency.published import ROWS
from cipherfab.studies.low_latency.records import PLATFORM
from cipherfab.studies.lwc_round2 import candidates
from cipherfab.studies.settings import Settings, wanted

VARIANTS = sorted({point.variant for point in tried()})
"""Every block of the low-latency study, with its grouping: each has a name in the store."""


def core_names() -> list[str]:
    """The cores of the studies that benchmark cores as they are."""
    modes = [
        mode.core(encdec=encdec) for mode in forkcipher.FIGURE_7 for encdec in forkcipher.DIRECTIONS
    ]
    drawn = [line.core for line in (*forkcipher.FIGURE_5, *forkcipher.FIGURE_6, *LINES)]
    every = {one.name for one in candidates.CANDIDATES}
    pipelined = [
        name
        for one in caesar.CANDIDATES
        if caesar.find(one.algorithm).model
        for name in caesar.cores(one.algorithm, 2)
    ]
    return sorted(
        {
            *modes,
            *drawn,
            *forkcipher.SERIAL,
            forkcipher.SMALLEST,
            *pipelined,
            *candidates.cores(every, quick=False),
        }
    )


def finding(link: str, check: str, **more) -> dict:
    """A check that passed."""
    return {
        "link": link,
        "check": check,
        "passed": True,
        "detail": "64 of 64",
        "seconds": 0.1,
        "seed": 1,
        **more,
    }


def outcome(kind: str, inputs: dict, result: dict, directory=None) -> Outcome:
    """A job that ended well."""
    return Outcome(
        job={
            "kind": kind,
            "inputs": inputs,
            "versions": {"yosys": "1"},
            "code": "c",
            "label": kind,
        },
        key="0" * 64,
        status=DONE,
        result=result,
        directory=directory,
    )


def block(name: str) -> Design:
    """A block as the study names it."""
    return Design(
        name=name,
        top="block",
        sources={"block.sv": f"// {name}\n"},
        interface=BareInterface(
            algorithm=variants.algorithm(name), inputs={"x": 64}, outputs={"x": 64}
        ),
    )


def measured(design: Design, directory) -> Outcome:
    """An implementation of it, without a flip-flop."""
    result = Implementation(
        design=design.name,
        top="block",
        platform=PLATFORM,
        recipe={"name": "low-latency-1"},
        period_ps=2251,
        seed=0,
        stage="",
        area_ge=8025.0,
        flip_flops=0,
        delay_ns=3.2,
        fmax_mhz=310.0,
    ).to_json()
    described = {key: value for key, value in design.to_json().items() if key != "interface"}
    return outcome("implement", {"design": described}, result, directory)


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A store with every block of the low-latency study: model, RTL, netlist and numbers."""
    root = tmp_path_factory.mktemp("home")
    (root / "netlist.v").write_text("module block(); endmodule\n")
    designs = [block(name) for name in VARIANTS]
    models = [
        outcome(
            "model", {}, {"findings": [finding("model", "official known answers", algorithm=name)]}
        )
        for name in sorted({variants.algorithm(name) for name in VARIANTS})
    ]
    simulated = [
        outcome(
            "block-rtl",
            {"block": design.name, "design": design.to_json()},
            {"findings": [finding("rtl", "official known answers")]},
        )
        for design in designs
    ]
    point = {"directory": root, "recipe": {"name": "low-latency-1"}}
    netlists = [
        (
            point,
            outcome(
                "block-netlist",
                {"design": design.to_json(), "platform": PLATFORM},
                {"findings": [finding("gate", "official known answers")]},
            ),
        )
        for design in designs
    ]
    found = Home(root)
    stored.store(
        found.database,
        blocks=[*models, *simulated],
        netlists=netlists,
        runs=[measured(design, root) for design in designs],
    )
    return found


def test_every_block_of_the_study_has_its_evidence_everywhere(home, monkeypatch, tmp_path):
    """Report, explorer, site and the export have for each block the evidence of its algorithm's
    model beside that of its design and netlist, and call it verified.
    """
    monkeypatch.setenv("CIPHERFAB_HOME", str(home.root))
    with Store(home.database) as store:
        found = rows.all_rows(store, home)
        evidence = {one.id: one for one in store.evidence()}
    assert {row.core for row in found} == {stored.PREFIX + name for name in VARIANTS}
    for row in found:
        assert row.verified and {item["link"] for item in row.evidence} == {"model", "rtl", "gate"}
        assert row.algorithm == variants.algorithm(row.core.removeprefix(stored.PREFIX))
    assert {
        point.status
        for core in by_core([row.to_json() for row in found], []).values()
        for point in points(core.rows)
    } == {"ok"}
    report.export(tmp_path / "x.json")
    for exported in json.loads((tmp_path / "x.json").read_text()):
        named = [evidence[identifier] for identifier in exported["evidence"]]
        assert {one.link for one in named} == {"model", "rtl", "gate"} and all(
            one.passed for one in named
        )
        assert all(
            one.core
            in (exported["core"], variants.algorithm(exported["core"].removeprefix(stored.PREFIX)))
            for one in named
        )


def test_an_exported_record_keeps_its_id(home):
    """The evidence that a record is exported with is not part of what its id is the hash of."""
    with Store(home.database) as store:
        records = store.rows()
        shown = rows.concerned(store, records)
    assert [one.id for one in shown] == [one.id for one in records]
    assert all(one.to_json()["id"] == one.id and one.to_json()["evidence"] for one in shown)


def test_a_model_that_failed_is_seen_in_its_blocks(home, tmp_path):
    """The link goes both ways: where the known answers of an algorithm fail, its blocks are not
    verified anywhere, and others are.
    """
    path = tmp_path / "store.sqlite"
    path.write_bytes(home.database.read_bytes())
    with Store(path) as store:
        record.store(
            store,
            outcome(
                "model",
                {},
                {
                    "findings": [
                        {
                            **finding("model", "official known answers", algorithm="prince-v2"),
                            "passed": False,
                        }
                    ]
                },
            ),
        )
        said = {row.core: row.verified for row in rows.all_rows(store, Home(tmp_path))}
    wrong = {name for name, good in said.items() if not good}
    assert wrong and {variants.algorithm(name.removeprefix(stored.PREFIX)) for name in wrong} == {
        "prince-v2"
    }


def test_logic_without_registers_is_no_candidate_and_never_ranked_with_cores(home):
    """`choose` does not offer a block of the study, whatever kind is asked for, and its row says
    that it has no registers.
    """
    assert {one.kind for one in of_store(home)} == {""}
    with Store(home.database) as store:
        shown = points([row.to_json() for row in rows.all_rows(store, home)])
    assert all(point.group.endswith(", no registers") for point in shown)
    assert all("no registers: the delay is that of logic alone" in point.remarks for point in shown)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_page_of_a_block_names_a_command_that_works(name):
    """Not `emit`, which knows no block, but the study with a row that it has."""
    _, command = site._again(stored.PREFIX + name)
    words = shlex.split(command)
    assert words[:4] == ["cipherfab", "study", "low-latency", "--cipher"]
    assert wanted(
        Settings(ciphers=words[4:]), [row.cipher for row in ROWS], study="low-latency"
    ) == {words[4]}
    row = next(row for row in ROWS if row.cipher == words[4])
    assert any(
        name == made or name.startswith(f"{made}/")
        for made in (row.block, *(other for other, _ in row.also))
    )


def test_every_core_of_the_other_studies_is_known_by_its_name():
    """Their rows are those of cores that `emit` writes and whose name says the algorithm, so that
    the model's evidence is found.
    """
    names = core_names()
    assert len(names) > 100
    for name in names:
        known = parse(name).algorithm.name
        assert known in catalog.ALGORITHMS and site._again(name)[1].startswith("cipherfab emit ")


def test_a_core_of_others_has_no_command_that_fails():
    """Its page does not say that `emit` writes it."""
    assert site._again("secworks-aes") == ("", "") and site._again("low-latency+none") == ("", "")
