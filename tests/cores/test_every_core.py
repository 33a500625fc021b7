# SPDX-License-Identifier: Apache-2.0
"""Every AEAD and hash of the catalog that has a controller, as a core with the LWC API."""

import pytest
from verified import assert_verified

from cipherfab.catalog import ALGORITHMS
from cipherfab.controllers import controller_of
from cipherfab.cores.build import build
from cipherfab.cores.options import OPTIONS
from cipherfab.lwc.protocol import WIDE
from cipherfab.modes.sponge import SpongeAead
from cipherfab.modes.sponge_hash import SpongeHash
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
@pytest.mark.parametrize(
    "name, bus",
    [(name, bus) for name in CORES for bus in OPTIONS["bus"].values(ALGORITHMS[name])[3:]],
)
def test_a_core_on_a_wide_bus_is_right(name, bus, tmp_path):
    """The test plan, splits and violations pass where a word of the bus is wider than the API's, be
    a block less than a word or no whole words.
    """
    design = build(f"{name}/round,bus={bus}")
    simulator = simulators_of(design).build(design, tmp_path)
    for check, play in lwc_plays(design, 7, Level.DEFAULT):
        if check in ("test plan", "splits into segments", "protocol violations"):
            played = play(simulator, None)
            assert played.passed, f"{check}: {played.detail}"


def test_a_wide_bus_is_for_modes_over_one_permutation():
    """With keys that are whole words of it; so one of 128 bits is refused to some of them."""
    takers = {
        width: {name for name in CORES if width in OPTIONS["bus"].values(ALGORITHMS[name])}
        for width in WIDE
    }
    over = {name for name in CORES if isinstance(ALGORITHMS[name].model, (SpongeAead, SpongeHash))}
    assert takers[64] == over
    refused = takers[64] - takers[128]
    assert {ALGORITHMS[name].model.key_bytes for name in refused} == {24, 56}
