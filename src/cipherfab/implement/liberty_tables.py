# SPDX-License-Identifier: Apache-2.0
"""What a Liberty file says of the delays and the power of a cell: tables over slew and load,
conditions, setup times, leakage.

Source: Liberty user guide, "Modeling power". ``internal_power`` of an input pin is what a toggle of
that pin costs inside the cell while the output stays; that of an output pin, named by
``related_pin``, what a toggle of the output costs when that input causes it. Energies are in
capacitance times voltage squared, pJ here; slews in ns, capacitances in pF, leakage in µW.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy

from ..errors import ToolError
from ..verify.gates import cells
from . import liberty_groups as groups
from .liberty import Liberty
from .liberty_groups import Group

_UNITS = {
    "ff": 1e-3,
    "pf": 1.0,
    "nw": 1e-3,
    "uw": 1.0,
    "pw": 1e-6,
    "mw": 1e3,
    "ns": 1.0,
    "ps": 1e-3,
    "v": 1.0,
    "mv": 1e-3,
}
_DELAYS = ("cell_rise", "cell_fall")
_SETUP = ("rise_constraint", "fall_constraint")
SLEW, LOAD, CLOCK_SLEW = "slew", "load", "clock slew"
_AXES = {
    "input_transition_time": SLEW,
    "input_net_transition": SLEW,
    "total_output_net_capacitance": LOAD,
    "constrained_pin_transition": SLEW,
    "related_pin_transition": CLOCK_SLEW,
}


@dataclass(frozen=True, kw_only=True)
class Units:
    """Factors to pF, ns, µW, V and pJ."""

    cap: float
    time: float
    leakage: float
    volt: float

    @property
    def energy(self) -> float:
        """Of the tables of internal power."""
        return self.cap * self.volt**2


@dataclass(frozen=True, kw_only=True)
class Table:
    """Values over no, one or two of slew, load and slew of the clock.

    Attributes:
        axes: names in the order of the dimensions.
        indices: of each dimension, ascending.
        values: of that shape.
    """

    axes: tuple[str, ...]
    indices: tuple[numpy.ndarray, ...]
    values: numpy.ndarray

    def at(self, slew, load) -> numpy.ndarray:
        """Linear between the points, and beyond them with the slope of the last two, for arrays of
        slews and loads; the clock is ideal, without a slew.
        """
        slew, load = numpy.broadcast_arrays(numpy.asarray(slew, float), numpy.asarray(load, float))
        found = numpy.zeros(slew.shape)
        places = [
            _place(index, {SLEW: slew, LOAD: load, CLOCK_SLEW: 0 * slew}[axis])
            for axis, index in zip(self.axes, self.indices)
        ]
        # Linear in each axis: a corner of the field around the point counts by how near it is.
        for corner in range(1 << len(places)):
            picks = [low + (corner >> n & 1) for n, (low, _) in enumerate(places)]
            weight = numpy.ones(slew.shape)
            for n, (_, part) in enumerate(places):
                weight = weight * (part if corner >> n & 1 else 1 - part)
            found = found + weight * (self.values[tuple(picks)] if picks else self.values)
        return found


def _place(index: numpy.ndarray, x: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Number of the point below and how far x is on the way to the next."""
    if len(index) == 1:
        return numpy.zeros(x.shape, int), numpy.zeros(x.shape)
    # Beyond the ends the outermost two points give the slope.
    low = numpy.clip(numpy.searchsorted(index, x, side="right") - 1, 0, len(index) - 2)
    return low, (x - index[low]) / (index[low + 1] - index[low])


@dataclass(frozen=True, kw_only=True)
class Internal:
    """One group ``internal_power``: energy of a toggle, the mean of rise and fall.

    Attributes:
        pin: whose toggles cost it.
        related: the input that causes a toggle of an output, or None.
        when: condition on the pins, or None.
        rise, fall: pJ.
    """

    pin: str
    related: str | None
    when: str | None
    rise: Table
    fall: Table

    def energy(self, slew, load) -> numpy.ndarray:
        """pJ of a toggle."""
        # A net rises as often as it falls, so the mean serves any activity.
        return (self.rise.at(slew, load) + self.fall.at(slew, load)) / 2


@dataclass(frozen=True, kw_only=True)
class Arc:
    """Slew at an output from that at an input: ``sense`` is ``positive_unate``, ``negative_unate``
    or another. ``delays``: ns from the input to the output, while that rises and while it falls;
    None if the library has none; ``when``: condition on the other pins, or empty.
    """

    pin: str
    related: str
    sense: str
    when: str
    rise: Table
    fall: Table
    delays: tuple[Table, Table] | None = None


@dataclass(frozen=True, kw_only=True)
class CellPower:
    """A cell.

    Attributes:
        capacitance: pF of each input pin.
        edges: the same while it rises and while it falls, where the library tells them apart.
        functions: of each output pin; names of the state of a flip-flop are its own. The output of
            a clock gate has that of its enable pins.
        clock: pin, or None.
        gate: of an integrated clock-gating cell, the pin of the gated clock; else None.
        states: of a flip-flop, names of state and inverted state.
        internal, arcs: see there.
        setups: by input pin the time in ns that it must be stable for before the clock's edge,
            while it rises and while it falls, over its slew.
        leakage: µW: condition and value; the last, without condition, is that of all other states.
    """

    name: str
    capacitance: Mapping[str, float]
    edges: Mapping[str, tuple[float, float]]
    functions: Mapping[str, str]
    clock: str | None
    gate: str | None
    states: tuple[str, ...]
    internal: Sequence[Internal]
    arcs: Sequence[Arc]
    setups: Mapping[str, tuple[Table, Table]]
    leakage: Sequence[tuple[str | None, float]]


@dataclass(frozen=True, kw_only=True)
class WireLoad:
    """Capacitance of a net by the number of its pins that are driven, in pF."""

    lengths: tuple[tuple[int, float], ...] = ()
    slope: float = 0.0
    capacitance: float = 0.0

    def at(self, fanout: numpy.ndarray) -> numpy.ndarray:
        """Between the points of the file linear, beyond the last one with its slope."""
        if not self.lengths:
            return numpy.zeros(len(fanout))
        counts, lengths = (numpy.array(column, float) for column in zip(*self.lengths))
        inside = numpy.interp(fanout, counts, lengths)
        return (
            numpy.where(fanout > 0, inside + self.slope * numpy.maximum(fanout - counts[-1], 0), 0)
            * self.capacitance
        )


@dataclass(frozen=True, kw_only=True)
class Head:
    """What all cells of a library share.

    Attributes:
        units: of all its numbers.
        volt: supply voltage.
        templates: of tables, by name.
        wires: the default wire load; without one nets have no capacitance of their own.
    """

    units: Units
    volt: float
    templates: Mapping[str, Group]
    wires: WireLoad


def head(library: Liberty) -> Head:
    """Of a library. Raises ToolError: a unit is missing or unknown."""
    top = groups.head(library)
    scale = _units(library, top)
    return Head(
        units=scale,
        volt=float(top.values["nom_voltage"]) * scale.volt,
        templates={
            group.args[0]: group for group in top.groups if group.kind.endswith("_template")
        },
        wires=next(
            (
                _wire_load(group, scale)
                for group in top.all("wire_load")
                if library.wire_load and group.args[0] == library.wire_load
            ),
            WireLoad(),
        ),
    )


def _units(library: Liberty, top: Group) -> Units:
    def unit(name: str, value) -> float:
        # The unit of capacitance is a group, (1, pf), and the others a text, 1ns: joined they look
        # alike.
        text = "".join(value).replace(" ", "").lower() if value else ""
        number = text.rstrip("abcdefghijklmnopqrstuvwxyz")
        if text[len(number) :] not in _UNITS:
            raise ToolError(f"{library.path}: expected a known unit {name}, got {text!r}")
        return float(number or 1) * _UNITS[text[len(number) :]]

    names = ("capacitive_load_unit", "time_unit", "leakage_power_unit", "voltage_unit")
    cap, time, leakage, volt = (unit(name, top.values.get(name)) for name in names)
    return Units(cap=cap, time=time, leakage=leakage, volt=volt)


def _wire_load(group: Group, scale: Units) -> WireLoad:
    points = sorted(
        (int(args[0]), float(args[1])) for name, args in group.repeated if name == "fanout_length"
    )
    return WireLoad(
        lengths=tuple(points),
        slope=group.number("slope"),
        capacitance=group.number("capacitance") * scale.cap,
    )


def read(library: Liberty, names: Sequence[str], top: Head) -> dict[str, CellPower]:
    """The cells of these names; ``top``: of the same library."""
    return {
        name: _cell(name, groups.cell(library, name), top.units, top.templates) for name in names
    }


def _cell(name: str, group: Group, scale: Units, templates: Mapping[str, Group]) -> CellPower:
    pins = {pin.args[0]: pin for pin in group.all("pin")}
    register, gate = next(iter(group.all("ff")), None), _role(pins, "out")
    internal, arcs = [], []
    for pin, body in pins.items():
        powers, times = (groups.by_cause(body.all(kind)) for kind in ("internal_power", "timing"))
        internal += [_internal(pin, part, scale, templates) for part in powers]
        arcs += [arc for part in times if (arc := _arc(pin, part, scale, templates))]
    conditional = [
        (part.values.get("when"), part.number("value") * scale.leakage)
        for part in group.all("leakage_power")
    ]
    inputs = {pin: body for pin, body in pins.items() if body.values.get("direction") == "input"}
    return CellPower(
        name=name,
        capacitance={pin: body.number("capacitance") * scale.cap for pin, body in inputs.items()},
        edges={
            pin: (rise * scale.cap, fall * scale.cap)
            for pin, body in inputs.items()
            if (rise := body.number("rise_capacitance"))
            and (fall := body.number("fall_capacitance"))
        },
        functions={
            pin: body.values["function"] for pin, body in pins.items() if "function" in body.values
        }
        | (
            {gate: " | ".join(filter(None, (_role(pins, "enable"), _role(pins, "test"))))}
            if gate
            else {}
        ),
        clock=(
            next(iter(cells.names(register.values["clocked_on"])))
            if register
            else _role(pins, "clock")
        ),
        gate=gate,
        states=register.args if register else (),
        internal=internal,
        arcs=arcs,
        setups={
            pin: setup
            for pin, body in inputs.items()
            if (setup := _setup(body, scale, templates)) is not None
        },
        leakage=[
            *((when, value) for when, value in conditional if when),
            (None, groups.leakage(group) * scale.leakage),
        ],
    )


def _setup(pin: Group, scale: Units, templates) -> tuple[Table, Table] | None:
    """Before the rising edge of the clock, or None; of several conditions the first."""
    for part in pin.all("timing"):
        tables = {one.kind: _table(one, scale, templates, scale.time) for one in part.groups
                  if one.kind in _SETUP}  # fmt: skip
        if part.values.get("timing_type") == "setup_rising" and set(_SETUP) <= set(tables):
            return tables[_SETUP[0]], tables[_SETUP[1]]
    return None


def _role(pins: Mapping[str, Group], role: str) -> str | None:
    """The pin of a clock-gating cell that is its ``clock``, ``enable``, ``test`` or ``out``."""
    return next(
        (pin for pin, body in pins.items() if body.values.get(f"clock_gate_{role}_pin") == "true"),
        None,
    )


def _internal(pin: str, group: Group, scale: Units, templates) -> Internal:
    tables = {part.kind: _table(part, scale, templates, scale.energy) for part in group.groups}
    zero = Table(axes=(), indices=(), values=numpy.array(0.0))
    either = tables.get("power")
    return Internal(
        pin=pin,
        related=group.values.get("related_pin"),
        when=group.values.get("when"),
        rise=tables.get("rise_power") or either or zero,
        fall=tables.get("fall_power") or either or zero,
    )


def _arc(pin: str, group: Group, scale: Units, templates) -> Arc | None:
    tables = {
        part.kind: _table(part, scale, templates, scale.time)
        for part in group.groups
        if part.kind.endswith("_transition") or part.kind in _DELAYS
    }
    # Groups without slews, such as those of setup times, are no arcs.
    if not {"rise_transition", "fall_transition"} <= set(tables):
        return None
    return Arc(
        pin=pin,
        related=group.values.get("related_pin", ""),
        sense=group.values.get("timing_sense", "non_unate"),
        when="".join(group.values.get("when") or ()),
        rise=tables["rise_transition"],
        fall=tables["fall_transition"],
        delays=(tuple(tables[kind] for kind in _DELAYS) if set(_DELAYS) <= set(tables) else None),
    )


def _table(group: Group, scale: Units, templates: Mapping[str, Group], factor: float) -> Table:
    """Raises ToolError: the template is unknown, or has a variable that is neither a slew nor
    load."""
    values = (
        numpy.array(
            [float(x) for text in group.values["values"] for x in text.replace(",", " ").split()]
        )
        * factor
    )
    name = group.args[0] if group.args else "scalar"
    # One value has no axes, whatever its template has.
    if name == "scalar" or values.size == 1:
        return Table(axes=(), indices=(), values=values.reshape(()))
    template = templates.get(name)
    axes, indices = [], []
    for number in (1, 2):
        variable = template.values.get(f"variable_{number}") if template else None
        if variable is None:
            continue
        if variable not in _AXES:
            raise ToolError(
                f"Liberty: expected a table over slew and load, got {variable!r} in "
                f"template {name!r}"
            )
        # A table may have points of its own in place of its template's.
        index = group.values.get(f"index_{number}") or template.values[f"index_{number}"]
        axes.append(_AXES[variable])
        points = numpy.array([float(x) for text in index for x in text.replace(",", " ").split()])
        indices.append(points * (scale.cap if axes[-1] == LOAD else scale.time))
    return Table(
        axes=tuple(axes),
        indices=tuple(indices),
        values=values.reshape([len(index) for index in indices]),
    )
