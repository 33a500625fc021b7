# SPDX-License-Identifier: Apache-2.0
"""Controllers in hardware, one file per mode: they take blocks, drive the primitive and give
answers.

The folders are kinds of modes: `sponge` (over a permutation, described by events), `block` (over a
block cipher), `two_pass`, `fork` (over a forkcipher) and `parallel` (several calls in flight).
`parts` has what several kinds use. Here are the interface (`ports`, `contract`) and what a core
name asks for (`request`).

A module of this package that has `MODELS`, the classes of software models that it serves, has a
function ``make`` too, from what a core name asks for (`request.Request`) to the controller with the
primitive in it; and it may have ``TAKES``, what core names may ask of it beyond what all
controllers take. Of several modules that serve a model that of the most specific class counts.
Nothing else knows which controllers there are.
"""

from functools import cache
from types import ModuleType

from ..discovery import modules_with, most_specific
from .request import Takes


@cache
def all_controllers() -> tuple[ModuleType, ...]:
    """The modules of controllers, in alphabetical order."""
    return modules_with(__name__, "MODELS")


def controller_of(model: object) -> ModuleType | None:
    """The module of the controller for a software model; None if there is none yet.

    Raises:
        CallError: two serve it, and neither is the more specific one.
    """
    # A bare primitive has no model, and its name is read without importing any hardware.
    return None if model is None else most_specific(all_controllers(), model, "MODELS")


def takes(model: object) -> Takes | None:
    """What core names may ask of the controller for a software model; None if there is none yet."""
    module = controller_of(model)
    return getattr(module, "TAKES", Takes()) if module else None
