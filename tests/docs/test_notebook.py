# SPDX-License-Identifier: Apache-2.0
"""The notebook of the docs, run cell by cell without Jupyter."""

import ast
import contextlib
import importlib.util
import io
import json
from pathlib import Path

import matplotlib
import pytest

ROOT = Path(__file__).parents[2]
CELLS = json.loads((ROOT / "docs" / "how-to" / "notebook.ipynb").read_text())["cells"]


@pytest.fixture(scope="module")
def tool():
    """The script as a module."""
    spec = importlib.util.spec_from_file_location("notebook", ROOT / "tools" / "notebook.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(source, names):
    """What a cell prints, and its last line if that is an expression."""
    *before, last = ast.parse(source).body
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(before, []), "cell", "exec"), names)
        if not isinstance(last, ast.Expr):
            exec(compile(ast.Module([last], []), "cell", "exec"), names)
            return [printed.getvalue()]
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    return [printed.getvalue(), "" if value is None else repr(value)]


def test_cells_give_what_they_show(tool, monkeypatch):
    """Each cell gives the text that stands below it; `tools/notebook.py` writes them anew."""
    matplotlib.use("Agg")
    monkeypatch.setattr("matplotlib.pyplot.show", lambda: None)
    names, compared = {}, 0
    for cell in CELLS:
        if cell["cell_type"] == "code":
            shown = tool.texts(cell)
            assert [text for text in run("".join(cell["source"]), names) if text] == shown
            compared += len(shown)
    assert compared >= 7


def test_every_cell_was_run():
    """No code cell is without a number, none ended in an error, and one shows a picture."""
    code = [cell for cell in CELLS if cell["cell_type"] == "code"]
    assert all(cell["execution_count"] for cell in code)
    outputs = [output for cell in code for output in cell["outputs"]]
    assert not any(output["output_type"] == "error" for output in outputs)
    assert any("image/png" in output.get("data", {}) for output in outputs)
