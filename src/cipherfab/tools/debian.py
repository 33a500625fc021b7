# SPDX-License-Identifier: Apache-2.0
"""Packages of one of Debian's suites, unpacked into a folder beside the system's own.

apt works in a folder of its own here, whose only source is that suite: the machine's lists, its
packages and its settings stay as they are, and nobody has to be root. The mirror is that of the
machine's own sources.
"""

import hashlib
import os
import platform
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from ..errors import ToolError
from ..plain import every

KEYS = Path("/usr/share/keyrings/debian-archive-keyring.gpg")

PROGRAMS = ("apt-get", "dpkg-deb")

SHOWN = 6
"""Lines of an error: apt's first ones say what came first, a mirror that does not answer."""

SECONDS = 900
"""Time limit of each program."""

TARGETS = "$(REPO_URI)|$(RELEASE)|$(COMPONENT)"
"""What apt is asked about the machine's sources."""


@dataclass(frozen=True)
class Package:
    """A package: name, version, and the SHA-256 of its file in hexadecimal."""

    name: str
    version: str
    sha256: str


@dataclass(frozen=True, kw_only=True)
class Source:
    """Where packages are from.

    Attributes:
        suite: such as ``testing``.
        uri: of the mirror; empty: that of the machine's sources.
        options: of the source, as ``sources.list`` has them; empty: `KEYS` sign it.
    """

    suite: str
    uri: str = ""
    options: str = ""


def read(text: str) -> list[Package]:
    """The packages of a list: a name, a version and a SHA-256 in a line; # begins a comment."""
    lines = (line.split() for line in text.splitlines() if line and not line.startswith("#"))
    return [Package(*fields) for fields in lines]


def write(packages: Sequence[Package]) -> str:
    """The inverse of `read`."""
    return "".join(f"{each.name} {each.version} {each.sha256}\n" for each in packages)


def unpack(
    packages: Sequence[Package], into: Path, *, source: Source, newest: bool = False
) -> list[Package]:
    """Download the packages and unpack them into a folder.

    Args:
        packages: exactly these, in these versions.
        into: an existing folder.
        source: where they are from.
        newest: take the versions that the suite has today, which Debian's signature alone vouches
            for.

    Returns:
        The packages that were unpacked.

    Raises:
        ToolError: this machine has no apt or is of another kind, the mirror cannot be reached, does
            not have one of the versions, or a file is not the one that is listed.
    """
    _check()
    with tempfile.TemporaryDirectory(prefix="cipherfab-apt-") as scratch:
        place = Path(scratch)
        told = _apt(place, source, "update")
        found = place / "found"
        found.mkdir()
        wanted = [each.name if newest else f"{each.name}={each.version}" for each in packages]
        _apt(place, source, "download", *wanted, told=told)
        files = [_file(found, each, newest) for each in packages]
        for _, file in files:
            _run(["dpkg-deb", "-x", str(file), str(into)], place)
        return [package for package, _ in files]


def _check() -> None:
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    if missing:
        raise ToolError(
            f"{', '.join(missing)} not found: expected Debian or a system made from it. Elsewhere, "
            "build the program from its sources and put it on the PATH."
        )
    if platform.machine() != "x86_64":
        raise ToolError(f"expected a processor of the kind x86_64, got {platform.machine()}.")


def _apt(place: Path, source: Source, *arguments: str, told: str = "") -> str:
    """Run apt-get on one source, with all that it keeps in ``place``; what it printed."""
    lines, lists = place / "sources.list", place / "state"
    (lists / "lists" / "partial").mkdir(parents=True, exist_ok=True)
    (place / "cache" / "archives" / "partial").mkdir(parents=True, exist_ok=True)
    # Empty, so that apt knows of no installed packages, and none of them can stand in the way.
    (lists / "status").touch()
    options = source.options or f"signed-by={KEYS}"
    lines.write_text(f"deb [{options}] {source.uri or mirror()} {source.suite} main\n")
    settings = {
        "Dir::Etc::sourcelist": lines,
        "Dir::Etc::sourceparts": "/dev/null",
        "Dir::Etc::preferences": "/dev/null",
        "Dir::Etc::preferencesparts": "/dev/null",
        "Dir::State": lists,
        "Dir::State::status": lists / "status",
        "Dir::Cache": place / "cache",
        "APT::Architecture": "amd64",
        "APT::Architectures": "amd64",
        "APT::Sandbox::User": "root",  # the folder is ours alone
        "Acquire::Languages": "none",
        "Acquire::IndexTargets::deb::DEP-11::DefaultEnabled": "false",
    }
    given = [part for name, value in settings.items() for part in ("-o", f"{name}={value}")]
    where = place / "found" if arguments[0] == "download" else place
    return _run(["apt-get", *given, *arguments], where, told)


def mirror() -> str:
    """The mirror of Debian that this machine's own sources name.

    Raises:
        ToolError: they name none.
    """
    told = _run(["apt-get", "indextargets", "--format", TARGETS, "Created-By: Packages"], Path("/"))
    targets = [line.split("|") for line in told.splitlines() if line.count("|") == 2]
    for uri, suite, component in targets:
        # Updates are often on servers of their own, which have no suite of the name that is asked
        # for.
        whole = component == "main" and not suite.endswith(("-updates", "-security", "-backports"))
        if whole and uri.rstrip("/").endswith("/debian"):
            return uri
    raise ToolError(
        "apt's sources on this machine name no mirror of Debian. Say which one: --mirror URL, "
        "the address that ends in /debian."
    )


def _file(found: Path, wanted: Package, newest: bool) -> tuple[Package, Path]:
    """A downloaded package, and its file. Raises `ToolError`: it is not the one that is listed."""
    files = sorted(found.glob(f"{wanted.name}_*.deb"))
    if not files:
        raise ToolError(f"{wanted.name}: apt downloaded no file of it.")
    with open(files[-1], "rb") as file:
        given = hashlib.file_digest(file, "sha256").hexdigest()
    # apt writes the colon behind an epoch as %3a in the name of a file.
    version = unquote(files[-1].name.split("_")[1])
    if not newest and given != wanted.sha256:
        raise ToolError(
            f"{wanted.name} {wanted.version}: expected a file with SHA-256 {wanted.sha256}, got "
            f"{given}. Nothing was installed. Try again; if it stays, the mirror has another file "
            "than the one that was tried: say --newest to trust Debian's signature alone."
        )
    return Package(wanted.name, version, given), files[-1]


def _run(argv: Sequence[str], directory: Path, told: str = "") -> str:
    """What a program printed. Raises `ToolError`: it failed; ``told`` is shown before that."""
    try:
        done = subprocess.run(
            argv,
            cwd=directory,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=SECONDS,
            env={**os.environ, "LC_ALL": "C"},
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise ToolError(f"{argv[0]}: {error}") from None
    printed = done.stdout + done.stderr
    if done.returncode:
        raise ToolError(f"{argv[0]}: exit code {done.returncode}.{_end(told + printed)}")
    return printed


def _end(printed: str) -> str:
    """What apt said of errors, else its last lines, and what to do."""
    lines = printed.strip().splitlines()
    said = [line for line in lines if line[:2] in ("E:", "W:")] or lines[-5:]
    advice = (
        "Is the network there? If the suite has a newer version than the one that is listed, say "
        "--newest."
    )
    return "".join(f"\n    {every(line)}" for line in said[:SHOWN]) + f"\n{advice}"
