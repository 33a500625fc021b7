# SPDX-License-Identifier: Apache-2.0
"""The SPI bridge of a package passes the package's test, and fails if it loses or turns bits."""

import shutil

import pytest
from kinds import bridge_files
from played import ends_well, needs

from cipherfab.cores.build import build

needs("cocotb", "cocotbext.qspi")
icarus = pytest.mark.skipif(
    shutil.which("iverilog") is None, reason="Icarus Verilog is not installed"
)


@icarus
@pytest.mark.parametrize("key_port", [False, True])
@pytest.mark.parametrize(
    "core",
    [
        "tinyjambu-128/round,bus=8",
        pytest.param("gift-cofb/round,bus=16", marks=pytest.mark.slow),
        pytest.param("tinyjambu-128/round", marks=pytest.mark.slow),
        pytest.param("tinyjambu-192/round", marks=pytest.mark.slow),
    ],
)
def test_the_bridge_passes(core, key_port, tmp_path):
    """`WORDS=40 python test_spi.py` ends with 0 on each width of the bus, by its own master and
    by cocotbext-qspi's, whether the master writes the keys or a key manager gives them.
    """
    assert ends_well(tmp_path, core, "spi", "spi", key_port=key_port, WORDS="40")


@pytest.mark.slow
@icarus
@pytest.mark.parametrize(
    "old, new",
    [
        ("wire do_read = word_ends & (command == ReadDo);", "wire do_read = data_ends;"),
        ("byte_in = {shifted_in, mosi[1]}", "byte_in = {mosi[1], shifted_in}"),
        ("if (pdi_lost || sdi_lost) overflow <= 1'b1;", ""),
        ("wire core_rst = rst | (command == Reset);", "wire core_rst = rst;"),
        ("assign irq = do_out_valid;", "assign irq = status_next;"),
    ],
)
def test_a_changed_bridge_fails(old, new, tmp_path):
    """A word that is popped too early, bits in another order, an overflow that is not said, a reset
    that does nothing and another interrupt are found.
    """
    changed = ("spi", old, new)
    assert not ends_well(tmp_path, "tinyjambu-128/round", "spi", "spi", changed, WORDS="40")


@pytest.mark.parametrize("width", [8, 16, 32])
def test_words_are_as_wide_as_the_bus(width):
    """The files are those that the page promises, and no placeholder is left in them."""
    design = build(f"tinyjambu-128/round,bus={width}")
    files = bridge_files(design, ["core.sv"], ["spi"])
    assert set(files) == {f"{design.top}_fifo.sv", f"{design.top}_spi.sv", "test_spi.py"}
    assert not any(mark in text for text in files.values() for mark in ("@WIDTH", "@TOP", "@BYTES"))
