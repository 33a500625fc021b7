# SPDX-License-Identifier: Apache-2.0
"""Programs that stand for vendors' tools: each reads the scripts that it is given and writes the
reports that the tool would write there, in the formats of ``implement/vendor_tools/reports``.

The numbers follow from what they are given, so that a test sees a number that does not: LUTs are
the lines of the sources, flip-flops a third of these, and the longest path takes `PATH_NS`.
"""

import sys
from pathlib import Path

PATH_NS = 3.2

HEAD = f"""#!{sys.executable}
import re, sys
from pathlib import Path

def lines(script):
    names = re.findall(r"[{{](sources/[^}}]+)[}}]", Path(script).read_text())
    assert names, "no source"
    return sum(len(Path(name).read_text().splitlines()) for name in names)

def write(path, text):
    Path(path).parent.mkdir(exist_ok=True)
    Path(path).write_text(text)

PATH_NS = {PATH_NS}
"""

VIVADO = (
    HEAD
    + r"""
if "-version" in sys.argv:
    print("Vivado v2023.2 (64-bit)\nTool Version Limit: 2023.10\nSW Build 4029153")
    sys.exit()
assert "synth_design -top" in Path("vivado.tcl").read_text()
luts = lines("vivado.tcl")
period = float(re.search(r"-period ([\d.]+)", Path("clock.xdc").read_text())[1])
write("utilization.rpt", f"| Slice LUTs | {luts:,} | 0 | 0 | 8000 | 1.0 |\n"
      f"|   Register as Flip Flop | {luts // 3} | 0 | 0 | 16000 | 1.0 |\n"
      "|   Register as Latch | 0 | 0 | 0 | 16000 | 0.0 |\n")
write("timing.rpt", "| Design Timing Summary\n| ----\n\n    WNS(ns)      TNS(ns)\n"
      f"    -------      -------\n    {period - PATH_NS:.3f}    0.000\n")
"""
)

QUARTUS = (
    HEAD
    + r"""
if "--version" in sys.argv:
    print("Quartus Prime Shell\nVersion 20.1.1 Build 720 11/11/2020 SJ Lite Edition\nCopyright")
    sys.exit()
luts = lines("quartus.tcl")
write("reports/core.fit.rpt", f"; Total logic elements ; {luts + 9:,} / 15,408 ( 1 % ) ;\n"
      f";     Total combinational functions  ; {luts:,} / 15,408 ;\n"
      f"; Total registers ; {luts // 3} ;\n")
mhz = f"{1000 / PATH_NS:.2f} MHz"
write("reports/core.sta.rpt", "; Slow 1200mV 85C Model Fmax Summary ;\n+---+\n"
      "; Fmax ; Restricted Fmax ; Clock Name ; Note ;\n+---+\n"
      f"; {mhz} ; {mhz} ; clock ; ;\n+---+\n")
"""
)

LATTICE = (
    HEAD
    + r"""
script = sys.argv[1]
if "sys_install version" in Path(script).read_text():
    print("ANSWER")
    sys.exit()
luts = lines(script)
write("impl/core_impl.mrp", f"   Number of registers:    {luts // 3} out of 24879 (3%)\n"
      f"      Number used as logic LUT4s:  {luts}\n      Number used as distributed RAM:     0\n"
      "      Number used as ripple logic:   0\n")
mhz = 1000 / PATH_NS
write("impl/core_impl.twr", f"Report:  {mhz:.3f}MHz is the maximum frequency for this preference.\n"
      f" | Actual (all paths) | {PATH_NS:.3f} ns | {mhz:.3f} MHz\n")
"""
)

TOOLS = {
    "vivado": ("vivado", VIVADO, "2023.2"), "quartus": ("quartus_sh", QUARTUS, "20.1.1 Build 720"),
    "diamond": ("lin64/diamondc", LATTICE.replace("ANSWER", "version 3.12.0.240.2"),
                "3.12.0.240.2"),
    "radiant": ("lin64/radiantc", LATTICE.replace("ANSWER", "version 2023.1.0.43.3"),
                "2023.1.0.43.3")}  # fmt: skip
"""By tool the program's path, its text, and the version that it says."""


def install(tool: str, root: Path) -> Path:
    """Put the program of a tool below ``root/bin``; returns the folder for the PATH."""
    name, text, _ = TOOLS[tool]
    program = root / "bin" / name
    program.parent.mkdir(parents=True)
    program.write_text(text)
    program.chmod(0o755)
    return program.parent
