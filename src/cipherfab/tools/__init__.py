# SPDX-License-Identifier: Apache-2.0
"""How the external tools are called: each in a process of its own, with a log and a time limit."""
