# SPDX-License-Identifier: Apache-2.0
"""Any Liberty file as a platform: ``liberty:/path/to/file.lib`` or ``.lib.gz``, for example of IHP
SG13G2.
"""

import os
from pathlib import Path

from ..liberty import read
from .platform import LibertyPath, LibertyPlatform

PREFIX = "liberty:"


def liberty_by_path(name: str) -> LibertyPlatform:
    """The platform of a Liberty file. 1 GE is its smallest cell with the function of a NAND of two
    inputs.

    Raises:
        CallError: the file is missing, is no Liberty file, or has no such cell.
    """
    # One file has one name in all results, wherever the command was run and whatever link led to
    # it.
    path = Path(os.path.realpath(os.path.expanduser(name.removeprefix(PREFIX))))
    library = read(path)
    return LibertyPlatform(
        name=f"{PREFIX}{path}",
        path=LibertyPath(file=str(path)),
        gate_equivalent=library.smallest_nand2(),
        register_overhead_ps=0,
        origin=path.name,
    )
