# SPDX-License-Identifier: Apache-2.0
"""Behind a zeroisation no register holds anything of before: for all that they may hold, proved on
the RTL.

Every register and every input may have any value. A cycle with ``zeroise``, and those that the core
needs for it, are computed with three values, 0, 1 and unknown, gate by gate. What is not unknown at
the end is the same whatever was there before, so a key, a state or a block cannot be read from it.
"""

import time
from pathlib import Path

import numpy

from ...design import ZEROISE, Design, LwcInterface
from ...errors import DesignError, ToolError
from ...tools import compiler
from ..equivalence.netlist import Netlist, Register, read_rtl
from ..finding import Finding
from .machine import FREE, ONE, ZERO, Machine

CHECK = "zeroised registers (proof)"

TEST = "self_test."
"""How names of registers of a self-test begin. They count its words, which are none of the user's,
and are not cleared."""

PASSED = {"tested": ONE, "failed": ZERO, "ends": ZERO}
"""What those hold behind a test that passed; only then anything is taken."""


def check_zeroised(design: Design, directory: Path, *, seed: int) -> list[Finding]:
    """One finding; none of a design without ``zeroise``.

    Args:
        design: as `verify.rtl.check.check_rtl` has it.
        directory: for the files of Yosys.
        seed: of the record; nothing here is random.
    """
    interface = design.interface
    if (
        not isinstance(interface, LwcInterface)
        or not interface.zeroises
        # Cycles are computed by a program in C++ (`machine`).
        or not compiler.available()
    ):
        return []
    start, place = time.monotonic(), Path(directory) / "zeroised"
    place.mkdir(parents=True, exist_ok=True)
    try:
        passed, detail = zeroised(design, read_rtl(design, place))
    except (DesignError, ToolError) as error:
        passed, detail = None, f"not read as a graph: {str(error).splitlines()[0]}"
    return [Finding("rtl", CHECK, passed, detail, time.monotonic() - start, seed=seed)]


def zeroised(design: Design, netlist: Netlist) -> tuple[bool, str]:
    """Whether all registers are known behind a zeroisation, and a line about it.

    Raises:
        DesignError: a combinational loop, or a register at another clock.
    """
    interface = design.interface
    assert isinstance(interface, LwcInterface)
    machine, registers = Machine(netlist, design), netlist.registers
    values = numpy.array([_before(one) for one in registers], dtype=numpy.uint8)
    values = machine.certain(values, {ZEROISE: ONE})
    for _ in range(interface.zeroise_cycles - 1):
        # Nothing is taken in the next cycle; behind it words may come, here none does.
        values = machine.certain(values, {ZEROISE: ZERO, "pdi_valid": ZERO, "sdi_valid": ZERO})
    kept = [one for one, value in zip(registers, values) if value == FREE]
    leaks = [one for one in kept if _of_test(one) is None]
    if leaks:
        names = leaks[0].names or ("one without a name",)
        return False, f"{len(leaks)} of {len(registers)} may hold what they held, as {names[0]}"
    ones = sum(int(value) == ONE for value in values)
    return True, (
        f"{len(registers) - len(kept)} of {len(registers)} registers are constant "
        f"{interface.zeroise_cycles} cycles after zeroise, whatever they held: 0, but {ones} that "
        f"steer" + (f"; {len(kept)} count words of the self-test" if kept else "")
    )


def _before(register: Register) -> int:
    return PASSED.get(_of_test(register) or "", FREE)


def _of_test(register: Register) -> str | None:
    """The name of a register of the self-test there; None of others."""
    own = [name.removeprefix(TEST) for name in register.names if name.startswith(TEST)]
    return own[0] if own else None
