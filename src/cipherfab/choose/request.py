# SPDX-License-Identifier: Apache-2.0
"""What is asked of a core, and by how much a candidate misses it."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from .candidate import Candidate

ABSENT = math.inf
"""By how much a candidate misses what it does not have at all."""

LACKS = {
    "--needs": "it does not",
    "--standard": "its algorithm is none",
    "--verified": "known answers were not played on its RTL here",
    "--proved": "its messages were not proved here",
}
"""What is said of a candidate that does not have something at all; else it was not measured."""


@dataclass(frozen=True, kw_only=True)
class Miss:
    """A limit that a candidate does not keep.

    Attributes:
        option: the option of the request, ``--max-kge``.
        limit: what was asked for: a number, the name of an operation, or nothing.
        value: what the candidate has; None if it was not measured, or it lacks the operation.
        factor: by what the limit would have to be multiplied or divided, above 1; `ABSENT` if no
            limit would help.
    """

    option: str
    limit: float | str
    value: float | None
    factor: float

    @property
    def text(self) -> str:
        """``--max-kge 12: it has 12.2, 2.1% over``."""
        if self.value is None:
            return f"{self.asked}: {LACKS.get(self.option, 'not measured')}"
        side = "over" if self.value > self.limit else "short"
        return (
            f"{self.asked}: it has {self.value:.4g}, "
            f"{100 * abs(self.value / self.limit - 1):.1f}% {side}"
        )

    @property
    def asked(self) -> str:
        """The option as it was given."""
        limit = self.limit if isinstance(self.limit, str) else f"{self.limit:g}"
        return f"{self.option} {limit}".rstrip()


@dataclass(frozen=True, kw_only=True)
class Request:
    """What a core must have; None asks for nothing.

    Attributes:
        kind: ``aead``, ``hash`` or ``primitive``.
        algorithm: whose cores alone count.
        platform: where.
        max_kge, max_luts: most area.
        min_mbps: least throughput on messages of ``message`` bytes, at ``at_mhz`` if given, else at
            the core's highest frequency.
        at_mhz: the frequency that it must reach.
        max_pj_per_bit: most energy for a bit of messages of ``message`` bytes, leakage at 10 MHz
            included.
        needs: operations and protections.
        message: ``16``, ``64``, ``1536`` or ``long``.
        standard: a body of `candidate.STANDARDS` whose standard the algorithm must be.
        verified: known answers have passed on its RTL.
        proved: and messages of a set of shapes are proved on it.
    """

    kind: str = "aead"
    algorithm: str | None = None
    platform: str = "nangate45"
    max_kge: float | None = None
    max_luts: float | None = None
    min_mbps: float | None = None
    at_mhz: float | None = None
    max_pj_per_bit: float | None = None
    needs: tuple[str, ...] = ()
    message: str = "long"
    standard: str | None = None
    verified: bool = False
    proved: bool = False

    def applies(self, candidate: Candidate) -> bool:
        """Whether a candidate is of the kind, of the algorithm and on the platform that are asked
        for.
        """
        return (
            candidate.kind == self.kind
            and candidate.platform == self.platform
            and self.algorithm in (None, candidate.algorithm)
        )

    def misses(self, candidate: Candidate) -> tuple[Miss, ...]:
        """Every limit that a candidate does not keep."""
        return tuple(self._misses(candidate))

    def _misses(self, candidate: Candidate) -> Iterator[Miss]:
        yield from _above("--max-kge", self.max_kge, candidate.kge)
        yield from _above("--max-luts", self.max_luts, candidate.luts)
        yield from _above(
            "--max-pj-per-bit", self.max_pj_per_bit, candidate.pj_per_bit(self.message)
        )
        yield from _below("--at-mhz", self.at_mhz, candidate.fmax_mhz)
        yield from _below("--min-mbps", self.min_mbps, candidate.mbps(self.message, self.at_mhz))
        for name in self.needs:
            if name not in candidate.operations:
                yield Miss(option="--needs", limit=name, value=None, factor=ABSENT)
        if self.standard and not candidate.standard(self.standard):
            yield Miss(option="--standard", limit=self.standard, value=None, factor=ABSENT)
        if self.verified and candidate.verified is not True:
            yield Miss(option="--verified", limit="", value=None, factor=ABSENT)
        if self.proved and candidate.proved is not True:
            yield Miss(option="--proved", limit="", value=None, factor=ABSENT)


def _above(option: str, limit: float | None, value: float | None) -> Iterator[Miss]:
    # What was not measured is not known to keep the limit.
    if limit is not None and (value is None or value > limit):
        yield Miss(
            option=option,
            limit=limit,
            value=value,
            factor=ABSENT if value is None else value / limit,
        )


def _below(option: str, limit: float | None, value: float | None) -> Iterator[Miss]:
    if limit is not None and (value is None or value < limit):
        yield Miss(
            option=option, limit=limit, value=value, factor=limit / value if value else ABSENT
        )
