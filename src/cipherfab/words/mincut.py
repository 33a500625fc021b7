"""The cut of a directed acyclic graph that the fewest values cross, by maximum flow (Dinic's algorithm)."""

from collections import deque
from collections.abc import Collection, Sequence

SOURCE, SINK = 0, 1


def narrowest_cut(reads: Sequence[Collection[int]], before: Collection[int], after: Collection[int],
                  outputs: Collection[int]) -> set[int]:
    """The nodes before a cut that as few of them as possible are read behind.

    A node is before the cut only if all that it reads is. A node before the cut that is read by several behind it counts once.

    Args:
        reads: for each node the nodes that it reads.
        before: must be before the cut, with all that they read.
        after: must be behind it, with all that read them.
        outputs: nodes that are read behind the cut in any case.
    """
    network = _Network(2 + 2 * len(reads))
    for node, operands in enumerate(reads):
        value, carried = 2 + 2 * node, 3 + 2 * node
        network.add(value, carried, 1)
        for operand in operands:
            network.add(3 + 2 * operand, value, len(reads))
            network.add(value, 2 + 2 * operand, len(reads))
    for node in before:
        network.add(SOURCE, 2 + 2 * node, len(reads))
    for node in after:
        network.add(2 + 2 * node, SINK, len(reads))
    for node in outputs:
        network.add(3 + 2 * node, SINK, len(reads))
    while network.find_levels():
        network.saturate()
    return {node for node in range(len(reads)) if network.level[2 + 2 * node] >= 0}


class _Network:
    """Edges with what is left of their capacities; edge ``e ^ 1`` is edge ``e`` backwards."""

    def __init__(self, nodes: int):
        self.edges: list[list[int]] = [[] for _ in range(nodes)]
        self.target: list[int] = []
        self.left: list[int] = []
        self.level: list[int] = []

    def add(self, start: int, end: int, capacity: int) -> None:
        """An edge and its way back."""
        for place, target, left in ((start, end, capacity), (end, start, 0)):
            self.edges[place].append(len(self.target))
            self.target.append(target)
            self.left.append(left)

    def find_levels(self) -> bool:
        """Distances from the source, -1 where nothing more can flow to; whether the sink is reached."""
        self.level = [-1] * len(self.edges)
        self.level[SOURCE], queue = 0, deque([SOURCE])
        while queue:
            node = queue.popleft()
            for edge in self.edges[node]:
                if self.left[edge] and self.level[self.target[edge]] < 0:
                    self.level[self.target[edge]] = self.level[node] + 1
                    queue.append(self.target[edge])
        return self.level[SINK] >= 0

    def saturate(self) -> None:
        """Send what can go from the source to the sink along rising levels."""
        tried, path = [0] * len(self.edges), []
        while True:
            node = self.target[path[-1]] if path else SOURCE
            if node == SINK:
                self._send(path)
                path = []
            elif (edge := self._open_edge(node, tried)) is not None:
                path.append(edge)
            elif path:
                path.pop()
                tried[self.target[path[-1]] if path else SOURCE] += 1
            else:
                return

    def _open_edge(self, node: int, tried: list[int]) -> int | None:
        """The first edge to the next level that was not found to be a dead end."""
        while tried[node] < len(self.edges[node]):
            edge = self.edges[node][tried[node]]
            if self.left[edge] and self.level[self.target[edge]] == self.level[node] + 1:
                return edge
            tried[node] += 1
        return None

    def _send(self, path: list[int]) -> None:
        """As much as the narrowest edge of a path takes."""
        amount = min(self.left[edge] for edge in path)
        for edge in path:
            self.left[edge] -= amount
            self.left[edge ^ 1] += amount
