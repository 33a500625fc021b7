# SPDX-License-Identifier: Apache-2.0
"""``cipherfab tools install``."""

from ..plain import say
from ..tools import debian, xilinx

PROGRAMS = {"xilinx": xilinx}
"""The tools that can be brought, by name."""


def install(tool: str, *, newest: bool = False, mirror: str = "") -> dict:
    """Bring a tool into the user's cache; what `tools.xilinx.install` returns, and ``tool``.

    Args:
        tool: one of `PROGRAMS`.
        newest: the versions of today instead of those that were tried.
        mirror: of Debian; empty: that of this machine's own sources.
    """
    program = PROGRAMS[tool]
    source = debian.Source(suite=program.SUITE, uri=mirror)
    return {"tool": tool, **program.install(newest=newest, source=source)}


def show(found: dict) -> None:
    """Print what was installed, and where."""
    say(f"{found['tool']}: version {found['version']} in {found['folder']}")
    say(f"{len(found['packages'])} packages of Debian, none of them the system's")
