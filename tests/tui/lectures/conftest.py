"""Run command lines in this process."""

from tests.support.commands import command

__all__ = ["command"]
