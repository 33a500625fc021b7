# SPDX-License-Identifier: Apache-2.0
"""Cores that several tests unroll, read once."""

from collections.abc import Callable

import pytest
from planted import planted

from cipherfab.cores.build import build
from cipherfab.design import Design
from cipherfab.verify.equivalence.netlist import read_rtl
from cipherfab.verify.messages.prove import Found, prove
from cipherfab.verify.messages.shapes import Part, Shape
from cipherfab.verify.messages.unroll import Machine


class Core:
    """A design, its RTL unrolled, and a folder to prove in."""

    def __init__(self, design: Design, directory):
        self.design, self.directory = design, directory
        self.machine, self.known = Machine(read_rtl(design, directory), design), set()

    def proved(self, *parts: Part, **options) -> Found:
        """What became of the messages one behind the other."""
        stalls = options.pop("stalls", None)
        return prove(
            self.design,
            self.machine,
            Shape(parts=parts, stalls=stalls),
            self.directory,
            known=self.known,
            **options,
        )


@pytest.fixture(scope="session")
def ascon(tmp_path_factory) -> Core:
    """``ascon-aead128``."""
    return Core(build("ascon-aead128"), tmp_path_factory.mktemp("ascon"))


@pytest.fixture
def spoilt(tmp_path) -> Callable[..., Core]:
    """``ascon-aead128`` with something planted: see `planted.planted`."""
    return lambda *given, **options: Core(planted("ascon-aead128", *given, **options), tmp_path)
