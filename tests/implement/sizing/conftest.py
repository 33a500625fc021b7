# SPDX-License-Identifier: Apache-2.0
"""A small design whose netlist has a slow path, mapped once."""

import shutil

import pytest

from cipherfab.implement import recipes
from cipherfab.implement.flow import implement
from cipherfab.implement.liberty import read
from cipherfab.implement.platforms import find

from .. import designs

RELAXED_PS = 10_000

_SIZED = recipes.find("sized")
UNSIZED = _SIZED.with_changes(
    name="unsized", abc=_SIZED.abc.replace(recipes.SIZE_WIRED, "dnsize -D 1000000; stime -p")
)
"""ABC leaves all cells small, so that there is much to gain."""


@pytest.fixture(scope="session")
def slow():
    """256 bits chosen by one register: a chain of buffers, then multiplexers."""
    return designs.verilog("fanout", designs.FANOUT)


@pytest.fixture(scope="session")
def library():
    """Of nangate45."""
    return read(find("nangate45").path())


@pytest.fixture(scope="session")
def relaxed(slow, tmp_path_factory):
    """It mapped with a relaxed target by ``sized``, so with nothing to do: directory and result."""
    directory = tmp_path_factory.mktemp("relaxed")
    return directory, implement(
        slow, "nangate45", "sized", period_ps=RELAXED_PS, directory=directory
    )


@pytest.fixture(scope="session")
def fast(slow, relaxed, tmp_path_factory):
    """It with a target that no netlist meets, mapped to the smallest cells: directory, result."""
    directory = tmp_path_factory.mktemp("fast")
    return directory, implement(slow, "nangate45", UNSIZED, period_ps=200, directory=directory)


@pytest.fixture
def netlist(relaxed, tmp_path):
    """A copy of the relaxed netlist."""
    return shutil.copy(relaxed[0] / "netlist.v", tmp_path / "netlist.v")
