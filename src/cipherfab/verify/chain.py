"""The chain of evidence: each function checks one link and returns its findings as plain, JSON-able data.

A finding has ``link``, ``check`` (a short name), ``passed``, ``detail`` (one line: what was played, or the first mismatch),
``seed`` and ``seconds``. The chain does not stop at a failed check, so that a report shows all of them.
"""

import random
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from .. import catalog
from ..catalog import Kind
from ..design import BareInterface, Design
from ..lwc.messages import vectors
from ..lwc.vectors import Vectors
from ..primitives.primitive import SCHEDULE, software
from .answers import genkat, stimulus
from .equivalence.proof import prove
from .gates.gatelevel import gate_design
from .rtl import cell_words, natively
from .rtl.bare import BareSimulator
from .rtl.calls import on_ports
from .rtl.simulator import Simulator

EASED = (({"protocol": False}, "the words are right, but not all else that the API asks for"),
         ({"protocol": False, "stall_seed": None}, "passes without stalls only"))
"""How a core of others with the LWC API is played again if it fails, and what is said of one that passes then: its answers can be
trusted, and its numbers are told with this remark."""

RANDOM_CALLS = 200
"""Random inputs of a bare primitive, beyond those of its known-answer file."""


def finding(link: str, check: str, passed: bool, detail: str, seconds: float, *, seed: int | None = None, **more) -> dict:
    """One finding; see the module."""
    return {"link": link, "check": check, "passed": passed, "detail": detail, "seconds": round(seconds, 3), "seed": seed, **more}


def check_model(algorithm: str, kat: Path | None = None) -> list[dict]:
    """Link 1: the software model against the official file's SHA-256, and against ``kat`` if given.

    Raises:
        CallError: an unknown algorithm, or a malformed file.
    """
    start = time.monotonic()
    result = genkat.check(algorithm)
    detail = f"{result['records']} records regenerated, SHA-256 {result['sha256'][:16]}…"
    if not result["passed"]:
        detail += f" instead of {result['expected'][:16]}…; {_first_record(algorithm)}"
    findings = [finding("model", "official known answers", result["passed"], detail, time.monotonic() - start, algorithm=algorithm)]
    if kat is not None:
        start, result = time.monotonic(), genkat.check_file(algorithm, kat)
        detail = result["mismatch"] or f"{result['records']} records of {kat}"
        findings.append(finding("model", "known answers of a file", result["passed"], detail, time.monotonic() - start,
                                algorithm=algorithm))
    return findings


def _first_record(algorithm: str) -> str:
    """Where the model leaves the official file: in its first record, whose output the catalog knows, or later."""
    entry = catalog.find(algorithm)
    record = next(iter(genkat.records(algorithm)))
    name = list(record.fields)[-1]
    found, expected = record.fields[name].hex().upper(), entry.known_answers.first_output
    if not expected:
        return "give the official file with --kat to name the first mismatch"
    if found == expected:
        return "the first record agrees; give the official file with --kat to name the first that does not"
    return f"first mismatch: Count = 1, {name}: expected {expected}, the model gives {found}"


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
    findings = _play_all(design, directory, "rtl", seed=seed, kat=kat, given=given, waveform=waveform, thorough=True)
    return [*findings, _native(design, seed, given, findings)] if design.third_party and design.third_party.vhdl else findings


def _native(design: Design, seed: int, given: Vectors | None, exported: list[dict]) -> dict:
    """The sources of a VHDL core as GHDL simulates them; ``exported``: the findings on its netlist, which must agree."""
    start = time.monotonic()
    passed, detail = natively.simulate(design, seed=seed, given=given)
    if passed != all(found["passed"] for found in exported):
        detail += "; the sources and their exported netlist disagree, so nothing of it may be measured"
    return finding("rtl", "the VHDL sources in GHDL's own simulation", passed, detail, time.monotonic() - start, seed=seed)


def check_gates(design: Design, netlist: Path, cells: Path, directory: Path, *, seed: int, kat: Path | None = None,
                waveform: Path | None = None) -> list[dict]:
    """Link 4: the same known answers on the mapped netlist whose area is reported."""
    gates = gate_design(design, netlist, cells, directory)
    return _play_all(gates, directory, "gate", seed=seed, kat=kat, given=None, waveform=waveform, thorough=False)


def check_equivalence(design: Design, netlist: Path, cells: Path, directory: Path, *, timeout: float = 600) -> list[dict]:
    """Link 3: a proof that netlist and RTL are equivalent. Where it does not end, the finding says so; link 4 then stands alone."""
    start = time.monotonic()
    result = prove(design, netlist, cells, directory, timeout=timeout)
    detail = f"{result['verdict']} by {result['method']}, {result['compared']} points compared"
    if result["counterexample"]:
        differs = next(iter(result["counterexample"]["differs"].items()), None)
        detail += f"; first difference [RTL, netlist]: {differs}"
    passed = {"proved": True, "refuted": False}.get(result["verdict"])
    return [finding("equivalence", "RTL against netlist", passed, detail, time.monotonic() - start)]


def _play_all(design: Design, directory: Path, link: str, *, seed: int, kat: Path | None, given: Vectors | None,
              waveform: Path | None, thorough: bool) -> list[dict]:
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
    if interface.aead and thorough and design.third_party is None:
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
