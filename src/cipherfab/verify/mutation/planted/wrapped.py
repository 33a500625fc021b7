# SPDX-License-Identifier: Apache-2.0
"""A core inside the wrapper with the planted bugs, as a core of others would come."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from .... import catalog
from ....design import Design, LwcInterface
from ....errors import CallError
from ....origin import ThirdParty
from ..mutants import PACKAGE
from . import bugs, rare

SOURCE, RARE_SOURCE = (Path(__file__).with_name(name) for name in ("watcher.sv", "rare.sv"))
WIDTH = 32
"""Bits of the buses that the wrapper reads."""

TOP = "planted"

CHOSEN = """package cipherfab_mutants;
  localparam int number = {};
endpackage
"""
"""In the place of `mutants.PACKAGE`: the bug of one number, in sources that anybody may read."""


def wrapped(design: Design, number: int | None = None) -> Design:
    """``design`` in the wrapper, as one of others, so that what is promised of our own cores only
    is not asked.

    Args:
        design: a core of ours with the LWC API.
        number: of the bug; None: the bench chooses, see `mutants.PACKAGE`.

    Raises:
        CallError: the core is none whose buses the wrapper can read.
    """
    _require_readable(design)
    package = PACKAGE if number is None else CHOSEN.format(number)
    cases = {"EVENTS": bugs.events(), "EFFECTS": bugs.effects()}
    return _around(
        design,
        {
            "cipherfab_mutants.sv": package,
            **design.sources,
            SOURCE.name: _filled(SOURCE, design, cases),
        },
    )


def with_rare(design: Design) -> dict[bugs.Bug, Design]:
    """A core with each of the bugs of `rare` that it can have, as one of others.

    Raises:
        CallError: the core is none whose buses the wrapper can read.
    """
    _require_readable(design)
    found = {}
    for bug in rare.RARE:
        sources = rare.edited(design.sources, bug)
        if sources is not None and (design.interface.hash or not bug.hash):
            event = f"event_now = {bug.event};" if bug.event else ""
            found[bug] = _rare(design, sources, event, bug.statement)
    return found


def without_rare(design: Design) -> Design:
    """A core in the same wrapper without a bug. Raises CallError as `with_rare`."""
    _require_readable(design)
    return _rare(design, design.sources, "", "")


def _rare(design: Design, sources: Mapping[str, str], event: str, effect: str) -> Design:
    wrapper = _filled(RARE_SOURCE, design, {"EVENT": event, "EFFECT": effect})
    return _around(design, {**sources, RARE_SOURCE.name: wrapper})


def _around(design: Design, sources: Mapping[str, str]) -> Design:
    return replace(
        design,
        name=f"{design.name} with planted bugs",
        top=TOP,
        reset=design.reset,
        interface=replace(design.interface, calls=1, sdi_ahead=0),
        sources=dict(sources),
        third_party=ThirdParty(author="planted", language="SystemVerilog"),
    )


def _require_readable(design: Design) -> None:
    if not _readable(design):
        raise CallError(
            f"{design.name}: expected a core with the LWC API, an AEAD that decrypts, "
            f"{WIDTH} bits on each bus, do_last and no masking. For example: "
            "cipherfab mutate ascon-aead128/unrolled=2 --planted"
        )


def bugs_of(design: Design) -> tuple[bugs.Bug, ...]:
    """Those that can show: of a core without a hash function none that needs a hash."""
    return tuple(bug for bug in bugs.BUGS if design.interface.hash or not bug.hash)


def _readable(design: Design) -> bool:
    interface = design.interface
    return (
        isinstance(interface, LwcInterface)
        and bool(interface.aead)
        and interface.decrypts
        and interface.do_last
        and not interface.masking
        and not interface.buffer_bytes
        and interface.width == interface.sdi_width == WIDTH
        # The wrapper keeps whole words of 32 bits.
        and not any(size % 4 for size in _sizes(design).values())
    )


def _sizes(design: Design) -> Mapping[str, int]:
    """Bytes of what the wrapper keeps."""
    model = catalog.find(design.interface.aead).model
    return {
        "TAG": model.tag_bytes,
        "NONCE": model.nonce_bytes,
        "KEY": model.key_bytes,
        "BLOCK": model.block_bytes,
    }


def _filled(source: Path, design: Design, more: Mapping[str, str]) -> str:
    """The wrapper with everything in the place of its marks."""
    text, sizes = source.read_text(), _sizes(design)
    for name, value in {
        "CORE": design.top,
        **more,
        **{f"{name}_WORDS": str(size // 4) for name, size in sizes.items()},
    }.items():
        text = text.replace(f"@{name}@", value)
    return text
