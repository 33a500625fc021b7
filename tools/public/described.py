# SPDX-License-Identifier: Apache-2.0
"""Descriptions of public cores: what cipherfab reads, and which commit of which clone it is of.

A description is one as docs/reference/descriptions.md has it, with one more section as its
last one::

    [public]
    repository = "OWNER/NAME"           # on GitHub
    commit = "…"                        # 40 hexadecimal digits
    folder = "src/rtl"                  # names of files are relative to it
    core = "the core"                   # what the table calls it
    gadget = "hpc2"                     # of a masked core, for `public_masked`
    ghdl = 2                            # major version of the GHDL that reads it, 6 otherwise
    ours = ["core_streams.sv"]          # sources among ``rtl.sources`` that lie in `OURS` here
    buffer = "…"                        # what it keeps between bus and state, for `public_peers`
    fails = "…"                         # what fails, in the words of the table
    [[public.mends]]                    # of a core that fails: what makes a copy right
    file = "core.v"                     # relative to ``folder``
    line = 12                           # from 1, and
    column = 5                          # from 1: where the text is put
    replaces = { bytes = 3, sha256 = "…" }    # what goes there; nothing if it is left out
    text = "…"
    why = "…"                           # what it does, in words
    [public.counterexample]             # see `second`

A mend names places and hashes, so that nothing of the core stands in its description.
"""

import io
import os
import subprocess
import tarfile
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cipherfab.errors import CallError
from cipherfab.results.digest import digest_text

MENDED = "-mended"
"""What follows the name of a copy with its mends."""

WIDE = "-wide"
"""What follows the name of a core on a bus as wide as its words."""

OURS = "streams"
"""The folder beside the descriptions with sources of ours, which a core needs around it."""

NOTHING = {"bytes": 0, "sha256": digest_text("")}
"""What a mend replaces that puts something in."""

SECTION = "\n[public]\n"
"""How the section begins that is ours alone; it is the last one of a description."""


@dataclass(frozen=True, kw_only=True)
class Public:
    """A description of a public core.

    Attributes:
        name: of the core, which is that of the file.
        text: what cipherfab reads, in TOML.
        repository, commit: ``OWNER/NAME`` on GitHub, and 40 hexadecimal digits.
        folder: in the repository, that names of files are relative to.
        files: what is read of the repository, relative to its root: files, and folders.
        ours: text of each source of ours that is laid beside them, by its name in ``folder``.
        core: what the table calls it.
        gadget: of a masked core; empty where that is not told.
        ghdl: major version of the GHDL that reads it.
        buffer: what it keeps between bus and state, in words; empty where that is not told.
        fails: what fails, in the words of the table; empty of a core that verifies.
        mends: what makes a copy right, each a table as above.
        counterexample: the reduced one, as `second` reads it.
    """

    name: str
    text: str
    repository: str
    commit: str
    folder: str
    files: tuple[str, ...]
    core: str
    ours: Mapping[str, str]
    gadget: str = ""
    ghdl: int = 6
    buffer: str = ""
    fails: str = ""
    mends: tuple[Mapping, ...] = ()
    counterexample: Mapping | None = None

    @property
    def vhdl(self) -> bool:
        """Whether GHDL reads a file of it."""
        return any(name.lower().endswith((".vhd", ".vhdl")) for name in self.files)


def read(path: Path) -> Public:
    """A description; raises `CallError` where ``[public]`` is not the last section."""
    text, section, rest = path.read_text().partition(SECTION)
    whole = tomllib.loads(text + section + rest)
    if not section or set(whole) - set(tomllib.loads(text)) != {"public"}:
        raise CallError(f"{path}: expected [public] as its last section")
    given, rtl = whole["public"], whole["rtl"]
    folder, ours = given.get("folder", ""), given.get("ours", ())
    named = [one if isinstance(one, str) else one["file"] for one in rtl["sources"]]
    named += rtl.get("include_dirs", [])
    theirs = [one for one in named if one not in ours]
    return Public(
        name=whole["name"],
        text=text + "\n",
        repository=given["repository"],
        commit=given["commit"],
        folder=folder,
        files=tuple(os.path.normpath(os.path.join(folder, one)) for one in theirs),
        core=given["core"],
        ours={name: (path.parent / OURS / name).read_text() for name in ours},
        gadget=given.get("gadget", ""),
        ghdl=given.get("ghdl", 6),
        buffer=given.get("buffer", ""),
        fails=given.get("fails", ""),
        mends=tuple(given.get("mends", ())),
        counterexample=given.get("counterexample"),
    )


def clone_of(public: Public, root: Path) -> Path | None:
    """The clone of a repository below ``root``: ``OWNER/NAME`` or ``NAME``; None: there is none."""
    places = (root / public.repository, root / public.repository.rpartition("/")[2])
    return next((place for place in places if place.is_dir()), None)


def missing(public: Public, root: Path | None) -> str:
    """What is not there, and where it is to be had; empty if the commit is below ``root``."""
    address = f"https://github.com/{public.repository}"
    clone = clone_of(public, root) if root else None
    if clone is None:
        return f"no clone below {root}: git clone {address}"
    if _git(clone, "cat-file", "-e", f"{public.commit}^{{commit}}").returncode:
        return f"{clone} lacks commit {public.commit}: git fetch {address} {public.commit}"
    return ""


def _git(clone: Path, *words: str) -> subprocess.CompletedProcess:
    command = ["git", "--literal-pathspecs", "-C", str(clone), *words]
    return subprocess.run(command, capture_output=True, check=False)


def laid_out(public: Public, clone: Path, tree: Path) -> Path:
    """The files of the commit below ``tree``, what their links lead to among them, with sources of
    ours and the description beside them; its path.
    """
    wanted = set(public.files)
    while wanted:
        _extract(public, clone, sorted(wanted), tree)
        wanted = {
            os.path.relpath(os.path.normpath(link.parent / os.readlink(link)), tree)
            for link in tree.rglob("*")
            if link.is_symlink() and not link.exists()
        }
    for name, text in public.ours.items():
        (tree / public.folder / name).write_text(text)
    path = tree / public.folder / f"{public.name}.toml"
    path.write_text(public.text)
    return path


def mended(public: Public, clone: Path, tree: Path) -> Path:
    """As `laid_out`, with the mends; the core has `MENDED` behind its name.

    Raises:
        CallError: what a mend replaces is not at its place.
    """
    path = laid_out(public, clone, tree)
    # From the end on, so that places stay where they are.
    for mend in sorted(public.mends, key=lambda one: (one["line"], one["column"]), reverse=True):
        file = tree / public.folder / mend["file"]
        lines = file.read_text().splitlines(keepends=True)
        line, begin = lines[mend["line"] - 1], mend["column"] - 1
        gone = mend.get("replaces", NOTHING)
        end = begin + gone["bytes"]
        if digest_text(line[begin:end]) != gone["sha256"]:
            raise CallError(
                f"{public.name}: expected other text in {mend['file']}, line {mend['line']}, "
                f"column {mend['column']}; the SHA-256 of its {gone['bytes']} bytes differs"
            )
        lines[mend["line"] - 1] = line[:begin] + mend["text"] + line[end:]
        file.write_text("".join(lines))
    named = f'name = "{public.name}'
    path.write_text(public.text.replace(f'{named}"', f'{named}{MENDED}"', 1))
    return path


def on_wide_bus(public: Public) -> Public:
    """The core on a bus as wide as its words of 64 or 128 bits; its name says so."""
    name = f"{public.name}{WIDE}"
    text = public.text.replace(f'name = "{public.name}"', f'name = "{name}"', 1)
    text = text.replace("\n[streams]\n", "\n[streams]\nwide_bus = true\n", 1)
    return replace(public, name=name, text=text, buffer=public.buffer.partition(";")[0])


def _extract(public: Public, clone: Path, names: Sequence[str], tree: Path) -> None:
    made = _git(clone, "archive", "--format=tar", public.commit, "--", *names)
    if made.returncode:
        raise CallError(f"{public.name}: {made.stderr.decode(errors='replace').strip()}")
    with tarfile.open(fileobj=io.BytesIO(made.stdout)) as archive:
        archive.extractall(tree, filter="data")
