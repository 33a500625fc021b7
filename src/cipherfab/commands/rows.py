# SPDX-License-Identifier: Apache-2.0
"""Rows of a benchmark on the terminal."""

from ..report import printing, tables


def show(points: list[dict]) -> None:
    """Print one table; violated invariants and failures stand beside the rows that they concern."""
    printing.show(tables.bench(points))
