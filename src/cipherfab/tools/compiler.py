# SPDX-License-Identifier: Apache-2.0
"""The C++ compiler: a text of our own as a library that this process calls."""

import ctypes
import os
import shutil
import tempfile
from pathlib import Path

from .process import run

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
    """What a C++ text defines, loaded; nothing of it stays on disk.

    Raises:
        ToolError: the compiler is missing, refused the text or ran out of time.
        OSError: what it wrote is no library.
    """
    with tempfile.TemporaryDirectory(prefix="cipherfab-library-") as scratch:
        directory = Path(scratch)
        (directory / "source.cpp").write_text(source)
        run([COMPILER, *OPTIONS, "source.cpp", "-o", "library.so"], directory=directory,
            log="compile.log", timeout=TIMEOUT)
        return ctypes.CDLL(str(directory / "library.so"))
