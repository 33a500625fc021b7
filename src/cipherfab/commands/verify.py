# SPDX-License-Identifier: Apache-2.0
"""``cipherfab verify``."""

import tempfile
from collections.abc import Callable
from pathlib import Path

from .. import outputs
from ..catalog import find
from ..design import Design, LwcInterface
from ..errors import CallError
from ..implement import platforms, recipes
from ..implement.platforms.platform import LibertyPlatform
from ..implement.recipes import Recipe
from ..imports.designs import build
from ..links import LINKS
from ..lwc.vectors import Vectors, read_vectors
from ..plain import quoted, say
from ..verify import chain
from ..verify.finding import MARKS, Finding, findings_of, not_lost, to_json
from ..verify.messages.check import SECONDS
from . import proofs
from .mapping import cell_models, checked_netlist

VCD = (b"$version", b"$date")
"""How a waveform begins, which may be replaced."""

LONGEST = 200
"""Most letters of a core's name in that of a file."""


def run(
    name: str,
    *,
    root: Path | None = None,
    model: bool,
    kat: Path | None,
    vectors: tuple[Path, Path, Path] | tuple,
    netlist: bool,
    platform: str,
    recipe: str,
    seed: int,
    waveform: Path | None,
    thorough: bool,
    coverage: bool,
    say: Callable[[str], None],
    prove: bool = False,
    all_shapes: bool = False,
    proof_seconds: float = SECONDS,
) -> dict:
    """All links that were asked for; ``passed`` if none failed.

    Raises:
        CallError: the name is wrong, or a file is missing or malformed.
        ToolError: a tool is missing or failed.
    """
    if all_shapes and not prove:
        raise CallError("--all says which shapes --prove proves: give both.")
    if model:
        if vectors or netlist or waveform or thorough or coverage or prove:
            raise CallError(
                "--model verifies software alone: it goes with --kat, not with "
                "--vectors, --netlist, --waveform, "
                "--thorough, --coverage or --prove."
            )
        findings = chain.check_model(find(name).name, kat)
        passed = _passed(findings)
        return {"name": name, "seed": None, "passed": passed, "findings": to_json(findings)}
    design = build(name, root)
    algorithms = design.algorithms
    if not algorithms and not vectors:
        raise CallError(
            f"{design.name}: its algorithm is not in the catalog, so nothing is known "
            f"of its answers. "
            "Give vectors of it with --vectors PDI SDI DO."
        )
    given = _given(design, vectors)
    if kat and not algorithms:
        raise CallError(
            f"{design.name}: --kat needs to know the algorithm, and it is not in the "
            f"catalog. Use --vectors."
        )
    if kat:
        chain.parse(kat, chain.kind_of(kat, algorithms))
    if prove and not algorithms:
        raise CallError(
            f"{design.name}: --prove needs to know the algorithm, and it is not in the catalog."
        )
    place, how = platforms.find(platform), recipes.find(recipe)
    if netlist:
        cell_models(place)
    say(f"{design.name}: seed {seed} (replay with --seed {seed})")
    for note in design.third_party.notes if design.third_party else ():
        say(f"{design.name}: {note}")
    if waveform:
        outputs.one_file(waveform, lambda head: head.startswith(VCD))
    elif design.third_party:
        waveform = Path(f"{design.name[:LONGEST]}-failure.vcd")
    if coverage and (design.third_party or not algorithms):
        raise CallError(f"{design.name}: --coverage is for our own cores, whose text it knows.")
    findings = [found for algorithm in algorithms for found in chain.check_model(algorithm)]
    level = chain.Level.THOROUGH if thorough else chain.Level.DEFAULT
    with not_lost(findings), tempfile.TemporaryDirectory(prefix="cipherfab-verify-") as work:
        say(f"{design.name}: compiling and playing the RTL")
        findings += chain.check_rtl(
            design, Path(work), seed=seed, kat=kat, given=given, waveform=waveform, level=level
        )
        reached = {}
        if coverage:
            say(f"{design.name}: compiling and playing the RTL once more, to see what is reached")
            reached = {"coverage": chain.coverage(design, Path(work), seed=seed, level=level)}
        if prove:
            findings += proofs.findings(
                design,
                Path(work),
                all_shapes=all_shapes,
                seconds=proof_seconds,
                waveform=waveform,
                say=say,
            )
        if netlist:
            findings += _netlist(design, place, how, Path(work), seed, kat, waveform, say)
    if chain.outcomes(findings).get("rtl") is None:
        raise CallError(f"{design.name}: nothing was played, so nothing is verified.")
    origin = {"third_party": design.third_party.origin} if design.third_party else {}
    return {
        "name": design.name,
        **origin,
        "seed": seed,
        "passed": _passed(findings),
        "findings": to_json(findings),
        **reached,
    }


def _given(design: Design, vectors: tuple) -> Vectors | None:
    if not vectors:
        return None
    if not isinstance(design.interface, LwcInterface):
        raise CallError(
            f"{design.name}: --vectors are for cores with the LWC API; this is a bare "
            f"primitive. Use --kat."
        )
    return read_vectors(
        *vectors, width=design.interface.width, sdi_width=design.interface.sdi_width
    )


def _netlist(
    design: Design,
    platform: LibertyPlatform,
    recipe: Recipe,
    work: Path,
    seed: int,
    kat: Path | None,
    waveform: Path | None,
    say: Callable[[str], None],
) -> list[Finding]:
    directories = {part: work / part for part in ("synthesis", "proof", "gates")}
    for directory in directories.values():
        directory.mkdir()
    say(f"{design.name}: synthesizing for {platform.name}, recipe {recipe.name}")
    netlist = checked_netlist(design, platform, recipe, directories["synthesis"])
    say(f"{design.name}: proving that netlist and RTL are equivalent")
    cells = cell_models(platform)
    findings = chain.check_equivalence(design, netlist, cells, directories["proof"])
    say(f"{design.name}: compiling and playing the netlist")
    return findings + chain.check_gates(
        design, netlist, cells, directories["gates"], seed=seed, kat=kat, waveform=waveform
    )


def _passed(findings: list[Finding]) -> bool:
    return False not in chain.outcomes(findings).values()


SHOWN = 40
"""Points that were not reached, as many as are printed; ``--json`` has all."""


def _show_coverage(coverage: dict) -> None:
    say("coverage: what these messages reach")
    for kind, counts in coverage["kinds"].items():
        say(f"  {kind}: {counts['reached']} of {counts['points']}, {counts['excluded']} excluded")
    for reason in coverage["exclusions"]:
        say(f"  excluded: {reason}")
    for reason in coverage["void"]:
        say(f"  void, since the module has changed: {reason}")
    for point in coverage["open"][:SHOWN]:
        say(f"  not reached: {point}")
    if len(coverage["open"]) > SHOWN:
        say(f"  … and {len(coverage['open']) - SHOWN} more")


def _pace(found: Finding) -> str:
    """Seconds, and messages or calls per second where enough were played to say."""
    rate = found.more.get("messages", 0) / found.seconds if found.seconds >= 0.05 else 0
    return f"{found.seconds:.1f} s" + (f", {rate:,.0f}/s" if rate >= 1 else "")


def show(result: dict) -> None:
    """Print the findings link by link."""
    findings = findings_of(result)
    for link in (link for link in LINKS if any(found.link == link for found in findings)):
        say(f"{link}: {LINKS[link]}")
        for found in proofs.worth_a_line(link, findings):
            say(f"  {MARKS[found.passed]}  {found.check} ({_pace(found)}): {found.detail}")
    proofs.show(result)
    if "coverage" in result:
        _show_coverage(result["coverage"])
    if "third_party" in result:
        facts = ", ".join(
            f"{key} {quoted(value)}" for key, value in result["third_party"].items() if value
        )
        say(f"{result['name']}: third party: {facts}")
    # One cause shows in many checks, with another mismatch behind its colon in each.
    causes = {
        found.caveat.partition(":")[0]: found.caveat for found in reversed(findings) if found.caveat
    }
    say(
        f"{result['name']}: {'verified' if result['passed'] else 'FAILED'}"
        + "".join(f"; but {text}" for text in reversed(causes.values()))
    )
