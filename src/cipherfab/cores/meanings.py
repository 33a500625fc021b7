# SPDX-License-Identifier: Apache-2.0
"""What signals and modules of emitted Verilog mean, for its comments.

`emit` writes more comments than the text has that is verified and hashed: what a module is, by the
docstring of its class; what a declared signal means; and, for names that mean the same in every
module, the tables below. Comments make no gate: `emit` checks that nothing else differs.
"""

import inspect
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from amaranth.hdl import Fragment

from ..controllers.contract import Controller

STREAMS = {
    "answer": "Output block: it passes when valid and ready are 1; mask has a bit for each byte.",
    "block": "Input block: it passes when valid and ready are 1; mask has a bit for each byte.",
    "control": "What the message is.",
    "data": "Words of the output block that leaves.",
    "output": "Words that leave.",
    "status": "What the mode asks for: the header of a segment, then the status word.",
    "words": "Data words on their way to the block buffer, with their valid bytes.",
}
"""Streams between modules, by what stands in front of ``__`` in the names of their signals."""

SIGNALS = {
    "architectures": {
        "active": "A run is under way.",
        "busy": "A run is under way.",
        "cycles_left": "Cycles of the run that are still to come.",
        "finished": "This cycle computes the last round.",
        "finished_out": "This cycle computes the last round.",
        "result_is_free": "No result is kept, or it leaves in this cycle.",
        "start": "A run starts in this cycle.",
    },
    "controllers": {
        "first_word": "The first word of the block once it is stored; else 0.",
        "in_announce": "Phase: the header of the tag or the digest is asked for.",
        "in_load": "The primitive's registers are written without a run.",
        "in_message": "Phase: the message.",
        "in_ready": "The primitive can start in this cycle.",
        "in_start": "Phase: the nonce is awaited.",
        "in_status": "Phase: the status word is asked for.",
        "in_valid": "The primitive starts in this cycle, if it is ready.",
        "is_ad": "Phase: associated data.",
        "is_message": "Phase: the message.",
        "is_start": "Phase: the nonce is awaited.",
        "is_tag": "Phase: the tag.",
        "out_valid": "The primitive's result is there.",
        "phase_state": "What the mode takes or gives next.",
        "presented": "What the next run starts from.",
        "presented_early": "What the next run starts from, without the block that comes last.",
        "short": "Which of its sizes the next block has.",
    },
    "lwc": {
        "answer_is_owed": "A block was taken whose answer has not come yet.",
        "bad": "The segment is swallowed: it, or one before, breaks the rules of the API.",
        "begun": "The first word of the answer to the block that is collected has left.",
        "bytes_left": "Bytes of the segment that have not come yet.",
        "closes_block": "The word on the bus is the last that fits into the block.",
        "copies_first": "The word on the bus is the whole block; slot 0 gets a copy of it first.",
        "ends_type": "The word without bytes ends its type; else more of it follows.",
        "eot": "The segment under way is the last of its type.",
        "feeds": "The segment under way has bytes for the mode.",
        "filler": "DO gets zeros in place of the rest of a message that is given up.",
        "first_is_copied": "Slot 0 has a copy of the word that waits on the bus.",
        "first_word": "The first word of the block once it is stored; else 0.",
        "header_due": "A header waits for DO.",
        "header_part": "The number of the next word of a header.",
        "in_slot": "A word of the block.",
        "key_state_state": "What SDI brings next: the instruction, the header or words of the key.",
        "last_segment": "The segment under way is the last of its message.",
        "last_word": "The word on PDI is the last of its segment.",
        "mask_of_last": "Valid bytes of the last word of the answer, but for its first byte.",
        "out_slot": "A word of the answer.",
        "own_word": "A word of a header, or the status word.",
        "passes": "The header of the segment under way went on to DO.",
        "phase_expected": "The type of data that the next header must have.",
        "sent": "Which words of the answer have left.",
        "settle_due": "A word without bytes waits for the mode: a type ends or goes on.",
        "slot": "A word of the block, then of its answer.",
        "slot_is_free": "The place of the word on the bus holds nothing that waits.",
        "state_state": "What PDI brings next.",
        "stored": "Bit n: word n of the block is stored.",
        "type_is_wrong": "An earlier word of the header has another type than the expected one.",
        "unsettled": "The mode does not know yet whether more of this type of data follows.",
        "words_waiting": "A bit for each word of the answer that waits, the next at the top.",
        "wrong": "The key on SDI has another type or length than the expected one.",
    },
}
"""Signals by the package of their module and by name, where nothing else says what they mean. In a
package a name has one meaning.
"""

NUMBERED = ("slot", "in_slot", "out_slot")
"""Names that a number follows."""

PACKAGE = __name__.partition(".")[0]

PORTS = re.compile(r"(?:^|(?<=[.;)] ))((?:\w+, )*\w+): ")
"""Names of ports in the paragraph on them, in front of what is said of these."""

OF_SOURCE = re.compile(r"\b(?:see|See|subclass|argument)\b")
"""What a sentence has that is about the source."""


class Told:
    """What is said of the modules and signals of a component.

    Args:
        fragment: the component, elaborated.
        top: the name of its module.
    """

    def __init__(self, fragment: Fragment, top: str):
        self.modules = dict(_modules(fragment, top))

    def module(self, name: str) -> str:
        """What a module is, by its name in RTLIL."""
        return said_of(self.modules[name]) if name in self.modules else ""

    def port(self, module: str, name: str) -> str:
        """What the class of a module says of a port; nothing if it says nothing."""
        said = ports_of(type(self.modules.get(module))).get(name.partition("__")[0], "")
        # `See ports …`, or `see ports …`, only leads to another text.
        return "" if "ee ports" in said else said

    def signal(self, module: str, name: str) -> str:
        """What a signal of this name in a module means; nothing if no table has it."""
        stream, within, _ = name.partition("__")
        if within:
            return STREAMS.get(stream, "")
        # Words of a block are numbered, and all mean the same.
        plain = name.rstrip("0123456789")
        kind = type(self.modules.get(module)).__module__.split(".")
        table = SIGNALS.get(kind[1] if kind[0] == PACKAGE else "", {})
        return table.get(plain if plain in NUMBERED else name, "")


def _modules(fragment: Fragment, name: str) -> Iterator[tuple[str, Any]]:
    """What describes each module, by the module's name in RTLIL."""
    for origin in (fragment.origins or ())[:1]:
        if type(origin).__module__.startswith(f"{PACKAGE}."):
            yield name, origin
    for number, (part, given, _) in enumerate(fragment.subfragments):
        # So Amaranth calls a part that has no name.
        yield from _modules(part, f"{name}.{given or f'U${number}'}")


def said_of(component: Any) -> str:
    """What describes a module, without what is for readers of the source alone: of a function over
    words that is a module of its own its docstring's first paragraph, of a mode what all modes are,
    else the first paragraph of the docstring of the component's class.
    """
    function = getattr(component, "function", None)
    if function:
        # A `partial` has the docstring of `partial`; what it calls has its own.
        text = getattr(function, "func", function).__doc__ or ""
    else:
        text = _doc(Controller if isinstance(component, Controller) else type(component))
    sentences = re.split(r"(?<=[.])\s+(?=[A-Z`(])", _plain(text.partition("\n\n")[0]))
    return " ".join(each for each in sentences if not OF_SOURCE.search(each))


@cache
def ports_of(kind: type) -> dict[str, str]:
    """What the paragraph *Ports* of the docstring of a class says of each of them, by name."""
    section = next((text for text in _doc(kind).split("\n\n") if text.startswith("Ports:\n")), "")
    pieces = PORTS.split(" ".join(section.removeprefix("Ports:\n").split()))
    return {
        name: _sentence(_plain(said))
        for names, said in zip(pieces[1::2], pieces[2::2])
        for name in names.split(", ")
    }


def _sentence(text: str) -> str:
    text = text.rstrip(".;")
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _doc(kind: type) -> str:
    return inspect.cleandoc(vars(kind).get("__doc__") or "")


def _plain(text: str) -> str:
    """A docstring's text as that of a comment: one line, without marks."""
    return " ".join(text.replace("`", "").split())
