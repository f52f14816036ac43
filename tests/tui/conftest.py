"""Fixtures for all tests of the screen and the command line: own folder, own stores, no idle waiting."""

from tests.support.screens import no_idling, own_folder, own_store

__all__ = ["no_idling", "own_folder", "own_store"]
