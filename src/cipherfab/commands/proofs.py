# SPDX-License-Identifier: Apache-2.0
"""``cipherfab verify --prove``: shapes of messages, kept in the cache one by one."""

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..design import Design
from ..plain import say as told
from ..results.cache import Cache
from ..results.home import default_home
from ..runs.shapes import kept_in
from ..verify import chain
from ..verify.finding import MARKS, Finding, findings_of
from ..verify.messages.check import LINK
from ..verify.messages.level import of_shapes
from ..verify.messages.prove import OPEN, PROVED, REFUTED
from ..verify.messages.shapes import Shape

FULL = 64
"""With more shapes than this only those that are not proved are printed; ``--json`` has all."""


def findings(
    design: Design,
    work: Path,
    *,
    all_shapes: bool,
    seconds: float,
    waveform: Path | None,
    say: Callable[[str], None],
    only: Collection[Shape] | None = None,
) -> list[Finding]:
    """One finding for each shape. A run that was stopped goes on from its finished shapes.

    Args:
        work: existing directory for files and logs.
        all_shapes, seconds, waveform, say, only: see `verify.messages.check.check_messages`.
    """
    directory, kept = work / LINK, kept_in(Cache(default_home()), design)
    directory.mkdir()
    say(f"{design.name}: proving messages")
    return list(
        chain.check_messages(
            design,
            directory,
            all_shapes=all_shapes,
            seconds=seconds,
            waveform=waveform,
            say=say,
            kept=kept,
            only=only,
        )
    )


def worth_a_line(link: str, found: Sequence[Finding]) -> list[Finding]:
    """The findings of a link that are printed."""
    those = [each for each in found if each.link == link]
    if link != LINK or len(those) <= FULL:
        return those
    return [each for each in those if not each.passed]


def show(result: Mapping[str, Any]) -> None:
    """How many shapes were proved."""
    found = [each for each in findings_of(result) if each.link == LINK]
    if not found:
        return
    # What is said of all shapes together is none of them.
    those = of_shapes(found)
    counts = [
        (word, sum(each.passed is passed for each in those))
        for word, passed in ((PROVED, True), (REFUTED, False), (OPEN, None))
    ]
    said = ", ".join(f"{word} {count}" for word, count in counts if count)
    said += "".join(f"; {MARKS[each.passed]} {each.check}" for each in found if each not in those)
    seconds = sum(each.seconds for each in found)
    told(f"{result['name']}: {len(those)} shapes of messages: {said} ({seconds:.0f} s)")
