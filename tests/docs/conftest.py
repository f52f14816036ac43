"""Commands on pages are run in this process, in a folder and with a store of their own."""

from tests.support.commands import command
from tests.support.screens import own_folder, own_store

__all__ = ["command", "own_folder", "own_store"]
