"""Every test of the screen and of the command line has a folder and stores of its own."""

from tests.support.screens import no_idling, own_folder, own_store

__all__ = ["no_idling", "own_folder", "own_store"]
