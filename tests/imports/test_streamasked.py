# SPDX-License-Identifier: Apache-2.0
"""Requests for an output of any length on their way to a core with streams of its own."""

import pytest
from amaranth.sim import Simulator

from cipherfab.imports.streamasked import StreamAsked

QUIET = dict.fromkeys(("asks", "lone", "squeezes"), 0) | {"free": 1}


def told(*, mask: int, last: int = 0, goes_on: int = 0, **given: int) -> dict[str, int]:
    """What a word becomes, in one cycle in which the feed takes everything."""
    module, found = StreamAsked(32), {}
    simulator = Simulator(module)

    async def run(context):
        for name, value in {**QUIET, **given}.items():
            context.set(getattr(module, name), value)
        for name, value in {"valid": 1, "mask": mask, "last": last, "open": goes_on}.items():
            context.set(getattr(module.given, name), value)
        context.set(module.words.ready, 1)
        found["taken"] = context.get(module.given.ready)
        found["goes"] = context.get(module.words.valid)
        found["open"] = context.get(module.words.open)
        found["ends"] = context.get(module.ends)

    simulator.add_testbench(run)
    simulator.run()
    return found


@pytest.mark.parametrize(
    "given, expected",
    [
        ({"mask": 15, "goes_on": 1}, (1, 1, 1, 0)),
        ({"mask": 15, "lone": 1}, (1, 1, 1, 0)),
        ({"mask": 15, "asks": 1}, (0, 0, 0, 0)),
        ({"mask": 12, "asks": 1, "squeezes": 1, "last": 1}, (1, 1, 0, 0)),
        ({"mask": 15, "asks": 1, "squeezes": 1, "goes_on": 1}, (1, 1, 0, 0)),
        ({"mask": 0, "asks": 1, "squeezes": 1}, (1, 0, 0, 0)),
        ({"mask": 0, "asks": 1, "squeezes": 1, "last": 1}, (1, 0, 0, 1)),
        ({"mask": 0, "asks": 1, "squeezes": 1, "last": 1, "free": 0}, (0, 0, 0, 0)),
        ({"mask": 0, "last": 1}, (1, 1, 0, 0)),
    ],
)
def test_a_request_waits_for_its_message_and_for_nothing_behind_it(given, expected):
    """Words of the message pass as they are; a request waits until the message is over, and then
    passes without a word about what follows; what says that nothing follows ends the output, once
    no request is under way; the length of an empty string is open.
    """
    found = told(**given)
    assert tuple(found[name] for name in ("taken", "goes", "open", "ends")) == expected
