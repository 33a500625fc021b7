# SPDX-License-Identifier: Apache-2.0
"""What the jobs of a benchmark depend on besides their inputs and the code of their functions."""

from functools import cache

from .. import catalog
from ..design import Design
from ..tools import versions


def families(design: Design) -> list[str]:
    """The modules that make the algorithms of a design, which nothing imports by name."""
    return [catalog.module_of(name) for name in design.algorithms]


def tool_versions(*tools: str) -> dict[str, str]:
    """Version of each of these tools, as installed."""
    return {tool: str(_installed()[tool]["version"]) for tool in tools}


@cache
def _installed() -> dict[str, dict]:
    return versions.versions()
