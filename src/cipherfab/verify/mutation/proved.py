"""A mutant that passed everything, compared with the original by the equivalence prover."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...design import Design
from ...errors import CipherfabError
from ..equivalence.netlist import read_rtl
from ..equivalence.proof import prove_netlists
from .mutants import Mutant, mutated

SECONDS = 60
"""Time limit of one proof."""


def prove(design: Design, mutants: Sequence[Mutant], directory: Path, *, timeout: float = SECONDS) -> list[dict[str, Any]]:
    """Prove mutants equal to the original, register by register, or find a state in which they differ.

    A difference may need a state that the design never reaches, so it proves nothing by itself.

    Returns:
        For each mutant ``number``, ``verdict`` (``proved``, ``refuted`` or ``undecided``) and ``detail``: where it differs.

    Raises:
        ToolError: Yosys cannot read the original.
    """
    directory = Path(directory)
    original, found = read_rtl(design, _folder(directory, "original")), []
    for mutant in mutants:
        place = _folder(directory, f"mutant{mutant.number}")
        try:
            changed = read_rtl(replace(design, sources=mutated(design.sources, mutant)), place)
            result = prove_netlists(design, original, changed, place, timeout=timeout)
            differs = (result["counterexample"] or {}).get("differs") or result["undecided"]
            found.append({"number": mutant.number, "verdict": result["verdict"], "detail": ", ".join(list(differs)[:4])})
        except CipherfabError as error:
            found.append({"number": mutant.number, "verdict": "undecided", "detail": str(error).splitlines()[0]})
    return found


def _folder(directory: Path, name: str) -> Path:
    (directory / name).mkdir()
    return directory / name
