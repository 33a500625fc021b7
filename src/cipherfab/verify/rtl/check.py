# SPDX-License-Identifier: Apache-2.0
"""Link 2 of the chain of evidence: a design in simulation, with random stalls, against the software
model.
"""

import shutil
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from ... import outputs
from ...design import BareInterface, Design
from ...errors import CipherfabError, ToolError
from ...imports.cells import REMEDY
from ...imports.native import REPORTED, STOPPED
from ...lwc.vectors import Vectors
from ...tools.beside import beside
from ..finding import MARKS, Finding, not_lost, outcomes
from ..tags.check import check_tags
from ..tags.cleared import check_zeroised
from . import as_read, natively
from .bare import BareSimulator
from .bare_plays import bare_plays
from .byte_orders import right_order
from .easing import Easing
from .lwc_plays import Level, lwc_plays
from .plan import SEGMENTS
from .played import Play, Played
from .program import AssertionFails
from .simulator import Simulator
from .volume import check_volume


def check_rtl(
    design: Design,
    directory: Path,
    *,
    seed: int,
    kat: Path | None = None,
    given: Vectors | None = None,
    waveform: Path | None = None,
    level: Level = Level.DEFAULT,
) -> list[Finding]:
    """Link 2: the design against the software model, in simulation with random stalls.

    Args:
        design: with an LWC or a bare interface.
        directory: for the compiled simulator.
        seed: of stimulus and stalls.
        kat: a further file in ``genkat`` format to play.
        given: further vectors to play.
        waveform: VCD file to write of the first failure.
        level: how much of what is played on a core with the LWC API.
    """
    # These need nothing of what is played, so they run beside it.
    others = beside(
        lambda: [
            *check_tags(design, directory, seed=seed),
            *check_zeroised(design, directory, seed=seed),
            *check_volume(design, directory, seed=seed),
        ]
    )
    try:
        played = play_all(
            design,
            directory,
            "rtl",
            seed=seed,
            kat=kat,
            given=given,
            waveform=waveform,
            level=level,
        )
        played += _without_initial_values(design, directory, played, seed, given)
        with not_lost(played):
            played += _asserted(design, directory, seed, given)
    except Exception:
        with suppress(Exception):  # nothing works on in a folder that is about to go
            others()
        raise
    # Where a tool fails here, what failed before is told with it.
    with not_lost(played):
        proved_and_counted = others()
    others_text = _of_others(design, directory, seed, given, played)
    return [*played, *proved_and_counted, *others_text]


def _of_others(
    design: Design, directory: Path, seed: int, given: Vectors | None, played: list[Finding]
) -> list[Finding]:
    """Of a core of others how its sources were read, and of one in VHDL what GHDL's own simulation
    says.
    """
    found = list(as_read.remarks(design))
    if design.third_party and design.third_party.vhdl:
        found.append(_native(design, directory, seed, given, [*played, *found]))
    return found


def _without_initial_values(
    design: Design, directory: Path, played: list[Finding], seed: int, given: Vectors | None
) -> list[Finding]:
    """A core of others that passed with initial values in registers that its reset does not set:
    whether it does without them, as on a netlist of standard cells.
    """
    start = time.monotonic()
    # Of a core that fails anyway nothing more is to be learnt from its initial values.
    told = None if False in outcomes(played).values() else as_read.registers(design)
    if told is None:
        return []
    other, failure = as_read.bare_of_values(design), None
    simulator = simulators_of(other).build(other, directory)
    easing = Easing()
    for check, play in plays_of(other, seed, Level.NETLIST, given=given):
        found = _eased(easing, check, play, simulator)
        if not found.passed:
            failure = f"{check}: {found.detail}"
            break
    return [as_read.finding_of(told, start, failure, seed)]


def _asserted(
    design: Design, directory: Path, seed: int, given: Vectors | None = None
) -> list[Finding]:
    """The assertions of a Verilog core of others, on what every level plays and on given vectors:
    behind the reset, as what is in the registers before is not the core's.
    """
    places, start = design.third_party.asserts if design.third_party else None, time.monotonic()
    if places is None:
        return []
    simulator = simulators_of(design).build(design, directory)
    simulator = replace(simulator, program=replace(simulator.program, asserts=True))
    passed, detail, easing = True, f"none fails behind the reset: {places}", Easing()
    try:
        # Verdicts do not count here: a program whose assertion fails ends by itself. But the bench
        # stops at the first word that is wrong, so each check is as easy as the core needs it.
        for check, play in plays_of(design, seed, Level.NETLIST, given=given):
            _eased(easing, check, play, simulator)
    except AssertionFails as error:
        # Verilator gives the path from the top module on.
        name = str(error).partition(".")[2]
        passed, detail = (
            False,
            (f"fails: {name} ({places})" if name else f"one fails, of those at {places}"),
        )
    return [
        Finding(
            "rtl", "the core's own assertions", passed, detail, time.monotonic() - start, seed=seed
        )
    ]


def _eased(easing: Easing, check: str, play: Play, simulator: BareSimulator | Simulator) -> Played:
    """A check of a core of others; with the LWC API as easy as it may be."""
    if isinstance(simulator, Simulator):
        return easing.judge(check, play, simulator)
    return play(simulator, None)


def _native(
    design: Design, directory: Path, seed: int, given: Vectors | None, exported: list[Finding]
) -> Finding:
    """The sources of a VHDL core as GHDL simulates them; ``exported``: the findings on its netlist,
    which must agree.

    Raises:
        ToolError: the netlist fails at what the sources answer rightly.
    """
    start, good = time.monotonic(), False not in outcomes(exported).values()
    hidden = natively.hidden(design)
    try:
        # What the netlist is forgiven its sources are, too; else they would seem another core.
        whole = any(SEGMENTS in one.more.get("caveat", "") for one in exported)
        passed, detail = natively.simulate(design, seed=seed, given=given, whole=whole)
        if (
            passed
            and not good
            # A region that is simulated alone may explain the difference, so the reader is not
            # blamed.
            and not hidden
            and natively.misread(design, directory, seed=seed, given=given, whole=whole)
        ):
            raise ToolError(_misread(design))
    except ToolError as error:
        raise ToolError(
            f"{error}\nBefore that: "
            + "; ".join(f"{MARKS[found.passed]} {found.text}" for found in exported)
        ) from None
    # A simulation that the core itself has ended is no disagreement.
    if good and not passed and not detail.startswith((STOPPED, REPORTED)):
        detail += (
            "; the sources and their exported netlist disagree, so nothing of it may be measured"
        )
    if hidden and good != passed and not detail.startswith((STOPPED, REPORTED)):
        detail += (
            f"; translate_off is simulated and not synthesized ({hidden[0]}"
            + (f" and {len(hidden) - 1} more" if hidden[1:] else "")
            + ")"
        )
    return Finding(
        "rtl",
        "the VHDL sources in GHDL's own simulation",
        passed,
        detail,
        time.monotonic() - start,
        seed=seed,
    )


def _misread(design: Design) -> str:
    """What to say of a netlist that is not that of the sources."""
    reader, zeroed = design.third_party.reader, natively.zeroed(design)
    known = (
        f" Known of GHDL 2.0.0 (ghdl/ghdl#2011): of a constant of 64, 96, 128 … bits whose "
        f"topmost word of 32 bits alone is not 0 it makes zeros. Such are {', '.join(zeroed)}."
        if zeroed and " 2.0.0" in reader
        else ""
    )
    return (
        f"{design.name}: the netlist ({reader}) gives wrong answers where GHDL's own "
        f"simulation of the same sources gives right ones. It is an error of the reader, "
        f"not of the core, and nothing is said of the core.{known} {REMEDY}"
    )


def play_all(
    design: Design,
    directory: Path,
    link: str,
    *,
    seed: int,
    kat: Path | None,
    given: Vectors | None,
    waveform: Path | None,
    level: Level,
) -> list[Finding]:
    """Play everything on a design: its RTL, or its netlist.

    Args:
        design, directory, seed, kat, given, waveform: see `check_rtl`.
        link: of the findings.
        level: see `lwc_plays`.
    """
    findings: list[Finding] = []
    playing = _Playing(design, directory, seed, level)
    for check, play in plays_of(design, seed, level, kat=kat, given=given):
        start, none_failed = time.monotonic(), all(one.passed is not False for one in findings)
        with not_lost(findings):
            played = playing.judge(check, play)
        if not played.passed:
            remedy = playing.remedy(check, play, none_failed)
            played = replace(played, detail=played.detail + remedy)
        seconds = time.monotonic() - start
        # One file: it has the first failure.
        if not played.passed and waveform is not None and none_failed:
            played = replace(played, detail=playing.drawn(play, played, waveform))
        more = {"messages": played.messages}
        more |= {"caveat": played.caveat} if played.caveat else {}
        more |= {"goals": played.goals.data()} if played.goals else {}
        # Where all messages take too many cycles nothing was played, and nothing is said.
        passed = None if played.passed and not played.messages else played.passed
        findings.append(Finding(link, check, passed, played.detail, seconds, seed=seed, more=more))
    return findings


class _Playing:
    """A design that everything is played on, and what is said of what fails.

    Args:
        design, directory, seed, level: see `play_all`.
    """

    def __init__(self, design: Design, directory: Path, seed: int, level: Level):
        self.design, self.directory, self.seed, self.level = design, directory, seed, level
        self.simulators, self.easing = simulators_of(design), Easing()
        self.simulator = self.simulators.build(design, directory)
        self.foreign_bus = design.third_party and isinstance(self.simulator, Simulator)

    def judge(self, check: str, play: Play) -> Played:
        """One check; of a core of others with the API what `Easing` allows."""
        if self.foreign_bus:
            return self.easing.judge(check, play, self.simulator)
        return play(self.simulator, None)

    def remedy(self, check: str, play: Play, none_failed: bool) -> str:
        """What to say of a core of others that fails: with which change of its description it would
        pass, if there is one; empty for a core of ours.

        Args:
            none_failed: no check failed before: keys are tried then alone.
        """
        if self.foreign_bus:
            given = self.design, self.simulator, check, self.seed, self.level, self.easing
            return _keyless(*given) if none_failed else ""
        if self.design.third_party:
            return right_order(self.simulator, lambda other: play(other, None).passed)
        return ""

    def drawn(self, play: Play, played: Played, waveform: Path) -> str:
        """The detail of a failure, whose waveform is written."""
        # Only what failed is compiled with waveforms, which make the simulator larger and slower.
        inside = self.directory / "failure.vcd"
        again = play(self.simulators.build(self.design, self.directory, trace=True), inside)
        if again.passed:
            return f"{played.detail}; no waveform: it did not happen again"
        return _delivered(again.detail, inside, waveform)


def _delivered(detail: str, inside: Path, waveform: Path) -> str:
    """The detail with the waveform at its place, or why it is not there: a verdict is not lost for
    it.
    """
    try:
        with outputs.whole(waveform) as partial:
            shutil.copyfile(inside, partial)
    # The failure of the core is told in any case.
    except CipherfabError as error:
        why = str(error).rstrip(".")
        return detail.replace(f"; waveform: {inside}", f"; the waveform is not there: {why}")
    return detail.replace(str(inside), str(waveform))


def simulators_of(design: Design) -> type[BareSimulator] | type[Simulator]:
    """What simulates the design's kind of interface."""
    return BareSimulator if isinstance(design.interface, BareInterface) else Simulator


def plays_of(
    design: Design,
    seed: int,
    level: Level,
    *,
    kat: Path | None = None,
    given: Vectors | None = None,
) -> Iterable[tuple[str, Play]]:
    """Every check of a design by name; the level matters for the LWC API only."""
    if isinstance(design.interface, BareInterface):
        return bare_plays(design.interface.algorithm, seed, kat)
    return lwc_plays(design, seed, level, kat=kat, given=given)


def _keyless(
    design: Design, simulator: Simulator, check: str, seed: int, level: Level, easing: Easing
) -> str:
    """What to say of a core of others that fails a check and passes it if each message brings its
    key; empty if that does not help.
    """
    interface = design.interface
    if not interface.aead or not interface.key_reuse:
        return ""
    other = replace(design, interface=replace(interface, key_reuse=False))
    # The program is the same; only the messages change, so nothing is compiled anew.
    play = dict(lwc_plays(other, seed, level)).get(check)
    passed = play and easing.judge(check, play, simulator).passed
    return (
        "; right with a key for each message: if the core keeps none, write "
        "aead.key_reuse = false into [lwc]"
        if passed
        else ""
    )
