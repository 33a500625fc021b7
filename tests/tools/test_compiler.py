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


def test_a_text_is_compiled_once(monkeypatch, tmp_path):
    """The second library of a text comes from the cache; another text is compiled."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    compiler.library(TEXT)
    monkeypatch.setattr(compiler, "_compile", None)
    assert compiler.library(TEXT).twice(ctypes.c_int(21)) == 42
    with pytest.raises(TypeError):
        compiler.library(TEXT.replace("2", "3"))


@pytest.mark.parametrize(
    "name, text", [("no-such-compiler", TEXT), (compiler.COMPILER, "int f("), ("false", TEXT)]
)
def test_what_cannot_be_compiled_is_a_tool_failure(monkeypatch, name, text):
    """A missing compiler, a wrong text, and a program that is no compiler are named."""
    monkeypatch.setattr(compiler, "COMPILER", name)
    with pytest.raises(ToolError, match="a library was not compiled"):
        compiler.library(text)
