# SPDX-License-Identifier: Apache-2.0
"""Tests of the search for cycle formulas, on made-up cycles."""

import os
import platform
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from cipherfab.measure.cycles import grid_points, hash_points
from cipherfab.measure.formula import closed, fit, misses, piecewise

SIZES = {"ad_block": 16, "block": 16, "word": 4}


def _simple(ad, message):
    return 34 + 6 * (ad > 0) + 6 * (ad // 8) + 6 * (message // 8)


def _waiting(ad, message):
    """A core that computes 2 cycles for a block, loads 4 words, and pads associated data with a
    block of its own.
    """
    words, first = -(-(message % 16) // 4), min(4, -(-message // 4))
    behind_padding = max(0, min(2, 3 - first)) if ad and ad % 16 == 0 else 0
    waits = max(0, -(-(ad % 16) // 4) - 2) + max(0, words - 2) + max(0, first - 1)
    return 16 + 4 * (ad // 16) + 4 * (message // 16) + waits + behind_padding


def _bytewise(ad, message):
    """A core that turns the end of a message byte by byte, and lets one block of associated data
    wait for the message.
    """
    first = min(4, -(-message // 4))
    return (
        12
        + 48 * -(-ad // 16)
        + 75 * -(-message // 16)
        + message % 16
        + (first if 0 < ad <= 16 else 0)
    )


def _steps(ad, message):
    """Nothing that the terms can say: every length of the last block has a number of its own."""
    rest = (0, 5, 3, 11, 4)[-(-(ad % 16) // 4)] * (0, 7, 1, 2, 13)[-(-(message % 16) // 4)]
    return 50 + 7 * (ad // 16) + 9 * (message // 16) + rest


def _measured(cycles, ad_block=16, block=16, word=4):
    return {point: cycles(*point) for point in grid_points(ad_block, block, word)}


def test_simple_cycles_give_the_simple_formula():
    """Cycles that are linear in blocks give the formula that a person would write."""
    formula = fit(_measured(_simple, 8, 8, 4), ad_block=8, block=8, word=4)
    assert formula.kind == "closed"
    assert formula.text == "34 + 6*[AD>0] + 6*floor(AD/8) + 6*floor(M/8)"


def test_a_word_of_the_bus_that_lacks_a_part_is_told_by_a_term_of_its_own():
    """Blocks of 22 bytes come in parts of two: the formula has the period of the bus word, and
    holds off the grid.
    """

    def cycles(ad, message):
        lacks = 0 < message % 4 <= 2
        return 197 + 91 * ((ad + 12) // 22) + 90 * (message > 0) + 91 * -(-message // 22) + lacks

    sizes = {"ad_block": 22, "block": 22, "word": 4, "ad_before": 12}
    formula = fit(_measured(cycles, 22, 22, 4), **sizes)
    assert "[0<M mod 4<=2]" in formula.text
    assert not misses(
        formula,
        {
            (ad, message): cycles(ad, message)
            for ad in (3, 31, 200)
            for message in (2, 3, 47, 130, 401)
        },
    )


OTHER_PROCESSOR = """
import runpy, sys
print(runpy.run_path(sys.argv[1])["formula_like_delirium"]().text, end="")
"""
"""Prints `formula_like_delirium`, with the kernels that ``OPENBLAS_CORETYPE`` names."""


def like_delirium(ad: int, message: int) -> int:
    """Cycles of a core like Elephant's Delirium."""
    first, rest = min(25, message), message % 25
    late = -max(0, first - 19) if ad >= 13 else int(0 < ad and first >= 19)
    waits = max(0, rest - 19) + max(0, rest - 20) + (message % 4 > 0)
    whole = 18 * (message > 0) + 19 * -(-message // 25) + 25 * (message // 25)
    whole += (ad >= 13) * (13 + max(0, (ad + 12) % 25 - 19)) + 25 * ((ad + 12) // 25)
    return 71 + whole + waits + late


def formula_like_delirium():
    """The formula that is found for it."""
    sizes = {"ad_block": 25, "block": 25, "word": 4, "ad_before": 12}
    return fit(_measured(like_delirium, 25, 25, 1), **sizes)


def test_the_first_block_of_a_message_waits_for_its_parts():
    """What its first parts wait for hangs on whether there is associated data, and a whole block of
    it; the formula says so and holds off the grid.
    """
    formula = formula_like_delirium()
    assert "[M>=19]" in formula.text
    assert not misses(
        formula,
        {
            (ad, message): like_delirium(ad, message)
            for ad in (3, 31, 200)
            for message in (2, 18, 47, 130, 401)
        },
    )


@pytest.mark.slow
@pytest.mark.skipif(platform.machine() != "x86_64", reason="names kernels of x86-64")
def test_the_formula_does_not_depend_on_the_processor():
    """The linear algebra rounds otherwise on each kind of processor: the formula is the same."""
    found = {
        kind: subprocess.run(
            [sys.executable, "-c", OTHER_PROCESSOR, str(Path(__file__))],
            env={**os.environ, "OPENBLAS_CORETYPE": kind},
            check=True,
            text=True,
            stdout=subprocess.PIPE,
        ).stdout
        # Kernels without and with fused multiply-add, which rounds once instead of twice.
        for kind in ("Prescott", "Haswell")
    }
    assert found["Prescott"] == found["Haswell"] == formula_like_delirium().text


def test_bytes_in_front_of_the_associated_data_count_with_it():
    """Where a nonce stands in the first block of associated data, blocks are counted with it, and
    the formula, closed or a table, says so and holds off the grid.
    """

    def cycles(ad, message):
        return 20 + 7 * ((ad + 12) // 20) + 5 * (message // 20)

    points = _measured(cycles, 20, 20, 4)
    sizes = {"ad_block": 20, "block": 20, "word": 4}
    formula = fit(points, **sizes, ad_before=12)
    assert formula.text == "20 + 7*floor((AD+12)/20) + 5*floor(M/20)"
    table = piecewise(points, **sizes, ad_before=12)
    assert "7*floor((AD+12)/20)" in table.text and piecewise(points, **sizes) is None
    everywhere = {point: cycles(*point) for point in product(range(70), repeat=2)}
    assert not misses(formula, everywhere) and not misses(table, everywhere)


def test_what_is_waited_for_behind_a_short_first_block():
    """Where the first block of associated data asks for no computation, the words of the second one
    are waited for, or without it those of the message's first one; the formula says so, and holds
    off the grid.
    """

    def cycles(ad, message):
        whole, words = (ad + 12) // 20, -(-message // 4)
        waits = max(0, min(7, -(-ad // 4)) - 3) if whole else max(0, min(5, words) - 1)
        return 30 + 9 * whole + 8 * (message // 20) + waits

    formula = fit(_measured(cycles, 20, 20, 4), ad_block=20, block=20, word=4, ad_before=12)
    assert formula.text == (
        "30 + max(0, min(7, ceil(AD/4)) - 3) + 9*floor((AD+12)/20) "
        "+ 8*floor(M/20) + [(AD+12)<20]*max(0, min(5, ceil(M/4)) - 1)"
    )
    assert not misses(formula, {point: cycles(*point) for point in product(range(70), repeat=2)})


@pytest.mark.parametrize("cycles", [_simple, _waiting, _bytewise])
def test_closed_formula_holds_off_the_grid(cycles):
    """A closed formula is exact for all lengths up to some blocks, not only for those that it was
    made from.
    """
    block = 8 if cycles is _simple else 16
    formula = closed(_measured(cycles, block, block, 4), ad_block=block, block=block, word=4)
    everywhere = {
        (ad, message): cycles(ad, message) for ad, message in product(range(70), repeat=2)
    }
    assert not misses(formula, everywhere)


def test_formula_of_a_core_that_waits_is_short():
    """Words that are waited for are found as such, in no more terms than the core's structure
    has."""
    assert len(closed(_measured(_waiting), **SIZES).parts) <= 8


def test_text_is_the_formula():
    """The printed formula, evaluated as it stands, gives the same cycles."""
    formula = closed(_measured(_waiting), **SIZES)
    python = (
        formula.text.replace(" mod ", " % ")
        .replace("=0]", "==0]")
        .replace("[", "int(")
        .replace("]", ")")
    )
    for ad, message in product((0, 1, 15, 16, 17, 40), repeat=2):
        values = {
            "AD": ad,
            "M": message,
            "ceil": lambda x: int(-(-x // 1)),
            "floor": int,
            "min": min,
            "max": max,
            "int": int,
        }
        assert eval(python, {"__builtins__": {}}, values) == formula(ad, message)


def test_table_where_no_sum_is_exact():
    """Cycles without structure within a block give a table, which is exact as well."""
    points = _measured(_steps)
    formula = fit(points, **SIZES)
    assert formula.kind == "piecewise"
    assert not misses(
        formula,
        {(ad, message): _steps(ad, message) for ad, message in product(range(70), repeat=2)},
    )


def test_table_says_what_it_is():
    """The text of a table names both slopes and says that a table follows."""
    text = piecewise(_measured(_steps), **SIZES).text
    assert text.startswith("7*floor(AD/16) + 9*floor(M/16) + table")


def test_one_wrong_point_leaves_no_formula():
    """If a single point fits nothing, there is no formula rather than an inexact one."""
    points = _measured(_waiting)
    points[16 * 16, 0] += 1
    assert fit(points, **SIZES) is None


def test_one_wrong_check_leaves_no_formula():
    """A formula that is exact on the grid and wrong elsewhere is not published."""
    points = _measured(_waiting)
    assert fit(points, **SIZES, checks={(70, 70): _waiting(70, 70)}) is not None
    assert fit(points, **SIZES, checks={(70, 70): _waiting(70, 70) + 1}) is None


def test_hash_has_no_associated_data():
    """Cycles of a hash give a formula of the message alone."""
    points = {
        point: 28 + min(2, -(-point[1] // 4)) + 6 * (point[1] // 8) for point in hash_points(8, 4)
    }
    assert fit(points, ad_block=0, block=8, word=4).text == "28 + min(2, ceil(M/4)) + 6*floor(M/8)"


def test_shifted_adds_a_constant():
    """A shifted formula is larger by the constant everywhere, closed or not."""
    for cycles in (_waiting, _steps):
        formula = fit(_measured(cycles), **SIZES)
        shifted, sizes = formula.shifted(7), product(range(0, 50, 7), repeat=2)
        assert all(shifted(ad, message) == formula(ad, message) + 7 for ad, message in sizes)


def test_search_is_deterministic():
    """The same cycles give the same text, in whatever order the points come."""
    points = _measured(_waiting)
    assert closed(points, **SIZES).text == closed(dict(reversed(points.items())), **SIZES).text
