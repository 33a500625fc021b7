# SPDX-License-Identifier: Apache-2.0
"""`compare` puts cores beside each other: the same recipe and platform, ratios to the first one."""

import json

import pytest
from click.testing import CliRunner

from cipherfab import cli
from cipherfab.bench.bench import Result
from cipherfab.bench.row import Row
from cipherfab.commands import compare


def row(core, platform, area, **more):
    """A row as a benchmark gives it."""
    return Row(core=core, platform=platform, recipe="balanced", area_ge=area, verified=True, **more)


ROWS = [row("one", "nangate45", 2000.0, throughput_mbps=500.0), row("one", "sky130hd", 3000.0),
        row("two", "nangate45", 1000.0, throughput_mbps=1000.0,
            third_party={"author": "A", "licence": "B"}),
        row("two", "sky130hd", 4500.0), row("two", "artix7", None, luts=100.0)]


def test_ratios_are_to_the_first_core_on_the_same_platform():
    """Half the area and twice the throughput on one platform, more area on the other; nothing where
    the first has no row.
    """
    found = compare.records(Result(rows=ROWS, failures=[]), "one")
    ratios = {(record["core"], record["platform"]): record["ratios"] for record in found}
    assert ratios["two", "nangate45"] == {"area_ge": 0.5, "throughput_mbps": 2.0,
                                          "throughput_per_kge": 4.0}
    assert ratios["two", "sky130hd"] == {"area_ge": 1.5} and ratios["two", "artix7"] == {}
    assert set(ratios["one", "nangate45"].values()) == {1.0} and all(record["baseline"] == "one"
                                                                     for record in found)


def test_table_has_ratios_and_authors(capsys):
    """The printed table has the numbers with their ratios, and says whose core it is."""
    compare.show(Result(rows=ROWS, failures=[]), "one")
    line = next(line for line in capsys.readouterr().out.splitlines()
                if line.startswith("two") and "nangate45" in line)
    assert "1,000 (0.50×)" in line and "1,000 (2.00×)" in line and "third party: A (B)" in line


@pytest.mark.parametrize("cores", [["ascon-p-8"], ["ascon-p-8", "ascon-p-8/round"]])
def test_one_core_is_not_compared(cores):
    """A single core, also under two names, is refused before anything is run."""
    result = CliRunner().invoke(cli.main, ["compare", *cores])
    assert result.exit_code == 2 and "2 different cores" in result.stderr


@pytest.mark.slow
def test_one_run_measures_all(tmp_path, monkeypatch):
    """Two architectures of one permutation: the one with two rounds per clock needs half the cycles
    and more area.
    """
    monkeypatch.setenv("CIPHERFAB_HOME", str(tmp_path))
    arguments = ["--periods", "1", "--seeds", "1", "--no-netlist", "--workers", "0", "--json"]
    result = CliRunner().invoke(cli.main,
                                ["compare", "ascon-p-8", "ascon-p-8/unrolled=2", *arguments])
    assert result.exit_code == 0, result.output
    first, second = json.loads(result.stdout)
    assert second["ratios"]["cycles_per_block"] == 0.5 and second["ratios"]["area_ge"] > 1
    assert second["ratios"]["area_ge"] == second["area_ge"] / first["area_ge"]
