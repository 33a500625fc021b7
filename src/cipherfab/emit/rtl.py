# SPDX-License-Identifier: Apache-2.0
"""A core's Verilog as people keep it: one file for each module, with a head that says what it
is."""

import re
import textwrap

from .. import __version__
from ..catalog import Algorithm, find
from ..design import BareInterface, Design
from ..errors import DesignError
from .layout import laid_out

# With the comments in front of it, which are the module's.
MODULE = re.compile(r"(?:^//[^\n]*\n)*^module (\w+).*?^endmodule\n", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"^ *//.*\n", re.MULTILINE)
"""A line that is a comment; the writer of our cores puts none behind a statement."""


def algorithms(design: Design) -> list[Algorithm]:
    """What the core implements."""
    interface = design.interface
    names = (
        [interface.algorithm]
        if isinstance(interface, BareInterface)
        else [interface.aead, interface.hash, *interface.xofs]
    )
    return [find(name) for name in names if name]


def files(design: Design, evidence: str, commented: str) -> dict[str, str]:
    """The modules of a core by file name, the top module first.

    Args:
        design: one of our own cores; its modules are unchanged but for white space (`layout`) and
            comments.
        evidence: one sentence on what is known of the core.
        commented: the text of the design with more comments, `cores.build.commented`.

    Raises:
        DesignError: that text is another one.
    """
    if COMMENT.sub("", commented) != COMMENT.sub("", "\n".join(design.sources.values())):
        raise DesignError(
            f"{design.name}: the text with comments is not the one that was verified. This is a "
            f"defect of cipherfab; `verilog()` of the Python API has what was verified."
        )
    # By name and in order: the writer puts the top module first.
    modules = {module[1]: module[0] for module in MODULE.finditer(commented)}
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
    # With the `// ` in front a line has 100 columns.
    lines = [line for text in said for line in textwrap.wrap(text, 97, subsequent_indent="  ")]
    return "".join(f"// {line}\n" for line in lines)
