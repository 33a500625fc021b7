# SPDX-License-Identifier: Apache-2.0
"""The layout of a package as a module of Zephyr. Zephyr itself is not there: its CMake functions
and its device tree are stubs.
"""

import re
import shutil
import subprocess

import mbedtls
import pytest
import yaml
from kinds import bridge_files, designed
from played import needs

from cipherfab.emit.package import write_files

needs("peakrdl_regblock", "peakrdl_cheader", "peakrdl_markdown")

STUBS = """
set(CONFIG_CORE y)
set(CONFIG_CORE_PSA {psa})
function(zephyr_library_named name)
  message("NAMED ${{name}}")
endfunction()
foreach(kind zephyr_include_directories zephyr_library_sources zephyr_library_compile_options
    zephyr_library_compile_definitions)
  cmake_language(EVAL CODE "function(${{kind}})
    message(\\"${{kind}} \\${{ARGN}}\\")
  endfunction()")
endforeach()
include({file})
"""
"""Functions of Zephyr that say how they are called."""

TREE = """
#define DT_REG_ADDR(node) node
#define DT_COMPAT_GET_ANY_STATUS_OKAY(compatible) compatible##_node
#define cipherfab_core_node 0x40000000u
"""
"""A device tree of one node."""


@pytest.fixture
def module(tmp_path):
    """A package of C files and what makes it a module."""
    write_files(bridge_files(designed("outputs"), [], ["apb"]), tmp_path)
    return tmp_path


def test_the_module_names_what_is_there(module):
    """Every path of module.yml exists, and the binding describes what the options depend on."""
    build = yaml.safe_load((module / "zephyr/module.yml").read_text())["build"]
    assert (module / build["cmake"] / "CMakeLists.txt").exists()
    kconfig = (module / build["kconfig"]).read_text()
    (binding,) = (module / build["settings"]["dts_root"] / "dts/bindings").rglob("*.yaml")
    compatible = yaml.safe_load(binding.read_text())["compatible"]
    assert binding.stem == compatible == "cipherfab,core"
    symbol = re.sub(r"\W", "_", compatible).upper()
    assert f"DT_HAS_{symbol}_ENABLED" in kconfig


def test_kconfig_reads_the_options(module, monkeypatch):
    """With a device in the tree the driver is built, its PSA driver only if asked for; without one,
    neither.
    """
    kconfiglib = pytest.importorskip("kconfiglib")
    monkeypatch.chdir(module)
    for there in "yn":
        (module / "top").write_text(
            f'config DT_HAS_CIPHERFAB_CORE_ENABLED\n\tdef_bool {there}\nsource "zephyr/Kconfig"\n'
        )
        symbols = kconfiglib.Kconfig("top").syms
        assert symbols["CORE"].str_value == there
        symbols["CORE_PSA"].set_value("y")
        assert symbols["CORE_PSA"].str_value == there


@pytest.mark.skipif(shutil.which("cmake") is None, reason="CMake is not installed")
@pytest.mark.parametrize("psa", [True, False])
def test_cmake_compiles_the_sources_of_the_driver(psa, module):
    """The library has every C file, that of PSA if it is asked for; with a device tree they compile
    as it says.
    """
    text = STUBS.format(psa="y" if psa else "n", file=module / "zephyr" / "CMakeLists.txt")
    (module / "stubs.cmake").write_text(text)
    said = subprocess.run(
        ["cmake", "-P", "stubs.cmake"], cwd=module, capture_output=True, text=True, check=True
    ).stderr
    sources = set(re.findall(r"/(core_\w+\.c)", said))
    assert sources == {path.name for path in module.glob("*.c") if psa or path.stem != "core_psa"}
    if psa and (mbedtls.SOURCE or mbedtls.INSTALLED.exists()):
        (module / "zephyr/devicetree.h").write_text(TREE)
        (base,) = re.findall(r"compile_definitions (\S+)", said)
        where = [f"-I{mbedtls.SOURCE}/include"] if mbedtls.SOURCE else []
        call = ["cc", "-std=c11", "-Werror", "-I.", "-include", "zephyr/devicetree.h", f"-D{base}"]
        subprocess.run([*call, *where, "-c", "core_psa.c"], cwd=module, check=True)
