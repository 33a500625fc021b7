# SPDX-License-Identifier: Apache-2.0
"""A core of others whose description has the bytes the wrong way round is told so."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from cipherfab.cores.build import build
from cipherfab.imports import third_party
from cipherfab.verify.rtl import check
from cipherfab.verify.rtl.byte_orders import right_order

CORE = Path(__file__).parents[2] / "imports" / "cores" / "verilog"


def findings(tmp_path, old="", new=""):
    """What link 2 finds of GIFT-64 by others, one line of its description changed."""
    for file in CORE.iterdir():
        (tmp_path / file.name).write_text(file.read_text())
    path = tmp_path / "gift64.toml"
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    (tmp_path / "sim").mkdir()
    return check.check_rtl(third_party.load(path), tmp_path / "sim", seed=1)


@pytest.mark.parametrize(
    "old, new, names",
    [
        (
            'outputs.ciphertext = "result"',
            'outputs.ciphertext = { port = "result", byte_order = "little" }',
            ["outputs.ciphertext"],
        ),
        (
            'start = "next"',
            'start = "next"\nbyte_order = "little"',
            ["inputs.key", "inputs.plaintext", "outputs.ciphertext"],
        ),
    ],
)
def test_the_right_byte_order_is_found(tmp_path, old, new, names):
    """One value the wrong way round, and all of them: the finding fails still, and says for which
    values ``big`` gives the right answers.
    """
    found = findings(tmp_path, old, new)[0]
    said = found.detail.partition("; the answers are right with ")[2]
    assert found.passed is False
    assert said == ", ".join(f'byte_order = "big" for {name}' for name in names)


def test_a_core_that_is_wrong_in_any_order_gets_no_advice(tmp_path):
    """Another key's part: no order of bytes helps, and none is named."""
    found = findings(tmp_path, "width = 192, low = 64", "width = 192, low = 0")[0]
    assert found.passed is False and "first mismatch" in found.detail
    assert "the answers are right" not in found.detail


def test_the_right_order_of_words_is_found(tmp_path):
    """Words that lie in reverse on all ports are told from wrong answers, too."""
    found = findings(
        tmp_path, 'start = "next"', 'start = "next"\nword_order = "little"\nword = 16'
    )[0]
    assert found.passed is False
    assert found.detail.endswith(
        'the answers are right with word_order = "big" and byte_order = "big" for each value of '
        "several words"
    )


def test_a_core_with_the_lwc_api_has_no_other_order():
    """Its bytes stand where the API puts them."""
    design = SimpleNamespace(interface=build("ascon-128").interface)
    simulator = SimpleNamespace(program=SimpleNamespace(design=design))
    assert right_order(simulator, lambda _: True) == ""
