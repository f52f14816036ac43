"""How many runs are saved, and how much disk space they may take."""

from pydantic import Field

from knightwatch.engine.core.declaration import Declared


class Limits(Declared):
    """Limits for runs without bookmarks: beyond them, the least recently used runs are deleted.

    Age alone deletes nothing: one start with a wrong clock would delete all runs.
    """

    days: float = Field(90, ge=0, le=36_500, description="not used any more: age alone deletes no run")
    number: int = Field(1_000, ge=0, le=1_000_000, description="number of saved runs")
    megabytes: float = Field(256, ge=0, le=1_000_000, description="disk space for the states of all saved runs")
