# SPDX-License-Identifier: Apache-2.0
"""Public cores measured beside ours (tools/public_peers.py)."""

import json
import sys
import tomllib
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from cipherfab.bench.designs import build
from cipherfab.bench.row import Row
from cipherfab.report.data import points

TOOLS = Path(__file__).parent.parent / "tools"
sys.path.insert(0, str(TOOLS))

import public_peers  # noqa: E402
from public import described, functions, peers  # noqa: E402

CORE = "ascon-128/round,hash"
MEASURED = Row(core=CORE, platform="nangate45", recipe="balanced", area_ge=10_000.0, flip_flops=551,
               fmax_mhz=1000.0, throughput_mbps=8000.0, cycles_per_block=6.0,
               throughputs={"enc/pt/16": 4000.0, "enc/pt/64": 6400.0, "enc/pt/1536": 7680.0},
               seed_spread={"fmax_mhz": [990.0, 1000.0, 1010.0]},
               new_key_cycles={"encrypt": 7, "decrypt": 7})  # fmt: skip
THEIRS = replace(MEASURED, core="theirs", area_ge=12_000.0, throughput_mbps=6000.0)


@pytest.fixture
def compared(monkeypatch):
    """`cipherfab compare` without a run: what it was asked for, and one row."""
    asked = []

    def run(names, settings):
        asked.append((names, settings))
        return SimpleNamespace(records=[MEASURED.to_json()]), CORE, None

    monkeypatch.setattr(public_peers.compare, "run", run)
    monkeypatch.setattr(public_peers.compare, "records", lambda result, *rest: result.records)
    return asked


def test_features_stand_beside_figures(compared, tmp_path, monkeypatch, capsys):
    """What is measured is what was asked for, without netlists; the tables have the command, what
    each core has, and its figures, with a dash where nothing was measured. They are printed again,
    and written into a page, without a run.
    """
    results, page = tmp_path / "known.json", tmp_path / "page.md"
    words = ["tool", "--results", str(results)]
    monkeypatch.setattr(sys, "argv", [*words, "--seeds", "3", CORE])
    assert public_peers.main() == 0
    (names, settings), printed = compared[0], capsys.readouterr().out
    assert names == [CORE] and not settings.netlist and settings.seeds == 3
    assert "$ python tools/public_peers.py --root clones --periods 2 --seeds 3 " in printed
    assert (
        f"| `{CORE}` | cipherfab | ascon-128, ascon-hash | yes | yes | a block | 32 bits |"
        in printed
    )
    assert "**nangate45, `balanced`**" in printed
    assert (
        f"| `{CORE}` | 10,000 | – | 551 | 1,000 ± 1.0 % | 6 | 32, 80, 1,600 | 7 | 8,000 | 800 | "
        f"4,000, 6,400, 7,680 |" in printed
    )
    page.write_text("a\n<!-- one -->\n<!-- /one -->\n")
    monkeypatch.setattr(sys, "argv", [*words, "--write", str(page), "--part", "one"])
    assert public_peers.main() == 0 and len(compared) == 1
    assert printed in page.read_text()
    assert set(json.loads(results.read_text())) == {"command", "features", "rows"}


@pytest.mark.parametrize("theirs, beside", [(1, "without a hash"), (2, "with a hash")])
def test_the_best_of_ours_stands_beside_the_best_of_theirs(theirs, beside):
    """More than 1 is in our favour, for a smaller area too; with the range that the seeds of both
    give where they differ.
    """
    features = {
        CORE: {"of": peers.OURS, "computes": "ascon-128, ascon-hash"},
        "theirs": {"of": "an/other", "computes": ", ".join(["one"] * theirs)},
    }
    rows = points([MEASURED.to_json(), THEIRS.to_json()])
    lines = {line[1]: line for line in peers.margins(rows, features)}
    assert {line[0] for line in lines.values()} == {beside}
    assert lines["Mbit/s"][2:] == [f"`{CORE}`, 8,000", "`theirs`, 6,000", "1.33", "1.31 to 1.36"]
    assert lines["least area"][2:] == [f"`{CORE}`, 10,000", "`theirs`, 12,000", "1.20",
                                       "–"]  # fmt: skip
    assert lines["Mbit/s per area"][4] == "1.60"


def test_ours_with_fewer_functions_is_not_beside_theirs():
    """What theirs computes and ours does not has no margin."""
    features = {
        CORE: {"of": peers.OURS, "computes": "ascon-128"},
        "theirs": {"of": "an/other", "computes": "ascon-128, ascon-hash"},
    }
    assert not [*peers.margins(points([MEASURED.to_json(), THEIRS.to_json()]), features)]


def test_features_of_a_public_core():
    """A public core has the repository, commit and buffer that its description names."""
    public = described.read(TOOLS / "public" / "bluelight-ascon-128a-x2.toml")
    found = public_peers.features_of(build(CORE), public)
    assert found["of"] == f"kammoh/bluelight {public.commit[:7]}"
    assert found["buffer"] == "registers of input and of output"


def test_cycles_of_each_function(compared, tmp_path, monkeypatch, capsys):
    """With ``--functions`` a table has the cycles of each function of each core, those of an
    encryption as `cipherfab cycles` counts them, and a dash for what a core does not compute.
    """
    counted = functions.cycles(build("ascon-aead128/round,hash,xof"))
    assert counted["encryption"] == [34, 42, 66, 802]
    assert [*counted] == ["encryption", "decryption", "ascon-hash256", "ascon-xof128",
                          "ascon-cxof128"]  # fmt: skip
    assert all(sorted(each) == each and len(each) == 4 for each in counted.values())
    monkeypatch.setattr(functions, "cycles", lambda design: {"encryption": [1, 2, 3, 4000]})
    results = tmp_path / "known.json"
    monkeypatch.setattr(sys, "argv", ["tool", "--results", str(results), "--functions", CORE])
    assert public_peers.main() == 0
    printed = capsys.readouterr().out
    assert f"--functions {CORE}" in printed and f"| `{CORE}` | 1, 2, 3, 4,000 |" in printed
    text = functions.text({"a": {"encryption": [1]}, "b": {"hash": [2]}})
    assert "| `a` | 1 | – |" in text and "| `b` | – | 2 |" in text


def test_a_core_of_others_may_have_a_bus_as_wide_as_its_words():
    """Its name says so, and nothing is said of words that are collected and split."""
    public = described.read(TOOLS / "public" / "ascon-verilog-v6.toml")
    wide = described.on_wide_bus(public)
    before, now = tomllib.loads(public.text), tomllib.loads(wide.text)
    assert wide.name == now["name"] == "ascon-verilog-v6-wide" and wide.buffer == "none"
    assert now["streams"].pop("wide_bus") is True
    assert {**now, "name": before["name"]} == before
