# SPDX-License-Identifier: Apache-2.0
"""What the workers of the study do: a job function in a file of its own, as in `bench.work`."""
