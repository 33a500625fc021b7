# SPDX-License-Identifier: Apache-2.0
"""Another chip of a family than the one that its platform has: ``artix7:xc7a100t`` or, with package
and speed grade, ``artix7:xc7a100tfgg484-1``; ``gowin:GW5A-25A``.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from ...errors import CallError
from . import artix7, gowin
from .platform import FpgaPlatform

CHIPS = {
    "xc7a35t": ("fgg484", "cpg236", "csg324", "csg325", "ftg256"),
    "xc7a50t": ("fgg484", "cpg236", "csg324", "csg325", "ftg256"),
    "xc7a100t": ("fgg484", "csg324", "fgg676", "ftg256"),
    "xc7a200t": ("fbg484", "fbg676", "ffg1156", "sbg484"),
    "xc7z010": ("clg400", "clg225"),
    "xc7z020": ("clg400", "clg484"),
}
"""The packages of each chip of the 7 series that nextpnr has the data of; the first one is the
default.
"""

# Chip, package and speed grade, such as xc7a50tfgg484-1; the chip alone is enough.
PART = re.compile(r"(xc7[asz]\d+t?)(?:([a-z]+\d+)-(\dl?))?")


def is_chip(name: str) -> bool:
    """Whether the name is that of a platform and a chip."""
    return name.partition(":")[0] in BY_CHIP and ":" in name


def chip_by_part(name: str) -> FpgaPlatform:
    """The platform of a part.

    Raises:
        CallError: nextpnr has no data of it.
    """
    family, _, part = name.partition(":")
    return BY_CHIP[family](name, part)


def _of_the_7_series(name: str, part: str) -> FpgaPlatform:
    known = PART.fullmatch(part)
    packages = CHIPS.get(known[1], ()) if known else ()
    if known is None or not packages or (known[2] or packages[0]) not in packages:
        raise _unknown(
            name, CHIPS, ", alone or with package and speed grade (artix7:xc7a50tfgg484-1)"
        )
    # The delays here know no speed grades, so the grade may be left out and changes nothing.
    package, grade = known[2] or packages[0], known[3] or "1"
    return replace(artix7.PLATFORM, name=name, device=f"{known[1]}{package}-{grade}")


def _of_gowin(name: str, part: str) -> FpgaPlatform:
    if part not in gowin.CHIPS:
        raise _unknown(name, gowin.CHIPS)
    return gowin.platform(name, part)


def _unknown(name: str, chips: Iterable[str], how: str = "") -> CallError:
    family, _, part = name.partition(":")
    return CallError(
        f"'{name}': expected {family}:PART with one of the chips {', '.join(chips)}{how}, "
        f"got {part!r}",
        platform=name,
        nearest=[f"{family}:{each}" for each in chips],
    )


BY_CHIP: dict[str, Callable[[str, str], FpgaPlatform]] = {
    artix7.PLATFORM.name: _of_the_7_series,
    gowin.PLATFORM.name: _of_gowin,
}
"""By platform, what makes that of another chip of a name and a part."""
