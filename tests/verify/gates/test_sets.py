# SPDX-License-Identifier: Apache-2.0
"""Random sets of probes: the G-test, what is drawn, and what it finds on small netlists."""

import math

import pytest
import small_sbox
from small_cells import synthesize

from cipherfab.architectures.protected.masked import Masked
from cipherfab.cores.verilog import verilog
from cipherfab.primitives.in_stages import without_register
from cipherfab.verify.gates import sets

OPTIONS = {"sets": 300, "traces": 40_000, "seed": 1}


def assessed(directory, stages=(), **options):
    """Sets on the netlist of an S-box, with other ``stages`` if they are given."""
    synthesize(verilog(Masked(small_sbox.STAGED, stages=stages), "dut"), directory)
    return sets.assess(
        small_sbox.DESIGN,
        directory / "netlist.v",
        directory / "cells.lib",
        directory,
        **{**OPTIONS, **options},
    )


@pytest.mark.parametrize(
    "value, freedom, p",
    [
        (2 * math.log(20), 2, 0.05),
        (3.841459, 1, 0.05),
        (18.307038, 10, 0.05),
        (9.34182, 10, 0.5),
        (124.3421, 100, 0.05),
        (2 * 40 * math.log(10), 2, 1e-40),
    ],
)
def test_tails_are_those_of_the_tables(value, freedom, p):
    """Of chi squared, with quantiles from a printed table; with two degrees it is exp(-x / 2)."""
    assert sets._log10_of_chi_squared(value, freedom) == pytest.approx(-math.log10(p), rel=1e-4)


def test_what_differs_has_a_small_p():
    """Equal classes have p = 1, and so have values too rare to be told from each other; by hand, of
    (60, 40) and (40, 60) G = 2 * (120 ln 1.2 + 80 ln 0.8) = 8.05, p = 0.00454.
    """
    assert sets.log10_p([(50, 50), (70, 70)]) == 0
    assert sets.log10_p([(9, 0)] * 3) == 0
    assert sets.log10_p([(60, 40), (40, 60)]) == pytest.approx(-math.log10(0.004544), abs=1e-3)
    assert sets.log10_p([(400, 0), (0, 400)]) > 200


def test_single_probes_on_a_masked_sbox_see_nothing(tmp_path):
    """Of 300 single probes none is above the threshold."""
    found = assessed(tmp_path)
    assert not found["above"] and found["log10_p"] < found["threshold"]
    assert found["threshold"] == pytest.approx(5 + math.log10(300), abs=0.01)


def test_a_missing_register_is_seen_by_single_probes(tmp_path):
    """Without the register after a stage some of 300 single probes tell the secrets apart, and are
    named with their cycle.
    """
    found = assessed(tmp_path, without_register(small_sbox.STAGED, 1))
    assert found["above"] and found["named"][0]["probes"][0][0].startswith(("next ", "out_"))


@pytest.mark.parametrize("apart", [False, True])
def test_more_probes_than_the_order_see_secrets(tmp_path, apart):
    """Of sets of three probes on three shares some see all of a bit, in one cycle or in several."""
    found = assessed(tmp_path, probes=3, apart=apart)
    assert found["above"]
    cycles = [{cycle for _, cycle in one["probes"]} for one in found["named"]]
    assert all(len(one) == (3 if apart else 1) for one in cycles)
