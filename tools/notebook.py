# SPDX-License-Identifier: Apache-2.0
"""Runs docs/how-to/notebook.ipynb and writes it with what its cells give.

    pip install nbclient ipykernel
    python tools/notebook.py [--check]

Jupyter is no dependency of cipherfab: only who changes the notebook needs nbclient. ``--check``
runs it without writing and ends with 1 if a cell prints another text. The test of the notebook runs
its cells without Jupyter.
"""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).resolve().parent.parent / "docs" / "how-to" / "notebook.ipynb"
SECONDS = 300
"""Of a cell."""


def main() -> int:
    """Run, compare, write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="compare and write nothing")
    options = parser.parse_args()
    try:
        import nbformat
        from nbclient import NotebookClient
    except ImportError as error:
        print(
            f"{error.name}: expected it to be installed; run `pip install nbclient ipykernel`",
            file=sys.stderr,
        )
        return 3
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    before = [texts(cell) for cell in notebook.cells]
    NotebookClient(notebook, timeout=SECONDS, kernel_name="python3").execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    differ = [
        number for number, cell in enumerate(notebook.cells, 1) if texts(cell) != before[number - 1]
    ]
    if options.check:
        print("\n".join(f"cell {number}: another text" for number in differ) or "as it was")
        return int(bool(differ))
    notebook.metadata = {"kernelspec": {"display_name": "Python 3", "name": "python3"}}
    NOTEBOOK.write_text(nbformat.writes(notebook) + "\n")
    print(f"{NOTEBOOK.name}: {len(notebook.cells)} cells, {len(differ)} with another text")
    return 0


def texts(cell: Mapping[str, Any]) -> list[str]:
    """What a cell printed and what its last line gave, as text; pictures are left out."""
    found = []
    for output in cell.get("outputs", ()):
        said = output.get("text") or output.get("data", {}).get("text/plain", "")
        found.append("".join(said))
    return [text for text in found if not text.startswith("<Figure")]


if __name__ == "__main__":
    sys.exit(main())
