# SPDX-License-Identifier: Apache-2.0
"""The tutorial of docs/tutorials/soc.md: its commands, as they stand there, in an empty
environment.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "tutorials" / "soc.md").read_text()
REFERENCE = ROOT / "docs" / "reference"
LIMIT_S = 600
"""What the page promises."""


def commands(wheel: str) -> list[str]:
    """The commands of the tutorial; the package is the wheel and not the registry's."""
    tutorial = DOCUMENT.partition("## Ten minutes")[2].partition("\n## ")[0]
    blocks = re.findall(r"^```sh\n(.*?)^```", tutorial, re.M | re.S)
    return "".join(blocks).replace("cipherfab[registers]", f"{wheel}[registers]").splitlines()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """A wheel of the sources, built from a copy: a build leaves files beside them."""
    folder = tmp_path_factory.mktemp("wheel")
    copy = folder / "sources"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", ".venv", "build", "tests"))
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "-q",
            "--no-deps",
            "--no-build-isolation",
            "-w",
            folder,
            copy,
        ],
        check=True,
    )
    return next(folder.glob("*.whl"))


@pytest.mark.slow
def test_the_tutorial_ends_with_a_core_on_axi(wheel, tmp_path):
    """Each command ends with 0, the last one passes its cocotb tests, and all take at most ten
    minutes.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    start, said = time.monotonic(), ""
    for command in commands(str(wheel)):
        began = time.monotonic()
        left = LIMIT_S - (began - start)
        ended = subprocess.run(
            ["sh", "-c", command],
            cwd=tmp_path,
            text=True,
            timeout=left,
            env=environment | {"CIPHERFAB_HOME": str(tmp_path / "home")},
            capture_output=True,
        )
        said = ended.stdout + ended.stderr
        print(f"{time.monotonic() - began:.0f} s: {command}\n{said[-1500:]}")
        assert ended.returncode == 0, command
    print(f"{time.monotonic() - start:.0f} s for all commands")
    assert "TESTS=14 PASS=6 FAIL=0 SKIP=8" in said


def test_the_page_shows_every_bridge():
    """The table of bridges.md has the names that `emit --bridge` has."""
    from cipherfab.emit.bridges import BRIDGES

    table = (REFERENCE / "bridges.md").read_text()
    rows = re.findall(r"^\| `([\w-]+)` \| `TOP_(\w+)` \|", table, re.M)
    assert rows == [(name, bridge.suffix) for name, bridge in BRIDGES.items()]


def test_the_page_shows_every_register():
    """Offsets and names in bridge-registers.md are those of the description, with those of the
    options `indicator` and `selftest`.
    """
    from cipherfab.design import LwcInterface
    from cipherfab.emit.bridges.masters import described
    from cipherfab.emit.bridges.register_texts import WINDOW, of_guards

    page = (REFERENCE / "bridge-registers.md").read_text()
    core = LwcInterface(width=32, sdi_width=32, self_tests=True, indicates=True)
    said = {"TOP": "core", **of_guards(core), "SDI_WINDOW": WINDOW}
    text = described(said, masters=1)["regs"]
    described = re.findall(r"^  \} (\w+) @ (0x\w+);", text, re.M)
    shown = re.findall(r"^\| (0x\w+)(?:–0x\w+)? \| `(\w+)` \|", page, re.M)
    assert [(name, int(offset, 16)) for name, offset in described] == [
        (name, int(offset, 16)) for offset, name in shown
    ]
