# SPDX-License-Identifier: Apache-2.0
"""``cipherfab columns``: the dictionary of what is exported."""

from ..plain import say
from ..report import tables
from ..results import dictionary
from ..results.dictionary import markdown, plain


def show() -> None:
    """Print the columns of every table, and the metrics."""
    for name, columns in dictionary.TABLES.items():
        say(f"{name}:", apart=True)
        tables.show(
            tables.algorithms(
                [
                    {
                        "column": column,
                        "type": said.type,
                        "unit": said.unit,
                        "meaning": said.meaning,
                    }
                    for column, said in columns.items()
                ]
            )
        )
    say("metrics:", apart=True)
    tables.show(
        tables.algorithms([{"metric": name, **said} for name, said in plain()["metrics"].items()])
    )


__all__ = ["markdown", "plain", "show"]
