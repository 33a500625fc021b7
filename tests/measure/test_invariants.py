# SPDX-License-Identifier: Apache-2.0
"""Tests of the invariants: each with a data set that violates it and nothing else."""

import pytest

from cipherfab.measure.invariants import violations


def _row(core="ascon-128", platform="nangate45", recipe="balanced", **values):
    return {"core": core, "platform": platform, "recipe": recipe, **values}


def _figures(metric="cycles", **workloads):
    return [
        {"metric": metric, "workload": name.replace("_", "/"), "value": value}
        for name, value in workloads.items()
    ]


GOOD = [
    _row(recipe="area", area_ge=7000, flip_flops=600, delay_ns=2.0,
         fmax_mhz=500, throughput_mbps=5333.3,
         figures=_figures(enc_pt_16=46, enc_pt_64=82)
         + _figures("bytes_per_cycle", **{"enc_pt_long": 4 / 3})),
    _row(area_ge=7500, flip_flops=600, delay_ns=1.25, fmax_mhz=800,
         figures=_figures(enc_pt_16=46, enc_pt_64=82)),
    _row(recipe="speed", area_ge=9000, flip_flops=600, delay_ns=1.0, fmax_mhz=1000),
    _row(core="ascon-128/unrolled=2", area_ge=9500, flip_flops=600, figures=_figures(enc_pt_16=34)),
    _row(core="ascon-128/round,bus=8", area_ge=6900, flip_flops=600,
         figures=_figures(enc_pt_16=90)),
    _row(core="ascon-128/full", area_ge=30000, energy_pj_per_cycle=2.0, period_ps=1000),
    _row(core="ascon-128/full", area_ge=29000, energy_pj_per_cycle=2.1, period_ps=2000),
]  # fmt: skip

BAD = {
    "area recipe": [_row(recipe="area", area_ge=8000), _row(area_ge=7500)],
    "speed recipe": [_row(recipe="speed", delay_ns=2.1), _row(recipe="area", delay_ns=2.0)],
    "flip-flops fit": [_row(area_ge=3000, flip_flops=600)],
    "serial is smaller": [_row(area_ge=9000), _row(core="ascon-128/unrolled=2", area_ge=8000)],
    "frequency and delay": [_row(fmax_mhz=500, delay_ns=2.1)],
    "pre-route apart": [_row(platform="artix7", pre_route_delay_ns=2.0,
                             pre_route_fmax_mhz=500, fmax_mhz=300)],
    "pre-route over unrolling": [_row(platform="artix7", pre_route_delay_ns=2.0),
                                 _row(core="ascon-128/unrolled=2",
                                      platform="artix7", pre_route_delay_ns=1.9)],
    "throughput and cycles": [_row(fmax_mhz=500, throughput_mbps=5000,
                                   figures=_figures("bytes_per_cycle", enc_pt_long=4 / 3))],
    "steady energy": [_row(energy_pj_per_cycle=2.0, period_ps=1000),
                      _row(energy_pj_per_cycle=2.5, period_ps=2000)],
    "cycles over sizes": [_row(figures=_figures(enc_pt_16=46, enc_pt_64=45))],
    "cycles over buses": [_row(figures=_figures(enc_pt_16=46)),
                          _row(core="ascon-128/round,bus=8", figures=_figures(enc_pt_16=45))],
    "cycles over unrolling": [_row(figures=_figures(enc_pt_16=46)),
                              _row(core="ascon-128/full", figures=_figures(enc_pt_16=47))],
    "cycles over platforms": [_row(figures=_figures(enc_pt_16=46)),
                              _row(platform="ecp5", figures=_figures(enc_pt_16=47))],
}  # fmt: skip


def test_energy_of_two_targets_of_one_row_is_steady():
    """A row whose netlists of two targets differ by more than 15 % in energy per cycle is told;
    by less it is not.
    """
    apart = [_row(energy_by_target=[[1000, 2.4], [10_000, 2.0]])]
    near = [_row(energy_by_target=[[1000, 2.2], [10_000, 2.0]])]
    assert [found.invariant for found in violations(apart)] == ["steady energy"]
    assert "1 ns" in violations(apart)[0].text and violations(near) == []


def test_good_data_set_violates_nothing():
    """A data set as it should be gives no violation."""
    assert violations(GOOD) == []


@pytest.mark.parametrize("invariant", BAD)
def test_violation_is_found(invariant):
    """Each invariant is found violated where it is, with the rows that it concerns, and no other
    is.
    """
    found = violations(BAD[invariant])
    assert [violation.invariant for violation in found] == [invariant]
    assert set(found[0].rows) <= {
        (row["core"], row["platform"], row["recipe"]) for row in BAD[invariant]
    }
    assert found[0].text


def test_pre_route_delay_fits_its_frequency():
    """A pre-route frequency that is not the inverse of the pre-route delay is found."""
    rows = [_row(platform="artix7", pre_route_delay_ns=2.0, pre_route_fmax_mhz=400)]
    assert [violation.invariant for violation in violations(rows)] == ["pre-route apart"]


def test_luts_count_as_area():
    """The invariants of area hold for lookup tables, too."""
    rows = [_row(platform="ecp5", recipe="area", luts=2000), _row(platform="ecp5", luts=1900)]
    assert [violation.invariant for violation in violations(rows)] == ["area recipe"]


@pytest.mark.parametrize(
    "spread", [{"area_ge": {"min": 7400, "max": 8600}}, {"area_ge": (7400, 8000, 8600)}]
)
def test_overlapping_spreads_violate_nothing(spread):
    """What is within the noise of the seeds is no violation, in either form of a spread."""
    assert (
        violations([_row(recipe="area", area_ge=8000, seed_spread=spread), _row(area_ge=7500)])
        == []
    )


def test_other_platforms_are_not_compared():
    """Areas on different platforms, or of different algorithms, have nothing to do with each
    other."""
    rows = [
        _row(recipe="area", area_ge=8000),
        _row(platform="sky130hd", area_ge=7500),
        _row(core="gift-cofb", area_ge=70),
    ]
    assert violations(rows) == []


@pytest.mark.parametrize("invariant", ["cycles over buses", "cycles over unrolling"])
def test_cycles_are_compared_whatever_the_clock_target(invariant):
    """Each core is fastest at a target of its own, and its cycles do not depend on it."""
    targets = [{**row, "period_ps": 900 + n} for n, row in enumerate(BAD[invariant])]
    again = [{**row, "period_ps": 5000} for row in targets]
    # Once, although both cores have several targets.
    for rows in (targets, [*targets, *again]):
        assert [found.invariant for found in violations(rows)] == [invariant]
