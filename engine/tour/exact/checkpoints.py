"""Checkpoints of one job: saved and loaded in a store, or not at all if there is no store."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from knightwatch.engine.store.counts import CountStore, SavedHalf


class Checkpoints:
    """The checkpoints of one job, under its name in a store."""

    def __init__(self, store: "CountStore | None" = None, job: str = "") -> None:
        self._store, self._job = store, job

    @property
    def enabled(self) -> bool:
        """Whether there is a store."""
        return self._store is not None

    def half(self, name: str, modulus: int) -> "SavedHalf | None":
        """Return the last checkpoint of a half; None if its counts have another modulus."""
        saved = self._store.half(self._job, name) if self._store else None
        return saved if saved and saved.modulus == modulus else None

    def refuse_half(self, name: str) -> None:
        """Report a half with impossible values as damaged."""
        if self._store:
            self._store.damaged.add((self._job, name))

    def save_half(self, name: str, half: "SavedHalf") -> None:
        """Save a half."""
        if self._store:
            self._store.save_half(self._job, name, half)

    def joined(self, modulus: int, possible: range) -> tuple[int, int]:
        """Return how many ranges of blocks are joined, and the number of tours in them; 0 if that is impossible."""
        if self._store is None:
            return 0, 0
        joined, number = self._store.joined(self._job, modulus)
        if joined not in possible:
            self._store.damaged.add((self._job, f"joined, {modulus}"))
            return 0, 0
        return joined, number

    def save_joined(self, modulus: int, ranges: int, number: int) -> None:
        """Save how many ranges of blocks are joined, and the number of tours in them."""
        if self._store:
            self._store.save_joined(self._job, modulus, ranges, number)
