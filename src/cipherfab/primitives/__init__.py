# SPDX-License-Identifier: Apache-2.0
"""What a kind of primitive must say of itself, and the layers that many ciphers share."""
