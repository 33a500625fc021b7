# SPDX-License-Identifier: Apache-2.0
"""Every AEAD and hash of the catalog that has a controller, as a core with the LWC API."""

import pytest
from verified import assert_verified

from cipherfab.catalog import ALGORITHMS
from cipherfab.controllers import controller_of
from cipherfab.cores.build import build
from cipherfab.verify.rtl.check import simulators_of
from cipherfab.verify.rtl.lwc_plays import Level, lwc_plays

CORES = [name for name, entry in ALGORITHMS.items() if controller_of(entry.model)]


@pytest.mark.slow
@pytest.mark.parametrize("name", CORES)
def test_every_core_is_verified_in_simulation(name, tmp_path):
    """All checks of the RTL pass under random stalls: official known answers, test plan, splits,
    violations.
    """
    assert_verified(name, tmp_path, seed=7)


@pytest.mark.sample(5)
@pytest.mark.parametrize("bus", [64, 128])
@pytest.mark.parametrize("name", CORES)
def test_every_core_takes_a_wide_bus(name, bus, tmp_path):
    """The test plan, splits and violations pass where a word of the bus is wider than the API's, be
    a block less than a word or no whole words.
    """
    design = build(f"{name}/round,bus={bus}")
    simulator = simulators_of(design).build(design, tmp_path)
    for check, play in lwc_plays(design, 7, Level.DEFAULT):
        if check in ("test plan", "splits into segments", "protocol violations"):
            played = play(simulator, None)
            assert played.passed, f"{check}: {played.detail}"
