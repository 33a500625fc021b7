# SPDX-License-Identifier: Apache-2.0
"""The low-latency study: its data, its rankings and its records, without a synthesis run."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from cipherfab.errors import CallError
from cipherfab.implement import platforms
from cipherfab.implement.result import Implementation
from cipherfab.primitives.primitive import software
from cipherfab.results.home import Home
from cipherfab.studies.benched import Result
from cipherfab.studies.listing import plain
from cipherfab.studies.low_latency import blocks, records, variants
from cipherfab.studies.low_latency import points as points_module
from cipherfab.studies.low_latency.calls import calls
from cipherfab.studies.low_latency.points import points
from cipherfab.studies.low_latency.published import ROWS
from cipherfab.studies.low_latency.rankings import rankings, with_places
from cipherfab.studies.low_latency.study import STUDY
from cipherfab.studies.settings import Settings

BLOCKS = [block for row in ROWS for block in (row.block, *(name for name, _ in row.also))]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.cipher)
def test_published_figures_agree_with_each_other(row):
    """Frequency, throughput and throughput per area of the paper follow from its delay, area and
    our count of bits.
    """
    assert row.fmax_mhz == pytest.approx(1000 / row.delay_ns, rel=1e-3)
    assert row.throughput_gbps == pytest.approx(row.bits / row.delay_ns, rel=1e-3)
    assert row.per_kge == pytest.approx(row.throughput_gbps / row.area_kge, rel=1e-3)


@pytest.mark.parametrize("block", BLOCKS)
def test_each_block_has_one_best_point(block):
    """``--quick`` has exactly one recipe to run for every block."""
    assert [point.best for point in points() if point.block == block].count(True) == 1


def test_points_are_of_known_blocks():
    """No point of the file is for a block that no row has."""
    assert {point.block for point in points()} == set(BLOCKS)


@pytest.mark.parametrize("block", BLOCKS)
def test_calls_are_what_the_model_gives(block):
    """Known answers, brought to the ports of the block (tweaks, round keys), are what its own model
    gives.
    """
    primitive = variants.primitive(block)
    for inputs, outputs in calls(block, seed=3).values():
        for call, expected in list(zip(inputs, outputs))[:20]:
            assert set(call) == set(primitive.inputs)
            found = software(primitive)(*(call[name] for name in primitive.inputs))
            assert dict(zip(primitive.outputs, found)) == expected


def test_options_of_blocks_are_checked():
    """An option that a cipher does not have is a wrong call."""
    with pytest.raises(CallError, match="one circuit only"):
        variants.primitive("xoodoo-12/sbox=flat")


def test_unknown_row_is_a_wrong_call():
    """The message lists the rows."""
    with pytest.raises(CallError, match="ascon-p-8"):
        records.run(Settings(ciphers=["ascon-128"]))


EVIDENCE = [{"link": link, "passed": True} for link in ("model", "rtl", "gate")]


@pytest.mark.parametrize(
    "evidence, expected",
    [
        (EVIDENCE, True),
        ([*EVIDENCE, {"link": "equivalence", "passed": None}], True),
        ([*EVIDENCE, {"link": "equivalence", "passed": False}], False),
        (EVIDENCE[:2], False),
        (EVIDENCE[1:], False),
        ([], False),
    ],
)
def test_what_counts_as_verified(evidence, expected):
    """Model, RTL and netlist must each have passed; an unfinished proof is no failure, a refuted
    one is.
    """
    assert records._is_verified(evidence) is expected


def faked_runner(tmp_path, found):
    """A runner that has measured ``found``: (area in GE, delay in ns) of Ascon."""
    runner = records.Runner(Settings(home=Home(tmp_path)))
    interface = SimpleNamespace(inputs={"x": 320}, outputs={"x": 320})
    runner.designs["ascon-p-8"] = SimpleNamespace(name="ascon-p-8", interface=interface)
    point = next(point for point in points() if point.variant == "ascon-p-8")
    runner.found["ascon-p-8"] = [
        runner._measured(
            point,
            SimpleNamespace(
                directory=tmp_path / str(number),
                result=Implementation(
                    design="ascon-p-8",
                    top="top",
                    platform=records.PLATFORM,
                    recipe={},
                    period_ps=1,
                    seed=0,
                    stage="",
                    area_ge=area,
                    delay_ns=delay,
                    delay_without_wire_load_ns=delay,
                ).to_json(),
            ),
        )
        for number, (area, delay) in enumerate(found)
    ]
    return runner


def test_record_of_a_row(tmp_path):
    """The dominating point stands in the row, with throughput, ratios, registers added, and the
    front from small to fast.
    """
    runner = faked_runner(tmp_path, [(20000, 3.5), (24000, 2.5), (40000, 2.0), (41000, 2.1)])
    record = runner.record(ROWS[0])
    assert (
        record["measured"]["area_kge"] == 24
        and record["dominates_published"]
        and not record["verified"]
    )
    assert record["measured"]["throughput_gbps"] == pytest.approx(128 / 2.5)
    assert record["ratio"]["delay_ns"] == pytest.approx(2.5 / 2.97, abs=1e-4)
    flip_flop = 4.522 / 0.798
    assert record["measured"]["area_with_registers_kge"] == pytest.approx(
        24 + 640 * flip_flop / 1000, abs=1e-3
    )
    assert [point["area_kge"] for point in record["front"]] == [20, 24, 40]
    assert platforms.find(record["platform"]).kind == "liberty"


def test_closest_point_where_none_dominates(tmp_path):
    """Without a dominating point the row has the closest one, and says that it does not
    dominate."""
    record = faked_runner(tmp_path, [(20000, 3.5), (25000, 2.9)]).record(ROWS[0])
    assert record["measured"]["area_kge"] == 25 and not record["dominates_published"]


def made_up(**areas):
    """Records with these measured areas, delay 1 ns."""
    found = []
    for row in ROWS:
        area = areas.get(row.cipher.partition("-")[0], row.area_kge)
        numbers = {
            "area_kge": area,
            "delay_ns": row.delay_ns,
            "fmax_mhz": row.fmax_mhz,
            "throughput_gbps": row.throughput_gbps,
            "throughput_per_area": row.throughput_gbps / area,
        }
        found.append({"cipher": row.cipher, "published": row.published, "measured": numbers})
    return found


def test_rankings_of_equal_numbers_agree():
    """Our rankings of the paper's own numbers are the paper's: PRINCEv2 is the smallest, Ascon the
    fastest.
    """
    found = {ranking["ranking"]: ranking for ranking in rankings(made_up())}
    assert [ranking["tau"] for ranking in found.values()] == [1.0] * 4
    assert found["compactness"]["measured"][0] == "prince-v2-xex"
    assert found["frequency"]["measured"][0] == "ascon-p-8"
    assert found["throughput"]["published"][0] == "keccak-f-1600"


def test_rankings_name_the_pairs_that_swap():
    """PHOTON at a fifth of its area passes three ciphers in compactness."""
    compactness, *_ = rankings(made_up(photon=80))
    assert {frozenset(pair) for pair in compactness["swaps"]} == {
        frozenset(("photon-256", other))
        for other in ("sparkle-384-slim", "aes-128-xex", "keccak-f-800", "keccak-f-1600")
    }
    assert compactness["tau"] == pytest.approx(1 - 2 * 4 / 66, abs=1e-4)


def test_records_have_what_the_issue_names(tmp_path):
    """Tables, records and plots can be made of a result with a missing row."""
    runner = faked_runner(tmp_path, [(24000, 2.5)])
    result = Result(rows=with_places([runner.record(row) for row in ROWS[:2]]))
    first, second = result.rows
    assert {"cipher", "published", "measured", "ratio", "verified", "dominates_published"} <= set(
        first
    ) & set(second)
    assert second["failure"] and not second["measured"]
    assert "ascon-p-8" in plain(STUDY.titled(result))
    written = STUDY.write(result, tmp_path / "out")
    assert all(path.is_file() for path in written) and {path.suffix for path in written} == {
        ".json",
        ".txt",
        ".png",
        ".svg",
        ".pdf",
    }


@pytest.mark.parametrize("block", ["ascon-p-8", "gift-128", "xoodoo-12", "keccak-f-200"])
def test_groupings_are_blocks_of_their_own(block):
    """Each grouping has its own primitive and name, the text's first, and the known answers of the
    block hold for it.
    """
    names = variants.variants(block)
    assert names[0] == block and len(set(names)) == len(names) > 1
    for name in names[1:]:
        primitive = variants.primitive(name)
        assert primitive is not variants.primitive(block)
        inputs, outputs = calls(name, seed=3)["official known answers"]
        assert [software(primitive)(*call.values()) for call in inputs[:20]] == [
            tuple(call.values()) for call in outputs[:20]
        ]


def test_blocks_without_groupings():
    """A block with a circuit by name, or a cipher without groupings, has one variant; an unknown
    grouping is a wrong call.
    """
    assert variants.variants("prince-v2-xex/sbox=fast") == ["prince-v2-xex/sbox=fast"]
    assert variants.variants("skinny-128-384plus") == ["skinny-128-384plus"]
    with pytest.raises(CallError, match="rotations, second, early, early-0"):
        variants.primitive("ascon-p-8/grouping=late")


def test_points_as_toml(tmp_path, monkeypatch):
    """What `as_toml` writes is what `points` reads, with groupings, cells left out and seeds; a
    foreign script is refused.
    """
    listed = [*points(), replace(points()[0], grouping="early", seed=5, best=False)]
    monkeypatch.setattr(points_module, "FILE", tmp_path / "points.toml")
    points_module.FILE.write_text(points_module.as_toml(listed))
    again = points_module.points()
    assert sorted(map(anonymous, again)) == sorted(map(anonymous, listed))
    assert "ascon-p-8/grouping=early" in {point.variant for point in again}
    with pytest.raises(CallError, match="begins with"):
        points_module.as_toml([replace(listed[0], recipe=listed[0].recipe.with_changes(abc="map"))])


def anonymous(point):
    """A point as text, without the name of its recipe."""
    return str(replace(point, recipe=point.recipe.with_changes(name="")))


def test_an_exploration_beside_the_paper():
    """The point written first is the one that would stand in the row; ratios are those of
    throughput per area.
    """
    recipe = points()[0].recipe.record()
    measured = (
        (20000, 3.5, "ascon-p-8"),
        (24000, 2.9, "ascon-p-8/grouping=early"),
        (30000, 2.0, "ascon-p-8"),
    )
    front = [
        {
            "area_ge": area,
            "delay_ns": delay,
            "recipe": recipe,
            "period_ps": 9,
            "seed": 0,
            "design": design,
        }
        for area, delay, design in measured
    ]
    shown = blocks.beside_the_paper("ascon-p-8", front)
    assert [point["dominates_published"] for point in shown] == [False, True, False]
    assert shown[1]["throughput_per_area_ratio"] == pytest.approx(
        24.437 * 2.97 / (24 * 2.9), abs=1e-4
    )
    made = blocks.as_points("ascon-p-8", front)
    assert [(point.best, point.variant) for point in made] == [
        (True, "ascon-p-8/grouping=early"),
        (False, "ascon-p-8"),
        (False, "ascon-p-8"),
    ]
    assert "dominates_published" not in blocks.beside_the_paper("keccak-p-400-8", front)[0]


@pytest.mark.slow
def test_recorded_points_are_what_a_search_begins_with():
    """Each point of the block with its recipe, its RTL, period and seed."""
    recorded = blocks.recorded("xoodoo-12")
    assert len(recorded) == sum(point.block == "xoodoo-12" for point in points())
    assert {name for _, name, _, _ in recorded} <= {
        design.name for design in blocks.designs("xoodoo-12")
    }
