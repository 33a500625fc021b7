"""Link 2 of the chain of evidence: a design in simulation, with random stalls, against the software model."""

import random
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from ... import catalog
from ...catalog import Kind
from ...design import BareInterface, Design
from ...lwc.messages import vectors
from ...lwc.vectors import Vectors
from ...primitives.primitive import SCHEDULE, software
from ..answers import genkat, stimulus
from ..finding import finding
from . import cell_words, natively
from .bare import BareSimulator
from .calls import on_ports
from .simulator import Simulator

EASED = (({"protocol": False}, "the words are right, but not all else that the API asks for"),
         ({"protocol": False, "stall_seed": None}, "passes without stalls only"))
"""How a core of others with the LWC API is played again if it fails, and what is said of one that passes then: its answers can be
trusted, and its numbers are told with this remark."""

RANDOM_CALLS = 200
"""Random inputs of a bare primitive, beyond those of its known-answer file."""


def check_rtl(design: Design, directory: Path, *, seed: int, kat: Path | None = None, given: Vectors | None = None,
              waveform: Path | None = None) -> list[dict]:
    """Link 2: the design against the software model, in simulation with random stalls.

    Args:
        design: with an LWC or a bare interface.
        directory: for the compiled simulator.
        seed: of stimulus and stalls.
        kat: a further file in ``genkat`` format to play.
        given: further vectors to play.
        waveform: VCD file to write of the first failure.
    """
    findings = play_all(design, directory, "rtl", seed=seed, kat=kat, given=given, waveform=waveform, thorough=True)
    return [*findings, _native(design, seed, given, findings)] if design.third_party and design.third_party.vhdl else findings


def _native(design: Design, seed: int, given: Vectors | None, exported: list[dict]) -> dict:
    """The sources of a VHDL core as GHDL simulates them; ``exported``: the findings on its netlist, which must agree."""
    start = time.monotonic()
    passed, detail = natively.simulate(design, seed=seed, given=given)
    if passed != all(found["passed"] for found in exported):
        detail += "; the sources and their exported netlist disagree, so nothing of it may be measured"
    return finding("rtl", "the VHDL sources in GHDL's own simulation", passed, detail, time.monotonic() - start, seed=seed)


def play_all(design: Design, directory: Path, link: str, *, seed: int, kat: Path | None, given: Vectors | None,
              waveform: Path | None, thorough: bool) -> list[dict]:
    """Play everything on a design: its RTL, or its netlist.

    Args:
        design, directory, seed, kat, given, waveform: see `check_rtl`.
        link: of the findings.
        thorough: also what breaks the protocol.
    """
    if isinstance(design.interface, BareInterface):
        simulators, plays = BareSimulator, _bare_plays(design.interface.algorithm, seed, kat)
    else:
        simulators, plays = Simulator, _lwc_plays(design, seed, kat, given, thorough)
    simulator, findings = simulators.build(design, directory), []
    for check, play in plays:
        start = time.monotonic()
        (passed, detail), more = play(simulator, None), {}
        if not passed and design.third_party and isinstance(simulator, Simulator):
            passed, detail, more = _eased(play, simulator, detail)
        if not passed and waveform is not None and all(found["passed"] for found in findings):
            # Only what failed is compiled with waveforms, which make the simulator larger and slower.
            again, traced = play(simulators.build(design, directory, trace=True), waveform)
            detail = f"{detail}; no waveform: it did not happen again" if again else traced
        findings.append(finding(link, check, passed, detail, time.monotonic() - start, seed=seed, **more))
    return findings


Play = Callable[..., tuple[bool, str]]
"""Plays on a simulator, with a waveform of a failure at a path or None and options of `Simulator.play`; passed, and detail."""


def _eased(play: Play, simulator: Simulator, failure: str) -> tuple[bool, str, dict[str, str]]:
    """The verdict on a core of others that failed: passed, detail, and a ``caveat`` if it passed in an easier test."""
    for options, remark in EASED:
        passed, detail = play(simulator, None, **options)
        if passed:
            return True, f"{detail}; {remark}: {failure}", {"caveat": f"{remark}: {failure}"}
    return False, failure, {}


def _lwc_plays(design: Design, seed: int, kat: Path | None, given: Vectors | None, thorough: bool) -> Iterable[tuple[str, Play]]:
    interface = design.interface
    names = [name for name in (interface.aead, interface.hash) if name]
    for name in names:
        yield f"official known answers of {name}", _play_messages(interface, stimulus.official(name), seed)
    if names:
        yield "test plan", _play_messages(interface, stimulus.plan(interface.aead, interface.hash, seed=seed), seed)
    if names and design.third_party is None:
        # What an empty segment leaves on DO is our own choice, see docs/lwc.md.
        yield "splits into segments", _play_messages(interface, stimulus.splits(interface.aead, interface.hash, seed=seed), seed)
    if names and thorough and design.third_party is None:
        # The API does not say what a core answers to these; that ours answer each with one failure is our own promise.
        wrong = stimulus.violations(interface.aead, interface.hash, seed=seed, decrypts=interface.decrypts)
        yield "protocol violations", _play_vectors(interface, wrong, seed)
    if kat is not None:
        yield f"known answers of {kat.name}", _play_messages(interface, stimulus.from_kat(kind_of(kat, names), kat), seed)
    if given is not None:
        yield "given vectors", _play_vectors(interface, given, seed)


def kind_of(kat: Path, names: list[str]) -> str:
    """Whether a file is for the AEAD or for the hash of a core: a hash file has messages and digests."""
    hashes = [name for name in names if catalog.find(name).kind is Kind.HASH]
    is_hash = kat.is_file() and any(line.startswith("Msg") for line in kat.read_text(errors="replace").splitlines()[:20])
    return hashes[0] if is_hash and hashes else names[0]


def _play_messages(interface, messages, seed: int) -> Play:
    """Those of the messages that the core can answer."""
    return _play_vectors(interface, stimulus.answerable(interface, messages), seed)


def _play_vectors(interface, messages, seed: int) -> Play:
    played = messages if isinstance(messages, Vectors) else vectors(
        messages, width=interface.width, sdi_width=interface.sdi_width, buffer_bytes=interface.buffer_bytes)

    def play(simulator: Simulator, waveform: Path | None, **options) -> tuple[bool, str]:
        result = simulator.play(played, **{"stall_seed": seed, "waveform": waveform, **options})
        if result.passed:
            stalls = "no stalls" if result.stall_seed is None else f"random stalls with seed {seed}"
            return True, f"{result.messages} messages, {result.cycles} cycles, {stalls}"
        return False, "first mismatch: " + result.failure.text + (f"; waveform: {waveform}" if waveform else "")
    return play


def _bare_plays(algorithm: str, seed: int, kat: Path | None) -> Iterable[tuple[str, Play]]:
    primitive = catalog.find(algorithm).primitive
    yield "official known answers", _play_calls(*genkat.calls(algorithm), seed)
    generator = random.Random(seed)
    limits = {name: len(primitive.rounds) if name == SCHEDULE else 1 << width for name, width in primitive.inputs.items()}
    inputs = [{name: generator.randrange(limit) for name, limit in limits.items()} for _ in range(RANDOM_CALLS)]
    outputs = [dict(zip(primitive.outputs, software(primitive)(*call.values()))) for call in inputs]
    yield "random calls", _play_calls(inputs, outputs, seed)
    if kat is not None:
        yield f"known answers of {kat.name}", _play_calls(*genkat.calls(algorithm, kat), seed)


def _play_calls(inputs: list[dict], outputs: list[dict], seed: int) -> Play:
    def play(simulator: BareSimulator, waveform: Path | None) -> tuple[bool, str]:
        interface = simulator.program.design.interface
        calls = on_ports(interface, inputs, outputs)
        words, group = (cell_words.words(interface, *calls), cell_words.group(interface)) if interface.cell else (calls, (1, 1))
        result = simulator.play(*words, stall_seed=seed, group=group, waveform=waveform)
        if result.passed:
            return True, f"{len(calls[0])} calls, random stalls with seed {seed}"
        return False, "first mismatch: " + result.failure + (f"; waveform: {waveform}" if waveform else "")
    return play
