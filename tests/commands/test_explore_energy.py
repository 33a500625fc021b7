# SPDX-License-Identifier: Apache-2.0
"""``cipherfab explore --for energy``."""

import pytest

from cipherfab.commands import explore_energy


@pytest.mark.slow
def test_all_architectures_of_a_cipher_are_tried():
    """Serial, one round, several rounds, all rounds in a clock; each once."""
    names = [design.name for design in explore_energy._built("skinny-64-64")]
    assert len(set(names)) == len(names)
    assert {
        "skinny-64-64",
        "skinny-64-64/serial=4",
        "skinny-64-64/unrolled=2",
        "skinny-64-64/full",
    } <= set(names)


@pytest.mark.slow
def test_the_front_is_verified_and_falls_with_area(capsys):
    """More area on the front takes less energy, and its netlists are proved and played."""
    found = explore_energy.run(
        "skinny-64-64", "nangate45", runs=3, seed=1, scheduler=None, workers=0
    )
    energies = [point["energy_pj_per_bit"] for point in found["front"]]
    assert len(found["points"]) == 3 and energies == sorted(energies, reverse=True)
    assert all(point["verified"] for point in found["front"])
    explore_energy.show(found)
    assert "least energy: " in capsys.readouterr().out
