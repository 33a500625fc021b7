# SPDX-License-Identifier: Apache-2.0
"""Records as lines of tables."""

from cipherfab.studies.listing import at, lined

RECORD = {"core": "prince", "measured": {"area_ge": 8025.0}, "recipe": None}


def test_a_place_leads_into_the_records_of_a_record():
    """Where something on the way is missing, or is no record, there is no value."""
    assert at(RECORD, "core") == "prince" and at(RECORD, "measured.area_ge") == 8025
    assert at(RECORD, "measured.luts") is None and at(RECORD, "recipe.seed") is None
    assert at(RECORD, "core.name") is None and at(None, "core") is None


def test_columns_are_places_or_functions():
    """Each record gives a line, with the columns in their order."""
    columns = {"Core": "core", "kGE": lambda record: record["measured"]["area_ge"] / 1000}
    assert lined([RECORD], columns) == [{"Core": "prince", "kGE": 8.025}]
    assert list(lined([RECORD], columns)[0]) == ["Core", "kGE"] and lined([], columns) == []
