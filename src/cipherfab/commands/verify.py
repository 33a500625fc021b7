# SPDX-License-Identifier: Apache-2.0
"""``cipherfab verify``."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
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


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What is verified of a core.

    Attributes:
        root: folder that a description's files are below.
        model: software alone.
        kat, vectors: a file of known answers; PDI, SDI and DO as files.
        netlist: the mapped netlist too, with this ``platform`` and ``recipe``.
        thorough, coverage, prove, all_shapes, proof_seconds: see `cipherfab verify --help`.
        waveform: file for a failure; None: one beside it, for a core of others alone.
    """

    root: Path | None = None
    model: bool = False
    kat: Path | None = None
    vectors: tuple[Path, ...] = ()
    netlist: bool = False
    platform: str = "nangate45"
    recipe: str = "balanced"
    waveform: Path | None = None
    thorough: bool = False
    coverage: bool = False
    prove: bool = False
    all_shapes: bool = False
    proof_seconds: float = SECONDS

    def __post_init__(self):
        if self.all_shapes and not self.prove:
            raise CallError("--all says which shapes --prove proves: give both.")
        more = self.vectors or self.netlist or self.waveform or self.thorough or self.coverage
        if self.model and (more or self.prove):
            raise CallError(
                "--model verifies software alone: it goes with --kat, not with "
                "--vectors, --netlist, --waveform, "
                "--thorough, --coverage or --prove."
            )

    @property
    def level(self) -> chain.Level:
        """How much is played."""
        return chain.Level.THOROUGH if self.thorough else chain.Level.DEFAULT


def run(name: str, asked: Asked, *, seed: int, say: Callable[[str], None]) -> dict:
    """All links that were asked for; ``passed`` if none failed.

    Raises:
        CallError: the name is wrong, or a file is missing or malformed.
        ToolError: a tool is missing or failed.
    """
    if asked.model:
        return _model_alone(name, asked)
    design = build(name, asked.root)
    given = _given(design, asked)
    # Looked up in any case, so that a wrong name is told before anything runs.
    where = platforms.find(asked.platform), recipes.find(asked.recipe)
    if asked.netlist:
        # Called for its error, before minutes of simulation: cells without models cannot be played.
        cell_models(where[0])
    say(f"{design.name}: seed {seed} (replay with --seed {seed})")
    for note in design.third_party.notes if design.third_party else ():
        say(f"{design.name}: {note}")
    asked = replace(asked, waveform=_waveform(design, asked))
    if asked.coverage and (design.third_party or not design.algorithms):
        raise CallError(f"{design.name}: --coverage is for our own cores, whose text it knows.")
    findings = [found for algorithm in design.algorithms for found in chain.check_model(algorithm)]
    # What failed before a tool gave up is told with its error.
    with not_lost(findings), tempfile.TemporaryDirectory(prefix="cipherfab-verify-") as work:
        at = _At(design, asked, Path(work), seed, say)
        findings += at.rtl(given)
        reached = at.coverage() if asked.coverage else {}
        if asked.prove:
            findings += at.proofs()
        if asked.netlist:
            findings += at.netlist(*where)
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


def _model_alone(name: str, asked: Asked) -> dict:
    """The link of the software model."""
    findings = chain.check_model(find(name).name, asked.kat)
    passed = _passed(findings)
    return {"name": name, "seed": None, "passed": passed, "findings": to_json(findings)}


def _given(design: Design, asked: Asked) -> Vectors | None:
    """The vectors, if there are; refuses what is asked of a core whose algorithm is not known."""
    if not design.algorithms and not asked.vectors:
        raise CallError(
            f"{design.name}: its algorithm is not in the catalog, so nothing is known "
            f"of its answers. "
            "Give vectors of it with --vectors PDI SDI DO."
        )
    given = _read(design, asked.vectors)
    if asked.kat and not design.algorithms:
        raise CallError(
            f"{design.name}: --kat needs to know the algorithm, and it is not in the "
            f"catalog. Use --vectors."
        )
    if asked.kat:
        # Parsed for its error before the RTL is compiled; what is played is read again.
        chain.parse(asked.kat, chain.kind_of(asked.kat, design.algorithms))
    if asked.prove and not design.algorithms:
        raise CallError(
            f"{design.name}: --prove needs to know the algorithm, and it is not in the catalog."
        )
    return given


def _waveform(design: Design, asked: Asked) -> Path | None:
    """Where the waveform of a failure goes."""
    if asked.waveform:
        outputs.one_file(asked.waveform, lambda head: head.startswith(VCD))
    elif design.third_party:
        return Path(f"{design.name[:LONGEST]}-failure.vcd")
    return asked.waveform


@dataclass(frozen=True)
class _At:
    """A core at work in a folder, link by link."""

    design: Design
    asked: Asked
    work: Path
    seed: int
    say: Callable[[str], None]

    def rtl(self, given: Vectors | None) -> list[Finding]:
        """The RTL."""
        asked = self.asked
        self.say(f"{self.design.name}: compiling and playing the RTL")
        return chain.check_rtl(
            self.design,
            self.work,
            seed=self.seed,
            kat=asked.kat,
            given=given,
            waveform=asked.waveform,
            level=asked.level,
        )

    def coverage(self) -> dict:
        """What is reached of its text."""
        self.say(
            f"{self.design.name}: compiling and playing the RTL once more, to see what is reached"
        )
        found = chain.coverage(self.design, self.work, seed=self.seed, level=self.asked.level)
        return {"coverage": found}

    def proofs(self) -> list[Finding]:
        """Whole messages."""
        return proofs.findings(
            self.design,
            self.work,
            all_shapes=self.asked.all_shapes,
            seconds=self.asked.proof_seconds,
            waveform=self.asked.waveform,
            say=self.say,
        )

    def netlist(self, platform: LibertyPlatform, recipe: Recipe) -> list[Finding]:
        """The mapped netlist."""
        design, asked = self.design, self.asked
        directories = {part: self.work / part for part in ("synthesis", "proof", "gates")}
        for directory in directories.values():
            directory.mkdir()
        self.say(f"{design.name}: synthesizing for {platform.name}, recipe {recipe.name}")
        netlist = checked_netlist(design, platform, recipe, directories["synthesis"])
        self.say(f"{design.name}: proving that netlist and RTL are equivalent")
        cells = cell_models(platform)
        findings = chain.check_equivalence(design, netlist, cells, directories["proof"])
        self.say(f"{design.name}: compiling and playing the netlist")
        return findings + chain.check_gates(
            design,
            netlist,
            cells,
            directories["gates"],
            seed=self.seed,
            kat=asked.kat,
            waveform=asked.waveform,
        )


def _read(design: Design, vectors: tuple) -> Vectors | None:
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


def _passed(findings: list[Finding]) -> bool:
    # What is open has not failed.
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
    # Over a shorter time a rate says nothing.
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
    # Reversed here and below: of each cause the first caveat stays, in the order of the findings.
    causes = {
        found.caveat.partition(":")[0]: found.caveat for found in reversed(findings) if found.caveat
    }
    say(
        f"{result['name']}: {'verified' if result['passed'] else 'FAILED'}"
        + "".join(f"; but {text}" for text in reversed(causes.values()))
    )
