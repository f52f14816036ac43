"""The contract of an exact count: an inquiry whose work a screen can show."""

from abc import abstractmethod

from knightwatch.engine.core.frame import Board
from knightwatch.engine.core.gallery import Gallery
from knightwatch.engine.core.inquiry import Inquiry


class CountInquiry(Inquiry):
    """An exact count."""

    @property
    @abstractmethod
    def complete(self) -> bool:
        """Whether all numbers are known."""

    @property
    def stopped(self) -> str:
        """Why the rest cannot be counted; empty if it can."""
        return ""

    @abstractmethod
    def window(self) -> Board:
        """Return the board with the part that the count is working on."""

    @abstractmethod
    def notes(self) -> list[str]:
        """Return sentences about damaged parts of the store, and about numbers that contradict others."""

    @abstractmethod
    def so_far(self) -> str:
        """Return a sentence with the numbers known so far."""

    @abstractmethod
    def seconds_left(self) -> float | None:
        """Return an estimate of the seconds left; None if too little is known."""

    @property
    def shows_counted(self) -> bool:
        """Whether a complete count can show what it counted; by default it keeps only numbers."""
        return False

    def gallery(self) -> Gallery:
        """Return what was counted, to look at; by default nothing."""
        return Gallery()
