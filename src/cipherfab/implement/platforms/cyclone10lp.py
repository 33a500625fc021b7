# SPDX-License-Identifier: Apache-2.0
"""Intel Cyclone 10 LP, after synthesis. A logic element holds one LUT4 and one flip-flop."""

from .platform import FpgaPlatform

PLATFORM = FpgaPlatform(
    name="cyclone10lp",
    synthesis="synth_intel -family cyclone10lp -top {top} -nobram -nodsp",
    luts={"cycloneiv_lcell_comb": 1, "cyclone10lp_lcell_comb": 1, "$not": 1},
    flip_flops=("dffeas",),
    lut_inputs=4,
    pack=True,
)
