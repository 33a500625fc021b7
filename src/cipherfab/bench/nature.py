# SPDX-License-Identifier: Apache-2.0
"""What a design is and does, apart from its numbers: what must be the same, or said, where two
designs are put beside each other.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from .. import catalog
from ..design import Design, LwcInterface
from ..report.data import KINDS, Point
from ..report.unlike import Judge, Unlike, of_rows
from .record import operations

PROTECTED = "redundant="
"""What the name of a core says whose last rounds are done twice."""


@dataclass(frozen=True, kw_only=True)
class Nature:
    """What a design is.

    Attributes:
        kind: of its first algorithm, as the catalog writes it.
        names: of its algorithms, each with the version of its document.
        operations: see `record.operations`.
        holds_key: whether the key may change or go away once the design has taken it.
        shares: of each secret; 1 if it is not masked.
        redundant: whether it computes rounds twice against faults.
        bus: bits of a bus word; None without the LWC API.
        fits: the most bytes of a message; None for any.
    """

    kind: str
    names: tuple[str, ...]
    operations: frozenset[str]
    holds_key: bool
    shares: int
    redundant: bool
    bus: int | None
    fits: int | None


def nature(design: Design) -> Nature:
    """That of a design."""
    interface, found = design.interface, [catalog.find(name) for name in design.algorithms]
    masking = interface.masking
    lwc = isinstance(interface, LwcInterface)
    return Nature(
        kind=str(found[0].kind),
        names=tuple(f"{one.name} ({one.version})" if one.version else one.name for one in found),
        operations=frozenset(operations(design)),
        holds_key=interface.key_reuse
        if lwc
        else not (interface.handshake and interface.handshake.hold),
        shares=masking.shares if masking else 1,
        redundant=PROTECTED in design.name,
        bus=interface.width if lwc else None,
        fits=interface.buffer_bytes if lwc else None,
    )


def judge(designs: dict[str, Nature]) -> Judge:
    """What two rows differ in, by what their designs are."""

    def judged(row: Point, reference: Point) -> Unlike:
        found = of_rows(row, reference)
        mine, theirs = designs.get(row.core), designs.get(reference.core)
        if mine is None or theirs is None:
            return found
        kinds = [f"{KINDS[mine.kind]} beside {KINDS[theirs.kind]}"] * (mine.kind != theirs.kind)
        return Unlike(
            never=tuple(dict.fromkeys([*found.never, *kinds])),
            reasons=(*found.reasons, *differences(mine, theirs)),
        )

    return judged


def differences(mine: Nature, theirs: Nature) -> Iterator[str]:
    """What one design is or does and another does not, in a few words each."""
    if mine.names[0] != theirs.names[0]:
        yield f"{mine.names[0]} beside {theirs.names[0]}"
    for word in sorted(mine.operations ^ theirs.operations):
        yield f"{word}: {_yes(word in mine.operations)} beside {_yes(word in theirs.operations)}"
    if mine.holds_key != theirs.holds_key:
        yield "its key must be held outside" if theirs.holds_key else "it keeps its key"
    if mine.shares != theirs.shares:
        yield f"{mine.shares} shares beside {theirs.shares}"
    if mine.redundant != theirs.redundant:
        yield "rounds done twice" if mine.redundant else "no rounds done twice"
    if mine.bus != theirs.bus:
        yield f"{_bus(mine.bus)} beside {_bus(theirs.bus)}"
    if mine.fits != theirs.fits:
        yield f"messages {_most(mine.fits)} beside {_most(theirs.fits)}"


def _yes(does: bool) -> str:
    return "yes" if does else "no"


def _bus(bits: int | None) -> str:
    return f"a bus of {bits} bits" if bits else "no bus"


def _most(bytes_: int | None) -> str:
    return f"of at most {bytes_} bytes" if bytes_ else "of any length"
