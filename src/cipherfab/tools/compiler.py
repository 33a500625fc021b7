# SPDX-License-Identifier: Apache-2.0
"""The C++ compiler: a text of our own as a library that this process calls."""

import ctypes
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

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
    """What a C++ text defines, loaded; nothing of it stays on disk. The text is our own, so there
    is no wall around the compiler.

    Raises:
        ToolError: the compiler is missing, refused the text or ran out of time.
        OSError: what it wrote is no library.
    """
    with tempfile.TemporaryDirectory(prefix="cipherfab-library-") as scratch:
        directory = Path(scratch)
        (directory / "source.cpp").write_text(source)
        _compile(directory)
        # Linux keeps what is loaded though its file goes.
        return ctypes.CDLL(str(directory / "library.so"))


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
