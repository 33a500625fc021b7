# SPDX-License-Identifier: Apache-2.0
"""Tests of measured cycles, on real cores in simulation."""

import json
from dataclasses import replace

import pytest

from cipherfab.cores.build import build
from cipherfab.design import LwcInterface
from cipherfab.errors import DesignError
from cipherfab.measure import cycles
from cipherfab.measure.measure import fit_all, measure_cycles, workloads_of

LEAKY = """
module leaky(input clk, input rst, input [31:0] pdi_data, input pdi_valid, output pdi_ready, input [31:0] sdi_data, input sdi_valid,
             output sdi_ready, output [31:0] do_data, output do_valid, input do_ready, output do_last);
  reg waited;
  wire hold = pdi_data[4:0] == 5'd21 && !waited, ready;
  assign pdi_ready = ready && !hold;
  always @(posedge clk) waited <= !rst && pdi_valid && hold;
  TOP inner(.clk(clk), .rst(rst), .pdi_data(pdi_data), .pdi_valid(pdi_valid && !hold), .pdi_ready(ready), .sdi_data(sdi_data),
            .sdi_valid(sdi_valid), .sdi_ready(sdi_ready), .do_data(do_data), .do_valid(do_valid), .do_ready(do_ready),
            .do_last(do_last));
endmodule
"""  # noqa: E501
"""A core that takes a cycle more for some words of data."""


@pytest.fixture(scope="module")
def builds(tmp_path_factory):
    """A folder for compiled designs."""
    return tmp_path_factory.mktemp("builds")


@pytest.fixture(scope="module")
def result(builds):
    """The measurement of the basic iterative Ascon-128."""
    return measure_cycles(build("ascon-128"), builds)


def test_formulas_of_ascon_128(result):
    """One round per clock: 6 cycles for each block, 12 and 12 around, and a block of padding for
    each of both inputs.
    """
    assert (
        result["cycles_formula"]
        == result["formulas"]["enc"]["text"]
        == "34 + 6*[AD>0] + 6*floor(AD/8) + 6*floor(M/8)"
    )
    assert {name: value["kind"] for name, value in result["formulas"].items()} == dict.fromkeys(
        ("enc", "enc/new-key", "dec", "dec/new-key"), "closed"
    )
    assert result["cycles_per_block"] == 6
    # Two words of the bus in six cycles.
    assert result["bus"]["enc/pt"]["share"] == pytest.approx(1 / 3)
    assert "computation bound" in result["bus"]["enc/pt"]["reason"]


def test_bus_names_rounds_only_where_a_cycle_has_whole_ones(builds):
    """A serial core's block takes more cycles than its rounds; the sentence does not count them."""
    found = measure_cycles(build("ascon-128/serial=32"), builds)["bus"]["enc/pt"]["reason"]
    assert "rounds" not in found
    assert "the computation or the handshake" in found


def test_grid_has_what_throughputs_need(result):
    """The grid has empty inputs, whole blocks and the sizes of the method."""
    points = {(ad, message): count for ad, message, count in result["grids"]["enc"]}
    assert {(0, 0), (8, 8), (16, 16), (1536, 1536), (0, 1536), (64, 0)} <= set(points)
    assert workloads_of(result)["enc/pt/16"].cycles == points[0, 16] == 46


def test_new_key_costs_a_constant(result):
    """Loading a key takes the same time before every message."""
    assert result["new_key_cycles"] == {"enc": 7, "dec": 7}
    reused, new = (
        {tuple(point[:2]): point[2] for point in result["grids"][name]}
        for name in ("enc", "enc/new-key")
    )
    assert {new[point] - count for point, count in reused.items()} == {7}


def test_cycles_do_not_depend_on_data(result):
    """Other keys, other data and a forged tag give the same cycles."""
    assert result["data_independent"] and result["dependences"] == []
    assert result["compared"] == 2 * cycles.REPEATED


def test_curves_are_for_plots(result):
    """A curve starts at the empty message and gives every size its cycles."""
    assert result["curves"]["enc/pt"][:9] == [[size, 34] for size in range(8)] + [[8, 40]]
    assert set(result["curves"]) == {"enc/pt", "enc/ad", "dec/pt", "dec/ad"}


def test_result_is_json(result):
    """A result survives JSON as it is."""
    assert json.loads(json.dumps(result)) == result


def test_sizes_off_the_grid_are_predicted(builds):
    """A formula made from the grid alone gives the cycles that are then measured elsewhere."""
    measured = cycles.measure(build("ascon-128"), builds)
    formulas = fit_all(
        replace(
            measured,
            grids={name: replace(grid, checks={}) for name, grid in measured.grids.items()},
        )
    )
    for name, grid in measured.grids.items():
        assert len(grid.checks) > 30 and not set(grid.checks) & set(grid.points)
        assert {point: formulas[name](*point) for point in grid.checks} == grid.checks


def test_dependence_on_data_is_found(builds):
    """A core that waits for a cycle at some words is found out, and gets no formula."""
    core = build("ascon-128")
    sources = {**core.sources, "leaky.v": LEAKY.replace("TOP", core.top)}
    found = measure_cycles(replace(core, name="leaky", top="leaky", sources=sources), builds)
    assert not found["data_independent"]
    assert "cycles with the keys and data of seed" in found["dependences"][0]
    assert found["cycles_formula"] is None


def test_wrong_answers_are_not_measured(builds):
    """A core that computes something else has no cycles."""
    # The same interface, so that only the answers tell the two ciphers apart.
    wrong = replace(
        build("ascon-128"), interface=LwcInterface(width=32, sdi_width=32, aead="ascon-128a")
    )
    with pytest.raises(DesignError, match="no cycles are measured"):
        measure_cycles(wrong, builds)


def test_hash_in_the_same_core(builds):
    """A core with hash has a third formula, of the message alone, and workloads for it."""
    found = measure_cycles(build("ascon-128/unrolled=2,hash"), builds)
    assert (
        found["formulas"]["hash"]["kind"] == "closed"
        and "AD" not in found["formulas"]["hash"]["text"]
    )
    assert "hash/msg/long" in found["workloads"] and found["data_independent"]


@pytest.mark.parametrize(
    "core, latency, interval",
    [("ascon-p-6/unrolled=2", 3, 3), ("ascon-p-6/full", 2, 1), ("ascon-p-6/inner=3", 18, 6)],
)
def test_bare_primitive(builds, core, latency, interval):
    """A bare permutation has bits per call, a latency and an interval, which is a mean with several
    calls in flight.
    """
    found = measure_cycles(build(core), builds)
    assert (found["bits_per_call"], found["latency"], found["interval"]) == (320, latency, interval)
    assert found["data_independent"] and found["workloads"]["call/state/long"] == {
        "bits": 320,
        "cycles": interval,
    }
