# SPDX-License-Identifier: Apache-2.0
"""Public cores measured beside ours (tools/public_peers.py)."""

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from cipherfab.bench.designs import build
from cipherfab.bench.row import Row

TOOLS = Path(__file__).parent.parent / "tools"
sys.path.insert(0, str(TOOLS))

import public_peers  # noqa: E402
from public import described  # noqa: E402

CORE = "ascon-128/round,hash"
MEASURED = Row(core=CORE, platform="nangate45", recipe="balanced", area_ge=10_000.0, flip_flops=551,
               fmax_mhz=1000.4, throughput_mbps=8000.0, cycles_per_block=6.0,
               new_key_cycles={"encrypt": 7, "decrypt": 7})  # fmt: skip


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
    assert (
        f"| `{CORE}` | nangate45, balanced | 6 | 7 | 10,000 | – | 551 | 1,000 | 8,000 | 800 |"
        in printed
    )
    page.write_text(f"a\n{public_peers.BEGIN}\n{public_peers.END}\n")
    monkeypatch.setattr(sys, "argv", [*words, "--write", str(page)])
    assert public_peers.main() == 0 and len(compared) == 1
    assert printed in page.read_text()
    assert set(json.loads(results.read_text())) == {"command", "features", "rows"}


def test_features_of_a_public_core():
    """A public core has the repository, commit and buffer that its description names."""
    public = described.read(TOOLS / "public" / "bluelight-ascon-128a-x2.toml")
    found = public_peers.features_of(build(CORE), public)
    assert found["of"] == f"kammoh/bluelight {public.commit[:7]}"
    assert found["buffer"] == "registers of input and of output"
