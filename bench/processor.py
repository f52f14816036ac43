"""Processor time of whole commands: other programs on the machine change it little."""

import os
import subprocess

ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""numpy starts a thread for each processor; on a loaded machine they spin, and that would be measured."""


def processor_seconds(command: list[str]) -> tuple[float, str]:
    """Run a command; return the processor time of its process and of its children, and its output."""
    before = os.times()
    out = subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, **ONE_THREAD}).stdout
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system, out
