# SPDX-License-Identifier: Apache-2.0
"""Which jobs become new when a file is edited."""

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import cipherfab
from cipherfab.bench import jobs
from cipherfab.cores.build import build
from cipherfab.design import BareInterface, Design, LwcInterface
from cipherfab.implement.recipes import RECIPES
from cipherfab.implement.result import Implementation
from cipherfab.results.cache import key_of
from cipherfab.runs.code import closure, file_of
from cipherfab.studies.forkcipher import cycles
from cipherfab.studies.low_latency import jobs as blocks

SOURCE = Path(cipherfab.__file__).parent
ASCON = Design(
    name="ascon-128/round,hash",
    top="top",
    sources={"top.sv": "module top; endmodule"},
    interface=LwcInterface(width=32, sdi_width=32, aead="ascon-128", hash="ascon-hash"),
)
GIFT = Design(
    name="gift-64",
    top="top",
    sources={"top.sv": "module top; endmodule"},
    interface=BareInterface(
        algorithm="gift-64", inputs={"key": 128, "plaintext": 64}, outputs={"ciphertext": 64}
    ),
)

ASCONS = {"Verilog of Ascon", "model of Ascon", "RTL of Ascon", "cycles of Ascon"}
GIFTS = {"Verilog of GIFT", "model of GIFT", "RTL of GIFT", "netlist of GIFT"}
SIMULATED = {
    "RTL of Ascon",
    "RTL of GIFT",
    "cycles of Ascon",
    "netlist of GIFT",
    "RTL of AES block",
}
IMPLEMENTED = {"Ascon on Nangate45", "GIFT on ECP5"}
WRITTEN = {"Verilog of Ascon", "Verilog of GIFT"}
BLOCKS = {"AES block", "Xoodoo block"}
STUDY = {*BLOCKS, "RTL of AES block", "netlist of Xoodoo block"}


def all_jobs(netlist: Path) -> dict[str, dict]:
    """One job of each kind or more, by what it is."""
    recipe = RECIPES["area"]
    return {
        "Verilog of Ascon": jobs.build_job("ascon-128/round,hash"),
        "Verilog of GIFT": jobs.build_job("gift-64"),
        "model of Ascon": jobs.model_job("ascon-128"),
        "model of GIFT": jobs.model_job("gift-64"),
        "RTL of Ascon": jobs.rtl_job(ASCON, 1),
        "RTL of GIFT": jobs.rtl_job(GIFT, 1),
        "cycles of Ascon": jobs.cycles_job(ASCON),
        "Ascon on Nangate45": jobs.implement_job(
            ASCON, "nangate45", recipe, period_ps=1000, seed=0
        ),
        "GIFT on ECP5": jobs.implement_job(GIFT, "ecp5", recipe, period_ps=1000, seed=0),
        "netlist of GIFT": jobs.gates_job(GIFT, netlist, "nangate45", "area", 1),
        "AES block": blocks.block_job("aes-128-xex/sbox=flat"),
        "Xoodoo block": blocks.block_job("xoodoo-12/grouping=last"),
        "RTL of AES block": blocks.rtl_job("aes-128-xex/sbox=flat", GIFT),
        "netlist of Xoodoo block": blocks.netlist_job("xoodoo-12", GIFT, netlist, "nangate45", 0),
        "mode of PAEF": cycles.job("paef-forkskinny-64-192"),
    }


EVERYTHING = {*ASCONS, *GIFTS, *IMPLEMENTED, *STUDY, "mode of PAEF"}


@pytest.fixture(scope="module")
def netlist(tmp_path_factory):
    """The path of a netlist."""
    path = tmp_path_factory.mktemp("netlist") / "netlist.v"
    path.write_text("module top; endmodule\n")
    return path


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the package by another name."""
    folder = tmp_path_factory.mktemp("copy") / "copied"
    shutil.copytree(SOURCE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture
def from_copy(copy, monkeypatch):
    """Jobs take their code from the copy; tools are not asked for their versions."""
    monkeypatch.syspath_prepend(str(copy.parent))
    monkeypatch.setattr(
        "cipherfab.runs.jobs.closure",
        lambda *modules: closure(*(name.replace("cipherfab", copy.name, 1) for name in modules)),
    )
    for module in (jobs, blocks):
        monkeypatch.setattr(module, "tool_versions", lambda *tools: {})
    return copy


def keys(netlist: Path) -> dict[str, str]:
    """The key of each job, by what it is."""
    return {name: key_of(job) for name, job in all_jobs(netlist).items()}


@cache
def unedited(netlist: Path) -> dict[str, str]:
    """The keys while no file of the copy is edited, to be asked for while jobs are from it."""
    return keys(netlist)


EDITS = {
    "ciphers/ascon.py": ASCONS,
    "ciphers/ascon_grouped.py": ASCONS,
    "ciphers/gift.py": GIFTS,
    "ciphers/aes.py": {"AES block", "RTL of AES block"},
    "ciphers/xoodoo.py": {"Xoodoo block", "netlist of Xoodoo block"},
    "ciphers/forkskinny.py": {"mode of PAEF"},
    "ciphers/keccak.py": set(),
    "catalog/gift.py": GIFTS,
    "catalog/keccak.py": set(),
    # An implementation has the Verilog among its inputs and asks no algorithm.
    "catalog/algorithm.py": EVERYTHING - IMPLEMENTED,
    "primitives/forkcipher.py": EVERYTHING - IMPLEMENTED,
    "modes/duplex.py": ASCONS,
    "modes/paef.py": {"mode of PAEF"},
    "modes/elephant.py": set(),
    "controllers/fork/paef.py": {"mode of PAEF"},
    # A controller is found by its mode, so it is only in the keys of cores of that mode.
    "controllers/sponge/duplex.py": {"Verilog of Ascon"},
    "architectures/iterated/combinational.py": BLOCKS,
    # One program writes every core: all architectures are in the key of each.
    "architectures/forked/round.py": {"mode of PAEF", *WRITTEN},
    "architectures/protected/masked.py": WRITTEN,
    "lwc/preprocessor.py": WRITTEN,
    "lwc/messages.py": {"RTL of Ascon", "RTL of GIFT", "cycles of Ascon", "netlist of GIFT",
                        "netlist of Xoodoo block"},
    "cores/build.py": WRITTEN,
    "cores/names.py": {"cycles of Ascon", "mode of PAEF", *WRITTEN},
    "cores/corename.py": {"cycles of Ascon", "mode of PAEF", *WRITTEN},
    "cores/options.py": {"cycles of Ascon", "mode of PAEF", *WRITTEN},
    "cores/architectures.py": {"cycles of Ascon", "mode of PAEF", *WRITTEN},
    "cores/verilog.py": BLOCKS | WRITTEN,
    "words/base.py": EVERYTHING - IMPLEMENTED,
    "words/mincut.py": WRITTEN,
    "verify/answers/genkat.py": {*GIFTS, *ASCONS, "RTL of AES block", "netlist of Xoodoo block"}
    - {"cycles of Ascon", *WRITTEN},
    "verify/rtl/simulator.py": SIMULATED,
    "verify/rtl/bench/bench.h": SIMULATED,
    "verify/equivalence/aig.py": {"RTL of Ascon", "RTL of GIFT", "netlist of GIFT",
                                  "netlist of Xoodoo block"},
    "verify/gates/gatelevel.py": {"netlist of GIFT"},
    "verify/gates/leakage.py": set(),
    "measure/formula.py": {"cycles of Ascon"},
    "measure/mode_cycles.py": {"mode of PAEF"},
    "measure/invariants.py": set(),
    "implement/flow.py": IMPLEMENTED,
    "implement/explore.py": set(),
    "implement/platforms/ecp5.py": {"GIFT on ECP5"},
    "implement/platforms/nangate45.py": {"Ascon on Nangate45",
                                         "netlist of GIFT", "netlist of Xoodoo block"},
    "implement/platforms/artix7.py": set(),
    "tools/process.py": EVERYTHING - BLOCKS - WRITTEN
    - {"model of Ascon", "model of GIFT", "mode of PAEF"},
    "tools/opensta.py": IMPLEMENTED,
    "studies/low_latency/circuits/aes.py": {"AES block", "RTL of AES block"},
    "studies/low_latency/circuits/photon.py": set(),
    "studies/low_latency/published.py": set(),
    "bench/jobs.py": set(),
    "bench/work/rtl.py": {"RTL of Ascon", "RTL of GIFT"},
    "report/page.py": set(),
    "results/cache.py": set(),
    "cli/on_cores.py": set(),
}  # fmt: skip
"""For each edited file the jobs that become new."""


@pytest.mark.sample(20)
@pytest.mark.parametrize("file", EDITS)
def test_an_edit_makes_exactly_the_dependent_jobs_new(from_copy, netlist, file):
    """With another line at its end, a file changes the keys of those jobs whose results it may
    change, and no other key.
    """
    before, path = unedited(netlist), from_copy / file
    text = path.read_bytes()
    path.write_bytes(text + b"\n")
    after = keys(netlist)
    path.write_bytes(text)
    assert set(before) == EVERYTHING
    assert {name for name in before if before[name] != after[name]} == EDITS[file]


SCRIPT = """
import json, sys
from pathlib import Path
sys.path.insert(0, {tests!r})
from bench import test_keys
for module in (test_keys.jobs, test_keys.blocks):
    module.tool_versions = lambda *tools: {{}}
from cipherfab import catalog
print(json.dumps([list(catalog.ALGORITHMS), test_keys.keys(Path({netlist!r}))]))
"""


@pytest.mark.slow
def test_a_new_cipher_makes_no_old_job_new(tmp_path, netlist):
    """With a cipher, a mode, a controller and a family more, the catalog has more, and all old keys
    are as they were.
    """
    source = tmp_path / "src"
    shutil.copytree(SOURCE, source / "cipherfab", ignore=shutil.ignore_patterns("__pycache__"))

    def found() -> list:
        script = SCRIPT.format(tests=str(Path(__file__).parents[1]), netlist=str(netlist))
        printed = subprocess.run(
            [sys.executable, "-c", script],
            env=os.environ | {"PYTHONPATH": str(source)},
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        ).stdout
        return json.loads(printed.splitlines()[-1])

    names, before = found()
    new = {
        "ciphers/toy.py": "from .gift import gift\n",
        "modes/toy.py": "class Toy: pass\n",
        "controllers/toy.py": "from ..modes.toy import Toy\nMODELS = (Toy,)\ndef make(wanted): "
        "pass\n",
        "catalog/toy.py": "from dataclasses import replace\nfrom ..ciphers.toy import "
        "gift\nfrom ..modes.toy import Toy\n"
        "from . import gift as family\n"
        "ALGORITHMS = [replace(family.ALGORITHMS[1], name='toy', "
        "model=Toy())]\n",
    }
    for file, text in new.items():
        (source / "cipherfab" / file).write_text(text)
    more, after = found()
    assert set(more) - set(names) == {"toy"} and after == before


RUNS = {
    "a model": lambda: jobs.model_job("ascon-p-6"),
    "a mode": lambda: {
        **(job := cycles.job("paef-forkskinny-64-192")),
        "inputs": {**job["inputs"], "sizes": [[3, 9]]},
    },
    "a block": lambda: blocks.block_job("prince-v2-xex/sbox=fast"),
    "a simulation": lambda: jobs.rtl_job(build("gift-64"), 1),
    "a measurement": lambda: jobs.cycles_job(build("ascon-p-6/full")),
    "an implementation": lambda: jobs.implement_job(
        build("gift-64"), "nangate45", RECIPES["area"], period_ps=5000, seed=0
    ),
    "a placement": lambda: jobs.implement_job(
        build("gift-64"), "ecp5", RECIPES["area"], period_ps=5000, seed=0
    ),
}


def test_the_table_of_wires_is_in_the_key_of_a_placement(tmp_path, monkeypatch):
    """Its estimate is made with it: another table, and it is placed again."""
    netlist = tmp_path / "netlist.v"
    netlist.write_text("")
    found = Implementation.from_json(
        {
            "design": "gift-64",
            "top": "gift_64",
            "stage": "",
            "platform": "nangate45",
            "recipe": {"name": "area"},
            "period_ps": 5000,
            "seed": 0,
            "cells": {},
        }  # fmt: skip
    )

    def job():
        return jobs.placement_job(build("gift-64"), found, netlist, 0.7)

    before = job()
    assert job() == before
    monkeypatch.setattr(jobs.wire_load, "table", lambda _: None)
    assert job()["inputs"] != before["inputs"]


@pytest.mark.sample(3)
@pytest.mark.parametrize("what", RUNS)
def test_all_that_a_job_runs_is_in_its_key(tmp_path, what):
    """Every function of the package that is called while a job runs is in a file that the job's key
    covers.
    """
    job, called = RUNS[what](), set()
    module, _, name = job["function"].partition(":")
    function = getattr(__import__(module, fromlist=[name]), name)

    def profile(frame, event, argument):
        # An import runs a file's top level, which says nothing of what the job calls.
        if event == "call" and frame.f_code.co_name != "<module>":
            called.add(frame.f_code.co_filename)

    sys.setprofile(profile)
    try:
        function(job, tmp_path)
    finally:
        sys.setprofile(None)
    ours = {Path(file) for file in called if file.startswith(f"{SOURCE}{os.sep}")}
    # Had the profiler seen nothing, the comparison would always hold.
    assert len(ours) > 5 and ours <= {file_of(name) for name in job["code"]}, ours - {
        file_of(name) for name in job["code"]
    }
