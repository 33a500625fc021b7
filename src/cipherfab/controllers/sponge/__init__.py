# SPDX-License-Identifier: Apache-2.0
"""Controllers of modes and hashes over a permutation: the datapath is merged from their events."""
