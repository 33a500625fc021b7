# SPDX-License-Identifier: Apache-2.0
"""Runs that several tests look at."""

import pytest

from cipherfab.implement.flow import implement

from . import designs


@pytest.fixture(scope="session")
def counter():
    """An 8-bit accumulator with enable and synchronous reset."""
    return designs.verilog("counter", designs.COUNTER)


@pytest.fixture(scope="session")
def counter_run(counter, tmp_path_factory):
    """The counter on nangate45: the run's directory and its result."""
    directory = tmp_path_factory.mktemp("counter")
    return directory, implement(
        counter, "nangate45", "balanced", period_ps=1000, seed=1, directory=directory
    )
