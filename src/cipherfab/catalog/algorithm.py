# SPDX-License-Identifier: Apache-2.0
"""What the catalog says of an algorithm."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from ..modes.model import AeadModel, HashModel, MacModel
from ..primitives.by_byte import BytePath
from ..primitives.by_cell import CellPath
from ..primitives.by_column import ColumnPath
from ..primitives.folded import Fold, Foldings
from ..primitives.in_stages import Staged
from ..primitives.on_two_shares import OnTwoShares
from ..primitives.primitive import Primitive
from ..primitives.rotating import RotatingPath

if TYPE_CHECKING:
    from ..primitives.forkcipher import Forkcipher


class Kind(StrEnum):
    """What an algorithm is; also the part before ``.txt`` in the name of its known-answer file."""

    AEAD = "aead"
    HASH = "hash"
    XOF = "xof"
    CXOF = "cxof"
    MAC = "mac"
    PERMUTATION = "perm"
    BLOCK_CIPHER = "bc"
    TWEAKABLE_BLOCK_CIPHER = "tbc"


XOFS = (Kind.XOF, Kind.CXOF)
"""Functions with an output of any length; the second with a customization string."""


@dataclass(frozen=True, kw_only=True)
class KnownAnswers:
    """An algorithm's official known-answer file.

    Attributes:
        sha256: of the whole file.
        starts: first byte of the counting fields (``Nonce``, ``PT``, ``AD``, ``Msg``) where it is
            not 0.
        fields: of a primitive's file, from the field names to the primitive's input and output
            names, in the file's order.
        header: of a primitive's file, its comment lines as they stand.
        published: of a primitive's file, its records that come from a publication: (source, input
            fields as hexadecimal).
        records: of a primitive's file, how many there are.
        first_output: what the file's first record expects (the field ``CT``, ``MD``, ``Out`` …), as
            hexadecimal; to name a mismatch without the file.
        stem: the file's name up to the first dot, where it is not the algorithm's name.
        secret_bytes: of an AEAD's file with a field ``Nsec`` behind ``Nonce``, the bytes of this
            secret message number, which the model's message begins with.
        mask: of a permutation's file whose bytes have bits that are no part of the state, the bits
            that are, as hexadecimal.
    """

    sha256: str
    starts: tuple[tuple[str, int], ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    header: str = ""
    published: tuple[tuple[str, tuple[str, ...]], ...] = ()
    records: int = 64
    first_output: str = ""
    stem: str = ""
    secret_bytes: int = 0
    mask: str = ""


@dataclass(frozen=True, kw_only=True)
class Algorithm:
    """One algorithm.

    Attributes:
        name: catalog name.
        kind: what it is.
        title: as its document writes it.
        document: title of the document and section.
        version: of the specification.
        model: for an AEAD, a hash or a XOF, the software model.
        mac: for a MAC or a pseudorandom function, the software model.
        primitive: for a permutation or cipher, what is iterated.
        forkcipher: for a forkcipher, and for a mode over one, the forkcipher.
        serial: for a primitive with a serial core, its data path by cell, by byte, by column or by
            columns of registers that turn.
        staged: makes the description that masking needs; None for a primitive that has none.
        cubic: makes the same on four shares, with stages of degree 3.
        unrefreshed: makes the description that masking without random bits needs, likewise.
        multiplied: of a primitive with sums modulo a power of two, what makes the same function in
            steps with products of bits alone, for cores by gadgets; None: it serves as it is.
        part: of a primitive, its S-box by itself, for checks of masking for which a round is too
            large; None where there is none.
        groupings: the primitive with its operands grouped otherwise, by name: other RTL for
            synthesis to start from. Each is made when it is called.
        foldings: by the clocks of a round, what makes the primitive, or that of the mode, of parts
            of a round.
        sboxes: the same model or primitive with another circuit of its S-box, by name. Each is made
            when it is called.
        known_answers: the file that the model must regenerate byte for byte.
        with_options: for an AEAD whose document gives it truncated tags and nonce masking, what
            makes the model of it by ``tag_bits`` and ``masks_nonce``.
        base: of an algorithm with options (`optioned`), the catalog name of the one without.
        data_limit: for an AEAD, how much data its document allows for one key, with the section;
            empty if it is not recorded here.
        companion: for an AEAD, the catalog name of the hash that shares its hardware, or None.
        xofs: for an AEAD, those of the functions with an output of any length that share its
            hardware and that of the hash: at most one of each kind.
    """

    name: str
    kind: Kind
    title: str
    document: str
    version: str
    known_answers: KnownAnswers
    model: AeadModel | HashModel | None = None
    mac: MacModel | None = None
    primitive: Primitive | None = None
    forkcipher: "Forkcipher | None" = None
    serial: CellPath | BytePath | ColumnPath | RotatingPath | None = None
    staged: Callable[..., Staged] | None = None
    cubic: Callable[..., Staged] | None = None
    unrefreshed: Callable[..., OnTwoShares] | None = None
    multiplied: Fold | None = None
    part: Primitive | None = None
    groupings: Mapping[str, Callable[[], Primitive]] = field(default_factory=dict)
    foldings: Foldings = field(default_factory=dict)
    sboxes: Mapping[str, Callable[[], AeadModel | Primitive]] = field(default_factory=dict)
    companion: str | None = None
    xofs: tuple[str, ...] = ()
    with_options: Callable[..., AeadModel] | None = None
    base: str = ""
    data_limit: str = ""
