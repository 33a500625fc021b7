# SPDX-License-Identifier: Apache-2.0
"""Any FPGA of a vendor whose tool is installed: ``vivado:xc7a12tcsg325-3``,
``quartus:10CL016YU256C6G``, ``diamond:LFE5U-25F-6BG381C``, ``radiant:LIFCL-40-9BG400C``.
"""

import re

from ...errors import CallError
from ...tools.vendor import TOOLS
from .platform import VendorPlatform

PART = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
"""What a part is called. It stands in Tcl scripts, so nothing else is let in."""


def is_vendor(name: str) -> bool:
    """Whether a platform's name begins with that of a vendor's tool."""
    return name.partition(":")[0] in TOOLS and ":" in name


def vendor_by_part(name: str) -> VendorPlatform:
    """The platform of a part; whether the tool is installed, and knows it, is seen when it runs.

    Raises:
        CallError: a part is not called so.
    """
    tool, _, part = name.partition(":")
    if not PART.fullmatch(part):
        raise CallError(
            f"'{name}': expected {tool}:PART with the part's full name (letters, "
            f"digits, - and _), got {part!r}",
            platform=name,
        )
    return VendorPlatform(name=name, tool=tool, part=part)
