# SPDX-License-Identifier: Apache-2.0
"""The section ``[lwc]`` of a description: a core with the LWC Hardware API."""

from dataclasses import dataclass

from ..errors import CallError
from ..lwc.protocol import SEGMENT_ORDER
from . import algorithms
from .tables import LwcFacts, Order, Ports, Protection

SEGMENTS = {"pt": "data", "ct": "data"}
SECRET_NUMBERS = ("nsec", "ensec")
"""Of messages, in the words of GMU's descriptions; no AEAD here has a secret number on the bus."""

MOST_SHARES = 8
"""Of a value, which the bench carries."""


@dataclass(frozen=True, kw_only=True)
class Lwc:
    """What ``[lwc]`` says: catalog names, bits of a share of PDI and of SDI (None where it says
    nothing), in which order a message comes, whether a key may be used for several messages,
    whether it decrypts, shares of each value, bits of RDI (None where it says nothing), and
    against how many probes it is made.
    """

    aead: str | None = None
    hash: str | None = None
    width: int | None = None
    sdi_width: int | None = None
    segment_order: tuple[str, ...] = ()
    key_reuse: bool = True
    decrypts: bool = True
    shares: int = 1
    random: int | None = None
    order: int = 0


def lwc_of(table: LwcFacts, protection: Protection, place: str) -> Lwc:
    """What the section says.

    Raises:
        CallError: a width, an order of segments or a number of shares that the bench does not play;
            an algorithm that is not known.
    """
    aead, digest = table.aead.algorithm, table.hash.algorithm
    width, key_width = table.ports.pdi.bit_width, table.ports.sdi.bit_width
    for port, bits in (("pdi", width), ("sdi", key_width)):
        if bits not in (None, 8, 16, 32):
            raise CallError(f"{place}: expected ports.{port}.bit_width 8, 16 or 32, got {bits}")
    shares = _shares(table.ports, place)
    return Lwc(
        aead=algorithms.aead(aead) if aead else None,
        hash=algorithms.hash_function(digest) if digest else None,
        width=width,
        # SDI is as wide as PDI where nothing is said.
        sdi_width=key_width or width,
        segment_order=_segment_order(table.aead.input_sequence, place),
        key_reuse=table.aead.key_reuse,
        decrypts=table.aead.decrypts,
        shares=shares,
        random=table.ports.rdi.bit_width,
        order=_order(table.sca_protection.order or protection.order, shares, place),
    )


def _segment_order(told: Order, place: str) -> tuple[str, ...]:
    """In which order a core takes nonce, associated data and text; empty if that is the usual one.

    Raises:
        CallError: a type that is none or is missing, a tag that does not come last in a decryption,
            or two orders for the two directions.
    """
    found = {
        name: tuple(SEGMENTS.get(one, one) for one in types if one not in SECRET_NUMBERS)
        for name, types in (("encrypt", told.encrypt), ("decrypt", told.decrypt))
        if types
    }
    for name, types in found.items():
        tag = ("tag",) if name == "decrypt" else ()
        order = types[: len(SEGMENT_ORDER)]
        if sorted(order) != sorted(SEGMENT_ORDER) or types != order + tag:
            raise CallError(
                f"{place}: expected aead.input_sequence.{name} to be npub, ad and data, each once "
                f"and in any order{', then tag' if tag else ''}; got {', '.join(types)}"
            )
    # Without any order said it is the usual one.
    orders = {types[: len(SEGMENT_ORDER)] for types in found.values()} or {SEGMENT_ORDER}
    if len(orders) > 1:
        raise CallError(
            f"{place}: expected one order in aead.input_sequence.encrypt and .decrypt; got "
            + " and ".join(", ".join(types) for types in found.values())
        )
    order = orders.pop()
    return () if order == SEGMENT_ORDER else order


def _shares(ports: Ports, place: str) -> int:
    """Shares of each value, the same on PDI and SDI."""
    found = {
        name: 1 if port.num_shares is None else port.num_shares
        for name, port in (("pdi", ports.pdi), ("sdi", ports.sdi))
    }
    if not all(1 <= shares <= MOST_SHARES for shares in found.values()):
        raise CallError(f"{place}: expected ports.pdi.num_shares 1 to {MOST_SHARES}, got {found}")
    if len({*found.values()}) > 1:
        raise CallError(
            f"{place}: expected as many shares on PDI as on SDI, got num_shares of {found['pdi']} "
            f"and {found['sdi']}"
        )
    return found["pdi"]


def _order(told: int | None, shares: int, place: str) -> int:
    """Against how many probes a core is made; one less than shares where it does not say."""
    order = shares - 1 if told is None or shares == 1 else told
    # As many probes as shares see the whole value, so the order is below their number.
    if order not in range(min(1, shares - 1), shares):
        raise CallError(
            f"{place}: expected sca_protection.order of 1 to {shares - 1} with {shares} shares, "
            f"got {told}"
        )
    return order
