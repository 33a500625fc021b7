# SPDX-License-Identifier: Apache-2.0
"""A block diagram of a core, read from its Verilog: the parts of the top module, the parts of each,
their flip-flops, and how many bits go from one to the other.

Parts stand on a diagonal by the way of the data. What a part gives leaves it sideways, and turns to
the part that takes it: down to one that follows, up to one before. A dot is a turn, with its bits.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass

from ..design import Design
from .drawing import SOFT, arrow, box, dot, svg, word

WIDE, GAP, MARGIN = 180, 46, 116
"""Pixels of a part, between two, and left and right of all."""
LINE = 17
"""Pixels of a line of text."""
BETWEEN = 16
"""Pixels between a part and the next one below."""
TOP = 40
INDENT = "\u00a0\u00a0"
"""In front of a part of a part; an SVG drops plain spaces."""

HANDSHAKE = ("valid", "ready", "last", "")
"""Behind the name of a stream: ports that are not its data; nothing: no stream at all."""

Streams = dict[str, list[str]]
"""Names of streams by direction."""

# They read the text of our own writer alone, whose lines and indents are always these.
_MODULE = re.compile(r"^module (\w+) \((.*?)^endmodule", re.DOTALL | re.MULTILINE)
_PORT = re.compile(r"^ *(input|output) (?:wire|reg) *(?:\[(\d+):0\] *)?(\w+)", re.MULTILINE)
_INSTANCE = re.compile(r"^  (\w+) (\w+) \(\n(.*?)^  \);", re.DOTALL | re.MULTILINE)
_PIN = re.compile(r"^ *\.(\w+)\((.*)\),?$", re.MULTILINE)
_REGISTER = re.compile(r"^ *reg *(?:\[(\d+):0\] *)?(\w+)(?: *\[0:(\d+)\])?", re.MULTILINE)


@dataclass(frozen=True)
class Module:
    """A module of the Verilog.

    Attributes:
        ports: direction and bits of each, by name.
        parts: of each instance, its module and what its ports are connected to.
        bits: of its own flip-flops and memories.
    """

    ports: Mapping[str, tuple[str, int]]
    parts: Mapping[str, tuple[str, Mapping[str, str]]]
    bits: int


def diagram(design: Design) -> str:
    """The picture, as SVG; of a core without parts a single box."""
    modules = read("\n".join(design.sources.values()))
    top = modules[design.top]
    feeds = wires(top, modules)
    streams = {name: _streams(part, top, modules) for name, part in top.parts.items()}
    names = ordered(list(top.parts), feeds, {name for name in streams if streams[name]["output"]})
    places = _places(names, top, modules)
    bottom = max((y + high for _, y, high in places.values()), default=TOP) + 24
    whole = f"{design.name}: {_bits(bits_of(design.top, modules))}"
    # The last gap has no part behind it.
    right = MARGIN + len(names) * (WIDE + GAP) - GAP
    return svg(
        right + MARGIN,
        bottom,
        f"Block diagram of {design.name}",
        [
            word(8, 18, whole, size=12),
            *(part for name in names for part in _ports(streams[name], places[name], right)),
            *(part for (a, b), bits in feeds.items() for part in _feed(places[a], places[b], bits)),
            *(part for name in names for part in _part(name, top, modules, places[name])),
        ],
    )


def read(text: str) -> dict[str, Module]:
    """The modules of Verilog that cipherfab wrote, by name."""
    found = {}
    for match in _MODULE.finditer(text):
        head, body = match[2].partition("\n);")[::2]
        ports = {name: (way, int(high or 0) + 1) for way, high, name in _PORT.findall(head)}
        parts = {
            name: (kind, dict(_PIN.findall(pins))) for kind, name, pins in _INSTANCE.findall(body)
        }
        # At the begin of a statement `<=` assigns under a clock; within one it compares.
        clocked = set(re.findall(r"^ *(?:if \(.*\) )?(\w+)(?:\[.*\])? <= ", body, re.MULTILINE))
        clocked |= set(re.findall(r"always_ff @.*\) (\w+)(?:\[.*\])? <= ", body))
        widths = {name: int(high or 0) + 1 for _, high, name in _PORT.findall(head)}
        deep = dict.fromkeys(widths, 1)
        for high, name, last in _REGISTER.findall(body):
            widths[name], deep[name] = int(high or 0) + 1, int(last or 0) + 1
        bits = sum(widths[name] * deep[name] for name in clocked if name in widths)
        found[match[1]] = Module(ports, parts, bits)
    return found


def bits_of(module: str, modules: Mapping[str, Module]) -> int:
    """Flip-flops and bits of memories of a module and of all its parts."""
    own = modules[module]
    return own.bits + sum(bits_of(kind, modules) for kind, _ in own.parts.values())


def wires(top: Module, modules: Mapping[str, Module]) -> dict[tuple[str, str], int]:
    """Bits from one part to another: of all that one drives and the other reads."""
    drivers = {
        _plain(wire): name
        for name, (kind, pins) in top.parts.items()
        for pin, wire in pins.items()
        if modules[kind].ports[pin][0] == "output"
    }
    found: Counter[tuple[str, str]] = Counter()
    for name, (kind, pins) in top.parts.items():
        for pin, wire in pins.items():
            way, bits = modules[kind].ports[pin]
            source = drivers.get(_plain(wire))
            # What nothing drives here comes from a port of the core.
            if way == "input" and source not in (None, name):
                found[source, name] += bits
    return dict(found)


def _plain(wire: str) -> str:
    # A pin may take a part of a wire, and the driver is known by the whole one.
    return wire.partition("[")[0]


def ordered(
    parts: list[str], feeds: Mapping[tuple[str, str], int], last: Set[str] = frozenset()
) -> list[str]:
    """The parts by the way of the data: next is always the one that takes the fewest bits from
    those that are left, of equal ones the first; but those in ``last``, which give the core's
    output, come when no other is left.
    """
    left, found = list(parts), []
    while left:
        taken = {
            name: sum(bits for (a, b), bits in feeds.items() if b == name and a in left)
            for name in left
        }
        found.append(min(left, key=lambda name: (name in last, taken[name])))
        left.remove(found[-1])
    return found


Place = tuple[float, float, float]
"""Left, top and height of a part."""


def _places(names: list[str], top: Module, modules: Mapping[str, Module]) -> dict[str, Place]:
    found, y = {}, float(TOP)
    for number, name in enumerate(names):
        high = LINE * (2.7 + len(_inside(top.parts[name][0], modules)))
        found[name] = (float(MARGIN + number * (WIDE + GAP)), y, high)
        y += high + BETWEEN
    return found


def _inside(kind: str, modules: Mapping[str, Module], depth: int = 1) -> list[str]:
    """The parts of a part, each on a line, one deeper below each other."""
    return [
        line
        for name, (inner, _) in modules[kind].parts.items()
        for line in (
            f"{INDENT * depth}{name}: {_bits(bits_of(inner, modules))}",
            *_inside(inner, modules, depth + 1),
        )
    ]


def _bits(count: int) -> str:
    return f"{count:,} flip-flop{'s' * (count > 1)}" if count else "gates"


def _part(name: str, top: Module, modules: Mapping[str, Module], place: Place) -> Iterator[str]:
    """A part: its name, its flip-flops, its own parts."""
    (x, y, high), kind = place, top.parts[name][0]
    yield box(x, y, WIDE, high)
    yield word(x + WIDE / 2, y + LINE, name, anchor="middle", size=13)
    lines = [_bits(bits_of(kind, modules)), *_inside(kind, modules)]
    for number, text in enumerate(lines, 2):
        yield word(x + 10, y + LINE * number, text, size=9.5)


def _feed(source: Place, target: Place, bits: int) -> Iterator[str]:
    """From one part to another."""
    down = target[0] > source[0]
    start = source[0] + (WIDE if down else 0)
    # Ways up and ways down leave and arrive at places of their own, so that none covers another.
    y = source[1] + source[2] * (0.3 if down else 0.75)
    x = target[0] + WIDE * (0.35 if down else 0.65)
    end = target[1] if down else target[1] + target[2]
    yield arrow([(start, y), (x, y), (x, end)])
    yield dot(x, y)
    yield word(x + 5, y + (11 if down else -4), f"{bits}", size=9, colour=SOFT)


def _streams(
    part: tuple[str, Mapping[str, str]], top: Module, modules: Mapping[str, Module]
) -> Streams:
    """The streams of the core that a part takes in, and those that it gives."""
    kind, pins = part
    found: Streams = {"input": [], "output": []}
    for pin, wire in pins.items():
        stream, _, what = _plain(wire).partition("_")
        names = found[modules[kind].ports[pin][0]]
        if _plain(wire) in top.ports and what not in HANDSHAKE and stream not in names:
            names.append(stream)
    return found


def _ports(streams: Streams, place: Place, right: float) -> Iterator[str]:
    """Arrows of the streams of a part: in from the left, out to the right."""
    x, y, high = place
    if streams["input"]:
        level = y + high * 0.45
        yield arrow([(MARGIN - 40, level), (x, level)], width=2)
        yield word(MARGIN - 44, level + 4, ", ".join(streams["input"]), anchor="end", size=12)
    if streams["output"]:
        level = y + high * 0.85
        yield arrow([(x + WIDE, level), (right + 40, level)], width=2)
        yield word(right + 44, level + 4, ", ".join(streams["output"]), size=12)
