# SPDX-License-Identifier: Apache-2.0
"""The rows of the paper: its numbers, how it counts bits, and the blocks that are measured beside
them.
"""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Row:
    """A cipher of the paper.

    Attributes:
        cipher: name of the row.
        block: the block that stands for it, see `variants.primitive`.
        bits: bits for each call, as the paper counts them.
        counted: what these bits are.
        area_kge, delay_ns, fmax_mhz, throughput_gbps, per_kge: the paper's figures; ``per_kge`` in
            Gbit/s per kGE.
        also: blocks printed beside the table: (block, what it is).
    """

    cipher: str
    block: str
    bits: int
    counted: str
    area_kge: float
    delay_ns: float
    fmax_mhz: float
    throughput_gbps: float
    per_kge: float
    also: tuple[tuple[str, str], ...] = ()

    @property
    def published(self) -> dict[str, float]:
        """The paper's figures as the study's records name them."""
        return {
            "area_kge": self.area_kge,
            "delay_ns": self.delay_ns,
            "fmax_mhz": self.fmax_mhz,
            "throughput_gbps": self.throughput_gbps,
            "throughput_per_area": self.per_kge,
        }


ROWS = (
    Row(cipher="ascon-p-8", block="ascon-p-8", bits=128,
        counted="rate of Ascon-128a, a block for each 8 rounds",
        area_kge=24.437, delay_ns=2.97, fmax_mhz=336.7, throughput_gbps=43.098, per_kge=1.763),
    Row(cipher="elephant", block="keccak-f-200", bits=200,
        counted="block of Delirium; its second call for each block, for "
        "the tag, is not counted by the paper",
        area_kge=28.350, delay_ns=8.16, fmax_mhz=122.55, throughput_gbps=24.510, per_kge=0.86454),
    Row(cipher="gift-128", block="gift-128", bits=128, counted="block of GIFT-COFB",
        area_kge=28.709, delay_ns=12.53,
        fmax_mhz=79.81, throughput_gbps=10.215, per_kge=0.35582),
    Row(cipher="photon-256", block="photon-256", bits=128,
        counted="rate of PHOTON-Beetle-AEAD[128]",
        area_kge=343.55, delay_ns=12.87, fmax_mhz=77.700, throughput_gbps=9.945, per_kge=0.028949,
        also=(("photon-256/mix=small",
               "M^8 by a smaller, deeper circuit; the paper's MixColumnSerial: 96.512 kGE, 36.43 ns"),)),  # noqa: E501
    Row(cipher="romulus", block="skinny-128-384plus", bits=128,
        counted="block of Romulus-N", area_kge=43.392, delay_ns=22.97,
        fmax_mhz=43.535, throughput_gbps=5.572, per_kge=0.12842),
    Row(cipher="sparkle-384-slim", block="sparkle-384-slim",
        bits=256, counted="rate of Schwaemm256-128", area_kge=128.51,
        delay_ns=59.75, fmax_mhz=16.736, throughput_gbps=4.2845, per_kge=0.033339),
    Row(cipher="xoodoo-12", block="xoodoo-12", bits=192,
        counted="rate of Xoodyak for plaintext, 24 bytes: what the paper's "
        "throughput and delay give, though its text says 256 bits",
        area_kge=34.148, delay_ns=4.78, fmax_mhz=209.21,
        throughput_gbps=40.167, per_kge=1.1763),
    Row(cipher="aes-128-xex", block="aes-128-xex/sbox=flat",
        bits=128, counted="block", area_kge=83.581, delay_ns=14.34,
        fmax_mhz=69.735, throughput_gbps=8.9261, per_kge=0.10680,
        also=(("aes-128-round-keys-xex/sbox=flat",
               "without the key schedule: eleven round keys are inputs"),)),
    Row(cipher="prince-v2-xex", block="prince-v2-xex/sbox=fast",
        bits=64, counted="block", area_kge=7.9813, delay_ns=3.89,
        fmax_mhz=257.07, throughput_gbps=16.452, per_kge=2.0614),
    Row(cipher="keccak-f-400", block="keccak-f-400", bits=144,
        counted="rate for capacity 256", area_kge=60.128, delay_ns=8.90,
        fmax_mhz=112.36, throughput_gbps=16.180, per_kge=0.26909),
    Row(cipher="keccak-f-800", block="keccak-f-800", bits=544,
        counted="rate for capacity 256", area_kge=132.74, delay_ns=9.72,
        fmax_mhz=102.88, throughput_gbps=55.967, per_kge=0.42164),
    Row(cipher="keccak-f-1600", block="keccak-f-1600", bits=1344,
        counted="rate for capacity 256", area_kge=289.92, delay_ns=10.65,
        fmax_mhz=93.897, throughput_gbps=126.20, per_kge=0.43528),
)  # fmt: skip


BITS_BY_TEXT = {"xoodoo-12": 256}
"""Bits for each call where the paper's text says otherwise than its throughput."""
