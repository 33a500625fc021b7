# SPDX-License-Identifier: Apache-2.0
"""`implement.slices`: what a placed netlist takes."""

from cipherfab.implement.slices import occupied


def placed(*places: str) -> dict:
    """Cells at these places."""
    return {str(at): {"attributes": {"NEXTPNR_BEL": place}} for at, place in enumerate(places)}


def test_two_functions_in_one_look_up_table_count_once():
    """O5 and O6 of one LUT6 are one site; the same letter in the other slice of a tile is another,
    as is another tile.
    """
    cells = placed(
        "X1Y2/SLICE_X0Y0.A5LUT", "X1Y2/SLICE_X0Y0.A6LUT", "X1Y2/SLICE_X1Y0.A6LUT",
        "X1Y3/SLICE_X0Y0.A6LUT")  # fmt: skip
    assert occupied(cells) == {"slices": 3, "lut_sites": 3}


def test_a_slice_may_have_no_look_up_table():
    """Flip-flops and carry chains take slices; what is outside of a slice, or nowhere, takes
    none.
    """
    cells = placed("X1Y2/SLICE_X0Y0.BFF", "X1Y2/SLICE_X0Y0.CARRY4", "X3Y3/PSEUDO_VCC", "")
    assert occupied({**cells, "x": {"attributes": {}}}) == {"slices": 1, "lut_sites": 0}
