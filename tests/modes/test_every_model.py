"""What every AEAD and hash of the catalog promises.

That each regenerates its official file is in `tests/catalog/test_catalog.py`. What is particular to
a mode is in the mode's own file.
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

SLOW = ("isap-", "lilliput-", "paef-", "saef-", "skinny-aead-")
"""Families of which one model takes a second or more; its smallest members are tried at once."""

QUICK = ("isap-a-128a", "lilliput-i-128", "paef-forkskinny-64-192", "saef-forkskinny-128-192",
         "skinny-aead-m6")

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
    "isap-a-128": (
        "B8529BCE1B3F9D0DB7A9C8DD43DD35D18E41801A814A29A999102227A4AA747BA0FAC4D683F5B1CF"
        "BF3683112F3FCC1B"),
    "isap-a-128a": (
        "2CDE28DBBBD9131EBC568D77725B25937CF8EDB8A8F50A2ACEDA356C3CA3D46BAF83B960928F1E4C"
        "C975EA24F488202C"),
    "isap-k-128": (
        "59D5A45BCBCB332311869B73F633D29606056B791F8A684E4D876CC1B7AD73A37CABFFC9C255FB95"
        "31F303E966332FFD"),
    "isap-k-128a": (
        "01BC9CCB186E4A3732E86B9FAC4ABF3E6C4A8274A185FF3443158CC56F13B59A0B6851D49C3E6049"
        "B766C013443433EC"),
    "wage": (
        "94586454C15502DD421FCBCD528F06AD0F1A09FFDA87386ED8B836A266BCB0AB816E608913F27A31"
        "837CCFF388D1ABF4"),
}
"""The last record, with 32 bytes of message and of associated data, of official files that take
long.
"""

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
    "gimli": "2925af61b1e6ea0f2bd9b0100b7051f25d246012f44d3ffe681d194b53ff5e3a",
    "gimli-hash": "2275b4388a02704c462c1cc1ee06107adcb98df6e65e5eb779eab82a4c37034f",
    "tinyjambu-128": "e81655370097f2f513dc65698eda256194fb7762e56ef3686360031845e5866e",
    "tinyjambu-128-v2": "888dd1aafcaac00acf05b1e910067ccacc762de41fb858c1b4cb92385661a717",
    "tinyjambu-192": "5d564c9325e3b5fb2c8e0d42e931a09e34f7a5c766dc071ddad4d8d3d7de5fd7",
    "tinyjambu-192-v2": "1f0fa8339f6e0d71416822b76001a18b437b9e968f2a1a31bc839e03cc1e50e2",
    "tinyjambu-256": "c8ae008733d33465b7f094c40c116fd42e5b079f8e5f076b24ef73ed63072849",
    "tinyjambu-256-v2": "4ed9c03922c85e6fb97983bb32302135ca0a420d00ebeeef75540fc948e763e2",
    "subterranean": "01a3672326788d47c97fd5783b2f17faebdbf82faee4526abdbedcb017a2655a",
    "subterranean-hash": "67c30c0fdf26ae306431a9c6f62b62a2bd786fc50aa8eda23888274421754473",
    "knot-aead-128-256": "15ea791d85170b48e331482d89fc84f612e2497ef167c1540dda95a94b0d5dbb",
    "knot-aead-128-384": "0fd5d20e76e08dc2b9ab5a2ce62a2488891529897a67b592dcf5ac5037e4ef20",
    "knot-aead-192-384": "7a2f0f21be302ac1cb189b037227f17848312202ba04bd19bf5aa0496afc7025",
    "knot-aead-256-512": "e391c5566bb36b73e5d512dbe0996f7ec4c09e6646cc57be8694c5bff268a5db",
    "knot-hash-256-256": "11ce471eecb6e5eabcb3ead922bcd82befb4ac52c1ce297e7037692bf87b67be",
    "knot-hash-256-384": "e5729be6af09084b203011c15b625d716239522e2f5bdc4bcae5ce9d4987c3fc",
    "knot-hash-384-384": "f9b6c10fcd99b8d2a732ca2e895fc714311bd9f2a6fd2d2de0e898ff224c6152",
    "knot-hash-512-512": "a23c2a1078e754a5b4828972443162bf0a6ef25786e8b6a23828a13a84adbe49",
    "spoc-64": "66cf17cdeaf653262a91fa98a98729933da6747131c0cb008f7785b186e46b7f",
    "spoc-128": "1db73b39b873c43d5ef1a6519471d82f9c5d580ef9b81c036fccc12da94ddfa4",
    "oribatida-256-64": "34f1b7da54e518c6aae7b8bc5f4e0da28d69bb1dc22bf32c3925277a55ff36a0",
    "oribatida-192-96": "afe3f2b6e51352beb7d1306841baae8b456e2769d9f4d3d28c30dd59fa0d8ca5",
    "xoodyak-r2": "47ce7396745803b36a054a5e99c8af404fb6e5670bf9f9732decce009b6e1594",
    "wage": "e7b09c35d5e1086e717aeb7cffed3adff472af9609cec9e647935fb9789376de",
    "isap-a-128": "28fcf8a13195ae45894f2e50e4b0c3cf8b30c25115144f6ae72f25d8bb7a1891",
    "isap-a-128a": "775d3d43ccad0b0dc1d3e633f5897970aab131f1550fd32f76d0cddfe5c16f93",
    "isap-k-128": "b9e999bfad05c44e29f41e29bc750f9196dbc27c8c967f28012401dbc16f2c5b",
    "isap-k-128a": "f36d822a89381e987762a167859ce92bc7d390dc2013dbaf97a64aaf5ce2a1e1",
    "drygascon128": "9686e5b4977f2644f61ca9e2b3a0ea8b06ae20c7e7437d07e887665c7d4bb398",
    "drygascon128-k16": "1d114343c208523ca24fcb19d700ea3abe5e2312c2d2d4aa9a48d7f804439de0",
    "drygascon128-k32": "b1b2348464fd43bf41365b4fe8c1358521296bcb9e3864d68cd73874932f1b3d",
    "drygascon128-k56": "4854575014e2992108a9f0dabb6cbb368d45e174da08b0d88cfc2aea64249f9e",
    "spook-128-512-su": "2e31117c1be41e3612a74569a9d688eb90a90aa8098afe501f62a7f44860a240",
    "spook-128-512-mu": "8476ed8e077071c18c4f8f9c276f5ca738b038a34f6517a0dc92e0ad3f977fd6",
    "spook-128-384-su": "16fc0f6b5299a7986d9be5a05e0f6655314a37dfed8a2feb656a01a3fa476820",
    "spook-128-384-mu": "4a0b568e11306c95fbf15dec644705855b882be85957555c89cd8cedd36957ee",
    "spook-v2-128-512-su": "ca9e60d113054fecca624c60e74886db71e7f6236bc18ec4a73cba63a349c502",
    "spook-v2-128-512-mu": "f85b1291f2e2ecfc1da4d84e8e9cd0ee112631574e0cd87d3c430336ad9e144c",
    "spook-v2-128-384-su": "a079914033e7095ee87ceac0f432a9c3446cb49b6696100f4179e444e5d2723c",
    "spook-v2-128-384-mu": "3d00dbdc96f8535f4d4dc673662d327aab1be03224d6666ea8d8d0e2784ec4ea",
}
"""The SHA-256 over the outputs for inputs of many blocks, confirmed with another implementation:
the designers' Python for Lilliput-AE, the designers' C for Spook version 2, R. Weatherley's C for
the others.
"""


def _marked(kind: Kind, without=frozenset()) -> list:
    """The names of this kind, the slow ones marked."""
    names = [name for name, algorithm in ALGORITHMS.items()
             if algorithm.kind is kind and name not in without]
    slow = {name for name in names if name.startswith(SLOW) and name not in QUICK}
    return [pytest.param(name, marks=pytest.mark.slow) if name in slow else name for name in names]


@pytest.mark.parametrize("name", _marked(Kind.AEAD))
def test_decryption_inverts_encryption(name):
    """The message comes back at all lengths around block boundaries, from a ciphertext of its
    length and a tag.
    """
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
