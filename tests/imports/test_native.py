# SPDX-License-Identifier: Apache-2.0
"""Cores in VHDL, simulated by GHDL from their sources."""

import shutil

import pytest

from cipherfab.errors import ToolError
from cipherfab.imports import native, third_party
from cipherfab.lwc.vectors import Vectors, parse
from cipherfab.verify.answers import genkat

pytestmark = pytest.mark.skipif(shutil.which("ghdl") is None, reason="GHDL is not installed")


def test_native_calls_give_known_answers(cores):
    """GHDL's own simulation of the VHDL core gives the official answers, waited for by the test
    bench that is written for it.
    """
    inputs, outputs = genkat.calls("gift-64")
    found = native.call(third_party.load(cores / "vhdl" / "gift64.toml"), inputs[:5])
    assert [{name: int(bits, 2) for name, bits in answer.items()} for answer in found] == [
        dict(answer) for answer in outputs[:5]
    ]


def exchange(cores, generics: str = "G_ADD = 1"):
    """The small core with the LWC API's ports."""
    path = cores / "vhdl" / "exchange.toml"
    path.write_text(path.read_text().replace("G_ADD = 1", generics))
    return third_party.load(path)


def messages() -> Vectors:
    """Five messages for it, and the answers of a core that adds 1."""
    words = [0x01020304 * number & 0xFFFFFFFF for number in range(1, 6)]
    pdi = "".join(
        f"INS = 80000000\nHDR = 7200000{number}\nDAT = {word:08X}\n"
        for number, word in enumerate(words, 1)
    )
    do = "".join(
        f"HDR = 7200000{number}\nDAT = {word + 1:08X}\nSTT = E0000000\n"
        for number, word in enumerate(words, 1)
    )
    return Vectors(pdi=parse(pdi, "pdi", 32), sdi=parse("", "sdi", 32), do=parse(do, "do", 32))


def test_ports_count_and_not_what_is_written_of_them(cores):
    """The width of a port is the core's, a description that says another is a note, as is a missing
    do_last.
    """
    design = exchange(cores)
    assert (design.interface.width, design.interface.do_last, design.reset, design.reset_level) == (
        32,
        False,
        "rst_n",
        0,
    )
    assert any(
        "pdi.bit_width says 16, the port pdi_data has 32 bits" in note
        for note in design.third_party.notes
    )
    assert any("no port do_last" in note for note in design.third_party.notes)


@pytest.mark.parametrize("stall_seed", [None, 1, 2])
def test_a_core_that_is_right_passes_natively(cores, stall_seed):
    """The native test bench plays bus words with and without stalls, and generics arrive there
    too."""
    assert native.check(exchange(cores), messages(), stall_seed=stall_seed) is None


@pytest.mark.parametrize(
    "generics, word, text",
    [
        ("G_ADD = 2", 1, "output word 2 of 15: expected 01020305, got 01020306"),
        ("G_ADD = 1, G_STUCK = true", 1, "output word 2 of 15: expected 01020305, none came"),
    ],
)
def test_the_first_difference_is_named(cores, generics, word, text):
    """A core that is wrong or stuck is reported with the first word that differs."""
    found = native.check(exchange(cores, generics), messages())
    assert (found.word, found.text) == (word, text)


@pytest.mark.parametrize(
    "words, expected, text",
    [
        (["0101", "1X11"], [(5, 15), (15, 15)], "output word 2 of 2: expected F, got X"),
        (["0101", "1X11"], [(5, 15), (15, 11)], None),
        (["0101"], [], "output word 1 of 0: expected no more, got 5"),
        ([], [(5, 15)], "output word 1 of 1: expected 5, none came"),
    ],
)
def test_unknown_bits_do_not_pass(words, expected, text):
    """A bit that is neither 0 nor 1 differs from both, unless nothing is expected of it; too many
    words count as well.
    """
    found = native.difference(words, expected, 4)
    assert (found.text if found else None) == text


def test_a_simulation_that_hangs_is_stopped(cores, monkeypatch):
    """A core that keeps GHDL busy for ever ends with the time limit."""
    monkeypatch.setattr(native, "TIMEOUT", 0.01)
    with pytest.raises(ToolError, match="time limit"):
        native.check(exchange(cores), messages())
