# SPDX-License-Identifier: Apache-2.0
"""C++ texts as libraries."""

import ctypes

import pytest

from cipherfab.errors import ToolError
from cipherfab.tools import compiler

TEXT = 'extern "C" int twice(int number) { return 2 * number; }'


def test_a_text_becomes_a_library():
    """What it defines can be called."""
    assert compiler.library(TEXT).twice(ctypes.c_int(21)) == 42


@pytest.mark.parametrize(
    "name, text", [("no-such-compiler", TEXT), (compiler.COMPILER, "int f("), ("false", TEXT)]
)
def test_what_cannot_be_compiled_is_a_tool_failure(monkeypatch, name, text):
    """A missing compiler, a wrong text, and a program that is no compiler are named."""
    monkeypatch.setattr(compiler, "COMPILER", name)
    with pytest.raises(ToolError, match="a library was not compiled"):
        compiler.library(text)
