# SPDX-License-Identifier: Apache-2.0
"""Core names: ``ALGORITHM[/ARCHITECTURE[,OPTION…]]``, as the command line, the store, the plots and
the file names use them.

What there is stands in `architectures.ARCHITECTURES` and `options.OPTIONS`; this module reads a
name by them, and says what does not fit.
"""

import difflib
from collections.abc import Iterable
from typing import Any

from ..catalog import Algorithm, find
from ..errors import CallError
from .architectures import ARCHITECTURES, Values
from .corename import CoreName
from .option import Option
from .options import OPTIONS
from .vocabulary import either, meaning


def parse(text: str) -> CoreName:
    """The core that ``text`` names.

    Raises:
        CallError: an unknown algorithm, architecture or option, with the nearest names; or two
            parts that do not go together.
    """
    algorithm_name, slash, rest = text.partition("/")
    # The path of a description has slashes of its own.
    is_path = not algorithm_name or "." in algorithm_name or text.lower().endswith(".toml")
    algorithm = find(text if is_path else algorithm_name)
    if algorithm.base:
        raise CallError(
            f"'{text}': its options are those of a core: {algorithm.base}/round,…, with tag=BYTES "
            f"or noncemasking."
        )
    first, *others = rest.split(",") if slash else ["round"]
    try:
        architecture, factor = _architecture(algorithm, first, rest)
        options = _options(algorithm, others)
        core = CoreName(
            algorithm=algorithm, architecture=architecture, factor=factor, options=options
        )
        # What is implied is checked like what is written.
        return _checked(_with_implied(core))
    except CallError as error:
        raise CallError(f"'{text}': {error}") from None


def canonical(text: str) -> str:
    """A name as it is printed today; one that names no core of ours as it is.

    Records of earlier versions call a masked core without its scheme.
    """
    try:
        return str(parse(text))
    except CallError:
        return text


def number(text: str) -> int:
    """A number of up to nine decimal digits; 0 for anything else.

    Python's own ``int`` takes digits of any script, and raises for very many.
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _architecture(algorithm: Algorithm, part: str, rest: str) -> tuple[str, int]:
    name, equals, value = part.partition("=")
    if _named(part):
        raise CallError(
            f"'{name}' is an option, and an architecture comes before it: "
            f"{algorithm.name}/round,{rest}."
        )
    if name not in ARCHITECTURES:
        raise CallError(f"unknown architecture '{name}'. {_nearest(name, ARCHITECTURES)}")
    found = ARCHITECTURES[name]
    if not found.fits(algorithm):
        taken = ", ".join(one.form for one in ARCHITECTURES.values() if one.fits(algorithm))
        raise CallError(
            f"{name} does not fit {algorithm.name}, which takes {taken}. {meaning(name)}."
        )
    if found.values is None:
        if equals:
            raise CallError(f"architecture '{name}' takes no number, got '{part}'.")
        return name, 1
    factor = _value(found.values(algorithm), found.form, part)
    return ("round", 1) if factor == found.plain(algorithm) else (name, factor)


def _value(values: Values, form: str, part: str) -> Any:
    """The value of a part, ``name=value``. Raises `CallError` if it is none of ``values``."""
    text = part.partition("=")[2]
    # Values of an option are all numbers or all names.
    read = number(text) if isinstance(values[0], int) else text
    if read not in values:
        name, _, letter = form.partition("=")
        if isinstance(values, range):
            which = "a positive number" if values[0] == 1 else f"{values[0]} to {values[-1]} as"
            raise CallError(f"expected {form} with {which} {letter}, got '{part}'.")
        raise CallError(f"expected {name}= one of {', '.join(map(str, values))}, got '{part}'.")
    return read


def _named(part: str) -> list[Option]:
    """The options that a part begins; of ``gadget=…`` all."""
    name = part.partition("=")[0]
    return [one for key, one in OPTIONS.items() if name in (key, key.partition("=")[0])]


def _options(algorithm: Algorithm, parts: Iterable[str]) -> dict[str, Any]:
    """The attributes that the options of a name give to a core."""
    found: dict[str, Any] = {}
    for part in parts:
        option, value = _option(algorithm, part)
        if option.attribute in found:
            others = [one.name for one in OPTIONS.values() if one.attribute == option.attribute]
            raise CallError(
                f"an option is given twice, or two of {', '.join(others)}; the second is '{part}'."
            )
        found[option.attribute] = value
    return found


def _option(algorithm: Algorithm, part: str) -> tuple[Option, Any]:
    """An option and its value. Raises `CallError` if it is unknown or does not fit."""
    options = _named(part)
    if not options:
        raise CallError(f"unknown option '{part}'. {_nearest(part.partition('=')[0], OPTIONS)}")
    # A whole part may be the name of an option, as ``gadget=ti`` is.
    option = OPTIONS.get(part, options[0])
    if len(options) > 1 and option.name != part:
        values = [one.name.partition("=")[2] for one in options]
        _value(values, options[0].name.partition("=")[0] + "=", part)
    if not option.fits(algorithm):
        raise CallError(
            f"option '{option.name}' does not fit {algorithm.name}. {meaning(option.name)}."
        )
    if option.values is not None:
        return option, _value(option.values(algorithm), option.form, part)
    if part != option.name:
        raise CallError(
            f"option '{option.name}' takes no value, got '{part}'. {meaning(option.name)}."
        )
    return option, option.given


def _nearest(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, known, n=3, cutoff=0.3) or known
    return f"The nearest names are: {', '.join(near)}."


def _with_implied(core: CoreName) -> CoreName:
    """With what is meant without being written, such as the scheme of a masked core."""
    for option in OPTIONS.values():
        # The first one that is implied stays: then its attribute is not absent any more.
        if getattr(core, option.attribute) == option.absent and _allowed(option, core):
            core = core.having(**{option.attribute: option.given}) if option.implied(core) else core
    return core


def _allowed(option: Option, core: CoreName) -> bool:
    return not option.goes_with or any(map(core.has, option.goes_with))


def _checked(core: CoreName) -> CoreName:
    """The core. Raises `CallError` if two of its parts do not go together."""
    for option in (one for one in OPTIONS.values() if core.has(one.name)):
        got = f"got {','.join(core.parts)}. {option.name}: {meaning(option.name)}"
        if not _allowed(option, core):
            raise CallError(
                f"{option.name} goes with {either(map(_form, option.goes_with))}; {got}."
            )
        if refused := [part for part in option.without if core.has(part)]:
            raise CallError(f"{option.name} does not go with {_form(refused[0])}; {got}.")
    return core


def _form(parts: str) -> str:
    """Parts of a name as texts write them: an architecture with its letter."""
    first, *others = parts.split(",")
    return ",".join([ARCHITECTURES[first].form if first in ARCHITECTURES else first, *others])
