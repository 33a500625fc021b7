# SPDX-License-Identifier: Apache-2.0
"""Parts of a tree of slang, as all that reads one needs them."""

from collections.abc import Sequence


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
