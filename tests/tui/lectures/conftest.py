"""Command lines are run in this process."""

from tests.support.commands import command

__all__ = ["command"]
