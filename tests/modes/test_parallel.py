# SPDX-License-Identifier: Apache-2.0
"""Modes with one call for a block: their table of calls, in model and hardware."""

from dataclasses import dataclass, replace

import pytest
from controllers.test_every_controller import plays_as_its_model
from tinytbc import tiny_theta_cb

from cipherfab.catalog import ALGORITHMS
from cipherfab.controllers import controller_of
from cipherfab.controllers.request import Request
from cipherfab.modes.parallel import CALLS, ParallelAead
from cipherfab.modes.thetacb import ThetaCb3

MODELS = [one.model for one in ALGORITHMS.values()]
MODES = {type(model): model for model in MODELS if isinstance(model, ParallelAead)}
KNOWN = {
    "of": {"data", "full", "short", "end", "setup"},
    "takes": {"block", "checksum", "own"},
    "gives": {"sum", "text", "stream", "tag", "register"},
}
"""What the head of `modes.parallel` says of each column."""


@pytest.mark.parametrize("mode", MODES.values(), ids=lambda mode: type(mode).__name__)
def test_each_part_of_a_message_has_one_call(mode):
    """Rows have names of their own, known words, and one of them is for each part of a message."""
    names, parts = ([getattr(call, of) for call in mode.calls] for of in ("name", "of"))
    assert len({*names}) == len(names)
    assert sorted(part for part in parts if part != "setup") == ["data", "end", "full", "short"]
    for column, words in KNOWN.items():
        assert {getattr(call, column) for call in mode.calls} <= words


@dataclass(frozen=True, kw_only=True)
class WithoutData(ThetaCb3):
    """ΘCB3 that enciphers zeros in place of associated data."""

    calls = tuple(replace(call, takes="own") if call.of == "data" else call for call in CALLS)


def test_hardware_follows_the_table():
    """What a changed table says of a call, the core does as the model does."""
    tiny = tiny_theta_cb()
    mode = WithoutData(cipher=tiny.cipher, tweaks=tiny.tweaks, nonce_bytes=12, tag_bytes=8)
    first, second, usual = (
        one.encrypt(bytes(16), bytes(12), data, b"text")
        for one, data in ((mode, b"data"), (mode, b"else"), (tiny, b"data"))
    )
    assert first == second != usual
    request = Request(aead=mode, architecture="inner", factor=2)
    plays_as_its_model(controller_of(mode).make(request))
