# SPDX-License-Identifier: Apache-2.0
"""FuseSoC's description of a package with every bridge."""

import os
import subprocess

import pytest
import yaml

from cipherfab.cores.build import build
from cipherfab.emit.bridges import BRIDGES, Wanted
from cipherfab.emit.package import package, write_files
from cipherfab.tools import verilator

SUFFIXES = [bridge.suffix for bridge in BRIDGES.values()]


@pytest.fixture(scope="module")
def described(tmp_path_factory):
    """The folder of a package with all bridges, its top module and the description in it."""
    design, folder = build("tinyjambu-128"), tmp_path_factory.mktemp("bridged")
    files = package(design, {}, wanted=Wanted(names=tuple(BRIDGES)))
    write_files(files, folder)
    text = files[f"{design.top}.core"]
    return folder, design.top, yaml.safe_load(text.partition("\n")[2])


def sources(core, target):
    """The Verilog files of a target in their order, and its waivers."""
    files = [
        (next(iter(file.items())) if isinstance(file, dict) else (file, {}), fileset)
        for fileset in map(core["filesets"].get, core["targets"][target]["filesets"])
        for file in fileset["files"]
    ]
    kinds = {
        name: facts.get("file_type", fileset.get("file_type")) for (name, facts), fileset in files
    }
    return [name for name, kind in kinds.items() if kind in ("vlt", "systemVerilogSource")]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_each_bridge_has_its_targets(described, suffix):
    """The bridge for designs of others, its lint and its synthesis, all with the bridge on top."""
    folder, top, core = described
    for target in (suffix, f"lint_{suffix}", f"synth_{suffix}"):
        assert core["targets"][target]["toplevel"] == f"{top}_{suffix}"
        assert f"{top}_{suffix}.sv" in sources(core, target)
        assert all((folder / name).is_file() for name in sources(core, target))


@pytest.mark.parametrize("target", ["lint", *(f"lint_{suffix}" for suffix in SUFFIXES)])
def test_each_lint_is_clean(described, target):
    """Verilator takes the files of the target in their order with ``-Wall``, without a word."""
    folder, _, core = described
    options = core["targets"][target]["tools"]["verilator"]["verilator_options"]
    program = verilator.package() / "bin" / "verilator_bin"
    ended = subprocess.run(
        [program, "--lint-only", *options, "--top-module", core["targets"][target]["toplevel"],
         *sources(core, target)], cwd=folder, capture_output=True, text=True,
        env=os.environ | {"VERILATOR_ROOT": str(verilator.package())})  # fmt: skip
    assert ended.returncode == 0 and "%Warning" not in ended.stderr, ended.stderr[:800]
    assert "-Wall" in options


def test_a_fault_in_a_bridge_is_seen_by_its_lint(described, tmp_path):
    """So that a clean lint says something: a port that is not connected is named."""
    folder, top, core = described
    for name in sources(core, "lint_axil"):
        text = (folder / name).read_text()
        (tmp_path / name).write_text(
            text.replace("output wire irq,", "output wire irq, output wire [3:0] forgotten,")
        )
    program = verilator.package() / "bin" / "verilator_bin"
    # fmt: off
    ended = subprocess.run([program, "--lint-only", "-Wall", "--top-module", f"{top}_axil",
                            *sources(core, "lint_axil")], cwd=tmp_path, capture_output=True,
                           text=True,
                           env=os.environ | {"VERILATOR_ROOT": str(verilator.package())})
    # fmt: on
    assert ended.returncode != 0 and "forgotten" in ended.stderr
