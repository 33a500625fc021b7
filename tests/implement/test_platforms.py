# SPDX-License-Identifier: Apache-2.0
"""Finding platforms, and what their Liberty files say."""

import gzip
from dataclasses import replace

import pytest

from cipherfab.errors import CallError
from cipherfab.implement import platforms
from cipherfab.implement.liberty import read, unpacked
from cipherfab.implement.platforms import gowin

TINY = """library(tiny) {
  cell(INV) { area : 1; pin(Y) { direction : output; function : "!A"; } }
  cell(ND2A) { area : 4; pin(Y) { direction : output; function : "(A B)'"; } }
  cell(ND2) { area : 2.5; pin(Y) { direction : output; function : "!A | !B"; } }
  cell(NR2) { area : 1.5; pin(Y) { direction : output; function : "!(A | B)"; } }
  cell(DFF) { area : 9; ff(IQ, IQN) { next_state : "D"; clocked_on : "C"; } pin(Q) { direction : output; function : "IQ"; } }
}
""".replace(" area", "\n    area").replace(" ff(", "\n    ff(")  # noqa: E501


def test_unknown_platform_names_the_nearest():
    """A misspelt name is a wrong call, and the message has the right one."""
    with pytest.raises(CallError, match="nangate45") as raised:
        platforms.find("nangate")
    assert raised.value.exit_code == 2 and "nangate45" in raised.value.details["nearest"]


def test_every_platform_is_found_by_its_name():
    """The name in the list is the name of the platform."""
    assert [platforms.find(name).name for name in platforms.names()] == platforms.names()


@pytest.mark.parametrize(
    "name, device",
    [
        ("artix7", "xc7a50tfgg484-1"),
        ("artix7:xc7a100t", "xc7a100tfgg484-1"),
        ("artix7:xc7a35tcsg324-1", "xc7a35tcsg324-1"),
        ("artix7:xc7z020clg484-2", "xc7z020clg484-2"),
    ],
)
def test_chips_of_the_7_series(name, device):
    """A chip alone has its first package and speed grade 1, a whole part its own; all else is that
    of `artix7`.
    """
    place, first = platforms.find(name), platforms.find("artix7")
    assert (place.name, place.device) == (name, device)
    assert replace(place, name=first.name, device=first.device) == first
    assert platforms.modules_of(name) == platforms.modules_of("artix7")


@pytest.mark.parametrize("part", ["xc7a12tcsg325-3", "xc7s50", "xc7a50tffg900-1", "xc7a50t;x", ""])
def test_chips_without_data_are_refused(part):
    """A chip or a package that nextpnr has no data of is a wrong call that names those it has."""
    with pytest.raises(CallError, match="xc7a50t, xc7a100t"):
        platforms.find(f"artix7:{part}")


@pytest.mark.parametrize("chip", gowin.CHIPS)
def test_chips_of_gowin(chip):
    """Each chip is a platform of its own, with a part that is named after it and Yosys' family of
    it; that of `gowin` is one of them.
    """
    place, first = platforms.find(f"gowin:{chip}"), platforms.find("gowin")
    family = chip.partition("-")[0].lower()[:4]
    assert place.device.startswith(family.upper()) and f"family={chip}" in place.place_and_route
    assert f"-family {family} " in place.synthesis
    same = replace(place, name=first.name)
    assert (same == first) == (chip == gowin.DEFAULT)
    assert platforms.modules_of(place.name) == platforms.modules_of("gowin")


@pytest.mark.parametrize("part", ["GW2A", "gw2a-18c", "GW2A-18C;x", ""])
def test_unknown_chips_of_gowin_are_refused(part):
    """A chip that nextpnr has no data of is a wrong call that names those it has."""
    with pytest.raises(CallError, match="GW2A-18C, GW5A-25A"):
        platforms.find(f"gowin:{part}")


@pytest.mark.parametrize("name, area", [("nangate45", 0.798), ("sky130hd", 3.7536)])
def test_gate_equivalent(name, area):
    """The gate equivalent of a built-in library is its smallest NAND of two inputs, of the
    published area.
    """
    platform = platforms.find(name)
    library = read(platform.path())
    assert library.smallest_nand2() == platform.gate_equivalent
    assert library.areas[platform.gate_equivalent] == pytest.approx(area)


@pytest.mark.parametrize(
    "name, buffer", [("nangate45", "BUF_X1"), ("sky130hd", "sky130_fd_sc_hd__buf_1")]
)
def test_smallest_buffer(name, buffer):
    """The driver that ABC assumes at the inputs is the smallest buffer of the library."""
    assert read(platforms.find(name).path()).smallest_buffer() == buffer


@pytest.mark.parametrize("name", ["nangate45", "sky130hd"])
def test_scan_flip_flop_is_in_the_library(name):
    """The scan flip-flop of a platform exists, is a flip-flop, and has the pins that are named; so
    does what it replaces.
    """
    platform = platforms.find(name)
    library, scan = read(platform.path()), platform.scan_flip_flop
    flop, choice = scan.flip_flop, scan.multiplexer
    assert {scan.cell, flop.cell} <= library.flip_flops
    assert {choice.cell, *choice.stronger} <= set(library.functions) - library.flip_flops
    for cell, pins in (
        (scan.cell, (scan.clock, scan.output, scan.keep, scan.load, scan.enable)),
        (flop.cell, (flop.clock, flop.data, flop.output)),
        *(
            (cell, (choice.zero, choice.one, choice.select, choice.output))
            for cell in (choice.cell, *choice.stronger)
        ),
    ):
        body = library.text.partition(f"{cell}")[2][:40_000]
        assert all(f"{pin}" in body for pin in pins), cell


@pytest.mark.parametrize("name", ["nangate45", "sky130hd"])
def test_scan_flip_flop_is_smaller(name):
    """A scan flip-flop is smaller than the flip-flop and the smallest multiplexer that it stands
    for.
    """
    platform = platforms.find(name)
    areas, scan = read(platform.path()).areas, platform.scan_flip_flop
    assert areas[scan.cell] < areas[scan.flip_flop.cell] + areas[scan.multiplexer.cell]
    assert all(areas[cell] >= areas[scan.multiplexer.cell] for cell in scan.multiplexer.stronger)


def test_compressed_and_plain_liberty_are_one_library(tmp_path):
    """A `.lib.gz` reads as its `.lib` does; only the hash of the file differs."""
    plain, packed = tmp_path / "tiny.lib", tmp_path / "tiny.lib.gz"
    plain.write_text(TINY)
    packed.write_bytes(gzip.compress(TINY.encode()))
    assert (
        read(plain).areas
        == read(packed).areas
        == {"INV": 1, "ND2A": 4, "ND2": 2.5, "NR2": 1.5, "DFF": 9}
    )
    assert read(plain).flip_flops == {"DFF"}
    assert read(plain).sha256 != read(packed).sha256


def test_gate_equivalent_is_found_by_function(tmp_path):
    """Of two NANDs in different notations the smaller one counts, and an even smaller NOR does
    not."""
    (tmp_path / "tiny.lib").write_text(TINY)
    assert platforms.find(f"liberty:{tmp_path / 'tiny.lib'}").gate_equivalent == "ND2"


def test_missing_or_wrong_liberty_is_a_wrong_call(tmp_path):
    """A path without a file, and a file that is no Liberty, are refused by name."""
    (tmp_path / "notes.txt").write_text("nothing")
    for name in ("none.lib", "notes.txt"):
        with pytest.raises(CallError, match=name):
            platforms.find(f"liberty:{tmp_path / name}")


def test_default_wire_load_can_be_left_out(tmp_path, monkeypatch):
    """The copy without wire load differs in that one line, and copies are kept by their content."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    library = read(platforms.find("nangate45").path())
    with_load, without = (
        unpacked(library).read_text(),
        unpacked(library, wire_load=False).read_text(),
    )
    changed = [a for a, b in zip(with_load.splitlines(), without.splitlines()) if a != b]
    assert len(changed) == 1 and "default_wire_load" in changed[0]
    assert unpacked(library) == unpacked(library)
