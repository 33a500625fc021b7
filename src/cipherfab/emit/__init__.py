# SPDX-License-Identifier: Apache-2.0
"""Everything that a user of a core needs, as files: Verilog, test bench, vectors, FuseSoC
description, a page about its ports.
"""
