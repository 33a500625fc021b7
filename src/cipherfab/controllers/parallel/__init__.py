# SPDX-License-Identifier: Apache-2.0
"""Controllers of parallelizable modes over a block cipher: several calls are in flight."""
