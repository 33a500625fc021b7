# SPDX-License-Identifier: Apache-2.0
"""The dictionary of exported columns."""

from dataclasses import fields
from pathlib import Path

from cipherfab.dataset.entry import FIELDS, Run
from cipherfab.results import dictionary
from cipherfab.results.rows import EVIDENCE_COLUMNS, MEASUREMENT_COLUMNS


def test_every_exported_column_is_described_and_no_other():
    """The columns of the store's tables and of the data set, in their order."""
    assert tuple(dictionary.MEASUREMENTS) == MEASUREMENT_COLUMNS
    assert tuple(dictionary.EVIDENCE) == EVIDENCE_COLUMNS
    assert tuple(dictionary.CORES) == FIELDS
    assert tuple(dictionary.RUNS) == tuple(one.name for one in fields(Run))
    assert all(
        said.meaning.endswith(".")
        and said.type in ("string", "number", "integer", "boolean", "object", "array")
        for columns in dictionary.TABLES.values()
        for said in columns.values()
    )


def test_the_page_of_the_documentation_is_the_dictionary():
    """`docs/reference/columns.md` is what `cipherfab columns --markdown` prints."""
    page = Path(__file__).parents[2] / "docs" / "reference" / "columns.md"
    assert page.read_text() == dictionary.markdown()
