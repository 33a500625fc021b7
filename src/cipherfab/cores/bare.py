# SPDX-License-Identifier: Apache-2.0
"""Bare primitives in an architecture: from a core name to the component that is emitted."""

from ..architectures.forked.duplicated import ForkDuplicated
from ..architectures.forked.fork import ForkComponent
from ..architectures.forked.full import ForkFull, ForkPipelined
from ..architectures.forked.parallel import ForkParallel
from ..architectures.forked.round import ForkIterated, threefold
from ..architectures.forked.single import ForkRestart, ForkRewind
from ..architectures.iterated.bidirectional import Bidirectional
from ..architectures.iterated.bidirectional_folded import BidirectionalFolded
from ..architectures.iterated.folded import Folded
from ..architectures.iterated.full import Full
from ..architectures.iterated.inner import Inner
from ..architectures.iterated.iterated import Iterated
from ..architectures.iterated.pipelined import Pipelined
from ..architectures.iterated.pulsed import FreeRunning, Pulsed
from ..architectures.protected.gadgets_redundant import GadgetsRedundant
from ..architectures.protected.masked import Masked
from ..architectures.protected.masked_redundant import MaskedRedundant
from ..architectures.protected.redundant import Redundant
from ..architectures.serial.by_byte import ByteSerial
from ..architectures.serial.by_cell import CellSerial
from ..architectures.serial.by_column import ColumnSerial
from ..architectures.serial.by_round import RoundSerial
from ..architectures.serial.fork_by_cell import RestartedCellSerial, StoredCellSerial
from ..architectures.serial.on_shares import SerialOnShares
from ..architectures.serial.rotating import RotatingSerial
from ..architectures.stream import PrimitiveComponent
from ..errors import CallError
from ..primitives.bit_serial import BitSerial, bit_serial
from ..primitives.by_byte import BytePath
from ..primitives.by_column import ColumnPath
from ..primitives.by_gadgets import ByGadgets, by_gadgets
from ..primitives.in_stages import CUBIC, TI, Staged
from ..primitives.on_two_shares import NONE, OnTwoShares
from ..primitives.primitive import Primitive
from ..primitives.rotating import RotatingPath
from .corename import CoreName


def bare_component(core: CoreName) -> PrimitiveComponent:
    """The hardware of a bare primitive.

    Raises:
        CallError: the architecture does not fit the primitive.
    """
    # First, since what is computed twice goes with several of the architectures below.
    if core.redundant:
        return _redundant_component(core)
    if core.architecture == "serial":
        return _serial_component(core)
    if core.architecture == "masked":
        return SerialOnShares(masked(core)) if core.bitserial else Masked(masked(core))
    if core.architecture == "inner":
        return Inner(core.primitive, pieces=core.factor, encdec=core.encdec)
    # Architectures of the same names have classes of their own for forkciphers.
    if core.algorithm.forkcipher is not None:
        return _fork_component(core)
    if core.pulses:
        return _pulsed_component(core)
    if core.fold:
        return _folded_component(core)
    if core.architecture == "pipelined":
        return Pipelined(
            core.primitive, stage=core.factor, encdec=core.encdec, unregistered=core.unregistered
        )
    if core.encdec:
        return _bidirectional_component(core)
    primitive = core.primitive
    if core.architecture == "full":
        return Full(primitive)
    return Iterated(primitive, unrolled=core.factor)


def _folded_component(core: CoreName) -> Folded | BidirectionalFolded:
    if core.encdec:
        return BidirectionalFolded(_directed(core), core.fold)
    return Folded(core.primitive, core.fold)


def _pulsed_component(core: CoreName) -> Pulsed:
    made, primitive = FreeRunning if core.pulses == "freerunning" else Pulsed, core.primitive
    # Of a folded core the factor says how it is folded, which its primitive has in it.
    return made(
        core.fold(primitive) if core.fold else primitive, unrolled=1 if core.fold else core.factor
    )


def _fork_component(core: CoreName) -> ForkComponent | ForkRestart:
    cipher = core.algorithm.forkcipher
    if core.architecture == "full":
        return ForkFull(cipher, encdec=core.encdec)
    if core.architecture == "pipelined":
        return ForkPipelined(cipher, stage=core.factor, encdec=core.encdec)
    unrolled = threefold(cipher) if core.architecture == "threefold" else core.factor
    if core.strategy == "duplicated":
        return ForkDuplicated(cipher)
    if core.strategy in SINGLE:
        return SINGLE[core.strategy](cipher, encdec=core.encdec)
    return (ForkParallel if core.strategy else ForkIterated)(
        cipher, unrolled=unrolled, encdec=core.encdec
    )


SINGLE = {"restart": ForkRestart, "rewind": ForkRewind}
"""Forkciphers without a register for the fork, by strategy."""


def _serial_component(
    core: CoreName,
) -> CellSerial | ColumnSerial | ByteSerial | RoundSerial | RotatingSerial:
    path = core.algorithm.serial
    if core.bitserial:
        raise CallError(
            "serial=1,bitserial is of AEADs and hashes; a bare permutation has masked=d."
        )
    if isinstance(path, ColumnPath):
        return ColumnSerial(path, core.factor)
    if isinstance(path, RotatingPath):
        if core.encdec:
            raise CallError(f"serial: {path.primitive.name} has its encryption alone by column.")
        return RoundSerial(path) if core.factor == path.width else RotatingSerial(path, core.factor)
    if core.factor != path.cell:
        raise CallError(
            f"serial={core.factor} is refused: a cell of {path.name} has {path.cell} "
            f"bits: serial={path.cell}."
        )
    if isinstance(path, BytePath):
        return ByteSerial(path, encdec=core.encdec)
    if path.fork is None:
        return CellSerial(path, encdec=core.encdec)
    return (RestartedCellSerial if core.strategy == "restart" else StoredCellSerial)(
        path, encdec=core.encdec
    )


def _bidirectional_component(core: CoreName) -> Bidirectional:
    if core.architecture not in ("round", "unrolled"):
        raise CallError(
            f"encdec goes with round, unrolled=k and pipelined=k, not with {core.architecture}."
        )
    return Bidirectional(_directed(core), unrolled=core.factor)


def _directed(core: CoreName) -> Primitive:
    """The primitive; of a core with both directions what has an inverse that begins with the
    key."""
    return core.encdec and core.primitive.from_key or core.primitive


def masked(core: CoreName) -> Staged | ByGadgets | BitSerial | OnTwoShares:
    """What a masked core is made of.

    Raises:
        CallError: gadgets do not go with what it is made of.
    """
    if core.bitserial:
        return bit_serial(core.algorithm.serial, core.factor)
    directions = {"encdec": True} if core.encdec else {}
    if core.gadget == NONE:
        return core.algorithm.unrefreshed()
    if core.gadget == CUBIC:
        return core.algorithm.cubic(**directions)
    if core.gadget == TI:
        return core.algorithm.staged(**directions)
    multiplied = core.algorithm.multiplied
    primitive = multiplied(core.primitive) if multiplied else core.primitive
    return by_gadgets(primitive, core.factor, core.gadget, encdec=core.encdec)


def _redundant_component(core: CoreName) -> Redundant | MaskedRedundant:
    if core.architecture == "masked":
        if core.algorithm.multiplied:
            raise CallError(
                f"redundant does not go with masked=d of {core.algorithm.name}, whose rounds are "
                f"many steps on shares."
            )
        described = masked(core)
        if isinstance(described, ByGadgets):
            return GadgetsRedundant(described, repeated=core.redundant)
        return MaskedRedundant(described, repeated=core.redundant)
    return Redundant(_directed(core), repeated=core.redundant, encdec=core.encdec)
