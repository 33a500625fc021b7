# SPDX-License-Identifier: Apache-2.0
"""The controller of AEGIS and MORUS: what core names may ask of it, and its parts."""

import pytest

from cipherfab.catalog import ALGORITHMS
from cipherfab.controllers.block.register_stream import RegisterStreamCore
from cipherfab.cores.aead import controller
from cipherfab.cores.names import parse
from cipherfab.errors import CallError
from cipherfab.modes.register_stream import RegisterStream

NAMES = [name for name, entry in ALGORITHMS.items() if isinstance(entry.model, RegisterStream)]


@pytest.mark.parametrize("name", NAMES)
def test_several_steps_in_a_clock_are_refused(name):
    """A block is taken in with each step."""
    with pytest.raises(CallError, match="one step per clock"):
        controller(parse(f"{name}/unrolled=2"))


@pytest.mark.parametrize("name", NAMES)
def test_a_nonce_has_a_register_where_the_initial_steps_read_it(name):
    """AEGIS; MORUS takes it once."""
    core = controller(parse(name))
    assert isinstance(core, RegisterStreamCore)
    assert core.stores_nonce == name.startswith("aegis")
