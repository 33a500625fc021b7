# SPDX-License-Identifier: Apache-2.0
"""A driver in C for the registers of a core with the LWC API: encrypt, decrypt, hash."""

from collections.abc import Mapping

from ..texts import filled


def driver(about: Mapping[str, str | int]) -> dict[str, str]:
    """The driver and its header, by file name.

    Args:
        about: what the templates say of the core, see `registers.values`.
    """
    return {
        f"{about['TOP']}_driver.{ending}": filled(f"bridges/driver.{ending}", **about)
        for ending in ("h", "c")
    }
