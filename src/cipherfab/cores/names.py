# SPDX-License-Identifier: Apache-2.0
"""Core names: ``ALGORITHM[/ARCHITECTURE[,OPTION…]]``, as the command line, the store, the plots and
the file names use them.
"""

import difflib
from dataclasses import dataclass, field, replace

from ..catalog import ALGORITHMS, Algorithm, Kind, find
from ..controllers import takes
from ..controllers.wanted import EVERY, Takes
from ..errors import CallError
from ..lwc.protocol import MAX_SEGMENT_BYTES, WIDTHS
from ..primitives.by_column import ColumnPath
from ..primitives.folded import Fold, several
from ..primitives.in_stages import CUBIC
from ..primitives.on_two_shares import NONE
from ..words.gadgets import GADGETS
from .foldings import foldings
from .vocabulary import ARCHITECTURES, OPTIONS, meaning, takers

STRATEGIES = ("parallel", "rewind", "restart", "duplicated")
"""Options of which a forkcipher takes at most one: what happens at the fork. Without one, the
forking state is stored.
"""

NUMBERED = ("unrolled", "pipelined", "inner", "serial", "bits", "folded", "masked")
"""Architectures that are written with ``=k``."""

LWC_KINDS = (Kind.AEAD, Kind.HASH)
"""Kinds of algorithms whose cores have the LWC API."""

DEFAULT_BUS = 32
DEFAULT_BUFFER = 64
DEFAULT_GADGET = "hpc2"
DOM_GADGET = "dom"
"""Of masked AEADs and of bit-serial cores."""


@dataclass(frozen=True, kw_only=True)
class CoreName:
    """A parsed core name; ``str`` gives its shortest form.

    Attributes:
        algorithm: from the catalog.
        architecture: a key of `ARCHITECTURES`.
        factor: the k of ``unrolled=k``, ``pipelined=k`` or ``inner=k``, the w of ``serial=w``, the
            d of ``bits=d``, the k of ``folded=k``, else 1.
        bus: bits of a bus word, for an AEAD.
        buffer: bytes of the message buffer of a mode with two passes.
        registered: with registers on PDI, SDI and DO.
        inplace: a block stays in its registers until its answer has left.
        comparator: a received tag is compared by logic of its own.
        loadcycle: with ``unrolled=k``: the inputs enter in a clock of their own.
        sbox: the circuit of the S-box, one of ``algorithm.sboxes``, or empty for the usual one.
        hash: with the hash function of the family.
        enconly: an AEAD that only encrypts.
        encdec: a bare cipher that also decrypts.
        strategy: one of `STRATEGIES`, or empty.
        redundant: how many of the last rounds are computed twice against faults.
        gadget: of a masked core, one of `words.gadgets.GADGETS`, or one of `DESCRIBED`; empty: a
            threshold implementation on three shares.
        bitserial: of a masked core, with a column per clock.
        unregistered: of a pipeline, with registers between stages alone.
        pulsed: of a bare primitive, started and done by pulses.
        freerunning: the same, without registers that say whether a call is under way.
    """

    algorithm: Algorithm = field(repr=False)
    architecture: str = "round"
    factor: int = 1
    bus: int = DEFAULT_BUS
    buffer: int = DEFAULT_BUFFER
    registered: bool = False
    inplace: bool = False
    comparator: bool = False
    loadcycle: bool = False
    sbox: str = ""
    hash: bool = False
    enconly: bool = False
    encdec: bool = False
    strategy: str = ""
    redundant: int = 0
    gadget: str = ""
    bitserial: bool = False
    unregistered: bool = False
    pulsed: bool = False
    freerunning: bool = False

    def __str__(self):
        architecture = (
            f"{self.architecture}={self.factor}" if self.architecture in NUMBERED
            else self.architecture)
        options = (
            [self.strategy] * bool(self.strategy) + [f"bus={self.bus}"] * (self.bus != DEFAULT_BUS))
        options += [f"buffer={self.buffer}"] * (self.buffer != DEFAULT_BUFFER)
        options += [f"sbox={self.sbox}"] * bool(self.sbox)
        options += [f"redundant={self.redundant}"] * bool(self.redundant)
        options += [f"gadget={self.gadget}"] * (self.gadget != self.default_gadget)
        options += (
            [name for name in ("bitserial", "unregistered", "registered", "inplace", "comparator",
                               "loadcycle", "pulsed", "freerunning", "hash", "enconly", "encdec")
             if getattr(self, name)])
        if architecture == "round" and not options:
            return self.algorithm.name
        return ",".join([f"{self.algorithm.name}/{architecture}", *options])

    @property
    def default_gadget(self) -> str:
        """That of a masked core whose name has none."""
        if self.bitserial or self.architecture == "masked" and self.algorithm.kind in LWC_KINDS:
            return DOM_GADGET
        if self.architecture != "masked" or self.factor == 1 and self.algorithm.staged:
            return ""
        return DEFAULT_GADGET

    @property
    def threshold(self) -> bool:
        """Whether it is a masked core in stages, without gadgets."""
        return self.architecture == "masked" and self.gadget in ("", CUBIC)

    @property
    def model(self):
        """The software model of an AEAD or a hash, over its cipher with the S-box that is asked
        for.
        """
        return self.algorithm.sboxes[self.sbox]() if self.sbox else self.algorithm.model

    @property
    def primitive(self):
        """The bare primitive, with the S-box that is asked for."""
        return self.algorithm.sboxes[self.sbox]() if self.sbox else self.algorithm.primitive

    @property
    def pulses(self) -> str:
        """The option by which the core is started and done by pulses; empty without one."""
        return "freerunning" if self.freerunning else "pulsed" * self.pulsed

    @property
    def fold(self) -> Fold | None:
        """What makes the primitive of a folded core, or of one whose inputs enter in a clock of
        their own, of the one that the algorithm has.
        """
        if self.loadcycle:
            return several(self.factor)
        if self.architecture != "folded":
            return None
        return foldings(self.algorithm)[self.factor]

    @property
    def file_stem(self) -> str:
        """The name as part of a file or module name."""
        return str(self).replace("/", "_").replace(",", "_").replace("=", "").replace("-", "_")


def parse(text: str) -> CoreName:
    """The core that ``text`` names.

    Raises:
        CallError: an unknown algorithm, architecture or option, with the nearest names.
    """
    algorithm_name, slash, rest = text.partition("/")
    algorithm = find(algorithm_name)
    first, *others = rest.split(",") if slash else ["round"]
    architecture, factor = _architecture(text, first)
    named = [_option(text, algorithm, option) for option in others]
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
        raise CallError(f"'{text}': loadcycle goes with unrolled=k, k at least 2, not with "
                        f"{architecture}; folded=1 is one round per clock with it.")
    if core.pulses:
        _check_pulses(text, core)
    if core.gadget in DESCRIBED:
        _check_described(text, core)
    if core.sbox and architecture == "folded":
        raise CallError(f"'{text}': sbox= does not go with folded=k, which has circuits of its "
                        f"own.")
    return replace(core, gadget=core.gadget or core.default_gadget)


DESCRIBED = {NONE: "unrefreshed", CUBIC: "cubic"}
"""Of values of ``gadget=`` that need a description of their own, the attribute that has it."""


def _check_described(text: str, core: CoreName) -> None:
    """Refuse other algorithms, orders and options."""
    having = [name for name, one in ALGORITHMS.items() if getattr(one, DESCRIBED[core.gadget])]
    if core.factor != 1 or core.redundant or core.algorithm.name not in having:
        raise CallError(f"'{text}': gadget={core.gadget} goes with masked=1, without redundant=k, "
                        f"of {', '.join(having)}.")


def _check_bitserial(text: str, core: CoreName) -> None:
    """Refuse other architectures, gadgets and options."""
    if core.architecture != "masked":
        raise CallError(f"'{text}': bitserial goes with masked=d, not with {core.architecture}.")
    if core.gadget not in ("", DOM_GADGET):
        raise CallError(f"'{text}': bitserial goes with gadget={DOM_GADGET}, got "
                        f"gadget={core.gadget}.")
    if core.redundant:
        raise CallError(f"'{text}': redundant=k does not go with bitserial.")


def _check_pulses(text: str, core: CoreName) -> None:
    """Refuse other architectures and options."""
    if core.architecture not in ("round", "unrolled", "folded"):
        raise CallError(f"'{text}': {core.pulses} goes with round, unrolled=k and folded=k, not "
                        f"with {core.architecture}.")
    if core.encdec or core.redundant:
        raise CallError(f"'{text}': encdec and redundant=k do not go with {core.pulses}.")
    if core.pulsed and core.freerunning:
        raise CallError(f"'{text}': expected pulsed or freerunning, got both: freerunning is "
                        f"pulsed without a register that says whether a call is under way.")


def _check_folding(text: str, algorithm: Algorithm, clocks: int) -> None:
    """Refuse a k that the algorithm has no folding for."""
    there = foldings(algorithm)
    if not there:
        raise CallError(f"'{text}': {meaning('folded')}; {algorithm.name} has none.")
    if clocks not in there:
        allowed = ", ".join(map(str, there))
        raise CallError(f"'{text}': expected folded=k with k one of {allowed}, got "
                        f"folded={clocks}.")


def _bits(text: str, algorithm: Algorithm, bits: int) -> int:
    """The d of ``bits=d``; 0 for that of ``round``."""
    allowed = algorithm.model.bits_per_clock
    if bits not in allowed:
        raise CallError(f"'{text}': expected bits=d with d one of {', '.join(map(str, allowed))}, "
                        f"got bits={bits}.")
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
        raise CallError(f"'{text}': {architecture} is for bare "
                        f"primitives{f' and {others}' if others else ''}; "
                        f"{algorithm.name} takes {fitting}.")


def _also_folded(algorithm: Algorithm) -> tuple[str, ...]:
    return ("folded",) if foldings(algorithm) else ()


def _architecture(text: str, part: str) -> tuple[str, int]:
    name, equals, value = part.partition("=")
    if name in OPTIONS:
        raise CallError(f"'{text}': '{name}' is an option, and an architecture comes before it: "
                        f"{text.partition('/')[0]}/round,{text.partition('/')[2]}.")
    if name not in ARCHITECTURES:
        near = (
            difflib.get_close_matches(name, ARCHITECTURES, n=3, cutoff=0.4) or list(ARCHITECTURES))
        raise CallError(f"'{text}': unknown architecture '{name}'. The nearest names are: "
                        f"{', '.join(near)}.")
    if name not in NUMBERED:
        if equals:
            raise CallError(f"'{text}': architecture '{name}' takes no number, got '{part}'.")
        return name, 1
    if _number(value) < 1:
        raise CallError(f"'{text}': expected {name}=k with a positive number k, got '{part}'.")
    return ("round", 1) if (name, value) == ("unrolled", "1") else (name, int(value))


def _option(text: str, algorithm: Algorithm, part: str) -> tuple[str, int | bool]:
    name, _, value = part.partition("=")
    if name not in OPTIONS:
        near = difflib.get_close_matches(name, OPTIONS, n=2, cutoff=0.3) or list(OPTIONS)
        raise CallError(f"'{text}': unknown option '{part}'. The nearest names are: "
                        f"{', '.join(near)}.")
    if name == "bus":
        if algorithm.kind not in LWC_KINDS:
            raise CallError(f"'{text}': option 'bus' is for AEAD and hash cores; "
                            f"{algorithm.name} is a bare primitive without the LWC API.")
        if value not in map(str, WIDTHS):
            raise CallError(f"'{text}': expected bus={', '.join(map(str, WIDTHS))}, got '{part}'.")
        return name, int(value)
    if name == "buffer":
        return name, _buffer(text, algorithm, value)
    if name == "redundant":
        return name, _redundant(text, algorithm, value)
    if name == "gadget":
        known = (*GADGETS, *DESCRIBED)
        if value not in known:
            raise CallError(f"'{text}': expected gadget= one of {', '.join(known)}, got '{part}'.")
        return name, value
    if name == "sbox":
        return name, _sbox(text, algorithm, value)
    if value or not _takes(algorithm, name):
        raise CallError(f"'{text}': option '{name}' takes no value and does not fit "
                        f"{algorithm.name}. {meaning(name)}.")
    return ("strategy", name) if name in STRATEGIES else (name, True)


def _number(text: str) -> int:
    """A number of up to nine decimal digits; 0 for anything else.

    Python's own ``int`` takes digits of any script, and raises for very many.
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _buffer(text: str, algorithm: Algorithm, value: str) -> int:
    if not _said(algorithm).buffer:
        raise CallError(f"'{text}': option 'buffer' is for modes with two passes over a message; "
                        f"{algorithm.name} is none.")
    least, most = 2 * algorithm.model.block_bytes, 1 << MAX_SEGMENT_BYTES.bit_length() - 1
    if _number(value).bit_count() != 1 or not least <= _number(value) <= most:
        raise CallError(f"'{text}': expected buffer=BYTES, a power of two from {least} to {most}, "
                        f"got 'buffer={value}'.")
    return int(value)


def _redundant(text: str, algorithm: Algorithm, value: str) -> int:
    if algorithm.primitive is None or algorithm.forkcipher is not None:
        raise CallError(f"'{text}': option 'redundant' is for bare primitives that do not fork; "
                        f"{algorithm.name} is none.")
    if _number(value) < 1:
        raise CallError(f"'{text}': expected redundant=k with a positive number k of rounds, got "
                        f"'redundant={value}'.")
    return int(value)


def _sbox(text: str, algorithm: Algorithm, value: str) -> str:
    if value not in algorithm.sboxes:
        fitting = ", ".join(algorithm.sboxes)
        hint = (
            f"expected sbox= one of {fitting}" if fitting
            else f"{algorithm.name} has one circuit of its S-box")
        raise CallError(f"'{text}': {hint}, got 'sbox={value}'.")
    return value


def _takes(algorithm: Algorithm, option: str) -> bool:
    """Whether an option without a value fits an algorithm."""
    aead, fork = (
        algorithm.kind is Kind.AEAD, algorithm.kind is not Kind.AEAD
        and algorithm.forkcipher is not None)
    return {"registered": algorithm.kind in LWC_KINDS,
            "inplace": algorithm.kind in LWC_KINDS,
            "comparator": aead and _said(algorithm).comparator,
            "loadcycle": 1 in foldings(algorithm),
            "hash": aead and algorithm.companion is not None,
            "enconly": aead and algorithm.companion is None,
            "bitserial": isinstance(algorithm.serial, ColumnPath),
            **dict.fromkeys(("unregistered", "pulsed", "freerunning"),
                            algorithm.primitive is not None and not fork),
            "encdec": not aead and (fork or _has_inverse(algorithm)),
            **{name: fork or name in _said(algorithm).strategies for name in STRATEGIES}}[option]


def _said(algorithm: Algorithm) -> Takes:
    """What the controller of an AEAD or a hash takes; nothing more than all if there is none."""
    return takes(algorithm.model) or Takes()


def _has_inverse(algorithm: Algorithm) -> bool:
    return algorithm.primitive is not None and algorithm.primitive.inverse is not None
