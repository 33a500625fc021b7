# SPDX-License-Identifier: Apache-2.0
"""Imports go one way: the path in docs/explanation/architecture.md is what the source code does."""

import ast
from pathlib import Path

import pytest

import cipherfab

SOURCE = Path(cipherfab.__file__).parent
ARCHITECTURE = Path(__file__).parents[1] / "docs" / "explanation" / "architecture.md"


def path() -> list[str]:
    """The packages in the order in which the document writes them, the leftmost first."""
    block = next(block for block in ARCHITECTURE.read_text().split("```") if block.count("►") > 3)
    return [name.strip() for group in block.split("►") for name in group.split(",")]


def packages() -> set[str]:
    """The packages and single modules that there are, without the way in, ``python -m
    cipherfab``."""
    modules = {entry.stem for entry in SOURCE.glob("*.py") if not entry.stem.startswith("__")}
    return modules | {entry.parent.name for entry in SOURCE.glob("*/__init__.py")}


def imports(file: Path, source: Path = SOURCE) -> set[str]:
    """The modules of cipherfab that a file imports, from anywhere in it: ``words``,
    ``controllers.ports`` …
    """
    inside, found = ["cipherfab", *file.relative_to(source).with_suffix("").parts], set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom):
            base = inside[: -node.level] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            found |= {f"{module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return {name.removeprefix("cipherfab.") for name in found if name.startswith("cipherfab.")}


def files(package: str) -> list[Path]:
    """The source files of a package or single module."""
    return sorted((SOURCE / package).rglob("*.py")) or [SOURCE / f"{package}.py"]


def imported(package: str) -> dict[str, str]:
    """What a package imports of others, and one file that does."""
    return {
        name: str(file.relative_to(SOURCE))
        for file in files(package)
        for name in imports(file)
        if name.split(".")[0] in packages() - {package}
    }


def test_the_path_names_every_package():
    """Each package has exactly one place in the path, and the path names no other."""
    assert sorted(path()) == sorted(packages())


@pytest.mark.parametrize("package", sorted(packages()))
def test_imports_go_only_to_the_left(package):
    """A package imports only from those to its left in the documented path."""
    order = path()
    allowed = order[: order.index(package)]
    wrong = {
        name: file for name, file in imported(package).items() if name.split(".")[0] not in allowed
    }
    assert not wrong, f"{package} must import only from {', '.join(allowed)}"


@pytest.mark.parametrize(
    "package, other, allowed",
    [
        ("architectures", "ciphers", set()),
        ("architectures", "modes", set()),
        ("architectures", "catalog", set()),
        ("lwc", "modes", set()),
        ("lwc", "controllers", {"controllers.ports"}),
        ("lwc", "primitives", set()),
        ("lwc", "ciphers", set()),
        ("lwc", "architectures", set()),
        ("implement", "cores", set()),
        ("implement", "ciphers", set()),
        ("verify", "cores", set()),
        ("measure", "tools", set()),
        ("tools", "words", set()),
        *(
            ("design", other, set())
            for other in sorted(
                packages() - {"design", "handshake", "identifiers", "origin", "places"}
            )
        ),
        *(
            ("report", other, set())
            for other in sorted(packages() - {"report", "errors", "links", "numbers", "plain"})
        ),
    ],
)
def test_what_a_package_must_not_know(package, other, allowed):
    """What the document says a package must not know is not imported, but for the named
    exceptions."""
    found = {name: file for name, file in imported(package).items() if name.split(".")[0] == other}
    assert not {
        name: file
        for name, file in found.items()
        if not any(f"{name}.".startswith(f"{ok}.") for ok in allowed)
    }


def test_only_the_command_line_knows_click():
    """No module outside ``cli/`` imports it, so that all else can be called without it."""
    known = {
        file.relative_to(SOURCE).parts[0]
        for file in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Import)
        and any(alias.name.split(".")[0] == "click" for alias in node.names)
        or isinstance(node, ast.ImportFrom)
        and not node.level
        and node.module.split(".")[0] == "click"
    }
    assert known == {"cli"}


@pytest.mark.parametrize("file", ["commands/verify.py", "commands/proofs.py"])
def test_what_verifies_knows_neither_benchmarks_nor_reports(file):
    """Nor does the package `verify`, which stands left of both in the path."""
    found = {name.split(".")[0] for name in imports(SOURCE / file)}
    assert not found & {"bench", "report"}


def test_imports_are_seen_in_every_form(tmp_path):
    """Relative, absolute, renamed and local imports all count, and others do not."""
    (tmp_path / "lwc").mkdir()
    (tmp_path / "lwc" / "core.py").write_text(
        "import json\nfrom .. import catalog\nfrom ..modes.ports import blocks\nfrom . import "
        "ports\nimport cipherfab.cli as x\n"
        "def f():\n    from cipherfab.verify import chain\n    from amaranth.lib import wiring\n"
    )
    assert imports(tmp_path / "lwc" / "core.py", tmp_path) == {
        "catalog",
        "modes.ports.blocks",
        "lwc.ports",
        "cli",
        "verify.chain",
    }
