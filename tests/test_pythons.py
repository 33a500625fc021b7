# SPDX-License-Identifier: Apache-2.0
"""The Python versions that README.md and pyproject.toml name."""

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
VERSIONS = ("3.11", "3.12", "3.13")


def interpreter(version: str) -> str | None:
    """A Python of this version that starts; None if there is none. A shim of pyenv may be there
    without its Python, so those of pyenv are looked for too.
    """
    installed = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    for path in [shutil.which(f"python{version}"), *map(str, installed)]:
        if (
            path
            and subprocess.run([path, "-c", "import venv"], capture_output=True).returncode == 0
        ):
            return path
    return None


def test_readme_and_package_name_the_same_versions():
    """The classifiers are the versions of this file, and README.md says the first and last."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = re.findall(r":: (3\.\d+)", "\n".join(project["classifiers"]))
    assert tuple(named) == VERSIONS and project["requires-python"] == f">={VERSIONS[0]}"
    assert f"Python {VERSIONS[0]}\nto {VERSIONS[-1]}" in (ROOT / "README.md").read_text()


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS[1:])
def test_package_installs_and_verifies(version, tmp_path):
    """In an environment of this Python the package installs, imports, and verifies a core."""
    python = interpreter(version)
    if python is None:
        pytest.skip(f"no Python {version} is here")
    subprocess.run([python, "-m", "venv", tmp_path / "venv"], check=True)
    copy = tmp_path / "sources"
    left_out = shutil.ignore_patterns(".git", ".venv", "build", "tests", "cipherfab-out")
    shutil.copytree(ROOT, copy, ignore=left_out)
    programs = tmp_path / "venv" / "bin"
    subprocess.run([programs / "pip", "install", "-q", copy], check=True, timeout=900)
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    environment["CIPHERFAB_HOME"] = str(tmp_path / "home")
    for command in (
        [programs / "python", "-c", "import cipherfab; cipherfab.core('ascon-p-6').model"],
        [programs / "cipherfab", "verify", "ascon-p-6", "--seed", "7"],
    ):
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, text=True, capture_output=True, timeout=600
        )
        assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == "ascon-p-6: verified"
