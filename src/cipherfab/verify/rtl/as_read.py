# SPDX-License-Identifier: Apache-2.0
"""What is said of a core of others beside its answers: that it was read in another way than some
tools would, and that it counts on initial values of registers, which standard cells do not have.
"""

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from ...design import Design
from ...errors import DesignError
from ..equivalence.power_up import HAVE_INITIAL, counted_on, listed
from ..finding import Finding
from .program import without_initial_values

NONE = "standard cells have none"


def remarks(design: Design) -> Iterator[Finding]:
    """A finding with what the reader noticed, if that belongs to a verdict."""
    told = "; ".join(design.third_party.remarks) if design.third_party else ""
    if told:
        yield Finding("rtl", "the sources as they were read", True, told, 0, more={"caveat": told})


def registers(design: Design) -> str | None:
    """The registers whose initial values a core of others may count on, in words: those that its
    reset does not set; None if there are none.
    """
    if not design.third_party or without_initial_values(design.sources) == dict(design.sources):
        return None
    try:
        with TemporaryDirectory(prefix="cipherfab-initial-") as scratch:
            names = counted_on(design, Path(scratch))
    # A core that cannot be read as gates is still played; then it is only known that there are such
    # values.
    except DesignError:
        return "registers or memories"
    return listed(names) if names else None


def finding_of(told: str, start: float, failure: str | None, seed: int) -> Finding:
    """The finding on a core that was played without its initial values.

    Args:
        told: the registers in words.
        start: when it began, on the monotonic clock.
        failure: what failed then, or None.
    """
    more = (
        {"caveat": f"counts on initial values of {told}, which no reset sets; {NONE}: {failure}"}
        if failure
        else {}
    )
    detail = more.get("caveat") or f"{told} {HAVE_INITIAL}; the answers are right without them, too"
    return Finding(
        "rtl",
        "without initial values",
        # The answers are right: what the core needs for that is told, and fails nothing.
        True,
        detail,
        time.monotonic() - start,
        seed=seed,
        more=more,
    )


def bare_of_values(design: Design) -> Design:
    """The design without initial values, as standard cells have it."""
    return replace(design, sources=without_initial_values(design.sources))
