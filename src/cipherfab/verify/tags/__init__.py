# SPDX-License-Identifier: Apache-2.0
"""For which tags a core accepts a decryption, proved on its RTL."""
