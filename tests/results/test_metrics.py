# SPDX-License-Identifier: Apache-2.0
"""Every metric is completely described, and misspelt names get help."""

import pytest

from cipherfab.errors import CallError
from cipherfab.numbers import HEADLINES
from cipherfab.results.metrics import METRICS, metric, workload


@pytest.mark.parametrize("name", METRICS)
def test_metric_is_complete(name):
    """A metric has a unit, a direction, a way to aggregate and a sentence about its method."""
    known = METRICS[name]
    assert (
        known.unit
        and known.direction in ("higher", "lower", "none")
        and known.aggregate in ("median", "same")
    )
    assert known.method.endswith(".")


def test_unknown_metric_names_the_nearest():
    """A misspelt metric is answered with what may have been meant."""
    with pytest.raises(CallError, match="fmax_mhz"):
        metric("fmax")


def test_workloads_have_one_spelling():
    """The headlines are workloads, and nothing else than operation, content and size is one."""
    assert [workload(*name.split("/")) for name in HEADLINES] == list(HEADLINES)
    assert workload("dec", "ad+pt", 1536) == "dec/ad+pt/1536"
    for wrong in (("encrypt", "pt", 16), ("enc", "ct", 16), ("enc", "pt", "16")):
        with pytest.raises(CallError):
            workload(*wrong)
