# SPDX-License-Identifier: Apache-2.0
"""nextpnr for Xilinx's 7 series, ``nextpnr-himbaechel-xilinx``: the one on the PATH, else the one
that `install` brought.

No Python package has it; Debian's suite testing does. On a machine of an older release its packages
are unpacked into the user's cache, down to the C library, and started by the loader that comes with
them.
"""

import hashlib
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .. import usercache
from ..errors import ToolError
from . import debian

PROGRAM = "nextpnr-himbaechel-xilinx"
FOLDER = "nextpnr-xilinx"
"""How folders in the cache begin."""

INSTALL = "cipherfab tools install xilinx"
SUITE = "testing"
PACKAGES = Path(__file__).with_name("xilinx-packages.txt")
LIST = "packages.txt"
"""File of the folder: what was unpacked there."""

LIBRARIES = "usr/lib/x86_64-linux-gnu"
LOADER = f"{LIBRARIES}/ld-linux-x86-64.so.2"
CHIPS = "usr/share/nextpnr/himbaechel/xilinx"
KEPT = (f"usr/bin/{PROGRAM}", f"{LIBRARIES}/*.so*", CHIPS, "usr/lib/python3*",
        "usr/share/doc/*/copyright", LIST)  # fmt: skip
"""What is kept of the packages."""

NEWEST = f"{FOLDER}-newest"
"""Folder of the versions of the day; used where the listed ones are not there."""

DIE = re.compile(r"xc7[asz]\d+t?")
"""How a part's name begins."""


SAME_DIE = {"xc7a35t": "xc7a50t"}
"""Parts that have the data of another one, of which they are a part."""


@dataclass(frozen=True, kw_only=True)
class Program:
    """How the program is started.

    Attributes:
        argv: program and first arguments.
        root: the folder that it was unpacked into; None: it is the system's.
    """

    argv: Sequence[str]
    root: Path | None = None

    def on(self, device: str) -> list[str]:
        """Arguments that choose a device, such as ``xc7a50tfgg484-1``."""
        die = DIE.match(device)
        if self.root is None or die is None:
            return ["--device", device]
        name = SAME_DIE.get(die[0], die[0])
        return ["--device", device, "--chipdb", str(self.root / CHIPS / f"chipdb-{name}.bin")]


def program() -> Program:
    """How to start it.

    Raises:
        ToolError: it is not there.
    """
    here = shutil.which(PROGRAM)
    if here:
        return Program(argv=[here])
    root = next(filter(None, map(usercache.found, (_listed(), NEWEST))), None)
    if root is None:
        raise ToolError(
            f"{PROGRAM} is missing; it places and routes designs on Artix-7 and the like. "
            f"Install it: {INSTALL}"
        )
    # Not as variables of the run: the wall may be a program in Python, of another version.
    variables = ["env", f"PYTHONHOME={root / 'usr'}", "PYTHONPATH="]
    loader = [str(root / LOADER), "--library-path", str(root / LIBRARIES)]
    return Program(argv=[*variables, *loader, str(root / "usr" / "bin" / PROGRAM)], root=root)


def version() -> str:
    """Its version, such as ``0.11.1+dfsg-5+b1``.

    Raises:
        ToolError: it is missing or does not say its version.
    """
    return _asked(tuple(program().argv))


@cache
def _asked(argv: tuple[str, ...]) -> str:
    try:
        done = subprocess.run([*argv, "--version"], capture_output=True, text=True, timeout=120)
    except (OSError, subprocess.SubprocessError) as error:
        raise ToolError(f"{PROGRAM}: does not say its version: {error}") from None
    said = re.search(r"\(Version ([^)\s]+)\)", done.stdout + done.stderr)
    if said is None:
        raise ToolError(f"{PROGRAM}: does not start; {INSTALL} brings another one")
    return said[1]


def install(*, newest: bool = False, source: debian.Source | None = None) -> dict[str, Any]:
    """Bring it into the user's cache, unless it is there as it is to be.

    Args:
        newest: take the versions that the suite has today, not those of `PACKAGES`, which come
            first where both are there.
        source: where from; by default the suite `SUITE` of the machine's own mirror.

    Returns:
        ``version``; ``folder``; ``packages``, a list of ``name``, ``version`` and ``sha256``.

    Raises:
        ToolError: see `debian.unpack`; or there is no place for a cache.
    """
    listed = debian.read(PACKAGES.read_text())
    name = NEWEST if newest else _listed()
    if newest:
        # The versions of the day may be others than when this folder was made.
        usercache.remove(name)

    def make(folder: Path) -> None:
        unpacked = debian.unpack(
            listed, folder, source=source or debian.Source(suite=SUITE), newest=newest
        )
        (folder / LIST).write_text(debian.write(unpacked))
        keep(folder, KEPT)

    folder = usercache.folder(name, make)
    if usercache.found(name) is None:
        raise ToolError("there is no place for a cache: set XDG_CACHE_HOME to a folder of yours")
    packages = debian.read((folder / LIST).read_text())
    return {
        "version": version(),
        "folder": str(folder),
        "packages": [vars(each) for each in packages],
    }


def _listed() -> str:
    """Name of the folder of the listed versions: another list is another folder."""
    return f"{FOLDER}-{hashlib.sha256(PACKAGES.read_bytes()).hexdigest()[:16]}"


def keep(folder: Path, patterns: Sequence[str]) -> None:
    """Remove what no pattern names, and links that lead nowhere."""
    named = {path for pattern in patterns for path in folder.glob(pattern)}
    # From the deepest on: a folder is empty once what was in it has gone.
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not path.is_symlink():
            if not any(path.iterdir()):
                path.rmdir()
        elif not path.exists() or not ({path, *path.parents} & named):
            path.unlink()
