# SPDX-License-Identifier: Apache-2.0
"""Registers for several masters: one has the core, and no other one gets into its message."""

import re
import shutil

import mbedtls
import pytest
from kinds import bridge_files, designed
from played import compile_driver, ends_well, needs

from cipherfab.cores.build import build
from cipherfab.emit.bridges.masters import MOST, STRIDE
from cipherfab.errors import CallError

needs("peakrdl_regblock", "peakrdl_cheader", "peakrdl_markdown")
CORE = "tinyjambu-128/round"
REGISTERS = ("axi4lite", "apb", "wishbone")


@pytest.mark.slow
@pytest.mark.parametrize(
    "core, bridge, suffix, masters",
    [
        (CORE, "axi4lite", "axil", 3),
        (CORE, "apb", "apb", 2),
        (CORE, "wishbone", "wb", 4),
        ("ascon-aead128/unrolled=2,bus=8,hash,xof,selftest,zeroise,indicator", "apb", "apb", MOST),
        ("ascon-hash256", "axi4lite", "axil", 2),
    ],
)
def test_masters_take_turns_on_every_bus(core, bridge, suffix, masters, tmp_path, checked_compiler):
    """The emitted test ends with 0: messages of the master that has the core are right while
    another one writes, reads and resets, which is refused and told.
    """
    needs("cocotbext.axi", "cocotbext.apb", "cocotbext.wishbone")
    assert ends_well(tmp_path, core, bridge, suffix, masters=masters, CC=checked_compiler)


@pytest.mark.slow
@pytest.mark.parametrize(
    "old, new",
    [
        ("wire pdi_write = |(mine & pdi_writes);", "wire pdi_write = |pdi_writes;"),
        ("wire sdi_write = |(mine & sdi_writes);", "wire sdi_write = |sdi_writes;"),
        ("wire do_read = |(mine & do_reads);", "wire do_read = |do_reads;"),
        ("|(owner & (resets | releases))", "|(owner & releases | resets)"),
        ("|(owner & (resets | releases))", "|(owner & resets)"),
        ("owner & ~releases;", "owner & {3{~|releases}};"),
        ("nobody ? claims", "(|claims) ? claims"),
        ("DO1.rd_data = {32{mine[1]}} & do_word", "DO1.rd_data = do_word"),
        ("page1.INTERRUPT.refused.next = refused[1]", "page1.INTERRUPT.refused.next = 1'b0"),
        ("page1.INTERRUPT.done.next = mine[1] & end_in", "page1.INTERRUPT.done.next = end_in"),
    ],
)
def test_a_broken_lock_is_found(old, new, tmp_path):
    """Words, keys, reads and resets of a master without the core that have an effect, a core that
    is given up with a message in it or by another one, a claim that takes it away, and an answer
    or an interrupt that is told to another one end the emitted test with 1.
    """
    needs("cocotbext.apb")
    assert not ends_well(tmp_path, CORE, "apb", "apb", ("apb", old, new), masters=3)


@pytest.mark.slow
@pytest.mark.skipif(
    not (mbedtls.SOURCE or mbedtls.INSTALLED.exists()), reason="<psa/crypto.h> is not installed"
)
def test_a_driver_of_psa_takes_the_core_for_its_operation(tmp_path, checked_compiler):
    """`python test_apb_psa.py` ends with 0: the operation that finds the core at another master
    has the status *busy*.
    """
    needs("cocotbext.apb")
    where = mbedtls.told()
    core = "ascon-aead128/round,hash,xof"
    assert ends_well(tmp_path, core, "apb", "apb_psa", masters=2, CC=checked_compiler, **where)


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler is installed")
@pytest.mark.parametrize("kind", ["plain", "outputs", "only hashes"])
def test_the_driver_compiles_without_a_warning(kind, tmp_path):
    """Of a bridge with several masters."""
    compile_driver(bridge_files(designed(kind), [], ["apb"], masters=2), tmp_path)


@pytest.mark.parametrize("bridge", REGISTERS)
@pytest.mark.parametrize("masters", [2, MOST])
def test_each_master_has_a_page(bridge, masters, tmp_path):
    """The register block has so many pages, the header is that of one, and each has an interrupt;
    without the option nothing of it is there.
    """
    files = bridge_files(designed("plain"), [], [bridge], masters=masters)
    bus = next(name for name in files if name.endswith("_regs.sv")).removesuffix("_regs.sv")
    pages = re.findall(r"core_page page(\d+) @ (\w+);", files["core_pages.rdl"])
    assert [(int(number), int(at, 16)) for number, at in pages] == [
        (number, number * STRIDE) for number in range(masters)
    ]
    assert f"output wire [{masters - 1}:0] irq" in files[f"{bus}.sv"]
    assert "CONTROL__UNCLAIM_bm" in files["core_regs.h"] and "page1" not in files["core_regs.h"]
    alone = bridge_files(designed("plain"), [], [bridge])
    assert "core_pages.rdl" not in alone and "UNCLAIM" not in alone["core_regs.h"]


def test_with_a_key_port_nobody_writes_keys():
    """The pages have no SDI, and what is refused does not name it."""
    text = bridge_files(designed("plain"), [], ["apb"], key_port=True, masters=2)["core_apb.sv"]
    assert "sdi_writes" not in text and "SDI1" not in text and "key_port (" in text


@pytest.mark.parametrize(
    "bridge, masters, said",
    [
        ("spi", 2, "got spi, which has one master"),
        ("axi4stream", 2, "got axi4stream, which has one master"),
        ("apb", 0, "expected 1 to 16 of them, got 0"),
        ("apb", MOST + 1, "got 17"),
    ],
)
def test_what_has_one_master_is_refused(bridge, masters, said):
    """The message says what was expected and what was given."""
    with pytest.raises(CallError, match=said):
        bridge_files(build(CORE), [], [bridge], masters=masters)
