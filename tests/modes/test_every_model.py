"""What every AEAD and hash of the catalog promises.

That each regenerates its official file is in `tests/catalog/test_catalog.py`. What is particular to a
mode is in the mode's own file.
"""

import pytest

from cipherfab.catalog import ALGORITHMS, Kind

from .roundtrip import (
    assert_decryption_inverts,
    assert_forgeries_are_rejected,
    assert_last_official_record,
    assert_long_inputs,
    assert_pieces_do_not_matter,
)

NO_SECURITY = {"dummy-lwc"}
"""Those that accept some forgeries."""

SLOW = ("lilliput-", "paef-", "saef-", "skinny-aead-")
"""Families of which one model takes a second or more; its smallest members are tried at once."""

QUICK = ("lilliput-i-128", "paef-forkskinny-64-192", "saef-forkskinny-128-192", "skinny-aead-m6")

LAST = {
    "skinny-aead-m1": (
        "241F0DAC2C5DDA488F0E68CADBF2CC9F67EF4064A3ED5F36CC0BA74D1927363534F280DC0720A01A"
        "E8A9C176EF641E49"),
    "skinny-aead-m2": (
        "600BA43BF2A49BB89731440D78259C0AC2503FCD8805B9266B08924C9077EAB4EBCB4677D8C8084E"
        "2629109AE36194CC"),
    "skinny-aead-m3": (
        "671BA551CF2BEC5AD2E99BAF76C9BB25B9AA87C2583993794FFD25C21CFB655968C705B2CD17E807"),
    "skinny-aead-m4": (
        "4A722939E142499680C1174651D454308948026B01E5838EA380F5279BF948EBABF212F971DFCD7B"),
    "skinny-aead-m5": (
        "141DE4122F09D2E045E60CF3C96B1534A04A9135204535AE92BD5D11629F3C8F38403768F1F00764"
        "8189C0B8C93CA5F8"),
    "skinny-aead-m6": (
        "363FDEA74C45CF5E09A1B1FE837DCE6741F21BC4B3B4E657EF78FF09DA4BBBD92523B428FE8C59F1"),
    "romulus-n": (
        "1A9B58442BBD18F7F5EA1B1D243BE2277D08ABAB0A47AC4AB11386BBDCADA04A47B9E1731E967919"
        "0165412401BD62AB"),
    "romulus-n1": (
        "64BCEF8DAE0A00AB494C06752052D3D91AF0A938A117EC02C6DB1B893BEED6441FA8D67F5C20E9B5"
        "0D6B7FEB1D07C91A"),
    "romulus-n3": (
        "6EF9B5F223391B7C5FBFDC8FB9DBD482C0CA05BFA23A37583B186C39997D05A09C3F443CB093A9A7"
        "B4918D21D658F29B"),
    "paef-forkskinny-64-192": (
        "0D227B0409D9268F7350471804EE67704FB5A5230F823DD32EF761E5FDD3B4BA87D4528B2470ACCF"),
    "paef-forkskinny-128-192": (
        "DC233402F3D59180BE4267040574062155711989A4F48CF2A870C4CE315967E7B223580957729E40"
        "6EBB515A4D894568"),
    "paef-forkskinny-128-256": (
        "C314479BE444BFD3AFA9C6C235BAE3DB70B0F05F1047BFCA9882F915E89FF30B330242733E97A09F"
        "381C9C20EDBA0D44"),
    "paef-forkskinny-128-288": (
        "BF2B42BD8F859F5B5AB8BEE9A582E55CFB1F371E4BF3BA5DB0950560FD0181792BB423A761793691"
        "8ECA9BB4A02E334A"),
    "saef-forkskinny-128-192": (
        "8FFBD9751E5B494C7FEEDEED7031CEF069C21014023D4BAFE8C08BA5719452A90E367B0F4F5B3653"
        "2B9BE8CE76DDFBD7"),
    "saef-forkskinny-128-256": (
        "83CCDA12EF6735A02B8DB3B036DD486FDD42EFB09BC244F30EF39D0B4E754AA0E76CB2398E8EC235"
        "A1D45A36A8C767BB"),
    "lilliput-i-128": (
        "A2D5A638CACFCE90AFC3B89936BAF112941387B87E6C0748252566D8A405C9D38376EFC98D04686D"
        "4B1B396520D7D0E6"),
    "lilliput-i-192": (
        "00F0719BAD92713D5701B4AA5DCBD847419C65676AF04EA2CAA8C131A061D4756D4B9098559FD5A9"
        "86528F1D22DC765F"),
    "lilliput-i-256": (
        "23629419B712C77816C5C606C5BC4ADA461629E10427E7747279E8B8A51F6EE1BE8F3CA9C1781521"
        "1411313B00BD172C"),
    "lilliput-ii-128": (
        "F772FBE5EC90E53635D23DF52C7E874BA3670011311B29A342CBCB266FFB6D54BE45465D4F0CBBB3"
        "F0CFEC36B57A1F0B"),
    "lilliput-ii-192": (
        "FD564620DC4416D5379A9F8B68DAFC747C2565BAEE834CE6667CC6ADEEE32320CE5EC21DA3EDD5E1"
        "47FFEB4BE3B9ADA4"),
    "lilliput-ii-256": (
        "D1816E8AA7EC3B8A5DFAAB958056F526D15519DFCB27F2CC5DDF71DD87A0CB942D395E6053C79050"
        "421EA7301821F6C4"),
}
"""The last record, with 32 bytes of message and of associated data, of official files that take long."""

LONG = {
    "skinny-aead-m1": "c6c404813271597b6259ea9365ae428f81fbefc58fec02ca300db9b671146612",
    "skinny-aead-m2": "28a9eda4b0d56e904d20c860f5561715be2e4e7606dcc96726ade745e606600c",
    "skinny-aead-m3": "f5331876226e2afde9c02f1dcbaf16329a6ada32ab8109cab58067643f943b4f",
    "skinny-aead-m4": "8b6242d24ca596de22f7081b67959d5a424f36af4a2a0730641df73ea8dc5dcc",
    "skinny-aead-m5": "f05c417aca2f738955b4e041ecd4ed5bfa5865c77092e492be328d4170a1c085",
    "skinny-aead-m6": "80c9818e598c7e00b91d60218c6d5571e2088fa173119911e0677dee9e71f5ba",
    "lilliput-i-128": "53597b30843efa08a5ece9aa9d1fdc53493c5b16d7cde30a0b2486dea5bf7078",
    "lilliput-ii-128": "c243d5a898b47a53081437e3b48d205748bf9d0c64fa85efff8bd397e16b0e7d",
    "xoodyak-r3": "d842c87c4d2cd5c9cb564080027f4702655035a8ad91ae77a76941d6090d01e1",
    "xoodyak": "76eef4d1b5701489954dbba304912dacad03dffdd59aa44a2df9ce6d1a364f81",
    "schwaemm128-128": "f2f9c18d2409145cd484afeee74e4f3c937668eb03f806749d2fe73dcbd8a1cb",
    "schwaemm256-128": "ab56808b45abdb64e749bc6fe4b62d49793a4c665e093aa375635863c1ab8668",
    "schwaemm192-192": "72f1498ffdbc1e0d2e5e23e54abc89ff056f07e13b94a2010361b037c96e79d2",
    "schwaemm256-256": "368088becd78374fa80f35a3afb215fb84aef4841ffc37c153857f871e8a2584",
    "esch256": "6498c08a0d2645634daf9266257749eb187d89c307abc5ed2e49ed35adb917ff",
    "esch384": "0563b523d40f9f343b93d64676534369ad7cf3fa3b116b0f37210e4e794b59a5",
    "photon-beetle-aead-128": "621bea30bb761c13d989950e8a3697f7d321751322addbe099fbade3fa2cd2aa",
    "photon-beetle-aead-32": "39cebf77a5709ad4c0cffc135c42c83c95e2f40bebde41b999fb12de5e1f495d",
    "photon-beetle-hash-32": "63f852f3786fd510d4711b8e6b55d18a0d52668cb3a8d40c1577cad2e0c71bc2",
    "elephant-dumbo-v2": "e495dec21ccc6ba5b94a90bee67b6330f2c71fb2ca3fdd5fa453e9231bb6e075",
    "elephant-jumbo-v2": "6f72ff10931d5bd4e0c330d1028cfeb5fc0c73a194d18003bc0a6c22c8d809fa",
    "elephant-delirium-v2": "1687239ff320893b65a4ffb1a9b2f9bfb038c8460e64c3fcd50d746cf4dc27fa",
}
"""The SHA-256 over the outputs for inputs of many blocks, confirmed with another implementation: the
designers' Python for Lilliput-AE, R. Weatherley's C for the others."""


def _marked(kind: Kind, without=frozenset()) -> list:
    """The names of this kind, the slow ones marked."""
    names = [name for name, algorithm in ALGORITHMS.items() if algorithm.kind is kind and name not in without]
    return [pytest.param(name, marks=pytest.mark.slow) if name.startswith(SLOW) and name not in QUICK else name
            for name in names]


@pytest.mark.parametrize("name", _marked(Kind.AEAD))
def test_decryption_inverts_encryption(name):
    """The message comes back at all lengths around block boundaries, from a ciphertext of its length and a tag."""
    assert_decryption_inverts(name)


@pytest.mark.parametrize("name", _marked(Kind.AEAD, NO_SECURITY))
def test_forgeries_are_rejected(name):
    """One changed bit anywhere, a zero after the associated data, or a tag cut short gives None."""
    assert_forgeries_are_rejected(name)


@pytest.mark.parametrize("name", _marked(Kind.HASH))
def test_pieces_do_not_matter(name):
    """A message absorbed in pieces has the digest of the whole."""
    assert_pieces_do_not_matter(name)


@pytest.mark.parametrize("name", LAST)
def test_last_official_record(name):
    """The record in which all fields are longest is that of the official file."""
    assert_last_official_record(name, LAST[name])


@pytest.mark.parametrize("name", LONG)
def test_inputs_of_many_blocks(name):
    """Counters, masks and key updates run on as in another implementation."""
    assert_long_inputs(name, LONG[name])
