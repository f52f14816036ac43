"""How far a tally is, written down so that it goes on there; or not, where nobody asked for that."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from knightwatch.engine.store.counts import CountStore, KeptSide


class Checkpoints:
    """Keeps how far one job is, under its name in a store; without a store, nothing."""

    def __init__(self, store: "CountStore | None" = None, job: str = "") -> None:
        self._store, self._job = store, job

    @property
    def keeps(self) -> bool:
        """Whether anything is kept."""
        return self._store is not None

    def side(self, name: str, modulus: int) -> "KeptSide | None":
        """Return a side as it was kept last, if its counts are remainders by that modulus."""
        kept = self._store.side(self._job, name) if self._store else None
        return kept if kept and kept.modulus == modulus else None

    def keep_side(self, name: str, kept: "KeptSide") -> None:
        """Keep a side."""
        if self._store:
            self._store.keep_side(self._job, name, kept)

    def joined(self, modulus: int) -> tuple[int, int]:
        """Return over how many parts of the join there is a sum, and the sum."""
        return self._store.joined(self._job, modulus) if self._store else (0, 0)

    def keep_joined(self, modulus: int, parts: int, number: int) -> None:
        """Keep the sum over so many parts of the join."""
        if self._store:
            self._store.keep_joined(self._job, modulus, parts, number)
