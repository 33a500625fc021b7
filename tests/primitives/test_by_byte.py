# SPDX-License-Identifier: Apache-2.0
"""Tests of `cipherfab.primitives.by_byte`."""

from cipherfab.primitives.by_byte import CAME, LEAVING, Move, after_slot, departures

BYTES = list("abcdefgh")


def test_a_chain_without_moves_is_a_queue():
    """Bytes go on by one place in each slot and leave in the order in which they came."""
    assert after_slot(BYTES, (), 0, "x") == (list("xabcdefg"), "h")
    assert departures(()) == [7, 6, 5, 4, 3, 2, 1, 0]


def test_moves_apply_in_their_slots_only():
    """A place can wait, take what comes in or what any place has, and another byte than the last
    can leave.
    """
    moves = (Move(0, 0, (1,)), Move(3, CAME, (1, 2)), Move(LEAVING, 4, (1,)), Move(7, 2, (2,)))
    assert after_slot(BYTES, moves, 0, "x") == (list("xabcdefg"), "h")
    assert after_slot(BYTES, moves, 1, "x") == (list("aabxdefg"), "e")
    assert after_slot(BYTES, moves, 2, "x") == (list("xabxdefc"), "h")
