# SPDX-License-Identifier: Apache-2.0
"""Places cells with Coloquinte, in a process of its own: ``python -m …placer JOB RESULT``.

The job has lengths as whole numbers of `GRID`. Coloquinte knows rows and no sites, so the cells of
each row are moved to sites afterwards, in their order and as little as possible.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

GRID = 0.005
"""µm: site, row and pins of the library are whole numbers of it."""


def main(job: str, result: str) -> None:
    """Read a job, place, write the result."""
    with open(job) as file:
        asked = json.load(file)
    found = place(asked)
    with open(result, "w") as file:
        json.dump(found, file)


def place(job: Mapping[str, Any]) -> dict[str, Any]:
    """Place the cells of a job.

    Args:
        job: ``widths`` of the cells; ``ports``, places of those that are fixed; ``nets``, of each
            its pins: number of the cell (ports behind the cells), and where the pin is in it;
            ``site``, ``row``, ``sites``, ``rows``; ``spreads``, the shares of the die that cells
            are widened to fill while they are placed, to be tried in turn (0: they are not);
            ``effort`` (1 to 9); ``seed``.

    Returns:
        ``x``, ``y`` of each cell's lower left corner; ``flipped``: whether it is upside down.
    """
    # Not at the head: `place` takes `GRID` from here where the placer may be missing.
    import coloquinte  # type: ignore[import-untyped]

    # Each try begins with a new circuit, since one that failed has left its cells widened and
    # moved.
    for spread in job["spreads"]:
        circuit = _circuit(job, coloquinte)
        if _placed(circuit, coloquinte.ColoquinteParameters(job["effort"], job["seed"]), spread):
            break
    else:
        raise SystemExit("not all cells could be placed: expected a lower utilisation")
    count = len(job["widths"])
    x, y = circuit.cell_x[:count], circuit.cell_y[:count]
    # Coloquinte has eight orientations, of which these two are upside down and can occur in rows.
    upside = (coloquinte.CellOrientation.FS, coloquinte.CellOrientation.S)
    flipped = [one in upside for one in circuit.cell_orientation[:count]]
    return {"x": on_sites(job, x, y), "y": y, "flipped": flipped}


def _placed(circuit: Any, parameters: Any, spread: float) -> bool:
    """Place; whether every cell has a place. Few large cells do not always fit into their rows
    when they are widened much.
    """
    if spread:
        circuit.expand_cells_to_density(spread, 0.0)
    circuit.place_global(parameters)
    # Coloquinte says by this error that some cell finds no room.
    try:
        circuit.legalize(parameters)
    except RuntimeError:
        return False
    circuit.place_detailed(parameters)
    return True


def _circuit(job: Mapping[str, Any], coloquinte: Any) -> Any:
    """The job as Coloquinte has it: ports are cells without a size that stay."""
    widths, ports = job["widths"], job["ports"]
    fixed = [False] * len(widths) + [True] * len(ports)
    circuit = coloquinte.Circuit(len(fixed))
    circuit.cell_width = [*widths, *[0] * len(ports)]
    circuit.cell_height = [*[job["row"]] * len(widths), *[0] * len(ports)]
    circuit.cell_is_fixed = fixed
    # A port has no size, and must not keep a cell from its place.
    circuit.cell_is_obstruction = [not one for one in fixed]
    circuit.cell_x = [*[0] * len(widths), *(x for x, _ in ports)]
    circuit.cell_y = [*[0] * len(widths), *(y for _, y in ports)]
    for pins in job["nets"]:
        circuit.add_net(
            [pin[0] for pin in pins], [pin[1] for pin in pins], [pin[2] for pin in pins]
        )
    area = coloquinte.Rectangle(0, job["sites"] * job["site"], 0, job["rows"] * job["row"])
    # Every second row is upside down, so that neighbours share a supply; the first one is not.
    circuit.setup_rows(area, job["row"], True, True)
    circuit.cell_row_polarity = [coloquinte.CellRowPolarity.SAME] * len(fixed)
    circuit.check()
    return circuit


def on_sites(job: Mapping[str, Any], x: Sequence[int], y: Sequence[int]) -> list[int]:
    """The cells' left edges, moved to sites so that none overlap and none lies outside."""
    site, found = job["site"], list(x)
    rows: dict[int, list[int]] = {}
    # By number where the place is the same, so that every run gives the same sites.
    for cell in sorted(range(len(x)), key=lambda cell: (x[cell], cell)):
        rows.setdefault(y[cell], []).append(cell)
    for row in rows.values():
        wide = [job["widths"][cell] // site for cell in row]
        at, free = [], 0
        for cell, width in zip(row, wide, strict=True):
            at.append(max(free, round(x[cell] / site)))
            free = at[-1] + width
        # What was pushed over the end goes back, and pushes those before it.
        limit = job["sites"]
        for place in reversed(range(len(row))):
            at[place] = min(at[place], limit - wide[place])
            limit = at[place]
        for cell, place in zip(row, at, strict=True):
            found[cell] = place * site
    return found


if __name__ == "__main__":
    main(*sys.argv[1:])
