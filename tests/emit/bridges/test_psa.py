# SPDX-License-Identifier: Apache-2.0
"""The emitted PSA Crypto driver: its description, its entry points on a simulated core, and Mbed
TLS that calls it.
"""

import json
import re
import shutil
import subprocess

import mbedtls
import pytest
from kinds import bridge_files, designed
from played import ends_well, needs

from cipherfab.emit.bridges.psa import ALGORITHMS, KEY_TYPES
from cipherfab.emit.package import write_files

needs("peakrdl_regblock", "peakrdl_cheader", "peakrdl_markdown")
headers = pytest.mark.skipif(
    not (mbedtls.SOURCE or mbedtls.INSTALLED.exists()), reason="<psa/crypto.h> is not installed"
)


@headers
@pytest.mark.parametrize("kind", ["plain", "narrow, hashes", "outputs", "withheld", "only hashes"])
def test_the_driver_compiles_against_the_library_s_headers(kind, tmp_path):
    """As C99 and C11, with warnings as errors, every function of the description is defined."""
    files = bridge_files(designed(kind), [], ["apb"])
    write_files(files, tmp_path)
    where = [f"-I{each}" for each in mbedtls.headers()]
    for standard in ("c99", "c11"):
        subprocess.run(
            ["cc", f"-std={standard}", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror",
             "-DCORE_PSA_BASE=0x40000000", *where, "-c", "core_psa.c"],
            cwd=tmp_path,
            check=True,
        )  # fmt: skip
    said = subprocess.run(["nm", "core_psa.o"], cwd=tmp_path, capture_output=True, text=True)
    defined = set(re.findall(r" T (\w+)", said.stdout))
    described = json.loads(files["core_psa.json"])
    for capability in described["capabilities"]:
        assert {f"core_{each}" for each in capability["entry_points"]} <= defined
    assert described["type"] == "transparent" and described["headers"] == ["core_psa.h"]


@pytest.mark.parametrize("kind", ["plain", "outputs"])
def test_what_a_library_does_not_know_has_an_identifier(kind):
    """An algorithm that PSA Crypto has is called so, with its value where a header lacks it;
    another one has a value of the vendor's range, which is of the right category.
    """
    text = bridge_files(designed(kind), [], ["apb"])["core_psa.h"]
    if kind == "outputs":
        assert "#define PSA_ALG_ASCON_XOF128 ((psa_algorithm_t)0x0d000300u)" in text
        assert "#define CORE_PSA_HASH PSA_ALG_ASCON_HASH256" in text
    else:
        (value,) = re.findall(r"SHORTENED_TAG\(\(\(psa_algorithm_t\)(\w+)u\), 8\)", text)
        assert int(value, 16) >> 24 == 0x85
    assert "@" not in text


def test_identifiers_are_of_their_category():
    """The top byte says what an algorithm is, and a tag of 16 bytes stands in an AEAD's."""
    tops = {
        "ascon-aead128": 0x05,
        "ascon-hash256": 0x02,
        "ascon-xof128": 0x0D,
        "ascon-cxof128": 0x0D,
    }
    for name, top in tops.items():
        assert ALGORITHMS[name][1] >> 24 == top
    assert ALGORITHMS["ascon-aead128"][1] >> 16 & 0x3F == 16
    assert set(KEY_TYPES) <= set(ALGORITHMS)


@headers
@pytest.mark.slow
@pytest.mark.parametrize(
    "core, changed, passes",
    [
        ("ascon-aead128/round,hash,xof", ("", ""), True),
        ("ascon-aead128/unrolled=2,bus=8,withheld=512,tag=8,noncemasking", ("", ""), True),
        ("tinyjambu-128/round", ("", ""), True),
        (
            "ascon-aead128/round,hash",
            ("[8*lane+:8]   = do_out[8*Mirrored+:8]", "[8*lane+:8] = do_out[8*lane+:8]"),
            False,
        ),
    ],
)
def test_entry_points_on_a_core(core, changed, passes, tmp_path, checked_compiler):
    """`python test_apb_psa.py` ends with 0, and nothing is done that C does not define; an
    answer with its bytes in the wrong order is found.
    """
    needs("cocotbext.apb")
    where = mbedtls.told()
    changed = ("apb" if changed[0] else "", *changed)
    found = ends_well(tmp_path, core, "apb", "apb_psa", changed, CC=checked_compiler, **where)
    assert found == passes


@headers
@pytest.mark.slow
@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler is installed")
def test_mbed_tls_calls_the_core(tmp_path):
    """The library's own functions give the core's known answers, refuse wrong tags, and count
    states and lengths as for an algorithm of its own.
    """
    needs("cocotbext.apb")
    call = mbedtls.emitted(tmp_path)
    said = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True)
    print(said.stdout[-3000:], said.stderr[-2000:])
    assert said.returncode == 0 and "PASS=3 FAIL=0" in said.stdout
