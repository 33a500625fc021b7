# SPDX-License-Identifier: Apache-2.0
"""The tests of emitted bridges, run as a user runs them."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from cipherfab.cores.build import build
from cipherfab.emit.bridges import Wanted
from cipherfab.emit.package import write_files, write_package

BACKSTOP = 3600
"""Seconds after which a test is given up. What ends a stuck core is counted in microseconds of
simulation (`in_time` of the emitted tests), so a busy machine fails nothing; this one ends a
simulator that hangs.
"""


def ends_well(
    directory: Path,
    core: str,
    bridge: str,
    suffix: str,
    changed: tuple[str, str, str] = ("", "", ""),
    key_port: bool = False,
    masters: int = 1,
    **environment: str,
) -> bool:
    """Emit ``core`` with ``bridge`` and run the bridge's test; True if it ends with 0.

    Args:
        directory: an empty one.
        core, bridge: their names; ``suffix``: of the bridge's module.
        changed: a module's suffix, a text in it and what it is replaced by, before the test is run.
        key_port: keys come by the bridge's port.
        masters: how many have a page of registers.
        environment: for the test.
    """
    write_package(
        build(core), directory, wanted=Wanted(names=(bridge,), key_port=key_port, masters=masters)
    )
    module, old, new = changed
    if old:
        file = directory / f"{build(core).top}_{module}.sv"
        assert old in file.read_text()
        file.write_text(file.read_text().replace(old, new))
    ended = subprocess.run(
        [sys.executable, f"test_{suffix}.py"],
        cwd=directory,
        text=True,
        capture_output=True,
        timeout=BACKSTOP,
        env=os.environ | environment,
    )
    print(ended.stdout[-3000:], ended.stderr[-2000:])
    assert "PASS" in ended.stdout or "FAIL" in ended.stdout, "no test was run"
    return ended.returncode == 0


def compile_driver(files: Mapping[str, str], directory: Path, *options: str) -> None:
    """Write the files of a register bridge of a module ``core``, and compile its C driver, but for
    that of PSA, whose headers need not be there; a warning is an error.
    """
    write_files(files, directory)
    strict = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    sources = sorted(path.name for path in directory.glob("core_[dwp][!s]*.c"))
    subprocess.run(["cc", *strict, *options, "-c", *sources], cwd=directory, check=True)


def needs(*packages: str) -> None:
    """Skip the module without them."""
    for package in packages:
        pytest.importorskip(package)
