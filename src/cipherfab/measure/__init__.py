# SPDX-License-Identifier: Apache-2.0
"""See docs/architecture.md."""
