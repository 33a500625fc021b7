# SPDX-License-Identifier: Apache-2.0
"""The code that a result depends on: the modules that a function's module imports, and all that
they import in turn.

It is read from the sources and nothing is imported for it. Every import statement counts, wherever
in a module it stands, of modules of the same package; so do the packages that a module is in. With
a package come the folders beside its modules that are no packages: the test benches in C++. A
module that is found at run time (`discovery`) stands in no import statement; whoever makes a job
that uses it names it.

Comments are no part of it, since no result depends on them: what was computed stays when code is
explained. Docstrings are, as emitted RTL has them.
"""

import ast
import hashlib
import os
import re
import tokenize
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from ..errors import CallError
from ..results.digest import digest_file

PACKAGE = "__init__.py"
STRING_OR_COMMENT = re.compile(
    r"""(?P<string>
            \"\"\"[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*\"\"\"
          | \'\'\'[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*\'\'\'
          | "[^"\\\n]*(?:\\.[^"\\\n]*)*"
          | '[^'\\\n]*(?:\\.[^'\\\n]*)*'
        )
      | ^[ \t]*\#[^\n]*\n?
      | [ \t]*\#[^\n]*""",
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
"""What may have a number sign, from the left: a string, a line that is a comment, or a comment at
the end of a line.
"""


def closure(*modules: str) -> dict[str, str]:
    """The digest (`digest_code`) of every file that these modules' results depend on, by name.

    Args:
        modules: dotted names.

    Returns:
        By dotted name of the module, or ``PACKAGE/FOLDER/FILE`` of a file that is no Python;
        sorted.

    Raises:
        CallError: one of the modules is not there.
    """
    found: dict[str, str] = {}
    waiting = [(name, file_of(name)) for name in modules]
    while waiting:
        name, path = waiting.pop()
        if name not in found:
            found[name] = digest_code(path)
            waiting += _imports(name, path, found[name])
            found |= _data(name, path)
    return dict(sorted(found.items()))


def digest_code(path: Path) -> str:
    """SHA-256 of a file as 64 hexadecimal digits; of Python without its comments. The file is read
    again once it was written to.
    """
    found = path.stat()
    return _digest_of(path, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


@lru_cache(maxsize=4096)
def _digest_of(path: Path, *_: int) -> str:
    if path.suffix != ".py":
        return digest_file(path)
    with tokenize.open(path) as file:
        return hashlib.sha256(without_comments(file.read()).encode()).hexdigest()


def without_comments(text: str) -> str:
    """The text of a file of Python without comments, and without the lines that have nothing
    else.
    """
    # Not the tokenizer: it takes 0.6 s for all files of this package, in every process.
    return STRING_OR_COMMENT.sub(lambda found: found["string"] or "", text)


def file_of(name: str) -> Path:
    """The file of a name in a `closure`.

    Raises:
        CallError: it is not there.
    """
    module, _, data = name.partition("/")
    path = _find(module)
    if path is not None and data:
        path = path.parent / data
    if path is None or not path.is_file():
        raise CallError(f"no module {name}: expected the dotted path of a job's code.")
    return path


def _find(module: str) -> Path | None:
    """The file of a module, without importing its packages."""
    top, *rest = module.split(".")
    try:
        found = find_spec(top)
    # `ValueError`: a module without a spec, such as one that is run as a program.
    except (ImportError, ValueError):
        found = None
    if found is None or not found.origin:
        return None
    if not rest:
        return Path(found.origin)
    path = Path(found.origin).parent.joinpath(*rest) if found.submodule_search_locations else None
    candidates = [path / PACKAGE, path.with_name(f"{path.name}.py")] if path else []
    return next((candidate for candidate in candidates if candidate.is_file()), None)


@lru_cache(maxsize=4096)
def _imports(name: str, path: Path, sha256: str) -> tuple[tuple[str, Path], ...]:
    """The modules of the same package that a module with this content imports, and the packages
    that it is in; with their files.
    """
    # The hash is not looked at: by it each content of a file has an entry of the cache of its own.
    parts = name.split(".")
    names = [".".join(parts[:count]) for count in range(1, len(parts))]
    for module, members in _statements(name, path):
        if module.split(".")[0] == parts[0]:
            # What is taken from a package may be a module of it; what is none has no file
            # (`_find`).
            names += [module, *(f"{module}.{member}" for member in members)]
    return tuple((found, file) for found in dict.fromkeys(names) if (file := _find(found)))


def _statements(name: str, path: Path) -> list[tuple[str, list[str]]]:
    """The import statements of a file: absolute module, and the names that are taken from it."""
    inside = name.split(".") if path.name == PACKAGE else name.split(".")[:-1]
    found = []
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            found += [(alias.name, []) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            # One dot is the package itself, so a level of 1 cuts nothing off.
            base = inside[: len(inside) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            found.append((module, [alias.name for alias in node.names]))
    return found


def _data(name: str, path: Path) -> dict[str, str]:
    """What a package has beside its modules, in folders that are no packages."""
    if path.name != PACKAGE:
        return {}
    folders = [
        Path(entry)
        for entry in os.scandir(path.parent)
        if entry.is_dir() and entry.name != "__pycache__"
    ]
    files = [
        file
        for folder in folders
        if not (folder / PACKAGE).exists()
        for file in folder.rglob("*")
        if file.is_file()
    ]
    return {
        f"{name}/{file.relative_to(path.parent).as_posix()}": digest_code(file) for file in files
    }
