# SPDX-License-Identifier: Apache-2.0
"""What a core name says: a core of an algorithm, in an architecture, with options."""

from dataclasses import dataclass, field

from ..catalog import Algorithm, Kind
from ..primitives.folded import Fold, several
from ..primitives.in_stages import CUBIC
from .foldings import foldings

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
            f"{self.architecture}={self.factor}"
            if self.architecture in NUMBERED
            else self.architecture
        )
        options = [self.strategy] * bool(self.strategy) + [f"bus={self.bus}"] * (
            self.bus != DEFAULT_BUS
        )
        options += [f"buffer={self.buffer}"] * (self.buffer != DEFAULT_BUFFER)
        options += [f"sbox={self.sbox}"] * bool(self.sbox)
        options += [f"redundant={self.redundant}"] * bool(self.redundant)
        options += [f"gadget={self.gadget}"] * (self.gadget != self.default_gadget)
        options += [
            name
            for name in (
                "bitserial",
                "unregistered",
                "registered",
                "inplace",
                "comparator",
                "loadcycle",
                "pulsed",
                "freerunning",
                "hash",
                "enconly",
                "encdec",
            )
            if getattr(self, name)
        ]
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
