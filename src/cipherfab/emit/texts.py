"""What the files of a package are made of: templates and hexadecimal words."""

from collections.abc import Iterable
from importlib import resources

Port = tuple[str, str, int, str]
"""A port on the page: name, direction, bits, meaning."""


def filled(template: str, **values) -> str:
    """The text of a template file of this package, with ``@NAME@`` replaced by the value of that name."""
    text = (resources.files(__package__) / template).read_text()
    for name, value in values.items():
        text = text.replace(f"@{name}@", str(value))
    return text


def hexadecimal(words: Iterable[int], width: int) -> str:
    """Words of ``width`` bits as lines for ``$readmemh``."""
    return "".join(f"{word:0{-(-width // 4)}x}\n" for word in words)
