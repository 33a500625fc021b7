# SPDX-License-Identifier: Apache-2.0
"""Published circuits of S-boxes and linear layers, as data, and what reads them."""
