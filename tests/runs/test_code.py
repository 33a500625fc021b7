# SPDX-License-Identifier: Apache-2.0
"""The code that a result depends on, read from the sources."""

import re
import tokenize
from pathlib import Path

import pytest

import cipherfab
from cipherfab.errors import CallError
from cipherfab.runs.code import closure, digest_code, file_of, without_comments

SOURCE = Path(cipherfab.__file__).parent


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package ``made``: `a` imports `b` within a function and `deep.c` by an absolute name;
    `lonely` is imported by nobody.
    """
    files = {
        "__init__": "",
        "a": "import json\n\ndef f():\n    from . import b\n    import made.deep.c\n",
        "b": "from .deep import d, VALUE\n",
        "lonely": "from .a import f\n",
        "deep/__init__": "VALUE = 1\n",
        "deep/c": "",
        "deep/d": "from ..b import anything\n",
    }
    for name, text in files.items():
        path = tmp_path / "made" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (tmp_path / "made" / "deep" / "bench").mkdir()
    (tmp_path / "made" / "deep" / "bench" / "x.cpp").write_text("int x;\n")
    (tmp_path / "made" / "__pycache__").mkdir()
    (tmp_path / "made" / "__pycache__" / "a.pyc").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path / "made"


def test_a_closure_has_what_is_imported_in_any_form(package):
    """Relative, absolute and local imports count, circles end, and with a package come its folders
    without Python.
    """
    found = closure("made.a")
    assert list(found) == [
        "made",
        "made.a",
        "made.b",
        "made.deep",
        "made.deep.c",
        "made.deep.d",
        "made.deep/bench/x.cpp",
    ]
    assert all(found[name] == digest_code(file_of(name)) for name in found)
    assert set(closure("made.deep.c")) == {
        "made",
        "made.deep",
        "made.deep.c",
        "made.deep/bench/x.cpp",
    }


CODE = """def f(a):
    \"\"\"What # is.\"\"\"

    return f"{a} # b"
"""


@pytest.mark.parametrize(
    ("text", "same"),
    [
        (f"# Why.\n{CODE}", True),
        (CODE.replace("(a):", "(a):  # why"), True),
        (CODE.replace("    return", "    # Why.\n    # And why not.\n    return"), True),
        (CODE.replace("What # is", "What # was"), False),
        (CODE.replace("# b", "# c"), False),
        (CODE.replace("return f", "return"), False),
        (CODE.replace("\n\n", "\n"), False),
    ],
)
def test_a_comment_is_no_part_of_what_a_result_depends_on(package, text, same):
    """So what was computed stays where code is explained; a docstring counts, and whatever only
    looks like a comment within a string.
    """
    path = package / "a.py"
    path.write_text(CODE)
    before = digest_code(path)
    path.write_text(text)
    assert (digest_code(path) == before) is same


def test_comments_are_found_as_python_finds_them():
    """In every file of a large folder, by Python's own tokenizer."""
    for path in (SOURCE / "verify").rglob("*.py"):
        text = path.read_text()
        assert without_comments(text) == _by_the_tokenizer(text), path


def _by_the_tokenizer(text: str) -> str:
    lines = text.splitlines(keepends=True)
    for token in list(tokenize.generate_tokens(iter(lines).__next__)):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            left = lines[row - 1][:column].rstrip()
            lines[row - 1] = f"{left}\n" if left else ""
    return "".join(lines)


def test_a_new_import_is_noticed(package):
    """An edit that imports another module brings it into the closure at once."""
    before = closure("made.deep.c")
    (package / "deep" / "c.py").write_text("from ..lonely import f\n")
    assert set(closure("made.deep.c")) - set(before) == {
        "made.lonely",
        "made.a",
        "made.b",
        "made.deep.d",
    }


@pytest.mark.parametrize(
    "name", ["made.nosuch", "nosuch", "made.a.b", "made.deep/bench/y.cpp", "made.b/bench/x.cpp"]
)
def test_what_is_not_there_is_refused(package, name):
    """A module or file that does not exist is the caller's error."""
    with pytest.raises(CallError, match=f"no module {name}"):
        file_of(name)


def test_nothing_else_imports_at_run_time():
    """Only `discovery`, the call of a job, the user's `cipherfab.core` and what writes registers
    with PeakRDL, if that is installed, import by a name.
    """
    dynamic = re.compile(r"import_module|__import__|spec_from|runpy")
    found = {
        str(path.relative_to(SOURCE))
        for path in SOURCE.rglob("*.py")
        if dynamic.search(path.read_text())
    }
    assert found == {"__init__.py", "discovery.py", "runs/jobs.py", "emit/bridges/registers.py"}


def test_the_package_never_uses_its_own_python_api():
    """No module takes `core` or `Core` from the package itself, which closures do not follow."""
    own_api = re.compile(r"from (cipherfab|\.+) import [^\n]*\b[Cc]ore\b|cipherfab\.[Cc]ore\b\(")
    found = {
        str(path.relative_to(SOURCE))
        for path in SOURCE.rglob("*.py")
        if own_api.search(path.read_text())
    }
    assert found <= {"__init__.py", "api.py"}, found
