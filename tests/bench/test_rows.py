# SPDX-License-Identifier: Apache-2.0
"""From the records of a store to a row: which runs are in a median, and what counts as verified."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from cipherfab.bench import record, rows
from cipherfab.choose.candidate import _of_row
from cipherfab.cores.build import build
from cipherfab.design import BareInterface, Design
from cipherfab.implement import recipes
from cipherfab.implement.result import Implementation
from cipherfab.results.digest import digest_file
from cipherfab.results.home import Home
from cipherfab.results.store import Store
from cipherfab.runs.outcome import DONE, Outcome

GIFT = Design(
    name="gift-64",
    top="top",
    sources={"top.sv": "module top; endmodule"},
    interface=BareInterface(
        algorithm="gift-64", inputs={"key": 128, "plaintext": 64}, outputs={"ciphertext": 64}
    ),
)
PLACE = "nangate45", "area"


def done(kind: str, inputs: dict[str, Any], result: dict[str, Any], code: str = "c") -> Outcome:
    """A job that has ended."""
    job = {"kind": kind, "inputs": inputs, "versions": {}, "code": code}
    return Outcome(job=job, key="k" * 64, status=DONE, result=result, seconds=1.0)


def passed(link: str, **more: str) -> dict[str, Any]:
    """The result of a job that checked a link."""
    said = {"link": link, "check": link, "passed": True, "detail": "", "seconds": 0.1, "seed": 1}
    return {"findings": [{**said, **more}]}


def model(algorithm: str) -> Outcome:
    """The model of an algorithm has passed."""
    return done("model", {"algorithm": algorithm}, passed("model", algorithm=algorithm))


def played(design: Design) -> Outcome:
    """The answers of a design have passed."""
    return done("rtl", {"design": design.to_json()}, passed("rtl"))


def timed(design: Design) -> Outcome:
    """Its cycles, which do not depend on data."""
    workloads = {"call/state/long": {"bits": 64, "cycles": 28}}
    found = {"dependences": [], "cycles_formula": "28 per call", "workloads": workloads}
    return done("cycles", {"design": design.to_json()}, {"core": design.name, **found})


def run(
    design: Design, period_ps: int, area_ge: float, *, code: str = "c", cells: str = "l"
) -> Outcome:
    """An implementation that is as fast as was asked for."""
    found = Implementation(
        design=design.name,
        top=design.top,
        platform=PLACE[0],
        recipe=recipes.find(PLACE[1]).record(),
        period_ps=period_ps,
        seed=0,
        stage="after synthesis",
        area_ge=area_ge,
        delay_ns=period_ps / 1000,
        fmax_mhz=round(1e6 / period_ps, 3),
    )
    parts = ("name", "top", "clock", "reset", "sources")
    described = {name: value for name, value in design.to_json().items() if name in parts}
    inputs = {"design": described, "liberty_sha256": cells}
    return done("implement", inputs, found.to_json(), code)


@pytest.fixture
def home(tmp_path) -> Home:
    return Home(tmp_path)


@pytest.fixture
def store(home) -> Iterator[Store]:
    with Store(home.database) as opened:
        yield opened


def test_a_row_whose_simulation_gave_no_answer_is_not_verified(store, home):
    """Cycles that do not depend on data are no known answers: without these the link is open, and
    no number is good.
    """
    for outcome in (model("gift-64"), timed(GIFT), run(GIFT, 1000, 900.0)):
        record.store(store, outcome)
    row = rows.row_of(store, home, "gift-64", *PLACE)
    assert not row.verified and row.area_ge is None
    assert {item["link"] for item in row.evidence} == {"model"}
    assert _of_row(row).checked == {"model": True} and not _of_row(row).verified
    for outcome in (played(GIFT), timed(GIFT), run(GIFT, 1000, 900.0)):
        record.store(store, outcome)
    row = rows.row_of(store, home, "gift-64", *PLACE)
    assert row.verified and row.area_ge == 900.0 and len(row.evidence) == 3


@pytest.mark.parametrize(
    "core, models",
    [
        ("xoodyak-r3/round,hash", ("xoodyak-r3", "xoodyak")),
        ("ascon-aead128/round,noncemasking", ("ascon-aead128+noncemasking",)),
        (
            "ascon-aead128/round,hash,xof",
            ("ascon-aead128", "ascon-hash256", "ascon-xof128", "ascon-cxof128"),
        ),
    ],
)
def test_a_row_is_verified_when_the_models_of_all_its_algorithms_are(core, models, store, home):
    """That is each function which the core computes, under the name that its interface has."""
    design = build(core)
    record.store(store, played(design))
    record.store(store, run(design, 1000, 900.0))
    # An algorithm without its options is another one.
    first = core.partition("/")[0]
    record.store(store, model(first))
    for algorithm in models:
        if algorithm == first:
            continue
        assert not rows.row_of(store, home, core, *PLACE).verified, algorithm
        record.store(store, model(algorithm))
    assert rows.row_of(store, home, core, *PLACE).verified


def test_a_curve_has_no_runs_by_older_code(store, home):
    """What is plotted, and the command that makes it again, are of the runs that the medians of the
    row are of.
    """
    record.store(store, played(GIFT))
    for outcome in (
        run(GIFT, 1000, 900.0, code="older"),
        run(GIFT, 500, 990.0, code="older"),
        run(GIFT, 1000, 700.0),
    ):
        record.store(store, outcome)
    row = rows.row_of(store, home, "gift-64", *PLACE)
    assert row.area_ge == 700.0 and row.requested_achieved == [[1000.0, 1000.0, 700.0]]


def test_a_netlist_that_was_checked_vouches_for_its_own_numbers_alone(store, home, tmp_path):
    """When other seeds move the median to a netlist that nobody checked, the row says nothing of
    netlists; what is wrong with one of them stays.
    """
    record.store(store, played(GIFT))
    runs = []
    for seed, area_ge in enumerate((900.0, 800.0, 700.0)):
        outcome = run(GIFT, 1000, area_ge)
        folder = tmp_path / str(seed)
        folder.mkdir()
        (folder / "netlist.v").write_text(f"module top; wire w{seed}; endmodule")
        result = {**outcome.result, "seed": seed}
        runs.append(replace(outcome, directory=folder, result=result, key=f"{seed}" * 64))
    where = {"design": GIFT.to_json(), "platform": PLACE[0], "recipe": PLACE[1]}
    text = digest_file(runs[0].directory / "netlist.v")
    about = {**where, "netlist_sha256": text}
    record.store(store, runs[0])
    record.store(store, done("gates", about, passed("gate")))
    assert _of_row(rows.row_of(store, home, "gift-64", *PLACE)).netlist is True
    for outcome in runs[1:]:
        record.store(store, outcome)
    row = rows.row_of(store, home, "gift-64", *PLACE)
    assert row.area_ge == 800.0 and _of_row(row).netlist is None
    (finding,) = passed("gate")["findings"]
    wrong = {"findings": [{**finding, "passed": False}]}
    record.store(store, done("gates", about, wrong))
    assert _of_row(rows.row_of(store, home, "gift-64", *PLACE)).netlist is False


def test_a_row_has_no_runs_with_other_cells(store, home):
    """A Liberty file that was replaced under its name begins a series of its own."""
    record.store(store, played(GIFT))
    record.store(store, run(GIFT, 500, 990.0, cells="before"))
    record.store(store, run(GIFT, 1000, 700.0, cells="now"))
    row = rows.row_of(store, home, "gift-64", *PLACE)
    assert (row.period_ps, row.area_ge) == (1000, 700.0)
