# SPDX-License-Identifier: Apache-2.0
"""The initiation interval is a long-run mean; what does not repeat depends on something."""

import pytest

from cipherfab.cores.build import build
from cipherfab.measure.calls import _mean, _period
from cipherfab.measure.measure import measure_cycles


@pytest.mark.parametrize(
    "intervals, period, mean",
    [([5] * 8, 1, 5), ([1, 1, 10] * 4, 3, 4), ([1, 10, 1] * 4, 3, 4), ([2, 3] * 4, 2, 2.5)],
)
def test_interval_is_the_mean_over_a_period(intervals, period, mean):
    """Intervals that repeat after some calls have the mean of these, wherever the measurement
    begins.
    """
    assert (_period(intervals), _mean(intervals)) == (period, mean)


def test_intervals_that_do_not_repeat_have_no_period():
    """A single other interval is a dependence on data, and the longest is given."""
    assert (_period([5] * 7 + [6]), _mean([5] * 7 + [6])) == (0, 6)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "core, formula",
    [
        ("lilliput-tbc-ii-128/round,encdec", "32 per call, latency 32, decryption 64"),
        ("forkskinny-64-192/round,encdec", "63 per call, latency 63, decryption 109"),
        ("skinny-64-64/serial=4,encdec", "801 per call, latency 800, decryption 1569"),
        (
            "forkskinny-64-192/serial=4,restart,encdec",
            "2538 per call, latency 2537, decryption 3057",
        ),
        ("skinny-64-64", "32 per call, latency 32"),
    ],
)
def test_decryptions_are_measured_by_themselves(core, formula, tmp_path):
    """A core that has to walk its schedule before it decrypts says how long that takes; a core that
    cannot decrypt says nothing.
    """
    assert measure_cycles(build(core), tmp_path)["cycles_formula"] == formula
