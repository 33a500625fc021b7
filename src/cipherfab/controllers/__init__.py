"""Controllers in hardware, one file per mode: they take blocks, drive the primitive and give answers.

A module of this package that has `MODELS`, the classes of software models that it serves, has a function ``make`` too, from
what a core name asks for (`wanted.Wanted`) to the controller with the primitive in it; and it may have ``SERIAL = True``, if
the primitive may take several clocks a round, and ``PIPELINED = True``, if it may have several
calls in flight. Nothing else knows which controllers there are.
"""

from functools import cache
from types import ModuleType

from ..discovery import modules_with


@cache
def all_controllers() -> tuple[ModuleType, ...]:
    """The modules of controllers, in alphabetical order."""
    return modules_with(__name__, "MODELS")


def controller_of(model: object) -> ModuleType | None:
    """The module of the controller for a software model; None if there is none yet."""
    return next((module for module in all_controllers() if isinstance(model, module.MODELS)), None)


def has_serial(model: object) -> bool:
    """Whether a software model has a controller, and one for primitives that take several clocks a round."""
    return getattr(controller_of(model), "SERIAL", False)


def has_pipelined(model: object) -> bool:
    """Whether a software model has a controller, and one for several calls in flight."""
    return getattr(controller_of(model), "PIPELINED", False)
