# SPDX-License-Identifier: Apache-2.0
"""Finding ``any stalls``: the shapes of a core whatever the ports do."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...lwc.messages import KEYLESS
from .prove import OPEN, PROVED, REFUTED
from .shapes import Shape

ANY_STALLS = "any stalls"
"""Name of the finding, and what stands in a job in place of a seed."""


def under_all(
    shapes: Sequence[Shape],
    result: Callable[[Shape], Mapping[str, Any]],
    say: Callable[[str], None],
) -> dict[str, Any]:
    """What became of shapes under all stalls. Behind one that is refuted no other is tried, behind
    one that is open only one more of each operation, with associated data and text.

    Args:
        shapes: without stalls.
        result: of one shape under all stalls, as plain data.
        say: of progress.

    Returns:
        ``verdict``, ``detail`` and ``seconds``; ``ends`` of each shape that is proved; ``caveat``,
        see `prove.Found`; and of a refuted shape ``messages`` and ``waits`` that show it.
    """
    found: dict[Shape, Mapping[str, Any]] = {}
    left = None
    for number, shape in enumerate(shapes, 1):
        if left is not None and shape not in left:
            continue
        one = found[shape] = result(shape)
        say(
            f"any stalls, shape {number} of {len(shapes)}: {shape.name}: {one['verdict']}, "
            f"{one['seconds']:.1f} s"
        )
        if one["verdict"] == REFUTED:
            break
        # A core that has no answer for one shape, such as one that counts waits, hardly has one for
        # the next.
        if one["verdict"] == OPEN and left is None:
            left = _one_of_each(shapes[number:])
    seconds = sum(one["seconds"] for one in found.values())
    proved = [one for one in found.values() if one["verdict"] == PROVED]
    verdict, detail, messages = _settled(found, len(shapes), len(proved))
    return {
        "verdict": verdict,
        "detail": detail,
        "seconds": round(seconds, 3),
        "messages": messages,
        # The last shape that was tried is the one that is refuted.
        "waits": one["waits"] if verdict == REFUTED else [],
        "caveat": next((one["caveat"] for one in proved if one["caveat"]), ""),
        "ends": {shape: one["ends"] for shape, one in found.items() if one["verdict"] == PROVED},
    }


def _one_of_each(shapes: Sequence[Shape]) -> list[Shape]:
    """A core with a counter of waits may be wrong in them, though its states have no end."""
    found: dict[object, Shape] = {}
    for shape in shapes:
        part = shape.parts[0]
        if part.text and (part.ad or part.operation in KEYLESS):
            found.setdefault(part.operation, shape)
    return list(found.values())


def _settled(
    found: Mapping[Shape, Mapping[str, Any]], count: int, proved: int
) -> tuple[str, str, list]:
    for shape, one in found.items():
        if one["verdict"] == REFUTED:
            # A shape that is refuted counts more than those that are open.
            return REFUTED, f"{shape.name}: {one['detail']}", one["messages"]
    for shape, one in found.items():
        if one["verdict"] == OPEN:
            return (
                OPEN,
                (f"{proved} of {count} shapes proved, then {shape.name}: {one['detail']}"),
                [],
            )
    return PROVED, f"{count} shapes, whatever cycles PDI, SDI and DO wait in", []
