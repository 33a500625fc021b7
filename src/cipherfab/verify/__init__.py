# SPDX-License-Identifier: Apache-2.0
"""See docs/explanation/architecture.md."""
