# SPDX-License-Identifier: Apache-2.0
"""The one check that every name passes before it enters a text that a tool reads: C++, Verilog,
VHDL, Tcl or a script.
"""

import re

from .errors import CallError

APART = "apart_"
"""What the name of an instance begins with that recipes of standard cells map apart, and that the
text keeps as an instance: gates that do the same twice, so that a fault of one of them is noticed.
"""

IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_$]{0,199}")
"""A plain identifier of all of these languages."""


def identifier(name: str, place: str) -> str:
    """``name``, if it is a plain identifier and nothing more.

    Args:
        name: of a port, module, parameter or macro.
        place: where it comes from, for the message.

    Raises:
        CallError: it has other characters, a newline at its end among them, or more than 200.
    """
    if not isinstance(name, str) or not IDENTIFIER.fullmatch(name):
        raise CallError(f"{place}: expected an identifier of letters, digits and _, got {name!r}")
    return name
