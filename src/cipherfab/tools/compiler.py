# SPDX-License-Identifier: Apache-2.0
"""The C++ compiler: a text of our own as a library that this process calls."""

import ctypes
import os
import shutil
import subprocess
from pathlib import Path

from .. import usercache
from ..errors import ToolError

COMPILER = os.environ.get("CXX", "g++")

OPTIONS = ("-O0", "-shared", "-fPIC", "-w")
"""Without optimization a model takes 2 to 20 µs for a call, most of it to hand over integers, and
at most a second to compile; with ``-O1`` the largest one takes 7 s.
"""

TIMEOUT = 120
"""Seconds."""


def available() -> bool:
    """Whether there is a compiler."""
    return shutil.which(COMPILER) is not None


def library(source: str) -> ctypes.CDLL:
    """What a C++ text defines, loaded. The library stays in the user's cache (`usercache`). The
    text is our own, so there is no wall around the compiler.

    Args:
        source: C++ of functions without state: whoever loads the same text has the same library.

    Raises:
        ToolError: the compiler is missing, refused the text or ran out of time.
        OSError: what it wrote is no library.
    """

    def make(directory: Path) -> None:
        (directory / "source.cpp").write_text(source)
        _compile(directory)

    name = usercache.name_of("library", source, *OPTIONS, identity(), usercache.machine())
    return ctypes.CDLL(str(usercache.folder(name, make) / "library.so"))


def identity() -> str:
    """The compiler and which file it is: a newer one has another size or time. What it has made
    depends on that.
    """
    found = shutil.which(COMPILER)
    if not found:
        return COMPILER
    status = Path(found).stat()
    return f"{COMPILER} {status.st_size} {status.st_mtime_ns}"


def _compile(directory: Path) -> None:
    try:
        subprocess.run(
            [COMPILER, *OPTIONS, "source.cpp", "-o", "library.so"],
            cwd=directory,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=TIMEOUT,
            check=True,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise ToolError(f"{COMPILER}: a library was not compiled: {error}.") from None
