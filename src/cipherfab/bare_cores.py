"""Bare primitives in an architecture: from a core name to the component that is emitted."""

from .architectures.fork import ForkComponent
from .architectures.fork_parallel import ForkParallel
from .architectures.fork_round import ForkIterated
from .architectures.full import Full
from .architectures.iterated import Iterated
from .architectures.pipelined import Pipelined
from .architectures.stream import PrimitiveComponent
from .corename import CoreName
from .errors import CallError


def bare_component(core: CoreName) -> PrimitiveComponent:
    """The hardware of a bare primitive.

    Raises:
        CallError: the architecture does not fit the primitive.
    """
    if core.algorithm.forkcipher is not None:
        return _fork_component(core)
    if core.architecture == "serial":
        return _serial_component(core)
    if core.encdec:
        return _bidirectional_component(core)
    primitive = core.algorithm.primitive
    if core.architecture == "full":
        return Full(primitive)
    if core.architecture == "pipelined":
        return Pipelined(primitive, stage=core.factor)
    return Iterated(primitive, unrolled=core.factor)


def _fork_component(core: CoreName) -> ForkComponent:
    cipher = core.algorithm.forkcipher
    if core.strategy == "parallel":
        return ForkParallel(cipher, unrolled=core.factor, encdec=core.encdec)
    return ForkIterated(cipher, unrolled=core.factor, encdec=core.encdec)


def _serial_component(core: CoreName) -> PrimitiveComponent:
    raise CallError(f"serial: {core.algorithm.name} has no serial data path")


def _bidirectional_component(core: CoreName) -> PrimitiveComponent:
    raise CallError("encdec: there is no core with both directions yet")
