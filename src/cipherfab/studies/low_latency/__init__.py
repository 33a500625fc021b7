# SPDX-License-Identifier: Apache-2.0
"""Low latency: twelve ciphers in a single cycle.

Source: T. Yalcin, S. Ghandali, "Need for Low-latency Ciphers: A Comparative Study of NIST LWC
Finalists", slides, NIST Lightweight Cryptography Workshop 2022.
"""
