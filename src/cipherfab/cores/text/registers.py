# SPDX-License-Identifier: Apache-2.0
"""Registers: one process for those that hang on the same choices, behind the same reset."""

from collections.abc import Iterator

from .choices import Choices
from .lines import Comments, wrapped
from .logic import Logic
from .rtlil import Assign, Switch
from .statements import plain
from .together import groups, together


class Registers:
    """Writes the registers of one module.

    Args:
        logic: of the module, with its names.
        comments: of the module.
    """

    def __init__(self, logic: Logic, comments: Comments):
        self.logic, self.comments = logic, comments

    def lines(self) -> Iterator[str]:
        """All of them."""
        alike: dict[tuple, list[str]] = {}
        for register, cell in self.logic.registers.items():
            body = self.logic.fused.get(register)
            if body is None:
                alike[register,] = [register]
            else:
                # Amaranth puts the reset behind all other statements, so that it wins.
                reset = body and _resets(body[-1]) and body[-1].selector
                alike.setdefault((cell.ports["CLK"], reset), []).append(register)
        for registers in alike.values():
            if registers[0] not in self.logic.fused:
                yield from self._always(registers[0])
                continue
            clocked = [self._clocked(register) for register in registers]
            for numbers in groups([body for _, body in clocked]):
                chosen = [clocked[number] for number in numbers]
                # Where no order fits all bodies, each register has a process of its own.
                joined = together([body for _, body in chosen])
                for part in [chosen] if joined is not None else [[one] for one in chosen]:
                    yield from self._process(registers[numbers[0]], part)

    def _always(self, register: str) -> Iterator[str]:
        """A register that takes a value in every cycle."""
        cell = self.logic.registers[register]
        yield f"  always_ff @(posedge {self.logic.read(cell.ports['CLK']).text})"
        yield from wrapped(
            f"{self.logic.names[register]} <= {self.logic.read(cell.ports['D']).text};", 4
        )

    def _clocked(self, register: str) -> tuple[list, list]:
        """What resets a register, and what else happens to it."""
        body = self.logic.fused[register]
        # A first assignment of its own value says that it holds, which a flip-flop does anyway.
        hold = body[0].value
        if (
            len(hold) == 1
            and hold[0].wire == register
            and hold[0].width == self.logic.module.wires[register].width
        ):
            body = body[1:]
        if len(body) > 1 and _resets(body[-1]):
            return body[-1].cases[0][1], body[:-1]
        return [], body

    def _process(self, register: str, parts: list[tuple[list, list]]) -> Iterator[str]:
        """The process of registers, each with what resets it and what else happens to it."""
        clock = self.logic.read(self.logic.registers[register].ports["CLK"]).text
        body = together([body for _, body in parts])
        resets = [statement for reset, _ in parts for statement in reset]
        # A choice by a register is one by the state of a machine, at which the register's comment
        # is repeated.
        phases = [
            statement
            for statement in body
            if isinstance(statement, Switch) and statement.selector[0].wire in self.logic.registers
        ]
        write = Choices(self.logic, self.comments, "<=", phases)
        yield f"  always_ff @(posedge {clock}) begin"
        if not resets:
            yield from write.statements(body, 4)
        elif len(body) == 1 and isinstance(body[0], Switch) and plain(body[0]):
            # One chain of conditions goes on behind the reset as `else if`, and needs no further
            # level.
            yield from write.block("if (rst)", resets, 4)
            yield from write.conditions(body[0], 4, after=True)
        else:
            yield from write.block("if (rst)", resets, 4)
            yield from write.block("else", body, 4)
        yield "  end"


def _resets(switch: Switch) -> bool:
    """Whether it gives a register a constant under reset."""
    return (
        isinstance(switch, Switch)
        and len(switch.cases) == 1
        and switch.selector[0].wire == "\\rst"
        and len(switch.cases[0][1]) == 1
        and isinstance(switch.cases[0][1][0], Assign)
        and not switch.cases[0][1][0].value[0].wire
    )
