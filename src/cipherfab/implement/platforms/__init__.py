"""Where a design is implemented: one literal in one file for each platform.

A name is one of `names()`, or ``liberty:PATH`` for any Liberty file (``.lib`` or ``.lib.gz``).
"""

import difflib

from ...errors import CallError
from .artix7 import ARTIX7
from .by_path import PREFIX, liberty_by_path
from .cyclone10lp import CYCLONE10LP
from .ecp5 import ECP5
from .nangate45 import NANGATE45
from .platform import FpgaPlatform, LibertyPlatform, cells
from .sky130hd import SKY130HD
from .virtex6 import VIRTEX6

PLATFORMS = {platform.name: platform for platform in (NANGATE45, SKY130HD, ECP5, ARTIX7, CYCLONE10LP, VIRTEX6)}
"""Every platform with a name of its own."""


def names() -> list[str]:
    """Names of the built-in platforms."""
    return list(PLATFORMS)


def find(name: str) -> LibertyPlatform | FpgaPlatform:
    """The platform called ``name``.

    Raises:
        CallError: there is none (with the nearest names), or its Liberty file cannot be read.
    """
    if name.startswith(PREFIX):
        return liberty_by_path(name)
    if name in PLATFORMS:
        return PLATFORMS[name]
    nearest = difflib.get_close_matches(name, PLATFORMS, n=3, cutoff=0.4) or names()
    raise CallError(f"unknown platform '{name}'; nearest: {', '.join(nearest)}. Any Liberty file is a platform too: "
                    f"{PREFIX}/path/to/file.lib", platform=name, nearest=nearest)


__all__ = ["PLATFORMS", "cells", "find", "names"]
