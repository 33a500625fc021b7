# SPDX-License-Identifier: Apache-2.0
"""The logic of a module as expressions: which wires get a line of their own, and what is written
where the others are read.
"""

from collections.abc import Collection, Iterator

from ...errors import ToolError
from . import expressions as ex
from .bytewise import Call, called, spread
from .enumerations import Enumerations, constant_in
from .expressions import Text
from .live import OUTPUTS, output_of, read_by, values_in
from .rtlil import Bits, Cell, Module, Switch, Value, cut, width
from .statements import overlaid, pieces, pruned, tabular, usual

LARGEST = 14
"""Operands of an expression from which on it gets a line of its own."""

SMALL = 2
"""Operands of an expression that is written wherever it is read."""

MANY_USES = 12
"""Places of a small expression from which on it gets a line of its own."""

BITWISE = {"$and": "&", "$or": "|", "$xor": "^"}
SUMS = {"$add": "+", "$sub": "-", "$mul": "*"}
COMPARISONS = {"$eq": "==", "$ne": "!=", "$lt": "<", "$le": "<=", "$gt": ">", "$ge": ">="}
REDUCTIONS = {"$reduce_or": "|", "$reduce_bool": "|", "$reduce_and": "&", "$reduce_xor": "^"}


class Uncut(Exception):
    """Some bits of an operator are wanted that has no text for them alone: its result needs a net
    of its own.

    Attributes:
        wire: which the operator drives.
    """

    def __init__(self, wire: str):
        super().__init__(wire)
        self.wire = wire


class Logic:
    """The logic of one module.

    Args:
        module: as read.
        live: its wires that matter.
        named: wires that need a net of their own though their expression could be written where
            they are read.

    Attributes:
        uses: the parts of a wire that are read, in order, once for each place.
        names: a wire's name in the text.
        stored: the register that a wire is the next value of, if its driver is written with the
            register.
        skipped: the keys of ``stored``.
        enumerations: the names of the values of wires.
        calls: the functions that were written.
    """

    def __init__(self, module: Module, live: set[str], named: Collection[str] = ()):
        self.module, self.live, self.named = module, live, named
        self.drivers: dict[str, Cell | list] = {}
        for cell in module.cells:
            if cell.kind.startswith("$") and cell.kind not in OUTPUTS and output_of(cell):
                self.drivers[output_of(cell)[0].wire] = cell
        module.processes = [pruned(body) for body in module.processes]
        for body in module.processes:
            self.drivers[body[0].target[0].wire] = body
        self.registers = {
            cell.ports["Q"][0].wire: cell
            for cell in module.cells
            if cell.kind == "$dff" and cell.ports["Q"][0].wire in live
        }
        self.uses: dict[str, list[tuple[int, int]]] = {}
        self._count()
        self.fused = {
            register: self._next(cell)
            for register, cell in self.registers.items()
            if self._next(cell)
        }
        self.stored = {body[0].target[0].wire: register for register, body in self.fused.items()}
        self.skipped = set(self.stored)
        self.names: dict[str, str] = {}
        self.calls: set[Call] = set()
        self.enumerations = Enumerations(module)
        self._inlined: dict[str, bool] = {}
        self._sizes: dict[str, int] = {}

    def _count(self) -> None:
        for value in self._read():
            for part in value:
                if part.wire:
                    self.uses.setdefault(part.wire, []).append((part.high, part.low))

    def _read(self) -> Iterator[Value]:
        """Everything that is read by what matters."""
        reading = any(
            cell.kind == "$memrd_v2" and output_of(cell)[0].wire in self.live
            for cell in self.module.cells
        )
        for cell in self.module.cells:
            if not cell.kind.startswith("$"):
                yield from cell.ports.values()
            elif (reading and cell.kind == "$memwr_v2") or (
                output_of(cell) and output_of(cell)[0].wire in self.live
            ):
                yield from read_by(cell)
        for body in self.module.processes:
            if body[0].target[0].wire in self.live:
                yield from values_in(body)
        for left, right in self.module.connections:
            if left[0].wire in self.live:
                yield right

    def _next(self, cell: Cell) -> list | None:
        """The process that makes a register's next value and nothing else."""
        value = cell.ports["D"]
        wire = value[0].wire
        body = self.drivers.get(wire)
        whole = (
            len(value) == 1
            and isinstance(body, list)
            and width(value) == self.module.wires[wire].width
        )
        return body if whole and not self.own(wire) and len(self.uses.get(wire, ())) == 1 else None

    def own(self, wire: str) -> bool:
        """Whether the description gave a wire its name."""
        return wire.startswith("\\")

    # Which wires are written where they are read

    def inlined(self, wire: str) -> bool:
        """Whether a wire's expression is written where the wire is read."""
        if wire not in self._inlined:
            self._inlined[wire] = self._decide(wire)
        return self._inlined[wire]

    def _decide(self, wire: str) -> bool:
        driver = self.drivers.get(wire)
        if (
            driver is None
            or self.own(wire)
            or wire in self.named
            or (isinstance(driver, list) and tabular(driver))
        ):
            return False
        uses = self.uses.get(wire, [])
        if not all(self._can_cut(driver, wire, high, low) for high, low in uses):
            return False
        once = len(uses) == 1 or not _overlap(uses)
        size = self.size(wire)
        return size <= (LARGEST if once else SMALL if len(uses) <= MANY_USES else 1)

    def _can_cut(self, driver: Cell | list, wire: str, high: int, low: int) -> bool:
        if isinstance(driver, list) or driver.kind in BITWISE or driver.kind in ("$not", "$mux"):
            return True
        # The low bits of a sum need no others; the high ones need the carries.
        if driver.kind in SUMS or driver.kind in ("$shl", "$neg"):
            return low == 0 and high == max(use[0] for use in self.uses[wire])
        return (high, low) == (self.width(wire) - 1, 0)

    def size(self, wire: str) -> int:
        """Names and constants in the expression of a wire."""
        if wire not in self._sizes:
            driver = self.drivers[wire]
            values = list(values_in(driver)) if isinstance(driver, list) else read_by(driver)
            self._sizes[wire] = sum(
                self._part_size(part) for value in values for part in set(value)
            )
        return self._sizes[wire]

    def _part_size(self, part: Bits) -> int:
        if not part.wire:
            return 0
        return self.size(part.wire) if self.inlined(part.wire) else 1

    def width(self, wire: str) -> int:
        """Bits of a wire that are written: of a sum only those that are read, of a shift to the
        right all that it shifts.
        """
        driver = self.drivers.get(wire)
        if (
            isinstance(driver, Cell)
            and not self.own(wire)
            and driver.kind in ("$shr", "$shift")
            and driver.ports["B"]
        ):
            return max(self.module.wires[wire].width, width(driver.ports["A"]))
        if (
            isinstance(driver, Cell)
            and not self.own(wire)
            and (
                driver.kind in BITWISE
                or driver.kind in SUMS
                or driver.kind in ("$not", "$mux", "$neg", "$shl")
            )
        ):
            return max(high for high, _ in self.uses[wire]) + 1
        return self.module.wires[wire].width

    # Expressions

    def read(self, value: Value) -> Text:
        """A value where it is read."""
        parts: list[Bits | Call] = []
        for piece in spread(value):
            parts += [piece] if isinstance(piece, Call) else called(merged(piece))
        return ex.joined([self._part(part) for part in parts])

    def _part(self, part: Bits | Call) -> Text:
        if isinstance(part, Call):
            self.calls.add(part)
            return Text(f"{part.name}({self._part(part.argument).text})", part.width)
        if not part.wire:
            return ex.constant(part.constant)
        if self.inlined(part.wire):
            return self.of(part.wire, part.high, part.low)
        return self.reference(part)

    def read_beside(self, value: Value, other: Value) -> Text:
        """A value that is compared with another or given to it: by its name among the other's
        values if it has one.
        """
        bits = constant_in(value)
        named = self.enumerations.named(other, bits) if bits else None
        return named or self.read(value)

    def reference(self, part: Bits) -> Text:
        """A wire, or bits of it, by its name."""
        name, whole = self.names[part.wire], self.width(part.wire)
        if part.width == whole:
            return Text(name, whole)
        return Text(
            f"{name}[{part.high}]" if part.width == 1 else f"{name}[{part.high}:{part.low}]",
            part.width,
        )

    def of(self, wire: str, high: int, low: int) -> Text:
        """Bits of what drives a wire."""
        driver = self.drivers[wire]
        if isinstance(driver, list):
            return self._choices(driver, self.module.wires[wire].width, high, low)
        if not self._cuts(driver.kind, wire, high, low):
            raise Uncut(wire)
        return self._operator(driver, high, low)

    def _cuts(self, kind: str, wire: str, high: int, low: int) -> bool:
        """Whether an operator can be written for some bits of its result alone."""
        if kind in BITWISE or kind in ("$not", "$mux"):
            return True
        return low == 0 and (
            kind in SUMS or kind in ("$shl", "$neg") or high == self.width(wire) - 1
        )

    def _operator(self, cell: Cell, high: int, low: int) -> Text:
        kind, bits = cell.kind, high - low + 1
        if kind in BITWISE:
            return ex.binary(
                BITWISE[kind], *(self._cut(cell, port, high, low) for port in "AB"), bits
            )
        if kind == "$not":
            return ex.inverted(self._cut(cell, "A", high, low))
        if kind == "$mux":
            return ex.choice(
                self.read(cell.ports["S"]), *(self._cut(cell, port, high, low) for port in "BA")
            )
        if kind in SUMS:
            return ex.binary(SUMS[kind], *(self._cut(cell, port, high, 0) for port in "AB"), bits)
        if kind == "$neg":
            given = self._cut(cell, "A", high, 0)
            return Text(
                f"-{given.text}" if given.binds == ex.NAME else f"-({given.text})", bits, ex.UNARY
            )
        if kind in COMPARISONS:
            return self._comparison(cell)
        if kind in REDUCTIONS:
            return ex.reduced(REDUCTIONS[kind], self.read(cell.ports["A"]))
        if kind in ("$shl", "$shr", "$shift"):
            return self._shift(cell, high)
        raise ToolError(f"{self.module.name}: there is no text for the operator {kind}")

    def _cut(self, cell: Cell, port: str, high: int, low: int) -> Text:
        return self.read(cut(self._wide(cell, port, high + 1), high, low))

    def _wide(self, cell: Cell, port: str, bits: int) -> Value:
        """An operand with at least so many bits: with copies of its sign, or zeros, above it."""
        value = cell.ports[port]
        missing = bits - width(value)
        if missing <= 0:
            return value
        if cell.parameters.get(f"{port}_SIGNED") == "1" and value:
            top = width(value) - 1
            return cut(value, top, top) * missing + value
        return (Bits("", 0, 0, "0" * missing), *value)

    def _comparison(self, cell: Cell) -> Text:
        bits = max(1, width(cell.ports["A"]), width(cell.ports["B"]))
        first, second = (self._wide(cell, port, bits) for port in "AB")
        left, right = self.read_beside(first, second), self.read_beside(second, first)
        # Of equal widths, equality is the same with and without a sign.
        if cell.parameters.get("A_SIGNED") == "1" and cell.kind not in ("$eq", "$ne"):
            left, right = (Text(f"$signed({side.text})", bits) for side in (left, right))
        return ex.binary(COMPARISONS[cell.kind], left, right, 1)

    def _shift(self, cell: Cell, high: int) -> Text:
        if not cell.ports["B"]:
            return self._cut(cell, "A", high, 0)
        bits, by = high + 1, self.read(cell.ports["B"])
        if cell.kind == "$shl":
            return ex.binary("<<", self._cut(cell, "A", high, 0), by, bits)
        return ex.binary(">>", self.read(self._wide(cell, "A", bits)), by, bits)

    # Processes as choices of values

    def _choices(self, body: list, whole: int, high: int, low: int) -> Text:
        """Bits of what a process gives, taken apart where its statements do."""
        if not any(isinstance(statement, Switch) for statement in body):
            return self.read(cut(overlaid(body, whole), high, low))
        edges = {low, high + 1}
        for part in pieces(body):
            edges |= {edge for edge in (part.low, part.high + 1) if low < edge <= high}
        cuts = sorted(edges)
        return ex.joined(
            [
                self._chosen(body, upper - 1, lower, None)
                for lower, upper in reversed(list(zip(cuts, cuts[1:])))
            ]
        )

    def _chosen(self, body: list, high: int, low: int, before: Text | None) -> Text:
        value = before
        for statement in body:
            if isinstance(statement, Switch):
                value = self._case(statement, high, low, value)
            elif statement.target[0].low <= low and high <= statement.target[0].high:
                first = statement.target[0].low
                value = self.read(cut(statement.value, high - first, low - first))
        return value

    def _case(self, switch: Switch, high: int, low: int, before: Text) -> Text:
        value = before
        # The first case that matches counts, so it is the outermost choice.
        for patterns, body in reversed(usual(switch.cases)):
            inner = self._chosen(body, high, low, before)
            value = ex.choice(self.condition(switch, patterns), inner, value) if patterns else inner
        return value

    def condition(self, switch: Switch, patterns: tuple[str, ...]) -> Text:
        """Whether one of the patterns matches."""
        found = [self._matches(switch.selector, pattern) for pattern in patterns]
        value = found[0]
        for other in found[1:]:
            value = ex.binary("|", value, other, 1)
        return value

    def label(self, pattern: str, selector: Value) -> Text:
        """A pattern without ``-``, by its name among the selector's values if it has one."""
        return self.enumerations.named(selector, pattern) or ex.constant(pattern)

    def _matches(self, selector: Value, pattern: str) -> Text:
        found, at, bits = [], 0, len(pattern)
        while at < bits:
            end = at + 1
            while end < bits and (pattern[end] == "-") == (pattern[at] == "-"):
                end += 1
            if pattern[at] != "-":
                tested = cut(selector, bits - 1 - at, bits - end)
                found.append(
                    ex.binary("==", self.read(tested), self.label(pattern[at:end], tested), 1)
                )
            at = end
        value = found[0] if found else ex.constant("1")
        for other in found[1:]:
            value = ex.binary("&", value, other, 1)
        return value


def merged(value: Value) -> list[Bits]:
    """Neighbouring bits of one wire as one part, and neighbouring constants as one."""
    found: list[Bits] = []
    for part in value:
        last = found[-1] if found else None
        if last and part.wire and last.wire == part.wire and last.low == part.high + 1:
            found[-1] = Bits(part.wire, last.high, part.low)
        elif last and not part.wire and not last.wire:
            found[-1] = Bits("", 0, 0, last.constant + part.constant)
        else:
            found.append(part)
    return found


def _overlap(uses: list[tuple[int, int]]) -> bool:
    """Whether a bit is read twice."""
    ordered = sorted((low, high) for high, low in uses)
    return any(high >= following for (_, high), (following, _) in zip(ordered, ordered[1:]))
