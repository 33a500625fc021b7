# SPDX-License-Identifier: Apache-2.0
"""What the files of a package are made of: templates and hexadecimal words."""

from collections.abc import Iterable
from functools import cache
from importlib import resources
from pathlib import PurePath

from jinja2 import Environment, PackageLoader, StrictUndefined

LICENCE = "SPDX-License-Identifier: Apache-2.0"
"""In the first lines of every file of a package; its text is the package's ``LICENSE``."""

COMMENTS = {
    **dict.fromkeys((".md", ".svg"), ("<!-- ", " -->")),
    ".json": ("", ""),
    **dict.fromkeys((".core", ".txt", ".py", ".sdc", ".xdc", ".yml", ".yaml", ""), ("# ", "")),
    **dict.fromkeys((".v", ".sv", ".vlt", ".hex", ".c", ".h", ".rdl"), ("// ", "")),
}
"""How a line of a file is marked as a comment, by the file's ending. JSON has none: its texts
say it themselves."""

Port = tuple[str, str, int, str]
"""A port on the page: name, direction, bits, meaning."""


def filled(template: str, **values) -> str:
    """The text of a template file of ``emit``, with ``@NAME@`` replaced by the value of that
    name.
    """
    text = (resources.files(__package__) / template).read_text()
    # In the order of the call: a value may have the names of those behind it in it.
    for name, value in values.items():
        text = text.replace(f"@{name}@", str(value))
    return text


def page(template: str, **values) -> str:
    """A page of ``templates``, filled by Jinja2. It is Markdown, which people read as text, so
    nothing in it is escaped for HTML.
    """
    return _pages().get_template(template).render(**values)


@cache
def _pages() -> Environment:
    made = Environment(
        loader=PackageLoader(__package__, "templates"),
        autoescape=False,
        # A name that is misspelled in a template is an error, and no empty text.
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["whole"] = whole
    return made


def whole(value: float | None) -> str:
    """A number without decimals; a dash for none."""
    return "–" if value is None else f"{value:,.0f}"


def licensed(name: str, text: str) -> str:
    """The text of the file ``name`` with the licence's line at the top; behind the first one where
    the format fixes that one.

    Raises:
        KeyError: no comment is known for files that end so.
    """
    before, after = COMMENTS[PurePath(name).suffix]
    # Some templates have the line already.
    if LICENCE in text.partition("\n\n")[0]:
        return text
    # FuseSoC and the shell take these lines as the first one alone.
    first, end, rest = text.partition("\n") if text.startswith(("CAPI=", "#!")) else ("", "", text)
    return f"{first}{end}{before}{LICENCE}{after}\n{rest}"


def hexadecimal(words: Iterable[int], width: int) -> str:
    """Words of ``width`` bits as lines for ``$readmemh``."""
    return "".join(f"{word:0{-(-width // 4)}x}\n" for word in words)
