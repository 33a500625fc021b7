# SPDX-License-Identifier: Apache-2.0
"""The architectures of core names, one literal each. Reading, printing, lists, completion and
refusals follow from it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..catalog import Algorithm
from ..controllers import takes
from .foldings import foldings

Values = Sequence[int] | Sequence[str]
"""What may stand behind ``=``; a `range` stands for any positive number."""


@dataclass(frozen=True, kw_only=True)
class Architecture:
    """An architecture of core names.

    Attributes:
        name: as it is written, without its number.
        meaning: for lists and refusals; see `vocabulary.meaning`.
        fits: the algorithms that take it.
        values: the numbers behind ``=``; None if the architecture is written without one.
        letter: of this number, in texts.
        plain: of these numbers the one that means ``round``; 0 for none.
    """

    name: str
    meaning: str
    fits: Callable[[Algorithm], bool]
    values: Callable[[Algorithm], Values] | None = None
    letter: str = "k"
    plain: Callable[[Algorithm], int] = lambda algorithm: 0

    @property
    def form(self) -> str:
        """How it is written, with the letter of its number."""
        return f"{self.name}={self.letter}" if self.values else self.name

    def written(self, factor: int) -> str:
        """As a core name has it."""
        return f"{self.name}={factor}" if self.values else self.name


def always(algorithm: Algorithm) -> bool:
    """Every algorithm."""
    return True


def forks(algorithm: Algorithm) -> bool:
    """Forkciphers, and modes over one."""
    return algorithm.forkcipher is not None


def _asked(name: str, bare: Callable[[Algorithm], bool] = always) -> Callable[[Algorithm], bool]:
    """Bare primitives that fit, and AEADs and hashes whose controller says that it takes the
    architecture; without a controller there is no core at all, which is said later.
    """

    def fits(algorithm: Algorithm) -> bool:
        if algorithm.primitive or algorithm.model is None:
            return bare(algorithm)
        said = takes(algorithm.model)
        return said is None or name in said.architectures

    return fits


def _masks(algorithm: Algorithm) -> bool:
    """Bare primitives that do not fork, and AEADs whose controller may be on shares."""
    if algorithm.primitive or algorithm.model is None:
        return not forks(algorithm)
    said = takes(algorithm.model)
    return said is None or said.masked(algorithm.model)


def _positive(algorithm: Algorithm) -> range:
    # `names.number` reads nine digits at most.
    return range(1, 10**9)


ARCHITECTURES = {
    architecture.name: architecture
    for architecture in (
        Architecture(name="round", meaning="one round per clock", fits=always),
        Architecture(
            name="unrolled",
            meaning="unrolled=k: k rounds per clock",
            fits=always,
            values=_positive,
            plain=lambda algorithm: 1,
        ),
        Architecture(
            name="full",
            meaning="the whole primitive in a single cycle, registers on both sides",
            fits=always,
        ),
        Architecture(
            name="pipelined",
            meaning="pipelined=k: bare primitives only, a register after every k rounds, one "
            "result per cycle",
            fits=_asked("pipelined"),
            values=_positive,
        ),
        Architecture(
            name="inner",
            meaning="inner=k: a round cut by registers into k pieces, k blocks in flight; bare "
            "primitives that do not fork, and of the AEADs: {takers}",
            fits=_asked("inner", lambda algorithm: not forks(algorithm)),
            values=_positive,
        ),
        Architecture(
            name="threefold",
            meaning="forkciphers only: three cycles, one instance of the longest part's rounds "
            "with taps",
            fits=_asked("threefold", forks),
        ),
        Architecture(
            name="serial",
            meaning="serial=w: w bits per clock through one S-box, or w columns per clock; bare "
            "primitives: {bare}; AEADs and hashes: {takers}",
            fits=_asked("serial", lambda algorithm: algorithm.serial is not None),
            values=_positive,
            letter="w",
        ),
        Architecture(
            name="bits",
            meaning="bits=d: d bits per clock of a register that shifts bit by bit, where round is "
            "32; of {takers}",
            fits=lambda a: "bits" in getattr(takes(a.model), "architectures", ()),
            values=lambda algorithm: algorithm.model.bits_per_clock,
            letter="d",
            plain=lambda algorithm: algorithm.model.bits_per_clock[-1],
        ),
        Architecture(
            name="folded",
            meaning="folded=k: a round in k clocks, by smaller hardware that is used k times: of "
            "{folded}; folded=1, where only the inputs enter in a clock of their own, of every "
            "bare primitive that does not fork, and of AEADs and hashes but those over a "
            "forkcipher and those on shares",
            fits=lambda algorithm: bool(foldings(algorithm)),
            values=lambda algorithm: tuple(foldings(algorithm)),
        ),
        Architecture(
            name="masked",
            meaning="masked=d: on shares, by the scheme that gadget= names, which is made for d "
            "probes (`leakage` says what is shown of a core); bare primitives that do not fork, "
            "and with shares on the bus, of the AEADs: {takers}",
            fits=_masks,
            values=_positive,
            letter="d",
        ),
    )
}
"""By name, as they are listed."""
