# SPDX-License-Identifier: Apache-2.0
"""Controllers of modes that read a message twice, and the memory that keeps it."""
