# SPDX-License-Identifier: Apache-2.0
"""XOR networks: a binary matrix as a list of two-input XOR gates, for linear layers that are
cheaper so than row by row.
"""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class XorNetwork:
    """Gates in an order in which each follows its operands. A node is an input or, numbered after
    the inputs, a gate.

    Attributes:
        inputs: how many inputs there are.
        gates: the two nodes that each gate adds.
        outputs: the node of each output, all of them gates.
    """

    inputs: int
    gates: tuple[tuple[int, int], ...]
    outputs: tuple[int, ...]

    def rows(self) -> list[int]:
        """The matrix: for each output a number whose bit i says whether input i is in the sum."""
        masks = [1 << number for number in range(self.inputs)]
        for a, b in self.gates:
            masks.append(masks[a] ^ masks[b])
        return [masks[node] for node in self.outputs]

    def depth(self) -> int:
        """Gates on the longest path."""
        depths = [0] * self.inputs
        for a, b in self.gates:
            depths.append(max(depths[a], depths[b]) + 1)
        return max(depths)

    def program(self) -> str:
        """The text that `straightline` reads: inputs x0, x1, …, outputs y0, y1, …"""
        names = {number: f"x{number}" for number in range(self.inputs)}
        names |= {node: f"y{number}" for number, node in enumerate(self.outputs)}
        inner = (
            node for node in range(self.inputs, self.inputs + len(self.gates)) if node not in names
        )
        names |= {node: f"t{number}" for number, node in enumerate(inner)}
        return "; ".join(
            f"{names[node]} = {names[a]} ^ {names[b]}"
            for node, (a, b) in enumerate(self.gates, self.inputs)
        )
