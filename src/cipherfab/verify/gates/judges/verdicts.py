# SPDX-License-Identifier: Apache-2.0
"""The verdict of ``cipherfab leakage``: a leak that was shown, a check that could not decide, or
nothing found; what could not be decided is neither.
"""

from collections.abc import Iterable, Mapping
from typing import Any

LEAKS, NOT_SHOWN, NOTHING = "leaks", "not shown to be secure", "no leakage found"

ORDER = (LEAKS, NOT_SHOWN, NOTHING)
"""From the worst to the best: of several checks the worst verdict counts."""

WORDS = {LEAKS: "FAIL", NOT_SHOWN: "open", NOTHING: "pass"}
"""What stands before a check."""


def worst(verdicts: Iterable[str]) -> str:
    """That of several checks; of none nothing was found."""
    return min(verdicts, key=ORDER.index, default=NOTHING)


def of_test(leaks: Any) -> str:
    """That of a statistical test: it finds something, or does not."""
    return LEAKS if leaks else NOTHING


def of_toggles(found: Mapping[str, Any]) -> str:
    """That of a test of toggles: it finds something, or control outputs differ between traces, and
    so tell of the secrets.
    """
    return of_test(found["leaks"] or not found["uniform"])


def of_exact(found: Mapping[str, Any]) -> str:
    """That of an exact check: of every probe (`exact`, `rounds`, `whole`), of a whole core
    (`gadgets.whole`), of a part (`tuples`), or of domains.

    A leak is shown by a view that tells two named secrets apart, or by a cone with all shares of a
    bit, which with glitches shows that bit. Else a check that did not pass ended early, or has
    views of which it could not say that they do not hang on a secret.
    """
    if found["passed"]:
        return NOTHING
    single = found.get("single")
    shown = (
        found.get("complete")
        or found.get("pair")
        or any(view["pair"] for view in found.get("leaks", ()))
        or single
        and of_exact(single) == LEAKS
    )
    return LEAKS if shown else NOT_SHOWN


def of_coco(found: Mapping[str, Any]) -> str:
    """That of CocoAlma, whose refusals were tried exactly: one that hangs on the secrets is a leak,
    one that could not be tried is not. If it named as many as it may, there may be more.
    """
    refused = found["refused"]
    # As many as may be named may be the first of more, of which nothing was tried.
    settled = 0 < len(refused) < found["named"] and all(view["independent"] for view in refused)
    if settled or not found["leaks"]:
        return NOTHING
    # `False` and not `None`: a view that was too large to try is no leak that was shown.
    return LEAKS if any(view["independent"] is False for view in refused) else NOT_SHOWN


def exit_code(verdict: str) -> int:
    """0 if nothing was found, else 1: what was not shown to be secure is not taken for it."""
    return int(verdict != NOTHING)


def rests_on_composition(found: Mapping[str, Any]) -> str:
    """What is proved of the whole core, at which order, and what is only tested."""
    composed = found.get("composed")
    if not composed:
        return "the whole core: nothing is proved, it is only tested; --composition tries a proof"
    order = composed["order"]
    if not composed["passed"]:
        return f"the whole core: not proved of order {order}, it is only tested"
    if composed["watched"] is not None:
        return f"the whole core: proved of order {order} in some cycles alone, else only tested"
    return (
        f"the whole core: proved of order {order} by composition, by rules of our own and in the "
        f"cycles that were played; no exact check stands beside it; other lengths and pauses, and "
        f"what is opened, are only tested"
    )
