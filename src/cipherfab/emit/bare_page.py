# SPDX-License-Identifier: Apache-2.0
"""What the page of a bare primitive says of its ports, its calls and its test bench."""

from collections.abc import Iterator

from ..catalog import Algorithm, find
from ..design import BareInterface, Design, Order
from ..primitives.forkcipher import LEFT
from ..primitives.in_stages import RANDOM, share_names
from ..verify.rtl import cell_words
from .texts import Port

CONTROLS = {
    "decrypt": "1: decrypt, 0: encrypt",
    "select": "which blocks are wanted: bit 0 the left one, bit 1 the right one; the other output "
    "has no meaning",
    "left": "1: the left block is wanted, 0: the right one",
    "again": "1: give the other block of the call before; no other input is read",
}
"""Inputs that say what to do, on cores of which a call has more than its primitive's inputs."""

DECRYPTING = {"select": "; a decryption gives both", "left": "; 0 for a decryption"}
"""More of some of them on a core that decrypts too."""


PULSE = "; must be 0 while `in_ready` is 0"
"""What is asked of ``in_valid`` by a core that is started by a pulse."""

RESTART = "; at any time, and a call that is under way then gives no outputs"
"""What is said of it by a core that begins anew with every pulse."""

UNTOLD = (
    "; from the clock behind `in_valid` to that one, and without a meaning at any other "
    "time: `rst` sets nothing"
)
"""What is said of ``out_valid`` by such a core."""


def bare_about(interface: BareInterface) -> str:
    """What the core is."""
    title, both = (
        find(interface.algorithm).title,
        ", in both directions" if "decrypt" in interface.inputs else "",
    )
    lines = [f"{title}, without a mode{both}. Results come in the order of their inputs."]
    if interface.masking:
        shares = interface.masking.shares
        lines.append(
            f"A masked implementation: the sum (XOR) of {shares} shares is the value. All "
            f"but one of the {shares} shares of an input must be uniformly random, and "
            "new in each call."
        )
        lines.append(
            "What `cipherfab leakage` checks of its netlist, and what not, is in "
            "docs/explanation/masking.md; another netlist of "
            "these sources has to be checked again."
        )
    if interface.fault:
        lines.append(
            "The last rounds are computed twice; a result that a fault in one of them has "
            "touched is withheld."
        )
    if interface.again:
        lines.append(
            "Both results leave. Take one only if `out_valid` and `again_valid` are both 1, and "
            "the sums of the shares of both are equal: no gate of the core can notice a fault of "
            "the gates behind it."
        )
    return " ".join(lines)


def bare_ports(interface: BareInterface) -> list[Port]:
    """All ports but clock and reset."""
    entry = find(interface.algorithm)
    fault = (
        "fault",
        "out",
        1,
        "a fault was noticed: this call gives no output; until the next one starts",
    )
    pulsed = interface.handshake is not None
    restarts = pulsed and interface.handshake.restarts
    asked = RESTART if restarts else PULSE * pulsed
    return [("in_valid", "in", 1, "inputs are valid" + asked),
            *[("in_ready", "out", 1, "inputs are taken at the next edge if valid")]
            * (not restarts),
            *(port for name, width in interface.inputs.items()
              for port in _value(interface, "in", name, width, _input(interface, entry, name))),
            *_random(interface),
            ("out_valid", "out", 1, "outputs are valid" + ", in this clock alone" * pulsed
             + UNTOLD * restarts),
            *[("out_ready", "in", 1, "outputs are taken at the next edge if valid")] * (not pulsed),
            *(port for name, width in interface.outputs.items()
              for port in _value(interface, "out", name, width, _output(interface, entry, name))),
            *_again(interface, entry),
            *[fault] * interface.fault]  # fmt: skip


def _again(interface: BareInterface, entry: Algorithm) -> Iterator[Port]:
    """The ports of a second result."""
    if interface.again:
        yield "again_valid", "out", 1, "the second result is valid"
        for name, width in interface.outputs.items():
            meaning = f"second result, {_output(interface, entry, name)}"
            yield from _value(interface, "again", name, width, meaning)


def _value(
    interface: BareInterface, way: str, name: str, width: int, meaning: str
) -> Iterator[Port]:
    """The port of a value, or those of its shares; ``way``: how their names begin."""
    masking, direction = interface.masking, "in" if way == "in" else "out"
    if masking and name in (masking.inputs if way == "in" else masking.outputs):
        for number, share in enumerate(share_names(name, masking.shares)):
            yield f"{way}_{share}", direction, width, f"{meaning}: share {number}"
    else:
        yield f"{way}_{name}", direction, width, meaning


def _random(interface: BareInterface) -> list[Port]:
    bits = interface.masking.random if interface.masking else 0
    return [(RANDOM, "in", bits, "fresh uniform random bits in every cycle")] * bool(bits)


def _input(interface: BareInterface, entry: Algorithm, name: str) -> str:
    # A primitive may have an input of that name, with a meaning of its own.
    if name in CONTROLS and name not in entry.primitive.inputs:
        decrypting = DECRYPTING.get(name, "") if "decrypt" in interface.inputs else ""
        return (
            CONTROLS[name]
            + decrypting
            + ("; the same in each word of a call" if interface.cell else "")
        )
    meaning = "input"
    if name == "tweakey" and name not in entry.primitive.inputs:
        meaning = (
            # The last input of such a primitive is the block.
            f"input: {' and '.join(list(entry.primitive.inputs)[:-1])}, the first most significant"
        )
    elif name == "block":
        meaning = f"input: plaintext{_decrypting(interface, _ciphertext(entry))}"
    return meaning + _cells(interface, f"in_{name}", interface.inputs[name])


def _output(interface: BareInterface, entry: Algorithm, name: str) -> str:
    fork, meaning = entry.forkcipher, "output"
    if fork and name == "block":
        single = "left" in interface.inputs
        wanted = "the block that `in_left` says" if single else "the right block, then the left one"
        found = "the plaintext" if single else "the plaintext, then the right block"
        meaning = f"output: {wanted}{_decrypting(interface, found)}"
    elif fork:
        given = name == ("left" if fork.given == LEFT else "right")
        when_decrypting = "the plaintext" if given else "this block, computed again"
        meaning = f"output: the {name} block{_decrypting(interface, when_decrypting)}"
    elif name == "block":
        meaning = f"output: ciphertext{_decrypting(interface, 'plaintext')}"
    return meaning + _cells(interface, f"out_{name}", interface.outputs[name])


def _ciphertext(entry: Algorithm) -> str:
    if entry.forkcipher is None:
        return "ciphertext"
    return f"the {'left' if entry.forkcipher.given == LEFT else 'right'} block"


def _decrypting(interface: BareInterface, meaning: str) -> str:
    return f"; with `in_decrypt` {meaning}" if "decrypt" in interface.inputs else ""


def _cells(interface: BareInterface, port: str, width: int) -> str:
    if not interface.cell:
        return ""
    if width == interface.cell:
        return "; a cell in each word"
    what = "" if port in interface.order else " of each block of the value"
    ignored = cell_words.missing_bits(interface, port.removeprefix("in_")) // interface.cell
    short = (
        f"; cells {cell_words.CELLS - ignored} to {cell_words.CELLS - 1} of the last block are "
        f"ignored"
        if ignored
        else ""
    )
    return (
        f"; {width // interface.cell} cells in each word, one{what or ' beside the other'}{short}"
    )


def bare_calls(interface: BareInterface) -> list[str]:
    """The words of a call, for a core that takes them one by one."""
    if not interface.cell:
        return []
    taken, given = cell_words.group(interface)
    lines = [
        "## Calls",
        "",
        f"A call is {taken} words that go in and {given} that come out, each with valid and "
        f"ready of its own. "
        f"Cells have {interface.cell} bit{'s' * (interface.cell > 1)} and are counted from "
        f"0, the most significant of a value.",
    ]
    if not interface.order:
        return [*lines, *_in_order(interface, given), ""]
    return [
        *lines,
        "The order of cells is the core's own. Nothing is read where there is a dash.",
        "",
        *_order_table(interface.order, "Encryption, " if interface.decrypt_order else ""),
        *(_order_table(interface.decrypt_order, "Decryption, ") if interface.decrypt_order else []),
    ]


def _in_order(interface: BareInterface, given: int) -> Iterator[str]:
    yield (
        f"Word n, from 0 to {cell_words.CELLS - 1}, has cell n of each block; "
        "in a port of several cells the first block's is the most significant."
    )
    if given > cell_words.CELLS:
        decrypted = (
            "; of a decryption the plaintext, the others the right block"
            if "decrypt" in interface.inputs
            else ""
        )
        yield (
            f"The first {cell_words.CELLS} words that come out are the right block, the others the "
            f"left one{decrypted}."
        )


def _order_table(order: Order, direction: str) -> list[str]:
    """Which cells are in each word, a column for each port."""
    rows = [
        [", ".join("–" if cell is None else str(cell) for cell in word) for word in column]
        for column in order.values()
    ]
    title = f"{direction}cells by word".capitalize() + ", the most significant of a port first:"
    return [
        title,
        "",
        f"| word | {' | '.join(f'`{port}`' for port in order)} |",
        "|---" * (1 + len(order)) + "|",
        *(f"| {number} | {' | '.join(row)} |" for number, row in enumerate(zip(*rows))),
        "",
    ]


def bare_cycles(interface: BareInterface) -> str:
    """What is counted."""
    if interface.cell:
        return (
            "Without stalls; from the edge that takes the first word of a call to the one that "
            "takes the last of its result."
        )
    ends = "behind the outputs' clock" if interface.handshake else "that takes the outputs"
    return f"Without stalls; from the edge that takes the inputs to the one {ends}."


def bare_bench_remarks(design: Design) -> list[str]:
    """What the bench plays, and what it does not show."""
    interface = design.interface
    lines = [
        f"It plays the known answers of {find(interface.algorithm).title}{_playing(interface)}.",
        "",
    ]
    if interface.masking:
        random = (
            f", and drives `{RANDOM}` with a shift register" if interface.masking.random else ""
        )
        lines += [
            "The core is played in the module `unmasked`, which makes shares of its inputs, "
            "adds up those of its "
            f"outputs{random}. So the bench shows that results are right, and nothing about "
            f"leakage: that is "
            f"`cipherfab leakage '{design.name}'`. The wrapper is for simulation only.",
            "",
        ]
    if interface.fault:
        lines += [
            "It plays no faults, and sees that `fault` stays 0. `cipherfab faults "
            f"'{design.name}'` flips each flip-flop of the netlist.",
            "",
        ]
    return lines


def _playing(interface: BareInterface) -> str:
    """How calls of the primitive become calls of a core with more ports."""
    if "select" in interface.inputs:
        both = " and as decryptions" if "decrypt" in interface.inputs else ""
        return (
            f" with every value of `in_select` but 0{both}; `care.hex` is 0 where an output has no "
            f"meaning"
        )
    return ", each in both directions" if "decrypt" in interface.inputs else ""
