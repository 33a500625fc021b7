# SPDX-License-Identifier: Apache-2.0
"""A design mapped to cells that can be simulated, for the commands that do so."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ..cores.corename import CoreName
from ..cores.names import parse
from ..design import Design
from ..energy.delays import delayed
from ..errors import CallError, ToolError
from ..implement import flow, platforms, recipes
from ..implement.liberty import read, unpacked
from ..implement.placement import spef
from ..implement.placement.place import MISSING, SPEF, available, place_run
from ..implement.platforms.platform import LibertyPlatform, Platform
from ..implement.recipes import Recipe
from ..implement.result import Implementation
from ..verify.gates.gatesim import GateSimulator
from ..verify.gates.leakage import Timed

PERIOD_PS = 10_000
"""Target period, in ps, of a netlist that is made to be simulated, not measured."""

CHECKED_PERIOD_PS = 5_000
"""The same, of one that is made to be verified."""


def bare(core: str) -> CoreName:
    """The name of a core that is a bare primitive, before anything is built.

    Raises:
        CallError: it is wrong, or that of another core.
    """
    name = parse(core)
    if name.algorithm.primitive is None:
        raise CallError(
            f"'{name}': expected a bare primitive (a permutation or a block cipher), "
            f"got one of kind "
            f"'{name.algorithm.kind}'. `cipherfab list` names them."
        )
    return name


def by_liberty(platform: str) -> Timed:
    """Gives a simulator the delays of the platform's Liberty file."""
    # Read when it is asked for: most checks take no delays.
    return lambda simulator: delayed(simulator, read(platforms.find(platform).path()))


def by_placement(platform: str, design: Design, directory: Path) -> Timed:
    """Gives a simulator of ``netlist.v`` in ``directory`` the same delays with placed wires: the
    netlist is placed when they are asked for.
    """

    def timed(simulator: GateSimulator) -> GateSimulator:
        place = placeable(platform)
        place_run(design, place, period_ps=PERIOD_PS, directory=directory, estimates=False)
        wires = spef.read((directory / SPEF).read_text())
        return delayed(simulator, read(place.path()), wires)

    return timed


def placeable(platform: str) -> LibertyPlatform:
    """A platform whose netlists can be placed.

    Raises:
        CallError: its cells have no geometry.
        ToolError: the placer is missing, or the LEF files of the cells are.
    """
    place = platforms.find(platform)
    if not isinstance(place, LibertyPlatform) or place.geometry is None:
        fitting = ", ".join(
            name
            for name, other in platforms.PLATFORMS.items()
            if isinstance(other, LibertyPlatform) and other.geometry
        )
        raise CallError(
            f"{platform}: expected a platform whose cells have a geometry ({fitting}); of others "
            f"there is no LEF. Use --on with one of them, or figures without placement."
        )
    if not available():
        raise ToolError(MISSING)
    # Before any run: a package of LEF files may be missing.
    place.geometry()
    return place


def mapped(
    design: Design, platform: str, recipe: str, directory: Path, *, period_ps: int = PERIOD_PS
) -> tuple[Implementation, Path]:
    """Map a design, ``netlist.v`` in ``directory``; returns what the run found, and the cells'
    Liberty file.

    Raises:
        CallError: the platform has no Liberty file.
    """
    place = platforms.find(platform)
    if place.kind != "liberty":
        fitting = [name for name, other in platforms.PLATFORMS.items() if other.kind == "liberty"]
        raise CallError(
            f"{platform}: expected a platform with a Liberty file "
            f"({', '.join(fitting)}, or "
            "liberty:PATH); its cells have functions that can be simulated."
        )
    # A fixed seed: what is checked is this netlist, not the spread of the synthesis.
    made = flow.run_job(
        flow.job(design, platform, recipes.find(recipe), period_ps=period_ps, seed=0), directory
    )
    return made, unpacked(read(place.path()))


def cell_models(platform: Platform) -> Path:
    """What plays the cells of a netlist for this platform, see `platforms.cells`.

    Raises:
        CallError: there is nothing.
    """
    found = platforms.cells(platform)
    if found is None:
        playable = [name for name in platforms.names() if platforms.cells(platforms.find(name))]
        raise CallError(
            f"--netlist needs a platform with models of its cells: "
            f"{', '.join(playable)}; got {platform.name}."
        )
    return found


def checked_netlist(design: Design, platform: Platform, recipe: Recipe, directory: Path) -> Path:
    """The netlist of a design that is to be verified, in an existing directory."""
    flow.implement(
        design, platform.name, recipe, period_ps=CHECKED_PERIOD_PS, seed=0, directory=directory
    )
    return directory / "netlist.v"


@dataclass(frozen=True)
class OnCells:
    """A mapped design: a folder with its ``netlist.v``, its cells, and its area in GE."""

    directory: Path
    liberty: Path
    area_ge: float


@contextmanager
def on_cells(design: Design, platform: str, recipe: str) -> Iterator[OnCells]:
    """Map a design in a folder that is gone afterwards. Raises as `mapped`."""
    with tempfile.TemporaryDirectory(prefix="cipherfab-mapped-") as scratch:
        made, liberty = mapped(design, platform, recipe, Path(scratch))
        yield OnCells(Path(scratch), liberty, made.area_ge)
