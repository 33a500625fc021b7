# SPDX-License-Identifier: Apache-2.0
"""Which tools an entry of the data set names."""

from cipherfab.dataset.origin import versions
from cipherfab.runs.outcome import DONE, Outcome


def ran(**tools: str) -> Outcome:
    """A job that these tools ran."""
    return Outcome(job={"versions": tools}, key="k", status=DONE, result={}, seconds=1.0)


def test_every_version_of_a_tool_is_named():
    """Something added later with another version does not hide the one of all other figures."""
    first = versions([ran(yosys="0.9", sta="2.0"), ran(yosys="0.9")])
    assert first == {"sta": "2.0", "yosys": "0.9"}
    second = versions([ran(yosys="0.10")], first)
    assert second == {"sta": "2.0", "yosys": "0.9, 0.10"}
    assert versions([ran(yosys="0.10"), ran(sta="2.0")], second) == second
