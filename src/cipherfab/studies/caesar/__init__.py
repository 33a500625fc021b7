# SPDX-License-Identifier: Apache-2.0
"""The slides "Analysis and Inner-Round Pipelined Implementation of Selected Parallelizable CAESAR
Competition Candidates", S. Deshpande and K. Gaj, George Mason University: seven candidates of the
competition (2014 to 2018), basic and with a round in two pieces, on a Virtex-6.
"""
