"""Every test of the screen that is held by its looks has a memory and a store of its own."""

from tests.support.screens import no_idling, own_memory, own_store

__all__ = ["no_idling", "own_memory", "own_store"]
