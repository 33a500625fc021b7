# SPDX-License-Identifier: Apache-2.0
"""What a recipe does with flip-flops beyond mapping them: maps for Yosys' ``techmap`` and
``extract``, and their commands.

All of it is local: a few cells give way to one, and the proof that netlist and RTL are equivalent
covers it like everything else.
"""

from .platforms.platform import LibertyPlatform, ScanFlipFlop
from .recipes import Recipe

MAPS = ("scan.v", "merge.v", "after.v", "after_cells.v", "before.v", "before_cells.v")
"""Files that `maps` may ask for."""


def maps(platform: LibertyPlatform, recipe: Recipe) -> dict[str, str]:
    """The maps that a recipe needs on a platform: Verilog by file name."""
    scan, found = platform.scan_flip_flop, {}
    if _maps_enables(platform, recipe):
        found["scan.v"] = scan_map(scan)
    if scan and recipe.scan_load:
        found["merge.v"] = merge_map(scan)
    if platform.inverter and recipe.inverse_outputs:
        found |= inverse_maps(platform)
    return found


def _maps_enables(platform: LibertyPlatform, recipe: Recipe) -> bool:
    return bool(
        platform.scan_flip_flop
        and recipe.scan_enable
        and not (platform.inverter and recipe.inverse_outputs)
    )


def before_mapping(platform: LibertyPlatform, recipe: Recipe) -> list[str]:
    """Yosys commands that map enable flip-flops, after the flip-flops have got their names."""
    if recipe.clock_gates:
        # A reset is then logic in front of the flip-flop, and opens the gate.
        return [
            "dfflegalize -cell $_DFF_P_ x -cell $_DFFE_PP_ x",
            f"clockgate -liberty liberty.lib -min_net_size {recipe.clock_gates}",
        ]
    if not _maps_enables(platform, recipe):
        return []
    # x: no initial value, of which a standard cell has none. Resets and falling enables become
    # logic in front of the flip-flop.
    return ["dfflegalize -cell $_DFF_P_ x -cell $_DFFE_PP_ x", "techmap -map scan.v"]


def after_mapping(platform: LibertyPlatform, recipe: Recipe) -> list[str]:
    """Yosys commands that put flip-flops and the gates beside them together, on the mapped
    netlist."""
    scan, commands, kinds = platform.scan_flip_flop, [], []
    if scan and recipe.scan_load:
        flop, choice = scan.flip_flop, scan.multiplexer
        stronger = "".join(f" -compat {choice.cell} {cell}" for cell in choice.stronger)
        choices = {cell: choice.output for cell in (choice.cell, *choice.stronger)}
        commands += [f"extract -map merge.v{stronger} {_joined(choices, {flop.cell: flop.data})}"]
        kinds += [scan.cell]
    if platform.inverter and recipe.inverse_outputs:
        flop, (inverter, given, inverted) = scan.flip_flop, platform.inverter
        behind = _joined({inverter: given}, {flop.cell: flop.output, scan.cell: scan.output})
        before = _joined({inverter: inverted}, {flop.cell: flop.data})
        for step, cells in (("after", behind), ("before", before)):
            commands += [f"extract -map {step}.v {cells}", f"techmap -map {step}_cells.v"]
        kinds += [scan.cell, flop.cell]
    if not commands:
        return []
    # `rename -wire` needs to know which pins of a flip-flop are outputs.
    return [
        *commands,
        "read_liberty -lib liberty.lib",
        *(f"rename -wire -suffix _reg t:{kind}" for kind in dict.fromkeys(kinds)),
    ]


def _joined(some: dict[str, str], others: dict[str, str]) -> str:
    """Yosys' selection of the cells that may match: those of which a pin is on a net with a pin of
    the other ones; and all nets.

    ``extract`` takes long on a whole netlist, and finds the same on these cells: a net that goes on
    to a cell outside of the selection counts as one that others read.

    Args:
        some, others: pin by type of cell.
    """
    return f"{_reaching(some, others)} {_reaching(others, some)} %i w:*"


def _reaching(some: dict[str, str], others: dict[str, str]) -> str:
    """The selection of cells, and of those of the others on a net with their pins."""
    # Yosys keeps selections on a stack: each ``%u`` joins the upper two.
    types = " ".join(f"t:{cell}" for cell in some) + " %u" * (len(some) - 1)
    steps = (":".join(f"+{cell}[{pin}]" for cell, pin in pins.items()) for pins in (some, others))
    return " ".join([types, *(f"%x1:{step}" for step in steps)])


def scan_map(cell: ScanFlipFlop) -> str:
    """For ``techmap``: an enable flip-flop as a scan flip-flop that keeps its own output while not
    enabled.
    """
    return (
        f"module \\$_DFFE_PP_ (input D, C, E, output Q);\n"
        f"  {cell.cell} _TECHMAP_REPLACE_ (.{cell.clock}(C), .{cell.keep}(Q), .{cell.load}(D), "
        f".{cell.enable}(E), "
        f".{cell.output}(Q));\nendmodule\n"
    )


def merge_map(cell: ScanFlipFlop) -> str:
    """For ``extract``: a flip-flop behind a multiplexer that feeds nothing else as a scan
    flip-flop.
    """
    flop, choice = cell.flip_flop, cell.multiplexer
    inverse = f", .{flop.inverse}(unused)" if flop.inverse else ""
    # `extract` looks for the cells within, and puts a cell of the module's name in their place.
    return (
        f"module {cell.cell} (input {cell.clock}, {cell.keep}, {cell.load}, {cell.enable}, "
        f"output {cell.output});\n"
        f"  wire data, unused;\n"
        f"  {choice.cell} choice (.{choice.zero}({cell.keep}), .{choice.one}({cell.load}), "
        f".{choice.select}({cell.enable}), "
        f".{choice.output}(data));\n"
        f"  {flop.cell} flop (.{flop.clock}({cell.clock}), .{flop.data}(data), "
        f".{flop.output}({cell.output}){inverse});\n"
        f"endmodule\n"
    )


def inverse_maps(platform: LibertyPlatform) -> dict[str, str]:
    """Flip-flops with an inverted output in place of flip-flop and inverter.

    ``after``: an inverter behind the output, which may have other readers. ``before``: one in front
    of a plain flip-flop that feeds nothing else; its outputs then change places, so that the
    flip-flop holds the inverse of the register. There are two patterns of this, since an output
    that nothing reads must stay open: a cell with one output is called after its net.
    """
    # To a cell of this name `techmap` gives the name of the one that it replaces.
    (inverter, given, inverted), replace = platform.inverter, "_TECHMAP_REPLACE_"
    behind = f"  {inverter} i (.{given}(Q), .{inverted}(QN));\n"
    before = f"  wire n;\n  {inverter} i (.{given}(D), .{inverted}(n));\n"
    return {
        "after.v": (
            _module("behind", "wire unused;\n" + _plain(platform, "f", "D", "Q", "unused") + behind)
            + _module("behind_scan", _scanning(platform, "f", "") + behind, "D, S, E")
        ),
        "after_cells.v": (
            _module("behind", _plain(platform, replace, "D", "Q", "QN"))
            + _module("behind_scan", _scanning(platform, replace, "QN"), "D, S, E")
        ),
        "before.v": (
            _module("before", "wire unused;\n" + before + _plain(platform, "f", "n", "Q", "unused"))
            + _module("before_both", before + _plain(platform, "f", "n", "Q", "QN"))
        ),
        "before_cells.v": (
            _module("before", _plain(platform, replace, "D", "", "Q"))
            + _module("before_both", _plain(platform, replace, "D", "QN", "Q"))
        ),
    }


def _module(name: str, body: str, data: str = "D") -> str:
    return f"module inverse_{name} (input C, {data}, output Q, QN);\n{body}endmodule\n"


def _plain(platform: LibertyPlatform, name: str, data: str, output: str, inverse: str) -> str:
    flop = platform.scan_flip_flop.flip_flop
    pins = {flop.clock: "C", flop.data: data, flop.output: output, flop.inverse: inverse}
    return _instance(flop.cell, name, pins)


def _scanning(platform: LibertyPlatform, name: str, inverse: str) -> str:
    scan = platform.scan_flip_flop
    pins = {
        scan.clock: "C",
        scan.keep: "D",
        scan.load: "S",
        scan.enable: "E",
        scan.output: "Q",
        scan.inverse: inverse,
    }
    return _instance(scan.cell, name, pins)


def _instance(cell: str, name: str, pins: dict[str, str]) -> str:
    return f"  {cell} {name} ({', '.join(f'.{pin}({net})' for pin, net in pins.items() if net)});\n"
