# SPDX-License-Identifier: Apache-2.0
"""Tests of look-up tables that share a physical one."""

from cipherfab.implement.lut_sites import sites


def _lut(*inputs):
    ports = {f"I{place}": [net] for place, net in enumerate(inputs)}
    return {
        "type": f"LUT{len(inputs)}",
        "connections": {**ports, "O": [1000 + hash(inputs) % 1000]},
    }


def _count(*luts):
    return sites({f"l{place}": lut for place, lut in enumerate(luts)})


def test_two_functions_of_five_inputs_share_a_table():
    """Two look-up tables with five inputs together take one site, with six they take two."""
    assert _count(_lut(1, 2, 3, 4, 5), _lut(2, 3, 4)) == 1
    assert _count(_lut(1, 2, 3, 4, 5), _lut(5, 6)) == 2


def test_unrelated_small_functions_share_a_table():
    """Two and three inputs share a site although they have none in common; a LUT6 shares its with
    nothing.
    """
    assert _count(_lut(1, 2), _lut(3, 4, 5)) == 1
    assert _count(_lut(1, 2, 3, 4, 5, 6), _lut(1)) == 2


def test_no_table_is_in_two_pairs():
    """Three equal functions take two sites."""
    assert _count(_lut(1, 2, 3), _lut(1, 2, 3), _lut(1, 2, 3)) == 2


def test_inverters_are_tables_and_other_cells_are_not():
    """An inverter takes a site, or a part of one; flip-flops take none; constants are no inputs."""
    inverter = {"type": "INV", "connections": {"I": [1], "O": [2]}}
    flip_flop = {"type": "FDRE", "connections": {"D": [3], "Q": [4]}}
    constant = {
        "type": "LUT6",
        "connections": {
            "I0": [1],
            "I1": ["0"],
            "I2": [2],
            "I3": ["1"],
            "I4": [3],
            "I5": [4],
            "O": [9],
        },
    }
    assert _count(inverter, flip_flop) == 1 and _count(constant, inverter) == 1
