# SPDX-License-Identifier: Apache-2.0
"""Parts of a tree of slang, as all that reads one needs them."""

from collections.abc import Iterator, Sequence
from typing import Any

NAMES = ("IdentifierName", "IdentifierSelectName")

SELECTS = ("ElementSelect", "BitSelect")

ASSIGNS, ASSIGNS_LATER = "AssignmentExpression", "NonblockingAssignmentExpression"


def of_kind(node, kinds: Sequence[str]) -> list:
    """The parts of a tree of these kinds, itself too; of nothing none."""
    found: list = []
    if node is not None:
        node.visit(lambda part: found.append(part) if part.kind.name in kinds else None)
    return found


def tokens(node) -> list:
    """The tokens of a part of a tree."""
    found: list = []
    node.visit(lambda part: found.append(part) if hasattr(part, "rawText") else None)
    return found


def spelling(node) -> str:
    """A part of a tree without its comments, with one space between its tokens."""
    return " ".join(token.rawText for token in tokens(node))


def identity(token) -> tuple[int, int, str]:
    """What two objects that stand for one token have in common."""
    return token.location.buffer.id, token.location.offset, token.rawText


def module_of(node) -> str:
    """The name of the module around a part of a tree; empty outside of one."""
    while node is not None and node.kind.name != "ModuleDeclaration":
        node = node.parent
    return node.header.name.valueText if node is not None else ""


def inside(node, kinds: Sequence[str], top=None) -> bool:
    """Whether a part of a tree lies in one of these kinds, up to ``top`` if it is given."""
    # Two objects may stand for one part of a tree, so parts are compared by their places.
    while node.parent is not None and (top is None or node.sourceRange != top.sourceRange):
        node = node.parent
        if node.kind.name in kinds:
            return True
    return False


def assignments(node) -> list:
    """The assignments in a part of a tree; of nothing none."""
    found: list = []
    if node is not None:
        node.visit(lambda part: found.append(part) if part.kind.name.endswith(ASSIGNS) else None)
    return found


def targets(assignment) -> list:
    """The names that an assignment sets, and not those in selects on its left."""
    left = assignment.left
    return [name for name in of_kind(left, NAMES) if not inside(name, SELECTS, left)]


def assigned(node, *, later: bool = True) -> Iterator[tuple[str, Any]]:
    """Names that are assigned in a part of a tree, each with its token.

    Args:
        later: those of ``<=`` too.
    """
    for one in assignments(node):
        if later or one.kind.name != ASSIGNS_LATER:
            for target in targets(one):
                yield target.identifier.valueText, target.identifier


def read_in(node) -> Iterator:
    """Names that are read in a part of a tree, but for those that are assigned too (``+=``), and of
    a name with dots the first alone.
    """
    set_here = {identity(target.identifier) for one in assignments(node) for target in targets(one)}
    for name in of_kind(node, NAMES):
        if identity(name.identifier) not in set_here and not _behind_a_dot(name):
            yield name


def _behind_a_dot(name) -> bool:
    return (
        name.parent is not None
        and name.parent.kind.name == "ScopedName"
        and name.sourceRange != name.parent.left.sourceRange
    )
