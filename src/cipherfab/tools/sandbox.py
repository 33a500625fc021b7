# SPDX-License-Identifier: Apache-2.0
"""The wall around every tool: it reads its run directory, declared files and the system's programs,
and writes the first.

Whoever wrote the sources that a tool reads, the tool has no network, no other process to see, and
no other file to read or write. Two walls do that: **bubblewrap** (namespaces) and, where the kernel
does not let it, **Landlock** (a filter of the kernel's own for files and TCP; `confine`). The first
that works here is taken. Our own sources need none; those of others are refused without one, unless
the user says ``--trust``.
"""

import os
import shutil
import site
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from .. import usercache
from ..errors import CallError, ToolError

ENVIRONMENT, TRUST = "CIPHERFAB_WALL", "CIPHERFAB_TRUST"
"""Variables: which wall is taken (one of `WALLS` or ``none``), and ``1`` for ``--trust``."""

WALLS = ("bubblewrap", "landlock")
NONE = "none"
INSTALL = "apt-get install bubblewrap"

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64",
          "/libx32", "/etc/alternatives", "/etc/ld.so.cache",
          "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/nix/store", "/gnu/store")  # fmt: skip
"""Programs and libraries of the system, as far as they exist."""

KEPT = (
    "PATH",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "LD_LIBRARY_PATH",
    "PYTHONPATH",
    "PYTHONHASHSEED",
    "PYTHONHOME",
)
"""Variables that a tool gets; all others stay outside."""

SCRATCH_BYTES = 4 << 30
"""Of the tool's own ``/tmp``, which is gone when it ends."""

PACKAGE = Path(__file__).parents[1]


def wall() -> str:
    """The wall that is up: ``bubblewrap``, ``landlock`` or ``none``.

    Raises:
        CallError: `ENVIRONMENT` has another value.
        ToolError: it names a wall that does not work here.
    """
    wanted = os.environ.get(ENVIRONMENT, "")
    if wanted not in ("", NONE, *WALLS):
        raise CallError(f"{ENVIRONMENT}: expected {', '.join(WALLS)} or {NONE}, got {wanted!r}")
    if wanted and wanted != NONE and not _works(wanted):
        raise ToolError(f"{ENVIRONMENT}={wanted}: this wall does not work here. {_advice()}")
    # The first that works: `WALLS` names the one that shuts out more first.
    return wanted or next(filter(_works, WALLS), NONE)


def version(name: str) -> str:
    """Version of one of `WALLS`, if it works here: of the program, or of the kernel's interface.

    Raises:
        ToolError, OSError, SubprocessError: it does not work here.
    """
    return _versions()[name]()


def require(what: str) -> None:
    """Refuse the sources of others where no wall is up and the user did not say ``--trust``.

    Args:
        what: whose sources they are, for the message.

    Raises:
        CallError: there is neither.
    """
    if wall() == NONE and os.environ.get(TRUST) != "1":
        raise CallError(
            f"{what}: sources of others are read behind a wall only, and there is none "
            f"here. {_advice()} "
            "Or say --trust, if you would run a program of their author."
        )


def wrapped(
    argv: Sequence[str],
    *,
    directory: Path,
    readable: Iterable[Path],
    scratch: Path,
    environment: dict[str, str],
) -> tuple[list[str], dict[str, str]]:
    """The command behind the wall that is up, and all of its environment.

    Args:
        argv: program and arguments.
        directory: where it runs, and all that it may write.
        readable: files and folders that it may read besides.
        scratch: an empty folder for its temporary files, where the wall has none of its own.
        environment: variables besides those of `KEPT`.
    """
    found = wall()
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    if "PYTHONPATH" in kept:  # the program runs in another folder
        kept["PYTHONPATH"] = os.pathsep.join(
            os.path.abspath(path) for path in kept["PYTHONPATH"].split(os.pathsep) if path
        )
    variables = {**kept, "HOME": "/nonexistent", **environment}
    if found == NONE:
        return list(argv), {**os.environ, **kept, **environment, "TMPDIR": str(scratch)}
    # Under both names: a link, and what it leads to.
    named = [place for path in readable for place in (Path(path).absolute(), Path(path).resolve())]
    places = [*_installed(), *program_places(argv[0]), *named]
    if found == "bubblewrap":
        return [*_bubblewrap(directory, places), *argv], {**variables, "TMPDIR": "/tmp"}
    rules = [
        f"--write={directory}",
        f"--write={scratch}",
        f"--list={PACKAGE.parent}",
        *(f"--read={place}" for place in [*SYSTEM, *places]),
    ]
    return [sys.executable, str(PACKAGE / "tools" / "confine.py"), *rules, "--", *argv], {
        **variables,
        "TMPDIR": str(scratch),
    }


def _bubblewrap(directory: Path, places: Iterable[Path]) -> list[str]:
    # Without a session of its own a program could type commands into the terminal (TIOCSTI).
    command = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    for path in SYSTEM:
        # On many systems /bin and /lib are links to what is below /usr.
        if os.path.islink(path):
            command += ["--symlink", os.readlink(path), path]
        elif os.path.exists(path):
            command += ["--ro-bind", path, path]
    # Before the places: one of them may lie below /tmp, which the new one would hide.
    command += ["--proc", "/proc", "--dev", "/dev", "--size", str(SCRATCH_BYTES), "--tmpfs", "/tmp"]
    for place in dict.fromkeys(places):
        command += ["--ro-bind-try", str(place), str(place)]
    return [
        *command,
        "--bind",
        str(directory),
        str(directory),
        # Last, since folders for the binds above are made in the root.
        "--remount-ro",
        "/",
        "--chdir",
        str(directory),
        "--",
    ]


@cache
def _installed() -> tuple[Path, ...]:
    """Python, its packages and this one."""
    places = {
        Path(sys.prefix),
        Path(sys.base_prefix),
        PACKAGE,
        Path(sys.executable).resolve().parent,
    }
    places |= {
        Path(path)
        for name, path in sysconfig.get_paths().items()
        if name in ("stdlib", "platstdlib", "purelib", "platlib")
    }
    places.add(Path(site.getusersitepackages()))
    return tuple(sorted(place for place in places - wide() if place.exists()))


def wide() -> set[Path]:
    """Folders that have everything, so that nobody gets one to read: the root, the home."""
    home = usercache.home()
    return {Path("/"), *((home, *home.parents) if home else ())}


def program_places(program: str) -> list[Path]:
    """The folder of a program that is not the system's, with the libraries beside it; nothing of
    one that is.
    """
    found = shutil.which(program)
    if found is None:
        return []
    folders = {Path(found).absolute().parent, Path(found).resolve().parent}
    beside = [folder.parent / name for folder in folders for name in ("lib", "libexec", "share")]
    return (
        [*folders, *(place for place in beside if place.is_dir())]
        if not found.startswith(("/usr/", "/bin/"))
        else []
    )


@cache
def _works(name: str) -> bool:
    """Whether a wall can be put up here; tried once."""
    try:
        _versions()[name]()
    except (ToolError, OSError, subprocess.SubprocessError):
        return False
    return True


def _versions():
    return {"bubblewrap": _bubblewrap_version, "landlock": _landlock_version}


def _bubblewrap_version() -> str:
    """``0.8.0``, if it can run a program. Raises `ToolError`, `OSError` or `SubprocessError` if
    not.
    """
    if shutil.which("bwrap") is None:
        raise ToolError("bwrap: program not found")
    # A kernel may refuse namespaces although the program is there, so one is tried.
    program = shutil.which("true") or "/bin/true"
    subprocess.run(
        [*_bubblewrap(Path("/tmp"), ()), program], check=True, capture_output=True, timeout=60
    )
    return subprocess.run(
        ["bwrap", "--version"], check=True, capture_output=True, text=True, timeout=60
    ).stdout.split()[-1]


def _landlock_version() -> str:
    """``7``, the version of the kernel's interface. Raises `ToolError` if it is too old to cut
    files.
    """
    from .confine import LEAST, abi_version

    found = abi_version()
    if found < LEAST:
        raise ToolError(
            f"Landlock: expected version {LEAST} or later of the kernel's interface, got {found}"
        )
    return str(found)


def _advice() -> str:
    return f"Install bubblewrap ({INSTALL}), or use a kernel with Landlock (Linux 6.7 or later)."
