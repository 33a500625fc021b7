# SPDX-License-Identifier: Apache-2.0
"""The Python interface."""

import subprocess
import sys

import pytest

import cipherfab
from cipherfab.errors import CallError


def test_importing_the_package_imports_nothing_heavy():
    """The package, its version and the command line come without catalog, Amaranth, NumPy and
    matplotlib.
    """
    heavy = ("cipherfab.catalog", "cipherfab.api", "amaranth", "numpy", "matplotlib", "pandas")
    code = f"import sys, cipherfab.cli; print([name for name in {heavy} if name in sys.modules])"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip()
        == "[]"
    )


def test_a_core_has_its_shortest_name():
    """However it is spelt, a core is called by its shortest name, and says so."""
    found = cipherfab.core("ascon-aead128/round,bus=32")
    assert found.name == "ascon-aead128" and repr(found) == "cipherfab.core('ascon-aead128')"
    assert found.algorithm.title == "Ascon-AEAD128"


def test_an_unknown_core_is_refused_with_the_nearest_names():
    """The error is that of the command line."""
    with pytest.raises(CallError, match="ascon-128"):
        cipherfab.core("ascon-12")
    assert not hasattr(cipherfab, "no_such_thing")


def test_models_compute():
    """An AEAD decrypts what it encrypts, a hash has its length, a primitive maps integers to
    integers.
    """
    aead = cipherfab.core("ascon-aead128").model
    sealed = aead.encrypt(bytes(16), bytes(16), b"header", b"text")
    assert aead.decrypt(bytes(16), bytes(16), b"header", sealed) == b"text"
    assert aead.decrypt(bytes(16), bytes(16), b"other", sealed) is None
    assert len(cipherfab.core("ascon-hash256").model.digest(b"")) == 32
    assert cipherfab.core("prince").model(0, 0)[0] == 0x818665AA0D02DFDA


def test_verilog_is_that_of_the_design():
    """The text has the top module of the core."""
    found = cipherfab.core("prince")
    assert (
        f"module {found.design.top}" in found.verilog()
        and list(found.design.sources.values())[0] in found.verilog()
    )


@pytest.mark.slow
def test_a_core_is_verified_emitted_and_measured(tmp_path, monkeypatch):
    """What the command line does, from Python."""
    monkeypatch.setenv("CIPHERFAB_HOME", str(tmp_path / "home"))
    found = cipherfab.core("prince")
    assert found.verify()["passed"]
    assert "README.md" in found.emit(tmp_path / "out")
    (row,) = found.bench(recipes=("area",), periods=1, seeds=1, netlist=False)
    assert row["core"] == "prince" and row["area_ge"] > 1000 and row["verified"]
