# SPDX-License-Identifier: Apache-2.0
"""`compare` puts cores beside each other: the same recipe and platform, ratios to the first one."""

import json

import pytest
from click.testing import CliRunner

from cipherfab import cli
from cipherfab.bench.bench import Result
from cipherfab.bench.nature import judge, nature
from cipherfab.bench.row import Row
from cipherfab.commands import compare
from cipherfab.cores.build import build
from cipherfab.design import BareInterface, Design, LwcInterface
from cipherfab.handshake import Handshake, own_ports


def row(core, platform, area, **more):
    """A row as a benchmark gives it."""
    return Row(core=core, platform=platform, recipe="balanced", area_ge=area, verified=True, **more)


ROWS = [row("one", "nangate45", 2000.0, throughput_mbps=500.0), row("one", "sky130hd", 3000.0),
        row("two", "nangate45", 1000.0, throughput_mbps=1000.0,
            third_party={"author": "A", "licence": "B"}),
        row("two", "sky130hd", 4500.0), row("two", "artix7", None, luts=100.0)]  # fmt: skip


def test_ratios_are_to_the_first_core_on_the_same_platform():
    """Half the area and twice the throughput on one platform, more area on the other; nothing where
    the first has no row.
    """
    found = compare.records(Result(rows=ROWS, failures=[]), "one")
    ratios = {(record["core"], record["platform"]): record["ratios"] for record in found}
    assert ratios["two", "nangate45"] == {
        "area_ge": 0.5,
        "throughput_mbps": 2.0,
        "throughput_per_kge": 4.0,
    }
    assert ratios["two", "sky130hd"] == {"area_ge": 1.5} and ratios["two", "artix7"] == {}
    assert set(ratios["one", "nangate45"].values()) == {1.0} and all(
        record["baseline"] == "one" for record in found
    )


def test_table_has_ratios_and_authors(capsys):
    """The printed table has the numbers with their ratios, and says whose core it is."""
    compare.show(Result(rows=ROWS, failures=[]), "one")
    line = next(
        line
        for line in capsys.readouterr().out.splitlines()
        if line.startswith("two") and "nangate45" in line
    )
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
    result = CliRunner().invoke(
        cli.main, ["compare", "ascon-p-8", "ascon-p-8/unrolled=2", *arguments]
    )
    assert result.exit_code == 0, result.output
    first, second = json.loads(result.stdout)
    assert second["ratios"]["cycles_per_block"] == 0.5 and second["ratios"]["area_ge"] > 1
    assert second["ratios"]["area_ge"] == second["area_ge"] / first["area_ge"]


def natures(**changes):
    """What the designs ``one`` and ``two`` are: the second with other fields."""
    plain = {"width": 32, "sdi_width": 32, "aead": "ascon-128"}
    made = {
        name: Design(name=name, top="top", sources={}, interface=LwcInterface(**more))
        for name, more in (("one", plain), ("two", {**plain, **changes}))
    }
    return {name: nature(design) for name, design in made.items()}


def pair(mine=(), theirs=()):
    """Two rows, ``one`` the baseline, with these fields."""
    facts = {
        "platform": "nangate45",
        "area_ge": 1000.0,
        "fmax_mhz": 500.0,
        "flip_flops": 300,
        "kind": "aead",
    }
    return Result(
        failures=[],
        rows=[
            Row(core=name, recipe="balanced", **{**facts, **dict(fields)})
            for name, fields in (("one", theirs), ("two", mine))
        ],
    )


@pytest.mark.parametrize(
    "mine, theirs, words",
    [
        ({"flip_flops": 0}, {}, "it has no registers"),
        ({}, {"flip_flops": 0}, "that one has no registers"),
        ({"kind": "perm"}, {}, "permutations beside AEADs"),
    ],
)
def test_unlike_rows_have_no_ratio(mine, theirs, words, capsys):
    """Logic without registers beside a core, or a permutation beside an AEAD: no quotient is given
    anywhere, and the remark says why.
    """
    result = pair(mine, theirs)
    found = compare.records(result, "one")[1]
    assert found["ratios"] == {} and found["no_ratio"] and words in found["no_ratio"][0]
    compare.show(result, "one")
    line = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("two"))
    assert "×" not in line and "no ratio to one" in line and words in line


def test_logic_beside_logic_is_compared():
    """Two rows without registers are alike in that."""
    found = compare.records(pair({"flip_flops": 0}, {"flip_flops": 0}), "one")[1]
    assert found["ratios"]["area_ge"] == 1.0 and found["no_ratio"] == []


@pytest.mark.parametrize(
    "changes, words",
    [
        ({"decrypts": False}, "decrypt: no beside yes"),
        ({"hash": "ascon-hash"}, "hash: yes beside no"),
        ({"key_reuse": False}, "its key must be held outside"),
        ({"aead": "ascon-aead128"}, "beside ascon-128 (1.2)"),
        ({"width": 8}, "a bus of 8 bits beside a bus of 32 bits"),
        ({"buffer_bytes": 128}, "messages of at most 128 bytes beside of any length"),
    ],
)
def test_a_ratio_between_rows_that_differ_is_marked(changes, words, capsys):
    """A ratio is given with a mark, and the remark names what else differs."""
    judged = judge(natures(**changes))
    found = compare.records(pair(), "one", judged)[1]
    assert found["ratios"] and any(words in reason for reason in found["unlike"])
    compare.show(pair(), "one", judged)
    line = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("two"))
    assert "(1.00× ≈ ≠)" in line and words in line


def test_rows_that_are_alike_have_no_mark(capsys):
    """The same design under another name is compared without a word."""
    judged = judge(natures())
    assert compare.records(pair(), "one", judged)[1]["unlike"] == []
    compare.show(pair(), "one", judged)
    assert "≠ " not in capsys.readouterr().out.partition("in parentheses")[0]


@pytest.mark.parametrize(
    "field, words",
    [
        ({"recipe": "area"}, "recipe area beside balanced"),
        ({"versions": {"yosys": "0.64"}}, "other version of yosys"),
        ({"versions": {"vivado": "2024.1"}}, "measured with other tools"),
    ],
)
def test_another_flow_is_named(field, words, capsys):
    """A figure of another recipe, another version of a tool or other tools stands beside ours with
    a mark.
    """
    rows = [row(name, "nangate45", 1000.0, versions={"yosys": "0.70"}) for name in ("one", "two")]
    rows[1] = Row(**{**vars(rows[1]), **field})
    compare.show(Result(rows=rows, failures=[]), "one")
    line = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("two"))
    assert words in line and "≠" in line


def test_what_a_design_is_comes_from_the_design():
    """A block cipher that others wrote and that keeps nothing, one of ours that only encrypts, one
    that also decrypts, and a masked permutation.
    """
    widths = {"key": 128, "plaintext": 128}
    held = Design(
        name="theirs",
        top="top",
        sources={},
        interface=BareInterface(
            algorithm="aes-128",
            inputs=widths,
            outputs={"ciphertext": 128},
            handshake=Handshake(
                inputs=own_ports(widths, "in"),
                latency=0,
                outputs=own_ports({"ciphertext": 128}, "out"),
            ),
        ),
    )
    assert not nature(held).holds_key and nature(build("aes-128")).holds_key
    assert nature(build("skinny-64-64/round,encdec")).operations == {"encrypt", "decrypt"}
    assert nature(build("ascon-p-6/masked=1")).shares == 3
    assert nature(build("lilliput-tbc-ii-128/round,redundant=7")).redundant
