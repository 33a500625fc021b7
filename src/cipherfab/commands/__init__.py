# SPDX-License-Identifier: Apache-2.0
"""What the commands of the command line do; `cli` only reads their arguments."""
