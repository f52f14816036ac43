"""The fixture `command` runs a command line in this process."""

from tests.support.commands import command

__all__ = ["command"]
