# SPDX-License-Identifier: Apache-2.0
"""Controllers of modes and hashes over one block cipher, one call after the other."""
