# SPDX-License-Identifier: Apache-2.0
"""Every message of a shape proved: RTL against the software description of its mode, for all keys,
nonces, data and tags.
"""
