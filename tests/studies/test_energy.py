# SPDX-License-Identifier: Apache-2.0
"""Energy beside the records of a study: what is taken from the store, and the order of
candidates."""

from cipherfab.bench.energies import SIZES
from cipherfab.report.listing import listing
from cipherfab.report.printing import cells
from cipherfab.results.home import Home
from cipherfab.studies import energy
from cipherfab.studies.lwc_round2 import energy as lwc
from cipherfab.studies.settings import Settings


def line(core: str, long: float) -> dict:
    """A core that takes so many pJ per bit of a long message, and twice as many of a short one."""
    energies = {f"enc/pt/{size}": long * (2 if size == "16" else 1) for size in SIZES}
    return {"core": core, "recipe": "area", "period_ps": 900, "seeds": [0],
            "area_ge": 1000.0, "energies": energies,
            "throughputs": {name: 1000 / long for name in energies}, "energy_area": long,
            "power_uw": {"10": 5.0}, "verified": True}  # fmt: skip


LINES = [
    line("romulus-n1", 3.0),
    line("romulus-n1/unrolled=4", 2.0),
    line("xoodyak-r2", 4.0),
    line("subterranean", 1.0),
    line("elephant-dumbo-v1", 50.0),
]


def test_without_a_store_there_is_no_energy(tmp_path):
    """Nothing is measured unless it is asked for, and no table is shown."""
    assert energy.lines(["prince"], Settings(home=Home(tmp_path)), jobs=False).rows == []
    assert lwc.tables_of([]) == {}


def test_a_table_has_the_four_sizes():
    """A core's own operation, at each size."""
    (row,) = cells(listing(energy.table(LINES[:1])))
    assert row[:8] == ["romulus-n1", "area", "0.9 ns, seed 0", "1,000", "3", "3", "3", "6"]


def test_candidates_are_ranked_by_their_least_energy():
    """The place by throughput stands beside the place by energy."""
    lines = [*LINES[:3], LINES[3] | {"throughputs": {"enc/pt/long": 300.0}}]
    assert [place["long"] for place in lwc.places(lines)] == [
        "Subterranean (2) 1",
        "Romulus (1) 2",
        "Xoodyak (3) 4",
    ]
    assert lwc.agreement(lines)["long"] == round(1 / 3, 3)


def test_the_energy_alone_takes_the_cores_of_the_published_table():
    """A quick run has the primary cores and those beside a published energy; a whole one all."""
    quick, whole = (lwc.cores(Settings(quick=quick)) for quick in (True, False))
    assert set(lwc.PUBLISHED) < set(quick) < set(whole) and "wage" in quick
    assert lwc.cores(Settings(quick=True, ciphers=["Subterranean"])) == ["subterranean"]


def test_published_ratios_stand_beside_ours():
    """Both over the least of each; tau is 1 where the orders are the same, and -1 where they are
    reversed.
    """
    first = next(each for each in lwc.beside(LINES) if each["core"] == "romulus-n1")
    assert first["1536 B published"] == f"{1845.7 / 112.1:.2f}"
    assert first["1536 B measured"] == "3.00"
    same = lwc.taus([line("romulus-n1", 3.0), line("xoodyak-r2", 2.0), line("subterranean", 1.0)])
    other = lwc.taus([line("romulus-n1", 1.0), line("xoodyak-r2", 2.0), line("subterranean", 3.0)])
    assert [same[0]["1536 B"], other[0]["1536 B"]] == [1.0, -1.0]


def test_published_cores_are_cores_of_the_study():
    """Every line of the published table names one of the study's cores."""
    assert set(lwc.PUBLISHED) <= set(lwc.cores(Settings()))
