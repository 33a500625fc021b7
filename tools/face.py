# SPDX-License-Identifier: Apache-2.0
"""How the source reads, in numbers: this tree beside an older one.

    python tools/face.py [--against REVISION] [--json]

Counts are of `src/cipherfab`; docs are the pages below `docs/`. With ``--against`` the tree of that
revision stands in a second column. Statements are counted beside lines: a formatter changes lines,
it does not change statements. A *torn string* is a piece of an implicit concatenation with fewer
than three words that does not end the string; a *wrapper* is a parenthesis around one expression
that begins on the line of its ``=``. A *comment* is a line of one that tells a reader something:
the line of the licence is none, nor is what speaks to a tool (``fmt:``, ``noqa``, ``type:``).
"""

import argparse
import ast
import io
import json
import re
import subprocess
import tarfile
import tempfile
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

WIDTH = 100
"""Columns of a line."""

LEFT = {
    "architectures": 112,
    "controllers/block": 0,
    "controllers/fork": 26,
    "controllers/parallel": 0,
    "controllers/sponge": 0,
    "controllers/two_pass": 0,
    "implement": 18,
    "imports": 13,
    "lwc": 22,
    "verify": 26,
}
"""Attributes born outside ``__init__`` that are left, by folder of `src/cipherfab`: one that is not
listed has at most `SOME`. More than that fails (tests/test_face.py); who mends some lowers the
number.
"""

SOME = 1
"""Attributes born outside ``__init__`` that a folder may have which is not in `LEFT`."""

MANY = 7
"""A function with more parameters than this is counted."""

TO_NO_READER = re.compile(r"#\s*(SPDX-|fmt:|noqa\b|type:|ruff:)")
"""How a comment begins that says the licence or speaks to a tool."""

LONG_FILE, LONG_FUNCTION = 400, 40
"""A file or a function with more lines than this is counted; docstrings count."""


def main() -> None:
    """Print the table."""
    options = asked()
    columns = {"here": figures(ROOT)}
    if options.against:
        with tempfile.TemporaryDirectory() as folder:
            columns = {options.against: figures(unpacked(options.against, Path(folder))), **columns}
    if options.json:
        print(json.dumps(columns, indent=2))
        return
    print(f"| | {' | '.join(columns)} |")
    print(f"|---|{'--:|' * len(columns)}")
    for name in columns["here"]:
        print(f"| {name} | {' | '.join(f'{column[name]:,}' for column in columns.values())} |")


def asked() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--against", metavar="REVISION", help="a second column: that revision")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def unpacked(revision: str, folder: Path) -> Path:
    """The tree of a revision, in a folder."""
    archive = subprocess.run(
        ["git", "archive", revision, "src", "docs", "README.md"],
        cwd=ROOT,
        check=True,
        capture_output=True,
    ).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        tar.extractall(folder, filter="data")
    return folder


def figures(root: Path) -> dict[str, int]:
    """Each count by its name.

    Args:
        root: A tree with `src/cipherfab` and `docs`.
    """
    texts = {path: path.read_text() for path in sorted((root / "src/cipherfab").rglob("*.py"))}
    trees = [ast.parse(text) for text in texts.values()]
    tokens = [list(tokenize.generate_tokens(io.StringIO(text).readline)) for text in texts.values()]
    lines = [line for text in texts.values() for line in text.splitlines()]
    written = [token for file in tokens for token in file if token.type == tokenize.COMMENT]
    comments = sum(TO_NO_READER.match(token.string) is None for token in written)
    alone = sum(token.line.lstrip().startswith("#") for token in written)
    documented = sum(docstring_lines(tree) for tree in trees)
    blank = sum(not line.strip() for line in lines)
    # A blank line of a docstring is in both counts. A line with a comment at its end is code.
    inside = sum(docstring_lines(tree, blank=True) for tree in trees)
    code = len(lines) - blank - alone - (documented - inside)
    parameters = sorted(filter(None, (number for tree in trees for number in wide(tree))))
    functions = [n for tree in trees for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]
    pages = [page.stat().st_size for page in sorted((root / "docs").rglob("*.md"))]
    current = [
        page.stat().st_size
        for page in sorted((root / "docs").rglob("*.md"))
        if "history" not in page.parts
    ]
    return {
        "files": len(texts),
        f"files over {LONG_FILE} lines": sum(
            len(text.splitlines()) > LONG_FILE for text in texts.values()
        ),
        "lines of the longest file": max(len(text.splitlines()) for text in texts.values()),
        "lines": len(lines),
        "statements": sum(isinstance(node, ast.stmt) for tree in trees for node in ast.walk(tree)),
        "lines of code": code,
        "lines of docstrings": documented,
        "comments": comments,
        "comments per 1,000 lines of code": round(1000 * comments / code),
        "lines of modes/": lines_below(texts, "modes"),
        "lines of controllers/": lines_below(texts, "controllers"),
        "attributes born outside __init__": sum(born_outside(tree) for tree in trees),
        f"functions with more than {MANY} parameters": len(parameters),
        "parameters of the largest function": max(parameters, default=0),
        f"functions over {LONG_FUNCTION} lines": sum(map(is_long, functions)),
        "torn strings": sum(torn(file) for file in tokens),
        "wrappers": sum(len(re.findall(r"[^=!<>]= \($", text, re.M)) for text in texts.values()),
        f"lines over {WIDTH} columns": sum(len(line) > WIDTH for line in lines),
        "bytes of docs, without history": sum(current),
        "bytes of the largest page, without history": max(current),
        "pages of docs": len(pages),
    }


def is_long(node: ast.FunctionDef) -> bool:
    """Whether a function has many lines."""
    return node.end_lineno - node.lineno >= LONG_FUNCTION


def lines_below(texts: dict[Path, str], folder: str) -> int:
    """The lines of the files below a folder of the package."""
    return sum(len(text.splitlines()) for path, text in texts.items() if folder in path.parts)


def docstring_lines(tree: ast.Module, *, blank: bool = False) -> int:
    """The lines of docstrings, of attributes too; or the blank ones of them."""
    return sum(
        len(re.findall(r"\n[ \t]*(?=\n)", node.value.value))
        if blank
        else node.end_lineno - node.lineno + 1
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def wide(tree: ast.Module) -> Iterator[int]:
    """How many parameters a function has, if many; ``self`` and ``cls`` are none."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = [
                argument.arg
                for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
            ]
            number = len([name for name in names if name not in ("self", "cls")])
            if number > MANY:
                yield number


def left(root: Path) -> Counter[str]:
    """The attributes born outside ``__init__``, by folder as in `LEFT`."""
    found: Counter[str] = Counter()
    for path in sorted((root / "src/cipherfab").rglob("*.py")):
        parts = path.relative_to(root / "src/cipherfab").parts[:-1]
        known = ["/".join(parts[:length]) for length in (2, 1)]
        folder = next((name for name in known if name in LEFT), "/".join(parts[:1]))
        found[folder] += born_outside(ast.parse(path.read_text()))
    return found


def born_outside(tree: ast.Module) -> int:
    """The attributes of ``self`` that a class assigns in another method than ``__init__`` only, and
    does not declare in its body; a ``setattr`` of ``self`` counts as one.
    """
    return sum(
        len(assigned(node, others=True) - assigned(node, others=False) - declared(node))
        + sets(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    )


def sets(node: ast.ClassDef) -> int:
    """How often a class calls ``setattr`` of ``self``."""
    return sum(
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id == "setattr"
        and isinstance(call.args[0], ast.Name)
        and call.args[0].id == "self"
        for call in ast.walk(node)
    )


def declared(node: ast.ClassDef) -> set[str]:
    """The attributes that a class declares in its body."""
    return {
        statement.target.id
        for statement in node.body
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name)
    }


def assigned(node: ast.ClassDef, *, others: bool) -> set[str]:
    """The attributes of ``self`` that ``__init__`` assigns, or that the other methods do."""
    methods = [
        method
        for method in node.body
        if isinstance(method, ast.FunctionDef) and (method.name != "__init__") == others
    ]
    return {
        target.attr
        for method in methods
        for target in ast.walk(method)
        if isinstance(target, ast.Attribute)
        and isinstance(target.ctx, ast.Store)
        and isinstance(target.value, ast.Name)
        and target.value.id == "self"
    }


def torn(tokens: list[tokenize.TokenInfo]) -> int:
    """The pieces of implicit concatenations that are shorter than three words and not the last."""
    kept = [token for token in tokens if token.type not in (tokenize.NL, tokenize.COMMENT)]
    pairs = zip(kept, kept[1:])
    return sum(
        first.type == second.type == tokenize.STRING and len(first.string.split()) < 3
        for first, second in pairs
        if first.end[0] != second.start[0]
    )


if __name__ == "__main__":
    main()
