# SPDX-License-Identifier: Apache-2.0
"""``cipherfab acvp``."""

import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import outputs
from ..catalog.optioned import MARK
from ..design import Design, LwcInterface
from ..errors import CallError
from ..implement import platforms, recipes
from ..implement.platforms.platform import Platform
from ..implement.recipes import Recipe
from ..imports.designs import build
from ..plain import as_json, say
from ..verify.answers import acvp
from ..verify.answers.acvp import ALGORITHMS, Answered, Response
from ..verify.gates.gatelevel import gate_design
from ..verify.rtl.check import simulators_of
from ..verify.rtl.plan import Plan
from ..verify.rtl.played import Played
from .mapping import cell_models, checked_netlist

SHOWN = 10
"""So many differences are printed; ``--json`` has all."""

EQUAL = {True: "  equal", False: "  NOT equal", None: "  nothing is compared on the core"}
"""What is said of the core's answers."""


@dataclass(frozen=True, kw_only=True)
class OnCore:
    """On what a prompt is answered beside the model.

    Attributes:
        core, root: its name, and the folder that a description's files are below; None for none.
        netlist: on its netlist too, mapped for the ``platform`` by the ``recipe``.
    """

    core: str | None = None
    root: Path | None = None
    netlist: bool = False
    platform: str = "nangate45"
    recipe: str = "balanced"

    def __post_init__(self):
        if self.netlist and not self.core:
            raise CallError("--netlist plays the netlist of a core: name one with --core.")

    @property
    def mapping(self) -> tuple[Platform, Recipe] | None:
        """Where and how the netlist is made, if it is asked for."""
        if not self.netlist:
            return None
        return platforms.find(self.platform), recipes.find(self.recipe)


def run(
    prompt: Path,
    output: Path,
    asked: OnCore,
    *,
    expected: Path | None,
    seed: int,
    say: Callable[[str], None],
) -> dict[str, Any]:
    """Answer a prompt, on a core too if one is named, and write the response.

    Nothing is written if the core is wrong, or its netlist where that is asked.

    Raises:
        CallError: a file is not what is expected, or the core does not compute the prompt's
            algorithm.
        ToolError: a tool is missing or failed.
    """
    mapping = asked.mapping
    if mapping:
        # Called for its error, before minutes of simulation: cells without models cannot be played.
        cell_models(mapping[0])
    # A file that is there is replaced only if it begins like JSON.
    outputs.one_file(output, lambda head: head.lstrip(b"[ \r\n\t").startswith(b"{"))
    design = build(asked.core, asked.root) if asked.core else None
    response = acvp.answered(prompt, _aead(design))
    result: dict[str, Any] = {
        "prompt": str(prompt),
        "response": str(output),
        "algorithm": response.algorithm,
        "answered": len(response.tests),
    }
    if design:
        result["core"] = _on_core(response, design, seed, say, mapping)
    if expected:
        wrong = acvp.differences(response, expected)
        result["expected"] = {"file": str(expected), "differences": wrong}
    passed = _wrote(result)
    result["passed"] = passed and not result.get("expected", {}).get("differences")
    if passed:
        with outputs.whole(output) as partial:
            partial.write_text(as_json(response.data(), indent=2) + "\n")
    return result


def registrations(mode: str, *, core: str | None, root: Path | None = None) -> list[dict[str, Any]]:
    """What is supported of a mode, or of ``all``, by the models or by a core."""
    modes = ALGORITHMS if mode == "all" else (mode,)
    aead = _aead(build(core, root)) if core else None
    return [acvp.registration(one, core=aead) for one in modes]


def _aead(design: Design | None) -> str:
    """The AEAD of Ascon that a core has, with its options; without one that of the standard."""
    own = getattr(design.interface, "aead", None) if design else None
    standard = ALGORITHMS["AEAD128"]
    # A core of another AEAD answers no prompt of the standard's, which `_on_core` then says.
    return own if own and own.partition(MARK)[0] == standard else standard


def _on_core(
    response: Response,
    design: Design,
    seed: int,
    say: Callable[[str], None],
    mapping: tuple[Platform, Recipe] | None = None,
) -> dict[str, Any]:
    """The tests that a core serves, played on its RTL, and on its netlist where a ``mapping`` is
    given, with random stalls.
    """
    if not isinstance(design.interface, LwcInterface):
        raise CallError(f"{design.name}: expected a core with the LWC API, got a bare primitive")
    if response.algorithm not in [name.partition(MARK)[0] for name in design.algorithms]:
        raise CallError(
            f"{design.name}: the prompt is of {response.algorithm}, and the core computes "
            f"{', '.join(design.algorithms) or 'nothing of the catalog'}. Name another with --core."
        )
    served = [one for one in response.tests if one.message]
    result = {"name": design.name, "seed": seed, "played": len(served), "others": _why(response)}
    if not served:
        # Neither equal nor different: no answer of the core was looked at.
        return {**result, "passed": None, "detail": "no test is one for a core"}
    with tempfile.TemporaryDirectory(prefix="cipherfab-acvp-") as work:
        say(f"{design.name}: compiling and playing the RTL, seed {seed}")
        played = _played(design, served, seed, Path(work) / "rtl")
        result |= {"passed": played.passed, "detail": played.detail}
        if mapping:
            platform, recipe = mapping
            say(f"{design.name}: its netlist for {platform.name}, recipe {recipe.name}")
            gates = _mapped(design, *mapping, Path(work))
            played = _played(gates, served, seed, Path(work) / "gates")
            result["netlist"] = {
                "platform": platform.name,
                "recipe": recipe.name,
                "passed": played.passed,
                "detail": played.detail,
            }
            result["passed"] = result["passed"] and played.passed
    return result


def _played(design: Design, served: list[Answered], seed: int, directory: Path) -> Played:
    simulator = simulators_of(design).build(design, directory)
    return Plan(design, seed).messages(_messages(served))(simulator, None)


def _mapped(design: Design, platform: Platform, recipe: Recipe, work: Path) -> Design:
    """The netlist behind the core's own interface."""
    synthesis, gates = work / "synthesis", work / "models"
    synthesis.mkdir()
    gates.mkdir()
    netlist = checked_netlist(design, platform, recipe, synthesis)
    return gate_design(design, netlist, cell_models(platform), gates)


def _messages(tests: list[Answered]) -> list:
    return [one.message for one in tests if one.message]


def _why(response: Response) -> dict[str, int]:
    """How many tests are not for a core, by why."""
    return dict(Counter(one.why for one in response.tests if one.why))


def show(result: dict[str, Any]) -> None:
    """Print the counts, and the first differences."""
    written = f"; response in {result['response']}" if _wrote(result) else "; nothing is written"
    say(f"{result['algorithm']}: {result['answered']} tests answered by the model{written}")
    if core := result.get("core"):
        say(f"  {core['name']}: {core['played']} of them played: {core['detail']}")
        if on := core.get("netlist"):
            say(f"  the same on its netlist for {on['platform']}: {on['detail']}")
        say(EQUAL[core["passed"]])
        for why, count in core["others"].items():
            say(f"  not for a core: {count}, {why}")
    if expected := result.get("expected"):
        wrong = expected["differences"]
        say(f"  {expected['file']}: {len(wrong)} differences")
        for line in wrong[:SHOWN]:
            say(f"    {line}")


def _wrote(result: dict[str, Any]) -> bool:
    return result.get("core", {}).get("passed") is not False
