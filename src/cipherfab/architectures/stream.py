# SPDX-License-Identifier: Apache-2.0
"""The ports that all architectures share."""

from collections.abc import Collection, Mapping

from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ..primitives.primitive import Primitive


class PrimitiveSignature(wiring.Signature):
    """Ports of a primitive in hardware; a word passes in a cycle with valid and ready both 1.

    ``in_valid``, ``in_ready`` and one port ``in_NAME`` for each input; ``out_valid``, ``out_ready``
    and ``out_NAME``. Results come in the order of their inputs. An architecture may be ``without``
    ``out_ready``, if a result is there for one cycle, and ``in_ready``, if inputs may come always.
    """

    def __init__(
        self,
        inputs: Mapping[str, int],
        outputs: Mapping[str, int],
        *,
        without: Collection[str] = (),
    ):
        members = {
            "in_valid": In(1),
            "in_ready": Out(1),
            **{f"in_{name}": In(width) for name, width in inputs.items()},
            "out_valid": Out(1),
            "out_ready": In(1),
            **{f"out_{name}": Out(width) for name, width in outputs.items()},
        }
        super().__init__({port: members[port] for port in members if port not in without})


class PrimitiveComponent(wiring.Component):
    """A primitive in some architecture.

    Attributes:
        primitive: what it computes.
        loadable: registers that the extra port ``in_load`` writes from the inputs without a step,
            while no run is under way.
        takes_changes: a user may say which bits of an input it changes (`Folded.change`).
    """

    takes_changes = False

    def __init__(
        self, primitive: Primitive, loadable: Collection[str] = (), *, without: Collection[str] = ()
    ):
        self.primitive, self.loadable = primitive, frozenset(loadable)
        load = {"in_load": In(1)} if self.loadable else {}
        ports = PrimitiveSignature(primitive.inputs, primitive.outputs, without=without)
        super().__init__(wiring.Signature({**ports.members, **load, **self.more_ports()}))

    def more_ports(self) -> dict:
        """Ports that an architecture has beside those of all."""
        return {}

    def inputs(self) -> dict:
        """The signals of the input ports by input name."""
        return {name: getattr(self, f"in_{name}") for name in self.primitive.inputs}

    def drive_outputs(self, m, values: Mapping) -> None:
        """Assign ``values`` to the output ports."""
        for name in self.primitive.outputs:
            m.d.comb += getattr(self, f"out_{name}").eq(values[name])
