# SPDX-License-Identifier: Apache-2.0
"""What a segment header must be: the rules of `preprocessor`, see ``docs/reference/lwc.md``."""

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ..controllers.ports import Phase
from .reading import Reading


def not_expected(now: Reading, kind):
    """A segment of this type may not come; none but a tag, when the key in use has had its data."""
    wrong = kind != now.expected_type
    if not now.needs.key_limit:
        return wrong
    # 2^n or more: any bit from n on; the register is wide enough not to wrap.
    spent = now.used[now.needs.key_limit :].any()
    return wrong | (spent & ~now.control.hash & (now.phase != Phase.TAG))


def breaks_rules(m: Module, now: Reading, length, eot, last):
    """1 if the length or the flags do not fit the segment (judged on the last word of a
    header).
    """
    not_whole = _rest(m, length, now.needs.block_bytes)
    if now.needs.ad_step not in (None, now.needs.block_bytes):
        of_ad = _rest(m, length, now.needs.ad_step)
        not_whole = Mux(now.phase == Phase.AD, of_ad, not_whole)
    if now.needs.hash_block_bytes is not None:
        not_whole = Mux(now.control.hash, _rest(m, length, now.needs.hash_block_bytes), not_whole)
    is_nonce, is_end = now.phase == Phase.NONCE, now.phase == Phase.TAG
    is_tag = is_end & ~now.control.output if now.needs.outputs else is_end
    fixed = (is_nonce & (length != now.needs.nonce_bytes)) | (
        is_tag & (length != now.needs.tag_bytes)
    )
    ends_message = eot & Mux(now.ends_late, is_end, now.phase == Phase.MESSAGE)
    # Nonce and tag come in one segment each.
    wrong = fixed | (~eot & (not_whole | is_nonce | is_tag)) | (last != ends_message)
    if now.needs.outputs:
        # Its length goes before the customization, and so has to be known.
        most = now.needs.customization_bytes
        is_custom = now.control.custom & (now.phase == Phase.AD)
        wrong = wrong | (is_custom & (~eot | (length > most)))
    if now.needs.announces_last:
        # An empty end of something: then a block waits to be settled.
        empty_end = eot & (length == 0) & (now.control.decrypt | now.unsettled)
        wrong = wrong | (now.is_text & (empty_end | (now.control.decrypt & not_whole)))
    return wrong


def _rest(m: Module, length, step: int):
    """1 if a length is not a multiple of ``step``: of the power of two in it, or of the odd number
    that is left.
    """
    # The power of two costs an OR of low bits; only the odd part needs a remainder.
    two = step & -step
    odd, rest = step // two, length[: two.bit_length() - 1].any() if two > 1 else Const(0)
    return rest if odd == 1 else rest | ~_residue(m, length, 0, odd)[0]


def _residue(m: Module, length, low: int, odd: int):
    """One bit for each residue modulo ``odd`` of a number that starts at bit ``low``; a tree, as it
    is in front of much.
    """
    if len(length) == 1:
        return [
            (~length[0] if value == 0 else Const(0))
            # The bit has the weight 2^low.
            | (length[0] if value == (1 << low) % odd else Const(0))
            for value in range(odd)
        ]
    half = len(length) // 2
    a, b = _residue(m, length[:half], low, odd), _residue(m, length[half:], low + half, odd)
    # A signal, as every bit of it is read often.
    residue = Signal(odd, name=f"residue_{low}_{low + len(length) - 1}")
    m.d.comb += residue.eq(
        Cat(Cat(a[n] & b[(value - n) % odd] for n in range(odd)).any() for value in range(odd))
    )
    return residue
