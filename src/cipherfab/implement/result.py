# SPDX-License-Identifier: Apache-2.0
"""What an implementation run found."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Self


@dataclass(frozen=True, kw_only=True)
class Implementation:
    """What a run found. Numbers that its platform does not have are None.

    Attributes:
        design, top: names.
        platform: its name.
        recipe: its whole record.
        period_ps: requested clock period.
        seed: of the noise, see `flow.implement`.
        stage: how far the run went, in words.
        area_um2, area_ge: of all cells.
        area: GE and µm² (``ge``, ``um2``) of the parts ``sequential``, ``combinational``, ``core``
            and ``wrapper``.
        gate_equivalent: the ``cell`` whose area is 1 GE, and its ``um2``.
        luts, flip_flops, latches: counts.
        cells: how many there are of each type.
        delay_ns: the longest path, including setup.
        fmax_mhz: the frequency that it allows.
        timing: of each kind of path its longest one, see `timing.analyse`.
        wire_load: name of the library's default wire load; delay_without_wire_load_ns: the longest
            path without it.
        versions: of the tools.
        inputs: SHA-256 of sources, scripts and the Liberty file.
        evidence: files of the run, relative to its directory, by what they are.
        more: what only some platforms have: ``logic_elements``, ``lut_inputs``, ``out_of_context``,
            ``utilization``, ``sizing`` (see `sizing.step.run`), …; ``refused``: that it does
            not fit into the device.
    """

    design: str
    top: str
    platform: str
    recipe: Mapping[str, Any]
    period_ps: int
    seed: int
    stage: str
    area_um2: float | None = None
    area_ge: float | None = None
    area: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    gate_equivalent: Mapping[str, Any] = field(default_factory=dict)
    luts: int | None = None
    flip_flops: int | None = None
    latches: int | None = None
    cells: Mapping[str, int] = field(default_factory=dict)
    delay_ns: float | None = None
    fmax_mhz: float | None = None
    timing: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    wire_load: str | None = None
    delay_without_wire_load_ns: float | None = None
    versions: Mapping[str, str] = field(default_factory=dict)
    inputs: Mapping[str, str] = field(default_factory=dict)
    evidence: Mapping[str, str] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)

    def number(self, name: str) -> float | None:
        """A number by its name; None if the run does not have it."""
        return self.more.get(name) if name in self.more else getattr(self, name, None)

    def to_json(self) -> dict[str, Any]:
        """Every field, those of ``more`` beside the others: the content of ``result.json``."""
        content = asdict(self)
        return content | content.pop("more")

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> Self:
        """The inverse of `to_json`."""
        # Keys that are no fields go back into `more`, from where `to_json` took them.
        names = {one.name for one in fields(cls)}
        return cls(
            **{name: value for name, value in content.items() if name in names},
            more={name: value for name, value in content.items() if name not in names},
        )
