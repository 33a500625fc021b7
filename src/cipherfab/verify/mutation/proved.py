# SPDX-License-Identifier: Apache-2.0
"""A mutant that passed everything, compared with the original by the equivalence prover."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...design import Design
from ...errors import CipherfabError
from ..equivalence.netlist import Netlist, read_rtl
from ..equivalence.sequential import compare_from_reset
from .mutants import Mutant, mutated

SECONDS = 180
"""Time limit of one proof, if nobody says another."""


def prove(
    design: Design, mutants: Sequence[Mutant], directory: Path, *, timeout: float = SECONDS
) -> list[dict[str, Any]]:
    """Prove that from power-up and reset on mutants are the original, or find out when they are
    not.

    Returns:
        For each mutant ``number``, ``verdict`` (``proved``, ``different`` or ``undecided``) and
        ``detail``.

    Raises:
        ToolError: Yosys cannot read the original.
    """
    directory = Path(directory)
    original, found = read_rtl(design, _folder(directory, "original")), []
    for mutant in mutants:
        place = _folder(directory, f"mutant{mutant.number}")
        try:
            changed = read_rtl(replace(design, sources=mutated(design.sources, mutant)), place)
            found.append(
                {"number": mutant.number, **_compared(design, original, changed, place, timeout)}
            )
        # A mutant that cannot be read or compared stays undecided, and the next one is tried.
        except CipherfabError as error:
            found.append(
                {
                    "number": mutant.number,
                    "verdict": "undecided",
                    "detail": str(error).splitlines()[0],
                }
            )
    return found


def _compared(
    design: Design, original: Netlist, changed: Netlist, place: Path, timeout: float
) -> dict[str, str]:
    verdicts = {"proved": "proved", "refuted": "different", "undecided": "undecided"}
    found = compare_from_reset(original, changed, design, place, timeout=timeout)
    return {"verdict": verdicts[found["verdict"]], "detail": found["detail"]}


def _folder(directory: Path, name: str) -> Path:
    (directory / name).mkdir()
    return directory / name
