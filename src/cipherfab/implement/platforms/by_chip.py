# SPDX-License-Identifier: Apache-2.0
"""Another chip of the 7 series than the one of `artix7`: ``artix7:xc7a100t`` or, with package and
speed grade, ``artix7:xc7a100tfgg484-1``.
"""

import re
from dataclasses import replace

from ...errors import CallError
from . import artix7
from .platform import FpgaPlatform

PREFIX = f"{artix7.PLATFORM.name}:"

CHIPS = {
    "xc7a35t": ("fgg484", "cpg236", "csg324", "csg325", "ftg256"),
    "xc7a50t": ("fgg484", "cpg236", "csg324", "csg325", "ftg256"),
    "xc7a100t": ("fgg484", "csg324", "fgg676", "ftg256"),
    "xc7a200t": ("fbg484", "fbg676", "ffg1156", "sbg484"),
    "xc7z010": ("clg400", "clg225"),
    "xc7z020": ("clg400", "clg484"),
}
"""The packages of each chip that nextpnr has the data of; the first one is the default."""

PART = re.compile(r"(xc7[asz]\d+t?)(?:([a-z]+\d+)-(\dl?))?")


def chip_by_part(name: str) -> FpgaPlatform:
    """The platform of a part.

    Raises:
        CallError: nextpnr has no data of it.
    """
    part = name.removeprefix(PREFIX)
    known = PART.fullmatch(part)
    packages = CHIPS.get(known[1], ()) if known else ()
    if known is None or not packages or (known[2] or packages[0]) not in packages:
        chips = ", ".join(CHIPS)
        raise CallError(
            f"'{name}': expected {PREFIX}PART with one of the chips {chips}, alone or with package "
            f"and speed grade ({PREFIX}xc7a50tfgg484-1), got {part!r}",
            platform=name,
            nearest=[f"{PREFIX}{each}" for each in CHIPS],
        )
    package, grade = known[2] or packages[0], known[3] or "1"
    return replace(artix7.PLATFORM, name=name, device=f"{known[1]}{package}-{grade}")
