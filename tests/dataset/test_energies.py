# SPDX-License-Identifier: Apache-2.0
"""Energy added to an entry of the data set that has none."""

from dataclasses import replace

import pytest

from cipherfab.cores.build import build
from cipherfab.dataset import energies, entry
from cipherfab.dataset.build import Settings, build_file
from cipherfab.results.home import Home

CORE = "skinny-64-64"


def test_a_core_without_a_figure_misses_none():
    """A masked core and a platform without a Liberty file are complete as they are."""
    run = entry.Run(platform="nangate45", recipe="area", period_ps=5000, seed=0)
    found = replace(entry.read()[0], runs=(run, replace(run, platform="ecp5")))
    assert energies.missing(found, build(CORE)) == [run]
    assert energies.missing(found, build("ascon-p-6/masked=1")) == []


def test_an_entry_of_other_rtl_gets_no_energy():
    """Nothing is run for it: it must be made again as a whole."""
    other = replace(entry.read()[0], design="0" * 64)

    def never(jobs):
        raise AssertionError(jobs)

    assert energies.added(other, build(CORE), 1, never, "") is None


@pytest.mark.slow
def test_energy_is_added_and_the_rest_stays(tmp_path):
    """A core that is in the file without energy gets it; what was measured before is not run again,
    and nothing else of the entry changes.
    """
    path, said = tmp_path / "cores.jsonl", []
    first, second = (
        Settings(recipes=("area",), rtl=False, energy=energy, home=Home(tmp_path / name))
        for name, energy in (("a", False), ("b", True))
    )
    assert build_file(path, [CORE], first, said.append) == {}
    (before,) = entry.read(path)
    assert build_file(path, [CORE], second, said.append) == {}
    (after,) = entry.read(path)
    assert not before.runs[0].energies and after.runs[0].energies["call/state/long"] > 0
    assert replace(after, runs=before.runs) == before
    assert not (tmp_path / "b" / "cache" / "cycles").exists()
    assert build_file(path, [CORE], second, said.append) == {} and len(said) == 2
