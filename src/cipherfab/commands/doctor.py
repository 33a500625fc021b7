# SPDX-License-Identifier: Apache-2.0
"""``cipherfab doctor``."""

import shutil

from ..plain import say
from ..tools import sandbox
from ..tools.versions import versions


def content() -> dict[str, dict]:
    """Every tool with its version and what it is needed for."""
    return versions()


def show(tools: dict[str, dict]) -> None:
    """Print one line for each tool, and how to install what is missing."""
    for name, tool in tools.items():
        state = tool["version"] or "missing"
        say(f"{'ok ' if tool['version'] else '-- '} {name:14} {state:16} {tool['needed_for']}")
    say(f"wall around sources of others: {sandbox.wall()}")
    if place := shutil.which("ghdl"):
        say(f"VHDL is read by: {place}")
    for name, tool in tools.items():
        if not tool["version"]:
            say(
                f"{name} is missing{' (optional)' if tool['optional'] else ''}. It is needed "
                f"for {tool['needed_for']}. "
                f"Install it with: {tool['install']}",
                apart=True,
            )
