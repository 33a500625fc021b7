# SPDX-License-Identifier: Apache-2.0
"""What is the same for every vendor's tool."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ...errors import ToolError

WORD = re.compile(r"[A-Za-z0-9_$./+-]+")
"""What may stand between braces in a Tcl script; sources of others name files and modules."""


@dataclass(frozen=True, kw_only=True)
class Task:
    """What a script is written for.

    Attributes:
        top, clock: names of the top module and of its clock port.
        part: of the FPGA.
        sources: SystemVerilog files, relative to the run's directory.
        effort: ``area``, ``balanced`` or ``speed``.
        period_ps: requested clock period.
        seed: of the placement.
    """

    top: str
    clock: str
    part: str
    sources: tuple[str, ...]
    effort: str
    period_ps: int
    seed: int

    @property
    def period_ns(self) -> str:
        """The period as the scripts write it."""
        return f"{self.period_ps / 1000:.3f}"


@dataclass(frozen=True, kw_only=True)
class Flow:
    """How a tool is used.

    Attributes:
        stage: how far it goes, in words.
        script_names: of what `scripts` writes.
        arguments: of the program.
        reports: paths relative to the run's directory, by what they are.
        scripts: from a task to the texts of the scripts, by name.
        read: from the texts of the reports, and the task, to ``luts``, ``lut_inputs``,
            ``flip_flops``, ``fmax_mhz`` and more.
    """

    stage: str
    script_names: tuple[str, ...]
    arguments: tuple[str, ...]
    reports: Mapping[str, str]
    scripts: Callable[[Task], dict[str, str]]
    read: Callable[[Mapping[str, str], Task], dict]


def script_word(text: str) -> str:
    """A name that may stand in a script, as it is.

    Raises:
        ToolError: it has other characters than `WORD`.
    """
    if not WORD.fullmatch(text):
        raise ToolError(
            f"{text!r}: expected a name of letters, digits and _ $ . / + -, which can "
            f"stand in a vendor's script"
        )
    return text


def number(pattern: str, report: str, what: str) -> int:
    """The count that a report has at a pattern's first group, where ``1,234`` is 1234.

    Raises:
        ToolError: the pattern is not in the report.
    """
    found = re.search(pattern, report, re.MULTILINE)
    if not found:
        raise ToolError(f"expected {what} in the report of the vendor's tool, found none")
    return int(found[1].replace(",", ""))


def slowest(frequencies: list[float], what: str) -> float:
    """The lowest of some frequencies in MHz.

    Raises:
        ToolError: there is none.
    """
    if not frequencies:
        raise ToolError(
            f"expected {what} in the report of the vendor's tool, found none: is there "
            f"a path from register to register?"
        )
    # A report may have several corners or clocks, and the slowest one holds for the whole core.
    return min(frequencies)
