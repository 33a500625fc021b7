# SPDX-License-Identifier: Apache-2.0
"""Saturnin, version 2 (round 2 of the NIST competition)."""

from functools import partial

from ..ciphers.saturnin import saturnin
from ..ciphers.saturnin_by_column import saturnin_columns
from ..modes.saturnin import SaturninCtrCascade, SaturninHash, SaturninShort
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "Saturnin v2, submission to the NIST LWC competition, 2019"

CIPHERS = {
    (10, 1): ("22bc4c8d38241465feee4e56443b4979272cc32f4682cac050277d59279afb82",
             "A99A26B918E00FC78020A5AAA3F6664F18F01BCA70A415D7F795516E2FE1E514"),
    (10, 2): ("95e39a6f3f827e922948350b32cdaed803d607d21d9c89af04f08254f95425a6",
             "56790097DA13EB986209B3EFD1846C8D7BC5DD444EE4594C69F0CF2F47DE7E15"),
    (10, 3): ("9c537015702d44a974b94d41b2156f541d8047fa997e06ec2911194f68ec47c0",
             "96F29EA30F7A3102E10DE6DD4F815B0D532801432C146AAC1EB569BE5BE929F3"),
    (10, 4): ("af3889e392d61a5a8c65cbbf2d3fddf0405f2f1bf10b527b5bcc2226e5af9ae7",
             "65C4946E2FADA63E2B1DC01AE339067246118D36337615E89105AFE7C9B59B0E"),
    (10, 5): ("4c0dddffdb50bc4238f0890aa1007e6cd9a84a79c8b5c90d79e7db81a41119da",
             "332BC82092341DC7399A5E847034B9220EBC36D53B6DC7EBD20C3481BF7CE988"),
    (10, 6): ("2b56d3aa0394cc3ec3a0b3c005ecd56db87404e47c73784da0695e336d486bb8",
             "23691EE3E9FC69AA17A242EC7119633D9B2D04E98A6BC4AB020FCFE4643882EF"),
    (16, 7): ("5250b883f155612f3aaefcabef20bc7be77b11004ab6a1dc334a4fe8b6b038a2",
             "37055E38FB180568C3322957C798983CBD0EADC6B67D4D47E87A3E8CDBC6CA1E"),
    (16, 8): ("247614b5e85d7c383ae192fa9fb9a54e3a66712e76d3e03aed9379d28919c222",
             "02587EB9976D4C2ABAE2B559194DC73FDFD03D78DD05295C185D0702DEB30D30"),
}  # fmt: skip
"""By super-rounds and domain separator: check value and first output of the known-answer file."""


def _cipher(rounds: int, domain: int) -> Algorithm:
    sha256, first_output = CIPHERS[rounds, domain]
    path = saturnin_columns(rounds, domain)
    return Algorithm(
        name=f"saturnin-{rounds}-d{domain}",
        kind=Kind.BLOCK_CIPHER,
        version="2",
        title=f"Saturnin, {rounds} super-rounds, domain {domain}",
        document=f"{DOCUMENT}, section 2.1",
        primitive=path.primitive,
        serial=path,
        known_answers=KnownAnswers(
            sha256=sha256,
            first_output=first_output,
            records=24,
            fields=(("Key", "key"), ("PT", "plaintext"), ("CT", "ciphertext")),
            header=(
                f"# Saturnin block cipher, {rounds} super-rounds, domain {domain} "
                "(1 CTR, 2/3 AD, 4/5 ciphertext "
                "of Cascade, 6 Short, 7/8 Hash)\n"
                "# Byte order of the reference code: sixteen 16-bit little-endian words\n"
            ),
        ),
    )


ALGORITHMS = [
    Algorithm(
        name="saturnin-ctr-cascade", kind=Kind.AEAD, title="Saturnin-CTR-Cascade", version="2",
        document=f"{DOCUMENT}, section 2.2",
        model=SaturninCtrCascade(cipher=partial(saturnin, 10)),
        known_answers=KnownAnswers(
            sha256="1bda041286ecb3e8f6356034d878f135a86361a15275b77bc93a530cc6c96aec",
            first_output="BA6F18356B82C46910FE1738E72D99A43250269B8FE631CE0C1C6A38A5AFC6CB")),
    Algorithm(
        name="saturnin-short", kind=Kind.AEAD, title="Saturnin-Short", version="2",
        document=f"{DOCUMENT}, section 2.3", model=SaturninShort(cipher=partial(saturnin, 10)),
        known_answers=KnownAnswers(
            sha256="9936c724fd0e19f5fc5c417b71a48b41cc2c6494eb05525b1740c9c41b21af6a",
            first_output="EF142FC810CE92839726D600FCCFD7119050DA25A3EC5586C7C43CA668E3C8C0")),
    Algorithm(
        name="saturnin-hash", kind=Kind.HASH, title="Saturnin-Hash", version="2",
        document=f"{DOCUMENT}, section 2.4", model=SaturninHash(cipher=partial(saturnin, 16)),
        known_answers=KnownAnswers(
            sha256="c5d45e76325766f330070434cc24fb6ca7bab151df9707f2327247806acc7e52",
            first_output="83B15641B09569B04C606108FC8AE268AC0DC9288741B5735D8612D69C0AFDFE")),
    *(_cipher(rounds, domain) for rounds, domain in CIPHERS),
]  # fmt: skip
