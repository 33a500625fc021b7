# SPDX-License-Identifier: Apache-2.0
"""From finished jobs to records: what is told of a finding that has no answer."""

from dataclasses import replace

from cipherfab.bench import energies, record, rows
from cipherfab.bench.row import Row
from cipherfab.design import BareInterface, Design
from cipherfab.energy.figures import refusal
from cipherfab.implement import platforms, recipes
from cipherfab.implement.result import Implementation
from cipherfab.origin import ENCRYPTS
from cipherfab.report import printing, tables
from cipherfab.report.data import points
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


def finding(link: str, passed: bool | None, detail: str = "64 calls") -> dict:
    """What a link's check returns."""
    return {
        "link": link,
        "check": link,
        "passed": passed,
        "detail": detail,
        "seconds": 0.1,
        "seed": 1,
    }


PLAYED = Outcome(
    job={"kind": "rtl", "inputs": {"design": GIFT.to_json()}, "versions": {}},
    key="r" * 64,
    status=DONE,
    seconds=1.0,
    result={"findings": [finding("rtl", True)]},
)
"""The simulation of gift-64, without which no number of it counts."""


def stored(tmp_path, findings: list[dict]) -> list:
    """The evidence in a store after a job that verified a netlist."""
    inputs = {
        "design": GIFT.to_json(),
        "netlist_sha256": "n" * 64,
        "platform": "nangate45",
        "recipe": "area",
    }
    job = {"kind": "gates", "inputs": inputs, "versions": {}}
    with Store(tmp_path / "store.sqlite") as store:
        record.store(
            store,
            Outcome(job=job, key="k" * 64, status=DONE, result={"findings": findings}, seconds=1.0),
        )
        return store.evidence()


def test_an_undecided_proof_is_told_beside_the_link_that_stands_alone(tmp_path):
    """No evidence for either side; the known answers at gate level carry it as a caveat, which a
    row shows as a remark.
    """
    (alone,) = stored(
        tmp_path, [finding("equivalence", None, "undecided by SAT"), finding("gate", True)]
    )
    assert alone.link == "gate" and alone.passed
    assert alone.detail["caveat"] == "it stands alone, for equivalence: undecided by SAT"
    row = Row(
        core="gift-64",
        algorithm="gift-64",
        platform="nangate45",
        recipe="area",
        evidence=[
            {"link": "gate", "check": "gate", "passed": True, "caveat": alone.detail["caveat"]}
        ],
    )
    assert rows.with_violations([row])[0].violations == [
        "gate: it stands alone, for equivalence: undecided by SAT"
    ]


def test_a_check_that_played_nothing_is_not_stored_and_no_remark_on_others(tmp_path):
    """Its messages take too many cycles on a slow core."""
    nothing = {**finding("rtl", None, "nothing was played"), "messages": 0}
    (kept,) = stored(tmp_path, [nothing, finding("rtl", True)])
    assert kept.passed and "caveat" not in kept.detail


def test_what_was_not_looked_at_stands_in_a_row_beside_what_is_broken():
    """Of several rules that a core breaks the first is told, of what is said of reading it, too."""
    found = [
        {"link": "rtl", "check": str(number), "passed": True, "caveat": caveat}
        for number, caveat in enumerate(["words change", "words change", "", ENCRYPTS])
    ]
    row = Row(
        core="gift-64", algorithm="gift-64", platform="nangate45", recipe="area", evidence=found
    )
    assert rows.with_violations([row])[0].violations == ["rtl: words change", f"rtl: {ENCRYPTS}"]


def energy_outcome() -> Outcome:
    """An energy job of gift-64 with 2 pJ for a bit and 4 pJ for a cycle."""
    task = {
        "bits": 512,
        "energy_pj_per_bit": 2.0,
        "energy_pj": 128.0,
        "cycle_pj": 4.0,
        "leakage_share": 0.25,
        "power_uw": {"0.1": 10.4, "10": 53.3, "100": 400, "fmax": 4000},
    }
    idle = {"bits": 0, "energy_pj_per_bit": None, "power_uw": {"10": 20.0}}
    inputs = {"design": GIFT.to_json(), "netlist_sha256": "n" * 64, "platform": "nangate45",
              "recipe": "area", "period_ps": 10_000, "seed": 0, "fmax_mhz": 900.0,
              "area_ge": 1500.0, "stimulus_seed": 1, "liberty_sha256": "l" * 64}  # fmt: skip
    return Outcome(
        job={"kind": "energy", "inputs": inputs, "versions": {}, "code": "c"},
        key="k" * 64,
        status=DONE,
        seconds=1.0,
        result={
            "toggled": 0.99,
            "tasks": {"call": task, "idle": idle},
            "worst": {"call": {"pattern": "zeros", "energy_pj_per_bit": 2.1}},
        },
    )


def test_energy_is_recorded_and_comes_back_as_columns(tmp_path):
    """Energy per bit, power by frequency, leakage share and energy times area of the netlist that
    was verified, with its hash.
    """
    with Store(tmp_path / "store.sqlite") as store:
        record.store(store, PLAYED)
        record.store(store, energy_outcome())
        placed = store.rows(core="gift-64")
        found = store.summary("gift-64", "nangate45", "area")
    figures = {(one["metric"], one["workload"]): one["value"] for one in found["figures"]}
    columns = energies.columns(figures, found["refused"], placed)
    assert columns["energy_pj_per_bit"] == columns["energies"]["call/state/long"] == 2.0
    assert columns["energy_area"] == 3.0 and columns["leakage_share"] == 0.25
    assert columns["power_uw"] == {"0.1": 10.4, "10": 53.3, "100": 400, "fmax": 4000}
    assert columns["energy_by_target"] == [[10_000, 4.0]] and not columns["energy_note"]
    assert {one.provenance.inputs["netlist"] for one in placed} == {"n" * 64}
    assert figures["worst_energy_pj_per_bit", "call/state/long"] == 2.1


def test_a_platform_without_energy_says_why(tmp_path):
    """The reason is a record, no failure, and stands in the cell of the table."""
    reason = refusal(GIFT, platforms.find("ecp5"))
    with Store(tmp_path / "store.sqlite") as store:
        store.add(measurements=[energies.refused(GIFT, "ecp5", recipes.find("area"), reason)])
        found = store.summary("gift-64", "ecp5", "area")
    assert not found["problems"] and found["refused"] == {"energy_pj_per_bit": reason}
    row = Row(
        core="gift-64", platform="ecp5", recipe="area", **energies.columns({}, found["refused"], [])
    )
    assert reason in printing.text(tables.bench([row.to_json()]))


def test_a_proof_that_ended_needs_no_remark(tmp_path):
    """Both links are evidence, without a caveat."""
    both = stored(tmp_path, [finding("equivalence", True), finding("gate", True)])
    assert [found.link for found in both] == ["equivalence", "gate"] and not any(
        "caveat" in found.detail for found in both
    )


def test_a_design_that_does_not_fit_is_a_row_with_the_reason(tmp_path):
    """Look-up tables without a frequency: the row is no failure, and the reason is a remark."""
    reason = "does not fit into ice40: 8,873 of 7,680 ICESTORM_LC"
    found = Implementation(
        design="gift-64",
        top="top",
        platform="ice40",
        stage="after synthesis",
        recipe=recipes.find("area").record(),
        period_ps=10_000,
        seed=0,
        luts=8_000,
        flip_flops=500,
        more={"refused": reason},
    )
    described = {
        "name": "gift-64",
        "top": "top",
        "clock": "clk",
        "reset": "rst",
        "sources": dict(GIFT.sources),
    }
    job = {"kind": "implement", "inputs": {"design": described}, "versions": {}, "code": {}}
    home = Home(tmp_path)
    with Store(home.database) as store:
        record.store(store, PLAYED)
        record.store(
            store, Outcome(job=job, key="k" * 64, status=DONE, result=found.to_json(), seconds=1.0)
        )
        row = rows.row_of(store, home, "gift-64", "ice40", "area")
    assert (row.luts, row.fmax_mhz, row.failure) == (8_000, None, "")
    assert row.frequency_note == reason
    assert reason in points([row.to_json()])[0].remarks


def test_a_record_under_an_earlier_name_is_a_row_under_that_of_today(tmp_path):
    """A masked core that was recorded without its scheme is shown with it, and only where nothing
    is recorded under the new name; its records stay as they are.
    """
    old, new = "gift-64/masked=1", "gift-64/masked=1,gadget=hpc2"
    home = Home(tmp_path)
    with Store(home.database) as store:
        for name, luts in ((old, 8_000), (new, 9_000)):
            design = replace(GIFT, name=name)
            record.store(store, replace(PLAYED, job=_with(PLAYED.job, design.to_json())))
            found = Implementation(
                design=name,
                top="top",
                platform="ice40",
                stage="after synthesis",
                recipe=recipes.find("area").record(),
                period_ps=10_000,
                seed=0,
                luts=luts,
                flip_flops=500,
            )
            described = {
                key: value for key, value in design.to_json().items() if key != "interface"
            }
            job = {"kind": "implement", "inputs": {"design": described}, "versions": {},
                   "code": {}}  # fmt: skip
            record.store(
                store,
                Outcome(job=job, key="k" * 64, status=DONE, result=found.to_json(), seconds=1.0),
            )
            (row,) = rows.all_rows(store, home)
            assert (row.core, row.luts, row.algorithm) == (new, luts, "gift-64")
        assert {one.core for one in store.rows(platform="ice40")} == {old, new}


def _with(job: dict, design: dict) -> dict:
    return {**job, "inputs": {"design": design}}
