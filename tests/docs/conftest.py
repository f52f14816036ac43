"""Run the commands of pages in this process, with a folder and a store for each test."""

from tests.support.commands import command
from tests.support.screens import own_folder, own_store

__all__ = ["command", "own_folder", "own_store"]
