# SPDX-License-Identifier: Apache-2.0
"""One file per mode: what turns a primitive into an AEAD or a hash function."""
