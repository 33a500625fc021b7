# SPDX-License-Identifier: Apache-2.0
"""What signals and modules of emitted Verilog are said to mean."""

import inspect
import re

import pytest

from cipherfab.cores.build import build, commented
from cipherfab.cores.meanings import SIGNALS, STREAMS, ports_of, said_of
from cipherfab.lwc.keyreader import KeyReader
from cipherfab.lwc.postprocessor import PostProcessor
from cipherfab.lwc.preprocessor import PreProcessor

SENTENCE = re.compile(r"[A-Z0-9].*\.")


@pytest.mark.parametrize(
    "said", [*(said for table in SIGNALS.values() for said in table.values()), *STREAMS.values()]
)
def test_a_meaning_is_a_sentence(said):
    """Each entry of the tables begins with a capital letter, ends with a full stop and fits into
    two lines of a comment.
    """
    assert SENTENCE.fullmatch(said) and len(said) < 190


@pytest.mark.parametrize("kind", [KeyReader, PostProcessor, PreProcessor])
def test_ports_are_read_from_the_docstring(kind):
    """Each port that the docstring of a part of the wrapper names gets what is said of it."""
    names = set(re.findall(r'"(\w+)": (?:In|Out)\(', inspect.getsource(kind)))
    assert names - set(ports_of(kind)) <= {"begins", "turn"}
    assert all(SENTENCE.fullmatch(said) for said in ports_of(kind).values())


def test_what_is_for_readers_of_the_source_is_left_out():
    """Sentences about subclasses and other docstrings do not reach the Verilog."""

    class Part:
        """Counts. A subclass says how far; see `Whole`."""

    assert said_of(Part()) == "Counts."


def test_no_mark_of_a_docstring_is_left():
    """Comments have no backticks, and none is empty."""
    text = commented("ascon-aead128/round,hash,xof")
    comments = [line.strip() for line in text.splitlines() if line.strip().startswith("//")]
    assert comments and not any("`" in line or line == "//" for line in comments)


def test_a_meaning_is_said_once_in_a_module():
    """No sentence stands twice in the declarations of a module."""
    (module,) = re.findall(r"^module \w+_buffer .*?^endmodule", commented("gift-cofb"), re.M | re.S)
    head = module.partition("  assign ")[0]
    said = re.findall(r"// .*\.$", head, re.M)
    assert len(said) == len(set(said)) > 5


def test_verified_text_has_no_meanings():
    """What is verified and hashed does not hang on the tables."""
    text = "".join(build("gift-cofb").sources.values())
    assert STREAMS["block"] not in text


def test_a_wire_between_instances_means_what_its_port_means():
    """In the top module `empty` is that of the buffer, and in a mode that keeps a message that of
    its memory.
    """
    text = commented("lilliput-ii-128")
    assert re.search(r"// Nothing waits to be sent[^\n]*\n(?:  // [^\n]*\n)?  wire empty;", text)
    assert "  // No block is kept.\n  wire empty;" in text


def test_a_table_speaks_of_the_modules_of_its_package():
    """A wire of the wrapper that is a port of a mode means what the table of the wrapper says, and
    nothing where that has no entry.
    """
    top = commented("gift-cofb").partition("endmodule")[0]
    of_modes = [said for name, said in SIGNALS["controllers"].items() if name not in SIGNALS["lwc"]]
    assert not [said for said in of_modes if f"// {said}" in top]
