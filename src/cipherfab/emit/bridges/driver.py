# SPDX-License-Identifier: Apache-2.0
"""A driver in C for the registers of a core with the LWC API: whole messages and parts of them, and
what brings it into PSA Crypto and Zephyr.
"""

from collections.abc import Mapping

from ..texts import filled
from .psa import psa
from .zephyr import zephyr

Values = Mapping[str, str | int]
"""What the templates say of a core, see `registers.values`."""


def driver(about: Values) -> dict[str, str]:
    """The driver, its headers, and what is on top of it, by file name."""
    kinds = ("words", "driver", *(["parts"] if about["PARTS"] else []))
    files = {
        f"{about['TOP']}_{kind}.{ending}": filled(f"bridges/{kind}.{ending}", **about)
        for kind in kinds
        for ending in ("h", "c")
    }
    sources = [name for name in files if name.endswith(".c")]
    # A driver of PSA gives the bytes of a key, which a key port does not take.
    return {**files, **({} if about["KEY_PORT"] else psa(about)), **zephyr(about, sources)}
