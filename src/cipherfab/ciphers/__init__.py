# SPDX-License-Identifier: Apache-2.0
"""One file per primitive: constants and pure functions over words, reading like the
specification."""
