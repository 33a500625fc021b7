# SPDX-License-Identifier: Apache-2.0
"""What a whole set of shapes says of a core: the level *proved messages* of its evidence."""

from collections.abc import Sequence

from ..finding import Finding
from .check import LINK
from .prove import OPEN, PROVED, REFUTED


def level(findings: Sequence[Finding]) -> Finding:
    """One finding for those of all shapes: passed only if each of them is proved, None as soon as
    one is open and none is refuted.

    Args:
        findings: of `check.check_messages`, of its default set.
    """
    shapes, beyond = of_shapes(findings), [one for one in findings if _is_beyond(one)]
    seconds = sum(one.seconds for one in findings)
    caveats = sorted({one.caveat for one in findings if one.caveat})
    return Finding(
        LINK,
        PROVED,
        _passed(findings, shapes),
        _detail(shapes, beyond),
        seconds,
        more={
            "shapes": _named(shapes, True),
            "beyond": _named(beyond, True),
            **({"caveat": "; ".join(caveats)} if caveats else {}),
        },
    )


def of_shapes(findings: Sequence[Finding]) -> list[Finding]:
    """Those of a shape each; the others, as `ANY_ORDER`, are about all of them."""
    return [one for one in findings if not _is_beyond(one)]


def _is_beyond(one: Finding) -> bool:
    # The checks of any order, any stalls and any length begin so.
    return one.check.startswith("any ")


def _named(findings: Sequence[Finding], passed: bool | None) -> list[str]:
    return [one.check for one in findings if one.passed is passed]


def _passed(findings: Sequence[Finding], shapes: Sequence[Finding]) -> bool | None:
    if _named(findings, False):
        return False
    # What is beyond the shapes may be open: the level is said of the shapes alone.
    return True if shapes and not _named(shapes, None) else None


def _detail(shapes: Sequence[Finding], beyond: Sequence[Finding]) -> str:
    """The first that is refuted, else the first shape that is open, else what was proved."""
    for passed, those in ((False, [*shapes, *beyond]), (None, shapes)):
        such = [one for one in those if one.passed is passed]
        if such:
            return (
                f"{len(such)} of {len(those)} {REFUTED if passed is False else OPEN}: "
                f"{such[0].text}"
            )
    also = [
        f"; {word}: {', '.join(names)}"
        for word, names in (("also", _named(beyond, True)), ("not proved", _named(beyond, None)))
        if names
    ]
    return (
        f"{len(shapes)} shapes, each for all keys, nonces, data and tags from any power-up "
        f"state{''.join(also)}"
    )
