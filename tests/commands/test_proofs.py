# SPDX-License-Identifier: Apache-2.0
"""``cipherfab verify --prove``: what is counted."""

from cipherfab.commands import proofs
from cipherfab.verify.finding import Finding, to_json
from cipherfab.verify.messages.check import ANY_ORDER, LINK
from cipherfab.verify.messages.waiting import ANY_STALLS


def test_what_is_said_of_all_shapes_is_no_shape(capsys):
    """Shapes are counted, and any order and any stalls are told behind them, with their time."""
    found = [
        Finding(LINK, check, passed, "", 2.0)
        for check, passed in (("one", True), ("two", True), (ANY_ORDER, True), (ANY_STALLS, None))
    ]
    proofs.show({"name": "core", "findings": to_json(found)})
    assert capsys.readouterr().out == (
        "core: 2 shapes of messages: proved messages 2; pass any order; open any stalls (8 s)\n"
    )
