# SPDX-License-Identifier: Apache-2.0
"""Tables of Markdown."""

from cipherfab.report.markdown import table


def test_first_columns_stand_left_and_figures_right():
    """A ruler says so, and each line has its cells in order."""
    made = table(["core", "recipe", "GE"], [["ascon-128", "area", 12]], left=2)
    assert made == "| core | recipe | GE |\n| --- | --- | --: |\n| ascon-128 | area | 12 |\n"
