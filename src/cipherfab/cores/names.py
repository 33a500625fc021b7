# SPDX-License-Identifier: Apache-2.0
"""Core names: ``ALGORITHM[/ARCHITECTURE[,OPTION…]]``, as the command line, the store, the plots and
the file names use them.
"""

import difflib
from dataclasses import replace

from ..catalog import ALGORITHMS, Algorithm, find
from ..controllers import takes
from ..controllers.wanted import EVERY
from ..errors import CallError
from .corename import DOM_GADGET, NUMBERED, STRATEGIES, CoreName
from .foldings import foldings
from .options import DESCRIBED, number, option
from .vocabulary import ARCHITECTURES, OPTIONS, meaning, takers


def parse(text: str) -> CoreName:
    """The core that ``text`` names.

    Raises:
        CallError: an unknown algorithm, architecture or option, with the nearest names.
    """
    algorithm_name, slash, rest = text.partition("/")
    is_path = not algorithm_name or "." in algorithm_name or text.lower().endswith(".toml")
    algorithm = find(text if is_path else algorithm_name)
    first, *others = rest.split(",") if slash else ["round"]
    architecture, factor = _architecture(text, first)
    named = [option(text, algorithm, each) for each in others]
    settings = dict(named)
    if len(settings) < len(named):
        raise CallError(f"'{text}': an option is given twice, or two of {', '.join(STRATEGIES)}.")
    _check_architecture(text, algorithm, architecture)
    if architecture == "threefold" and algorithm.forkcipher is None:
        raise CallError(f"'{text}': threefold is for forkciphers; {algorithm.name} does not fork.")
    if architecture == "folded":
        _check_folding(text, algorithm, factor)
    if architecture == "bits":
        factor = _bits(text, algorithm, factor)
        architecture = "round" if factor == 0 else architecture
    core = CoreName(algorithm=algorithm, architecture=architecture, factor=factor or 1, **settings)
    if core.gadget and architecture != "masked":
        raise CallError(f"'{text}': gadget= goes with masked=d, not with {architecture}.")
    if core.bitserial:
        _check_bitserial(text, core)
    if core.unregistered and architecture != "pipelined":
        raise CallError(f"'{text}': unregistered goes with pipelined=k, not with {architecture}.")
    if core.loadcycle and architecture != "unrolled":
        raise CallError(
            f"'{text}': loadcycle goes with unrolled=k, k at least 2, not with "
            f"{architecture}; folded=1 is one round per clock with it."
        )
    if core.pulses:
        _check_pulses(text, core)
    if core.gadget in DESCRIBED:
        _check_described(text, core)
    if core.sbox and architecture == "folded":
        raise CallError(
            f"'{text}': sbox= does not go with folded=k, which has circuits of its own."
        )
    return replace(core, gadget=core.gadget or core.default_gadget)


def _check_described(text: str, core: CoreName) -> None:
    """Refuse other algorithms, orders and options."""
    having = [name for name, one in ALGORITHMS.items() if getattr(one, DESCRIBED[core.gadget])]
    if core.factor != 1 or core.redundant or core.algorithm.name not in having:
        raise CallError(
            f"'{text}': gadget={core.gadget} goes with masked=1, without redundant=k, "
            f"of {', '.join(having)}."
        )


def _check_bitserial(text: str, core: CoreName) -> None:
    """Refuse other architectures, gadgets and options."""
    if core.architecture != "masked":
        raise CallError(f"'{text}': bitserial goes with masked=d, not with {core.architecture}.")
    if core.gadget not in ("", DOM_GADGET):
        raise CallError(
            f"'{text}': bitserial goes with gadget={DOM_GADGET}, got gadget={core.gadget}."
        )
    if core.redundant:
        raise CallError(f"'{text}': redundant=k does not go with bitserial.")


def _check_pulses(text: str, core: CoreName) -> None:
    """Refuse other architectures and options."""
    if core.architecture not in ("round", "unrolled", "folded"):
        raise CallError(
            f"'{text}': {core.pulses} goes with round, unrolled=k and folded=k, not "
            f"with {core.architecture}."
        )
    if core.encdec or core.redundant:
        raise CallError(f"'{text}': encdec and redundant=k do not go with {core.pulses}.")
    if core.pulsed and core.freerunning:
        raise CallError(
            f"'{text}': expected pulsed or freerunning, got both: freerunning is "
            f"pulsed without a register that says whether a call is under way."
        )


def _check_folding(text: str, algorithm: Algorithm, clocks: int) -> None:
    """Refuse a k that the algorithm has no folding for."""
    there = foldings(algorithm)
    if not there:
        raise CallError(f"'{text}': {meaning('folded')}; {algorithm.name} has none.")
    if clocks not in there:
        allowed = ", ".join(map(str, there))
        raise CallError(
            f"'{text}': expected folded=k with k one of {allowed}, got folded={clocks}."
        )


def _bits(text: str, algorithm: Algorithm, bits: int) -> int:
    """The d of ``bits=d``; 0 for that of ``round``."""
    allowed = algorithm.model.bits_per_clock
    if bits not in allowed:
        raise CallError(
            f"'{text}': expected bits=d with d one of {', '.join(map(str, allowed))}, "
            f"got bits={bits}."
        )
    return bits if bits != allowed[-1] else 0


def _check_architecture(text: str, algorithm: Algorithm, architecture: str) -> None:
    """Refuse what the controller of an AEAD or a hash does not take; without a controller there is
    no core at all.
    """
    said = takes(algorithm.model)
    if architecture == "bits" and not (said and architecture in said.architectures):
        raise CallError(f"'{text}': {meaning('bits')}; {algorithm.name} has none.")
    if said and architecture not in (*EVERY, "folded", *said.architectures):
        others = takers(architecture)
        fitting = ", ".join((*EVERY, *_also_folded(algorithm), *said.architectures))
        raise CallError(
            f"'{text}': {architecture} is for bare "
            f"primitives{f' and {others}' if others else ''}; "
            f"{algorithm.name} takes {fitting}."
        )


def _also_folded(algorithm: Algorithm) -> tuple[str, ...]:
    return ("folded",) if foldings(algorithm) else ()


def _architecture(text: str, part: str) -> tuple[str, int]:
    name, equals, value = part.partition("=")
    if name in OPTIONS:
        raise CallError(
            f"'{text}': '{name}' is an option, and an architecture comes before it: "
            f"{text.partition('/')[0]}/round,{text.partition('/')[2]}."
        )
    if name not in ARCHITECTURES:
        near = difflib.get_close_matches(name, ARCHITECTURES, n=3, cutoff=0.4) or list(
            ARCHITECTURES
        )
        raise CallError(
            f"'{text}': unknown architecture '{name}'. The nearest names are: {', '.join(near)}."
        )
    if name not in NUMBERED:
        if equals:
            raise CallError(f"'{text}': architecture '{name}' takes no number, got '{part}'.")
        return name, 1
    if number(value) < 1:
        raise CallError(f"'{text}': expected {name}=k with a positive number k, got '{part}'.")
    return ("round", 1) if (name, value) == ("unrolled", "1") else (name, int(value))
