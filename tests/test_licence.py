# SPDX-License-Identifier: Apache-2.0
"""The licence: in every source file, in every file that is written for users, and in what is
installed.
"""

import tomllib
from importlib import resources
from pathlib import Path

import pytest

from cipherfab.cores.build import build
from cipherfab.emit.package import package
from cipherfab.emit.texts import LICENCE

ROOT = Path(__file__).parents[1]
SUFFIXES = {
    ".py",
    ".toml",
    ".sh",
    ".in",
    ".js",
    ".css",
    ".html",
    ".v",
    ".sv",
    ".vh",
    ".vhd",
    ".cpp",
    ".h",
    ".c",
    ".rdl",
}
INPUTS = ROOT / "tests" / "fuzz" / "corpus"
"""Files that are inputs of tests byte by byte."""

VENDOR = "vendor"
"""Folders of what others wrote, with their licences."""


def sources() -> list[Path]:
    """Every source file of the repository that is ours."""
    found = [path for folder in ("src", "tests", "tools") for path in (ROOT / folder).rglob("*")]
    return [*(path for path in found if path.suffix in SUFFIXES and INPUTS not in path.parents
               and path.parent.name != VENDOR),
            *(ROOT / name for name in ("Makefile", "pyproject.toml",
                                       "requirements-build.in", ".ci/run"))]  # fmt: skip


def head(text: str) -> list[str]:
    """The lines in which a licence is looked for."""
    return text.splitlines()[:2]


def test_every_source_file_says_its_licence():
    """Each source file has the SPDX line at its top."""
    assert len(sources()) > 700
    assert [
        str(path)
        for path in sources()
        if not any(LICENCE in line for line in head(path.read_text()))
    ] == []


def test_what_others_wrote_has_its_licence_beside_it():
    """Each vendored file has a licence in its folder whose name is part of the file's, and the
    NOTICE names the file.
    """
    vendored = [
        path
        for folder in ("src", "tests")
        for path in (ROOT / folder).rglob(f"{VENDOR}/*")
        if path.suffix in SUFFIXES
    ]
    notice = (ROOT / "NOTICE").read_text()
    assert vendored
    for path in vendored:
        licences = [other.name.removeprefix("LICENSE-") for other in path.parent.glob("LICENSE-*")]
        assert (
            any(path.name.startswith(name.split("-")[0]) for name in licences)
            and path.name in notice
        )


@pytest.mark.parametrize("name", ["ascon-128", "prince", "ascon-p-6/masked=1"])
def test_every_emitted_file_says_its_licence(name):
    """Each file of a package has the SPDX line at its top, and the package has the licence's
    text."""
    files = package(build(name), {"call": "1" * 600})
    assert files.pop("LICENSE") == (ROOT / "LICENSE").read_text()
    assert {"cycles.txt", "README.md"} < files.keys()
    assert [
        file for file, text in files.items() if not any(LICENCE in line for line in head(text))
    ] == []


def test_the_wheel_is_told_of_licence_and_types():
    """The project's description names licence and authors, and the marker for type checkers is
    among the package's data.
    """
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert told["project"]["license"] == "Apache-2.0" and told["project"]["authors"]
    assert all((ROOT / name).is_file() for name in told["project"]["license-files"])
    assert "py.typed" in told["tool"]["setuptools"]["package-data"]["cipherfab"]
    assert (resources.files("cipherfab") / "py.typed").is_file()
