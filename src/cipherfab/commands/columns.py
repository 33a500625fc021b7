# SPDX-License-Identifier: Apache-2.0
"""``cipherfab columns``: the dictionary of what is exported."""

from ..plain import say
from ..report import printing
from ..report.listing import listing
from ..results import dictionary
from ..results.dictionary import markdown, plain


def show() -> None:
    """Print the columns of every table, and the metrics."""
    for name, columns in dictionary.TABLES.items():
        say(f"{name}:", apart=True)
        printing.show(
            listing(
                [
                    {
                        "column": column,
                        "type": said.type,
                        "unit": said.unit,
                        "meaning": said.meaning,
                    }
                    for column, said in columns.items()
                ],
                worded=True,
            )
        )
    say("metrics:", apart=True)
    printing.show(
        listing(
            [{"metric": name, **said} for name, said in plain()["metrics"].items()], worded=True
        )
    )


__all__ = ["markdown", "plain", "show"]
