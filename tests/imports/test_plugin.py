# SPDX-License-Identifier: Apache-2.0
"""VHDL through the ghdl plugin of Yosys. What needs the plugin itself is skipped without it."""

import shutil

import pytest

from cipherfab.errors import CallError, DesignError, ToolError
from cipherfab.imports import plugin, third_party, vhdl
from cipherfab.imports.description import read
from cipherfab.tools import ghdl
from cipherfab.verify.answers import genkat
from cipherfab.verify.rtl.bare import BareSimulator


def installed() -> bool:
    """Whether GHDL and a plugin that works are here."""
    try:
        return bool(shutil.which("ghdl") and ghdl.plugin())
    except ToolError:
        return False


needs_plugin = pytest.mark.skipif(
    not installed(), reason="the ghdl plugin of Yosys is not installed"
)


def test_the_script_has_files_in_order_and_generics():
    """Yosys gets options, generics, files in the order given and the top, in this order; assertions
    and initial values go.
    """
    text = plugin.script(
        ["b.vhd", "a.vhd"],
        "Top",
        options=["--std=08", "-fsynopsys"],
        generics={"G_W": "32", "G_ON": "true"},
    )
    assert text.splitlines() == [
        "ghdl --std=08 -fsynopsys -gG_W=32 -gG_ON=true b.vhd a.vhd -e Top",
        "hierarchy -auto-top",
        "rename -top Top",
        "chformal -remove",
        "setattr -unset init w:*",
        "write_rtlil cipherfab-plugin.il",
    ]


@pytest.mark.parametrize(
    "wanted, found, expected",
    [
        ("", "Yosys 0.60, GHDL 5.1.1", True),
        ("", "Yosys 0.23", False),
        ("", "Yosys 0.40, GHDL 2.0.0", False),
        ("", None, False),
        ("ghdl", "Yosys 0.60, GHDL 5.1.1", False),
        ("plugin", "Yosys 0.23", True),
        ("plugin", None, True),
    ],
)
def test_who_reads(monkeypatch, wanted, found, expected):
    """The variable decides; without it, a plugin with a GHDL later than the faulty one reads, and
    no other.
    """

    def version():
        if found is None:
            raise ToolError("yosys: program not found")
        return found

    monkeypatch.setenv(plugin.ENVIRONMENT, wanted)
    monkeypatch.setattr(ghdl, "plugin", version)
    assert plugin.chosen() is expected


def test_an_unknown_reader_is_refused(monkeypatch):
    """Any other value of the variable is an error that names the two."""
    monkeypatch.setenv(plugin.ENVIRONMENT, "verific")
    with pytest.raises(CallError, match="CIPHERFAB_VHDL: expected plugin or ghdl, got 'verific'"):
        plugin.chosen()


def test_a_missing_plugin_that_is_asked_for_is_an_error(cores, monkeypatch, tmp_path):
    """Whoever forces the plugin and has no Yosys is told what to install, and gets no other reader
    in its place.
    """
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv(plugin.ENVIRONMENT, "plugin")
    description = read(cores / "vhdl" / "gift64.toml")
    with pytest.raises(ToolError, match="yosys-plugin-ghdl"):
        vhdl.elaborate(description, third_party.read_sources(description))


@needs_plugin
@pytest.mark.slow
def test_a_plugin_that_is_taken_by_itself_gives_known_answers(cores, monkeypatch, tmp_path):
    """A core whose index is a sum gives the official answers with a plugin that is the default; one
    of GHDL 2.0.0 gets it wrong.
    """
    monkeypatch.delenv(plugin.ENVIRONMENT, raising=False)
    if not plugin.chosen():
        pytest.skip(
            "the plugin does not say that its GHDL is later than 2.0.0, and is not the default"
        )
    design = third_party.load(cores / "vhdl" / "gift64.toml")
    inputs, outputs = genkat.calls("gift-64")
    assert design.third_party.reader.startswith("ghdl plugin of Yosys ")
    assert (
        BareSimulator.build(design, tmp_path).play(inputs[:5], outputs[:5], stall_seed=None).failure
        is None
    )


@needs_plugin
def test_the_plugin_reads_for_the_description_and_is_named(cores, monkeypatch):
    """A core of two files with mixed case in its name is read; reader, top and ports are those of
    the description.
    """
    monkeypatch.setenv(plugin.ENVIRONMENT, "plugin")
    design = third_party.load(cores / "vhdl" / "gift64.toml")
    assert design.third_party.reader == f"ghdl plugin of {ghdl.plugin()}"
    assert (
        "module Gift64(clk, rst, start, key, plaintext, done, ciphertext);"
        in design.sources["Gift64.v"]
    )
    assert "assert" not in design.sources["Gift64.v"]


@needs_plugin
def test_generics_and_errors_arrive_through_the_plugin(cores, monkeypatch):
    """Another generic gives another netlist; a source that is wrong is refused with GHDL's line."""
    monkeypatch.setenv(plugin.ENVIRONMENT, "plugin")
    path = cores / "vhdl" / "exchange.toml"
    one = third_party.load(path).sources
    path.write_text(path.read_text().replace("G_ADD = 1", "G_ADD = 2"))
    assert third_party.load(path).sources != one
    path.write_text(path.read_text().replace("G_ADD = 2", "G_MISSING = 2"))
    with pytest.raises((DesignError, ToolError), match="(?i)g_missing"):
        third_party.load(path)
