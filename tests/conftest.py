# SPDX-License-Identifier: Apache-2.0
"""What all tests share: reproducible Hypothesis runs, and the helpers beside this file."""

import signal
import sys
from pathlib import Path

import pytest
from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))

# A shell's background job starts with Ctrl-C ignored, and so would every program that a test starts
# and interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)

from samples import sampled  # noqa: E402

from cipherfab.verify.rtl import volume  # noqa: E402

LONG = Path(__file__).parent / "slow.txt"
"""Tests that took too long, see tools/slow_tests.py."""

settings.register_profile("reproducible", derandomize=True, deadline=None)
settings.load_profile("reproducible")

pytest_plugins = ["browser"]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Of the cases of a test with the mark ``sample(n)``, n that lie evenly between the first and
    the last stay in the default suite; the others are slow. So are those of slow.txt.
    """
    cases: dict[str, list] = {}
    for item in items:
        if item.get_closest_marker("sample") and not item.get_closest_marker("slow"):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for each in cases.values():
        kept = sampled(len(each), *each[0].get_closest_marker("sample").args)
        for place, item in enumerate(each):
            if place not in kept:
                item.add_marker(pytest.mark.slow)
    long = set(LONG.read_text().splitlines())
    for item in items:
        if item.nodeid in long and not item.get_closest_marker("always"):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(autouse=True)
def little_volume(request, monkeypatch):
    """`verify` counts through few bits, but in tests with the mark ``whole_volume``."""
    if not request.node.get_closest_marker("whole_volume"):
        name = "cipherfab.verify.rtl.volume"
        monkeypatch.setattr(f"{name}.FIRST_BITS", 8)
        monkeypatch.setattr(f"{name}.COST", dict.fromkeys(volume.COST, 0))
