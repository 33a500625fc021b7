# SPDX-License-Identifier: Apache-2.0
"""The signals of a controller, each declared once in the body of its class: what it means, its
width, how it is kept.

    class Core(BlockCore):
        mask = Register("The mask of the next call.", block_bits)
        is_message = During("MESSAGE")

A declared signal is made when it is first read, once for each controller, and nothing takes its
place: an assignment fails. Its text is what `help` shows of it.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from amaranth.hdl import Module, Signal

from ...words.hardware import MEANING

Width = int | range | type | Callable[[Any], int | range]
"""Bits of a signal, a shape, or a function that gives the bits for a controller."""


class Declared:
    """A signal that every controller of a class has.

    Args:
        said: what it means.
        shape: its bits, as `Width` says.
        name: in the netlist, if it is another one than the attribute's.
        settings: what else `Signal` takes.
    """

    attribute: str

    def __init__(self, said: str, shape: Width = 1, *, name: str = "", **settings: Any):
        self.__doc__, self.shape, self.name, self.settings = said, shape, name, settings

    def __set_name__(self, owner: type, attribute: str) -> None:
        self.attribute, self.name = attribute, self.name or attribute

    def __get__(self, core: Any, owner: type | None = None) -> Any:
        if core is None:
            return self
        if self.attribute not in vars(core):
            # Not by an assignment to the attribute, which `__set__` refuses.
            vars(core)[self.attribute] = self.made(core)
        return vars(core)[self.attribute]

    def __set__(self, core: Any, value: object) -> None:
        raise AttributeError(f"{self.attribute} is declared, so nothing takes its place")

    def made(self, core: Any) -> Signal:
        """The signal for a controller."""
        # An enumeration can be called too, but it is a shape itself.
        computed = callable(self.shape) and not isinstance(self.shape, type)
        shape = self.shape(core) if computed else self.shape
        return Signal(shape, name=self.name, attrs={MEANING: self.__doc__}, **self.settings)


class Wire(Declared):
    """A signal that logic drives."""


class Flag(Declared):
    """A register that a reset clears."""


class Register(Declared):
    """A register that a reset leaves alone: nobody reads it before it is written."""

    def __init__(self, said: str, shape: Width = 1, **settings: Any):
        super().__init__(said, shape, reset_less=True, **settings)


class During(Declared):
    """A register that is 1 in some states of the controller's state machine.

    Args:
        states: their names; of several also one text with spaces between them.
    """

    def __init__(self, *states: str):
        super().__init__(f"1 in {', '.join(states)}.")
        self.states = tuple(name for text in states for name in text.split())

    def made(self, core: Any) -> Signal:
        return core.during(*self.states)


def once(method: Callable[[Any, Module], Any]) -> Callable[[Any, Module], Any]:
    """A method that describes logic, and is called by all that need its value: the first call in a
    module describes it, the others get what that gave.
    """

    kept = f"once {method.__qualname__}"

    @wraps(method)
    def given(core: Any, m: Module) -> Any:
        module, value = vars(core).get(kept, (None, None))
        # A controller may be elaborated once more, into another module.
        if module is not m:
            value = method(core, m)
            vars(core)[kept] = m, value
        return value

    return given


def declared_phases(kind: type) -> list[str]:
    """The attributes of a class that are `During`: those of its bases first, each as its most
    specific class has it.
    """
    return [
        name
        for base in reversed(kind.__mro__)
        for name, found in vars(base).items()
        if isinstance(found, During) and getattr(kind, name) is found
    ]


def block_bits(core: Any) -> int:
    """The bits of a block of the ports."""
    return len(core.block.data)


def block_bytes(core: Any) -> int:
    """The bytes of a block of the ports."""
    return len(core.block.mask)
