# SPDX-License-Identifier: Apache-2.0
"""The proof that a whole masked core is composed for as many probes as its order says."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from ....asked import flag
from ....plain import say
from .gadgets import read
from .judge import Found, Judge, Mapped
from .verdicts import NOT_SHOWN, NOTHING, WORDS

SAID = (
    "Try to prove, for the whole masked core, that as many probes as its order says see "
    "nothing of a secret, from the labels of all values, cycle by cycle."
)
"""Of the option ``--composition``."""


@dataclass(frozen=True, kw_only=True)
class Composition(Judge):
    """See `composing.check`; ``composed`` in the result where it is asked."""

    switch: ClassVar[str] = "composition"

    composition: bool = flag(SAID)

    def assess(self, on: Mapped) -> dict[str, Any]:
        """As `composing.check.check`, of a call, or of an encryption and a decryption."""
        if not self.asked():
            return {}
        from ....design import BareInterface
        from ..composing.check import check
        from ..messages import Conversation, Lengths

        talk = None
        if not isinstance(on.design.interface, BareInterface):
            talk = Conversation(on.design, seed=on.seed, lengths=Lengths())
        found = check(
            on.design, read(on), conversation=talk, seed=on.seed, longest=on.common.cycles
        )
        say(f"composition: {WORDS[_verdict(found)]}, {found['seconds']:.1f} s", err=True)
        return {"composed": found}

    @staticmethod
    def lines(found: Found) -> Iterator[str]:
        """What is proved, or what stops the proof."""
        if composed := found.get("composed"):
            yield from composed_lines(composed, "the whole core")

    @staticmethod
    def verdicts(found: Found) -> Iterator[str]:
        """One, where it was asked: what is not proved need not leak."""
        if composed := found.get("composed"):
            yield _verdict(composed)


def composed_lines(composed: Found, what: str) -> Iterator[str]:
    """What is proved of a core or a part, or what stops the proof."""
    order, passed, watched = composed["order"], composed["passed"], composed["watched"]
    said = "proved of order" if passed else "not shown of order"
    where = "" if watched is None else f", in the first {watched} cycles alone"
    yield (
        f"  {WORDS[_verdict(composed)]}  composition of {what} {said} {order}{where}: "
        f"{composed['model']}: {composed['gadgets']} groups of random bits, "
        f"{composed['probes']} views, {composed['cycles']} cycles"
        f"{', until something is opened' if composed['opened'] else ''}, "
        f"{composed['seconds']:.1f} s"
    )
    yield from (f"    {text}" for text in composed["stops"])
    if (left := composed["count"] - len(composed["stops"])) > 0:
        yield f"    and {left} more of such reasons"


def _verdict(composed: Found) -> str:
    return NOTHING if composed["passed"] else NOT_SHOWN
