# SPDX-License-Identifier: Apache-2.0
"""The emitted C under cppcheck and the rules of MISRA C:2012 that its addon knows."""

import re
import shutil
import subprocess

import mbedtls
import pytest
from kinds import bridge_files, designed
from played import needs

from cipherfab.emit.package import write_files

needs("peakrdl_regblock", "peakrdl_cheader", "peakrdl_markdown")

DEVIATIONS = {
    "2.3": "a type that only users of the header need",
    "2.4": "PeakRDL's header names a register once as a type and once as a tag",
    "2.5": "PeakRDL's header has macros for all fields; so has the driver's for its users",
    "8.7": "functions of the driver that its own files do not call",
    "11.4": "an address as a pointer to a register",
    "12.1": "the order of operators is C's",
    "15.5": "a refusal returns at once",
    "18.4": "a pointer moves through a message",
    "20.10": "the names of PeakRDL's macros are put together",
}
"""Advisory rules that are not followed, and why. All others, and every required one, are."""


@pytest.mark.skipif(shutil.which("cppcheck") is None, reason="cppcheck is not installed")
@pytest.mark.slow
@pytest.mark.parametrize("kind", ["narrow, hashes", "outputs", "withheld", "keeps messages"])
def test_no_required_rule_is_broken(kind, tmp_path):
    """cppcheck finds no error and no warning, and of MISRA's rules only the advisory ones that are
    named here.
    """
    files = bridge_files(designed(kind), [], ["apb"])
    write_files(files, tmp_path)
    psa = bool(mbedtls.SOURCE) or mbedtls.INSTALLED.exists()
    sources = [
        name for name in files if name.endswith(".c") and (psa or not name.endswith("psa.c"))
    ]
    said = subprocess.run(
        ["cppcheck", "--addon=misra", "--std=c99", "--platform=unix32", "--quiet",
         "--enable=warning,performance,portability,style",
         "--suppress=knownConditionTrueFalse", "--suppress=badBitmaskCheck",
         "-DCORE_PSA_BASE=0x40000000", "--template={severity} {id} {file}:{line}", *sources],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    lines = (said.stdout + said.stderr).splitlines()
    found = {
        match[1] for line in lines if (match := re.match(r"style misra-c2012-([\d.]+) ", line))
    }
    assert len(found) > 3, "the addon ran"
    assert found <= set(DEVIATIONS), [line for line in lines if "misra" in line]
    assert not [line for line in lines if "misra" not in line and "nofile" not in line]
