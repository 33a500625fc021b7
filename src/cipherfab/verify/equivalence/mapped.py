# SPDX-License-Identifier: Apache-2.0
"""Yosys commands that read a mapped netlist with the functions of its cells."""

from pathlib import Path

from ..gates import cells as functions


def mapped_script(netlist: Path, cells: Path | str, top: str, *, names: bool = False) -> str:
    """Yosys commands that read a mapped Verilog netlist, put the function of each cell in its
    place, and flatten.

    Args:
        netlist: Verilog that instantiates cells.
        cells: a Liberty file (also ``.gz``), or Verilog models of the cells, such as Yosys' own
            ``+/ecp5/cells_sim.v``.
        top: top module.
        names: keep the named nets that nothing reads, and what drives them.
    """
    if str(cells).endswith((".v", ".sv")):
        # ECP5 models include some files twice. Those of iCE40 have memories that take minutes as
        # registers: only the cells that the netlist has are read to their end.
        read = f"read_verilog -sv -nooverwrite -defer {_yosys_path(cells)}\n"
    else:
        # A Liberty flip-flop with Q and QN is read as two registers; it is one.
        read = (
            f"read_liberty -ignore_miss_func {_yosys_path(cells)}\nopt_merge "
            f"-share_all\nopt_clean\n{clock_gates(Path(cells))}"
        )
    # A register may have left its name to nothing but an output QN that no cell reads, and
    # cleaning takes what is not read: without its name only simulation can find its register.
    kept = f"setattr -set keep 1 {top}/w:*\n{_clocks(cells, top)}" if names else ""
    return (
        f"{read}read_verilog {_yosys_path(netlist)}\nhierarchy -check -top {top}\nproc\n{kept}"
        "flatten -noscopeinfo\nopt_clean\nformalff -declockgate\nopt_clean\n"
    )


def clock_gates(liberty: Path) -> str:
    """Yosys commands that read the library's integrated clock-gating cells, whose functions Yosys
    does not take from a Liberty file: a latch that is open while the clock is low, and an AND.

    `mapped_script` gives each flip-flop behind one the clock itself and an enable instead.
    """
    found = []
    for name, cell in functions.read(liberty).items():
        if cell.gate:
            pins = ", ".join((cell.clock, *cell.inputs))
            found.append(
                f"module \\{name} (input {pins}, output {cell.gate});\n  reg open;\n"
                f"  always @* if (!{cell.clock}) open = {' | '.join(cell.inputs)};\n"
                f"  assign {cell.gate} = {cell.clock} & open;\nendmodule\n"
            )
    return f"read_verilog -overwrite <<END\n{''.join(found)}END\nproc\n" if found else ""


def _clocks(cells: Path | str, top: str) -> str:
    """Yosys commands by which the nets behind clock gates are not kept: with one of them its latch
    would stay, which nothing reads when each flip-flop behind it has the clock itself.
    """
    if str(cells).endswith((".v", ".sv")):
        return ""
    gates = (name for name, cell in functions.read(Path(cells)).items() if cell.gate)
    return "".join(f"setattr -set keep 0 {top}/t:{name} %co\n" for name in gates)


def named(*paths: Path | str) -> list[Path]:
    """The files of a script that are the caller's, not Yosys' own: what the run may read."""
    return [Path(path) for path in paths if not str(path).startswith("+/")]


def _yosys_path(path: Path | str) -> str:
    return str(path) if str(path).startswith("+/") else f'"{Path(path).resolve()}"'
