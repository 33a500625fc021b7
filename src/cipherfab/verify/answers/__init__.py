# SPDX-License-Identifier: Apache-2.0
"""What is right: known-answer files, and the messages that a core is given."""
