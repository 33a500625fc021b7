# SPDX-License-Identifier: Apache-2.0
"""What is read of a cell's groups in a Liberty file."""

import pytest

from cipherfab.implement import liberty, liberty_tables
from cipherfab.implement import liberty_groups as groups

CONDITION = 'leakage_power () { when : "A"; value : 3.0; }'
PLAIN = "leakage_power () { value : 5.0; }"


@pytest.mark.parametrize(
    "told, leaks",
    [
        (f"cell_leakage_power : 4.0; {CONDITION} {PLAIN}", 4.0),
        (f"{CONDITION} {PLAIN}", 5.0),
        (CONDITION, 0.0),
    ],
)
def test_leakage_without_a_condition_is_found_where_it_is_told(told, leaks):
    """As the cell's own attribute, or else in a group without a condition."""
    assert groups.leakage(groups.parse(f'cell ("X") {{ {told} }}')) == leaks


LISTED = """library(test) {
  time_unit : "1ns"; voltage_unit : "1V"; capacitive_load_unit (1, pf); leakage_power_unit : "1uW";
  nom_voltage : 1.0;
  cell(AND) { area : 1; pin(A) { direction : input; } pin(B) { direction : input; }
    pin(Y) { direction : output; function : "A & B";
      internal_power() { related_pin : "A B"; power(scalar) { values("2"); } }
      timing() { related_pin : "A B"; cell_rise(scalar) { values("3"); }
        cell_fall(scalar) { values("3"); } rise_transition(scalar) { values("1"); }
        fall_transition(scalar) { values("1"); } } } } }
"""


def test_a_list_of_related_pins_says_the_same_of_each(tmp_path):
    """Delays and power of an output are those of every input that the file names together."""
    (tmp_path / "cells.lib").write_text(LISTED)
    library = liberty.read(tmp_path / "cells.lib")
    cell = liberty_tables.read(library, ["AND"], liberty_tables.head(library))["AND"]
    assert [(one.related, float(one.energy(0, 0))) for one in cell.internal] == [("A", 2), ("B", 2)]
    assert [(one.related, float(one.delays[0].values)) for one in cell.arcs] == [("A", 3), ("B", 3)]
