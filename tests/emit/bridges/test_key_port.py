# SPDX-License-Identifier: Apache-2.0
"""Keys on a port of a bridge: the core takes each, and nothing on the bus can write one."""

import shutil

import pytest
from kinds import bridge_files, designed
from played import compile_driver, ends_well, needs

from cipherfab.cores.build import build
from cipherfab.errors import CallError

needs("peakrdl_regblock", "peakrdl_cheader", "peakrdl_markdown")
REGISTERS = ("axi4lite", "apb", "wishbone")


@pytest.mark.slow
@pytest.mark.parametrize(
    "core, bridge, suffix, changed, passes",
    [
        ("ascon-aead128/unrolled=2", "axi4lite", "axil", ("", "", ""), True),
        ("ascon-aead128/unrolled=2,bus=8,noncemasking", "apb", "apb", ("", "", ""), True),
        ("ascon-aead128/round,hash", "wishbone", "wb", ("", "", ""), True),
        ("tinyjambu-128", "apb", "apb", ("key_port", "(word == Last);", "(word == 2);"), False),
        ("tinyjambu-128", "apb", "apb", ("key_port", "if (rst) word", "if (0) word"), False),
        ("tinyjambu-128", "apb", "apb", ("key_port", "key[63:32]", "key[95:64]"), False),
    ],
)
def test_known_answers_under_keys_of_the_port(
    core, bridge, suffix, changed, passes, tmp_path, checked_compiler
):
    """Known answers come through bus, driver and key port; a key that is said to be taken too soon,
    a reset in the midst of one that is not noticed, and a wrong word are found.
    """
    needs("cocotbext.axi", "cocotbext.apb", "cocotbext.wishbone")
    played = ends_well(tmp_path, core, bridge, suffix, changed, key_port=True, CC=checked_compiler)
    assert played == passes


@pytest.mark.parametrize("bridge", [*REGISTERS, "spi"])
def test_the_bus_has_no_way_to_the_secret_stream(bridge):
    """What drives the core's SDI is the key port alone, and no text of bridge, registers or driver
    names a word of SDI that is written.
    """
    files = bridge_files(designed("plain"), [], [bridge], key_port=True)
    of_bridge = [text for name, text in files.items() if name.endswith((".sv", ".h", ".rdl"))]
    assert not any("SDI @" in text or "sdi_write" in text or "SDI[" in text for text in of_bridge)
    drivers = [name for name, text in files.items() if ".sdi_data(sdi_data)" in text]
    assert len(drivers) == 1 and "core_key_port key_port (" in files[drivers[0]]
    assert "SDI" in bridge_files(designed("plain"), [], ["apb"])["core_regs.h"]


def test_registers_say_that_there_is_a_key_port():
    """FEATURES has the bit, STATUS says whether a key waits, and there is no driver of PSA, which
    would give the bytes of a key.
    """
    files = bridge_files(designed("plain"), [], ["apb"], key_port=True)
    assert "key_port[20:20] = 1" in files["core_regs.rdl"]
    assert "key_waits[25:25]" in files["core_regs.rdl"]
    assert "STATUS.key_waits.next = key_valid;" in files["core_apb.sv"]
    assert not any("psa" in name for name in files)
    assert not any("psa" in files[name].lower() for name in files if name.startswith("zephyr/"))
    assert "key_port[20:20] = 0" in bridge_files(designed("plain"), [], ["apb"])["core_regs.rdl"]


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler is installed")
@pytest.mark.parametrize("kind", ["plain", "narrow, hashes", "withheld"])
def test_the_driver_compiles_without_a_warning(kind, tmp_path):
    """Of a core whose keys come by a port."""
    compile_driver(bridge_files(designed(kind), [], ["apb"], key_port=True), tmp_path)


@pytest.mark.parametrize(
    "core, bridge, said",
    [
        ("tinyjambu-128", "axi4stream", "keys have a stream of their own"),
        ("ascon-hash256", "apb", "a core that takes a key, got ascon-hash256"),
        ("ascon-aead128/masked=1", "apb", "in shares"),
        ("prince", "apb", "a bare primitive"),
    ],
)
def test_who_has_no_use_for_a_key_port_is_refused(core, bridge, said):
    """The message says what was expected and what was given."""
    with pytest.raises(CallError, match=said):
        bridge_files(build(core), [], [bridge], key_port=True)
