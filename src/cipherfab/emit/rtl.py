# SPDX-License-Identifier: Apache-2.0
"""A core's Verilog as people keep it: one file for each module, with a head that says what it
is."""

import re
import textwrap

from .. import __version__
from ..catalog import Algorithm, find
from ..design import BareInterface, Design
from .layout import laid_out

MODULE = re.compile(r"^module (\w+).*?^endmodule\n", re.MULTILINE | re.DOTALL)


def algorithms(design: Design) -> list[Algorithm]:
    """What the core implements."""
    interface = design.interface
    names = (
        [interface.algorithm]
        if isinstance(interface, BareInterface)
        else [interface.aead, interface.hash, *interface.xofs]
    )
    return [find(name) for name in names if name]


def files(design: Design, evidence: str) -> dict[str, str]:
    """The modules of a core by file name, the top module first.

    Args:
        design: one of our own cores; its modules are unchanged but for white space (`layout`), and
            a comment is put in front of each.
        evidence: one sentence on what is known of the core.
    """
    modules = {
        module[1]: module[0] for text in design.sources.values() for module in MODULE.finditer(text)
    }
    return {
        f"{name}.sv": head(design, name, evidence) + laid_out(text)
        for name, text in modules.items()
    }


def head(design: Design, module: str, evidence: str) -> str:
    """The comment in front of a module."""
    part = (
        "its top module"
        if module == design.top
        else f"its part {module.removeprefix(f'{design.top}_')}"
    )
    said = [
        f"{design.name}: {part}. Written by cipherfab {__version__}.",
        *(
            f"{entry.title}: {entry.document}; version {entry.version}."
            for entry in algorithms(design)
        ),
        evidence,
    ]
    lines = [line for text in said for line in textwrap.wrap(text, 97, subsequent_indent="  ")]
    return "".join(f"// {line}\n" for line in lines)
