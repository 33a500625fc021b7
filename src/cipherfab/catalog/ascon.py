# SPDX-License-Identifier: Apache-2.0
"""The Ascon family: version 1.2 (submission to NIST) and NIST SP 800-232."""

from functools import partial

from ..ciphers.ascon import SLICE, ascon_p
from ..ciphers.ascon_by_column import FOLDINGS, ascon_columns
from ..ciphers.ascon_grouped import groupings
from ..ciphers.ascon_in_stages import staged_ascon_p
from ..ciphers.ascon_on_two_shares import ascon_p_on_two_shares
from ..modes.ascon_prf import AsconPrf, AsconPrfShort
from ..modes.duplex import SP800_232, V12, DuplexAead, DuplexHash, DuplexXof
from ..modes.duplex_options import DuplexOptions
from .algorithm import Algorithm, Kind, KnownAnswers

V12_DOCUMENT = "Ascon v1.2, submission to the NIST LWC competition, 2021"
PRF_DOCUMENT = "Ascon MAC, PRF, and Short-Input PRF, IACR ePrint 2021/1574"
SP_DOCUMENT = "NIST SP 800-232, Ascon-Based Lightweight Cryptography Standards, 2025"

FIRST = {
    "ascon-128": "E355159F292911F794CB1432A0103A8A",
    "ascon-128a": "7A834E6F09210957067B10FD831F0078",
    "ascon-aead128": "4F9C278211BEC9316BF68F46EE8B2EC6",
    "ascon-hash": "7346BC14F036E87AE03D0997913088F5F68411434B3CF8B54FA796A80D251F91",
    "ascon-hasha": "AECD027026D0675F9DE7A8AD8CCF512DB64B1EDCF0B20C388A0C7CC617AAA2C4",
    "ascon-hash256": "0B3BE5850F2F6B98CAF29F8FDEA89B64A1FA70AA249B8F839BD53BAA304D92B2",
    "ascon-xof128": "473D5E6164F58B39DFD84AACDB8AE42EC2D91FED33388EE0D960D9B3993295C6"
    "AD77855A5D3B13FE6AD9E6098988373AF7D0956D05A8F1665D2C67D1A3AD10FF",
    "ascon-cxof128": "4F50159EF70BB3DAD8807E034EAEBD44C4FA2CBBC8CF1F05511AB66CDCC52990"
    "5CA12083FC186AD899B270B1473DC5F7EC88D1052082DCDFE69FB75D269E7B74",
    "ascon-mac": "EAC9D74BBEDF8BF1EBA2862B26AA6D39",
    "ascon-prf": "BB4BBCF377694C09008CF5D78389FEE6E2FD7E7A21009AB94871F0639481F195"
    "E0CF1FFD2EA4A308C364B577A6A240045F5BF137E4A556C9C74AA36D80811587",
    "ascon-prfshort": "B31643D698DFA8B8FA2904AF5D1DAEEF",
    "ascon-p-12": "78EA7AE5CFEBB1089B9BFB8513B560F76937F83E"
    "03D11A503FE53F36F2C1178C045D648E4DEF12C9",
    "ascon-p-8": "1418F8AF721AA830A5425F1F8CB31388A01EF761BF8E1652F01FDABF8C8A82B40168260BADF76A06",
    "ascon-p-6": "160C84F20FAAD4F121495B1B0AE33EEFE0377D04E23A914B2B23481598FFA8EA649AF379BA83CD30",
}
"""The output of the first record of each known-answer file."""


def _known(name: str, sha256: str, **more) -> KnownAnswers:
    return KnownAnswers(sha256=sha256, first_output=FIRST[name], **more)


def _permutation(rounds: int, sha256: str) -> Algorithm:
    return Algorithm(
        name=f"ascon-p-{rounds}",
        kind=Kind.PERMUTATION,
        title=f"Ascon-p[{rounds}]",
        version="1.2",
        document=f"{V12_DOCUMENT}, section 2.6",
        primitive=ascon_p(rounds),
        serial=ascon_columns(rounds),
        foldings=FOLDINGS,
        part=SLICE,
        staged=partial(staged_ascon_p, rounds),
        unrefreshed=partial(ascon_p_on_two_shares, rounds),
        groupings=groupings(rounds),
        known_answers=_known(
            f"ascon-p-{rounds}",
            sha256,
            fields=(("In", "x"), ("Out", "x")),
            # These lines are a part of the file, and so of its hash: not a character may change.
            header=(
                f"# Ascon-p[{rounds}]: the last {rounds} of 12 rounds\n"
                "# In/Out = x0||x1||x2||x3||x4, each 64-bit word printed as a hexadecimal NUMBER "
                "(most "
                "significant digit first)\n"
                "# This is the byte order of Ascon v1.2; in SP 800-232 byte strings are loaded "
                "little-endian into the same words "
                "(the permutation on the words is identical)\n"
            ),
        ),
    )


# One object, of which those with options are made too (`optioned`).
AEAD128 = DuplexAead(iv=0x00001000808C0001, block_bytes=16, rounds=(12, 8), order=SP800_232)

V12_LIMIT = "2^64 blocks of plaintext and associated data (section 3, security claims)"

ALGORITHMS = [
    Algorithm(
        name="ascon-128", kind=Kind.AEAD, title="Ascon-128",
        version="1.2", document=f"{V12_DOCUMENT}, section 2.4",
        companion="ascon-hash", data_limit=V12_LIMIT,
        model=DuplexAead(iv=0x80400C0600000000, block_bytes=8, rounds=(12, 6), order=V12),
        known_answers=_known("ascon-128",
                             "6d616b2ab817f391030ab3ba15dff37fad20433f7a7ac925aadcba550b12e3b0")),
    Algorithm(
        name="ascon-128a", kind=Kind.AEAD, title="Ascon-128a",
        version="1.2", document=f"{V12_DOCUMENT}, section 2.4",
        companion="ascon-hasha", data_limit=V12_LIMIT,
        model=DuplexAead(iv=0x80800C0800000000, block_bytes=16, rounds=(12, 8), order=V12),
        known_answers=_known("ascon-128a",
                             "d453a54fd663316a6223734013dcd2d732e2b1dee0c85391cf6f818000322fd9")),
    Algorithm(
        name="ascon-aead128", kind=Kind.AEAD, title="Ascon-AEAD128",
        version="SP 800-232", document=f"{SP_DOCUMENT}, section 4",
        companion="ascon-hash256", xofs=("ascon-xof128", "ascon-cxof128"),
        data_limit="2^54 bytes, nonces among them, in encryption and decryption (section 4)",
        model=AEAD128, with_options=partial(DuplexOptions, base=AEAD128),
        known_answers=_known("ascon-aead128",
                             "bbbc34692fe05e5fda0a3b025585622ab3e3747495e5e3655b29aae8c2a4bd33",
                                   starts=(("Nonce", 0x10), ("PT", 0x20), ("AD", 0x30)))),
    Algorithm(
        name="ascon-hash", kind=Kind.HASH, title="Ascon-Hash",
        version="1.2", document=f"{V12_DOCUMENT}, section 2.5",
        model=DuplexHash(iv=0x00400C0000000100, rounds=(12, 12), order=V12),
        known_answers=_known("ascon-hash",
                             "d2bcd84caf152a643eb6e7615bd39b7f18a3d2465d5936d1b76aef7a173975ca")),
    Algorithm(
        name="ascon-hasha", kind=Kind.HASH, title="Ascon-Hasha",
        version="1.2", document=f"{V12_DOCUMENT}, section 2.5",
        model=DuplexHash(iv=0x00400C0400000100, rounds=(12, 8), order=V12),
        known_answers=_known("ascon-hasha",
                             "e6171afe21eb844f552ab95a62ad7659ba5ff7180741e861c7b17d80e8e37ea2")),
    Algorithm(
        name="ascon-hash256", kind=Kind.HASH, title="Ascon-Hash256",
        version="SP 800-232", document=f"{SP_DOCUMENT}, section 5.1",
        model=DuplexHash(iv=0x0000080100CC0002, rounds=(12, 12), order=SP800_232),
        known_answers=_known("ascon-hash256",
                             "b7d6fbc51362f0d62bc7e57b21f3e83242983434a7c92320a4956d915749df17")),
    Algorithm(
        name="ascon-xof128", kind=Kind.XOF, title="Ascon-XOF128",
        version="SP 800-232", document=f"{SP_DOCUMENT}, section 5.2",
        model=DuplexXof(iv=0x0000080000CC0003),
        known_answers=_known("ascon-xof128",
                             "d7f5a23f37fc969896e48246700bc859fa324f2d309164043361376068e30852")),
    Algorithm(
        name="ascon-cxof128", kind=Kind.CXOF, title="Ascon-CXOF128",
        version="SP 800-232", document=f"{SP_DOCUMENT}, section 5.3",
        model=DuplexXof(iv=0x0000080000CC0004, most_customization_bytes=256),
        known_answers=_known("ascon-cxof128",
                             "abcbb0cc851a7f9cfc5ea2bcaf3eba5b2056e37fcb8ce541ceda1d1b960fc9dc",
                                   starts=(("Z", 0x10),))),
    Algorithm(
        name="ascon-mac", kind=Kind.MAC, title="Ascon-Mac",
        version="1.3", document=f"{PRF_DOCUMENT}, algorithm 1",
        mac=AsconPrf(variant="mac", output_bytes=16),
        known_answers=_known("ascon-mac",
                             "18cc27a1b9f647dd6178f9f49cf61ed89760a0fd4abc4bdc2862d55661d64458",
                                   starts=(("Msg", 0x10),))),
    Algorithm(
        name="ascon-prf", kind=Kind.MAC, title="Ascon-Prf",
        version="1.3", document=f"{PRF_DOCUMENT}, algorithm 1",
        mac=AsconPrf(variant="prf", output_bytes=64),
        known_answers=_known("ascon-prf",
                             "354fd797326ca5615a70e573518e9d708f94cf8a0baf2069919180c92506296a",
                                   starts=(("Msg", 0x10),))),
    Algorithm(
        name="ascon-prfshort", kind=Kind.MAC, title="Ascon-PrfShort",
        version="1.3", document=f"{PRF_DOCUMENT}, algorithm 2",
        mac=AsconPrfShort(),
        known_answers=_known("ascon-prfshort",
                             "1cc3e4796afd17278297fbc34fcfde92b1370354d402074879eaf99a6f4ed019",
                                   starts=(("Msg", 0x10),))),
    _permutation(12, "178ebf333370711917fb1df922827d43b66f7d81cce37ae5b49b0d3a50d3f046"),
    _permutation(8, "af00f47eb9532f71379902595b4ad5d319983ee2571076fd11544d64a4ef7311"),
    _permutation(6, "f9a227fa3aad269efcc432a793b009418a5b051a40f120160c5c1d9fdcacf8c2"),
]  # fmt: skip
