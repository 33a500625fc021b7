# SPDX-License-Identifier: Apache-2.0
"""The Verilog that `emit` writes: the text that was verified, with comments."""

import pytest

from cipherfab.cores.build import build, commented
from cipherfab.emit.rtl import COMMENT, files
from cipherfab.errors import DesignError

CORES = ["ascon-aead128", "gift-cofb", "skinny-64-64", "paef-forkskinny-64-192/round,inplace"]


def shape(text: str) -> str:
    """A text without comments and white space."""
    return "".join(COMMENT.sub("", text).split())


@pytest.mark.parametrize("name", CORES)
def test_comments_are_all_that_differs(name):
    """Without comments and white space the emitted modules are those that were verified."""
    design = build(name)
    found = files(design, "Evidence: none.", commented(name))
    (text,) = design.sources.values()
    assert shape("".join(found.values())) == shape(text)


def test_another_text_is_refused():
    """A text with comments that differs from the verified one in a gate is not written."""
    design = build("skinny-64-64")
    with pytest.raises(DesignError, match="not the one that was verified"):
        files(design, "Evidence: none.", commented("skinny-64-64").replace("1'b0", "1'b1", 1))


def test_each_module_says_what_it_is():
    """In front of each module of a core with a bus stands what it is, from the source."""
    found = files(build("ascon-aead128"), "Evidence: none.", commented("ascon-aead128"))
    said = {
        "ascon_aead128.sv": "// A core with the LWC Hardware API: a mode, and what reads and",
        "ascon_aead128_mode.sv": "// A mode in hardware: it takes blocks, drives its primitive",
        "ascon_aead128_pre.sv": "// Reads PDI.",
        "ascon_aead128_keyreader.sv": "// Keeps the key of the last ACTIVATE_KEY in a register",
    }
    for name, sentence in said.items():
        assert sentence in found[name]


@pytest.mark.parametrize("name", ["ascon-aead128", "gift-cofb"])
def test_ten_lines_in_a_hundred_are_comments(name):
    """Of what is emitted at least a tenth is comments, for a sponge and a block mode."""
    lines = "".join(files(build(name), "Evidence: none.", commented(name)).values()).splitlines()
    comments = sum(line.lstrip().startswith("//") for line in lines)
    assert comments >= len(lines) / 10


def test_the_mode_is_short():
    """The controller of Ascon-AEAD128 is at most 350 lines with all that is said of it."""
    found = files(build("ascon-aead128"), "Evidence: none.", commented("ascon-aead128"))
    assert len(found["ascon_aead128_mode.sv"].splitlines()) <= 350
