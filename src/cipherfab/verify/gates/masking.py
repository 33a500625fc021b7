"""A threshold implementation checked without simulation: every non-linear part on all sharings, every step by its form.

- **correct**: the sum of a box's output shares is its function of the sum of its input shares, for all sharings;
- **non-complete**: no component of an output reads all shares of an input;
- **uniform**: the sharings of each input value, all equally likely, give all sharings of the output value equally often. Bits that
  get fresh randomness are uniform whatever the rest is, so the others have to be uniform alone.

What this does not see: that the stages are made of these boxes; registers that hold functions of each other, whose sharings are not
independent; transitions; the netlist. Cores that pass it leak in the glitch-extended model (docs/masking.md).
"""

from collections.abc import Iterator, Mapping

import numpy as np

from ...primitives.in_stages import RANDOM, Box, Staged, masked, over_shares, share_names
from ...words.compiled import compile_function
from ...words.shares import SHARES
from ...words.trace import TracedWord, trace

LARGEST_BOX = 7
"""Bits of a box whose sharings (2 to the power of three times as many) are all tried; a bit more takes eight times the memory."""


BY_NAME = "in the RTL, the shares of each word by themselves; words that are functions of each other are not looked at together"
"""What the check of whole stages covers."""


def check(staged: Staged) -> list[dict]:
    """Findings of all checks: dictionaries with ``link`` (``masking``), ``check``, ``passed`` and ``detail``."""
    findings = [_finding(f"{box.name}: {name}", fault) for box in staged.boxes for name, fault in check_box(box).items()]
    return [*findings, _finding("all stages: non-complete", incomplete(staged), BY_NAME)]


def _finding(name: str, fault: str, detail: str = "on all sharings") -> dict:
    return {"link": "masking", "check": name, "passed": not fault, "detail": fault or detail}


def check_box(box: Box) -> dict[str, str]:
    """For each property of a box what is wrong, or nothing.

    Raises:
        ValueError: the box has too many bits to try all sharings.
    """
    size = sum(box.widths.values())
    if size > LARGEST_BOX:
        raise ValueError(f"{box.name}: expected a box of at most {LARGEST_BOX} bits, got {size}")
    names = frozenset(box.widths)
    widths = {share: width for name, width in box.widths.items() for share in share_names(name)}
    shared = over_shares(box.function, box.widths, names, names)
    inputs, secret = _all_sharings(box.widths)
    outputs = dict(zip(trace(shared, widths).outputs, compile_function(shared, widths)(*inputs.values())))
    plain = compile_function(box.function, box.widths)(*(_sum(inputs, name) for name in box.widths))
    expected = dict(zip(trace(box.function, box.widths).outputs, plain))
    wrong = [name for name in box.widths if not np.array_equal(_sum(outputs, name), expected[name])]
    return {"correct": f"{', '.join(wrong)}: the shares do not add up" if wrong else "",
            "non-complete": _incomplete(trace(shared, widths).outputs), "uniform": _not_uniform(box, outputs, secret)}


def _all_sharings(widths: Mapping[str, int]) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Every sharing of every value, by the names of the shares, and the value that each is of."""
    size = sum(widths.values())
    number, inputs, low = np.arange(1 << SHARES * size, dtype=np.int64), {}, 0
    for name, width in widths.items():
        for share in share_names(name):
            inputs[share] = number >> low & (1 << width) - 1
            low += width
    return inputs, _joined({name: _sum(inputs, name) for name in widths}, widths)


def _sum(words: Mapping[str, np.ndarray], name: str) -> np.ndarray:
    first, second, third = (words[share] for share in share_names(name))
    return first ^ second ^ third


def _joined(values: Mapping[str, np.ndarray], widths: Mapping[str, int]) -> np.ndarray:
    """Words side by side in one number."""
    total, low = np.int64(0), 0
    for name, width in widths.items():
        total, low = total | values[name] << low, low + width
    return total


def _not_uniform(box: Box, outputs: Mapping[str, np.ndarray], secret: np.ndarray) -> str:
    """Of the bits without fresh randomness, two shares say all: the third follows from the value."""
    kept = {share: ~box.refreshed.get(name, 0) & (1 << width) - 1 for name, width in box.widths.items()
            for share in share_names(name)[:SHARES - 1]}
    bits = [outputs[share] >> place & 1 for share, mask in kept.items() for place in range(mask.bit_length()) if mask >> place & 1]
    if not bits:
        return ""
    size = sum(box.widths.values())
    sharing = sum(bit << place for place, bit in enumerate(bits))
    counts = np.bincount(secret << len(bits) | sharing, minlength=1 << size + len(bits)).reshape(1 << size, -1)
    uneven = np.flatnonzero(counts.min(axis=1) != counts.max(axis=1))
    if not len(uneven):
        return ""
    value = int(uneven[0])
    return (f"value {value:#x}: its sharings give some sharings of the output {counts[value].max()} times and others "
            f"{counts[value].min()} times")


def incomplete(staged: Staged) -> str:
    """Where a component of a step reads all shares of a register or input; empty if nowhere.

    A component of the next state is looked at as what drives the register: all stages and the choice between them, so that glitches
    on the way do not matter.
    """
    primitive = masked(staged)
    random = {RANDOM: staged.random_bits} if staged.random_bits else {}
    faults = [_incomplete(trace(function, widths).outputs) for function, widths in (
        (primitive.load, primitive.inputs), (primitive.step, {**primitive.layout, **random}), (primitive.result, primitive.layout))]
    return next(filter(None, faults), "")


def _incomplete(outputs: Mapping[str, TracedWord]) -> str:
    for name, word in outputs.items():
        read = {node.parameter for node in _below(word) if node.operation == "input"}
        for secret in sorted({entry.rpartition("_")[0] for entry in read if entry.rpartition("_")[0]}):
            if set(share_names(secret)) <= read:
                return f"{name} reads all shares of {secret}"
    return ""


def _below(word: TracedWord) -> Iterator[TracedWord]:
    stack, seen = [word], set()
    while stack:
        node = stack.pop()
        if id(node) not in seen:
            seen.add(id(node))
            yield node
            stack.extend(node.operands)
